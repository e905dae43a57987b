package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// help writes what the flags mean; with the argument keys it lists the kinds of key.
func help(w io.Writer, args []string) error {
	if len(args) > 0 && args[0] == "keys" {
		return helpKeys(w)
	}
	var presets []string
	for _, p := range trial.Presets() {
		presets = append(presets, p.Name+" ("+p.Lasts+")")
	}
	var b strings.Builder
	b.WriteString(`Usage: btree [flags]       More: go doc github.com/sortid/sortid/bench/btree

Says what each kind of key costs a B+ tree, beside a counter.

  btree                              SQLite and the simulator, 1 min
  btree -dsn postgres://user:pw@host/db
  btree -preset server -out report   servers in containers; a page and JSON
  btree -db postgres -keys uuidv4,wiji -writers 1,8 -batch 1,100

`)
	line := func(flag, meaning string) { fmt.Fprintf(&b, "  %-17s %s\n", "-"+flag, folded(meaning)) }
	line("preset NAME", strings.Join(presets, ", "))
	line("dsn DSN", "a running server: postgres://, mysql:// or mariadb:// URL, u:pw@tcp(h)/db, NAME=DSN; one a server; needs CREATE")
	line("image NAME=IMAGE", "a container, such as postgres=postgres:17")
	line("like DSN#TABLE", "take payload, other indexes and batch from the statistics of a table; without #TABLE from the largest one")
	for _, s := range trial.Settings() {
		line(s.Flag+" "+s.Argument, s.Help)
	}
	line("out DIR", "write a page and results.json into DIR")
	line("pictures", "with -out: the pictures of the page, too, as SVG")
	line("load LIST", "show and merge results.json files, measure nothing")
	line("format NAME", strings.Join(report.Forms(), ", ")+" ("+report.Table+")")
	line("v", "print all tables, notes and settings")
	_, err := io.WriteString(w, b.String())
	return err
}

// folded breaks a text into lines that fit beside the column of flags.
func folded(text string) string {
	const column, width = 20, 80
	var b strings.Builder
	at := column
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case at+1+len(word) > width:
			b.WriteString("\n" + strings.Repeat(" ", column))
			at = column
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += len(word)
	}
	return b.String()
}

// helpKeys lists the kinds of key, with a star for those that are inserted by default.
func helpKeys(w io.Writer) error {
	longest := 0
	for _, k := range key.All() {
		longest = max(longest, len(k.Name))
	}
	var b strings.Builder
	b.WriteString("Kinds of key for -keys; * is inserted by default. Each is compared with the\ncounter of the same form, which is added.\n\n")
	for _, k := range key.All() {
		star := ""
		if slices.Contains(key.Usual(), k.Name) {
			star = "*"
		}
		fmt.Fprintf(&b, "  %1s %-"+strconv.Itoa(longest)+"s  %-14s  %s\n", star, k.Name, k.Form, k.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/btreebench"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
)

// help writes what the flags mean; with the argument keys it lists the kinds of key.
func help(w io.Writer, args []string) error {
	if len(args) > 0 && args[0] == "keys" {
		return helpKeys(w)
	}
	local := btreebench.Config{}.WithDefaults()
	server := btreebench.Config{Engines: btreebench.Servers()}.WithDefaults()
	presets, lasts := btreebench.Presets()
	for i := range presets {
		presets[i] += " (" + lasts[i] + ")"
	}
	_, err := fmt.Fprintf(w, `Usage: btree [flags]       More: go doc github.com/sortid/sortid/bench/btree

Says what each kind of key costs a B+ tree, beside sequential keys.

  btree                              SQLite and the simulator, 40 s
  btree -dsn postgres://user:pw@host/db
  btree -preset server -out report   servers in containers; a page and JSON
  btree -db postgres -keys uuidv4,wiji -writers 1,8 -batch 1,100

  -preset NAME      %s
  -db LIST          %s
  -dsn DSN          a running server: postgres://, mysql:// or mariadb:// URL,
                    u:pw@tcp(h)/db, NAME=DSN; one a server or node; needs CREATE
  -image NAME=IMAGE a container, such as postgres=postgres:17
  -keys LIST        kinds of key, or all; btree -h keys lists them
  -rows LIST        rows of each tree (%d; with a server %d)
  -writers LIST     clients that insert at the same time (%d)
  -batch LIST       rows in a transaction (%d)
  -payload LIST     bytes beside the key (%d)
  -make LIST        when keys are made: %s
  -generators LIST  key generators: one for all, or one per writer (%s)
  -scenario LIST    %s
  -pool LIST        sizes of the buffer pool, such as 16MB,64MB (%s)
  -checkpoints LIST checkpoints during a trial: %s (%s)
  -repeat N         trials of each combination (%d; %d show a difference)
  -rate N           rows per second to offer (open loop; 0: closed loop)
  -curve N          read the tree N times while it grows (0)
  -pace TIME        time that a simulated server takes for a row (%v)
  -out DIR          write a page and results.json into DIR
  -pictures         with -out: the pictures of the page, too, as SVG and PNG
  -load LIST        show and merge results.json files, measure nothing
  -format NAME      %s (%s)
  -v                print all tables, notes and settings
`,
		folded(presets), strings.Join(btreebench.Engines(), ", "), local.Rows[0], server.Rows[0], local.Writers[0], local.Batch[0],
		local.Payload[0], strings.Join(btreebench.Makes(), ", "), local.Generators[0], folded(btreebench.Scenarios()),
		btreebench.DefaultBufferPool, strings.Join(btreebench.Checkpoints(), ", "), local.Checkpoints[0], local.Repeats, summary.LeastTrials,
		local.Pace, strings.Join(texts(btreebench.Formats()), ", "), btreebench.Table)
	return err
}

// folded joins names, in lines that fit beside the column of flags.
func folded(names []string) string {
	const column, width = 20, 80
	var b strings.Builder
	at := column
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
			at += len(", ")
			if at+len(name+",") > width {
				b.WriteString("\n" + strings.Repeat(" ", column))
				at = column
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteString(name)
		at += len(name)
	}
	return b.String()
}

// helpKeys lists the kinds of key, with a star for those that are inserted by default.
func helpKeys(w io.Writer) error {
	stars := make(map[string]string)
	for _, name := range (btreebench.Config{}).WithDefaults().Keys {
		stars[name] = "*"
	}
	longest := 0
	for _, k := range btreebench.Keys() {
		longest = max(longest, len(k.Name))
	}
	var b strings.Builder
	b.WriteString("Kinds of key for -keys; * is inserted by default. Each is compared with the\nsequential keys of the same form, which are added.\n\n")
	for _, k := range btreebench.Keys() {
		fmt.Fprintf(&b, "  %1s %-"+strconv.Itoa(longest)+"s  %-14s  %s\n", stars[k.Name], k.Name, k.Form, k.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

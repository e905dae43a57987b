// Prose keeps phrases that read badly out of the project's texts: comments and strings
// of Go, comments of SQL, Markdown, scripts, help texts.
//
//	prose [FILE …]      checks the files, or all that git tracks
//	prose -text NAME    checks standard input, a commit message for example
//
// Each finding is a line "file:line: phrase: write …". The exit status is 1 if there is
// one, 2 if a file cannot be read. The rules, each with an example, are in rules.go.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

func main() {
	text := flag.String("text", "", "check standard input, and call it `NAME`")
	flag.Parse()
	found, err := run(os.Stdout, *text, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	if found > 0 {
		os.Exit(1)
	}
}

// run writes the findings to w and returns their number.
func run(w io.Writer, text string, files []string) (int, error) {
	if text != "" {
		content, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 0, err
		}
		return report(w, check(text, content)), nil
	}
	if len(files) == 0 {
		var err error
		if files, err = tracked(); err != nil {
			return 0, err
		}
	}
	found := 0
	for _, name := range files {
		if !checked(name) {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return found, err
		}
		found += report(w, check(name, content))
	}
	return found, nil
}

// tracked returns the files of the repository below the working directory.
func tracked() ([]string, error) {
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), nil
}

// checked reports whether the file is text that a person wrote. The samples of reports
// are written by bench/btree, whose own texts are checked; licences and recorded data are
// not the project's prose; and the rules must name what they forbid.
func checked(name string) bool {
	switch {
	case strings.Contains("/"+name, "/testdata/"), strings.Contains("/"+name, "/ent/"),
		strings.HasPrefix(name, ".ci/tools/prose/"), path.Base(name) == "LICENSE":
		return false
	}
	switch path.Ext(name) {
	case ".svg", ".png", ".html", ".json", ".csv", ".gz", ".sum", ".mod", ".work":
		return false
	}
	return true
}

// A finding is a phrase in a file.
type finding struct {
	file, phrase, instead string
	line                  int
}

// check applies all rules to a file.
func check(name string, content []byte) []finding {
	if bytes.IndexByte(content, 0) >= 0 {
		return nil
	}
	var all []finding
	for _, p := range passages(name, content) {
		for _, r := range rules {
			for _, at := range r.matches(p) {
				all = append(all, finding{
					file: name, line: p.line(at[0]), instead: r.instead,
					phrase: strings.Join(strings.Fields(p.text[at[0]:at[1]]), " "),
				})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b finding) int { return a.line - b.line })
	return all
}

// matches returns where the phrase occurs in the passage, as pairs of offsets.
func (r rule) matches(p passage) [][]int {
	var excepted [][]int
	if r.except != nil {
		excepted = r.except.FindAllStringIndex(p.text, -1)
	}
	var all [][]int
	for _, m := range r.find.FindAllStringSubmatchIndex(p.text, -1) {
		at := m[len(m)-2:] // the group if there is one, else the whole
		overlaps := func(x []int) bool { return x[0] < at[1] && at[0] < x[1] }
		if slices.ContainsFunc(excepted, overlaps) || r.skip != nil && r.skip(p, at[0]) {
			continue
		}
		all = append(all, at)
	}
	return all
}

func report(w io.Writer, findings []finding) int {
	for _, f := range findings {
		fmt.Fprintf(w, "%s:%d: %q: write %s\n", f.file, f.line, f.phrase, f.instead)
	}
	return len(findings)
}

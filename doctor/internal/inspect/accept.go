package inspect

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/internal/finding"
)

// Accepted are findings that a team has decided to live with.
type Accepted []acceptance

// acceptance is a line of the file.
type acceptance struct {
	name  finding.Name
	place string // a pattern of path.Match for what Finding.Where returns
	line  string
}

// ReadAccepted reads a file of accepted findings: in each line the name of a finding and
// where it is, such as "text-key users.id", with * for any characters. Lines that begin
// with # are comments.
func ReadAccepted(r io.Reader) (Accepted, error) {
	var list Accepted
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, place, ok := strings.Cut(line, " ")
		place = strings.TrimSpace(place)
		if _, err := path.Match(place, ""); !ok || err != nil {
			return nil, fmt.Errorf("line %d: %q: write the name of a finding and where it is, such as text-key users.id", n, line)
		}
		if !slices.Contains(finding.Names(), finding.Name(name)) {
			return nil, fmt.Errorf("line %d: there is no finding %q: write one of %s", n, name, english.Join(finding.Names(), ", "))
		}
		list = append(list, acceptance{finding.Name(name), place, line})
	}
	return list, lines.Err()
}

// Where names the column, index or table of a finding, such as users.id.
func (f Finding) Where() string {
	switch {
	case f.Column != "":
		return f.Table + "." + f.Column
	case f.Index != "":
		return f.Table + ", index " + f.Index
	}
	return f.Table
}

// accept leaves out the accepted findings. Lines that accept nothing are named, because
// nobody would miss them, but not those of tables that were not read: all is whether every
// table was, and read are the names of those that were.
func (r *Report) accept(list Accepted, all bool, read []string) {
	used := make([]bool, len(list))
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
		for i, a := range list {
			if ok, _ := path.Match(a.place, f.Where()); ok && a.name == f.Name {
				used[i] = true
				return true
			}
		}
		return false
	})
	if n := before - len(r.Findings); n > 0 {
		r.note("%s accepted", english.Count(n, "finding")+" "+map[bool]string{true: "is", false: "are"}[n == 1])
	}
	for i, a := range list {
		if !used[i] && (all || slices.ContainsFunc(read, a.isOf)) {
			r.note("accepted and not found: %s: remove the line", a.line)
		}
	}
}

// isOf reports whether the place is in a table, and no pattern that other tables match too.
func (a acceptance) isOf(table string) bool {
	rest, ok := strings.CutPrefix(a.place, table)
	return ok && !strings.ContainsAny(table, `*?[\`) && (rest == "" || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ", index "))
}

// Worst returns the highest severity of the findings, 0 without any.
func (r *Report) Worst() finding.Severity {
	worst := finding.Severity(0)
	for _, f := range r.Findings {
		worst = max(worst, f.Severity)
	}
	return worst
}

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

// Accepted holds findings that a team has decided to live with.
type Accepted []acceptance

// acceptance is a line of the file.
type acceptance struct {
	name  finding.Name
	place string // a pattern of path.Match for what Finding.Where returns
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
		list = append(list, acceptance{finding.Name(name), place})
	}
	return list, lines.Err()
}

// Where names the column or table of a finding, such as users.id.
func (f Finding) Where() string {
	if f.Column == "" {
		return f.Table
	}
	return f.Table + "." + f.Column
}

// accept leaves out the accepted findings.
func (r *Report) accept(list Accepted) {
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
		return slices.ContainsFunc(list, func(a acceptance) bool {
			ok, _ := path.Match(a.place, f.Where())
			return ok && a.name == f.Name
		})
	})
	if n := before - len(r.Findings); n > 0 {
		r.note("%s accepted", english.Count(n, "finding")+" "+map[bool]string{true: "is", false: "are"}[n == 1])
	}
}

// Worst returns the highest severity of the findings, 0 without any.
func (r *Report) Worst() finding.Severity {
	worst := finding.Severity(0)
	for _, f := range r.Findings {
		worst = max(worst, f.Severity)
	}
	return worst
}

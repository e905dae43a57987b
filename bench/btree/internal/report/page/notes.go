package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

// notes say what a reader must know, what is missing and why. Absent are the sections that
// the page does not have.
func (d *data) notes(absent []string) section {
	s := section{ID: "notes", Title: "Notes"}
	notes := slices.Clone(d.Notes)
	shown := d.Verdicts.Points()
	if slices.ContainsFunc(d.Points, func(p point) bool { return !p.In(shown) }) {
		notes = append(notes, "Conditions besides the plainest ones and those with the most keys in flight, and simulated trees beside a server's, have no verdict here: -v prints the tables of all.")
	}
	for _, b := range []block{
		{Heading: "About the values", List: english.Once(notes)},
		{Heading: "Missing values", List: d.Missing},
		{Heading: "Not in this report", List: absent},
	} {
		if len(b.List) > 0 {
			s.Blocks = append(s.Blocks, b)
		}
	}
	if len(s.Blocks) == 0 {
		s.Lead = []string{"Every section has its values, and none is missing."}
	}
	return s
}

// why gives the reasons that trials have for a missing part of their detail, or else the
// remedy.
func (d *data) why(part, remedy string) string {
	var reasons []string
	for _, t := range d.Trials {
		if t.Detail != nil && t.Detail.Missing[part] != "" {
			reasons = append(reasons, fmt.Sprintf("%s reports: %s.", t.Engine, strings.TrimSuffix(t.Detail.Missing[part], ".")))
		}
	}
	if len(reasons) > 0 {
		return strings.Join(english.Once(reasons), " ")
	}
	return remedy
}

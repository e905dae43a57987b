// Package report writes what a result says: as text for a terminal, as JSON, and as a page with
// pictures. Package answer computes it, and the others below have one form each; this one has
// JSON, and knows the names and files of all.
package report

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/page"
	"github.com/sortid/sortid/bench/btree/internal/report/table"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Names of the forms.
const (
	Table = "table" // the answer as text for a terminal of 80 columns
	JSON  = "json"  // the whole result
	HTML  = "html"  // a page with pictures
)

// JSONFile is the name of the file from which all others can be made.
const JSONFile = "results.json"

// Report is an answer in all forms. The page is arranged once, for its file and its pictures.
type Report struct {
	*answer.Answer
	page func() *page.Page
}

// Of returns the report of a result.
func Of(r trial.Result) Report {
	a := answer.Of(r)
	return Report{a, sync.OnceValue(func() *page.Page { return page.Of(a) })}
}

// form is a form that a result can be written in.
type form struct {
	name string
	// file is the name of its file in a directory of results, "" if it has none.
	file  string
	write func(Report, io.Writer) error
}

// forms holds all forms. Their files are written in this order.
var forms = []form{
	{Table, "", func(r Report, w io.Writer) error { return table.Brief(w, r.Answer) }},
	{JSON, JSONFile, Report.writeJSON},
	{HTML, "results.html", func(r Report, w io.Writer) error { return r.page().Write(w) }},
}

// Forms returns the names of all forms.
func Forms() []string {
	var list []string
	for _, f := range forms {
		list = append(list, f.name)
	}
	return list
}

// Verbose writes the answer as text with all tables, notes and settings.
func (r Report) Verbose(w io.Writer) error { return table.Write(w, r.Answer) }

// Write writes the result in the form of that name. The error of an unknown name lists the
// forms.
func (r Report) Write(w io.Writer, name string) error {
	for _, f := range forms {
		if f.name == name {
			return f.write(r, w)
		}
	}
	return fmt.Errorf("unknown format %q: choose from %s", name, strings.Join(Forms(), ", "))
}

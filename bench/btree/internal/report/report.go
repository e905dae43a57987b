// Package report writes results: as a table for a terminal, as JSON, and as a page with
// pictures. The packages below it have one of these each; this one knows their names and files.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/format"
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

// form is a form that a result can be written in.
type form struct {
	name string
	// file is the name of its file in a directory of results, "" if it has none.
	file  string
	write func(io.Writer, trial.Result) error
}

// forms holds all forms. Their files are written in this order.
var forms = []form{
	{Table, "", table.Brief},
	{JSON, JSONFile, format.JSON},
	{HTML, "results.html", page.Write},
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
func Verbose(w io.Writer, r trial.Result) error { return table.Write(w, r) }

// Write writes the result in the form of that name. The error of an unknown name lists the
// forms.
func Write(w io.Writer, name string, r trial.Result) error {
	for _, f := range forms {
		if f.name == name {
			return f.write(w, r)
		}
	}
	return fmt.Errorf("unknown format %q: choose from %s", name, strings.Join(Forms(), ", "))
}

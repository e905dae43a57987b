// Package report writes answers: as text for a terminal, as JSON, and as a page with pictures.
// Package answer computes them, and the other packages below have one form each; this one has JSON,
// and knows the names and files of all.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/page"
	"github.com/sortid/sortid/bench/btree/internal/report/table"
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
	write func(io.Writer, *answer.Answer) error
}

// forms holds all forms. Their files are written in this order.
var forms = []form{
	{Table, "", table.Brief},
	{JSON, JSONFile, writeJSON},
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
func Verbose(w io.Writer, a *answer.Answer) error { return table.Write(w, a) }

// Write writes the result in the form of that name. The error of an unknown name lists the
// forms.
func Write(w io.Writer, name string, a *answer.Answer) error {
	for _, f := range forms {
		if f.name == name {
			return f.write(w, a)
		}
	}
	return fmt.Errorf("unknown format %q: choose from %s", name, strings.Join(Forms(), ", "))
}

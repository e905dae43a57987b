package present

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

//go:embed html
var files embed.FS

// view is the data of the page.
type view struct {
	Title, Subtitle, Headline string
	Changes, More             []changeView // the first ones, and those behind a fold
	Findings                  []findingView
	Tables                    []tableView
	Notes                     []string
}

type changeView struct {
	Title, Saves, Interval, Now, After, Later, Pages string
	Width                                            int // of what is left, in percent
	Steps                                            []inspect.Step
}

type findingView struct{ Where, Text, Link string }

// tableView is a table with the lines below it.
type tableView struct {
	Title string
	Head  []string
	Rows  [][]string
	Below []string
}

// repository is where the links to the documentation lead.
const repository = "https://github.com/sortid/sortid/blob/main/"

// Page writes the report as one HTML page that needs no network and no scripts.
func Page(w io.Writer, r *inspect.Report) error {
	t, err := template.New("page.html.tmpl").Funcs(template.FuncMap{"href": func(link string) string { return repository + link }}).ParseFS(files, "html/page.html.tmpl")
	if err != nil {
		return err
	}
	v := view{
		Title: title(r), Headline: Headline(r), Notes: r.Notes,
		Subtitle: "Read on " + r.Started.Format("2 January 2006") + " by samples. A ~ marks an estimate.",
	}
	for _, c := range r.Changes {
		v.Changes = append(v.Changes, viewOf(c))
	}
	const most = 12
	if len(v.Changes) > most {
		v.Changes, v.More = v.Changes[:most], v.Changes[most:]
	}
	for _, f := range grouped(r.Findings) {
		v.Findings = append(v.Findings, findingView{f.Severity.String() + ", " + f.places(len(f.where)), f.Text, f.Link})
	}
	if rows, missing := growthRows(r.Changes); rows != nil {
		v.Tables = append(v.Tables, tableView{Title: "What do ordered keys bring to new rows?", Head: rows[0], Rows: rows[1:], Below: append([]string{growthTitle[:len(growthTitle)-1] + "; " + growthLegend}, missing...)})
	}
	if len(r.Columns) > 0 {
		rows := columnRows(r.Columns)
		v.Tables = append(v.Tables, tableView{Title: "What do the keys hold?", Head: rows[0], Rows: rows[1:]})
	}
	if len(r.Indexes) > 0 {
		rows, missing := indexRows(r.Indexes)
		v.Tables = append(v.Tables, tableView{Title: "What do their indexes cost?", Head: rows[0], Rows: rows[1:], Below: append([]string{legend}, missing...)})
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

func viewOf(c inspect.Change) changeView {
	v := changeView{
		Title: Title(c), Now: Size(c.Now.Value), After: Size(c.After.Value), Later: left(c), Pages: Pages(c),
		Width: min(100, int(100*c.After.Value/c.Now.Value)), Steps: c.Steps,
	}
	if c.Saves.Known() {
		v.Saves, v.Interval = saving(c)
	}
	return v
}

// title names the database.
func title(r *inspect.Report) string {
	ids := known(r)
	s := fmt.Sprintf("%s %s, %s: %s with IDs", r.Server.Product, r.Server.Version, r.Server.Database, english.Count(ids, "column"))
	if others := len(r.Columns) - ids; others > 0 {
		s += fmt.Sprintf(" and %d with other keys", others)
	}
	s += " in " + english.Count(r.Tables-len(r.Unread), "table")
	if len(r.Unread) > 0 {
		s += fmt.Sprintf("; %s could not be read", english.Count(len(r.Unread), "table"))
	}
	return s
}

// known returns how many columns hold IDs of a known kind.
func known(r *inspect.Report) int {
	n := 0
	for _, c := range r.Columns {
		if c.IDs.IsKnown() {
			n++
		}
	}
	return n
}

// Headline is the answer in one sentence: the change that saves most. It says no more than
// what was read.
func Headline(r *inspect.Report) string {
	read := r.Tables - len(r.Unread)
	switch {
	case len(r.Changes) > 0 && !r.Changes[0].Saves.Known():
		c := r.Changes[0]
		return fmt.Sprintf("%s would keep %s less in the buffer pool.", Title(c), Size(c.Cache.Value))
	case len(r.Changes) > 0 && r.Changes[0].IsEstimate():
		c := r.Changes[0]
		saves, _ := saving(c)
		return fmt.Sprintf("%s would save %s of %s (%.0f %%).", Title(c), saves, Size(c.Now.Value), 100*c.Saves.Value/c.Now.Value)
	case r.Tables == 0:
		return "No table was found."
	case read == 0:
		return "No table could be read: see the notes."
	}
	found := "No findings"
	if n := len(r.Findings); n > 0 {
		found = english.Count(n, "finding")
	}
	found += " in " + english.Count(read, "table")
	switch {
	case len(r.Columns) == 0:
		return found + " without keys."
	case known(r) == 0 && len(r.Columns) == 1:
		return found + "; what the key column holds are no IDs of a known kind."
	case known(r) == 0:
		return found + fmt.Sprintf("; none of %d key columns holds IDs of a known kind.", len(r.Columns))
	case r.NotComputed > 0:
		return found + fmt.Sprintf("; what %s would save is not known.", english.Count(r.NotComputed, "change"))
	}
	return found + "; no change of a key with IDs would surely save " + inspect.Least + "."
}

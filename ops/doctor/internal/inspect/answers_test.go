package inspect

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// answers is a database that answers as it was recorded. A question that is not in it fails the test.
type answers struct {
	source.Source
	t       *testing.T
	product string
	storage source.Storage
	// pages has the leaf pages and all pages that a tree gets: by its table and name, the filling, and the sizes of
	// columns that have another type.
	pages map[string][2]float64
	// rewritten has the pages of a table whose rows are in no index, by its name and these sizes.
	rewritten map[string]float64
	asked     []string // questions that were answered
}

func (a *answers) Server() source.Server { return source.Server{Product: a.product} }

func (a *answers) Storage() source.Storage { return a.storage }

func (a *answers) Note(text string, sent int) {
	a.asked = append(a.asked, fmt.Sprintf("%s, sent %d times", text, sent))
}

func (a *answers) bytes(pages float64) float64 { return pages * float64(a.storage.PageSize) }

func (a *answers) Query(context.Context, string, func(*sql.Rows) error) error {
	return errors.New("no catalog was recorded")
}

// sizes are those of the columns that have another type than text.
func sizes(t *source.Table) string {
	list := []string{t.Name}
	for _, c := range t.Columns {
		if c.Size() > 0 || c.Class == source.Bytes {
			list = append(list, fmt.Sprintf("%s %s(%d)", c.Name, c.Class, c.Size()))
		}
	}
	return strings.Join(list, ", ")
}

func (a *answers) Predict(_ context.Context, t *source.Table, x source.Index, s source.Sample, rows source.Figure, f source.Filling) source.Pages {
	question := fmt.Sprintf("%s %s: %s", []string{"in order", "at random", "packed"}[f], x.Name, sizes(t))
	n, ok := a.pages[question]
	if !ok || s.Rows != sampledRows(t.Name) || rows != entries {
		a.t.Errorf("no answer to %q with a sample of %d rows of %+v", question, s.Rows, rows)
	}
	return source.Pages{Leaves: source.About(n[0], n[0]-1, n[0]+1), All: source.About(n[1], n[1]-2, n[1]+2)}
}

func (a *answers) Rewritten(_ context.Context, t *source.Table, s source.Sample, rows source.Figure) source.Figure {
	n, ok := a.rewritten[sizes(t)]
	if !ok || s.Rows != sampledRows(t.Name) || rows != entries {
		a.t.Errorf("no answer to %q with a sample of %d rows of %+v", sizes(t), s.Rows, rows)
	}
	return source.About(a.bytes(n), a.bytes(n-3), a.bytes(n+3))
}

func (a *answers) Grow(_ context.Context, t *source.Table, x source.Index, s source.Sample, f source.Figures) (random, ordered source.Grown) {
	a.asked = append(a.asked, fmt.Sprintf("grow %s.%s", t.Name, x.Name))
	return source.Grown{Leaves: source.Exactly(2 * f.Leaves.Value)}, source.Grown{Leaves: source.Exactly(f.Leaves.Value + 1)}
}

// entries is how many rows each table has, and sampledRows how many of them a sample has.
var entries = source.Exactly(30_000)

func sampledRows(table string) int { return 1000 + len(table) }

// figures are those of an index: its leaf pages, all its pages, and how full the leaf pages are.
func (a *answers) figures(leaves, all, fill float64) source.Figures {
	return source.Figures{Entries: entries, Bytes: source.About(a.bytes(all), a.bytes(all-1), a.bytes(all+1)), Leaves: source.About(leaves, leaves-1, leaves+1), Fill: source.Exactly(fill)}
}

// inPages writes a figure as pages of so many bytes.
func inPages(f source.Figure, page float64) string {
	switch {
	case !f.Known():
		return f.Missing
	case f.AtMost:
		return fmt.Sprintf("at most %.5g", f.Value/page)
	case f.Low == f.Value && f.High == f.Value:
		return fmt.Sprintf("%.5g", f.Value/page)
	}
	return fmt.Sprintf("%.5g (%.5g to %.5g)", f.Value/page, f.Low/page, f.High/page)
}

// described is a change in some lines, with all figures in pages.
func (a *answers) described(c Change) string {
	page := float64(a.storage.PageSize)
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s%s: %s\n", c.Action, c.Table, strings.TrimSuffix("."+c.Column+c.Index, "."), c.Detail)
	for _, f := range []struct {
		name   string
		figure source.Figure
		unit   float64
	}{{"now", c.Now, page}, {"after", c.After, page}, {"saves", c.Saves, page}, {"leaf pages", c.LeafPages, 1}, {"lasting", c.Lasting, page}, {"cache", c.Cache, page}} {
		fmt.Fprintf(&b, "  %s: %s\n", f.name, inPages(f.figure, f.unit))
	}
	fmt.Fprintf(&b, "  trees %v, not counted %v\n", c.Trees, c.NotCounted)
	if g := c.Growth; g != nil {
		fmt.Fprintf(&b, "  %s rows more in %s, %s and %s: %s or %s leaf pages\n", inPages(g.Rows, 1), g.Index, g.From, g.To, inPages(g.Random.Leaves, 1), inPages(g.Ordered.Leaves, 1))
	}
	for _, s := range c.Steps {
		fmt.Fprintf(&b, "  - %s\n", strings.TrimSpace(s.Text+" "+s.Link))
	}
	return b.String()
}

// table is a table with the columns of keys alone, each a text, or a number if it has the name n.
func table(name string, rowPages float64, page int, indexes ...source.Index) *source.Table {
	t := &source.Table{Name: name, Rows: source.About(20_000, 10_000, 90_000), Bytes: source.Exactly(rowPages * float64(page)), Indexes: indexes}
	for _, x := range indexes {
		for _, c := range x.Columns {
			class, kind := source.Text, "char(36)"
			if c == "n" {
				class, kind = source.Integer, "bigint"
			}
			if _, ok := t.Column(c); !ok {
				t.Columns = append(t.Columns, source.Column{Name: c, Type: kind, Class: class})
			}
		}
	}
	return t
}

func primary(name string, columns ...string) source.Index {
	return source.Index{Name: name, Columns: columns, Primary: true, Unique: true}
}

// holdsRows returns an index that has the rows.
func holdsRows(x source.Index) source.Index {
	x.Clustered = true
	return x
}

func secondary(name string, columns ...string) source.Index {
	return source.Index{Name: name, Columns: columns}
}

// changesOf returns the changes of tables.
func (a *answers) changesOf(r *Report, tables ...inspected) string {
	for i, t := range tables {
		tables[i].sample.Rows = sampledRows(t.table.Name)
	}
	r.Server = a.Server()
	r.changes(a.t.Context(), a, tables)
	var b strings.Builder
	for _, c := range r.Changes {
		b.WriteString(a.described(c))
	}
	return b.String()
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	if got, want := strings.TrimSpace(got), strings.TrimSpace(want); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

package inspect

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// findKeys applies the rules for the keys of a table.
func (r *Report) findKeys(t *source.Table, ids map[string]idkind.Result, tables []inspected) {
	add := func(name finding.Name, column, index, link, format string, args ...any) {
		r.Findings = append(r.Findings, Finding{Name: name, Severity: name.Severity(), Table: t.Name, Column: column, Index: index, Text: fmt.Sprintf(format, args...), Link: link})
	}
	if !t.HasPrimary && !slices.ContainsFunc(t.Indexes, func(x source.Index) bool { return x.Primary }) {
		add(finding.NoPrimaryKey, "", "", "", "the table has no primary key: declare one")
	}
	for _, x := range t.Indexes {
		if x.Prefix() > 0 && ids[x.Columns[0]].IsKnown() {
			add(finding.PrefixIndex, x.Columns[0], x.Name, linkColumns, "the index has %d characters of each ID: index the whole ID, as bytes", x.Prefix())
		}
		if x.Primary && r.Server.Product == "SQLite" && !x.Clustered && ids[x.Columns[0]].IsID() {
			add(finding.TwoTrees, x.Columns[0], x.Name, linkColumns, "each row is in two trees, by rowid and by key: declare the table WITHOUT ROWID if its rows are short")
		}
	}
	for _, f := range t.References {
		r.findReference(t, f, ids, tables, add)
	}
}

// findReference applies the rules for a foreign key.
func (r *Report) findReference(t *source.Table, f source.Reference, ids map[string]idkind.Result, tables []inspected, add func(name finding.Name, column, index, link, format string, args ...any)) {
	first := f.Columns[0]
	if !ids[first].IsID() {
		return
	}
	for _, o := range tables {
		if o.table.Name != f.Table {
			continue
		}
		to := firstKey(o.table)
		if len(f.To) > 0 && f.To[0] != "" {
			to = f.To[0]
		}
		key, ok := o.table.Column(to)
		child, _ := t.Column(first)
		if ok && !child.ComparesLike(key) {
			add(finding.ForeignKeyType, first, "", linkColumns, "the column is %s and the key %s.%s is %s: use one type and collation", described(child), o.table.Name, to, described(key))
		}
	}
}

// described returns the type of a column with its collation.
func described(c source.Column) string {
	if c.Collation == "" {
		return c.Type
	}
	return c.Type + " COLLATE " + c.Collation
}

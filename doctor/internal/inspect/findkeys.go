package inspect

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/doctor/internal/idkind"
	"github.com/sortid/sortid/doctor/internal/source"
	"github.com/sortid/sortid/internal/finding"
)

// findKeys applies the rules for the keys of a table.
func (r *Report) findKeys(t *source.Table, ids map[string]idkind.Result, tables []inspected) {
	add := func(name finding.Name, column, index, link, format string, args ...any) {
		r.Findings = append(r.Findings, Finding{Name: name, Severity: name.Severity(), Table: t.Name, Column: column, Index: index, Text: fmt.Sprintf(format, args...), Link: link})
	}
	if !t.HasPrimary && !slices.ContainsFunc(t.Indexes, func(x source.Index) bool { return x.Primary }) {
		add(finding.NoPrimaryKey, "", "", "", "the table has no primary key: declare one")
	}
	for i, x := range t.Indexes {
		if x.Prefix > 0 && ids[x.Columns[0]].IsKnown() {
			add(finding.PrefixIndex, x.Columns[0], x.Name, linkColumns, "the index has %d characters of each ID: index the whole ID, as bytes", x.Prefix)
		}
		if other, ok := covered(t.Indexes, i); ok && slices.ContainsFunc(x.Columns, func(c string) bool { return ids[c].IsID() }) {
			add(finding.RedundantIndex, "", x.Name, "", "%s begins with the same columns: drop %s", other.Name, x.Name)
		}
		if x.Primary && r.Server.Product == "SQLite" && !t.Clusters() && !x.Clustered && ids[x.Columns[0]].IsID() {
			add(finding.TwoTrees, x.Columns[0], x.Name, linkColumns, "each row is in two trees, by rowid and by key: declare the table WITHOUT ROWID if its rows are short")
		}
	}
	for _, f := range t.References {
		r.findReference(t, f, ids, tables, add)
	}
}

// covered returns another index that makes an index needless: it begins with the same columns and
// compares them in the same way, and is unique if the index is. An expression has no name, so that
// two of them may differ.
func covered(list []source.Index, at int) (source.Index, bool) {
	x := list[at]
	for i, o := range list {
		n := len(x.Columns)
		switch {
		case i == at || x.Primary || x.Partial || o.Partial || x.Prefix > 0 || o.Prefix > 0 || slices.Contains(x.Columns, "") || !x.IsPrefixOf(o):
		case x.Unique && (!o.Unique || len(o.Columns) > n):
		case len(o.Columns) == n && !o.Primary && o.Unique == x.Unique && i > at: // of two equal ones, the second
		default:
			return o, true
		}
	}
	return source.Index{}, false
}

// findReference applies the rules for a foreign key.
func (r *Report) findReference(t *source.Table, f source.Reference, ids map[string]idkind.Result, tables []inspected, add func(name finding.Name, column, index, link, format string, args ...any)) {
	first := f.Columns[0]
	indexed, missing := slices.Clone(t.OtherIndexed), "no index begins"
	for _, x := range t.Indexes {
		if x.FindsAll() {
			indexed = append(indexed, x.Columns[0])
		} else if slices.Contains(f.Columns, x.Columns[0]) {
			missing = "only a partial index begins"
		}
	}
	if !slices.ContainsFunc(f.Columns, func(c string) bool { return slices.Contains(indexed, c) }) {
		add(finding.ForeignKeyIndex, first, "", "", "%s with this foreign key: a DELETE in %s reads the whole table", missing, f.Table)
	}
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

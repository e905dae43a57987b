package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// rawSizes holds the bytes of IDs by the length of their text.
var rawSizes = map[idkind.Form]map[int]int{
	idkind.UUIDText:  {36: 16},
	idkind.UUIDBrace: {38: 16},
	idkind.UUIDURN:   {45: 16},
	idkind.Hex:       {32: 16, 40: 20, 24: 12, 16: 8},
	idkind.Base32:    {26: 16, 20: 12, 13: 8},
	idkind.Base32Hex: {32: 20, 20: 12},
	idkind.Base36:    {25: 16},
	idkind.Base57:    {22: 16},
	idkind.Base58:    {22: 16, 11: 8},
	idkind.Base62:    {27: 20, 22: 16},
	idkind.Base64:    {24: 16, 22: 16},
}

// rawSize returns the bytes of the IDs without their form, 0 if they are no bytes.
func rawSize(ids idkind.Result) int {
	switch ids.Form {
	case idkind.Raw:
		return ids.Length
	case idkind.Integer, idkind.Decimal:
		return 8
	}
	length := ids.Length
	if ids.Prefix != "" {
		length -= len(ids.Prefix) + 1
	}
	return rawSizes[ids.Form][length]
}

// better returns the column with the type that docs/columns.md names for its IDs, with the
// type's name, and false if it has that type already.
func better(server source.Server, c source.Column, ids idkind.Result) (source.Column, string, bool) {
	size := rawSize(ids)
	integer := size == 8
	postgres := server.Product == "PostgreSQL"
	switch {
	case c.Generated: // the expression makes its type
		return c, "", false
	case size == 0, ids.Form == idkind.Decimal && (ids.Prefix != "" || !ids.IsNumber() || c.Class == source.Text && ids.Length <= size):
		return c, "", false
	case integer && c.Class == source.Integer, !integer && c.Class == source.UUID:
		return c, "", false
	case integer:
		return c.Fixed(source.Integer, 8), map[bool]string{true: "bigint", false: "BIGINT"}[postgres], c.Class != source.Bytes
	case postgres && size == 16:
		return c.Fixed(source.UUID, 16), "uuid", true
	case postgres:
		// A length of one byte.
		return c.Varying(source.Bytes, size+1), "bytea", c.Class != source.Bytes || ids.Form != idkind.Raw
	case server.Product == "SQLite":
		return c.Varying(source.Bytes, size), "BLOB", ids.Form != idkind.Raw
	}
	return c.Fixed(source.Bytes, size), fmt.Sprintf("BINARY(%d)", size), c.Class != source.Bytes || ids.Form != idkind.Raw || c.Size() > size
}

// typeChange adds the change of a key column, and of the columns that reference it, to
// another type.
func (r *Report) typeChange(ctx context.Context, s source.Source, t inspected, c source.Column, ids idkind.Result, tables []inspected) {
	to, name, ok := better(s.Server(), c, ids)
	if !ok || !ids.IsKnown() {
		return
	}
	change := Change{Action: ColumnType, Table: t.table.Name, Column: c.Name, Detail: fmt.Sprintf("%s to %s", c.Type, name), Cache: source.Unknown("see the leaf pages")}
	var b sumOf
	changed := func(of inspected) (list []source.Column) {
		for _, column := range english.Once(of.referencing(t.table.Name, c.Name)) {
			child, _ := of.table.Column(column)
			if to, _, ok := better(s.Server(), child, ids); ok {
				list = append(list, to)
			}
		}
		return list
	}
	b.convert(ctx, s, t, append(changed(t), to))
	for _, other := range tables {
		if list := changed(other); other.table != t.table && len(list) > 0 {
			b.convert(ctx, s, other, list)
		}
	}
	r.into(&b, &change)
	if change.savesBytes(s.Storage().PageSize) {
		b.lasting(&change)
		r.typeSteps(s, t.table, c, name, ids, &change)
		r.Changes = append(r.Changes, change)
	}
}

// referencing returns the columns of a table that reference a column, with a foreign key or without one.
func (t inspected) referencing(table, column string) []string {
	return append(referencing(t.table.References, table, column), referencing(t.joined, table, column)...)
}

// referencing returns the columns of references that reference a column.
func referencing(references []source.Reference, table, column string) []string {
	var list []string
	for _, f := range references {
		for i, to := range f.To {
			if f.Table == table && to == column && i < len(f.Columns) {
				list = append(list, f.Columns[i])
			}
		}
	}
	return list
}

// convert adds the table and the indexes that new types of some columns make smaller.
func (b *sumOf) convert(ctx context.Context, s source.Source, t inspected, to []source.Column) {
	changed := t.table
	for _, c := range to {
		changed = changed.With(c)
	}
	smaller := func(x source.Index) bool {
		return slices.ContainsFunc(to, func(c source.Column) bool { return slices.Contains(x.Columns, c.Name) })
	}
	if !t.table.InIndex() {
		b.addRows(t.table.Name, t.table.Bytes, s.Rewritten(ctx, changed, t.sample, t.rows()))
	}
	inPrimary := t.table.Clusters() && smaller(t.table.Indexes[0])
	for _, x := range t.table.Indexes {
		if x.Clustered || inPrimary || smaller(x) || s.Storage().Together {
			b.rebuilt(ctx, s, t, changed, x)
		}
	}
}

// rows returns the number of rows: of the primary key if that was read.
func (t inspected) rows() source.Figure {
	best := t.table.Rows
	for _, x := range t.table.Indexes {
		if f, ok := t.figures[x.Name]; ok && x.Unique && !x.Partial && f.Entries.Known() && (!best.Known() || f.Entries.High-f.Entries.Low < best.High-best.Low) {
			best = f.Entries
		}
	}
	return best
}

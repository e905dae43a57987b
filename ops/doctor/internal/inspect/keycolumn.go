package inspect

import (
	"context"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Role is a part that a column has in the schema.
type Role string

// The roles.
const (
	Primary Role = "primary"
	Unique  Role = "unique"
	Foreign Role = "foreign"
	// Joined is the role of a column without a foreign key whose values are keys of another table.
	Joined Role = "joined"
)

// KeyColumn is a column of a key, or one that references a key.
type KeyColumn struct {
	Table string `json:"table"`
	Name  string `json:"column"`
	Type  string `json:"type"`
	// Roles holds the column's roles, the most important first.
	Roles []Role `json:"roles"`
	// Order says where new values belong among the old ones: by their kind, or by what the rows show.
	Order idkind.Order `json:"order"`
	// Beside is the column of the same table by which the values were seen to grow, or not to; empty
	// if that was their place in the table, or if nothing was seen.
	Beside string `json:"beside,omitempty"`
	// Missing says why nothing is known of the values; empty if they were read.
	Missing string        `json:"missing,omitempty"`
	IDs     idkind.Result `json:"ids"`
}

// kinds reads what the keys of a table hold.
func (r *Report) kinds(ctx context.Context, s source.Source, t *source.Table) inspected {
	one := inspected{table: t, ids: make(map[string]idkind.Result)}
	if t.Partitions > 1 {
		r.note("%s has %s: the figures are those of the largest, %s", t.Name, english.Count(t.Partitions, "partition"), t.Partition)
	}
	roles := rolesOf(t)
	for _, c := range t.Columns {
		if len(roles[c.Name]) == 0 {
			continue
		}
		one.keys = append(one.keys, c.Name)
		if c.Class != source.Other {
			one.read = append(one.read, c.Name)
		}
	}
	if len(one.keys) == 0 {
		return one
	}
	one.clock = clockOf(t)
	columns := one.read
	if one.clock != "" && !slices.Contains(columns, one.clock) {
		columns = append(slices.Clone(columns), one.clock)
	}
	if len(one.read) > 0 {
		one.sample = s.Sample(ctx, t, columns)
	}
	if r.dry {
		if len(one.read) > 0 {
			s.Runs(ctx, t, one.sample)
		}
		r.noteMoves(s, t, roles)
		return one
	}
	if missing := one.sample.Missing; missing != "" {
		r.note("%s: no sample: %s", t.Name, missing)
		if missing != source.Empty && missing != source.NoRow {
			r.Unread = append(r.Unread, t.Name)
		}
	}
	countRows(ctx, s, t, one.sample)
	for _, c := range t.Columns {
		if len(roles[c.Name]) > 0 {
			r.column(&one, c, roles[c.Name], one.sample)
		}
	}
	return one
}

// column adds a column to the report, with what a sample of the table shows of its values.
func (r *Report) column(t *inspected, c source.Column, roles []Role, sample source.Sample) {
	key := KeyColumn{Table: t.table.Name, Name: c.Name, Type: c.Type, Roles: roles, Order: idkind.Unknown, Missing: sample.Missing}
	values, ok := sample.Values[c.Name]
	switch {
	case ok:
		h := idkind.Hints{Now: r.Started, Rows: rowsOf(t.table), Placed: sample.Placed && !isRowOrder(t.table, c.Name), ByLastGroup: c.Class == source.UUID && r.Server.Product == "MariaDB"}
		if t.clock != c.Name {
			h.Times = sample.Values[t.clock]
		}
		key.IDs = idkind.Of(values, h)
		if key.Order = key.IDs.Order(); key.IDs.Time != 0 {
			key.Beside = t.clock
		}
	case key.Missing == "":
		key.Missing = "values of this type are not read"
	}
	if key.IDs.Form == "" {
		key.IDs.Form = idkind.Other
	}
	r.Columns = append(r.Columns, key)
	if holdsIDs(key.IDs, roles) && !slices.Contains(roles, Joined) { // its key gets the advice
		t.ids[c.Name] = key.IDs
	}
	r.noteColumn(key)
}

// noteColumn adds notes about what else the values of a column may be.
func (r *Report) noteColumn(c KeyColumn) {
	name, ids := c.Table+"."+c.Name, c.IDs
	if rivals := ids.Rivals(); len(rivals) > 0 && ids.Parts[0].Order == idkind.Ordered {
		r.note("%s could be as well: %s", name, strings.Join(rivals, ", "))
	}
	if len(ids.Parts) == 0 || ids.Parts[0].Order != idkind.Random {
		return
	}
	if ids.IsInPlace() {
		r.note("%s holds %s, but the rows lie in the order of the keys: they were sorted, or the keys have an order that their bits do not show", name, ids.Parts[0])
	}
	if ids.Negative > 0 {
		r.note("%s: negative values are right for signed hashes; unsigned IDs of 2^63 and more would sort first here", name)
	}
}

// clockOf returns the column of a table by whose values the age of a row is seen: the time at which it
// was made, or another time of it, or else the integer that is its primary key; "" if there is none.
func clockOf(t *source.Table) string {
	best, rank := "", 0
	for _, c := range t.Columns {
		if n := clockRank(c); n > rank {
			best, rank = c.Name, n
		}
	}
	if best != "" {
		return best
	}
	for _, x := range t.Indexes {
		if c, ok := t.Column(x.Columns[0]); ok && x.Primary && len(x.Columns) == 1 && c.Class == source.Integer {
			return c.Name
		}
	}
	return ""
}

// clockRank returns how well a column says when a row was made, 0 if it does not.
func clockRank(c source.Column) int {
	kind, name := strings.ToLower(c.Type), strings.ToLower(c.Name)
	named := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	}
	const made, inserted, other = 3, 2, 1
	switch {
	case !strings.Contains(kind, "timestamp") && !strings.Contains(kind, "datetime"):
		return 0
	case named("creat"):
		return made
	case named("insert", "added", "regist", "joined", "sent", "posted", "placed"):
		return inserted
	}
	return other
}

// isRowOrder reports whether the rows are stored in the order of a column.
func isRowOrder(t *source.Table, column string) bool {
	return slices.ContainsFunc(t.Indexes, func(x source.Index) bool { return x.Clustered && x.Columns[0] == column })
}

// holdsIDs reports whether values are IDs. Values of no known layout are IDs if they
// identify rows, but not in other unique columns, which may be telephone numbers or the
// references of another company.
func holdsIDs(ids idkind.Result, roles []Role) bool {
	if !ids.IsID() {
		return false
	}
	known := slices.ContainsFunc(ids.Parts, func(p idkind.Part) bool { return p.Order != idkind.Unknown && p.Chance < 0 })
	return known || slices.Contains(roles, Primary) || slices.Contains(roles, Foreign)
}

// rolesOf returns the roles of the columns that are in keys.
func rolesOf(t *source.Table) map[string][]Role {
	roles := make(map[string][]Role)
	add := func(columns []string, role Role) {
		for _, c := range columns {
			if !slices.Contains(roles[c], role) {
				roles[c] = append(roles[c], role)
			}
		}
	}
	for _, x := range t.Indexes {
		if x.Primary {
			add(x.Columns, Primary)
		}
	}
	for _, x := range t.Indexes {
		if x.Unique && !x.Primary {
			add(x.Columns, Unique)
		}
	}
	for _, f := range t.References {
		add(f.Columns, Foreign)
	}
	return roles
}

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

// keyColumn returns a column of the report, nil if it has none of these names.
func (r *Report) keyColumn(table, name string) *KeyColumn {
	i := slices.IndexFunc(r.Columns, func(c KeyColumn) bool { return c.Table == table && c.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Columns[i]
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
	one.clock, one.made = clockOf(t)
	if len(one.read) > 0 {
		one.sample = s.Sample(ctx, t, one.withClock(one.read))
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
	if c, ok := t.Column(one.clock); ok && c.Class == source.Integer && !r.grows(c, t, one.sample) {
		one.clock = ""
	}
	inOrder := r.isInOrderOfTime(t, one.sample)
	for _, c := range t.Columns {
		if len(roles[c.Name]) > 0 {
			r.column(&one, c, roles[c.Name], one.sample, inOrder)
		}
	}
	return one
}

// withClock returns columns with the one by which the age of a row is seen.
func (t inspected) withClock(columns []string) []string {
	if t.clock == "" || slices.Contains(columns, t.clock) {
		return columns
	}
	return append(slices.Clone(columns), t.clock)
}

// column adds a column to the report, with what a sample of the table shows of its values. inOrder is whether the
// places of the rows show their age.
func (r *Report) column(t *inspected, c source.Column, roles []Role, sample source.Sample, inOrder bool) {
	key := KeyColumn{Table: t.table.Name, Name: c.Name, Type: c.Type, Roles: roles, Order: idkind.Unknown, Missing: sample.Missing}
	values, ok := sample.Values[c.Name]
	switch {
	case ok:
		h := idkind.Hints{
			Now: r.Started, Rows: rowsOf(t.table), Placed: inOrder && c.Name != clustered(t.table),
			Numeric: c.Class == source.Numeric, ByLastGroup: c.Class == source.UUID && r.Server.Product == "MariaDB",
		}
		if t.clock != c.Name {
			h.Times, h.TimesChange = sample.Values[t.clock], !t.made
		}
		key.IDs = idkind.Of(values, h)
		if key.Order = orderOf(t.table, c.Name, roles, key.IDs); key.IDs.Time != 0 {
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

// orderOf returns the order of a column's new values. A column that is no key by itself has the same value in
// several rows: it grows with time only if the rows show it, such as lines that are added with their order. A
// reference to old rows has an ordered kind all the same.
func orderOf(t *source.Table, column string, roles []Role, ids idkind.Result) idkind.Order {
	order := ids.Order()
	isKey := slices.ContainsFunc(t.Indexes, func(x source.Index) bool {
		return (x.Unique || x.Primary) && len(x.Columns) == 1 && x.Columns[0] == column
	})
	switch {
	case order != idkind.Ordered || isKey:
		return order
	case ids.Seen() != idkind.Unknown || slices.Contains(roles, Foreign) || slices.Contains(roles, Joined):
		return ids.Seen()
	}
	return order
}

// grows reports whether the integers of a primary key grow with time.
func (r *Report) grows(c source.Column, t *source.Table, sample source.Sample) bool {
	return c.Next > 0 || idkind.Of(sample.Values[c.Name], idkind.Hints{Now: r.Started, Rows: rowsOf(t)}).Order() == idkind.Ordered
}

// clockOf returns the column of a table by whose values the age of a row is seen: the time at which it
// was made, or another time of it, or else the integer that is its primary key; "" if there is none. made is
// false of another time, which may change with each UPDATE, or be in the future.
func clockOf(t *source.Table) (name string, made bool) {
	best, rank := "", 0
	for _, c := range t.Columns {
		if n := clockRank(c); n > rank {
			best, rank = c.Name, n
		}
	}
	if best != "" {
		return best, rank > clockOther
	}
	for _, x := range t.Indexes {
		if c, ok := t.Column(x.Columns[0]); ok && x.Primary && len(x.Columns) == 1 && c.Class == source.Integer {
			return c.Name, true
		}
	}
	return "", false
}

// The ranks of columns as clocks: the time at which a row was made, or inserted, or another one.
const (
	clockOther = 1 + iota
	clockInserted
	clockMade
)

// clockRank returns how well a column says when a row was made, 0 if it does not.
func clockRank(c source.Column) int {
	kind, name := strings.ToLower(c.Type), strings.ToLower(c.Name)
	named := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	}
	switch {
	case !strings.Contains(kind, "timestamp") && !strings.Contains(kind, "datetime"):
		return 0
	case named("creat"):
		return clockMade
	case named("insert", "added", "regist", "joined", "sent", "posted", "placed"):
		return clockInserted
	}
	return clockOther
}

// isInOrderOfTime reports whether the places of a table's rows show their age: the column by which they are
// stored, if there is one, must grow with time.
func (r *Report) isInOrderOfTime(t *source.Table, sample source.Sample) bool {
	c, ok := t.Column(clustered(t))
	return sample.Placed && (!ok || r.grows(c, t, sample))
}

// clustered returns the first column of the index that has the rows, "" if none has.
func clustered(t *source.Table) string {
	for _, x := range t.Indexes {
		if x.Clustered {
			return x.Columns[0]
		}
	}
	return ""
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

package inspect

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/source"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// findJoined finds columns that hold keys of another table, and compare with them as nothing or slowly. It asks the
// values, because no foreign key says so.
func (r *Report) findJoined(ctx context.Context, s source.Source, tables []inspected, end time.Time) {
	if r.dry {
		s.Note("SELECT DISTINCT …  -- some values of columns that are named like IDs, and which of them are keys", 0)
		s.Note("SELECT …  -- about 1,500 rows of those that are keys", 0)
		return
	}
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	late := func(err error) bool {
		if err != nil {
			r.note("not all columns without foreign keys were compared with the keys that they hold: %v", err)
		}
		return err != nil
	}
	all, err := r.references(ctx, s)
	if late(err) {
		return
	}
	finder := all.Named(func(c joined.Column) bool {
		return slices.ContainsFunc(tables, func(t inspected) bool { return joinedName(r.Server, t.table, c.Name).Is(c) })
	})
	for i := range tables {
		t := &tables[i]
		key := firstKey(t.table)
		if !t.ids[key].IsID() {
			continue
		}
		references, err := finder.Of(ctx, joinedName(r.Server, t.table, key))
		if late(err) {
			return
		}
		for _, f := range references {
			i := slices.IndexFunc(tables, func(o inspected) bool { return joinedName(r.Server, o.table, f.Child.Name).Is(f.Child) })
			if i >= 0 && f.Key.Name == key {
				r.findDifference(t.table, key, f, tables[i].table)
				r.listJoined(ctx, s, t, key, f, &tables[i])
			}
		}
	}
}

// listJoined adds a column without a foreign key whose values are keys of a table to the columns of the report, or
// the role to one that is there, such as a part of the primary key of a table that joins two others.
func (r *Report) listJoined(ctx context.Context, s source.Source, parent *inspected, key string, f joined.Reference, t *inspected) {
	c, ok := t.table.Column(f.Child.Name)
	switch {
	case f.Verdict != joined.Joined, !ok || c.Class == source.Other, slices.Contains(t.referencing(parent.table.Name, key), c.Name):
		return
	case slices.Contains(parent.referencing(t.table.Name, c.Name), key): // two tables with the same keys: one is the other's
		return
	}
	t.joined = append(t.joined, source.Reference{Columns: []string{c.Name}, Table: parent.table.Name, To: []string{key}})
	if slices.Contains(t.keys, c.Name) {
		k := r.keyColumn(t.table.Name, c.Name)
		if !slices.Contains(k.Roles, Joined) {
			k.Roles = append(k.Roles, Joined)
		}
		k.Order = orderOf(t.table, c.Name, k.Roles, k.IDs)
		return
	}
	t.keys = append(t.keys, c.Name)
	sample := s.Sample(ctx, t.table, t.withClock([]string{c.Name}))
	r.column(t, c, []Role{Joined}, sample, r.isInOrderOfTime(t.table, sample))
}

// followsJoined reports whether the type of a column changes with that of a key that it holds without a foreign key.
func (r *Report) followsJoined(t inspected, column string, tables []inspected) bool {
	return slices.ContainsFunc(t.joined, func(f source.Reference) bool {
		return f.Columns[0] == column && slices.ContainsFunc(tables, func(p inspected) bool {
			key, ok := p.table.Column(f.To[0])
			if !ok || p.table.Name != f.Table {
				return false
			}
			_, _, ok = better(r.Server, key, p.ids[key.Name])
			return ok && p.ids[key.Name].IsKnown()
		})
	})
}

// references returns the finder of all columns, which it reads once.
func (r *Report) references(ctx context.Context, s source.Source) (*joined.Finder, error) {
	if r.finder == nil {
		finder, err := joined.New(ctx, s, r.Server.Product)
		if err != nil {
			return nil, err
		}
		r.finder = finder
	}
	return r.finder, nil
}

// findDifference adds a finding if a reference has another form or type than its key.
func (r *Report) findDifference(t *source.Table, key string, f joined.Reference, child *source.Table) {
	if f.Found == 0 || slices.Contains(referencing(child.References, t.Name, key), f.Child.Name) {
		return
	}
	c, _ := child.Column(f.Child.Name)
	k, _ := t.Column(key)
	quote := sqltext.PgQuote
	if r.Server.Product == "MySQL" || r.Server.Product == "MariaDB" {
		quote = sqltext.MyQuote
	}
	join := fmt.Sprintf("SELECT COUNT(*) FROM %s AS c JOIN %s AS k ON k.%s = c.%s", child.SQL(), t.SQL(), quote(key), quote(c.Name))
	var text string
	switch {
	case f.Differs():
		text = fmt.Sprintf("%d of %d sampled values are keys of %s.%s, as %s in %s, which has %s in %s: %s finds none of them. Use one form", f.Found, f.Asked, t.Name, key, f.ChildForm, described(c), f.KeyForm, described(k), join)
	case !c.ComparesLike(k):
		text = fmt.Sprintf("%d of %d sampled values are keys of %s.%s, but the column is %s and the key %s: %s converts each value. Use one type and collation", f.Found, f.Asked, t.Name, key, described(c), described(k), join)
	default:
		return
	}
	r.Findings = append(r.Findings, Finding{Name: finding.JoinedForms, Severity: finding.JoinedForms.Severity(), Table: child.Name, Column: c.Name, Text: text, Link: linkBinary})
}

// joinedName returns a column as package joined names it.
func joinedName(server source.Server, t *source.Table, column string) joined.Column {
	if server.Product == "PostgreSQL" {
		return joined.Column{Table: t.SQL(), Name: column}
	}
	return joined.Column{Table: t.Name, Name: column}
}

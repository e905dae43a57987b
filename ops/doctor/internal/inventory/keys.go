package inventory

import (
	"fmt"
	"slices"
	"strings"
)

// Reference is a reference to rows whose keys are new after a move.
type Reference struct {
	// Column counts by the row that it points to. It is the one of From that holds the key.
	Column string `json:"column"`
	// From holds the columns whose values together are those of the columns To of that row.
	From []string `json:"from"`
	To   []string `json:"to"`
}

// key returns the one of To whose values Column holds.
func (r Reference) key() string { return r.To[slices.Index(r.From, r.Column)] }

// place is a column of a table.
type place struct {
	table *table
	at    int
}

func (p place) String() string  { return p.table.name + "." + p.table.columns[p.at].name }
func (p place) column() *column { return p.table.columns[p.at] }

// find returns the column of a name such as users.id. Table is nil if there is none.
func find(tables []*table, name string) place {
	for _, t := range tables {
		if column, ok := strings.CutPrefix(name, t.name+"."); ok && t.index(column) >= 0 {
			return place{t, t.index(column)}
		}
	}
	return place{}
}

// links is what follow knows so far.
type links struct {
	tables []*table
	keys   []string
	list   []Reference
}

// follow checks the options, and returns the keys and all references to them: by foreign keys, by
// those to other references, and by the options.
func follow(tables []*table, o Options) ([]string, []Reference, error) {
	l := &links{tables: tables}
	for _, name := range o.Keys {
		if find(tables, name).table == nil {
			return nil, nil, fmt.Errorf("-keys %q: no such column: write it like users.id, with a schema of PostgreSQL in front unless it is public", name)
		}
		l.keys = append(l.keys, name)
	}
	for _, s := range o.References {
		from, to, ok := strings.Cut(s, "=")
		if !ok {
			return nil, nil, fmt.Errorf("-references %q: write it like orders.user_id=users.id", s)
		}
		f, t := find(tables, from), find(tables, to)
		if f.table == nil || t.table == nil {
			return nil, nil, fmt.Errorf("-references %q: no such column: write it like orders.user_id=users.id", s)
		}
		f.table.references = slices.Insert(f.table.references, 0, foreignKey{columns: []string{f.column().name}, table: t.table.name, to: []string{t.column().name}})
	}
	for more := true; more; {
		more = false
		for _, t := range tables {
			for _, f := range t.references {
				added, err := l.add(t, f)
				if err != nil {
					return nil, nil, err
				}
				more = more || added
			}
		}
	}
	for _, s := range o.References {
		if from, _, _ := strings.Cut(s, "="); !slices.ContainsFunc(l.list, func(r Reference) bool { return r.Column == from }) {
			_, to, _ := strings.Cut(s, "=")
			return nil, nil, fmt.Errorf("-references %q: %s is not one of the keys: add -keys %s", s, to, to)
		}
	}
	return l.keys, l.list, nil
}

// add adds the references of a foreign key, and reports whether there are new ones.
func (l *links) add(t *table, f foreignKey) (added bool, err error) {
	for i, name := range f.columns {
		from, to := t.name+"."+name, f.table+"."+f.to[i]
		if slices.Contains(l.keys, from) || slices.ContainsFunc(l.list, func(r Reference) bool { return r.Column == from }) {
			continue
		}
		r := Reference{Column: from, From: qualified(t.name, f.columns), To: qualified(f.table, f.to)}
		if !slices.Contains(l.keys, to) {
			k := slices.IndexFunc(l.list, func(r Reference) bool { return r.Column == to })
			if k < 0 {
				continue
			}
			// The reference to a reference points to the row of the latter.
			r.From, r.To = nil, l.list[k].To
			for _, column := range l.list[k].From {
				j := slices.Index(f.to, strings.TrimPrefix(column, f.table+"."))
				if j < 0 {
					return false, fmt.Errorf("%s refers to %s, which points to a row by %s as well: add -references %s=%s if that alone names the row", from, to, column, from, l.list[k].key())
				}
				r.From = append(r.From, t.name+"."+f.columns[j])
			}
		}
		l.list, added = append(l.list, r), true
	}
	return added, nil
}

func qualified(table string, columns []string) []string {
	var list []string
	for _, c := range columns {
		list = append(list, table+"."+c)
	}
	return list
}

// target is a table to whose rows columns point by the values of some of its columns.
type target struct {
	table *table
	to    []int
	rows  map[digest]int32 // numbers of rows, by the digests of these values
}

// only leaves out the columns that an earlier inventory does not have.
func (r *reader) only(before *Inventory) {
	for _, t := range r.tables {
		i := slices.IndexFunc(before.Tables, func(x Rows) bool { return x.Name == t.name && x.Unread == "" })
		if i < 0 {
			continue
		}
		for _, c := range t.columns {
			c.late = !slices.ContainsFunc(before.Tables[i].Columns, func(x Values) bool { return x.Name == c.name })
		}
	}
}

// apply marks the keys, and the references to them. Those that are gone are left out.
func (r *reader) apply(keys []string, list []Reference) {
	for _, name := range keys {
		if p := find(r.tables, name); p.table != nil {
			p.column().key = true
		}
	}
	byColumns := map[string]*target{}
	for _, x := range list {
		p, tuple, to := find(r.tables, x.Column), places(r.tables, x.From), places(r.tables, x.To)
		if p.table == nil || tuple == nil || to == nil {
			continue
		}
		id := strings.Join(x.To, "\x00")
		if byColumns[id] == nil {
			byColumns[id] = &target{table: to[0].table}
			for _, q := range to {
				byColumns[id].to = append(byColumns[id].to, q.at)
			}
			r.targets = append(r.targets, byColumns[id])
		}
		p.column().target, p.column().targetName = byColumns[id], x.key()
		for _, q := range tuple {
			p.column().tuple = append(p.column().tuple, q.at)
		}
	}
}

// places returns the columns of names, or nil if one is gone.
func places(tables []*table, names []string) []place {
	var list []place
	for _, name := range names {
		p := find(tables, name)
		if p.table == nil {
			return nil
		}
		list = append(list, p)
	}
	return list
}

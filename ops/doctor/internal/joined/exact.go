package joined

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// IDs returns the columns of texts and bytes whose samples have IDs that are written in a form, but for keys that are
// named as those of their own table.
func (f *Finder) IDs(form string) []Column {
	var list []Column
	for _, c := range f.columns {
		if c.sample == nil || c.class != texts && c.class != rawBytes || c.foreign || c.isOwnKey() {
			continue
		}
		if slices.ContainsFunc(c.sample.values, func(v value) bool { return v.isID && strings.HasPrefix(v.form, form) }) {
			list = append(list, c.Column)
		}
	}
	return list
}

// isOwnKey reports whether a column is a key named id or so, or like its table.
func (x *candidate) isOwnKey() bool {
	return x.unique && (len(words(x.Name)) == 1 || compareNames(x.Column, Column{x.Table, "id"}) == likeKey)
}

// Holds looks in all rows of a column for one that holds one of some keys, or if there are none, one of any other key than
// those that it may hold. It returns the key, which is zero if there is no such row.
func (f *Finder) Holds(ctx context.Context, c Column, keys, may []Column) (found Column, err error) {
	child := f.find(c)
	if child == nil {
		return Column{}, nil
	}
	var asked, known []*candidate
	for _, k := range f.columns {
		if k == child || k.class != child.class {
			continue
		}
		switch is := func(o Column) bool { return k.Is(o) }; {
		case slices.ContainsFunc(may, is):
			known = append(known, k)
		case slices.ContainsFunc(keys, is), len(keys) == 0 && k.unique && slices.ContainsFunc(k.values(), func(v value) bool { return v.isID }):
			asked = append(asked, k)
		}
	}
	if len(asked) == 0 {
		return Column{}, nil
	}
	err = f.db.Query(ctx, f.dialect.holds(child, asked, known), func(rows *sql.Rows) error {
		var n int
		err := rows.Scan(&n)
		if err == nil && n < len(asked) {
			found = asked[n].Column
		}
		return err
	})
	return found, err
}

func (x *candidate) values() []value {
	if x.sample == nil {
		return nil
	}
	return x.sample.values
}

// holds returns a statement for the number of the first key of a list that a row holds, and none of other keys.
func (d *dialect) holds(child *candidate, asked, known []*candidate) string {
	value := "c." + d.quote(child.Name)
	exists := func(k *candidate) string {
		v := value
		if k.class == texts {
			v = d.like(value, k)
		}
		return fmt.Sprintf("EXISTS (SELECT 1 FROM %s AS k WHERE k.%s = %s)", d.table(k.Table), d.quote(k.Name), v)
	}
	var cases, either, none strings.Builder
	for n, k := range asked {
		fmt.Fprintf(&cases, " WHEN %s THEN %d", exists(k), n)
		if n > 0 {
			either.WriteString(" OR ")
		}
		either.WriteString(exists(k))
	}
	for _, k := range known {
		none.WriteString(" AND NOT " + exists(k))
	}
	return fmt.Sprintf("SELECT CASE%s ELSE %d END FROM %s AS c WHERE %s IS NOT NULL%s AND (%s) LIMIT 1", cases.String(), len(asked), d.table(child.Table), value, none.String(), either.String())
}

// Blank returns columns of the type of another one that have no values and are named like IDs, but of no key.
func (f *Finder) Blank(ctx context.Context, c Column) ([]Column, error) {
	at := f.find(c)
	if at == nil {
		return nil, nil
	}
	var list []Column
	for _, o := range f.columns {
		if o == at || o.kind != at.kind || !isIDName(o.Name) || o.isOwnKey() {
			continue
		}
		s, err := f.sampleOf(ctx, o)
		if err != nil {
			return nil, err
		}
		if len(s.values) == 0 && s.missing == "" && !f.isOfAnother(o, nil) {
			list = append(list, o.Column)
		}
	}
	return list, nil
}

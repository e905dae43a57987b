// Package joined finds the columns whose values are keys of another column, also where no foreign
// key says so: by their names, their types and their values.
package joined

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/english"
)

// Database sends statements that only read.
type Database interface {
	Query(ctx context.Context, query string, each func(*sql.Rows) error) error
}

// Column is a column: its table is quoted, at least where it must, and has its schema on PostgreSQL, and is as it is
// elsewhere.
type Column struct{ Table, Name string }

// Is reports whether both are one column: a name may have quotes that it does not need.
func (c Column) Is(o Column) bool {
	bare := func(table string) string { return strings.ReplaceAll(table, `"`, "") }
	return c.Name == o.Name && bare(c.Table) == bare(o.Table)
}

func (c Column) String() string { return c.Table + "." + c.Name }

// Verdict is what is known of two columns.
type Verdict int

// The verdicts.
const (
	// Joined means that the values of a column are keys of the other one.
	Joined Verdict = iota + 1
	// Unclear means that a person has to say: there are no values, or too few of them are keys, or
	// the column holds keys of several tables.
	Unclear
	// Different means that the name says that the column references the key, and the values do not.
	Different
)

// Reference is a column that references a key, or may do so, without a foreign key.
type Reference struct {
	Child, Key Column
	Verdict    Verdict
	// Asked is how many values of the child were looked for among the keys, and Found how many of
	// them are keys.
	Asked, Found int
	// Inside is whether the values are inside of JSON or an array, and Foreign whether the child is in a
	// foreign table.
	Inside, Foreign bool
	// Mixed is whether values beside the keys are no IDs at all.
	Mixed bool
	// Others holds other keys that some of the values are.
	Others []Column
	// ChildType and KeyType are the types, and ChildForm and KeyForm how both write the values.
	ChildType, KeyType, ChildForm, KeyForm string
	// Missing is why the values could not be read; empty if they could.
	Missing string
}

// Differs reports whether the columns write one value in two ways, so that a join finds nothing.
func (r Reference) Differs() bool { return r.Found > 0 && r.ChildForm != r.KeyForm }

// Why says what the verdict is based on.
func (r Reference) Why() string {
	switch {
	case r.Missing != "":
		return fmt.Sprintf("its name is like one of a reference to %s, and its values could not be read: %s", r.Key, r.Missing)
	case r.Asked == 0:
		return fmt.Sprintf("its name is like one of a reference to %s, and it has no values", r.Key)
	case r.Found == 1 && r.Asked == 1:
		return fmt.Sprintf("its only sampled value is a key of %s", r.Key)
	case r.Found == r.Asked:
		return fmt.Sprintf("all of %s of it are keys of %s", sampled(r.Asked), r.Key)
	case len(r.Others) > 0:
		var names []string
		for _, c := range r.Others {
			names = append(names, c.String())
		}
		return fmt.Sprintf("%d of %s of it are keys of %s, and others of %s", r.Found, sampled(r.Asked), r.Key, english.And(names))
	case r.Found == 0:
		return fmt.Sprintf("its name is like one of a reference to %s, and none of %s of it is a key of that", r.Key, sampled(r.Asked))
	}
	return fmt.Sprintf("%d of %s of it are keys of %s", r.Found, sampled(r.Asked), r.Key)
}

func sampled(n int) string { return english.Count(n, "sampled value") }

// Finder finds references of a database. It remembers the values that it has read.
type Finder struct {
	db      Database
	dialect *dialect
	columns []*candidate
}

// candidate is a column that may hold keys.
type candidate struct {
	Column
	class   class
	kind    string // the type as the server writes it
	length  int    // of a text or bytes; 0 for no limit
	foreign bool   // whether it is in a foreign table
	unique  bool   // whether it alone is a primary or unique key
	sample  *sample
}

// sample holds some values of a column.
type sample struct {
	values  []value
	missing string
}

// Least lengths of a column that can hold IDs, in characters and bytes.
const (
	leastText  = 20
	leastBytes = 16
)

// New reads the columns of a database.
func New(ctx context.Context, db Database, product string) (*Finder, error) {
	f := &Finder{db: db, dialect: dialects[product]}
	if f.dialect == nil {
		return nil, fmt.Errorf("%s: references are found on PostgreSQL, MySQL, MariaDB and SQLite", product)
	}
	var err error
	f.columns, err = f.dialect.columns(ctx, db)
	return f, err
}

// find returns the candidate of a column.
func (f *Finder) find(c Column) *candidate {
	i := slices.IndexFunc(f.columns, func(x *candidate) bool { return x.Is(c) })
	if i < 0 {
		return nil
	}
	return f.columns[i]
}

// Of returns the references of a column, in the order of their children: those of other columns to it if it alone is
// a key, and its own to the keys of other tables otherwise.
func (f *Finder) Of(ctx context.Context, c Column) ([]Reference, error) {
	return f.of(ctx, c, func(*candidate) bool { return true })
}

// OfNamed is like Of, but leaves out texts whose names are no names of IDs. It reads much less.
func (f *Finder) OfNamed(ctx context.Context, c Column) ([]Reference, error) {
	return f.of(ctx, c, func(child *candidate) bool {
		return child.class != nested && !child.foreign && (child.class != texts || isIDName(child.Name))
	})
}

func (f *Finder) of(ctx context.Context, c Column, asks func(child *candidate) bool) ([]Reference, error) {
	at := f.find(c)
	if at == nil {
		return nil, nil
	}
	var list []Reference
	for _, o := range f.columns {
		child, key := o, at
		if !at.unique {
			child, key = at, o
		}
		if o == at || at.class == nested || !key.unique || !child.mayHold(key) || !asks(child) {
			continue
		}
		r, err := f.compare(ctx, child, key)
		if err != nil {
			return nil, err
		}
		// A key without a reference to it is no news.
		if r.Verdict != 0 && (at.unique || r.Found > 0) {
			list = append(list, r)
		}
	}
	return list, nil
}

// mayHold reports whether a column can hold the values of a key by its type.
func (x *candidate) mayHold(key *candidate) bool {
	switch {
	case (x.class == integers) != (key.class == integers), key.class == nested, key.foreign:
		return false
	case x.class == integers:
		return compareNames(x.Column, key.Column) != unlike
	case x.class == texts:
		return x.length == 0 || x.length >= leastText
	case x.class == rawBytes:
		return x.length == 0 || x.length >= leastBytes
	}
	return true
}

// compare looks for the values of a column among the keys of another one.
func (f *Finder) compare(ctx context.Context, child, key *candidate) (r Reference, err error) {
	like := compareNames(child.Column, key.Column)
	r = Reference{Child: child.Column, Key: key.Column, ChildType: child.kind, KeyType: key.kind, Inside: child.class == nested, Foreign: child.foreign}
	values, err := f.sampleOf(ctx, child)
	if err != nil {
		return r, err
	}
	if r.Inside {
		like = unlike // it is no column of keys
	}
	if like == likeID && len(values.values) == 0 && (child.unique || f.isOfAnother(child, key)) {
		return r, nil
	}
	if like < likeKey && (values.missing != "" || len(values.values) == 0) && (like == unlike || child.kind != key.kind) {
		return r, nil
	}
	if r.Missing = values.missing; r.Missing != "" || len(values.values) == 0 {
		r.Verdict = emptyVerdict(like, r.Missing, child.kind == key.kind)
		return r, nil
	}
	if like == unlike && !slices.ContainsFunc(values.values, func(v value) bool { return v.isID }) {
		return r, nil
	}
	found, form, err := f.ask(ctx, key, values.values)
	if err != nil {
		return r, err
	}
	r.Asked, r.KeyForm = len(values.values), form
	ids := 0
	var rest []value
	for _, v := range values.values {
		if v.isID {
			ids++
		}
		if found[v.raw] {
			r.Found++
			r.ChildForm = v.form
		} else {
			rest = append(rest, v)
		}
	}
	if r.Found > 0 && len(rest) > 0 {
		if r.Others, err = f.others(ctx, child, key, rest); err != nil {
			return r, err
		}
	}
	r.Mixed = ids > 0 && r.Found > 0 && slices.ContainsFunc(rest, func(v value) bool { return v.form == FormText || v.form == FormInteger })
	r.Verdict = verdict(like, r.Asked, r.Found, len(r.Others), 2*ids > r.Asked)
	return r, nil
}

// isOfAnother reports whether the name of a column says that it references another key.
func (f *Finder) isOfAnother(child, key *candidate) bool {
	return slices.ContainsFunc(f.columns, func(o *candidate) bool {
		return o != key && o != child && o.unique && compareNames(child.Column, o.Column) == likeKey
	})
}

// emptyVerdict returns what is known of a column without values.
func emptyVerdict(like likeness, missing string, sameType bool) Verdict {
	if like == likeKey && missing == "" && sameType {
		return Joined
	}
	return Unclear
}

// verdict returns what values say. Those of IDs are in no two tables by chance; other values, such as
// small integers, need a name that says the same.
func verdict(like likeness, asked, found, others int, ids bool) Verdict {
	switch {
	case found == 0 && like == likeKey:
		return Different
	case found == 0:
		return 0
	case others > 0:
		if !ids && like != likeKey {
			return 0 // small numbers are keys of everything
		}
		if ids || like != likeKey {
			return Unclear
		}
		return Joined
	case ids:
		return Joined
	case found == asked && like == likeKey:
		return Joined
	case like == likeKey, found == asked && like == likeID:
		return Unclear
	}
	return 0
}

// others returns the other keys that some values are.
func (f *Finder) others(ctx context.Context, child, key *candidate, rest []value) ([]Column, error) {
	var list []Column
	for _, o := range f.columns {
		if !o.unique || o.Column == child.Column || o.Table == key.Table || !o.mayHold(key) {
			continue
		}
		found, _, err := f.ask(ctx, o, rest)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			list = append(list, o.Column)
		}
	}
	return list, nil
}

// ask returns which values are in a column, by their bytes, and how it writes them.
func (f *Finder) ask(ctx context.Context, c *candidate, values []value) (found map[string]bool, form string, err error) {
	var spelled []string
	wanted := map[string]bool{}
	for _, v := range values {
		if v.form == FormText && !column.IsPrintable(v.raw) {
			continue // a server may not compare it with a column of another character set
		}
		wanted[v.raw] = true
		spelled = append(spelled, c.class.spellings(v)...)
	}
	found = map[string]bool{}
	if len(spelled) == 0 {
		return found, "", nil
	}
	list, err := f.dialect.among(ctx, f.db, c, spelled)
	for _, s := range list {
		if v := c.class.read(s); wanted[v.raw] {
			found[v.raw], form = true, v.form
		}
	}
	return found, form, err
}

// Sample is what some values of a column are.
type Sample struct {
	// Values is how many were read, and Forms counts them by how they are written, without regard to case.
	Values int
	Forms  map[string]int
	// Unique is whether the column alone is a primary or unique key, Named whether its name is one of an
	// ID, and Length its greatest length; 0 for no limit.
	Unique bool
	Named  bool
	Length int
}

// Sample returns what some values of a column are. The forms are nil if they could not be read.
func (f *Finder) Sample(ctx context.Context, c Column) (Sample, error) {
	at := f.find(c)
	if at == nil {
		return Sample{}, nil
	}
	s, err := f.sampleOf(ctx, at)
	if err != nil || s.missing != "" {
		return Sample{Values: 1}, err
	}
	out := Sample{Values: len(s.values), Forms: map[string]int{}, Unique: at.unique, Named: isIDName(c.Name), Length: at.length}
	for _, v := range s.values {
		form, _, _ := strings.Cut(v.form, " in ")
		out.Forms[form]++
	}
	return out, nil
}

// sampleOf returns some values of a column.
func (f *Finder) sampleOf(ctx context.Context, c *candidate) (*sample, error) {
	if c.sample != nil {
		return c.sample, nil
	}
	list, err := f.dialect.sample(ctx, f.db, c)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	c.sample = &sample{}
	if err != nil {
		c.sample.missing = err.Error()
	}
	for _, s := range list {
		c.sample.values = append(c.sample.values, c.class.read(s))
	}
	return c.sample, nil
}

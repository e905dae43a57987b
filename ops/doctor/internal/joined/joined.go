// Package joined finds the columns whose values are keys of another column, also where no foreign
// key says so: by their names, their types and their values.
package joined

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
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
	// ByID is whether some of the values are IDs, which are in no two tables by chance.
	ByID bool
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
	selects func(Column) bool // nil for all columns
	failed  []string
	ids     map[string]value // all IDs that were sampled, by their bytes; nil until they are needed
}

// candidate is a column that may hold keys.
type candidate struct {
	Column
	class          class
	kind           string // the type as the server writes it
	length         int    // of a text or bytes; 0 for no limit
	foreign        bool   // whether it is in a foreign table
	denied         string // why the account reads not all rows of the table; empty if it does
	generated      bool   // whether the server computes it
	unique         bool   // whether it alone is a primary or unique key
	first          bool   // whether it is the first column of the primary key
	set, collation string // what makes a text comparable with it
	sample         *sample
	keys           map[string]string // of a unique column: how it writes those of the finder's IDs that it has; nil until it is asked
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

// Named returns a finder with the same columns that looks only at those that are named like IDs or have a type of IDs, and
// that the function selects. It reads much less, and shares no values with the first one.
func (f *Finder) Named(selects func(Column) bool) *Finder {
	n := &Finder{db: f.db, dialect: f.dialect, selects: selects}
	for _, c := range f.columns {
		own := *c
		own.sample, own.keys = nil, nil
		n.columns = append(n.columns, &own)
	}
	return n
}

// asks reports whether the finder looks at the values of a column.
func (f *Finder) asks(c *candidate) bool {
	return f.selects == nil || c.class != nested && !c.foreign && !c.generated && !c.isOwnKey() && (c.class == uuids || isIDName(c.Name)) && f.selects(c.Column)
}

// New reads the columns of a database.
func New(ctx context.Context, db Database, product string) (*Finder, error) {
	f := &Finder{db: db, dialect: dialects[product]}
	if f.dialect == nil {
		return nil, fmt.Errorf("%s: references are found on PostgreSQL, MySQL, MariaDB and SQLite", product)
	}
	var err error
	if f.columns, err = f.dialect.columns(ctx, db); err != nil {
		return nil, err
	}
	// A key with another column, as a partitioned table has it, is one too; that of a join table is a reference.
	var more []*candidate
	for _, c := range f.columns {
		references := func(o *candidate) bool { return o != c && (o.unique || o.first) && named(c.Column, o.Column) > 0 }
		if c.first && !c.unique && isIDName(c.Name) && !slices.ContainsFunc(f.columns, references) {
			more = append(more, c)
		}
	}
	for _, c := range more {
		c.unique = true
	}
	return f, nil
}

// Unread returns the tables that the account may not read, or not all rows of, with the reasons, if they have columns that
// could hold values of a key.
func (f *Finder) Unread(key Column) map[string]string {
	list := map[string]string{}
	at := f.find(key)
	for _, c := range f.columns {
		if at != nil && c != at && c.denied != "" && (c.class == integers) == (at.class == integers) {
			list[c.Table] = c.denied
		}
	}
	return list
}

// Missing returns the columns that could hold values of a key and could not be read for another reason than a right, with
// the server's errors.
func (f *Finder) Missing(key Column) map[Column]string {
	list := map[Column]string{}
	at := f.find(key)
	for _, c := range f.columns {
		if at != nil && c != at && c.sample != nil && c.sample.missing != "" && c.denied == "" && c.mayHold(at) {
			list[c.Column] = c.sample.missing
		}
	}
	return list
}

// IsKey reports whether a column is a key.
func (f *Finder) IsKey(c Column) bool {
	at := f.find(c)
	return at != nil && at.unique
}

// Failed says which columns could not be asked, with the server's errors.
func (f *Finder) Failed() []string { return f.failed }

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
		if o == at || at.class == nested || !key.unique || !child.mayHold(key) || !f.asks(child) {
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
	if like == likeKey && f.isOfAnother(child, key) {
		like = likeID // a better match
	}
	if child.class == integers && like == likeID && (child.unique || f.isOfAnother(child, key)) {
		return r, nil // small numbers are keys of every table
	}
	values, err := f.sampleOf(ctx, child)
	if err != nil {
		return r, err
	}
	if r.Inside {
		like = unlike // it is no column of keys
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
		if found[v.raw] {
			if v.isID {
				ids++
			}
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
	r.Inside = r.Inside || r.ChildForm == FormInside
	r.Mixed = ids > 0 && r.Found > 0 && slices.ContainsFunc(rest, func(v value) bool { return v.form == FormText || v.form == FormInteger })
	r.ByID = ids > 0
	r.Verdict = verdict(like, r.Asked, r.Found, len(r.Others), ids > 0)
	return r, nil
}

// isOfAnother reports whether the name of a column says that it references another key, and more so than the given one.
func (f *Finder) isOfAnother(child, key *candidate) bool {
	least := 0
	if key != nil {
		least = named(child.Column, key.Column)
	}
	return slices.ContainsFunc(f.columns, func(o *candidate) bool {
		return o != key && o != child && o.unique && named(child.Column, o.Column) > least
	})
}

// emptyVerdict returns what is known of a column without values.
func emptyVerdict(like likeness, missing string, sameType bool) Verdict {
	switch {
	case missing != "":
		return Unclear
	case like == likeKey && sameType:
		return Joined
	case like == likeKey:
		return Unclear
	}
	return 0 // the name says which key an empty column is for, or nothing does
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
		if !ids && (like == unlike || like == likeID && 2*found < asked) {
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
	found = map[string]bool{}
	var plain []value
	for _, v := range values {
		switch {
		case v.isID:
			if c.keys == nil {
				if err := f.askAll(ctx, c); err != nil {
					return nil, "", err
				}
			}
			if written, ok := c.keys[v.raw]; ok {
				found[v.raw], form = true, written
			}
		case v.form != FormText || column.IsPrintable(v.raw): // a server may not compare others with a column of another character set
			plain = append(plain, v)
		}
	}
	if len(plain) == 0 {
		return found, form, nil
	}
	err = f.among(ctx, c, plain, func(v value) { found[v.raw], form = true, v.form })
	return found, form, err
}

// askAll asks a key for all IDs that are in the samples of other columns, so that each key is asked once and not for each
// column.
func (f *Finder) askAll(ctx context.Context, c *candidate) error {
	if err := f.collectIDs(ctx, c); err != nil {
		return err
	}
	c.keys = map[string]string{}
	all, isAll, err := f.dialect.all(ctx, f.db, c)
	for _, s := range all {
		v := c.class.read(s)
		if _, wanted := f.ids[v.raw]; wanted && v.form != FormInside {
			c.keys[v.raw] = v.form
		}
	}
	if err == nil && !isAll {
		err = f.among(ctx, c, slices.Collect(maps.Values(f.ids)), func(v value) { c.keys[v.raw] = v.form })
	}
	if err != nil && ctx.Err() == nil {
		f.failed = append(f.failed, fmt.Sprintf("%s could not be asked for the values of other columns: %v", c.Column, err))
		return nil
	}
	return err
}

// collectIDs collects the IDs that are in the samples of columns, if it has not done so.
func (f *Finder) collectIDs(ctx context.Context, key *candidate) error {
	if f.ids != nil {
		return nil
	}
	ids := map[string]value{}
	for _, o := range f.columns {
		if !f.asks(o) || o.class == integers || !o.mayHold(key) {
			continue
		}
		s, err := f.sampleOf(ctx, o)
		if err != nil {
			return err
		}
		for _, v := range s.values {
			if v.isID {
				ids[v.raw] = v
			}
		}
	}
	f.ids = ids
	return nil
}

// inOneStatement is how many values a statement looks for.
const inOneStatement = 1000

// among calls each for those of the values that are in a column.
func (f *Finder) among(ctx context.Context, c *candidate, values []value, each func(value)) error {
	for part := range slices.Chunk(values, inOneStatement) {
		wanted := map[string]bool{}
		var spelled []string
		for _, v := range part {
			wanted[v.raw] = true
			spelled = append(spelled, c.class.spellings(v)...)
		}
		if len(spelled) == 0 {
			continue
		}
		list, err := f.dialect.among(ctx, f.db, c, spelled)
		if err != nil {
			return err
		}
		for _, s := range list {
			if v := c.class.read(s); wanted[v.raw] {
				each(v)
			}
		}
	}
	return nil
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
	if c.denied != "" {
		c.sample = &sample{missing: c.denied}
		return c.sample, nil
	}
	most := sampledRows
	if f.selects != nil {
		most = sampledBriefly
	}
	list, err := f.dialect.sample(ctx, f.db, c, most)
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

package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// resolver finds the columns of a name that the user wrote.
type resolver func(ctx context.Context, name string) ([]joined.Column, error)

// choices has what the user wrote of columns: a flag and its value.
type choices map[joined.Column]string

// find adds the columns that the user named, and all that hold their values: those that foreign keys join to them, by
// the function byKeys, and those whose values say so.
func (p *plan) find(ctx context.Context, resolve resolver, byKeys func(context.Context) error) (err error) {
	if p.finder == nil {
		if p.finder, err = joined.New(ctx, p.db, p.server.Product); err != nil {
			return err
		}
	}
	if p.columns, err = p.resolveAll(ctx, resolve, slices.Concat(p.options.Columns, p.options.With)); err != nil {
		return err
	}
	p.named = len(p.columns)
	chosen, err := p.choose(ctx, resolve)
	if err != nil {
		return err
	}
	if err := p.follow(ctx, byKeys, chosen); err != nil {
		return err
	}
	if err := errors.Join(p.exact(ctx, chosen), p.blank(ctx, chosen)); err != nil {
		return err
	}
	p.Unread(p.finder, p.columns[:1], func(c joined.Column) bool { return slices.Contains(p.columns, c) || chosen[c] != "" })
	return p.evidence(ctx)
}

// choose reads what the user wrote of columns.
func (p *plan) choose(ctx context.Context, resolve resolver) (choices, error) {
	chosen := choices{}
	for flag, names := range map[string][]string{"-with": p.options.With, "-leave": p.options.Leave} {
		for _, name := range names {
			found, err := resolve(ctx, name)
			if err != nil {
				return nil, fmt.Errorf("%s %w", flag, err)
			}
			for _, c := range found {
				chosen[c] = flag + " " + name
				if flag == "-with" {
					p.Use(chosen[c])
					p.evident[c] = true
				}
			}
		}
	}
	return chosen, nil
}

// follow adds the columns that are joined to those of the plan, until there are no more.
func (p *plan) follow(ctx context.Context, byKeys func(context.Context) error, chosen choices) error {
	asked := map[joined.Column]bool{}
	for before := -1; before < len(p.columns); {
		before = len(p.columns)
		if err := byKeys(ctx); err != nil {
			return err
		}
		for _, c := range slices.Clone(p.columns) {
			if asked[c] {
				continue
			}
			asked[c] = true
			references, err := p.finder.Of(ctx, c)
			if err != nil {
				return err
			}
			for _, r := range references {
				p.reference(c, r, chosen)
			}
		}
		// What else a column holds may move too by now.
		p.pending = slices.DeleteFunc(p.pending, func(x pending) bool {
			if !p.moveAll(x.r.Others) {
				return slices.Contains(p.columns, x.column)
			}
			x.r.Others = nil
			p.reference(x.moved, x.r, chosen)
			return true
		})
	}
	for _, x := range p.pending {
		p.Refuse("column %s: %s: name all of these keys, or add -leave %s", x.column, x.r.Why(), x.column)
	}
	return nil
}

// resolveAll returns the columns of some names.
func (p *plan) resolveAll(ctx context.Context, resolve resolver, names []string) ([]joined.Column, error) {
	var all []joined.Column
	for _, name := range names {
		found, err := resolve(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all, nil
}

// pending is a column that holds keys of several columns, which all have to move if it does.
type pending struct {
	column, moved joined.Column
	r             joined.Reference
}

// reference decides what becomes of a column that a moved one is joined to without a foreign key.
func (p *plan) reference(moved joined.Column, r joined.Reference, chosen choices) {
	other := r.Child
	if other == moved {
		other = r.Key
	}
	choice := chosen[other]
	holds := r.Verdict == joined.Joined || r.ByID
	p.decided[other] = p.decided[other] || r.Verdict != joined.Different
	switch {
	case slices.Contains(p.columns, other):
		if r.Verdict == joined.Joined {
			p.evident[other], p.evident[moved] = true, true
		}
	case strings.HasPrefix(choice, "-leave"):
		p.Use(choice)
		p.Note("%s stays as it is: %s; programs must convert what they compare with it", other, r.Why())
	case r.Inside:
		p.Note("%s stays as it is: values inside of it are keys of %s (%s): programs must convert what they compare with it", other, r.Key, r.ChildType)
	case r.Foreign && r.Verdict != joined.Different:
		p.Refuse("column %s: %s, and it is of a foreign table, which the script does not change: add -leave %s", other, r.Why(), other)
	case p.hasNewForm(r):
		p.Note("%s stays as it is: it has another form already (%s): %s", other, r.ChildType, r.Why())
	case r.Verdict == joined.Different:
		p.Note("%s stays as it is: %s", other, r.Why())
	case len(r.Others) > 0:
		if !slices.ContainsFunc(p.pending, func(x pending) bool { return x.column == other }) {
			p.pending = append(p.pending, pending{other, moved, r})
		}
	case holds && r.Mixed:
		p.Refuse("column %s: %s, and its other values are no IDs: add -leave %s, and convert them by hand", other, r.Why(), other)
	case holds && (r.Found == 0 || strings.HasPrefix(r.ChildForm, p.form.written)):
		p.join(other)
		p.Note("%s moves too: no foreign key says so, but %s", other, r.Why())
	case r.Verdict == joined.Joined:
		p.Refuse("column %s: %s, as %s, which -from %s does not read: move it by a script of its own, and add -leave %s here", other, r.Why(), r.ChildForm, p.options.From, other)
	default:
		p.Refuse("column %s: %s: add -with %s if it holds such keys, or -leave %s if it does not", other, r.Why(), other, other)
	}
}

// exact asks all rows what samples cannot say: whether a column that stays holds keys of those that move, and whether one
// that moves without a foreign key holds keys of tables that stay.
func (p *plan) exact(ctx context.Context, chosen choices) error {
	if p.options.Sampled {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, exactTime)
	defer cancel()
	var keys, sampled []joined.Column // the keys that move, and what the user named in place of one
	for n, c := range p.columns {
		if k := (c); p.finder.IsKey(k) || n < p.named {
			keys = append(keys, k)
		}
	}
	ask := func(c joined.Column, found joined.Column, err error, refusal string) {
		switch {
		case err != nil:
			sampled = append(sampled, c)
		case found != joined.Column{}:
			p.Refuse(refusal, c, found)
		}
	}
	for _, c := range p.finder.IDs(p.form.written) {
		own := joined.Column{Table: c.Table, Name: c.Name}
		switch choice := chosen[own]; {
		case strings.HasPrefix(choice, "-leave"):
			p.Use(choice)
		case !slices.Contains(p.columns, own) && p.decided[own]:
		case !slices.Contains(p.columns, own):
			found, err := p.finder.Holds(ctx, c, keys, nil)
			ask(c, found, err, "column %[1]s: some of its rows hold values of %[2]s: add -with %[1]s, or -leave %[1]s")
		case !p.bound[own]:
			found, err := p.finder.Holds(ctx, c, nil, keys)
			ask(c, found, err, "column %[1]s: some of its rows hold keys of %[2]s, which does not move: name that key too, or add -leave %[1]s")
		}
	}
	if len(sampled) > 0 {
		var names []string
		for _, c := range sampled {
			names = append(names, c.String())
		}
		p.Note("only samples were asked of columns with many rows: %s", english.And(names))
	}
	return nil
}

// exactTime is how long columns are asked for all their rows.
const exactTime = time.Minute

// blank notes columns of which nothing says what they hold.
func (p *plan) blank(ctx context.Context, chosen choices) error {
	var names []string
	for _, c := range p.columns {
		list, err := p.finder.Blank(ctx, c)
		if err != nil {
			return err
		}
		for _, b := range list {
			if own := (joined.Column{Table: b.Table, Name: b.Name}); chosen[own] == "" && !slices.Contains(p.columns, own) && !slices.Contains(names, own.String()) {
				names = append(names, own.String())
			}
		}
	}
	if len(names) > 0 {
		p.Note("no value and no name says which keys these hold, so that they stay as they are; -with moves one: %s", english.And(names))
	}
	return nil
}

// moveAll reports whether all of the columns move.
func (p *plan) moveAll(list []joined.Column) bool {
	return !slices.ContainsFunc(list, func(c joined.Column) bool { return !slices.Contains(p.columns, c) })
}

// join adds a column that something says to hold keys.
func (p *plan) join(c joined.Column) {
	p.columns, p.evident[c] = append(p.columns, c), true
}

// hasNewForm reports whether a column has the form that the move gives to the others.
func (p *plan) hasNewForm(r joined.Reference) bool {
	return r.ChildType == "uuid" && p.server.Product == "PostgreSQL" || r.ChildForm == joined.FormBytes && p.form.written != joined.FormBytes
}

// evidence refuses columns whose values have another form, and those of which nothing says that they hold keys: neither
// values, nor a key that they share, nor their name.
func (p *plan) evidence(ctx context.Context) error {
	for _, c := range p.columns {
		s, err := p.finder.Sample(ctx, c)
		switch {
		case err != nil:
			return err
		case s.Values == 0 && !p.evident[c] && !(s.Unique && (s.Length == p.form.length || s.Length == 0 && s.Named)):
			p.Refuse("column %s: it has no values, so that nothing says that it holds %s: add -with %s if it shall move", c, p.form.holds, c)
		case s.Values > 0 && s.Forms[p.form.written] < s.Values && len(s.Forms) > 0:
			p.Refuse("column %s: %d of %d sampled values are no %s: correct them, name another form with -from, or leave the column out", c, s.Values-s.Forms[p.form.written], s.Values, p.form.holds)
		}
	}
	return nil
}

// scanColumns reads the columns that a query finds.
func (p *plan) scanColumns(ctx context.Context, query string) ([]joined.Column, error) {
	var found []joined.Column
	err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var c joined.Column
		err := rows.Scan(&c.Table, &c.Name)
		found = append(found, c)
		return err
	})
	return found, err
}

// resolved returns the columns that a query finds for a name.
func (p *plan) resolved(ctx context.Context, name, query string) ([]joined.Column, error) {
	found, err := p.scanColumns(ctx, query)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%q: no such column: write table.column as the database spells them", name)
	}
	return found, err
}

// addJoined adds the columns that foreign keys join to those of the plan: the query of a column finds them.
func (p *plan) addJoined(ctx context.Context, query func(joined.Column) string) error {
	for n := 0; n < len(p.columns); n++ {
		found, err := p.scanColumns(ctx, query(p.columns[n]))
		if err != nil {
			return err
		}
		for _, c := range found {
			p.evident[p.columns[n]], p.bound[p.columns[n]], p.bound[c] = true, true, true
			if !slices.Contains(p.columns, c) {
				p.join(c)
			}
		}
	}
	return nil
}

// nameParts splits a name at its dots, but not those inside of quotes, which may be around a part.
func nameParts(name string, quote byte) []string {
	var list []string
	var part strings.Builder
	quoted := false
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == quote && quoted && i+1 < len(name) && name[i+1] == quote:
			part.WriteByte(c)
			i++
		case c == quote:
			quoted = !quoted
		case c == '.' && !quoted:
			list = append(list, part.String())
			part.Reset()
		default:
			part.WriteByte(c)
		}
	}
	return append(list, part.String())
}

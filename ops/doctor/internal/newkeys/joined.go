package newkeys

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// byValue adds the columns that reference the keys without a foreign key, which their values and names show, and refuses
// those of which it is not sure.
func (p *plan) byValue(ctx context.Context, resolve func(context.Context, string) (move.Column, error), edges func(context.Context, move.Column) ([]edge, error)) error {
	leave := map[move.Column]string{}
	for _, name := range p.options.Leave {
		c, err := resolve(ctx, name)
		if err != nil {
			return fmt.Errorf("-leave %w", err)
		}
		leave[c] = name
	}
	used := map[string]bool{}
	asked := map[*column]bool{}
	for {
		keys := slices.DeleteFunc(p.columns(), func(c *column) bool { return c.root != nil || asked[c] })
		if len(keys) == 0 {
			break
		}
		for _, c := range keys {
			asked[c] = true
			key := joined.Column{Table: c.table.name, Name: c.name}
			list, err := p.finder.Of(ctx, key)
			if err != nil {
				return err
			}
			for _, r := range list {
				child := p.known(move.Column{Table: r.Child.Table, Name: r.Child.Name})
				if name := leave[child]; name != "" {
					used[name] = true
					p.note("%s.%s stays as it is: %s", child.Table, child.Name, r.Why())
				} else if err := p.reference(c, child, r); err != nil {
					return err
				}
			}
		}
		if err := p.follow(ctx, edges); err != nil {
			return err
		}
	}
	for c, name := range leave {
		used[name] = p.unread(c) || used[name]
	}
	p.unseen(leave)
	for _, name := range p.options.Leave {
		if !used[name] {
			p.note("-leave %s: nothing needs it", name)
		}
	}
	return nil
}

// unread reports whether a column may hold keys and could not be read.
func (p *plan) unread(c move.Column) bool {
	for _, key := range p.columns() {
		if key.root == nil {
			if _, ok := p.finder.Missing(joined.Column{Table: key.table.name, Name: key.name})[joined.Column(c)]; ok {
				return true
			}
		}
	}
	return false
}

// unseen refuses what may hold keys and could not be read.
func (p *plan) unseen(leave map[move.Column]string) {
	tables, columns := map[string]string{}, map[joined.Column]string{}
	for _, c := range p.columns() {
		if c.root == nil {
			key := joined.Column{Table: c.table.name, Name: c.name}
			maps.Copy(tables, p.finder.Unread(key))
			maps.Copy(columns, p.finder.Missing(key))
		}
	}
	for table, why := range tables {
		p.refuse("table %s: %s, so that nothing says whether it holds keys: use the account that runs the script", table, why)
	}
	for c, why := range columns {
		if own := p.known(move.Column(c)); leave[own] == "" && p.find(own) == nil {
			p.refuse("column %s: its values could not be read (%s), so that nothing says whether it holds keys: repeat it later, or add -leave %s", c, why, c)
		}
	}
	for _, failure := range p.finder.Failed() {
		p.note("%s", failure)
	}
}

// known returns a column as the plan spells its table.
func (p *plan) known(c move.Column) move.Column {
	for _, t := range p.tables {
		if (joined.Column{Table: t.name, Name: c.Name}).Is(joined.Column{Table: c.Table, Name: c.Name}) {
			c.Table = t.name
		}
	}
	return c
}

// reference decides what becomes of a column that a key is joined to without a foreign key.
func (p *plan) reference(key *column, child move.Column, r joined.Reference) error {
	name := child.Table + "." + child.Name
	switch {
	case p.find(child) != nil:
		return nil
	case r.Inside:
		p.note("%s stays as it is: values inside of it are keys of %s (%s): programs must convert what they compare with it", name, key, r.ChildType)
	case r.Verdict == joined.Different:
		p.note("%s stays as it is: %s", name, r.Why())
	case r.Foreign:
		p.refuse("column %s: %s, and it is of a foreign table, which the script does not change: add -leave %s", name, r.Why(), name)
	case len(r.Others) > 0 && r.ByID:
		p.refuse("column %s: %s: a column can have the keys of one table only: change it before, or add -leave %s", name, r.Why(), name)
	case r.Verdict == joined.Joined && r.Differs():
		p.refuse("column %s: %s, as %s where the key is %s: bring both into one form before, or add -leave %s", name, r.Why(), r.ChildForm, r.KeyForm, name)
	case r.Verdict == joined.Joined:
		p.note("%s moves too: no foreign key says so, but %s", name, r.Why())
		return p.join(edge{child: child, parent: move.Column{Table: key.table.name, Name: key.name}, name: "column " + name})
	default:
		p.refuse("column %s: %s: add -with %s=%s if it references that, or -leave %s if it does not", name, r.Why(), name, key, name)
	}
	return nil
}

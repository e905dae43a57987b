package newkeys

import (
	"context"
	"fmt"
	"slices"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// byValue adds the columns that reference the keys without a foreign key, which their values and names show, and refuses
// those of which it is not sure.
func (p *plan) byValue(ctx context.Context, resolve func(context.Context, string) (joined.Column, error), edges func(context.Context, joined.Column) ([]edge, error)) error {
	leave := map[joined.Column]string{}
	for _, name := range p.options.Leave {
		c, err := resolve(ctx, name)
		if err != nil {
			return fmt.Errorf("-leave %w", err)
		}
		leave[c] = "-leave " + name
	}
	asked := map[*column]bool{}
	for {
		keys := slices.DeleteFunc(p.keys(), func(c *column) bool { return asked[c] })
		if len(keys) == 0 {
			break
		}
		for i, key := range named(keys) {
			asked[keys[i]] = true
			list, err := p.finder.Of(ctx, key)
			if err != nil {
				return err
			}
			for _, r := range list {
				child := p.known(r.Child)
				if choice := leave[child]; choice != "" {
					p.Use(choice)
					p.Note("%s stays as it is: %s", child, r.Why())
				} else if err := p.reference(keys[i], child, r); err != nil {
					return err
				}
			}
		}
		if err := p.follow(ctx, edges); err != nil {
			return err
		}
	}
	p.Unread(p.finder, named(p.keys()), func(c joined.Column) bool {
		c = p.known(c)
		if leave[c] != "" {
			p.Use(leave[c])
		}
		return leave[c] != "" || p.find(c) != nil
	})
	p.Unneeded("-leave", p.options.Leave)
	return nil
}

// known returns a column as the plan spells its table.
func (p *plan) known(c joined.Column) joined.Column {
	for _, t := range p.tables {
		if (joined.Column{Table: t.name, Name: c.Name}).Is(c) {
			c.Table = t.name
		}
	}
	return c
}

// reference decides what becomes of a column that a key is joined to without a foreign key.
func (p *plan) reference(key *column, child joined.Column, r joined.Reference) error {
	name := child.String()
	switch {
	case p.find(child) != nil:
		return nil
	case r.Inside:
		p.Note("%s stays as it is: values inside of it are keys of %s (%s): programs must convert what they compare with it", name, key, r.ChildType)
	case r.Verdict == joined.Different:
		p.Note("%s stays as it is: %s", name, r.Why())
	case r.Foreign:
		p.Refuse("column %s: %s, and it is of a foreign table, which the script does not change: add -leave %s", name, r.Why(), name)
	case len(r.Others) > 0 && r.ByID:
		p.Refuse("column %s: %s: a column can have the keys of one table only: change it before, or add -leave %s", name, r.Why(), name)
	case r.Verdict == joined.Joined && r.Differs():
		p.Refuse("column %s: %s, as %s where the key is %s: bring both into one form before, or add -leave %s", name, r.Why(), r.ChildForm, r.KeyForm, name)
	case r.Verdict == joined.Joined:
		p.Note("%s moves too: no foreign key says so, but %s", name, r.Why())
		return p.join(edge{child: child, parent: named([]*column{key})[0], name: "column " + name})
	default:
		p.Refuse("column %s: %s: add -with %s=%s if it references that, or -leave %s if it does not", name, r.Why(), name, key, name)
	}
	return nil
}

package newkeys

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// edge is a foreign key's pair of columns.
type edge struct {
	child, parent joined.Column
	name          string // of the foreign key
	late          bool   // whether the child may be written before its parent
}

// build adds the columns that the user named, and those that reference them. resolve finds a column of a name, and
// edges returns the foreign keys from and to a column.
func (p *plan) build(ctx context.Context, resolve func(context.Context, string) (joined.Column, error), edges func(context.Context, joined.Column) ([]edge, error)) error {
	for _, name := range p.options.Columns {
		c, err := resolve(ctx, name)
		if err != nil {
			return err
		}
		if p.find(c) == nil {
			p.add(c, nil)
		}
	}
	if err := p.follow(ctx, edges); err != nil {
		return err
	}
	for _, with := range p.options.With {
		child, parent, ok := strings.Cut(with, "=")
		if !ok {
			return fmt.Errorf("-with %q: write child.column=table.key", with)
		}
		from, err := resolve(ctx, child)
		if err != nil {
			return err
		}
		to, err := resolve(ctx, parent)
		if err != nil {
			return err
		}
		if err := p.join(edge{child: from, parent: to, name: "-with " + with}); err != nil {
			return err
		}
	}
	if err := p.follow(ctx, edges); err != nil {
		return err
	}
	return p.byValue(ctx, resolve, edges)
}

func (p *plan) add(c joined.Column, root *column) *column {
	t := p.table(c.Table)
	x := &column{table: t, name: c.Name, temp: "sortid_new_" + c.Name, root: root}
	if len(x.temp) > 60 {
		x.temp = fmt.Sprintf("sortid_new_%d", p.next())
	}
	t.columns = append(t.columns, x)
	return x
}

// join adds a reference: one of a foreign key, one that the user names, or one that values show.
func (p *plan) join(e edge) error {
	parent := p.find(e.parent)
	if parent == nil {
		return fmt.Errorf("%s: %s.%s does not move: name it too", e.name, e.parent.Table, e.parent.Name)
	}
	child := p.find(e.child)
	switch {
	case child == nil:
		child = p.add(e.child, parent.key())
	case child.root == nil && child != parent:
		return fmt.Errorf("%s: it references %s: leave it out, because it moves with it", child, parent)
	case child.key() != parent.key():
		return fmt.Errorf("%s: it references both %s and %s: a column can have the keys of one table only", child, child.key(), parent.key())
	}
	child.late = child.late || e.late || child.table == parent.table
	return nil
}

// follow adds the columns that foreign keys join to those of the plan.
func (p *plan) follow(ctx context.Context, edges func(context.Context, joined.Column) ([]edge, error)) error {
	for {
		columns := p.columns()
		i := slices.IndexFunc(columns, func(c *column) bool { return !c.followed })
		if i < 0 {
			return nil
		}
		c := columns[i]
		c.followed = true
		list, err := edges(ctx, joined.Column{Table: c.table.name, Name: c.name})
		if err != nil {
			return err
		}
		for _, e := range list {
			if p.find(e.parent) == nil && c.root == nil {
				return fmt.Errorf("%s: it references %s.%s: name that, and it moves with it", c, e.parent.Table, e.parent.Name)
			}
			if err := p.join(e); err != nil {
				return err
			}
		}
	}
}

// order sorts the tables, those with keys before those that reference them where there is no cycle.
func (p *plan) order() {
	var sorted []*table
	var visit func(*table)
	visited := map[*table]bool{}
	visit = func(t *table) {
		if visited[t] {
			return
		}
		visited[t] = true
		for _, c := range t.columns {
			visit(c.key().table)
		}
		sorted = append(sorted, t)
	}
	for _, t := range p.tables {
		visit(t)
	}
	p.tables = sorted
	for i, t := range p.tables {
		t.number = i + 1
	}
}

// numberable refuses tables whose rows would have to be numbered for several keys.
func (p *plan) numberable() {
	for _, t := range p.tables {
		if p.numbered(t) && len(t.keys()) > 1 {
			p.Refuse("table %s: its rows are numbered, which can be done for one key only: move the others by another script", t.name)
		}
	}
}

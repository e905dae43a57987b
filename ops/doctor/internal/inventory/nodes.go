package inventory

import (
	"bytes"
	"context"
	"slices"
)

// arrow is what a row of a target's table points to: the number of a row, or one of these.
type arrow = int32

const (
	nothing arrow = -1 // NULL
	lost    arrow = -2 // a row that does not exist
)

// rounds is how often the digests of rows take in those of the rows that they point to. Rows that
// only differ by what is farther away count as equal.
const rounds = 32

// loaded is a target's table with the references of its rows.
type loaded struct {
	table  *table
	first  int       // number of the first row
	refers []*column // the columns that point to rows
	// keys holds the digests of the values of these columns, row by row; arrows what they point to.
	keys   []pointer
	arrows []arrow
}

// pointer is a value that points to a row.
type pointer struct {
	key  digest
	null bool
}

// load reads the tables to whose rows columns point, and makes a digest of each row of all its
// values but the key. A reference in it counts by the digest of its row.
func (r *reader) load(ctx context.Context) error {
	var list []*loaded
	for _, t := range r.tables {
		if !slices.ContainsFunc(r.targets, func(x *target) bool { return x.table == t }) {
			continue
		}
		x := &loaded{table: t, first: len(r.nodes)}
		for _, c := range t.columns {
			if c.target != nil && !c.key && !c.late {
				x.refers = append(x.refers, c)
			}
		}
		err := r.readable(t)
		if err == nil {
			err = r.withForms(ctx, t, func() error { return r.loadTable(ctx, x) })
		}
		if err != nil {
			r.unread[t] = r.reason(err)
			r.nodes = r.nodes[:x.first]
			if ctx.Err() != nil {
				return err
			}
			continue
		}
		list = append(list, x)
	}
	for _, x := range list {
		x.resolve()
	}
	r.refine(list)
	for i, x := range list {
		end := len(r.nodes)
		if i+1 < len(list) {
			end = list[i+1].first
		}
		r.twins[x.table] = twins(r.nodes[x.first:end])
	}
	return nil
}

// loadTable reads the rows of one table.
func (r *reader) loadTable(ctx context.Context, x *loaded) error {
	t := x.table
	r.nodes, x.keys = r.nodes[:x.first], nil
	for _, target := range r.targets {
		if target.table == t {
			target.rows = map[digest]int32{}
		}
	}
	var values []byte
	sorted := t.byName()
	return r.read(ctx, t, "", func(cells []cell) error {
		values = values[:0]
		for _, i := range sorted {
			if c := t.columns[i]; !c.key && c.target == nil && !c.late {
				d, err := r.value(c, &cells[i])
				if err != nil {
					return err
				}
				values = append(values, d[:]...)
			}
		}
		n := int32(len(r.nodes))
		r.nodes = append(r.nodes, r.h.of(values))
		for _, c := range x.refers {
			key, null := r.key(cells, c.tuple)
			x.keys = append(x.keys, pointer{key, null})
		}
		for _, target := range r.targets {
			if target.table == t {
				if key, null := r.key(cells, target.to); !null {
					target.rows[key] = n
				}
			}
		}
		return nil
	})
}

// resolve finds the rows that the rows point to.
func (x *loaded) resolve() {
	x.arrows = make([]arrow, len(x.keys))
	for i, k := range x.keys {
		n, ok := x.refers[i%len(x.refers)].target.rows[k.key]
		switch {
		case k.null:
			n = nothing
		case !ok:
			n = lost
		}
		x.arrows[i] = n
	}
	x.keys = nil
}

// refine adds to the digest of each row those of the rows that it points to, until that tells no
// more rows apart. Two databases whose rows are equal but for their keys get the same digests.
func (r *reader) refine(list []*loaded) {
	before := distinct(r.nodes)
	for range rounds {
		if before == len(r.nodes) {
			return
		}
		next := slices.Clone(r.nodes)
		for _, x := range list {
			n := len(x.refers)
			for i := 0; n > 0 && i < len(x.arrows); i += n {
				parts := make([][]byte, 0, 8)
				at := x.first + i/n
				parts = append(parts, r.nodes[at][:])
				for j, a := range x.arrows[i : i+n] {
					parts = append(parts, []byte(x.refers[j].name), r.at(a))
				}
				next[at] = r.h.of(parts...)
			}
		}
		r.nodes = next
		after := distinct(r.nodes)
		if after == before {
			return
		}
		before = after
	}
}

// at returns the digest of a row.
func (r *reader) at(a arrow) []byte {
	switch a {
	case nothing:
		return nil
	case lost:
		return []byte("lost")
	}
	return r.nodes[a][:]
}

// distinct returns how many different digests there are.
func distinct(list []digest) int { return len(slices.Compact(sorted(list))) }

// twins returns how many digests are equal to others.
func twins(list []digest) (n int) {
	list = sorted(list)
	for i, d := range list {
		if i > 0 && list[i-1] == d || i+1 < len(list) && list[i+1] == d {
			n++
		}
	}
	return n
}

func sorted(list []digest) []digest {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b digest) int { return bytes.Compare(a[:], b[:]) })
	return list
}

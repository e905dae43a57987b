package sim

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// layout is how a Spec's tree is kept.
type layout struct {
	rules btree.Rules
	// beside is how many rows of the table fit on one of its pages, where the table is
	// not the tree and fills its pages in the order of the inserts; 0 where it is.
	beside int
}

// primaryWidth is that of the primary key beside a secondary index.
const primaryWidth = 8

// layoutOf returns the layout that a Spec names; InnoDB is MySQL's or MariaDB's. A row
// that the rules have no place for is a *engine.Missing.
func layoutOf(s engine.Spec, mariaDB bool) (layout, error) {
	var l layout
	var err error
	switch s.Layout {
	case NBTree:
		l.rules, err = btree.NBTree(btree.NBTreeOptions{Key: s.Key.Width, Varlena: varlena(s.Key)})
		l.beside = heapRows(s)
	case InnoDB:
		l.rules, err = btree.InnoDB(btree.InnoDBOptions{Key: s.Key.Width, Payload: s.Payload, MariaDB: mariaDB})
	case InnoDBSecondary:
		l.rules, err = btree.InnoDB(btree.InnoDBOptions{Key: s.Key.Width, Primary: primaryWidth, MariaDB: mariaDB})
		l.beside = tableRows(s)
	default:
		return layout{}, fmt.Errorf("sim: there is no layout %q: choose %s, %s or %s", s.Layout, NBTree, InnoDB, InnoDBSecondary)
	}
	if err != nil {
		return layout{}, &engine.Missing{Reason: strings.TrimPrefix(err.Error(), "sim: ")}
	}
	return l, nil
}

// varlena reports whether PostgreSQL's column has a length in front of the key: a bytea
// does, uuid and bigint do not.
func varlena(f key.Form) bool { return !f.Integer && f.Width != 16 }

// heapRows returns how many rows a page of PostgreSQL's heap holds. What is too large
// for a row is moved out of the heap, and a pointer stays.
func heapRows(s engine.Spec) int {
	const page, linePointer, header, alignment, longest, pointer = 8192 - 24, 4, 24, 8, 2000, 18
	row := header + s.Key.Width + 1 + s.Payload
	switch {
	case s.Payload > longest:
		row = header + s.Key.Width + pointer
	case s.Payload > 126: // a length of four bytes
		row += 3
	}
	if varlena(s.Key) {
		row++
	}
	return page / ((row+alignment-1)/alignment*alignment + linePointer)
}

// tableRows returns how many rows a page of the clustered table beside a secondary
// index holds. What does not fit a page twice is moved out, and a pointer stays.
func tableRows(s engine.Spec) int {
	const page, header, system, longest, pointer = (16384 - 132) * 15 / 16, 6, 13, 8000, 20
	row := header + system + primaryWidth + s.Key.Width + s.Payload
	if s.Payload > longest {
		row += pointer - s.Payload
	}
	return page / row
}

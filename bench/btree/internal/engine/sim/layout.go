package sim

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// layout is how a Spec's tree is simulated.
type layout struct {
	rules btree.Rules
	// tableRows is how many rows fit on a page of the table beside the tree, which stores
	// them in the order of the inserts; 0 if the tree holds the rows.
	tableRows int
}

// layoutOf returns the layout of a Spec, with the rules of MySQL for InnoDB. If the rules do
// not cover the row, the error is a *engine.Missing.
func layoutOf(s engine.Spec) (layout, error) {
	if s.Shape != engine.Plain {
		return layout{}, onlyPlain
	}
	var l layout
	var err error
	switch s.Layout {
	case NBTree:
		l.rules, err = btree.NBTree(btree.NBTreeOptions{Key: s.Key.Width, Varlena: varlena(s.Key)})
		l.tableRows = heapRows(s)
	case InnoDB:
		l.rules, err = btree.InnoDB(btree.InnoDBOptions{Key: s.Key.Width, Payload: s.Payload})
	default:
		return layout{}, fmt.Errorf("sim: %q: no such layout: choose %s or %s", s.Layout, NBTree, InnoDB)
	}
	if err != nil {
		return layout{}, &engine.Missing{Reason: strings.TrimPrefix(err.Error(), "sim: ")}
	}
	return l, nil
}

// Rules returns the rules of a Spec's tree. If they do not cover the row, the error is a
// *engine.Missing.
func Rules(s engine.Spec) (btree.Rules, error) {
	l, err := layoutOf(s)
	return l.rules, err
}

var onlyPlain = &engine.Missing{Reason: "the simulator only inserts rows of a key and a payload"}

// varlena reports whether PostgreSQL's column stores a length before the key: bytea does,
// uuid and bigint do not.
func varlena(f key.Form) bool { return !f.Integer && f.Width != 16 }

// heapRows returns how many rows fit on a page of PostgreSQL's heap. A payload that is too
// large is stored elsewhere, and the row has a pointer to it.
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

package sqlite

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// generators returns the SQL by which SQLite generates keys, by the key's name: sortid's
// functions, which are registered with the driver; it is empty for the rowid.
func generators() map[string]string {
	list := key.Functions()
	list[key.MadeIdentity] = ""
	return list
}

// generates returns the names of the keys that SQLite can generate.
func generates() []string { return slices.Sorted(maps.Keys(generators())) }

// plan says how a tree is made and filled.
type plan struct {
	ddl    []string
	name   string // of the tree that is measured, in dbstat
	insert string
	// made reports whether SQLite generates the keys, which are no arguments then, and
	// registers whether it needs sortid's functions for that.
	made, registers bool
	// inner reports whether interior pages hold entries too. Those of a rowid table
	// repeat entries of the leaf pages.
	inner bool
	shape engine.Shape
	// locator is the column by which the table itself is ordered.
	locator string
	// timeline reads rows in the order of time.
	timeline engine.Timeline
}

// planOf returns the plan of a Spec. The key's column is never an INTEGER PRIMARY KEY,
// which would make it the rowid, except for the key identity.
func planOf(s engine.Spec) (plan, error) {
	column := "BLOB"
	if s.Key.Integer {
		column = "BIGINT"
	}
	p := plan{name: "item_id", insert: "INSERT INTO item (id, payload) VALUES (?, ?)", inner: true, locator: "rowid", timeline: engine.NewTimeline(s.Shape, dialect)}
	switch s.Layout {
	case Clustered:
		p.name, p.locator = "item", "id"
		p.ddl = []string{"CREATE TABLE item (id " + column + " NOT NULL PRIMARY KEY, payload BLOB NOT NULL) WITHOUT ROWID"}
	case Index:
		p.ddl = []string{"CREATE TABLE item (id " + column + " NOT NULL, payload BLOB NOT NULL)", "CREATE UNIQUE INDEX item_id ON item (id)"}
	default:
		return plan{}, fmt.Errorf("sqlite: %q: no such layout: choose %s or %s", s.Layout, Clustered, Index)
	}
	if s.Generate != "" {
		var err error
		if p, err = p.generating(s); err != nil {
			return plan{}, err
		}
	}
	return p.shaped(s), nil
}

// generating returns the plan for keys that SQLite generates.
func (p plan) generating(s engine.Spec) (plan, error) {
	call, ok := generators()[s.Generate]
	switch {
	case !ok:
		return plan{}, fmt.Errorf("sqlite: cannot generate the key %q: choose from %v", s.Generate, generates())
	case s.Generate != key.MadeIdentity:
		p.insert, p.registers = "INSERT INTO item (id, payload) VALUES ("+call+", ?)", true
	case s.Layout != Clustered:
		return plan{}, &engine.Missing{Reason: "for the key " + s.Generate + " use the layout " + Clustered + ": this one has a rowid beside the key"}
	default:
		p.ddl = []string{"CREATE TABLE item (id INTEGER PRIMARY KEY, payload BLOB NOT NULL)"}
		p.insert, p.inner = "INSERT INTO item (payload) VALUES (?)", false
	}
	p.made = true
	return p, nil
}

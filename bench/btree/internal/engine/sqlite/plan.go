package sqlite

import (
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// expressions are what makes keys in the database, by the key's name: the rowid, and
// this module's functions, which are registered on the driver.
var expressions = key.Functions()

func init() { expressions[key.MadeIdentity] = "" }

// generates returns the names of the keys that the database can make.
func generates() []string {
	var names []string
	for name := range expressions {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// plan is how a tree is made and filled.
type plan struct {
	ddl    []string
	name   string // of the tree that is measured, in dbstat
	insert string
	// made is whether the database makes the keys, which are no arguments then, and
	// registers whether it needs this module's functions for it.
	made, registers bool
	// inner is whether the interior pages hold entries too, each being there once;
	// those of a rowid table repeat what is on the leaf pages.
	inner bool
}

// planOf writes the statements. Those that make the table differ in the key's column
// type alone, and never say INTEGER PRIMARY KEY of the key, which would make it the
// rowid itself: that is what the identity is.
func planOf(s engine.Spec) (plan, error) {
	column := "BLOB"
	if s.Key.Integer {
		column = "BIGINT"
	}
	p := plan{name: "item_id", insert: "INSERT INTO item (id, payload) VALUES (?, ?)", inner: true}
	const index = "CREATE UNIQUE INDEX item_id ON item (id)"
	switch s.Layout {
	case Clustered:
		p.name = "item"
		p.ddl = []string{"CREATE TABLE item (id " + column + " NOT NULL PRIMARY KEY, payload BLOB NOT NULL) WITHOUT ROWID"}
	case Index:
		p.ddl = []string{"CREATE TABLE item (id " + column + " NOT NULL, payload BLOB NOT NULL)", index}
	case Secondary:
		p.ddl = []string{"CREATE TABLE item (number INTEGER PRIMARY KEY, id " + column + " NOT NULL, payload BLOB NOT NULL)", index}
	default:
		return plan{}, fmt.Errorf("sqlite: there is no layout %q: choose %s, %s or %s", s.Layout, Clustered, Index, Secondary)
	}
	if s.Generate == "" {
		return p, nil
	}
	return p.generating(s)
}

// generating is the plan for keys that the database makes.
func (p plan) generating(s engine.Spec) (plan, error) {
	x, ok := expressions[s.Generate]
	switch {
	case !ok:
		return plan{}, fmt.Errorf("sqlite: there is nothing that makes the key %q: choose from %v", s.Generate, generates())
	case s.Generate != key.MadeIdentity:
		p.insert, p.registers = "INSERT INTO item (id, payload) VALUES ("+x+", ?)", true
	case s.Layout != Clustered:
		return plan{}, &engine.Missing{Reason: "for the key " + s.Generate + " take the layout " + Clustered + ": this one has a rowid beside the key"}
	default:
		p.ddl = []string{"CREATE TABLE item (id INTEGER PRIMARY KEY, payload BLOB NOT NULL)"}
		p.insert, p.inner = "INSERT INTO item (payload) VALUES (?)", false
	}
	p.made = true
	return p, nil
}

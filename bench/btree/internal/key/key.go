// Package key makes the primary keys that the benchmark inserts. A Kind is one
// sort of key: its name, its form in a column, the sequential keys that it is
// compared with, and a source of keys for each writer.
package key

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
)

// Form is how a key is stored: the column type that an engine gives it.
type Form struct {
	// Width is the key's width in bytes: 8, 16 or 20.
	Width int
	// Integer is whether the key is a signed 64-bit integer; otherwise it is a
	// string of Width bytes whose order is the order of its bytes.
	Integer bool
}

// String names the form for a person.
func (f Form) String() string {
	if f.Integer {
		return fmt.Sprintf("%d-bit integer", f.Width*8)
	}
	return fmt.Sprintf("%d-byte", f.Width)
}

// Kind is one sort of key.
type Kind struct {
	// Name is the key's name on the command line, in tables and in results.
	Name string
	// Title says in a few words what it is and whose code makes it.
	Title string
	// Form is how it is stored.
	Form Form
	// Control names the sequential keys of the same form, to which every result
	// of this kind is related; a control names itself.
	Control string
	// Shared is whether all writers draw from one generator, because the format
	// has no room for independent ones or because the order is to be global.
	Shared bool
	// Collides is whether keys can be equal by chance, at the rate of this
	// benchmark, so that the format has the application make another key and
	// repeat the INSERT. For any other kind a duplicate is a failure.
	Collides bool

	open func(Column) Source
}

// Column says how keys of 16 bytes go to the database; other keys have one way.
type Column int

const (
	// Bytes is a column of raw bytes.
	Bytes Column = iota
	// UUIDs is a column of the type uuid.
	UUIDs
)

// Source makes keys. A source of a Shared kind is safe for concurrent use, any
// other serves one goroutine.
type Source interface {
	// Next returns a new key, ready to be an argument of a statement. It waits
	// where the format has to wait for its clock, until ctx ends.
	Next(ctx context.Context) (driver.Valuer, error)
	// Waits returns how often Next had to wait so far because the generator
	// returned an error that asks for it.
	Waits() int
}

// Sources are the key sources of one run.
type Sources struct {
	each []Source
}

// Open returns fresh sources for so many writers (at least 1), for a column of that
// sort.
func (k Kind) Open(writers int, c Column) Sources {
	n := writers
	if k.Shared {
		n = 1
	}
	each := make([]Source, n)
	for i := range each {
		each[i] = k.open(c)
	}
	return Sources{each}
}

// Writer returns the source of writer i (from 0).
func (s Sources) Writer(i int) Source { return s.each[i%len(s.each)] }

// Waits returns how often the sources waited for their clock, together.
func (s Sources) Waits() int {
	n := 0
	for _, src := range s.each {
		n += src.Waits()
	}
	return n
}

// IsControl reports whether the kind is a sequential control.
func (k Kind) IsControl() bool { return k.Control == k.Name }

// Names returns the names of the kinds, in their order.
func Names(kinds []Kind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return names
}

// Select returns the kinds of the given names in the registry's order, with the
// control of each, and the names of the controls that were not asked for. An
// unknown name and an empty list are errors.
func Select(names []string) (kinds []Kind, added []string, err error) {
	want := make(map[string]bool, len(names))
	for _, n := range names {
		k, ok := byName(n)
		if !ok {
			return nil, nil, fmt.Errorf("there is no key %q: choose from %s", n, strings.Join(Names(All()), ", "))
		}
		want[k.Name] = true
	}
	if len(want) == 0 {
		return nil, nil, fmt.Errorf("no key is named: choose from %s", strings.Join(Names(All()), ", "))
	}
	controls := make(map[string]bool)
	for n := range want {
		k, _ := byName(n)
		controls[k.Control] = true
	}
	for _, k := range All() {
		switch {
		case want[k.Name]:
			kinds = append(kinds, k)
		case controls[k.Name]:
			kinds = append(kinds, k)
			added = append(added, k.Name)
		}
	}
	return kinds, added, nil
}

func byName(name string) (Kind, bool) {
	for _, k := range All() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

package btreebench

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/scenario"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Key describes a kind of key.
type Key struct {
	// Name is the name that Config.Keys takes.
	Name string
	// Form is how it is stored: the width, and whether it is an integer.
	Form string
	// Control names the sequential keys of the same form, with which it is compared.
	Control string
	// Title says in a few words what it is and whose code makes it.
	Title string
}

// Keys returns every kind of key, in the order of the tables.
func Keys() []Key {
	var list []Key
	for _, k := range key.All() {
		list = append(list, Key{k.Name, k.Form.String(), k.Control, k.Title})
	}
	return list
}

// Scenarios returns the names of all scenarios.
func Scenarios() []string { return names(scenario.Names()) }

// Makes returns the names that Config.Make takes.
func Makes() []string { return names(trial.Makes()) }

// Generators returns the names that Config.Generators takes.
func Generators() []string { return names(trial.AllGenerators()) }

// Checkpoints returns the names that Config.Checkpoints takes.
func Checkpoints() []string { return []string{engine.NoCheckpoints, engine.SeveralCheckpoints} }

// names returns typed names as strings.
func names[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// typed returns strings as typed names.
func typed[T ~string](names []string) []T {
	out := make([]T, len(names))
	for i, n := range names {
		out[i] = T(n)
	}
	return out
}

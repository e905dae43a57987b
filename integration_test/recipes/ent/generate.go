// Package ent is what ent generates from the package schema, which is the recipe:
// keys of package sqltype with entgo.io/ent. All files but this one and the tests
// are generated.
package ent

//go:generate go tool ent generate ./schema

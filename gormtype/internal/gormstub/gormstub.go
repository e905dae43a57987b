// Package gormstub is a dialect of GORM without a server, for tests.
package gormstub

import "gorm.io/gorm/utils/tests"

// Dialect is a dialect of a name. It writes SQL as GORM's own tests do.
type Dialect struct {
	tests.DummyDialector
	Title string
}

// Name returns the name.
func (d Dialect) Name() string { return d.Title }

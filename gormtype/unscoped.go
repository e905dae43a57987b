package gormtype

import "gorm.io/gorm"

// FillUnscoped returns a plugin that fills keys in Unscoped statements too:
//
//	err := db.Use(gormtype.FillUnscoped())
//
// GORM leaves the column types out of db.Unscoped().Create(…). Without the plugin a
// struct without a key is refused there. A map without one is not seen by this
// package at all, and it is the server that refuses a row without a key; MySQL and
// MariaDB with strict mode off store zeros in its place, and SQLite counts the keys
// of an INTEGER column.
//
// Use it once for each DB: a second time db.Use returns [gorm.ErrRegistered].
func FillUnscoped() gorm.Plugin { return fillUnscoped{} }

type fillUnscoped struct{}

// Name returns the name under which GORM knows the plugin.
func (fillUnscoped) Name() string { return "gormtype.FillUnscoped" }

// Initialize registers the plugin's callback.
func (p fillUnscoped) Initialize(db *gorm.DB) error {
	return db.Callback().Create().Before("gorm:create").Register(p.Name(), func(db *gorm.DB) {
		stmt := db.Statement
		if db.Error != nil || stmt.Schema == nil || !stmt.Unscoped {
			return
		}
		for _, c := range stmt.Schema.CreateClauses {
			if f, ok := c.(filler); ok {
				f.ModifyStatement(stmt)
			}
		}
	})
}

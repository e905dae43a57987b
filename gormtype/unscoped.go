package gormtype

import "gorm.io/gorm"

// FillUnscoped returns a plugin that fills keys in Unscoped statements too:
//
//	err := db.Use(gormtype.FillUnscoped())
//
// GORM does not ask column types in db.Unscoped().Create(…). Without the plugin, a
// struct without a key is refused there. This package does not see a map without a key:
// the server refuses the row, MySQL and MariaDB with strict mode off store zeros, and
// SQLite counts the keys of an INTEGER column.
//
// Use it once for each DB. db.Use returns [gorm.ErrRegistered] the second time.
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

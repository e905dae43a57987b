package gormtype

import "gorm.io/gorm"

// dialect is a family of servers that have the same columns.
type dialect uint8

const (
	unknown dialect = iota
	postgres
	mysql // and MariaDB
	sqlite
)

// dialectOf tells the dialect by the name that GORM's drivers give: those of
// CockroachDB and YugabyteDB are "postgres", TiDB's is "mysql".
func dialectOf(db *gorm.DB) dialect {
	switch dialectName(db) {
	case "postgres":
		return postgres
	case "mysql":
		return mysql
	case "sqlite":
		return sqlite
	}
	return unknown
}

func dialectName(db *gorm.DB) string {
	if db == nil || db.Config == nil || db.Dialector == nil {
		return "none"
	}
	return db.Dialector.Name()
}

const dialectDetail = "its columns are unknown: use a driver whose dialect is postgres (also CockroachDB, YugabyteDB), mysql (also " +
	"MariaDB, TiDB) or sqlite"

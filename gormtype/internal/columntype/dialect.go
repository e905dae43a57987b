package columntype

import "gorm.io/gorm"

// Dialect is a family of servers that have the same columns.
type Dialect uint8

const (
	Unknown Dialect = iota
	Postgres
	MySQL // and MariaDB
	SQLite
)

var dialects = map[string]Dialect{"postgres": Postgres, "mysql": MySQL, "sqlite": SQLite}

// DialectOf tells the dialect by the name that GORM's drivers give: those of
// CockroachDB and YugabyteDB are "postgres", TiDB's is "mysql".
func DialectOf(db *gorm.DB) Dialect { return dialects[DialectName(db)] }

// DialectName returns the name that the driver gives.
func DialectName(db *gorm.DB) string {
	if db == nil || db.Config == nil || db.Dialector == nil {
		return "none"
	}
	return db.Dialector.Name()
}

// DialectDetail is the remedy of ErrDialect.
const DialectDetail = "its columns are unknown: use a driver whose dialect is postgres (also CockroachDB, YugabyteDB), mysql (also " +
	"MariaDB, TiDB) or sqlite"

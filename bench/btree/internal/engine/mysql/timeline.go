package mysql

import "github.com/sortid/sortid/bench/btree/internal/engine"

// dialect is that of InnoDB's servers. Clients send times as text, whatever the DSN says
// about times. A comparison of (created, id) would not use the index.
var dialect = engine.Dialect{
	Parameter: func(int) string { return "?" },
	Value: func(column string) string {
		if column == "created" {
			return "CAST(created AS CHAR)"
		}
		return column
	},
	Earlier: "(created < ? OR created = ? AND id < ?)",
}

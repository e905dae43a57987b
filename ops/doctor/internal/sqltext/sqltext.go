// Package sqltext writes names and texts as the statements of a server have them.
package sqltext

import "strings"

// PgLiteral writes a text for PostgreSQL.
func PgLiteral(s string) string {
	s = strings.ReplaceAll(s, "'", "''")
	if strings.Contains(s, `\`) {
		return " E'" + strings.ReplaceAll(s, `\`, `\\`) + "'"
	}
	return "'" + s + "'"
}

// PgQuote quotes a name for PostgreSQL and SQLite.
func PgQuote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// MyLiteral writes a text for any sql_mode of MySQL and MariaDB but NO_BACKSLASH_ESCAPES.
func MyLiteral(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", "''") + "'"
}

// MyQuote quotes a name for MySQL and MariaDB.
func MyQuote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

package mysql_test

import (
	"fmt"
	"strconv"
	"testing"
)

// rows is a query of n rows, up to a million, with the column n.
func rows(n int) string {
	const ten = "(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5" +
		" UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)"
	query, from := "0", ""
	for i, scale := 0, 1; i == 0 || scale < n; i, scale = i+1, scale*10 {
		query += fmt.Sprintf(" + %d * t%d.d", scale, i)
		if from != "" {
			from += " CROSS JOIN "
		}
		from += fmt.Sprintf("%s AS t%d", ten, i)
	}
	return fmt.Sprintf("SELECT %[1]s AS n FROM %[2]s WHERE %[1]s < %[3]d", query, from, n)
}

// One statement makes many IDs, all different and in order, for longer than a tick of each format.
// The server compares them, so that they do not have to be read. TestExhausted and TestTurnsGoRound
// use up ticks.
func TestManyInOneStatement(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		for _, g := range []struct {
			name, column, call string
			n                  int
		}{
			{"wiji", "BINARY(16)", "sortid_wiji_new()", 20_000},
			{"ulid", "BINARY(16)", "sortid_ulid_new()", 5_000},
			{"scru", "BINARY(20)", "sortid_scru_new()", 5_000},
			{"uuid", "BINARY(16)", "sortid_uuid_new()", 5_000},
			{"ulidflake", "BIGINT", "sortid_ulidflake_new()", 5_000},
		} {
			t.Run(g.name, func(t *testing.T) {
				s := d.session(t)
				s.exec("CREATE TABLE "+g.name+" (n INT AUTO_INCREMENT PRIMARY KEY, id "+g.column+" NOT NULL)",
					"INSERT INTO "+g.name+" (id) SELECT "+g.call+" FROM ("+rows(g.n)+") AS r")
				if got := s.get("SELECT COUNT(DISTINCT id) FROM " + g.name); got != strconv.Itoa(g.n) {
					t.Errorf("%s different IDs of %d", got, g.n)
				}
				// A row is looked up by the primary key, which is faster than a window: LAG
				// takes MySQL half as long as the statement that is tested.
				pairs := "SELECT COUNT(*) FROM " + g.name + " AS a JOIN " + g.name + " AS b ON b.n = a.n + @@auto_increment_increment WHERE a.id < b.id"
				if got := s.get(pairs); got != strconv.Itoa(g.n-1) {
					t.Errorf("%s IDs are after the one before, want all but the first of %d", got, g.n)
				}
			})
		}
	})
}

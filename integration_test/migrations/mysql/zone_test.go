package mysql_test

import (
	"fmt"
	"testing"
)

// A time with an offset is an error. MySQL would convert it to the session's time zone, and
// MariaDB would drop the offset.
func TestOffsets(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		for _, zone := range []string{"+00:00", "+05:30", "-08:00"} {
			s.exec("SET time_zone = '" + zone + "'")
			for _, format := range []string{"wiji", "ulid", "scru", "ulidflake", "xid"} {
				for _, end := range []string{"min", "max"} {
					for _, text := range []string{"2026-01-01 00:00:00+00:00", "2026-01-01T00:00:00+05:30", "2026-01-01 00:00:00-08:00", "2026-01-01 00:00:00.5-08:00", "2026-01-01T00:00:00Z"} {
						call := fmt.Sprintf("SELECT sortid_%s_%s_at('%s')", format, end, text)
						if e := s.fails(call); e.Number != 1644 {
							t.Errorf("time_zone %s: %s: %v, want error 1644", zone, call, e)
						}
					}
					call := fmt.Sprintf("SELECT COUNT(DISTINCT HEX(x)) FROM (SELECT sortid_%[1]s_%[2]s_at('2026-01-01 12:00:00.5') AS x UNION ALL SELECT sortid_%[1]s_%[2]s_at(CAST('2026-01-01 12:00:00.5' AS DATETIME(6)))) AS s", format, end)
					if got := s.get(call); got != "1" {
						t.Errorf("time_zone %s: %s: %s", zone, call, got)
					}
				}
			}
		}
	})
}

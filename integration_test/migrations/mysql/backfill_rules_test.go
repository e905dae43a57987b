package mysql_test

import (
	"fmt"
	"strings"
	"testing"
)

// backfillRules tests the IDs of rows: the bits of the time, and the random bits where they belong.
func backfillRules(_ *testing.T, _ database, s session) {
	const at = "'2026-01-31 12:30:15.678901'"
	rows := []value{
		{"HEX(sortid_wiji_at(" + at + "))", "0649AE40823FB5F1231123456789ABCD"},
		{"HEX(sortid_ulid_at(" + at + "))", "019C1408527EF123456789ABCDEF0123"},
		{"HEX(sortid_uuid_at(" + at + "))", "019C1408527E7E6AB123456789ABCDEF"},
		{"HEX(sortid_uuid_at('2026-01-31 12:30:15.678'))", "019C1408527E7000B123456789ABCDEF"},
		{"HEX(sortid_uuid_at('2026-01-31 12:30:15.678999'))", "019C1408527E7FFBB123456789ABCDEF"},
		{"HEX(sortid_uuid_at('2026-01-31 12:30:15.678001'))", "019C1408527E7004B123456789ABCDEF"},
		{"HEX(sortid_scru_at(" + at + "))", "019C1408527E7123F123456789ABCDEF01234567"},
		{"LEFT(HEX(sortid_scru_at('1970-01-01 00:00:00.001')), 12)", "000000000001"},
		{"sortid_scru_at('1970-01-01 00:00:00.000999')", fmt.Sprintf(lifetime, "scru160")},
		{"LEFT(HEX(sortid_wiji_at('1970-01-01')), 14)", "00000000000000"},
		{"sortid_wiji_at('1969-12-31 23:59:59.999999')", fmt.Sprintf(lifetime, "wiji")},
		{"LEFT(HEX(sortid_wiji_at('2540-11-07 23:35:09.481983')), 14)", "3FFFFFFFFFFFFF"},
		{"sortid_wiji_at('2540-11-07 23:35:09.481984')", fmt.Sprintf(lifetime, "wiji")},
		{"LEFT(HEX(sortid_ulid_at('1970-01-01')), 12)", "000000000000"},
		{"sortid_ulid_at('1969-12-31 23:59:59.999999')", fmt.Sprintf(lifetime, "ulid")},
		{"sortid_uuid_at('1969-12-31 23:59:59.999999')", fmt.Sprintf(lifetime, "uuidv7")},
		{"LEFT(HEX(sortid_uuid_at('1970-01-01')), 12)", "000000000000"},
		{"LEFT(HEX(sortid_ulid_at('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"},
		{"LEFT(HEX(sortid_uuid_at('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"},
		{"LEFT(HEX(sortid_scru_at('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"},
	}
	for _, format := range []string{"ulid", "uuid", "scru"} {
		for _, function := range []string{"min_at", "max_at"} {
			rows = append(rows, value{"LEFT(HEX(sortid_" + format + "_" + function + "('9999-12-31 23:59:59.999999')), 12)", "E677D21FDBFF"})
		}
	}
	for _, f := range []struct {
		function, name, first, second string
		size                          uint64
	}{
		{"sortid_ulidflake_at", "ulidflake", "2024-01-01", "2024-01-01 00:00:00.001", 1 << 20},
		{"sortid_xid_at", "uid11", "2011-11-11 11:11:11.111", "2011-11-11 11:11:11.112", 1 << 22},
	} {
		call := func(at string, n uint64) string { return fmt.Sprintf("%s('%s', %d)", f.function, at, n) }
		rows = append(rows, []value{
			{call(f.first, 1), "1"}, {call(f.first, 2), "2"}, {call(f.first, f.size-1), fmt.Sprint(f.size - 1)},
			{call(f.first, f.size), fmt.Sprintf("1644 %s: row '%d': sequence exhausted: its millisecond has %d IDs", f.name, f.size, f.size-1)},
			{call(f.first, 0), "1644 " + f.name + ": row '0': out of range"}, {f.function + "('2026-01-01', -1)", "1644 " + f.name + ": row '-1': out of range"},
			{call(f.second, 1), fmt.Sprint(f.size)}, {call(f.second, f.size), fmt.Sprint(2*f.size - 1)},
			{call(f.second, f.size+1), fmt.Sprintf("1644 %s: row '%d': sequence exhausted: its millisecond has %d IDs", f.name, f.size+1, f.size)},
		}...)
	}
	s.values(rows)
	s.exec("SET @given_bytes = REPEAT(X'00', 16)")
	s.values([]value{
		{"HEX(sortid_wiji_at(" + at + "))", "0649AE40823FB500001" + strings.Repeat("0", 13)},
		{"HEX(sortid_ulid_at(" + at + "))", "019C1408527E" + strings.Repeat("0", 20)},
		{"HEX(sortid_uuid_at(" + at + "))", "019C1408527E7E6A8" + strings.Repeat("0", 15)},
		{"HEX(sortid_scru_at(" + at + "))", "019C1408527E" + strings.Repeat("0", 28)},
	})
}

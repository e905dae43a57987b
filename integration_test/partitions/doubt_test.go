package partitions_test

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sortid/sortid/id/uid11"
)

// spellings are ways in which other programs write an ID into a column of texts or of bytes: nil if there is none of a format.
var spellings = map[string]func(id rawID) []byte{
	"upper case":        func(id rawID) []byte { return []byte(strings.ToUpper(id.text)) },
	"lower case":        func(id rawID) []byte { return []byte(strings.ToLower(id.text)) },
	"hexadecimal":       func(id rawID) []byte { return []byte(hex.EncodeToString(id.raw)) },
	"upper hexadecimal": func(id rawID) []byte { return []byte(strings.ToUpper(hex.EncodeToString(id.raw))) },
	"UUID": func(id rawID) []byte {
		if len(id.raw) != 16 {
			return nil
		}
		h := hex.EncodeToString(id.raw)
		return []byte(strings.ToUpper(strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")))
	},
	"I for 1": func(id rawID) []byte { return []byte(strings.Replace(id.text, "1", "I", 1)) },
	"L for 1": func(id rawID) []byte { return []byte(strings.Replace(id.text, "1", "L", 1)) },
	"O for 0": func(id rawID) []byte { return []byte(strings.Replace(id.text[:1]+id.text[1:], "0", "O", 1)) },
	"O for a later 0": func(id rawID) []byte {
		return []byte(id.text[:len(id.text)/2] + strings.Replace(id.text[len(id.text)/2:], "0", "O", 1))
	},
	"a prefix":        func(id rawID) []byte { return []byte("user_" + id.text) },
	"an upper prefix": func(id rawID) []byte { return []byte("USER_" + id.text) },
	"a leading zero":  func(id rawID) []byte { return []byte("0" + id.text) },
	"a space before":  func(id rawID) []byte { return []byte(" " + id.text) },
	"a space behind":  func(id rawID) []byte { return []byte(id.text + " ") },
	"a line's end":    func(id rawID) []byte { return []byte(id.text + "\n") },
	"one more":        func(id rawID) []byte { return []byte(id.text + "0") },
	"one less":        func(id rawID) []byte { return []byte(id.text[:len(id.text)-1]) },
	"a number":        func(id rawID) []byte { return fmt.Append(nil, uint64(id.raw[0])<<32|uint64(len(id.raw))) },
	"another letter":  func(id rawID) []byte { return []byte(id.text[:5] + "É" + id.text[6:]) },
	"a zero byte":     func(id rawID) []byte { return append([]byte{0}, id.raw...) },
	"a byte less":     func(id rawID) []byte { return id.raw[:len(id.raw)-1] },
	"no bytes":        func(rawID) []byte { return nil },
}

// holds reports whether a column can hold a key: a text is UTF-8 or ASCII, and has no zero byte on Postgres.
func (c column) holds(key []byte) bool {
	ascii := !slices.ContainsFunc(key, func(b byte) bool { return b > 127 })
	return len(key) > 0 && len(key) <= 64 && (c.kind != "text" || !slices.Contains(key, 0) && (ascii || utf8.Valid(key) && !strings.Contains(c.sql, "ascii")))
}

// textColumns returns a column of texts for each format, and of bytes of any length where the server has one.
func (s server) textColumns() (list []column) {
	for _, format := range []string{"wiji", "ulid", "uuidv7", "scru160", "ulidflake", "uid11"} {
		if s.postgres() {
			list = append(list, column{format, "text", `text COLLATE "C"`}, column{format, "bytea", "bytea"})
			continue
		}
		list = append(list, column{format, "text", "VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin"},
			column{format, "text", "VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"})
	}
	return list
}

// raw returns bytes as a literal for a column of texts or of bytes.
func (s server) raw(kind string, b []byte) string {
	switch {
	case kind == "bytea":
		return fmt.Sprintf("decode('%x', 'hex')", b)
	case s.postgres():
		return fmt.Sprintf("convert_from(decode('%x', 'hex'), 'UTF8')", b)
	}
	return fmt.Sprintf("CONVERT(X'%X' USING utf8mb4)", b)
}

// A partition with keys that are not IDs of the format in its own form is not dropped: they sort anywhere, and are of today.
// Each spelling is in the partition of the old rows, with 200 old rows whose keys are in order.
func TestSpellings(t *testing.T) {
	onOne(t, func(t *testing.T, s server) {
		s.install()
		r := rand.New(rand.NewPCG(1, 1))
		now := time.Now().UTC()
		limit := now.AddDate(0, 0, -60).Truncate(time.Second)
		tried := map[string]int{}
		for i, c := range s.textColumns() {
			f, table := families[c.format], fmt.Sprintf("spelled_%d", i)
			made := func(at time.Time) rawID {
				id, err := f.randomAt(r, at)
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			end, err := f.minAt(limit)
			if err != nil {
				t.Fatal(err)
			}
			own := func(id rawID) []byte {
				if c.kind == "text" {
					return []byte(id.text)
				}
				return id.raw
			}
			s.create(table, c.sql)
			if s.postgres() {
				s.exec("CREATE TABLE "+table+"_old PARTITION OF "+table+" FOR VALUES FROM (MINVALUE) TO ("+end.literal(c.kind)+")",
					"CREATE TABLE "+table+"_new PARTITION OF "+table+" FOR VALUES FROM ("+end.literal(c.kind)+") TO (MAXVALUE)")
			} else {
				s.exec("ALTER TABLE " + table + " PARTITION BY RANGE COLUMNS (id) (PARTITION old VALUES LESS THAN (" + end.literal(c.kind) + "), PARTITION new VALUES LESS THAN (MAXVALUE))")
			}
			values := []string{"(" + s.raw(c.kind, own(made(now))) + ")"}
			for n := range 200 {
				values = append(values, "("+s.raw(c.kind, own(made(now.AddDate(0, 0, -90).Add(time.Duration(n)*time.Hour))))+")")
			}
			s.exec("INSERT INTO " + table + " (id) VALUES " + strings.Join(values, ", "))
			s.exec("CALL sortid_partitions_ensure('" + table + "', '" + c.format + "', 'month', 0)")
			call := "('" + table + "', '" + c.format + "', " + s.pick("timestamptz '"+limit.Format(time.DateTime)+"Z'", "'"+limit.Format(time.DateTime)+"'") + ", 0, FALSE)"
			for _, name := range slices.Sorted(maps.Keys(spellings)) {
				id := made(now)
				key := spellings[name](id)
				if c.kind == "text" && c.format == "uid11" && uid11.Valid(string(key)) {
					continue // Base58 has both cases: this is the text of another ID
				}
				// Many spellings sort behind the limit: these partitions are not old.
				if !c.holds(key) || slices.Equal(key, own(id)) || string(key) >= string(own(end)) || c.kind == "bytea" && string(key) == id.text && len(key) == len(id.raw) {
					continue
				}
				tried[name]++
				s.exec("INSERT INTO " + table + " (id) VALUES (" + s.raw(c.kind, key) + ")")
				t.Run(c.format+" "+c.sql+" "+name, func(t *testing.T) {
					s := s
					s.t = t
					problems := 0
					for _, row := range s.cells(s.pick("SELECT * FROM ", "CALL ") + "sortid_partitions_before" + call) {
						if strings.Contains(row[8], "1 of 201 keys") {
							problems++
						}
					}
					if problems != 1 {
						t.Errorf("%q is listed as %d problems, want 1", key, problems)
					}
					s.fails("1 of 201 keys", "CALL sortid_partitions_drop_before"+call)
				})
				s.exec("DELETE FROM " + table + " WHERE id = " + s.raw(c.kind, key))
			}
			s.exec("CALL sortid_partitions_drop_before" + call)
			if got := s.rows("SELECT COUNT(*) FROM " + table)[0]; got != "1" {
				t.Errorf("%s of %s: %s rows are left without other spellings, want 1", c.format, c.sql, got)
			}
		}
		t.Logf("spellings that sort before the limit: %v", tried)
		if len(tried) < 7 {
			t.Error("the test shows too little")
		}
	})
}

// The condition on millions of keys says what the function says of one.
func TestFit(t *testing.T) {
	onServers(t, func(t *testing.T, s server) {
		s.install()
		r := rand.New(rand.NewPCG(2, 2))
		now := time.Now().UTC()
		columns := append(s.columns(), s.textColumns()...)
		if s.postgres() {
			columns = append(columns, column{"ulid", "bytea", "bytea"}, column{"uuidv7", "bytea", "bytea"}, column{"ulidflake", "bytea", "bytea"})
		} else {
			columns = append(columns, column{"ulidflake", "binary", "BINARY(8)"})
		}
		columns = slices.DeleteFunc(columns, func(c column) bool {
			return c.kind == "text" && !strings.Contains(c.sql, "64") && c.sql != `text COLLATE "C"`
		})
		for i, c := range columns {
			table := fmt.Sprintf("fit_%d", i)
			s.exec("CREATE TABLE " + table + " (id " + c.sql + ", n " + s.pick("bigserial", "bigint AUTO_INCREMENT") + " PRIMARY KEY)")
			var values []string
			for n := range 40 {
				id, err := families[c.format].randomAt(r, now.Add(-time.Duration(n)*time.Hour))
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, s.keysLike(r, c, id)...)
			}
			for list := range slices.Chunk(values, 1000) {
				if _, err := s.ExecContext(t.Context(), "INSERT INTO "+table+" (id) VALUES ("+strings.Join(list, "), (")+")"); err != nil {
					t.Fatalf("%s in %s: %v", c.format, c.sql, err)
				}
			}
			fit := s.rows(fmt.Sprintf("SELECT sortid_internal_partition_fit('%s', '%s', 'id')", c.format, c.kind))[0]
			time := fmt.Sprintf("sortid_internal_partition_time('%s', '%s', id%s)", c.format, c.kind, s.pick("::text", ""))
			row := s.cells("SELECT COUNT(*), SUM(CASE WHEN " + fit + " THEN 1 ELSE 0 END), SUM(CASE WHEN (CASE WHEN " + fit + " THEN 1 ELSE 0 END) <> (CASE WHEN " + time + " IS NULL THEN 0 ELSE 1 END) THEN 1 ELSE 0 END) FROM " + table)[0]
			if row[2] != "0" || row[1] == "0" || row[1] == row[0] && c.kind == "text" {
				t.Errorf("%s in %s: of %s keys %s fit, and the function disagrees on %s", c.format, c.sql, row[0], row[1], row[2])
			}
		}
	})
}

// keysLike returns literals of an ID, and of keys that are near to it.
func (s server) keysLike(r *rand.Rand, c column, id rawID) (list []string) {
	if c.kind == "bigint" {
		return []string{id.literal(c.kind)}
	}
	add := func(b []byte) {
		switch c.kind {
		case "text":
			list = append(list, s.raw(c.kind, b))
		case "bytea":
			list = append(list, s.raw(c.kind, b))
		case "binary":
			list = append(list, fmt.Sprintf("X'%x'", b))
		default:
			list = append(list, fmt.Sprintf("'%x'", b))
		}
	}
	base := id.raw
	if c.kind == "text" {
		base = []byte(id.text)
	}
	if c.kind == "text" || c.kind == "bytea" {
		for _, name := range slices.Sorted(maps.Keys(spellings)) {
			if key := spellings[name](id); c.holds(key) {
				add(key)
			}
		}
	}
	add(base)
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_ \n"
	for range 8 {
		other := slices.Clone(base)
		place := r.IntN(len(other))
		if !s.postgres() {
			place = max(2, place) // the time of an ID is NULL after the year 9999
		}
		if c.kind == "text" {
			other[place] = alphabet[r.IntN(len(alphabet))]
		} else {
			other[place] = byte(r.IntN(256))
		}
		add(other)
	}
	return list
}

// The clock of the server is ahead of those of the writers, or behind one: the daily pair of docs/partitions.md drops
// nothing, and says why, until the caller says that the clock is right. A table that is empty has no IDs that doubt it.
func TestClocks(t *testing.T) {
	onOne(t, func(t *testing.T, s server) {
		s.install()
		for i, c := range []struct {
			name    string
			times   []int // of the rows, in days from now
			quoted  int   // the newest row, which the problem names
			left    string
			refused bool
		}{
			{"400 days ahead", []int{-400, -401, -500, -700}, -400, "0", true},
			{"behind", []int{2, 0, -400, -500}, 2, "2", true},
			{"within the tolerance", []int{0, -400, -500}, 0, "1", false},
			{"no rows", nil, 0, "0", false},
		} {
			t.Run(c.name, func(t *testing.T) {
				s := s
				s.t = t
				table := fmt.Sprintf("clock_%d", i)
				s.create(table, s.pick("uuid", "BINARY(16)"))
				s.exec("CALL sortid_partitions_ensure_from('" + table + "', 'wiji', 'month', 3, " + s.pick("now() - interval '800 days'", "UTC_TIMESTAMP() - INTERVAL 800 DAY") + ")")
				for _, days := range c.times {
					s.exec(fmt.Sprintf("INSERT INTO %s (id) VALUES (sortid_wiji_at(%s))", table, fmt.Sprintf(s.pick("now() + interval '%d days'", "UTC_TIMESTAMP() + INTERVAL %d DAY"), days)))
				}
				call := func(name, right string) string {
					return name + "('" + table + "', 'wiji', " + s.pick("now() - interval '12 months'", "UTC_TIMESTAMP() - INTERVAL 12 MONTH") + ", 0, " + right + ")"
				}
				count := func() string { return s.rows("SELECT COUNT(*) FROM " + table)[0] }
				s.exec("CALL sortid_partitions_ensure('" + table + "', 'wiji', 'month', 3)")
				if c.refused {
					newest := time.Now().UTC().AddDate(0, 0, c.quoted).Format(time.DateOnly)
					s.fails("newest ID", "CALL "+call("sortid_partitions_drop_before", "FALSE"))
					s.fails(newest, "CALL "+call("sortid_partitions_drop_before", "FALSE"))
					problems := 0
					for _, row := range s.cells(s.pick("SELECT * FROM ", "CALL ") + call("sortid_partitions_before", "FALSE")) {
						if strings.Contains(row[8], newest) {
							problems++
						}
					}
					if want := len(c.times); count() != fmt.Sprint(want) || problems == 0 {
						t.Errorf("%s of %d rows are left, with %d problems", count(), want, problems)
					}
					for _, row := range s.cells(s.pick("SELECT * FROM ", "CALL ") + call("sortid_partitions_before", "TRUE")) {
						if row[8] != "" {
							t.Errorf("%s has a problem with a right clock: %s", row[0], row[8])
						}
					}
					if s.postgres() {
						s.fails("newest ID", "SELECT "+call("sortid_partitions_detach_before", "FALSE"))
					}
				}
				s.exec("CALL " + call("sortid_partitions_drop_before", fmt.Sprint(c.refused)))
				if got := count(); got != c.left {
					t.Errorf("%s rows are left, want %s", got, c.left)
				}
			})
		}
		s.fails("NULL", "CALL sortid_partitions_drop_before('clock_0', 'wiji', '2020-01-01', 0, NULL)")
	})
}

// A session's own time does not count.
func TestSessionClock(t *testing.T) {
	onServers(t, func(t *testing.T, s server) {
		if s.postgres() {
			t.Skip("now() cannot be set")
		}
		s.install()
		s.create("shifted", "BINARY(16)")
		s.exec("CALL sortid_partitions_ensure_from('shifted', 'wiji', 'month', 3, UTC_TIMESTAMP() - INTERVAL 800 DAY)",
			"INSERT INTO shifted (id) VALUES (sortid_wiji_at(UTC_TIMESTAMP() - INTERVAL 500 DAY)), (sortid_wiji_new())",
			"SET timestamp = "+fmt.Sprint(time.Now().AddDate(0, 0, 400).Unix()))
		s.fails("not in the past", "CALL sortid_partitions_drop_before('shifted', 'wiji', UTC_TIMESTAMP() - INTERVAL 12 MONTH, 0, FALSE)")
		s.exec("SET timestamp = DEFAULT")
	})
}

// Subpartitions are refused with a remedy on MySQL and MariaDB. On Postgres a partition can have its own partitions: all
// their rows are read, and all go.
func TestSubpartitions(t *testing.T) {
	onServers(t, func(t *testing.T, s server) {
		s.install()
		if !s.postgres() {
			s.exec("CREATE TABLE divided (id BINARY(16) NOT NULL PRIMARY KEY) PARTITION BY RANGE COLUMNS (id) SUBPARTITION BY KEY (id) SUBPARTITIONS 2 (PARTITION p VALUES LESS THAN (X'05'), PARTITION q VALUES LESS THAN (MAXVALUE))",
				"INSERT INTO divided VALUES (sortid_wiji_new()), (sortid_wiji_min_at('2020-01-01'))")
			const want = "table 'divided': has subpartitions: divide it again, by RANGE COLUMNS without SUBPARTITION BY"
			s.fails(want, "CALL sortid_partitions_ensure('divided', 'wiji', 'month', 1)")
			s.fails(want, "CALL sortid_partitions_drop_before('divided', 'wiji', '2021-01-01', 0, FALSE)")
			if _, err := s.query("CALL sortid_partitions_before('divided', 'wiji', '2021-01-01', 0, FALSE)"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the listing: %v", err)
			}
			if got := s.rows("SELECT COUNT(*) FROM divided")[0]; got != "2" {
				t.Errorf("%s of 2 rows are left", got)
			}
			// The remedy.
			s.exec("ALTER TABLE divided PARTITION BY RANGE COLUMNS (id) (PARTITION p VALUES LESS THAN (X'05E9'), PARTITION q VALUES LESS THAN (MAXVALUE))",
				"CALL sortid_partitions_drop_before('divided', 'wiji', '2025-01-01', 0, FALSE)")
			if got := s.rows("SELECT COUNT(*) FROM divided")[0]; got != "1" {
				t.Errorf("%s rows are left, want the one of now", got)
			}
			return
		}
		s.exec(`CREATE TABLE divided (id text COLLATE "C" PRIMARY KEY) PARTITION BY RANGE (id)`,
			"CREATE TABLE divided_old PARTITION OF divided FOR VALUES FROM (MINVALUE) TO ('01a0') PARTITION BY HASH (id)",
			"CREATE TABLE divided_new PARTITION OF divided FOR VALUES FROM ('01a0') TO (MAXVALUE)")
		for i := range 3 {
			s.exec(fmt.Sprintf("CREATE TABLE divided_old_%d PARTITION OF divided_old FOR VALUES WITH (MODULUS 3, REMAINDER %[1]d)", i))
		}
		s.exec("CALL sortid_partitions_ensure('divided', 'uuidv7', 'month', 0)")
		now := "sortid_uuid_text(sortid_uuid_new())"
		s.exec("INSERT INTO divided SELECT "+now+" FROM generate_series(1, 10)",
			"INSERT INTO divided SELECT sortid_uuid_text(sortid_uuid_at('2026-01-01 00:00Z'::timestamptz + n * interval '1 s')) FROM generate_series(1, 100) AS n",
			"INSERT INTO divided SELECT upper("+now+") FROM generate_series(1, 10)")
		s.fails("has 10 of 110 keys", "CALL sortid_partitions_drop_before('divided', 'uuidv7', now() - interval '60 days')")
		s.exec("DELETE FROM divided WHERE id <> lower(id)", "CALL sortid_partitions_drop_before('divided', 'uuidv7', now() - interval '60 days')")
		if got := s.rows("SELECT count(*) FROM divided")[0]; got != "10" {
			t.Errorf("%s rows are left, want 10", got)
		}
	})
}

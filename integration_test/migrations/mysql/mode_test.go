package mysql_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// modes returns sql_modes that change what SQL means.
func modes(d database) []string {
	list := []string{
		"", "ANSI", "TRADITIONAL", "STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT",
		"NO_UNSIGNED_SUBTRACTION,HIGH_NOT_PRECEDENCE,PAD_CHAR_TO_FULL_LENGTH,IGNORE_SPACE,REAL_AS_FLOAT",
	}
	if d.mariadb() {
		return append(list, "ORACLE", "MSSQL", "EMPTY_STRING_IS_NULL,SIMULTANEOUS_ASSIGNMENT,TIME_ROUND_FRACTIONAL")
	}
	return append(list, "TIME_TRUNCATE_FRACTIONAL")
}

// facts lists expressions and what they are, whatever the session says.
var facts = [][2]string{
	{"sortid_wiji_text(0x064DCDFEE02200002A10ABCDEF012345)", "069Q6ZXR120002M45BSQQG28T5"},
	{"sortid_wiji_uuid(0x064DCDFEE02200002A10ABCDEF012345)", "064dcdfe-e022-0000-2a10-abcdef012345"},
	{"HEX(sortid_wiji_parse('o69q6zxri2ooo2m45bsqqg28t5'))", "064DCDFEE02200002A10ABCDEF012345"},
	{"HEX(sortid_wiji_parse('064dcdfe-e022-0000-2a10-ABCDEF012345'))", "064DCDFEE02200002A10ABCDEF012345"},
	{"sortid_wiji_time(0x064DCDFEE02200002A10ABCDEF012345)", "2026-03-25 00:03:20.000000"},
	{"HEX(sortid_wiji_min_at('2026-03-25 00:03:20'))", "064DCDFEE02200000010000000000000"},
	{"sortid_wiji_time(sortid_wiji_at('2026-03-25 00:03:20.5'))", "2026-03-25 00:03:20.500000"},
	{"sortid_xid_at('2026-03-25 00:03:20', 2)", "1901643448247648257"}, {"sortid_ulidflake_at('2024-01-01', 1)", "1"},
	{"sortid_xid_at('2026-03-25', 0)", "ERROR"}, {"sortid_xid_at('2026-03-25', 4194305)", "ERROR"}, {"sortid_ulidflake_at('2026-03-25', 9223372036854775807)", "ERROR"},
	{"JSON_EXTRACT(sortid_wiji_fields(0x064DCDFEE02200002A10ABCDEF012345), '$.sequence')", "42"},
	{"sortid_wiji_typed_text('user', 0x064DCDFEE02200002A10ABCDEF012345)", "user_069q6zxr120002m45bsqqg28t5"},
	{"HEX(sortid_wiji_typed_parse('user', 'user_069q6zxr120002m45bsqqg28t5'))", "064DCDFEE02200002A10ABCDEF012345"},
	{"sortid_wiji_typed_parse('user', 'order_069q6zxr120002m45bsqqg28t5')", "ERROR"}, {"sortid_wiji_typed_text('User', sortid_wiji_new())", "ERROR"},
	{"sortid_wiji_valid_text('069Q6ZXR120002M45BSQQG28T5 ')", "0"},
	{"sortid_wiji_valid_text('')", "0"},
	{"sortid_wiji_valid_text(0xFF00)", "0"},
	{"sortid_ulid_text(0x0000000000000000000000000000000F)", "0000000000000000000000000F"},
	{"sortid_uuid_text(sortid_uuid_parse('017F22E279B07CC398C4DC0C0C07398F'))", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	{"sortid_uuid_valid(sortid_uuid_new())", "1"}, {"sortid_uuid_parse('017f22e279b04cc398c4dc0c0c07398f')", "ERROR"}, {"sortid_uuid_time(0x00)", "ERROR"},
	{"sortid_ulidflake_text(14246757444195114)", "00CMXB6TAK4SA"},
	{"sortid_ulidflake_parse('00cmxb6tak4sa')", "14246757444195114"},
	{"sortid_uid_text(18446744073709551615)", "jpXCZedGfVQ"},
	{"sortid_uid_text(CAST(0 AS UNSIGNED))", "11111111111"},
	{"sortid_uid_parse('jpXCZedGfVQ')", "18446744073709551615"},
	{"sortid_uid_parse('jpXCZedGfVQ') = sortid_uid_parse('jpXCZedGfVq')", "ERROR"},
	{"sortid_uid_prefix_max('j')", "18446744073709551615"},
	{"sortid_scru_text(0x00000000000000000000000000000000000000FF)", "0000000000000000000000000000007V"},
	{"sortid_wiji_valid(sortid_wiji_new()) + sortid_ulid_valid(sortid_ulid_new()) + sortid_scru_valid(sortid_scru_new())", "3"},
	{"sortid_ulidflake_valid(sortid_ulidflake_new()) + (ABS(TIMESTAMPDIFF(SECOND, sortid_xid_time(sortid_xid_new()), UTC_TIMESTAMP())) < 60)", "2"},
	// A value that a session without strict mode would cut is an error too.
	{"sortid_uid_text(-1)", "ERROR"}, {"sortid_uid_text(18446744073709551616)", "ERROR"}, {"sortid_ulidflake_text(9223372036854775808)", "ERROR"},
	{"sortid_xid_time(-1)", "ERROR"}, {"sortid_xid_fields(-1)", "ERROR"}, {"sortid_ulidflake_fields(9223372036854775808)", "ERROR"},
	{"sortid_wiji_min_at('no time')", "ERROR"}, {"sortid_ulid_max_at('no time')", "ERROR"},
	{"sortid_wiji_text('069Q6ZXR120002M45BSQQG28T5')", "ERROR"}, {"sortid_wiji_text('')", "ERROR"}, {"sortid_wiji_fields(0x00)", "ERROR"},
	{"sortid_ulid_time(0x00)", "ERROR"}, {"sortid_scru_time(0x00)", "ERROR"}, {"sortid_scru_fields(0x00)", "ERROR"}, {"sortid_ulid_fields(0x00)", "ERROR"},
	{"sortid_ulid_time(0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF)", "ERROR"}, {"sortid_scru_time(REPEAT(0xFF, 20))", "ERROR"},
}

// Texts meet columns of every character set in the forms that the README gives. Without
// them MariaDB refuses columns that are not of Unicode.
func TestTextColumns(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		// These two texts of uid11 differ in the case of the last letter.
		s.exec("CREATE TABLE made (wiji BINARY(16), uid BIGINT UNSIGNED, "+hiddenKey+")",
			"INSERT INTO made SELECT sortid_wiji_new(), sortid_uid_parse('jpXCZedGfAB') UNION ALL SELECT sortid_wiji_new(), sortid_uid_parse('jpXCZedGfAb')")
		for i, column := range []string{
			"CHARACTER SET ascii COLLATE ascii_bin", "CHARACTER SET latin1 COLLATE latin1_bin", "CHARACTER SET gbk COLLATE gbk_bin",
			"CHARACTER SET utf8mb3 COLLATE utf8mb3_bin", "CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
		} {
			table := fmt.Sprint("kept", i)
			s.exec("CREATE TABLE "+table+" (wiji CHAR(26) "+column+", uid CHAR(11) "+column+", "+hiddenKey+")",
				"INSERT INTO "+table+" SELECT sortid_wiji_text(wiji), sortid_uid_text(uid) FROM made")
			for _, names := range []string{"utf8mb4", "latin1", "gbk"} {
				s.exec("SET NAMES " + names)
				for _, f := range []string{"wiji", "uid"} {
					found := fmt.Sprintf("SELECT COUNT(*) FROM made AS m JOIN %s AS k ON k.%[2]s = CONVERT(sortid_%[2]s_text(m.%[2]s) USING ascii)", table, f)
					if got := s.get(found); got != "2" {
						t.Errorf("%s, SET NAMES %s: %s: %s, want each of 2 once", column, names, found, got)
					}
				}
			}
		}
		s.exec("SET NAMES utf8mb4", "CREATE TABLE named (id BINARY(16), name VARCHAR(20) CHARACTER SET latin1, "+hiddenKey+")",
			"INSERT INTO named VALUES (0x064DCDFEE02200002A10ABCDEF012345, 'thé')")
		if got := s.get("SELECT CONCAT(sortid_wiji_text(id), ' ', CONVERT(name USING utf8mb4)) FROM named"); got != "069Q6ZXR120002M45BSQQG28T5 thé" {
			t.Errorf("text and name: %q", got)
		}
	})
}

// check tries the facts in a session.
func check(t testing.TB, s session, when string) {
	t.Helper()
	for _, fact := range facts {
		expr, want := fact[0], fact[1]
		if strings.Contains(expr, "('')") && strings.Contains(when, "EMPTY_STRING_IS_NULL") {
			continue // NULL, as the mode says
		}
		if want == "ERROR" {
			// In strict mode the server itself refuses a value that is not a time, with 1292.
			if e := s.fails("INSERT INTO result SELECT " + expr); e.Number != 1644 && (e.Number != 1292 || !strings.Contains(expr, "no time")) {
				t.Errorf("%s: %s: %v, want an error of the function", when, expr, e)
			}
			continue
		}
		s.exec("DELETE FROM result", "INSERT INTO result SELECT "+expr)
		if got := s.get("SELECT x FROM result"); got != want {
			t.Errorf("%s: %s is %s, want %s", when, expr, got, want)
		}
	}
}

const results = "CREATE TABLE result (x VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, " + hiddenKey + ")"

// The files make the same functions in every sql_mode, and leave the session's as it
// was.
func TestInstallModes(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		s := d.session(t)
		var want []string
		// The files set their own mode first, so a mode changes how that statement is read. All that can be set
		// at once are.
		alone := func(mode string) bool { return mode == "" || mode == "ORACLE" || mode == "MSSQL" }
		together := strings.Join(slices.DeleteFunc(modes(d), alone), ",")
		all := slices.DeleteFunc(modes(d), func(mode string) bool { return !alone(mode) })
		all = append(all, "STRICT_TRANS_TABLES", together)
		for _, mode := range all {
			db := connect(t, d.DSN, map[string]string{"sql_mode": "'" + mode + "'"})
			db.SetMaxOpenConns(1)
			before := sessionMode(t, db)
			p, err := functions.Provider(dbserver.MySQL, db)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Up(t.Context()); err != nil {
				t.Fatalf("sql_mode %q: %v", mode, err)
			}
			have := s.list(suite.MySQLCatalog)
			slices.Sort(have)
			if want == nil {
				want = have
			}
			if !slices.Equal(have, want) {
				t.Errorf("sql_mode %q: the functions are others than those of strict mode", mode)
			}
			if _, err := p.DownTo(t.Context(), 0); err != nil {
				t.Fatalf("sql_mode %q: %v", mode, err)
			}
			if after := sessionMode(t, db); after != before {
				t.Errorf("the sql_mode was %q and is %q", before, after)
			}
		}
	})
}

// The files make the same functions whatever the character set of the client, and leave that as it was. A table can have
// a name in any script.
func TestInstallNames(t *testing.T) {
	onOneEmpty(t, func(t *testing.T, d database) {
		s := d.session(t)
		var want []string
		// The files' own, one with single bytes, one whose characters can end in a backslash, and none.
		for _, names := range []string{"utf8mb4", "latin1", "gbk", "binary"} {
			db := connect(t, d.DSN, nil)
			db.SetMaxOpenConns(1)
			if _, err := db.ExecContext(t.Context(), "SET NAMES "+names); err != nil {
				t.Fatal(err)
			}
			p, err := functions.Provider(dbserver.MySQL, db)
			if err != nil {
				t.Fatal(err)
			}
			before := sessionNames(t, db)
			if !strings.Contains(before, names) {
				t.Fatalf("SET NAMES %s: the session has %s", names, before)
			}
			if _, err := p.Up(t.Context()); err != nil {
				t.Fatalf("SET NAMES %s: %v", names, err)
			}
			if after := sessionNames(t, db); after != before {
				t.Errorf("the session had %s and has %s", before, after)
			}
			wantNames(t, s)
			have := s.list(suite.MySQLCatalog)
			slices.Sort(have)
			if want == nil {
				want = have
			}
			if !slices.Equal(have, want) {
				t.Errorf("SET NAMES %s: the functions are others than those of utf8mb4", names)
			}
			if _, err := p.DownTo(t.Context(), 0); err != nil {
				t.Fatalf("SET NAMES %s: %v", names, err)
			}
		}
	})
}

// sessionNames returns the character sets of a session.
func sessionNames(t testing.TB, db *sql.DB) (names string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT CONCAT_WS(' ', @@SESSION.character_set_client, @@SESSION.character_set_results, @@SESSION.character_set_connection, @@SESSION.collation_connection)").Scan(&names); err != nil {
		t.Fatal(err)
	}
	return names
}

// wantNames fails the test unless all functions have UTF-8, and those of partitions find tables with names in other scripts.
func wantNames(t testing.TB, s session) {
	t.Helper()
	sets := s.list("SELECT DISTINCT CONCAT(CHARACTER_SET_CLIENT, ' ', COLLATION_CONNECTION) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()")
	if !slices.Equal(sets, []string{"utf8mb4 utf8mb4_general_ci"}) {
		t.Errorf("the functions have %q", sets)
	}
	for _, table := range []string{"ключ", "日本", "größe"} {
		s.exec("CREATE TABLE `"+table+"` (id BINARY(16) NOT NULL PRIMARY KEY)", "CALL sortid_partitions_ensure('"+table+"', 'wiji', 'month', 1)",
			"CALL sortid_partitions_drop_before('"+table+"', 'wiji', UTC_TIMESTAMP() - INTERVAL 1 YEAR, 0, FALSE)")
		if n := s.get("SELECT COUNT(*) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" + table + "'"); n != "2" {
			t.Errorf("%s has %s partitions, want 2", table, n)
		}
		s.exec("DROP TABLE `" + table + "`")
	}
	s.exec("DELETE FROM sortid_partitioned")
}

func sessionMode(t testing.TB, db *sql.DB) (mode string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT @@SESSION.sql_mode").Scan(&mode); err != nil {
		t.Fatal(err)
	}
	return mode
}

// The functions do the same in every sql_mode, in another time zone, in queries and in INSERTs.
func TestUseModes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		d.session(t).exec(results)
		for _, mode := range modes(d) {
			check(t, sessionOf(t, connect(t, d.DSN, map[string]string{"sql_mode": "'" + mode + "'", "time_zone": "'-09:30'"})), "sql_mode "+mode)
		}
	})
}

// The functions do the same in every character set, of the connection and of the
// database.
func TestCharacterSets(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		for _, collation := range []string{"latin1_swedish_ci", "utf8mb4_bin", "ucs2_general_ci", "gbk_chinese_ci"} {
			t.Run(string(kind)+"/"+collation, func(t *testing.T) {
				of := dbtest.OpenWith(t, kind, dbserver.DatabaseOptions{Collation: collation})
				d := database{connect(t, of.DSN, nil), of}
				d.install(t, nil)
				s := d.session(t)
				s.exec(results)
				for _, names := range []string{"utf8mb4", "latin1", "gbk", "utf8mb4 COLLATE utf8mb4_bin", "cp850"} {
					s.exec("SET NAMES " + names)
					check(t, s, "SET NAMES "+names)
				}
				if got := s.get("SELECT sortid_uid_text(18446744073709551615) = 'JPXCZEDGFVQ'"); got != "0" {
					t.Error("a text of uid11 is compared without its case")
				}
				s.exec("SET NAMES utf8mb4")
				for text, want := range map[string]string{
					"069Q6ZXR120002M45BSQQG28é": "character outside the alphabet", "069Q6ZXR120002M45BSQQG28T5é": "wrong length",
					"069Q6ZXR12000ſM45BSQQG28T": "character outside the alphabet", "": "wrong length", strings.Repeat("é", 100_000): "wrong length",
				} {
					e := s.fails("SELECT sortid_wiji_parse('" + text + "')")
					if !strings.Contains(e.Message, want) || !strings.Contains(e.Message, text[:min(12, len(text))]) && len(text) < 1000 || len(e.Message) > 128 {
						t.Errorf("%.40q: %s", text, e.Message)
					}
				}
			})
		}
	}
}

package check_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm"
)

// visitor has a column of each kind. The columns of its table are longer than a migration
// makes them where a column that is longer is right.
type visitor struct {
	ID    gormtype.ID[wiji.ID]
	Ref   gormtype.ID[ulid.ID]
	Raw   gormtype.Binary[ulidflake.ID]
	Code  gormtype.Text[ulid.ID]
	Flake gormtype.Text[ulidflake.ID]
	Num   gormtype.ID[ulidflake.ID]
}

// numbers has n from 0 to 9999.
const numbers = "(SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n AS n FROM {ten} a CROSS JOIN {ten} b CROSS JOIN {ten} c CROSS JOIN {ten} d) AS numbers"

var ten = "(SELECT 0 AS n" + strings.Join([]string{"", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, " UNION ALL SELECT ") + ")"

var visitorTables = map[string][]string{
	"postgres": {
		`CREATE TABLE visitors (id uuid PRIMARY KEY, ref uuid NOT NULL, raw bytea NOT NULL, code text COLLATE "C" NOT NULL,
			flake text COLLATE "C" NOT NULL, num bigint NOT NULL)`,
		`INSERT INTO visitors SELECT CAST('06438a529e624100011' || lpad(to_hex(n), 13, '0') AS uuid),
			CAST('0192d2a52c5e' || lpad(to_hex(n), 20, '0') AS uuid), decode('01' || lpad(to_hex(n), 14, '0'), 'hex'),
			'01JB9ABCDE' || lpad(CAST(n AS text), 16, '0'), '02N04' || lpad(CAST(n AS text), 8, '0'), n + 1099511627776 FROM `,
	},
	"mysql": {
		"CREATE TABLE visitors (id binary(16) PRIMARY KEY, ref binary(16) NOT NULL, raw varbinary(255) NOT NULL, code varchar(40)" + ascii +
			" NOT NULL, flake varchar(20)" + ascii + " NOT NULL, num bigint NOT NULL)",
		`INSERT INTO visitors SELECT UNHEX(CONCAT('06438a529e624100011', LPAD(HEX(n), 13, '0'))),
			UNHEX(CONCAT('0192d2a52c5e', LPAD(HEX(n), 20, '0'))), UNHEX(CONCAT('01', LPAD(HEX(n), 14, '0'))),
			CONCAT('01JB9ABCDE', LPAD(n, 16, '0')), CONCAT('02N04', LPAD(n, 8, '0')), n + 1099511627776 FROM `,
	},
	"sqlite": {
		"CREATE TABLE visitors (id blob NOT NULL PRIMARY KEY, ref blob NOT NULL, raw blob NOT NULL, code text NOT NULL, " +
			"flake text NOT NULL, num integer NOT NULL)",
		`INSERT INTO visitors SELECT unhex(printf('06438a529e624100011%013x', n)), unhex(printf('0192d2a52c5e%020x', n)),
			unhex(printf('01%014x', n)), printf('01JB9ABCDE%016d', n), printf('02N04%08d', n), n + 1099511627776 FROM `,
	},
}

// badValue is a value that other programs store in a column.
type badValue struct {
	name   string
	on     []gormtest.Server
	column string
	value  string // in SQL
	want   finding.Name
}

var (
	inFiles = []gormtest.Server{gormtest.OnSQLite, gormtest.OnMySQL, gormtest.OnMariaDB}
	zeros   = strings.Repeat("0", 32)
)

var badValues = []badValue{
	{"zero", everywhere, "id", "{" + zeros + "}", finding.ZeroIDs},
	{"zero that the type reads", everywhere, "ref", "{" + zeros + "}", finding.ZeroIDs},
	{"zero", []gormtest.Server{gormtest.OnSQLite}, "raw", "x'0000000000000000'", finding.ZeroIDs},
	{"zero", everywhere, "code", "'00000000000000000000000000'", finding.OtherValues},
	{"zero", everywhere, "num", "0", finding.ZeroIDs},
	{"version", everywhere, "id", "{06438a529e6241000125555555555555}", finding.OtherValues},
	{"a UUID of version 4", everywhere, "id", "{e0b1f0a2-1111-4222-8333-444444444444}", finding.OtherValues},
	{"length", inSQLite, "id", "x'06438a529e62'", finding.OtherValues},
	{"length", inPostgres, "raw", `'\x0102030405060708ff'`, finding.OtherValues},
	{"length", inBoth, "raw", "x'01020304050607'", finding.OtherValues},
	{"text of the ID", inFiles, "raw", "'02N0415DJFAV8'", finding.TextInBytes},
	{"text of the ID", inPostgres, "raw", "CAST('02N0415DJFAV8' AS bytea)", finding.TextInBytes},
	{"text of an ID of 16 bytes", inSQLite, "id", "'01JB9ABCDE0000000000000001'", finding.TextInBytes},
	{"text of the length of an ID", inFiles, "ref", "'018f0000-1111-72'", finding.TextInBytes},
	{"text as a BLOB", inSQLite, "ref", "CAST('018f0000-1111-72' AS blob)", finding.TextInBytes},
	{"text that is padded", inBoth, "ref", "'018f0000'", finding.TextInBytes},
	{"decimal digits", inFiles, "raw", "'123456789012345678'", finding.DecimalDigits},
	{"decimal digits", inPostgres, "raw", "CAST('123456789012345678' AS bytea)", finding.DecimalDigits},
	{"decimal digits", everywhere, "flake", "'123456789012345678'", finding.DecimalDigits},
	{"number", inSQLite, "raw", "123456789012345678", finding.DecimalDigits},
	{"lower case", everywhere, "code", "'01jb9abcde0000000000000001'", finding.OtherValues},
	{"one lower-case letter", everywhere, "code", "'01JB9ABCDe0000000000000001'", finding.OtherValues},
	{"trailing space", everywhere, "code", "'01JB9ABCDE0000000000000001 '", finding.OtherValues},
	{"line feed", inPostgres, "code", "'01JB9ABCDE0000000000000001' || chr(10)", finding.OtherValues},
	{"line feed", inSQLite, "code", "'01JB9ABCDE0000000000000001' || char(10)", finding.OtherValues},
	{"line feed", inBoth, "code", "CONCAT('01JB9ABCDE0000000000000001', CHAR(10))", finding.OtherValues},
	{"letter outside the alphabet", everywhere, "code", "'01JB9ABCDE000000000000000U'", finding.OtherValues},
	{"text beyond 128 bits", everywhere, "code", "'81JB9ABCDE0000000000000001'", finding.OtherValues},
	{"UUID text", everywhere, "code", someText, finding.OtherValues},
	{"empty text", everywhere, "code", "''", finding.OtherValues},
	{"bytes in text", inSQLite, "code", "x'0102030405060708'", finding.OtherValues},
	{"negative", everywhere, "num", "-5", finding.OtherValues},
	{"text in integers", inSQLite, "num", "'02N0415DJFAV8'", finding.OtherValues},
	{"real in integers", inSQLite, "num", "1.5", finding.OtherValues},
}

// expression returns the value, in which braces surround the bytes of an ID.
func (b badValue) expression(s gormtest.Server) string {
	value := b.value
	if !strings.HasPrefix(value, "{") {
		return value
	}
	hex := strings.ReplaceAll(strings.Trim(value, "{}"), "-", "")
	if s.Dialect() == "postgres" {
		return "CAST('" + hex + "' AS uuid)"
	}
	return "x'" + hex + "'"
}

// visitors fills the table with n rows, n at most 10,000.
func visitors(t *testing.T, s gormtest.Server, db *gorm.DB, n int) {
	t.Helper()
	ddl := visitorTables[s.Dialect()]
	gormtest.Must(t, db.Exec(ddl[0]))
	gormtest.Must(t, db.Exec(ddl[1]+strings.ReplaceAll(numbers, "{ten}", ten)+" WHERE n < "+strconv.Itoa(n)))
	gormtest.Equal(t, "rows", gormtest.Count(t, db, &visitor{}), int64(n))
	if got := gormtest.Problems(t, db, &visitor{}); len(got) > 0 {
		t.Errorf("got %v, want nothing", got)
	}
}

// spoil stores a bad value in one row.
func (b badValue) spoil(t *testing.T, s gormtest.Server, tx *gorm.DB, row int) {
	t.Helper()
	tx = gormtest.Must(t, tx.Exec("UPDATE visitors SET "+b.column+" = "+b.expression(s)+" WHERE num = 1099511627776 + "+strconv.Itoa(row)))
	gormtest.Equal(t, "rows", tx.RowsAffected, 1)
}

func (b badValue) isOn(s gormtest.Server) bool {
	return slices.ContainsFunc(b.on, func(o gormtest.Server) bool { return o.Name == s.Name })
}

// TestCheckFindsOneBadValue: one of each kind among good ones, behind the values that
// Check reads anyway.
func TestCheckFindsOneBadValue(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		visitors(t, s, db, 1000)
		for _, b := range badValues {
			if !b.isOn(s) {
				continue
			}
			t.Run(b.name+" "+b.column, func(t *testing.T) {
				tx := gormtest.Must(t, db.Begin())
				defer tx.Rollback()
				b.spoil(t, s, tx, 700)
				if got, want := gormtest.Problems(t, tx, &visitor{}), b.column+": "+string(b.want); !slices.Equal(got, []string{want}) {
					t.Errorf("got %v, want %s", got, want)
				}
			})
		}
	})
}

// TestCheckFindsOneOfMany: the server looks through twenty times as many rows as a statement reads, which is a hundred.
func TestCheckFindsOneOfMany(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		visitors(t, s, db, 2000)
		want := map[string]finding.Name{}
		for i, b := range badValues {
			if _, done := want[b.column]; b.isOn(s) && !done {
				b.spoil(t, s, db, 1400+i)
				want[b.column] = b.want
			}
		}
		var got []check.Finding
		statements := gormlog.Recorded(t, db, func(db *gorm.DB) {
			var err error
			if got, err = check.Run(db, &visitor{}); err != nil {
				t.Fatal(err)
			}
		})
		gormtest.Equal(t, "findings", len(got), len(want))
		for _, f := range got {
			if finding.Name(f.Name) != want[f.Column] || !strings.HasPrefix(f.Detail, "1 value is ") {
				t.Errorf("%s, want %s of 1 value", f, want[f.Column])
			}
		}
		reads := 0
		for _, statement := range statements {
			if strings.Contains(statement, "FROM `visitors`") || strings.Contains(statement, `FROM "visitors"`) {
				reads++
				gormtest.Equal(t, "has a limit: "+statement, strings.Contains(statement, "LIMIT 100"), true)
			}
		}
		gormtest.Equal(t, "statements that read the table", reads >= len(want), true)
	})
}

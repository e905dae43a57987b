package gormtype

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// shownBy returns a statement as GORM's log has it.
func shownBy(tx *gorm.DB) string {
	if tx.Error != nil {
		return "error: " + tx.Error.Error()
	}
	args := make([]driver.NamedValue, len(tx.Statement.Vars))
	for i, v := range tx.Statement.Vars {
		args[i].Value = v
		if valuer, ok := v.(driver.Valuer); ok {
			shown, err := valuer.Value()
			if args[i].Value = shown; err != nil {
				args[i].Value = "error: " + err.Error()
			}
		}
	}
	return logged(tx.Statement.SQL.String(), args)
}

// TestBinding: the text and the arguments of a statement as the server gets it, and as a log shows it, where the placeholders are of
// more kinds than "id = ?".
func TestBinding(t *testing.T) {
	text := someWiji.String()
	two := []any{someWiji, Of(someWiji)}
	servers, dbs := map[string]*server{}, map[string]*gorm.DB{}
	for _, c := range []struct {
		dialect, sql string
		args         []any
		want, shown  string // the same if it is empty
	}{
		{"postgres", "id = ?", []any{someWiji}, "id = $1 | UUID", ""},
		{"postgres", "raw = ?", []any{someWiji}, "raw = $1 | RAW", `raw = $1 | '\xHEX'`},
		{"mysql", "id = ?", []any{someWiji}, "id = ? | RAW", "id = UNHEX(?) | 'HEX'"},
		{"mysql", "name = ? AND id = ? AND n = ? AND raw = ?", []any{"x", someWiji, 7, someWiji}, "name = ? AND id = ? AND n = ? AND raw = ? | 'x', RAW, 7, RAW", "name = ? AND id = UNHEX(?) AND n = ? AND raw = UNHEX(?) | 'x', 'HEX', 7, 'HEX'"},
		{"mysql", "code = ?", []any{someWiji}, "code = ? | TEXT", ""},
		{"sqlite", "id = ?", []any{someWiji}, "id = ? | RAW", "id = UNHEX(?) | 'HEX'"},

		// A placeholder with a number, which can have several places.
		{"postgres", "id = $1 OR ref = $1", []any{someWiji}, "id = $1 OR ref = $1 | UUID", ""},
		{"postgres", "id = $1 OR raw = $1", []any{someWiji}, "error: gormtype: placeholder 1: another form: the statement needs the value in two forms: pass it twice", ""},
		{"postgres", "id = $1 OR name = $1", []any{text}, "error: gormtype: placeholder 1: another form: …", ""},
		{"postgres", "id = $2 AND name = $1", []any{"x", someWiji}, "id = $2 AND name = $1 | 'x', UUID", ""},
		{"postgres", "$1 IS NULL OR id = $1", []any{someWiji}, "$1::uuid IS NULL OR id = $1 | UUID", ""},
		{"postgres", "$1::uuid IS NULL OR id = $1", []any{someWiji}, "$1::uuid IS NULL OR id = $1 | UUID", ""},
		{"postgres", "$1::bytea IS NULL OR id = $1", []any{someWiji}, "error: gormtype: placeholder 1: another form: …", ""},
		{"postgres", "$1::int4 IS NULL OR id = $1", []any{someWiji}, "error: gormtype.ID[wiji.ID]: condition wiji.ID: plain ID: …", `$1::int4 IS NULL OR id = $1 | 'error: wiji.ID: argument "06000AP0000000040000000007": plain ID: …`},
		{"postgres", "$1::bytea IS NULL OR raw = $1", []any{someWiji}, "$1::bytea IS NULL OR raw = $1 | RAW", `$1::bytea IS NULL OR raw = $1 | '\xHEX'`},
		{"postgres", "id = $1 OR $1::text IS NULL", []any{someWiji}, "id = $1 OR $1::text IS NULL | UUID", ""},
		{"postgres", "$1 IS NULL OR $1::bytea IS NULL", []any{someWiji}, "error: gormtype: placeholder 1: another form: …", ""},
		{"postgres", "$1 IS NULL OR id = $1", []any{"x"}, `error: gormtype.ID[wiji.ID]: things.id "x": not an ID: the column holds a wiji.ID: pass one, or its text`, ""},
		{"postgres", "$1 IS NULL OR id = $2", []any{someWiji, someWiji}, "$1::text IS NULL OR id = $2 | TEXT, UUID", ""},
		{"postgres", "id = $1 AND n = $2 AND n = $2", []any{someWiji, 7}, "id = $1 AND n = $2 AND n = $2 | UUID, 7", ""},
		{"sqlite", "id = ?1 OR ref = ?1", []any{someWiji}, "id = ?1 OR ref = ?1 | RAW", "id = UNHEX(?1) OR ref = UNHEX(?1) | 'HEX'"},
		{"sqlite", "id = ?1 OR ref = ?1 AND n = ?2", []any{someWiji, 7}, "id = ?1 OR ref = ?1 AND n = ?2 | RAW, 7", "id = UNHEX(?1) OR ref = UNHEX(?1) AND n = ?2 | 'HEX', 7"},
		{"sqlite", "id = ?1 OR code = ?1", []any{someWiji}, "error: gormtype: placeholder 1: another form: …", ""},

		// Lists, which GORM writes without IN.
		{"mysql", "id IN ?", []any{two}, "id IN (?,?) | RAW, RAW", "id IN (UNHEX(?),UNHEX(?)) | 'HEX', 'HEX'"},
		{"mysql", "id = ?", []any{two}, "id IN (?,?) | RAW, RAW", "id IN (UNHEX(?),UNHEX(?)) | 'HEX', 'HEX'"},
		{"mysql", "id <> ?", []any{two}, "id NOT IN (?,?) | RAW, RAW", "id NOT IN (UNHEX(?),UNHEX(?)) | 'HEX', 'HEX'"},
		{"mysql", "id != ? AND n = ?", []any{two, 7}, "id NOT IN (?,?) AND n = ? | RAW, RAW, 7", "id NOT IN (UNHEX(?),UNHEX(?)) AND n = ? | 'HEX', 'HEX', 7"},
		{"postgres", "id = ?", []any{two}, "id IN ($1,$2) | UUID, UUID", ""},
		{"postgres", "id > ?", []any{two}, "id > ($1,$2) | UUID, UUID", ""},
		{"mysql", "num = ?", []any{[]int{5, 6}}, "num IN (?,?) | 5, 6", ""},
		{"mysql", "name = ?", []any{[]string{"x", "y"}}, "name = (?,?) | 'x', 'y'", ""},
		{"mysql", "id = (?)", []any{someWiji}, "id = (?) | RAW", "id = (UNHEX(?)) | 'HEX'"},
		{"mysql", "id = (?, NULL)", []any{someWiji}, "id = (?, NULL) | RAW", "id = (UNHEX(?), NULL) | 'HEX'"},
		{"mysql", "n = 1 AND id = (?, ?, ref) AND n = ?", []any{someWiji, someWiji, 7}, "n = 1 AND id IN (?, ?, ref) AND n = ? | RAW, RAW, 7", "n = 1 AND id IN (UNHEX(?), UNHEX(?), ref) AND n = ? | 'HEX', 'HEX', 7"},
		{"mysql", "id = (?, ?, ?)", []any{someWiji, someWiji, someWiji}, "id IN (?, ?, ?) | RAW, RAW, RAW", "id IN (UNHEX(?), UNHEX(?), UNHEX(?)) | 'HEX', 'HEX', 'HEX'"},
		{"mysql", "(id, n) = (?, ?)", []any{someWiji, 7}, "(id, n) = (?, ?) | RAW, 7", "(id, n) = (UNHEX(?), ?) | 'HEX', 7"},
		{"mysql", "(id, n) IN ?", []any{[][]any{{someWiji, 7}, {text, 8}}}, "(id, n) IN ((?,?),(?,?)) | RAW, 7, RAW, 8", "(id, n) IN ((UNHEX(?),?),(UNHEX(?),?)) | 'HEX', 7, 'HEX', 8"},

		// MySQL gives a placeholder within an expression the type of a text.
		{"mysql", "COALESCE(?, ref) = id", []any{someWiji}, "COALESCE(UNHEX(?), ref) = id | 'HEX'", ""},
		{"mysql", "id = COALESCE(?, ref)", []any{someWiji}, "id = COALESCE(UNHEX(?), ref) | 'HEX'", ""},
		{"mysql", "code = COALESCE(?, code)", []any{someWiji}, "code = COALESCE(?, code) | TEXT", ""},
		{"mysql", "num = COALESCE(?, num)", []any{someFlake}, "num = COALESCE(?, num) | 1099511627781", ""},
		{"sqlite", "id = COALESCE(?, ref)", []any{someWiji}, "id = COALESCE(?, ref) | RAW", "id = COALESCE(UNHEX(?), ref) | 'HEX'"},

		// The casts that PostgreSQL needs.
		{"postgres", "id = COALESCE(?, ref)", []any{someWiji}, "id = COALESCE($1, ref) | UUID", ""},
		{"postgres", "id = COALESCE(?, ?)", []any{someWiji, someWiji}, "id = COALESCE($1::uuid, $2::uuid) | UUID, UUID", ""},
		{"postgres", "raw = COALESCE(?, ?)", []any{someWiji, someWiji}, "raw = COALESCE($1::bytea, $2::bytea) | RAW, RAW", `raw = COALESCE($1::bytea, $2::bytea) | '\xHEX', '\xHEX'`},
		{"postgres", "num = COALESCE(?, ?)", []any{someFlake, someFlake}, "num = COALESCE($1, $2) | 1099511627781, 1099511627781", ""},
		{"postgres", "code = COALESCE(?, ?)", []any{someWiji, someWiji}, "code = COALESCE($1, $2) | TEXT, TEXT", ""},
		{"postgres", "CASE WHEN n = 1 THEN ?ELSE id END = id", []any{someWiji}, "CASE WHEN n = 1 THEN $1ELSE id END = id | UUID", ""},
		{"postgres", "CASE WHEN n = 1 THEN ?ELSE ? END = id", []any{someWiji, someWiji}, "CASE WHEN n = 1 THEN $1::uuid ELSE $2::uuid END = id | UUID, UUID", ""},
		{"postgres", "lower(?) = name", []any{someWiji}, "lower($1) = name | TEXT", ""},
		{"postgres", "concat(?) = name", []any{someWiji}, "concat($1::text) = name | TEXT", ""},
		{"postgres", "name || ? = 'x'", []any{someWiji}, "name || $1 = 'x' | TEXT", ""},
		{"postgres", "id IN (SELECT ? UNION SELECT ?)", []any{someWiji, someWiji}, "id IN (SELECT $1::uuid UNION SELECT $2::uuid) | UUID, UUID", ""},
	} {
		if dbs[c.dialect] == nil {
			servers[c.dialect] = &server{dialect: c.dialect}
			dbs[c.dialect] = servers[c.dialect].open(t, Models(&boundRow{}))
		}
		s, db := servers[c.dialect], dbs[c.dialect]
		const begin = "DELETE FROM things WHERE "
		if got := strings.TrimPrefix(s.outcome(db.Exec(begin+c.sql, c.args...).Error), begin); !matches(got, c.want) {
			t.Errorf("%s: %s with %v:\n<<%s>>%s<</>>", c.dialect, c.sql, c.args, c.want, got)
		}
		shown := cmp.Or(c.shown, c.want)
		if got := strings.TrimPrefix(shownBy(db.Session(&gorm.Session{DryRun: true}).Exec(begin+c.sql, c.args...)), begin); !matches(got, shown) {
			t.Errorf("%s, shown: %s with %v:\n<<%s>>%s<</>>", c.dialect, c.sql, c.args, shown, got)
		}
	}
}

// TestUnreadable: a statement whose places cannot be known is refused if an argument is an ID, or the text or the bytes of one, and
// left as it is otherwise.
func TestUnreadable(t *testing.T) {
	text := someWiji.String()
	for _, c := range []struct {
		dialect, sql string
		args         []any
		want         string
	}{
		{"mysql", "id = ? AND name = 'x", []any{someWiji}, "error: gormtype: plain ID: the statement cannot be read: a quote or a comment does not end, parentheses are too deep, or a placeholder has a name, is in a comment or is not among the arguments: write the placeholder of the ID as ?"},
		{"mysql", "id = ? AND name = 'x", []any{text}, "error: gormtype: plain ID: the statement cannot be read: …"},
		{"mysql", "id = ? AND name = 'x", []any{Of(someWiji)}, "error: gormtype: plain ID: the statement cannot be read: …"},
		{"mysql", "id = ? AND name = 'x", []any{"x"}, "id = ? AND name = 'x | 'x'"},
		{"mysql", "id = ? AND name = 'x", []any{nil}, "id = ? AND name = 'x | NULL"},
		{"mysql", "num = ? AND name = 'x", []any{5}, "num = ? AND name = 'x | 5"},
		{"mysql", "id = ? AND name = 'x", []any{sql.NullString{}}, "id = ? AND name = 'x | NULL"},
		{"mysql", "name = ? AND id = ? AND name = 'x", []any{7, someWiji[:]}, "error: gormtype: plain ID: the statement cannot be read: …"},
		{"sqlite", "id = :id", []any{sql.Named("id", someWiji)}, "error: gormtype: plain ID: the statement cannot be read: …"},
		{"sqlite", "id = :id", []any{sql.Named("id", text)}, "error: gormtype: plain ID: the statement cannot be read: …"},
		{"sqlite", "id = :id", []any{sql.Named("id", "x")}, "id = :id | 'x'"},
		{"mysql", "DELETE FROM things WHERE n = ?", []any{7, 8}, "DELETE FROM things WHERE n = ? | 7, 8"},
		{"mysql", "DELETE FROM things WHERE id = ? AND n = ? AND u = ?", []any{someWiji, 7}, `error: sql: converting argument $1 type: wiji.ID: argument "06000AP0000000040000000007": plain ID: the kind of the column is unknown: use sqltype.UUIDOf(id) for uuid, sqltype.BinaryOf(id) for BINARY, bytea or BLOB, sqltype.TextOf(id) for text, gormtype.Of(id) or db.Use(gormtype.New(…)) in GORM, or pgxtype.Register with pgx`},
		{"sqlite", "DELETE FROM things WHERE id = ?5", []any{someWiji}, `error: sql: converting argument $1 type: wiji.ID: argument "06000AP0000000040000000007": plain ID: the kind of the column is unknown: use sqltype.UUIDOf(id) for uuid, sqltype.BinaryOf(id) for BINARY, bytea or BLOB, sqltype.TextOf(id) for text, gormtype.Of(id) or db.Use(gormtype.New(…)) in GORM, or pgxtype.Register with pgx`},
	} {
		s := &server{dialect: c.dialect}
		if got := s.outcome(s.open(t, Models(&boundRow{})).Exec(c.sql, c.args...).Error); !matches(got, c.want) {
			t.Errorf("%s: %s with %v:\n<<%s>>%s<</>>", c.dialect, c.sql, c.args, c.want, got)
		}
	}
}

// TestSubqueries: a subquery is built before the statement of which it is a part.
func TestSubqueries(t *testing.T) {
	for _, c := range []struct {
		dialect, what string
		run           func(db, part *gorm.DB) *gorm.DB
		want, shown   string
	}{
		{"mysql", "of a model", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("ref IN (?)", part.Model(&boundRow{}).Select("id").Where("id <> ?", someWiji)).Delete(&boundRow{})
		}, "DELETE FROM `things` WHERE ref IN (SELECT `id` FROM `things` WHERE id <> ?) | RAW", "DELETE FROM `things` WHERE ref IN (SELECT `id` FROM `things` WHERE id <> UNHEX(?)) | 'HEX'"},
		{"postgres", "of a model", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("ref IN (?)", part.Model(&boundRow{}).Select("id").Where("id <> ?", someWiji)).Delete(&boundRow{})
		}, `DELETE FROM "things" WHERE ref IN (SELECT "id" FROM "things" WHERE id <> $1) | UUID`, ""},
		{"mysql", "behind another argument", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("n = ? AND id = ? AND ref IN (?)", 7, someWiji, part.Model(&boundRow{}).Select("id").Where("raw = ?", someWiji)).Delete(&boundRow{})
		}, "DELETE FROM `things` WHERE n = ? AND id = ? AND ref IN (SELECT `id` FROM `things` WHERE raw = ?) | 7, RAW, RAW", "DELETE FROM `things` WHERE n = ? AND id = UNHEX(?) AND ref IN (SELECT `id` FROM `things` WHERE raw = UNHEX(?)) | 7, 'HEX', 'HEX'"},
		{"postgres", "behind another argument", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("n = ? AND raw = ? AND ref IN (?)", 7, someWiji, part.Model(&boundRow{}).Select("id").Where("raw = ?", someWiji)).Delete(&boundRow{})
		}, `DELETE FROM "things" WHERE n = $1 AND raw = $2 AND ref IN (SELECT "id" FROM "things" WHERE raw = $3) | 7, RAW, RAW`, `DELETE FROM "things" WHERE n = $1 AND raw = $2 AND ref IN (SELECT "id" FROM "things" WHERE raw = $3) | 7, '\xHEX', '\xHEX'`},
		{"mysql", "behind another argument, of another table", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("n = ? AND ref IN (?)", 7, part.Model(&boundRow{}).Table("archive").Select("id").Where("id = ?", someWiji)).Delete(&boundRow{})
		}, "DELETE FROM `things` WHERE n = ? AND ref IN (SELECT `id` FROM `archive` WHERE id = ?) | 7, RAW", "DELETE FROM `things` WHERE n = ? AND ref IN (SELECT `id` FROM `archive` WHERE id = UNHEX(?)) | 7, 'HEX'"},
		{"mysql", "of SQL", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("n = ? AND ref IN (?)", 7, part.Raw("SELECT id FROM things WHERE ? <> id", someWiji)).Delete(&boundRow{})
		}, "DELETE FROM `things` WHERE n = ? AND ref IN (SELECT id FROM things WHERE ? <> id) | 7, RAW", "DELETE FROM `things` WHERE n = ? AND ref IN (SELECT id FROM things WHERE UNHEX(?) <> id) | 7, 'HEX'"},
		{"mysql", "of two levels", func(db, part *gorm.DB) *gorm.DB {
			inner := part.Model(&boundRow{}).Select("id").Where("id = ?", someWiji)
			return db.Where("ref IN (?)", part.Model(&boundRow{}).Select("id").Where("n = ? AND ref IN (?)", 7, inner)).Delete(&boundRow{})
		}, "DELETE FROM `things` WHERE ref IN (SELECT `id` FROM `things` WHERE n = ? AND ref IN (SELECT `id` FROM `things` WHERE id = ?)) | 7, RAW", "DELETE FROM `things` WHERE ref IN (SELECT `id` FROM `things` WHERE n = ? AND ref IN (SELECT `id` FROM `things` WHERE id = UNHEX(?))) | 7, 'HEX'"},
		{"mysql", "of an ID of another type", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("ref NOT IN (?)", part.Model(&boundRow{}).Select("id").Where("id = ?", someFlake)).Delete(&boundRow{})
		}, "error: gormtype.ID[wiji.ID]: things.id ulidflake.ID: ID of another type: the column holds a wiji.ID: pass the ID of that type", ""},
		{"mysql", "with an ID of the statement around it", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("EXISTS (?)", part.Table("others o").Select("1").Where("o.x = things.n AND things.id = ?", someWiji)).Delete(&boundRow{})
		}, "DELETE FROM `things` WHERE EXISTS (SELECT 1 FROM others o WHERE o.x = things.n AND things.id = ?) | RAW", "DELETE FROM `things` WHERE EXISTS (SELECT 1 FROM others o WHERE o.x = things.n AND things.id = UNHEX(?)) | 'HEX'"},
		{"mysql", "in the place of a table", func(db, part *gorm.DB) *gorm.DB {
			return db.Table("(?) AS o", part.Model(&boundRow{}).Where("id <> ?", someWiji)).Where("o.id = ?", someWiji).Find(&[]boundRow{})
		}, "SELECT * FROM (SELECT * FROM `things` WHERE id <> ?) AS o WHERE o.id = ? | RAW, RAW", "SELECT * FROM (SELECT * FROM `things` WHERE id <> UNHEX(?)) AS o WHERE o.id = UNHEX(?) | 'HEX', 'HEX'"},
		{"mysql", "in the place of a table, of another table", func(db, part *gorm.DB) *gorm.DB {
			return db.Table("(?) AS o", part.Table("others")).Where("o.id = ?", someWiji).Find(&[]boundRow{})
		}, "SELECT * FROM (SELECT * FROM `others`) AS o WHERE o.id = ? | RAW", "SELECT * FROM (SELECT * FROM `others`) AS o WHERE o.id = UNHEX(?) | 'HEX'"},
		{"mysql", "in the place of a table, of other names", func(db, part *gorm.DB) *gorm.DB {
			return db.Table("(?) AS o", part.Model(&boundRow{}).Select("num AS id")).Where("o.id = ?", someFlake).Find(&[]boundRow{})
		}, "SELECT * FROM (SELECT num AS id FROM `things`) AS o WHERE o.id = ? | 1099511627781", ""},
		{"mysql", "beside the place of a table", func(db, part *gorm.DB) *gorm.DB {
			return db.Table("(?) AS o", part.Table("others")).Joins("JOIN (?) AS j", part.Table("others")).Where("j.id = ?", someWiji).Find(&[]boundRow{})
		}, "error: gormtype.ID[wiji.ID]: condition wiji.ID: plain ID: …", ""},
		{"sqlite", "with an error of a scope", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("ref NOT IN (?)", part.Model(&boundRow{}).Select("id").Scopes(After(someFlake))).Delete(&boundRow{})
		}, "error: sql: converting argument $1 type: gormtype: After: the key of boundRow is a wiji.ID, not a ulidflake.ID", ""},
		{"mysql", "with a wrong condition", func(db, part *gorm.DB) *gorm.DB {
			return db.Where("ref NOT IN (?)", part.Model(&boundRow{}).Select("id").Where(text26)).Delete(&boundRow{})
		}, `error: sql: converting argument $1 type: gormtype.ID[wiji.ID]: things.id "06000AP0000000040000000007": not an ID: GORM takes a text without a condition for SQL, which can select every row: parse it, and pass the ID`, ""},
	} {
		s := &server{dialect: c.dialect}
		db := s.open(t, Models(&boundRow{}))
		part := db.Session(&gorm.Session{NewDB: true})
		if got := s.outcome(c.run(db, part).Error); !matches(got, c.want) {
			t.Errorf("%s, %s:\n<<%s>>%s<</>>", c.dialect, c.what, c.want, got)
		}
		if got := shownBy(c.run(db.Session(&gorm.Session{DryRun: true}), part)); c.shown != "" && !matches(got, c.shown) {
			t.Errorf("%s, %s, shown:\n<<%s>>%s<</>>", c.dialect, c.what, c.shown, got)
		}
	}
}

// text26 is the text of an ID, which GORM takes for SQL.
var text26 = someWiji.String()

// TestShownAgain: the SQL and the arguments of a DryRun can be executed.
func TestShownAgain(t *testing.T) {
	for dialect, want := range map[string]string{"mysql": "DELETE FROM `things` WHERE id = ? AND raw = ? AND code = ? | RAW, RAW, TEXT", "postgres": `DELETE FROM "things" WHERE id = $1 AND raw = $2 AND code = $3 | UUID, RAW, TEXT`, "sqlite": `DELETE FROM "things" WHERE id = ? AND raw = ? AND code = ? | RAW, RAW, TEXT`} {
		s := &server{dialect: dialect}
		db := s.open(t, Models(&boundRow{}))
		dry := db.Session(&gorm.Session{DryRun: true}).Where("id = ? AND raw = ? AND code = ?", someWiji, someWiji, someWiji).Delete(&boundRow{}).Statement
		if got := s.outcome(db.Exec(dry.SQL.String(), dry.Vars...).Error); got != want {
			t.Errorf("%s:\n<<%s>>%s<</>>", dialect, want, got)
		}
	}
}

// tracer keeps what GORM logs of the last statement.
type tracer struct {
	logger.Interface
	last string
}

// Trace keeps the statement.
func (l *tracer) Trace(_ context.Context, _ time.Time, statement func() (string, int64), _ error) {
	l.last, _ = statement()
}

// TestLog: GORM's log has the statement that can be pasted.
func TestLog(t *testing.T) {
	for _, c := range []struct{ dialect, exec, find string }{
		{"mysql", "DELETE FROM things WHERE raw = UNHEX('HEX') AND n = 7", "SELECT * FROM `things` WHERE raw = UNHEX('HEX') AND n = 7"},
		{"postgres", `DELETE FROM things WHERE raw = '\xHEX' AND n = 7`, `SELECT * FROM "things" WHERE raw = '\xHEX' AND n = 7`},
		{"sqlite", "DELETE FROM things WHERE raw = UNHEX('HEX') AND n = 7", `SELECT * FROM "things" WHERE raw = UNHEX('HEX') AND n = 7`},
	} {
		l := &tracer{Interface: logger.Discard}
		db := (&server{dialect: c.dialect}).open(t, Models(&boundRow{})).Session(&gorm.Session{Logger: l})
		if err := db.Exec("DELETE FROM things WHERE raw = ? AND n = ?", someWiji, 7).Error; err != nil || short.Replace(l.last) != c.exec {
			t.Errorf("%s, Exec:\n<<%s>>%s<</>>, %v", c.dialect, c.exec, short.Replace(l.last), err)
		}
		if err := db.Find(&[]boundRow{}, "raw = ? AND n = ?", someWiji, 7).Error; err != nil || short.Replace(l.last) != c.find {
			t.Errorf("%s, Find:\n<<%s>>%s<</>>, %v", c.dialect, c.find, short.Replace(l.last), err)
		}
	}
}

// TestLateValue: an ID that the plugin does not bind is an error, beside the text that a log shows.
func TestLateValue(t *testing.T) {
	expr := Of(someWiji).GormValue(t.Context(), (&server{dialect: "mysql"}).open(t))
	if v, err := expr.Vars[0].(driver.Valuer).Value(); v != driver.Value(someWiji.String()) || !errors.Is(err, columntype.ErrOutsideGORM) {
		t.Errorf("%v, error %v", v, err)
	}
}

// TestResultText: a log that prints an argument of bytes shows their digits.
func TestResultText(t *testing.T) {
	for dialect, want := range map[string]string{"mysql": "0102", "postgres": `\x0102`} {
		r := &result{isPostgres: dialect == "postgres"}
		if r.Bound.Value = []byte{1, 2}; r.String() != want {
			t.Errorf("%s: %s, want %s", dialect, r, want)
		}
	}
	if r := (&result{}); r.String() != "<nil>" {
		t.Errorf("without bytes: %s", r)
	}
}

// TestUnknownDialectWithPlugin: the placeholders of an unknown dialect are unknown, too.
func TestUnknownDialectWithPlugin(t *testing.T) {
	s := &server{dialect: "clickhouse"}
	db := s.open(t, Models(&boundRow{}))
	for what, run := range map[string]func() *gorm.DB{
		"an ID":         func() *gorm.DB { return db.Exec("DELETE FROM things WHERE id = ?", someWiji) },
		"a column type": func() *gorm.DB { return db.Exec("DELETE FROM things WHERE id = ?", Of(someWiji)) },
		"a text":        func() *gorm.DB { return db.Exec("DELETE FROM things WHERE id = ?", "x") },
		"a plain ID":    func() *gorm.DB { return db.Exec("DELETE FROM others WHERE id = ?", someWiji) },
	} {
		err := run().Error
		if want := "statement dialect clickhouse: unknown dialect: its columns are unknown"; !errors.Is(err, ErrDialect) || !strings.Contains(err.Error(), want) || s.took() != "" {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}
	for _, v := range []any{7, int32(7)} {
		if tx := db.Exec("DELETE FROM others WHERE n = ?", v); tx.Error != nil || s.took() != "DELETE FROM others WHERE n = ? | 7" {
			t.Errorf("without IDs, a %T: %v", v, tx.Error)
		}
	}
}

package statements_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// TestUnread: a placeholder that the plugin does not read is an error for an ID, and for its text.
func TestUnread(t *testing.T) {
	key := gormtest.WijiAt(1)
	forms := []any{key, key.String(), gormtype.BinaryOf(key), key[:]}
	statements := map[string][]string{
		"sqlite": {
			"SELECT count(*) FROM hard_users WHERE id = :id", "SELECT count(*) FROM hard_users WHERE id <> $id", "DELETE FROM hard_users WHERE id <> :id",
			"SELECT count(*) FROM hard_users WHERE id = $2", "INSERT INTO hard_users (id) VALUES (:id)",
		},
		"mysql": {
			"SELECT count(*) FROM hard_users WHERE name <> '' /*!50000 AND id = ? */", "DELETE FROM hard_users WHERE id <> /*!50000 ? */",
			"DELETE FROM hard_users /*! WHERE id <> ? */", "SELECT count(*) FROM hard_users WHERE /*! id = */ ?",
		},
	}
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
			t.Fatal(err)
		}
		hardRows(t, db)
		for _, sqlText := range statements[s.Dialect()] {
			for _, form := range forms {
				for _, arg := range []any{form, sql.Named("id", form)} {
					if err := db.Exec(sqlText, arg).Error; !errors.Is(err, gormtype.ErrPlain) {
						t.Errorf("%s with a %T: %v", sqlText, form, err)
					}
				}
			}
			if n := gormtest.Count(t, db, &hardUser{}); n != 3 {
				t.Fatalf("%s: %d rows", sqlText, n)
			}
		}
		if s.Dialect() == "sqlite" {
			for _, sqlText := range []string{
				"SELECT name FROM hard_users WHERE id = $1", "SELECT name FROM hard_users WHERE id = ?1 AND id = ?1", "SELECT name FROM hard_users WHERE $1 = id OR boss = $1 AND n > 9",
				"SELECT name FROM hard_users WHERE id = ?1 AND boss IS NOT ?", "SELECT name FROM hard_users WHERE boss IS NOT ?2 AND id = ?1",
			} {
				for _, form := range forms {
					args := []any{form, gormtest.WijiAt(3)}[:1+min(1, strings.Count(sqlText, "NOT"))]
					var names []string
					if tx := db.Raw(sqlText, args...).Scan(&names); tx.Error != nil || len(names) != 1 || names[0] != "a" {
						t.Errorf("%s with a %T: %v, error %v", sqlText, form, names, tx.Error)
					}
				}
			}
			for _, form := range forms {
				gormtest.Must(t, db.Exec("DELETE FROM hard_users WHERE id = $1", form))
				gormtest.Must(t, db.Exec("INSERT INTO hard_users (id, name) VALUES ($1, $2)", form, "a"))
				var kind string
				if gormtest.Must(t, db.Raw("SELECT typeof(id) FROM hard_users WHERE name = 'a'").Scan(&kind)); kind != "blob" {
					t.Errorf("a %T is stored as %s", form, kind)
				}
				if tx := db.Exec("DELETE FROM hard_users WHERE name = 'a' AND id <> $1", form); tx.Error != nil || tx.RowsAffected != 0 {
					t.Errorf("DELETE with a %T: %d rows, error %v", form, tx.RowsAffected, tx.Error)
				}
			}
		}
		// Other values are those of the program.
		var n int64
		if s.Dialect() == "sqlite" {
			if tx := db.Raw("SELECT count(*) FROM hard_users WHERE name = :name", sql.Named("name", "b")).Scan(&n); tx.Error != nil || n != 1 {
				t.Errorf("a name: %d, error %v", n, tx.Error)
			}
		}
		if s.Dialect() == "mysql" {
			if tx := db.Raw("SELECT /*!50000 SQL_NO_CACHE */ count(*) FROM hard_users WHERE id = ?", key).Scan(&n); tx.Error != nil || n != 1 {
				t.Errorf("a hint: %d, error %v", n, tx.Error)
			}
			if tx := db.Raw("SELECT count(*) FROM hard_users WHERE n > 0 /*!50000 AND name = ? */", "b").Scan(&n); tx.Error != nil || n != 1 {
				t.Errorf("a comment that is executed: %d, error %v", n, tx.Error)
			}
		}
	})
}

// TestTextBesideBytes: an ID of which a function makes a text, beside a column of bytes, is an error.
func TestTextBesideBytes(t *testing.T) {
	key := gormtest.WijiAt(1)
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
			t.Fatal(err)
		}
		hardRows(t, db)
		for _, expression := range []string{
			"TRIM(?)", "LOWER(?)", "UPPER(?)", "CONCAT(?, '')", "REPLACE(?, '-', '')", "COALESCE(TRIM(?), boss)", "LOWER(TRIM(?))", "(TRIM((?)))", "'' || ?", "SUBSTR(?, 1, 36)",
			"(SELECT TRIM(?))", "CASE WHEN n > 0 THEN TRIM(?) ELSE boss END", "JSON_EXTRACT(?, '$.id')", "CAST(? AS CHAR(36))", "CAST(? AS TEXT)", "TRIM(LEADING 'x' FROM ?)",
			"CONVERT(?, CHAR)", "CONVERT(? USING utf8mb4)", "REGEXP_REPLACE(?, 'x', '')", "INSERT(?, 1, 0, '')", "REPEAT(?, 1)", "(SELECT GROUP_CONCAT(?))",
			"(? COLLATE utf8mb4_bin)", "printf('%s', ?)", "? ->> '$'",
		} {
			if isOf := expressionsOf(expression); isOf != "" && !strings.Contains(isOf, s.Dialect()) {
				continue
			}
			for _, form := range []any{key, key.String(), gormtype.BinaryOf(key)} {
				if _, isText := form.(string); isText && s.Dialect() == "postgres" { // which refuses a text itself
					if tx := db.Exec("DELETE FROM hard_users WHERE id <> "+expression, form); tx.Error == nil {
						t.Errorf("%s with a text: %d rows, no error", expression, tx.RowsAffected)
					}
					continue
				}
				for _, where := range []string{"id <> " + expression, expression + " <> id", "id NOT IN (" + expression + ")", "id NOT IN (SELECT x.v FROM (SELECT " + expression + " AS v FROM hard_users) x)"} {
					if tx := db.Exec("DELETE FROM hard_users WHERE "+where, form); !errors.Is(tx.Error, gormtype.ErrForm) {
						t.Errorf("%s with a %T: %d rows, error %v", where, form, tx.RowsAffected, tx.Error)
					}
				}
				if tx := db.Exec("UPDATE hard_users SET boss = "+expression, form); !errors.Is(tx.Error, gormtype.ErrForm) {
					t.Errorf("%s is set to a %T: %v", expression, form, tx.Error)
				}
				if tx := db.Exec("INSERT INTO hard_logs (user_id) SELECT "+expression+" FROM hard_users", form); !errors.Is(tx.Error, gormtype.ErrForm) {
					t.Errorf("%s is inserted with a %T: %v", expression, form, tx.Error)
				}
				if tx := db.Exec("INSERT INTO hard_logs SELECT "+expression+", 'x' FROM hard_users", form); tx.Error == nil {
					t.Errorf("%s is inserted with a %T in columns without names", expression, form)
				}
			}
		}
		if s.Name == "mysql" {
			for _, list := range []string{"(JSON_ARRAY(?))", "(?)"} {
				for _, form := range []any{key, key.String(), gormtype.BinaryOf(key)} {
					if tx := db.Exec("DELETE FROM hard_users WHERE NOT id MEMBER OF "+list, form); !errors.Is(tx.Error, gormtype.ErrForm) {
						t.Errorf("MEMBER OF %s with a %T: %d rows, error %v", list, form, tx.RowsAffected, tx.Error)
					}
				}
			}
		}
		if n := gormtest.Count(t, db, &hardUser{}); n != 3 {
			t.Errorf("%d rows", n)
		}
		tables := map[string][]string{
			"sqlite": {"id NOT IN (SELECT value FROM json_each(?))", "NOT EXISTS (SELECT 1 FROM json_each(?) j WHERE j.value = hard_users.id)", "id NOT IN (SELECT j.value FROM hard_logs, json_each(?) AS j)",
				"id NOT IN (SELECT value FROM hard_logs, json_each(?))"},
			"mysql": {"id NOT IN (SELECT j.k FROM JSON_TABLE(?, '$[*]' COLUMNS (k CHAR(36) PATH '$')) AS j)", "id NOT IN (SELECT k FROM hard_logs, JSON_TABLE(?, '$[*]' COLUMNS (k CHAR(36) PATH '$')) AS j)"},
		}
		for _, where := range tables[s.Dialect()] {
			for _, list := range []any{`["` + key.String() + `"]`, []byte(`["` + key.String() + `"]`)} {
				where := strings.Replace(where, "(?", "( ?", 1) // behind a parenthesis, GORM makes a list of bytes
				if tx := db.Exec("DELETE FROM hard_users WHERE "+where, list); !errors.Is(tx.Error, gormtype.ErrForm) {
					t.Errorf("%s with a %T: %d rows, error %v", where, list, tx.RowsAffected, tx.Error)
				}
			}
		}
		if n := gormtest.Count(t, db, &hardUser{}); n != 3 {
			t.Errorf("%d rows", n)
		}
		// Texts that become bytes again, and texts beside texts.
		right := map[string][]string{
			"mysql":    {"id = UNHEX(REPLACE(?, '-', ''))", "id = UNHEX(CONCAT(?, ''))", "HEX(id) = UPPER(?)"},
			"sqlite":   {"hex(id) = upper(?)", "lower(hex(id)) = lower(?)", "lower(hex(id)) IN (SELECT value FROM json_each(json_array(?)))"},
			"postgres": {"id = decode(replace(?, '-', ''), 'hex')", "encode(id, 'hex') = lower(?)"},
		}
		for _, where := range right[s.Dialect()] {
			var names []string
			if tx := db.Raw("SELECT name FROM hard_users WHERE "+where, strings.ToLower(key.Hex())).Scan(&names); tx.Error != nil || len(names) != 1 {
				t.Errorf("%s: %v, error %v", where, names, tx.Error)
			}
		}
		var n int64
		if tx := db.Raw("SELECT count(*) FROM hard_users WHERE name = LOWER(TRIM(?))", "A").Scan(&n); tx.Error != nil || n != 1 {
			t.Errorf("beside a text: %d, error %v", n, tx.Error)
		}
	})
}

// expressionsOf returns the dialects that have an expression, or an empty text for all.
func expressionsOf(expression string) string {
	for part, dialects := range map[string]string{
		"||": "sqlite postgres", "JSON_EXTRACT": "sqlite mysql", "CAST(? AS CHAR": "mysql", "CAST(? AS TEXT": "sqlite postgres", "LEADING": "mysql postgres", "CONVERT": "mysql",
		"REGEXP": "mysql", "INSERT": "mysql", "REPEAT": "mysql", "GROUP_CONCAT": "sqlite mysql", "COLLATE": "mysql", "printf": "sqlite", "->>": "sqlite",
	} {
		if strings.Contains(expression, part) {
			return dialects
		}
	}
	return ""
}

// TestNumbersInTexts: a function can make the number of an ID of a text, but not its text.
func TestNumbersInTexts(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&numberedNote{}))
		if err := db.AutoMigrate(&numberedNote{}); err != nil {
			t.Fatal(err)
		}
		one, two := ulidflake.New(), ulidflake.New()
		for i, id := range []ulidflake.ID{one, two, ulidflake.New()} {
			gormtest.Must(t, db.Create(&numberedNote{ID: gormtype.Of(id), Name: gormtest.Name(i)}))
		}
		numbers := fmt.Sprintf("[%d, %d]", int64(one), int64(two))
		for where, arg := range map[string]string{
			"sqlite id IN (SELECT value FROM json_each(?))":                                                 numbers,
			"sqlite id = json_extract(?, '$[0]') OR id = json_extract('" + numbers + "', '$[1]')":           numbers,
			"mysql id IN (SELECT j.id FROM JSON_TABLE(?, '$[*]' COLUMNS (id BIGINT PATH '$')) AS j)":        numbers,
			"mysql id = JSON_EXTRACT(?, '$[0]') OR id = JSON_EXTRACT('" + numbers + "', '$[1]')":            numbers,
			"mysql id = SUBSTRING_INDEX(?, ':', -1) OR id = " + fmt.Sprint(int64(two)):                      fmt.Sprintf("user:%d", int64(one)),
			"postgres id IN (SELECT r.id FROM jsonb_to_recordset(?) AS r(id bigint))":                       fmt.Sprintf(`[{"id": %d}, {"id": %d}]`, int64(one), int64(two)),
			"postgres id = ANY (SELECT jsonb_array_elements_text(?)::bigint)":                               numbers,
			"postgres numbered_notes.id IN (SELECT x.id FROM jsonb_to_recordset(?::jsonb) AS x(id bigint))": fmt.Sprintf(`[{"id": %d}, {"id": %d}]`, int64(one), int64(two)),
		} {
			dialect, where, _ := strings.Cut(where, " ")
			if dialect != s.Dialect() || lacksStatement(t, s, where) {
				continue
			}
			var n int64
			if tx := db.Raw("SELECT count(*) FROM numbered_notes WHERE "+where, arg).Scan(&n); tx.Error != nil || n != 2 {
				t.Errorf("%s: %d rows, error %v", where, n, tx.Error)
			}
			texts := strings.NewReplacer(fmt.Sprint(int64(one)), `"`+one.String()+`"`, fmt.Sprint(int64(two)), `"`+two.String()+`"`).Replace(arg)
			if tx := db.Exec("DELETE FROM numbered_notes WHERE NOT ("+where+")", texts); tx.Error == nil {
				t.Errorf("%s with %s: %d rows, no error", where, texts, tx.RowsAffected)
			}
		}
	})
}

type numberedNote struct {
	ID   gormtype.ID[ulidflake.ID]
	Name string `gorm:"size:40"`
}

// TestBlanks: white space and comments are those of each server.
func TestBlanks(t *testing.T) {
	gormtest.OnEachBare(t, append([]gormtest.Server{gormtest.OnPostgresSimple}, gormtest.Servers...), func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
			t.Fatal(err)
		}
		hardRows(t, db)
		list := []string{"\fid\f=\f?", "id\f=\f?\fAND\fn\f=\f1", "n=1 AND id=?"}
		if s.Dialect() != "sqlite" {
			list = append(list, "id\v=\v?", "n\v=\v1\vAND\vid\v=\v?")
		}
		if s.Dialect() == "postgres" {
			list = append(list, "id /* a /* ' */ b */ = ?", "/* /* */ id = '1 */ id = ?", "n = 1 -- a '\r AND id = ?", "id = ?::bytea AND n = 1")
		}
		if s.Name == "postgres_simple" || s.Dialect() == "sqlite" {
			list = append(list, "id=?AND n=1", "n=1 AND(id=?OR id=NULL)")
		}
		for _, where := range list {
			for _, form := range []any{gormtest.WijiAt(1), gormtest.WijiAt(1).String(), gormtype.BinaryOf(gormtest.WijiAt(1))} {
				var names []string
				if tx := db.Raw("SELECT name FROM hard_users WHERE "+where, form).Scan(&names); tx.Error != nil || len(names) != 1 || names[0] != "a" {
					t.Errorf("%q with a %T: %v, error %v", where, form, names, tx.Error)
				}
			}
		}
	})
}

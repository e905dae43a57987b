package gormtype

import (
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/table"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// The models of the tables that exist. Two of them have the same table.
type (
	movedRow struct {
		ID   ID[wiji.ID]
		Ref  *ID[wiji.ID]
		Raw  *Binary[wiji.ID]
		Name string
	}
	movedText struct {
		ID  Text[wiji.ID]
		Ref *Text[wiji.ID]
	}
	movedNames struct{ ID, Name string }
)

func (movedRow) TableName() string   { return "moved" }
func (movedText) TableName() string  { return "moved" }
func (movedNames) TableName() string { return "moved" }

// migrated is a server with the table moved, whose columns are as given.
func migrated(dialect, columns string, rows ...[]driver.Value) *server {
	s := &server{dialect: dialect}
	s.on(answer{to: "information_schema", columns: "n:int", rows: [][]driver.Value{{int64(1)}}})
	s.on(answer{to: "LIMIT", columns: columns, rows: rows})
	return s
}

// TestMisfits: AutoMigrate over a table of texts is an error that names the column and the remedy, and so is the reverse.
func TestMisfits(t *testing.T) {
	text, raw := someWiji.String(), someWiji[:]
	for _, c := range []struct {
		dialect, columns string
		rows             [][]driver.Value
		models           []any // the first one is migrated
		want             string
	}{
		{"postgres", "id:UUID ref:uuid raw:BYTEA name:text", nil, []any{&movedRow{}}, ""},
		{"postgres", "ID:TEXT ref:uuid raw:bytea name:text", nil, []any{&movedRow{}}, "gormtype.ID[wiji.ID]: moved.id: another form: the column is text, and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to uuid first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"postgres", "id:uuid ref:text raw:bytea name:text", nil, []any{&movedRow{}}, ""},
		{"postgres", "id:uuid ref:uuid raw:text name:text", nil, []any{&movedRow{}}, "gormtype.Binary[wiji.ID]: moved.raw: another form: the column is text, and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to bytea first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"postgres", "id:bytea ref:bytea", nil, []any{&movedText{}}, `gormtype.Text[wiji.ID]: moved.id: another form: the column is bytea, and AutoMigrate does not convert its values: make the field a gormtype.Binary[wiji.ID], or move the column to text COLLATE "C" first (github.com/sortid/sortid/blob/main/docs/moving.md)`},
		{"postgres", "id:varchar ref:text", nil, []any{&movedText{}}, ""},
		{"postgres", "id:varchar ref:text", nil, []any{&movedRow{}, &movedText{}}, ""},
		{"postgres", "id:varchar ref:text", nil, []any{&movedText{}, &movedRow{}}, ""},
		{"postgres", "id:varchar ref:bytea", nil, []any{&movedRow{}, &movedText{}}, `gormtype.Text[wiji.ID]: moved.ref: another form: the column is bytea, and AutoMigrate does not convert its values: make the field a gormtype.Binary[wiji.ID], or move the column to text COLLATE "C" first (github.com/sortid/sortid/blob/main/docs/moving.md)`},
		{"mysql", "id:BINARY ref:BINARY", nil, []any{&movedRow{}}, ""},
		{"mysql", "id:CHAR ref:BINARY", nil, []any{&movedRow{}}, "gormtype.ID[wiji.ID]: moved.id: another form: the column is char, and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to binary(16) first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"mysql", "id:BINARY ref:VARCHAR", nil, []any{&movedRow{}}, "gormtype.ID[wiji.ID]: moved.ref: another form: the column is varchar, and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to binary(16) first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"mysql", "id:BINARY ref:VARCHAR", nil, []any{&movedText{}}, "gormtype.Text[wiji.ID]: moved.id: another form: the column is binary, and AutoMigrate does not convert its values: make the field a gormtype.ID[wiji.ID], or move the column to varchar(26) CHARACTER SET ascii COLLATE ascii_bin first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"mysql", "id:CHAR name:CHAR", nil, []any{&movedNames{}}, ""},
		{"sqlite", "id:blob ref:blob", nil, []any{&movedRow{}}, ""},
		{"sqlite", "id:char(36) ref:blob", nil, []any{&movedRow{}}, "gormtype.ID[wiji.ID]: moved.id: another form: the column is char(36), and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to blob first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"sqlite", "id: ref:blob", [][]driver.Value{{raw, raw}, {text, text}}, []any{&movedRow{}}, ""},
		{"sqlite", "id: ref:blob", [][]driver.Value{{text, raw}}, []any{&movedRow{}}, "gormtype.ID[wiji.ID]: moved.id: another form: the column is text, and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to blob first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"sqlite", "id: REF:blob", [][]driver.Value{{raw, text}}, []any{&movedRow{}}, "gormtype.ID[wiji.ID]: moved.ref: another form: the column is text, and AutoMigrate does not convert its values: make the field a gormtype.Text[wiji.ID], or move the column to blob first (github.com/sortid/sortid/blob/main/docs/moving.md)"},
		{"sqlite", "id: ref:blob name:text", [][]driver.Value{{raw, raw, "a"}}, []any{&movedRow{}}, ""},
		{"sqlite", "id: ref:blob", [][]driver.Value{{text, text}}, []any{&movedNames{}}, ""},
	} {
		s := migrated(c.dialect, c.columns, c.rows...)
		db := s.open(t, Models(c.models...))
		err := db.AutoMigrate(c.models[0])
		got := ""
		if err != nil {
			got = err.Error()
		}
		if !matches(got, c.want) {
			t.Errorf("%s: %s for %T:\n<<%s>>%s<</>>", c.dialect, c.columns, c.models[0], c.want, got)
		}
		s.took()
		// Programs ignore the error: the statements of the models have it afterwards.
		for i, model := range c.models {
			after := db.First(model).Error
			if isRefused := errors.Is(after, ErrForm); isRefused != (c.want != "" && c.rows == nil) { // a program can change values without a migration
				t.Errorf("%s: %s: First of model %d afterwards: %v", c.dialect, c.columns, i, after)
			}
		}
		if err := db.Table("others").Find(&[]movedRow{}).Error; errors.Is(err, ErrForm) {
			t.Errorf("%s: %s: another table afterwards: %v", c.dialect, c.columns, err)
		}
	}
}

// TestMisfitLater: what a migration saw is known to a model that comes later, and is forgotten when the table changes.
func TestMisfitLater(t *testing.T) {
	for _, c := range []struct {
		sql  string
		want bool // the model is still refused
	}{
		{"", true},
		{"DELETE FROM moved", true},
		{"DROP TABLE moved", false},
		{"drop\ntable moved", false},
		{"ALTER TABLE moved ADD x int", false},
		{"ALTER TABLE Moved ADD x int", false},
		{"RENAME TABLE moved TO x", false},
		{"ALTER TABLE others ADD x int", true},
		{"CREATE TABLE moved (id int)", true},
		{"CREATE OR REPLACE TABLE moved (id int)", false},
		{"DROP SCHEMA public", false},
		{"DROP DATABASE x", false},
		{"DROP OWNED BY x", false},
		{"DROP", true},
		{" ALTER TABLE moved ADD x int", false},
		{strings.Repeat(" ", 95) + "ALTER TABLE moved ADD x int", false},
		{strings.Repeat(" ", 96) + "ALTER TABLE moved ADD x int", true},
	} {
		for _, isKnown := range []bool{false, true} {
			s := migrated("mysql", "id:CHAR ref:CHAR")
			var models []Option
			if isKnown {
				models = append(models, Models(&movedRow{}))
			}
			db := s.open(t, models...)
			err := db.AutoMigrate(&movedRow{})
			if isKnown != errors.Is(err, ErrForm) {
				t.Errorf("AutoMigrate, the model is known: %t: %v", isKnown, err)
			}
			if c.sql != "" {
				db.Exec(c.sql)
			}
			if err := db.First(&movedRow{}).Error; errors.Is(err, ErrForm) != c.want {
				t.Errorf("%q, the model is known: %t: First afterwards: %v", c.sql, isKnown, err)
			}
		}
	}
}

// TestMisfitOfKey: of a table whose model was not known, only the key is refused.
func TestMisfitOfKey(t *testing.T) {
	for columns, want := range map[string]bool{"id:CHAR ref:BINARY": true, "id:BINARY ref:CHAR": false} {
		db := migrated("mysql", columns).open(t)
		_ = db.AutoMigrate(&movedRow{})
		for range 2 {
			if err := db.First(&movedRow{}).Error; errors.Is(err, ErrForm) != want {
				t.Errorf("%s: %v", columns, err)
			}
		}
	}
}

// TestMisfitAgain: a migration that finds the table right ends the refusal.
func TestMisfitAgain(t *testing.T) {
	s := migrated("mysql", "id:CHAR ref:CHAR")
	db := s.open(t, Models(&movedRow{}))
	if err := db.AutoMigrate(&movedRow{}); !errors.Is(err, ErrForm) {
		t.Errorf("AutoMigrate over texts: %v", err)
	}
	s.on(answer{to: "LIMIT", columns: "id:BINARY ref:BINARY"})
	if err := db.AutoMigrate(&movedRow{}); err != nil {
		t.Errorf("AutoMigrate over bytes: %v", err)
	}
	if err := db.First(&movedRow{}).Error; errors.Is(err, ErrForm) {
		t.Errorf("First afterwards: %v", err)
	}
}

// TestMisfitInSchema: a table of the same name in another schema has the columns of the model, and its migration says nothing of the
// model's own table.
func TestMisfitInSchema(t *testing.T) {
	for name, want := range map[string]bool{"tenant.moved": true, "moved": true, "tenant.others": false, "others": false} {
		s := migrated("postgres", "id:TEXT ref:TEXT")
		db := s.open(t, Models(&movedRow{}))
		rows, err := db.ConnPool.QueryContext(t.Context(), "LIMIT 1")
		if err != nil {
			t.Fatal(err)
		}
		p := pluginOf(db)
		if err := p.look(db.Table(name).Statement, rows); errors.Is(err, ErrForm) != want {
			t.Errorf("%s: %v", name, err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.First(&movedRow{}).Error; errors.Is(err, ErrForm) != (name == "moved") {
			t.Errorf("%s: First of the model's table: %v", name, err)
		}
	}
}

// TestLook: a query of a program that is none of AutoMigrate's is read as it is, also while a migration runs.
func TestLook(t *testing.T) {
	s := migrated("mysql", "id:CHAR ref:CHAR", []driver.Value{"a", "b"})
	db := s.open(t, Models(&movedRow{}))
	rows, err := db.Table("moved").Limit(1).Rows()
	if err != nil {
		t.Fatal(err)
	}
	if !rows.Next() || errors.Join(rows.Err(), rows.Close()) != nil {
		t.Error("the query of a program has no rows")
	}
	for what, run := range map[string]func(db *gorm.DB) *gorm.DB{
		"two rows":        func(db *gorm.DB) *gorm.DB { return db.Table("moved").Limit(2) },
		"no limit":        func(db *gorm.DB) *gorm.DB { return db.Table("moved") },
		"an offset alone": func(db *gorm.DB) *gorm.DB { return db.Table("moved").Offset(1) },
		"a condition":     func(db *gorm.DB) *gorm.DB { return db.Table("moved").Limit(1).Where("n = 1") },
		"a model":         func(db *gorm.DB) *gorm.DB { return db.Model(&movedNames{}).Limit(1) },
	} {
		isRun := false
		if err := db.Callback().Raw().Before("gorm:raw").Replace("test:query", func(tx *gorm.DB) {
			s.on(answer{to: "SELECT * FROM", columns: "id:CHAR ref:CHAR"})
			isRun = true
			rows, err := run(tx.Session(&gorm.Session{NewDB: true})).Rows()
			if err != nil {
				t.Errorf("%s, while a migration runs: %v", what, err)
				return
			}
			if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				t.Error(err)
			}
		}); err != nil {
			t.Fatal(err)
		}
		s.on(answer{to: "SELECT * FROM", columns: "id:BINARY"}) // the migration adds the other column
		_ = db.AutoMigrate(&movedRow{})
		if !isRun {
			t.Errorf("%s: the migration executes nothing", what)
		}
	}
}

// TestLookErrors: errors of the queries by which the plugin looks at a table are those of GORM's own.
func TestLookErrors(t *testing.T) {
	gone := errors.New("gone")
	for _, c := range []struct {
		what   string
		answer answer
		want   error
	}{
		{"the query fails", answer{to: "LIMIT", err: gone}, gone},
		{"the first row fails", answer{to: "LIMIT", columns: "id: ref:", late: gone}, gone},
		{"no rows", answer{to: "LIMIT", columns: "id: ref:"}, nil},
	} {
		s := migrated("sqlite", "")
		s.on(c.answer)
		if err := s.open(t, Models(&movedRow{})).AutoMigrate(&movedRow{}); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
	}
}

// TestLooksOnce: SQLite is asked for a row only if a model of the table has IDs.
func TestLooksOnce(t *testing.T) {
	for _, c := range []struct {
		dialect string
		model   any
		want    int
	}{{"sqlite", &movedRow{}, 2}, {"sqlite", &movedNames{}, 1}} {
		s := migrated(c.dialect, "id:blob ref:blob raw:blob name:string")
		if err := s.open(t, Models(c.model)).AutoMigrate(c.model); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(s.took(), "LIMIT"); got != c.want {
			t.Errorf("%s, %T: %d queries, want %d", c.dialect, c.model, got, c.want)
		}
	}
}

// TestForget: the plugin asks again for the columns of a table when a statement can have changed one, and the statement that runs
// goes on with what it knew.
func TestForget(t *testing.T) {
	for sql, want := range map[string]bool{
		"SELECT 1": false, "UPDATE moved SET n = 1": false, "alter table x add y int": true, "DROP TABLE x": true, "RENAME TABLE x TO y": true,
		"CREATE TABLE x (y int)": true, "CREATE": true, "": false,
	} {
		p := pluginOf((&server{dialect: "mysql"}).open(t, Models(&movedRow{})))
		before := p.catalog.Load()
		before.live.Store(table.Name{Table: "moved"}, 1)
		before.plans.store(planKey{sql: "x"}, new(plan))
		p.forget(sql)
		after := p.catalog.Load()
		_, isKept := after.live.Load(table.Name{Table: "moved"})
		_, isPlanKept := after.plans.kept.Load(planKey{sql: "x"})
		if isKept == want || isPlanKept == want || len(after.models) != len(before.models) {
			t.Errorf("%q: the types are kept: %t, the plans: %t", sql, isKept, isPlanKept)
		}
		if _, ok := before.live.Load(table.Name{Table: "moved"}); !ok {
			t.Errorf("%q: a statement that runs loses what it knew", sql)
		}
	}
}

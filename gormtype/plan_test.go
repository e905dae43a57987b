package gormtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/table"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// TestPlansKept: the plan of a large INSERT is kept, and all plans have a bound.
func TestPlansKept(t *testing.T) {
	p := new(plans)
	large := planKey{sql: strings.Repeat("(?,?),", 1000)}
	p.store(large, &plan{holders: make([]planned, 5000)})
	if _, ok := p.kept.Load(large); !ok {
		t.Error("the plan of a large statement is not kept")
	}
	huge := planKey{sql: strings.Repeat("x", planBytes)}
	p.store(huge, new(plan))
	if _, ok := p.kept.Load(huge); ok {
		t.Error("a huge statement is kept")
	}
	for i := range 10_000 {
		p.store(planKey{sql: large.sql + strconv.Itoa(i)}, new(plan))
	}
	n, bytes := 0, 0
	p.kept.Range(func(key, _ any) bool {
		n, bytes = n+1, bytes+len(key.(planKey).sql)
		return true
	})
	if n == 0 || bytes > keptBytes {
		t.Errorf("%d plans with %d bytes of statements are kept", n, bytes)
	}
}

// TestPlanOfWideQueries: a column that many queries make of many others is looked for in a bounded number of
// steps.
func TestPlanOfWideQueries(t *testing.T) {
	type wide struct {
		ID   ID[wiji.ID]
		A, B int
	}
	db := dryRun(t, "sqlite")
	if err := db.Use(New(Models(&wide{}))); err != nil {
		t.Fatal(err)
	}
	var sql strings.Builder
	sql.WriteString("WITH c0 AS (SELECT a, b, id FROM wides)")
	for i := range 100 {
		fmt.Fprintf(&sql, ", c%d AS (SELECT COALESCE(a, b, a, b) AS a, COALESCE(b, a, b, a) AS b, id FROM c%d)", i+1, i)
	}
	sql.WriteString(" SELECT a FROM c100 WHERE a = ? AND id = ?")
	made := pluginOf(db).catalog.Load().plan(&gorm.Statement{DB: db}, sql.String())
	if len(made.holders) != 2 || made.holders[1].traits == nil {
		t.Errorf("the places are %v", made.holders)
	}
}

// TestColumnOfValues: only VALUES calls its columns column1 and so on.
func TestColumnOfValues(t *testing.T) {
	type row struct{ ID ID[wiji.ID] }
	db := dryRun(t, "sqlite")
	if err := db.Use(New(Models(&row{}))); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]bool{
		"WITH v AS (SELECT id FROM rows) SELECT 1 FROM v WHERE column1 = ?":                                       false,
		"WITH v AS (SELECT rows.id, others.* FROM rows, others) SELECT 1 FROM v WHERE column1 = ?":                false,
		"WITH v AS (VALUES ((SELECT id FROM rows), 1), (NULL, 2)) SELECT 1 FROM v WHERE column1 = ?":              true,
		"WITH v AS (VALUES ((SELECT id FROM rows), 1), (NULL, 2)) SELECT 1 FROM v WHERE column2 = ?":              false,
		"WITH v AS (VALUES ((SELECT id FROM rows), 1), (NULL, 2)) SELECT 1 FROM v WHERE column70000 = ?":          false,
		`WITH v AS (VALUES ((SELECT id FROM rows), 1), (NULL, 2)) SELECT 1 FROM v WHERE "column-1" = ?`:           false,
		"WITH v (column2, n) AS (VALUES ((SELECT id FROM rows), 1)) SELECT 1 FROM v WHERE column2 = ?":            true,
		"WITH v AS (VALUES ((SELECT id FROM rows), 1)), w AS (SELECT * FROM v) SELECT 1 FROM w WHERE column1 = ?": true,
	} {
		made := pluginOf(db).catalog.Load().plan(&gorm.Statement{DB: db}, sql)
		if got := made.holders[0].traits != nil; got != want {
			t.Errorf("%s: a column of IDs: %t, want %t", sql, got, want)
		}
	}
}

// TestHiddenColumns: what a query in FROM returns under a name hides the columns of the queries around it.
func TestHiddenColumns(t *testing.T) {
	type row struct {
		ID   ID[wiji.ID]
		Name string
	}
	db := dryRun(t, "sqlite")
	if err := db.Use(New(Models(&row{}))); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]bool{
		"(SELECT 'x' AS id) c":                false,
		"(SELECT LOWER(name) AS id FROM t) c": false,
		"(SELECT * FROM others) c":            false,
		"(SELECT * FROM rows) c":              true,
		"(SELECT 1 AS n) c":                   true,
		"(SELECT n, o.* FROM rows r, (SELECT * FROM (SELECT COUNT(*) AS id) o) o) c": false,
		"counted c":            false,
		"others":               false,
		"r":                    false,
		"(SELECT id FROM r) c": false,
	} {
		sql := "WITH RECURSIVE counted AS (SELECT COUNT(*) AS id FROM rows), r AS (SELECT * FROM r UNION SELECT r.*, s.* FROM r, r s) " +
			"SELECT 1 FROM rows WHERE EXISTS (SELECT 1 FROM " + from + " WHERE id = ?)"
		made := pluginOf(db).catalog.Load().plan(&gorm.Statement{DB: db}, sql)
		if got := made.holders[0].traits != nil; got != want {
			t.Errorf("%s: a column of IDs: %t, want %t", from, got, want)
		}
	}
}

// TestTakesTextBesideBytes: a function of texts takes no text beside a column of bytes, such as an ID.
func TestTakesTextBesideBytes(t *testing.T) {
	type row struct {
		ID   ID[wiji.ID]
		Code Text[wiji.ID]
		Name string
	}
	db := dryRun(t, "mysql")
	if err := db.Use(New(Models(&row{}))); err != nil {
		t.Fatal(err)
	}
	for condition, want := range map[string]bool{
		"FIND_IN_SET(id, ?)": false, "FIND_IN_SET(?, name)": true, "FIND_IN_SET(code, ?)": true, "LOCATE(?, id) > 0": false,
		"CONCAT('a', ?) = name": true, "CONCAT(name, LOWER(?)) = 'a'": true, "CONCAT(id, LOWER(?)) = 'a'": true, "CONCAT(?, rows.id)": false,
		"JSON_CONTAINS(name, ?)": true,
	} {
		made := pluginOf(db).catalog.Load().plan(&gorm.Statement{DB: db}, "SELECT 1 FROM `rows` WHERE "+condition)
		if got := made.holders[0].takesText; got != want {
			t.Errorf("%s takes a text: %t, want %t", condition, got, want)
		}
	}
}

// The models of tables in schemas.
type (
	schemaBoth struct {
		ID   ID[wiji.ID]
		Code *Text[wiji.ID]
		N    int
	}
	schemaApp struct {
		ID ID[wiji.ID]
		N  int
	}
	schemaOther struct {
		ID ID[ulid.ID]
		N  int
	}
)

func (schemaBoth) TableName() string  { return "plans" }
func (schemaApp) TableName() string   { return "app.apps" }
func (schemaOther) TableName() string { return "other.apps" }

// TestPlanOfSchemas: the columns of a table that has the name of a model's table in another schema are those of the model, if they hold
// bytes and the server says that they have the type.
func TestPlanOfSchemas(t *testing.T) {
	live := func(schema string, columns ...driver.Value) answer {
		a := answer{to: `'"` + schema, columns: "s n t"}
		if schema == "app" || schema == "third" || schema == "public" {
			a.to = "pg_attribute"
		}
		for i := 0; i < len(columns); i += 2 {
			a.rows = append(a.rows, []driver.Value{schema, columns[i], columns[i+1]})
		}
		return a
	}
	someULID := ulid.ID{0: 1, 15: 1}
	for _, c := range []struct {
		what, sql string
		args      []any
		live      answer
		want      string
	}{
		{"a twin", "SELECT 1 FROM tenant.plans WHERE id = ?", []any{someWiji.String()}, live("tenant", "id", "uuid", "n", "int8"), "SELECT 1 FROM tenant.plans WHERE id = $1 | UUID"},
		{"a twin, another ID", "SELECT 1 FROM tenant.plans WHERE id = ?", []any{Of(someULID)}, live("tenant", "id", "uuid"), "SELECT 1 FROM tenant.plans WHERE id = $1 | '01000000-0000-0000-0000-000000000001'"},
		{"a twin, a name", "SELECT 1 FROM tenant.plans WHERE id = ?", []any{"x"}, live("tenant", "id", "uuid"), "SELECT 1 FROM tenant.plans WHERE id = $1 | 'x'"},
		{"a twin of another type", "SELECT 1 FROM tenant.plans WHERE id = ?", []any{someWiji.String()}, live("tenant", "id", "text"), "SELECT 1 FROM tenant.plans WHERE id = $1 | TEXT"},
		{"a twin's type in capitals", "SELECT 1 FROM tenant.plans WHERE id = ?", []any{someWiji.String()}, live("tenant", "ID", "UUID"), "SELECT 1 FROM tenant.plans WHERE id = $1::uuid | UUID"},
		{"a twin's texts", "SELECT 1 FROM tenant.plans WHERE code = ?", []any{someWiji.String()}, live("tenant", "code", `text COLLATE "C"`), "SELECT 1 FROM tenant.plans WHERE code = $1 | TEXT"},
		{"a twin without an answer", "SELECT 1 FROM tenant.plans WHERE id = ?", []any{someWiji.String()}, answer{to: "pg_attribute", err: errors.New("gone")}, "SELECT 1 FROM tenant.plans WHERE id = $1 | TEXT"},
		{"a twin of two models", "SELECT 1 FROM tenant.apps WHERE id = ?", []any{someWiji.String()}, live("tenant", "id", "uuid"), "SELECT 1 FROM tenant.apps WHERE id = $1 | TEXT"},
		{"an INSERT in a twin", "INSERT INTO tenant.plans VALUES (?, ?)", []any{someWiji.String(), 1}, live("tenant", "id", "uuid"), `error: gormtype.ID[wiji.ID]: INSERT INTO plans "06000AP0000000040000000007": plain ID: it is unclear which column gets the ID: name the columns, as in INSERT INTO plans (id, …)`},
		{"an INSERT in a table of texts", "INSERT INTO tenant.plans VALUES (?, ?)", []any{someWiji.String(), 1}, live("tenant", "id", "text"), "INSERT INTO tenant.plans VALUES ($1, $2) | TEXT, 1"},
		{"the model's own", "SELECT 1 FROM app.apps WHERE id = ?", []any{someWiji}, live("app", "id", "uuid"), "SELECT 1 FROM app.apps WHERE id = $1 | UUID"},
		{"the other model's", "SELECT 1 FROM other.apps WHERE id = ?", []any{someULID}, live("other", "id", "uuid"), "SELECT 1 FROM other.apps WHERE id = $1 | '01000000-0000-0000-0000-000000000001'"},
		{"in capitals", "SELECT 1 FROM APP.APPS WHERE id = ?", []any{someWiji}, live("app", "id", "uuid"), "SELECT 1 FROM APP.APPS WHERE id = $1 | UUID"},
		{"without the schema, which is the server's", "SELECT 1 FROM apps WHERE id = ?", []any{someWiji}, live("app", "id", "uuid"), "SELECT 1 FROM apps WHERE id = $1 | UUID"},
		{"without the schema, which is another", "SELECT 1 FROM apps WHERE id = ?", []any{someWiji}, live("third", "id", "bytea"), `error: gormtype.ID[wiji.ID]: condition wiji.ID: plain ID: the column is unknown behind "SELECT 1 FROM apps WHERE id = ": name the model of its table in gormtype.Models, or pass gormtype.Of(id), TextOf(id) or BinaryOf(id)`},
		{"with the schema of the server", "SELECT 1 FROM public.plans WHERE id = ?", []any{someWiji}, live("public", "id", "uuid"), "SELECT 1 FROM public.plans WHERE id = $1 | UUID"},
		{"a column of another type", "SELECT 1 FROM plans WHERE id = ?", []any{someWiji}, live("public", "id", "text"), "SELECT 1 FROM plans WHERE id = $1::uuid | UUID"},
		{"a column with its collation", "SELECT 1 FROM plans WHERE code = ?", []any{someWiji}, live("public", "code", `text COLLATE "C"`), "SELECT 1 FROM plans WHERE code = $1 | TEXT"},
		{"a column that the server does not know", "SELECT 1 FROM plans WHERE id = ?", []any{someWiji}, live("public"), "SELECT 1 FROM plans WHERE id = $1 | UUID"},
	} {
		s := &server{dialect: "postgres"}
		s.on(c.live)
		db := s.open(t, Models(&schemaBoth{}, &schemaApp{}, &schemaOther{}))
		for range 2 {
			if got := s.outcome(db.Exec(c.sql, c.args...).Error); !matches(got, c.want) {
				t.Errorf("%s: %s:\n<<%s>>%s<</>>", c.what, c.sql, c.want, got)
			}
		}
	}
}

// TestPlanAsksAgain: a statement about whose tables the server gave no answer is examined again, and not while its rows are read.
func TestPlanAsksAgain(t *testing.T) {
	gone := answer{to: "pg_attribute", err: errors.New("gone")}
	live := func(to, schema string) answer {
		return answer{to: "'" + to, columns: "s n t", rows: [][]driver.Value{{schema, "id", "uuid"}, {schema, "code", `text COLLATE "C"`}}}
	}
	for _, c := range []struct {
		what, sql     string
		value         any
		before, after answer
		without, with string // ends of the outcome
	}{
		{"a twin", "SELECT id FROM tenant.apps WHERE id = ?", someWiji.String(), gone, live(`"tenant`, "tenant"), " | TEXT", " | UUID"},
		{"a table without its schema", "SELECT id FROM apps WHERE id = ?", someWiji.String(), gone, live(`"apps`, "app"), " | TEXT", " | UUID"},
		{"a table of the schema", "SELECT id FROM tenant.plans WHERE code = ?", someWiji, live(`"tenant`, "tenant"), live(`"plans`, "tenant"), "error: gormtype.ID[wiji.ID]: condition wiji.ID: plain ID: …", " | TEXT"},
	} {
		s := &server{dialect: "postgres"}
		db := s.open(t, Models(&schemaBoth{}, &schemaApp{}))
		s.on(answer{to: "SELECT id", columns: "id:uuid", rows: [][]driver.Value{{someWiji.UUID()}}})
		s.on(gone)
		s.on(c.before)
		for _, step := range []string{c.without, c.with} {
			want := strings.Replace(c.sql, "?", "$1", 1) + step
			if strings.HasPrefix(step, "error") {
				want = step
			}
			var read string
			if got := s.outcome(db.Raw(c.sql, c.value).Scan(&read).Error); !matches(got, want) {
				t.Errorf("%s:\n<<%s>>%s<</>>", c.what, want, got)
			}
			if isText := read == someWiji.String(); isText != (step == c.with) {
				t.Errorf("%s, %s: read %q", c.what, step, read)
			}
			s.on(c.after)
		}
	}
}

// TestPlanQuestions: the server is asked only for tables that can be those of a model with IDs, once, and not for rows that the program
// reads itself.
func TestPlanQuestions(t *testing.T) {
	for _, c := range []struct {
		what string
		run  func(db *gorm.DB) error
		want int
	}{
		{"another table", func(db *gorm.DB) error { return db.Exec("DELETE FROM others WHERE id = ?", 7).Error }, 0},
		{"the model's table", func(db *gorm.DB) error { return db.Exec("DELETE FROM things WHERE id = ?", someWiji).Error }, 0},
		{"a table of the name of one without IDs", func(db *gorm.DB) error { return db.Exec("DELETE FROM tenant.named WHERE id = ?", 7).Error }, 0},
		{"the table of another schema", func(db *gorm.DB) error { return db.Raw("SELECT n FROM tenant.things").Scan(new(int)).Error }, 2},
		{"Rows", func(db *gorm.DB) error {
			rows, err := db.Raw("SELECT n FROM tenant.things").Rows()
			if err != nil {
				return err
			}
			return errors.Join(rows.Err(), rows.Close())
		}, 0},
	} {
		s := &server{dialect: "mysql"}
		s.on(answer{to: "information_schema.COLUMNS", columns: "s n t", rows: [][]driver.Value{{"app", "id", "binary(16)"}}})
		db := s.open(t, Models(&boundRow{}, &unbound{}))
		for range 2 {
			if err := c.run(db); err != nil {
				t.Errorf("%s: %v", c.what, err)
			}
		}
		if s.asked != c.want {
			t.Errorf("%s: the server was asked %d times, want %d", c.what, s.asked, c.want)
		}
	}
}

// unbound is a model without IDs.
type unbound struct{ ID, N int }

func (unbound) TableName() string { return "named" }

// TestPlanOfModels: of several models of a table, one with IDs says what its columns are, and a name in the spelling of the statement
// comes before others.
func TestPlanOfModels(t *testing.T) {
	for _, models := range [][]any{{&movedNames{}, &movedRow{}}, {&movedRow{}, &movedNames{}}} {
		s := &server{dialect: "sqlite"}
		if got, want := s.outcome(s.open(t, Models(models...)).Exec("DELETE FROM moved WHERE id = ?", someWiji).Error), "DELETE FROM moved WHERE id = ? | RAW"; got != want {
			t.Errorf("%T first: %s", models[0], got)
		}
	}
	c := pluginOf((&server{dialect: "postgres"}).open(t, Models(&casesUpper{}, &casesLower{}))).catalog.Load()
	for range 20 { // in each order of the models
		for _, name := range []string{"Cases", "cases"} {
			if list, ok := c.ofTable(nil, table.Name{Table: name}); len(list) != 1 || list[0].Table != name || !ok {
				t.Errorf("%s: %v, %t", name, list, ok)
			}
		}
	}
}

type (
	casesUpper struct{ ID ID[wiji.ID] }
	casesLower struct{ ID ID[ulid.ID] }
)

func (casesUpper) TableName() string { return "Cases" }
func (casesLower) TableName() string { return "cases" }

// TestPlanOfTable: the same SQL means other columns where the statement has another table.
func TestPlanOfTable(t *testing.T) {
	s := &server{dialect: "mysql"}
	db := s.open(t, Models(&boundRow{}))
	const sql = "SELECT * FROM archive AS a WHERE a.id = ?"
	for _, c := range []struct{ table, want string }{
		{"archive AS a", "SELECT * FROM archive AS a WHERE a.id = ? | RAW"},
		{"a", "error: gormtype.ID[wiji.ID]: condition wiji.ID: plain ID: …"},
	} {
		if got := s.outcome(db.Table(c.table).Raw(sql, someWiji).Find(&[]boundRow{}).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", c.table, c.want, got)
		}
	}
}

// TestPlanNames: which column a name means.
func TestPlanNames(t *testing.T) {
	type row struct {
		ID   ID[wiji.ID]
		Ref  *ID[wiji.ID]
		Num  *ID[uid11.ID]
		Name string
	}
	type log struct {
		ID     uint
		RowID  ID[wiji.ID]
		Row    *row
		UserID *ID[wiji.ID] `gorm:"column:userid"`
	}
	db := dryRun(t, "sqlite")
	if err := db.Use(New(Models(&row{}, &log{}))); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT 1 FROM rows WHERE id = ?":                                                                      "rows.id",
		"SELECT 1 FROM rows WHERE ID = ?":                                                                      "rows.id",
		"SELECT 1 FROM rows WHERE RowID = ?":                                                                   "",
		"SELECT 1 FROM logs WHERE USERID = ?":                                                                  "logs.userid",
		"SELECT 1 FROM logs WHERE ROW_ID = ?":                                                                  "logs.row_id",
		"SELECT 1 FROM logs WHERE Row = ?":                                                                     "",
		"SELECT 1 FROM rows WHERE name = ?":                                                                    "rows.name",
		"SELECT 1 FROM rows WHERE other = ?":                                                                   "",
		"SELECT 1 FROM rows r WHERE r.id = ?":                                                                  "rows.id",
		"SELECT 1 FROM rows r WHERE R.id = ?":                                                                  "rows.id",
		"SELECT 1 FROM rows r WHERE rows.id = ?":                                                               "",
		"SELECT 1 FROM rows, logs WHERE logs.row_id = ?":                                                       "logs.row_id",
		"SELECT 1 FROM rows, logs WHERE row_id = ?":                                                            "logs.row_id",
		"SELECT 1 FROM rows WHERE EXISTS (SELECT 1 FROM logs WHERE ref = ?)":                                   "rows.ref",
		"SELECT 1 FROM rows WHERE EXISTS (SELECT 1 FROM logs WHERE id = ?)":                                    "logs.id",
		"SELECT 1 FROM rows r WHERE EXISTS (SELECT 1 FROM logs r WHERE r.ref = ?)":                             "",
		"SELECT 1 FROM main.rows WHERE main.rows.id = ?":                                                       "rows.id",
		"SELECT 1 FROM main.rows WHERE other.rows.id = ?":                                                      "",
		"SELECT 1 FROM rows WHERE main.rows.id = ?":                                                            "rows.id",
		"SELECT 1 FROM rows, other.rows WHERE other.rows.id = ?":                                               "",
		"INSERT INTO rows (id) VALUES (?)":                                                                     "rows.id",
		"INSERT INTO rows (id, ref) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET ref = ?":                      "rows.ref",
		"INSERT INTO rows (id, ref) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE excluded.ref = ?": "rows.ref",
		"INSERT INTO rows (id, ref) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE others.ref = ?":   "",
		"INSERT INTO rows (id, ref) VALUES ((SELECT id FROM others new WHERE new.ref = ?), 2)":                 "",
		"INSERT INTO rows (id, ref) VALUES ((SELECT id FROM others n WHERE new.ref = ?), 2)":                   "rows.ref",
		"INSERT INTO rows (id, ref) VALUES ((SELECT (SELECT 1 WHERE new.ref = ?) FROM others new), 2)":         "",
		"UPDATE rows SET ref = 1 FROM others NEW WHERE new.ref = ? RETURNING id":                               "",
		"UPDATE rows SET ref = 1 RETURNING old.ref = ?":                                                        "rows.ref",
		"UPDATE rows SET ref = ?":                                                                              "rows.ref",
		"SELECT x FROM (SELECT id AS x FROM rows) t WHERE x = ?":                                               "rows.id",
		"SELECT x FROM (SELECT name AS x FROM rows) t WHERE x = ?":                                             "rows.name",
		"SELECT x FROM (SELECT COALESCE(num, id) AS x FROM rows) t WHERE x = ?":                                "rows.num",
		"SELECT x FROM (SELECT COALESCE(name, id) AS x FROM rows) t WHERE x = ?":                               "rows.id",
		"SELECT id AS k FROM rows ORDER BY k = ?":                                                              "rows.id",
		"WITH new AS (SELECT name AS id FROM rows) SELECT 1 FROM new WHERE new.id = ?":                         "rows.name",
	} {
		made := pluginOf(db).catalog.Load().plan(&gorm.Statement{DB: db, Context: t.Context()}, sql)
		got := ""
		if len(made.holders) == 1 && made.holders[0].field != nil {
			got = made.holders[0].name()
		}
		if got != want {
			t.Errorf("%s: the column is %q, want %q", sql, got, want)
		}
	}
}

// TestPlanCounts: how many placeholders can be IDs, and how many arguments a statement needs.
func TestPlanCounts(t *testing.T) {
	db := dryRun(t, "sqlite")
	if err := db.Use(New(Models(&boundRow{}))); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT 1 FROM things WHERE id = ? AND name = ? AND ref IN (?, ?)": "3 4 false",
		"SELECT 1 FROM things WHERE id = ?1 OR ref = ?1":                   "2 1 false",
		"SELECT 1 FROM others WHERE id = ?":                                "0 1 false",
		"INSERT INTO things VALUES (?, ?)":                                 "2 2 false",
		"INSERT INTO others VALUES (?, ?)":                                 "0 2 false",
		"SELECT 1 FROM things WHERE id = TRIM(?)":                          "1 1 false",
		"SELECT 'x": "0 0 true",
	} {
		made := pluginOf(db).catalog.Load().plan(&gorm.Statement{DB: db}, sql)
		if got := fmt.Sprint(made.ids, made.arguments, made.isBroken); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

// TestPlansSize: a plan that is as large as it may be is kept, and one byte more is not; the plans go when they are too many.
func TestPlansSize(t *testing.T) {
	const overhead = 1 << 10
	for size, want := range map[int]bool{planBytes - overhead: true, planBytes - overhead + 1: false} {
		p := new(plans)
		key := planKey{sql: strings.Repeat("x", size)}
		p.store(key, new(plan))
		if _, ok := p.kept.Load(key); ok != want {
			t.Errorf("%d bytes: kept %t", size, ok)
		}
	}
	p := new(plans)
	p.store(planKey{sql: "x"}, &plan{holders: make([]planned, 2)})
	if got := p.size.Load(); got != overhead+1+2*32 {
		t.Errorf("the plan has %d bytes", got)
	}
	key := func(i int) planKey { return planKey{sql: strings.Repeat(string(rune('a'+i)), planBytes-overhead)} }
	p = new(plans)
	for i := range keptBytes / planBytes {
		p.store(key(i), new(plan))
	}
	if _, ok := p.kept.Load(key(0)); !ok || p.size.Load() != keptBytes {
		t.Errorf("%d bytes of %d are kept, the first: %t", p.size.Load(), keptBytes, ok)
	}
	p.store(planKey{sql: "x"}, new(plan))
	_, isFirst := p.kept.Load(key(0))
	if _, ok := p.kept.Load(planKey{sql: "x"}); isFirst || !ok || p.size.Load() != overhead+1 {
		t.Errorf("one more: %d bytes, the first is kept: %t", p.size.Load(), isFirst)
	}
}

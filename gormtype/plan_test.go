package gormtype

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

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

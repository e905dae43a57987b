package gorm_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"github.com/sortid/sortid/internal/dbserver"
	"gorm.io/gorm"
)

// slip has a column of each form.
type slip struct {
	ID    gormtype.ID[wiji.ID]
	Raw   gormtype.Binary[ulid.ID]
	Scru  gormtype.ID[scru160.ID]
	Code  gormtype.Text[uid11.ID]
	Flake gormtype.ID[ulidflake.ID]
	Great gormtype.Binary[uid11.ID]
	None  *gormtype.ID[wiji.ID]
	Name  string `gorm:"size:20"`
}

func slipAt(n int) slip {
	return slip{
		ID: gormtype.Of(wijiAt(n)), Raw: gormtype.BinaryOf(ulidAt(n)), Scru: gormtype.Of(scruAt(n)), Code: gormtype.TextOf(greatAt(n)),
		Flake: gormtype.Of(flakeAt(n)), Great: gormtype.BinaryOf(greatAt(n)), Name: name(n),
	}
}

// slipQueries are conditions that only the slip 2 of the slips 1 to 3 meets.
var slipQueries = map[string]func(*gorm.DB) *gorm.DB{
	"ID":     func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", slipAt(2).ID) },
	"struct": func(db *gorm.DB) *gorm.DB { return db.Where(slipAt(2)) },
	"map":    func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"scru": slipAt(2).Scru}) },
	"IN":     func(db *gorm.DB) *gorm.DB { return db.Where("raw IN ?", []any{slipAt(2).Raw, slipAt(9).Raw}) },
	"IN (?)": func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?)", slipAt(2).ID) },
	"Text":   func(db *gorm.DB) *gorm.DB { return db.Where("code = ?", slipAt(2).Code) },
	"order": func(db *gorm.DB) *gorm.DB {
		return db.Where("flake > ? AND great < ?", slipAt(1).Flake, slipAt(3).Great)
	},
	"subquery": func(db *gorm.DB) *gorm.DB {
		return db.Where("id IN (?)", db.Session(&gorm.Session{NewDB: true}).Model(&slip{}).Select("id").Where("raw = ?", slipAt(2).Raw))
	},
}

// TestPaste: what ToSQL returns, and what the log shows, is SQL that does on the server
// what the statement does.
func TestPaste(t *testing.T) {
	shown := map[string]func(*testing.T, *gorm.DB, func(*gorm.DB) *gorm.DB) string{
		"ToSQL": func(_ *testing.T, db *gorm.DB, f func(*gorm.DB) *gorm.DB) string { return db.ToSQL(f) },
		"log":   shownInLog,
		"log of a prepared statement": func(t *testing.T, db *gorm.DB, f func(*gorm.DB) *gorm.DB) string {
			return shownInLog(t, db.Session(&gorm.Session{PrepareStmt: true}), f)
		},
	}
	onEach(t, servers, func(t *testing.T, s server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		pool, err := db.DB()
		if err != nil {
			t.Fatal(err)
		}
		paste := func(t *testing.T, statement string) {
			t.Helper()
			if _, err := pool.Exec(statement); err != nil {
				t.Errorf("%v\n%s", err, statement)
			}
		}
		for way, show := range shown {
			t.Run(way, func(t *testing.T) {
				paste(t, "DELETE FROM slips")
				for n := 1; n <= 3; n++ {
					statement := show(t, db, func(db *gorm.DB) *gorm.DB { x := slipAt(n); return db.Create(&x) })
					paste(t, "DELETE FROM slips WHERE name = '"+name(n)+"'")
					paste(t, statement)
				}
				for n := 1; n <= 3; n++ {
					var x slip
					must(t, db.First(&x, slipAt(n).ID))
					equal(t, "row", x, slipAt(n))
				}
				for condition, where := range slipQueries {
					found := pastedNames(t, pool, show(t, db, func(db *gorm.DB) *gorm.DB { return where(db).Find(&[]slip{}) }))
					equal(t, "rows of "+condition, strings.Join(found, ","), name(2))
				}
				paste(t, show(t, db, func(db *gorm.DB) *gorm.DB {
					return db.Model(&slip{}).Where("id = ?", slipAt(2).ID).Updates(map[string]any{"raw": ulidAt(7), "scru": gormtype.Of(scruAt(8))})
				}))
				var x slip
				must(t, db.First(&x, slipAt(2).ID))
				equal(t, "the updated ULID", x.Raw.V(), ulidAt(7))
				equal(t, "the updated SCRU160", x.Scru.V(), scruAt(8))
				equal(t, "rows that changed", count(t, db.Where("raw = ?", gormtype.BinaryOf(ulidAt(7))), &slip{}), 1)
				paste(t, show(t, db, func(db *gorm.DB) *gorm.DB { return db.Delete(&slip{}, slipAt(2).ID) }))
				equal(t, "rows", count(t, db, &slip{}), 2)
			})
		}
	})
}

// shownInLog executes a statement and returns what the log shows.
func shownInLog(t *testing.T, db *gorm.DB, f func(*gorm.DB) *gorm.DB) string {
	t.Helper()
	statements := gormlog.Recorded(t, db, func(db *gorm.DB) { must(t, f(db)) })
	if len(statements) != 1 {
		t.Fatalf("the log has %q", statements)
	}
	return statements[0]
}

// pastedNames returns the names in the rows of a query.
func pastedNames(t *testing.T, pool *sql.DB, query string) (names []string) {
	t.Helper()
	rows, err := pool.QueryContext(context.Background(), "SELECT name FROM ("+strings.TrimSuffix(query, ";")+") pasted")
	if err != nil {
		t.Errorf("%v\n%s", err, query)
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Error(err)
		}
		names = append(names, s)
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
	return names
}

// TestDryRun: the statement and its arguments can be executed by hand.
func TestDryRun(t *testing.T) {
	onEach(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 3; n++ {
			x := slipAt(n)
			must(t, db.Create(&x))
		}
		for what, query := range slipQueries {
			stmt := query(db.Session(&gorm.Session{DryRun: true}).Model(&slip{})).Select("name").Find(&[]slip{}).Statement
			if len(stmt.Vars) == 0 {
				t.Errorf("%s: %s has no arguments", what, stmt.SQL.String())
			}
			var name string
			pool, err := db.DB()
			if err != nil {
				t.Fatal(err)
			}
			if err := pool.QueryRowContext(t.Context(), stmt.SQL.String(), stmt.Vars...).Scan(&name); err != nil || name != "name 2" {
				t.Errorf("%s: %q, %v\n%s", what, name, err, stmt.SQL.String())
			}
		}
	})
}

// TestHiddenArguments: a logger that hides arguments hides IDs.
func TestHiddenArguments(t *testing.T) {
	onEach(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		r := new(hiding)
		x := slipAt(1)
		db = db.Session(&gorm.Session{Logger: r})
		must(t, db.Create(&x))
		must(t, db.First(&x, x.ID))
		must(t, db.Delete(&x))
		log := strings.ToLower(strings.Join(r.Statements(), "\n"))
		for _, secret := range []string{x.ID.V().Hex(), x.Raw.V().Hex(), x.Scru.V().Hex(), x.Code.String(), fmt.Sprint(int64(x.Flake.V()))} {
			if strings.Contains(log, strings.ToLower(secret)) {
				t.Errorf("the log shows %s:\n%s", secret, log)
			}
		}
	})
}

// hiding is a logger with the setting ParameterizedQueries.
type hiding struct{ gormlog.Recorder }

func (*hiding) ParamsFilter(_ context.Context, sql string, _ ...any) (string, []any) { return sql, nil }

// TestKeyLookup: the servers find a key by its index.
func TestKeyLookup(t *testing.T) {
	onEach(t, []server{onMySQL, onMariaDB}, func(t *testing.T, s server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		for n := range 100 {
			x := slipAt(n)
			must(t, db.Create(&x))
		}
		explain := "EXPLAIN FORMAT=TRADITIONAL "
		if s.kind == dbserver.MariaDB {
			explain = "EXPLAIN "
		}
		for what, tx := range map[string]*gorm.DB{
			"=":  db.Raw(explain+"SELECT * FROM slips WHERE id = ?", slipAt(5).ID),
			"IN": db.Raw(explain+"SELECT * FROM slips WHERE id IN ?", []any{slipAt(5).ID, slipAt(6).ID}),
		} {
			var plan []map[string]any
			must(t, tx.Scan(&plan))
			// TiDB names the index in another column.
			if len(plan) != 1 || !strings.Contains(fmt.Sprintf("%s %s", plan[0]["key"], plan[0]["access object"]), "PRIMARY") {
				t.Errorf("%s: the plan is %v", what, plan)
			}
		}
	})
}

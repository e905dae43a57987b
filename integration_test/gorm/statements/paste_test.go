package statements_test

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
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
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
		ID: gormtype.Of(gormtest.WijiAt(n)), Raw: gormtype.BinaryOf(gormtest.ULIDAt(n)), Scru: gormtype.Of(gormtest.SCRUAt(n)), Code: gormtype.TextOf(gormtest.GreatAt(n)),
		Flake: gormtype.Of(gormtest.FlakeAt(n)), Great: gormtype.BinaryOf(gormtest.GreatAt(n)), Name: gormtest.Name(n),
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
	gormtest.OnEach(t, gormtest.Settings, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
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
					paste(t, "DELETE FROM slips WHERE name = '"+gormtest.Name(n)+"'")
					paste(t, statement)
				}
				for n := 1; n <= 3; n++ {
					var x slip
					gormtest.Must(t, db.First(&x, slipAt(n).ID))
					gormtest.Equal(t, "row", x, slipAt(n))
				}
				for condition, where := range slipQueries {
					found := pastedNames(t, pool, show(t, db, func(db *gorm.DB) *gorm.DB { return where(db).Find(&[]slip{}) }))
					gormtest.Equal(t, "rows of "+condition, strings.Join(found, ","), gormtest.Name(2))
				}
				paste(t, show(t, db, func(db *gorm.DB) *gorm.DB {
					return db.Model(&slip{}).Where("id = ?", slipAt(2).ID).Updates(map[string]any{"raw": gormtest.ULIDAt(7), "scru": gormtype.Of(gormtest.SCRUAt(8))})
				}))
				var x slip
				gormtest.Must(t, db.First(&x, slipAt(2).ID))
				gormtest.Equal(t, "the updated ULID", x.Raw.V(), gormtest.ULIDAt(7))
				gormtest.Equal(t, "the updated SCRU160", x.Scru.V(), gormtest.SCRUAt(8))
				gormtest.Equal(t, "rows that changed", gormtest.Count(t, db.Where("raw = ?", gormtype.BinaryOf(gormtest.ULIDAt(7))), &slip{}), 1)
				paste(t, show(t, db, func(db *gorm.DB) *gorm.DB { return db.Delete(&slip{}, slipAt(2).ID) }))
				gormtest.Equal(t, "rows", gormtest.Count(t, db, &slip{}), 2)
			})
		}
	})
}

// shownInLog executes a statement and returns what the log shows.
func shownInLog(t *testing.T, db *gorm.DB, f func(*gorm.DB) *gorm.DB) string {
	t.Helper()
	statements := gormlog.Recorded(t, db, func(db *gorm.DB) { gormtest.Must(t, f(db)) })
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
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 3; n++ {
			x := slipAt(n)
			gormtest.Must(t, db.Create(&x))
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
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		r := new(hiding)
		x := slipAt(1)
		db = db.Session(&gorm.Session{Logger: r})
		gormtest.Must(t, db.Create(&x))
		gormtest.Must(t, db.First(&x, x.ID))
		gormtest.Must(t, db.Delete(&x))
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
	gormtest.OnEach(t, []gormtest.Server{gormtest.OnMySQL, gormtest.OnMariaDB}, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		for n := range 100 {
			x := slipAt(n)
			gormtest.Must(t, db.Create(&x))
		}
		explain := "EXPLAIN FORMAT=TRADITIONAL "
		if s.Kind == dbserver.MariaDB {
			explain = "EXPLAIN "
		}
		for what, tx := range map[string]*gorm.DB{
			"=":  db.Raw(explain+"SELECT * FROM slips WHERE id = ?", slipAt(5).ID),
			"IN": db.Raw(explain+"SELECT * FROM slips WHERE id IN ?", []any{slipAt(5).ID, slipAt(6).ID}),
		} {
			var plan []map[string]any
			gormtest.Must(t, tx.Scan(&plan))
			// TiDB names the index in another column.
			if len(plan) != 1 || !strings.Contains(fmt.Sprintf("%s %s", plan[0]["key"], plan[0]["access object"]), "PRIMARY") {
				t.Errorf("%s: the plan is %v", what, plan)
			}
		}
	})
}

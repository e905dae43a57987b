package gorm_test

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/DATA-DOG/go-sqlmock"
	_ "github.com/lib/pq"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/plugin/opentelemetry/tracing"
	"gorm.io/plugin/prometheus"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// The models: one without IDs, and one with them.
type (
	note struct {
		ID   uint
		Text string `gorm:"size:40"`
	}
	order struct {
		ID     gormtype.ID[uuidv7.ID]
		Parent *gormtype.ID[uuidv7.ID]
	}
)

func open(t *testing.T, d gorm.Dialector) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(d, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Migrator().DropTable(&note{}, &order{}); err != nil {
		t.Fatal(err)
	}
	return db
}

func use(t *testing.T, db *gorm.DB, plugins ...gorm.Plugin) {
	t.Helper()
	for _, p := range plugins {
		if err := db.Use(p); err != nil {
			t.Fatal(err)
		}
	}
}

// dialectors opens the servers by the drivers of GORM.
func dialectors(t *testing.T) map[string]gorm.Dialector {
	return map[string]gorm.Dialector{
		"postgres": postgres.Open(dbtest.Open(t, dbserver.Postgres).DSN),
		"mysql":    mysql.Open(dbtest.Open(t, dbserver.MySQL).DSN),
		"mariadb":  mysql.Open(dbtest.Open(t, dbserver.MariaDB).DSN),
	}
}

// program runs statements on both models, and returns the key of an order.
func program(t *testing.T, db *gorm.DB) uuidv7.ID {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	check(db.AutoMigrate(&note{}))
	n := note{Text: "a"}
	check(db.Create(&n).Error)
	check(db.First(&n, n.ID).Error)
	check(db.Model(&n).Update("text", "b").Error)
	check(db.Exec("UPDATE notes SET text = ? WHERE id = ?", "c", n.ID).Error)
	check(db.Delete(&n).Error)
	var o order
	if db.Config.Plugins["gormtype"] == nil {
		return o.ID.V()
	}
	check(db.AutoMigrate(&order{}))
	check(db.Create(&o).Error)
	check(db.First(&order{}, "id = ?", o.ID.V()).Error)
	return o.ID.V()
}

// spans runs the program with plugins in that order, and returns the attributes of what OpenTelemetry saw.
func spans(t *testing.T, d gorm.Dialector, plugins ...gorm.Plugin) (list []string, key uuidv7.ID) {
	t.Helper()
	recorder := tracetest.NewSpanRecorder()
	otel := tracing.NewPlugin(tracing.WithTracerProvider(trace.NewTracerProvider(trace.WithSpanProcessor(recorder))), tracing.WithoutMetrics())
	for i, p := range plugins {
		if p == nil {
			plugins[i] = otel
		}
	}
	db := open(t, d)
	use(t, db, plugins...)
	key = program(t, db)
	for _, s := range recorder.Ended() {
		var parts []string
		for _, a := range s.Attributes() {
			parts = append(parts, fmt.Sprintf("%s=%s", a.Key, a.Value.Emit()))
		}
		slices.Sort(parts)
		list = append(list, s.Name()+" "+s.Status().Description+" "+strings.Join(parts, " "))
	}
	return list, key
}

// TestOpenTelemetry: the spans of models without IDs are as without the plugin, also the server's
// address, and those of IDs show SQL that can be pasted, whichever plugin is used first.
func TestOpenTelemetry(t *testing.T) {
	for name, d := range dialectors(t) {
		t.Run(name, func(t *testing.T) {
			ours := func() gorm.Plugin { return gormtype.New(gormtype.Models(&order{})) }
			want, _ := spans(t, d, nil)
			if len(want) < 5 || !strings.Contains(want[0], "server.address=") {
				t.Fatal(want)
			}
			for order, plugins := range map[string][]gorm.Plugin{"first": {ours(), nil}, "last": {nil, ours()}} {
				got, key := spans(t, d, plugins...)
				if len(got) <= len(want) || !slices.Equal(got[:len(want)], want) {
					t.Errorf("%s: %q\nwant %q", order, got, want)
				}
				readable := key.UUID()
				if name != "postgres" {
					readable = strings.ToUpper(key.Hex())
				}
				for _, span := range got[len(got)-2:] {
					if !strings.Contains(strings.ToUpper(span), strings.ToUpper(readable)) || regexp.MustCompile(`[^\x20-\x7e]`).MatchString(span) {
						t.Errorf("%s: %q does not show %s", order, span, readable)
					}
				}
			}
		})
	}
}

// TestPrometheus: a plugin that reads the pool finds it.
func TestPrometheus(t *testing.T) {
	for name, d := range dialectors(t) {
		t.Run(name, func(t *testing.T) {
			db := open(t, d)
			use(t, db, gormtype.New(gormtype.Models(&order{})), prometheus.New(prometheus.Config{DBName: name, RefreshInterval: 3600}))
			program(t, db)
			if pool, err := db.DB(); err != nil || pool.Stats().OpenConnections == 0 {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSQLMock: the arguments and the SQL that docs/recipes.md names.
func TestSQLMock(t *testing.T) {
	key := uuidv7.New()
	for name, c := range map[string]struct {
		open  func(conn *sql.DB) gorm.Dialector
		query string
		arg   any
		row   any
	}{
		"mysql": {func(conn *sql.DB) gorm.Dialector {
			return mysql.New(mysql.Config{Conn: conn, SkipInitializeWithVersion: true})
		}, "SELECT * FROM `orders` WHERE id = ?", key[:], key[:]},
		"postgres": {func(conn *sql.DB) gorm.Dialector { return postgres.New(postgres.Config{Conn: conn}) }, `SELECT * FROM "orders" WHERE id = $1`, key.UUID(), key.UUID()},
	} {
		t.Run(name, func(t *testing.T) {
			conn, mock, err := sqlmock.New()
			if err != nil {
				t.Fatal(err)
			}
			db, err := gorm.Open(c.open(conn), &gorm.Config{Logger: logger.Discard})
			if err != nil {
				t.Fatal(err)
			}
			use(t, db, gormtype.New(gormtype.Models(&order{})))
			mock.ExpectQuery(regexp.QuoteMeta(c.query)).WithArgs(c.arg).WillReturnRows(sqlmock.NewRows([]string{"id"}).AddRow(c.row))
			var found []order
			if err := db.Where("id = ?", key).Find(&found).Error; err != nil || len(found) != 1 || found[0].ID.V() != key {
				t.Errorf("%v, %v", found, err)
			}
			if err := mock.ExpectationsWereMet(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestLibPQ: the plugin reads the uuid columns of a connection of lib/pq.
func TestLibPQ(t *testing.T) {
	conn, err := sql.Open("postgres", dbtest.Open(t, dbserver.Postgres).DSN)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	db := open(t, postgres.New(postgres.Config{Conn: conn}))
	use(t, db, gormtype.New(gormtype.Models(&order{})))
	program(t, db)
	parent := order{}
	child := order{}
	if err := db.Create(&parent).Error; err != nil {
		t.Fatal(err)
	}
	child.Parent = &parent.ID
	if err := db.Create(&child).Error; err != nil {
		t.Fatal(err)
	}
	var got []order
	if err := db.Order("id").Find(&got, "id IN ?", []uuidv7.ID{parent.ID.V(), child.ID.V()}).Error; err != nil || len(got) != 2 || *got[1].Parent != parent.ID || got[0].Parent != nil {
		t.Errorf("%v, %v", got, err)
	}
	var text []string
	if err := db.Model(&order{}).Order("id").Pluck("id", &text).Error; err != nil || !slices.Contains(text, child.ID.String()) {
		t.Errorf("%v, %v", text, err)
	}
	if err := db.Delete(&order{}, "id = ?", child.ID.String()).Error; err != nil {
		t.Error(err)
	}
}

package documents

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// scene is what runs in one session.
type scene struct {
	page, server, name string
	blocks             []block
}

func (s scene) String() string { return strings.TrimSuffix(s.page+"/"+s.server+"/"+s.name, "/") }

// script returns the setup in the first line, and the code of the blocks in the lines that
// they have in the page, so that the lines in errors are those of the page.
func (s scene) script() string {
	text := ""
	for _, key := range s.keys() {
		text += strings.ReplaceAll(setups[key], "\n", " ")
	}
	for _, b := range s.blocks {
		text += strings.Repeat("\n", b.line-1-strings.Count(text, "\n")) + b.code
	}
	return text + teardowns[s.String()]
}

// keys returns the keys of the setups and checks of a scene: of the page and scene on any server,
// and on its own.
func (s scene) keys() []string {
	return []string{strings.TrimSuffix(s.page+"/"+s.name, "/"), s.String()}
}

// scenes returns the scenes of all pages by their names.
func scenes(t *testing.T) map[string]*scene {
	t.Helper()
	found := map[string]*scene{}
	for _, b := range blocks(t, "sql") {
		on, names := b.servers()
		if len(on) == 0 {
			t.Errorf("%s:%d: a block of SQL does not name its server: add %s to its language", b.page, b.line, strings.Join(servers, ", "))
		}
		if b.fragment != "" {
			continue
		}
		for _, server := range on {
			for _, name := range names {
				s := scene{page: b.page, server: server, name: name}
				if found[s.String()] == nil {
					found[s.String()] = &s
				}
				found[s.String()].blocks = append(found[s.String()].blocks, b)
			}
		}
	}
	return found
}

// TestSQL runs the blocks of SQL of all pages.
func TestSQL(t *testing.T) {
	t.Parallel()
	all := scenes(t)
	used := map[string]bool{}
	for name := range all {
		for _, key := range all[name].keys() {
			used[key] = true
		}
	}
	for _, key := range slices.Concat(slices.Collect(maps.Keys(setups)), slices.Collect(maps.Keys(checks))) {
		if !used[key] {
			t.Errorf("no scene has the setup or the checks of %s", key)
		}
	}
	for kind, server := range map[dbserver.Kind]string{dbserver.Postgres: "postgres", dbserver.MySQL: "mysql", dbserver.MariaDB: "mariadb"} {
		t.Run(server, func(t *testing.T) {
			t.Parallel()
			d := dbtest.Open(t, kind)
			db := open(t, d)
			functions.Install(t, kind, db)
			for _, name := range slices.Sorted(maps.Keys(all)) {
				if s := all[name]; s.server == server {
					t.Run(s.page+"/"+s.name, func(t *testing.T) { s.onServer(t, d, db) })
				}
			}
		})
	}
	t.Run("sqlite", func(t *testing.T) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if s := all[name]; s.server == "sqlite" {
				t.Run(s.page+"/"+s.name, func(t *testing.T) { s.onSQLite(t) })
			}
		}
	})
}

func open(t *testing.T, d *dbserver.Database) *sql.DB {
	t.Helper()
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// onServer runs the scene with the server's client.
func (s scene) onServer(t *testing.T, d *dbserver.Database, db *sql.DB) {
	var c client
	if d.Server.Kind == dbserver.Postgres {
		// The functions are in the schema public.
		run(t, db, "CREATE SCHEMA shop")
		t.Cleanup(func() { clean(t, db, []string{"DROP SCHEMA shop CASCADE"}) })
		c = connect(t, d, "PGOPTIONS=-c search_path=shop,public -c client_min_messages=warning")
	} else {
		t.Cleanup(func() { clean(t, db, leftovers(t, db)) })
		c = connect(t, d)
	}
	if out, err := c.run(t, s.script()); err != nil {
		t.Errorf("%s: %v\n%s", s, err, out)
		return
	}
	s.check(t, db)
}

// check tests what holds after the scene.
func (s scene) check(t *testing.T, db *sql.DB) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if s.server == "postgres" {
		if _, err := conn.ExecContext(t.Context(), "SET search_path = shop, public"); err != nil {
			t.Fatal(err)
		}
	}
	var list []check
	for _, key := range s.keys() {
		list = append(list, checks[key]...)
	}
	for _, c := range list {
		if c.want < 0 {
			if _, err := conn.ExecContext(t.Context(), c.statement); (err == nil) != (c.want == done) {
				t.Errorf("%s: %v", c.statement, err)
			}
			continue
		}
		var got int
		if err := conn.QueryRowContext(t.Context(), c.statement).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: %d, %v, want %d", c.statement, got, err, c.want)
		}
	}
}

func run(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// clean runs statements in one session after a test.
func clean(t *testing.T, db *sql.DB, statements []string) {
	t.Helper()
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	for _, s := range statements {
		if _, err := conn.ExecContext(context.Background(), s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// leftovers returns the statements that remove what a scene made on MySQL or MariaDB.
func leftovers(t *testing.T, db *sql.DB) []string {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), `
SELECT CONCAT('DROP ', IF(TABLE_TYPE = 'VIEW', 'VIEW', 'TABLE'), ' ', TABLE_NAME) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT LIKE 'sortid%'
UNION ALL SELECT CONCAT('DROP ', ROUTINE_TYPE, ' ', ROUTINE_NAME) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_NAME NOT LIKE 'sortid%'
UNION ALL SELECT CONCAT('DROP EVENT ', EVENT_NAME) FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()`)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer rows.Close()
	list := []string{"SET foreign_key_checks = 0"}
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Error(err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
	return append(list, "SET foreign_key_checks = 1")
}

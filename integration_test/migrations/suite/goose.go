package suite

import (
	"context"
	"database/sql"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/pressly/goose/v3"
)

// Migrations is a set of migrations and a database to try it on.
type Migrations struct {
	// DB is an empty database.
	DB *sql.DB
	// Dialect is goose's name for it.
	Dialect goose.Dialect
	// Files holds the migrations.
	Files fs.FS
	// Table is where goose remembers which of them have run.
	Table string
	// Catalog is a query that gives one text for each object of the database: its
	// name and its definition. Its result must be the same before and
	// after; tables and the indices, constraints and sequences of tables whose name
	// contains the word "migrations" or "goose_db_version" do not count.
	Catalog string
}

func (m Migrations) provider(t testing.TB, files fs.FS, o ...goose.ProviderOption) *goose.Provider {
	t.Helper()
	p, err := goose.NewProvider(m.Dialect, m.DB, files, o...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (m Migrations) catalog(t testing.TB) []string {
	t.Helper()
	rows, err := m.DB.QueryContext(t.Context(), m.Catalog)
	if err != nil {
		t.Fatalf("%s: %v", m.Catalog, err)
	}
	defer rows.Close()
	var objects []string
	for rows.Next() {
		var object string
		if err := rows.Scan(&object); err != nil {
			t.Fatal(err)
		}
		objects = append(objects, object)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(objects)
	return objects
}

// compareCatalogs compares two catalogs and names what differs.
func compareCatalogs(t testing.TB, when string, got, want []string) {
	t.Helper()
	for _, object := range got {
		if !slices.Contains(want, object) {
			t.Errorf("%s: there is %s", when, object)
		}
	}
	for _, object := range want {
		if !slices.Contains(got, object) {
			t.Errorf("%s: there is no %s", when, object)
		}
	}
}

// Run tests that the migrations go up and down and up again and leave nothing
// behind, one by one as well, that a second time changes nothing, and that they
// keep out of the way of the application's own migrations. It tests the same of
// selections of them.
func (m Migrations) Run(t *testing.T) {
	p := m.provider(t, m.Files, goose.WithTableName(m.Table))
	before := m.catalog(t)
	n := len(p.ListSources())
	if n == 0 {
		t.Fatal("there are no migrations")
	}
	m.up(t, p, n)
	there := m.catalog(t)
	if len(there) <= len(before) {
		t.Fatalf("%d migrations made nothing: %q", n, there)
	}
	m.up(t, p, 0)
	compareCatalogs(t, "up twice", m.catalog(t), there)

	if results, err := p.DownTo(t.Context(), 0); err != nil || len(results) != n {
		t.Fatalf("%d migrations went down: %v", len(results), err)
	}
	compareCatalogs(t, "down", m.catalog(t), before)
	m.oneByOne(t, p, n)
	m.up(t, p, n)
	compareCatalogs(t, "up again", m.catalog(t), there)
	m.neighbour(t, p, there)
	if _, err := p.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	m.selection(t, there)
}

func (m Migrations) up(t testing.TB, p *goose.Provider, want int) {
	t.Helper()
	results, err := p.Up(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != want {
		t.Fatalf("%d migrations went up, want %d", len(results), want)
	}
}

// oneByOne takes each migration up, down and up: what its Down leaves behind is
// its own.
func (m Migrations) oneByOne(t testing.TB, p *goose.Provider, n int) {
	t.Helper()
	states := [][]string{m.catalog(t)}
	step := func(f func(context.Context) (*goose.MigrationResult, error)) string {
		result, err := f(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return result.String()
	}
	for range n {
		step(p.UpByOne)
		after := m.catalog(t)
		what := step(p.Down)
		compareCatalogs(t, what, m.catalog(t), states[len(states)-1])
		step(p.UpByOne)
		compareCatalogs(t, what+" and up", m.catalog(t), after)
		states = append(states, after)
	}
	for i := range n {
		what := step(p.Down)
		compareCatalogs(t, what, m.catalog(t), states[n-1-i])
	}
}

// neighbour runs migrations of an application, with the same numbers and goose's
// own table, beside these.
func (m Migrations) neighbour(t testing.TB, p *goose.Provider, there []string) {
	t.Helper()
	theirs := m.provider(t, fstest.MapFS{
		"00001_shop.sql":  {Data: []byte("-- +goose Up\nCREATE TABLE neighbour_shop (a int);\n-- +goose Down\nDROP TABLE neighbour_shop;\n")},
		"00002_goods.sql": {Data: []byte("-- +goose Up\nCREATE TABLE neighbour_goods (a int);\n-- +goose Down\nDROP TABLE neighbour_goods;\n")},
	})
	m.up(t, theirs, 2)
	version := func(p *goose.Provider, want int64) {
		t.Helper()
		if got, err := p.GetDBVersion(t.Context()); err != nil || got != want {
			t.Errorf("the version is %d, %v, want %d", got, err, want)
		}
	}
	sources := p.ListSources()
	last := sources[len(sources)-1].Version
	version(theirs, 2)
	version(p, last)
	both := m.catalog(t)
	if _, err := p.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	version(theirs, 2)
	m.up(t, p, len(sources))
	compareCatalogs(t, "beside an application", m.catalog(t), both)
	if _, err := theirs.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	version(p, last)
	compareCatalogs(t, "after an application", m.catalog(t), there)
}

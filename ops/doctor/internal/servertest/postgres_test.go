package servertest

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

func openPostgres(t *testing.T) (*dbserver.Database, *sql.DB) {
	t.Helper()
	d := dbtest.Open(t, dbserver.Postgres)
	return d, open(t, "pgx", d.DSN)
}

// findings returns the names of the findings of a table.
func findings(r *inspect.Report, table string) string {
	var names []string
	for _, f := range r.Findings {
		if f.Table == table {
			names = append(names, string(f.Name))
		}
	}
	return strings.Join(names, " ")
}

// Times and decimals sort as the server sorts them, and keys whose values are not read, or NULL, have no
// figures that are wrong.
func TestOrdersOfPostgres(t *testing.T) {
	d, db := openPostgres(t)
	execute(t, db,
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET DateStyle = %L', current_database(), 'SQL, DMY'); END $$",
		"CREATE TABLE bills (code text PRIMARY KEY, created_at timestamptz)",
		"INSERT INTO bills SELECT 'INV-' || lpad(n::text, 8, '0'), timestamptz '2024-01-01' + n * interval '1 hour' FROM generate_series(1, 3000) AS n ORDER BY md5(n::text)",
		"CREATE TABLE prices (amount numeric(20, 4) PRIMARY KEY)", "INSERT INTO prices SELECT n * 1.25 FROM generate_series(1, 3000) AS n",
		"CREATE TABLE days (day date PRIMARY KEY)", "INSERT INTO days SELECT date '2000-01-01' + n FROM generate_series(1, 3000) AS n",
		"CREATE TABLE nulls (id bigint PRIMARY KEY, code uuid UNIQUE)", "INSERT INTO nulls SELECT n FROM generate_series(1, 3000) AS n",
		"CREATE TABLE sorted (code text PRIMARY KEY, hash text UNIQUE)", "INSERT INTO sorted SELECT 'INV-' || lpad(n::text, 8, '0'), md5(n::text) || '!' FROM generate_series(1, 3000) AS n",
		"CLUSTER sorted USING sorted_hash_key", "ANALYZE")
	r := run(t, inspect.Options{DSN: d.DSN})
	for _, c := range r.Columns {
		if want := map[string]idkind.Order{"bills": idkind.Ordered, "prices": idkind.Ordered, "sorted": idkind.Unknown}[c.Table]; want != "" && c.Order != want && c.Name != "hash" {
			t.Errorf("%s: %s, want %s", c.Table, c.Order, want)
		}
	}
	for _, x := range r.Indexes {
		if !x.Entries.Known() || x.Entries.Value < 2900 || x.Entries.Value > 3100 {
			t.Errorf("%s: %+v rows", x.Name, x.Entries)
		}
		if x.Name == "nulls_code_key" && x.Fill.Known() {
			t.Errorf("the fill of an index of NULL is %+v", x.Fill)
		}
	}
}

// What a schema hides: a domain, a tenant at the beginning of the key, columns of INCLUDE,
// partitions, and tables without a key.
func TestSchemasThatHide(t *testing.T) {
	d, db := openPostgres(t)
	execute(t, db,
		"CREATE DOMAIN user_id AS uuid", "CREATE DOMAIN admin_id AS user_id",
		"CREATE TABLE admins (id admin_id PRIMARY KEY)", "INSERT INTO admins SELECT gen_random_uuid() FROM generate_series(1, 1000)",
		"CREATE TABLE rows (tenant uuid, id bigint, PRIMARY KEY (tenant, id))",
		"INSERT INTO rows SELECT t, n FROM (SELECT gen_random_uuid() AS t FROM generate_series(1, 20)) AS x, generate_series(1, 3000) AS n ORDER BY n",
		"CREATE TABLE wide (id uuid PRIMARY KEY, a text, b int)", "CREATE UNIQUE INDEX covering ON wide (id) INCLUDE (a, b)",
		"INSERT INTO wide SELECT gen_random_uuid(), repeat('x', 20), n FROM generate_series(1, 30000) AS n",
		"CREATE TABLE keyless (n int)",
		"CREATE TABLE events (id uuid, day int, PRIMARY KEY (id, day)) PARTITION BY RANGE (day)",
		"CREATE EXTENSION pgstattuple", "VACUUM ANALYZE")
	for day := range 5 {
		execute(t, db, fmt.Sprintf("CREATE TABLE events_%d PARTITION OF events FOR VALUES FROM (%d) TO (%d)", day, day, day+1),
			fmt.Sprintf("INSERT INTO events SELECT gen_random_uuid(), %d FROM generate_series(1, %d)", day, 500+1000*day))
	}
	execute(t, db, "ANALYZE")
	r := run(t, inspect.Options{DSN: d.DSN})
	for table, want := range map[string]finding.Name{"admins": finding.RandomKey, "keyless": finding.NoPrimaryKey, "events": finding.RandomKey} {
		if got := findings(r, table); !strings.Contains(got, string(want)) {
			t.Errorf("%s: found %q, want %s", table, got, want)
		}
	}
	if got := findings(r, "rows"); strings.Contains(got, string(finding.RandomKey)) {
		t.Errorf("rows of 20 tenants: %s", got)
	}
	for _, c := range r.Changes {
		if c.Table == "rows" && c.Action == inspect.OrderedKeys {
			t.Errorf("rows of 20 tenants: %+v", c)
		}
	}
	for _, x := range r.Indexes {
		if x.Name == "covering" && (x.Entries.Low > 30_600 || x.Entries.High < 29_400) {
			t.Errorf("an index of 30,000 rows has %+v", x.Entries)
		}
	}
	if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "events has 5 partitions: the figures are those of the largest, events_4") {
		t.Errorf("notes: %s", notes)
	}
	for _, c := range r.Columns {
		if strings.HasPrefix(c.Table, "events_") {
			t.Errorf("a partition is a table: %+v", c)
		}
	}
	only := run(t, inspect.Options{DSN: d.DSN, Filter: source.Filter{Schema: "pub*", Table: "[ac]*s"}})
	if only.Tables != 1 || only.Columns[0].Table != "admins" {
		t.Errorf("the filter selects %d tables: %+v", only.Tables, only.Columns)
	}
}

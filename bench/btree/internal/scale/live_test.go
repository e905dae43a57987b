package scale

import (
	"database/sql"
	"encoding/json"
	"errors"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// imagesTolerance is for the fill of the tree, which rises and falls, for the images of inner
// pages and of the heap, which the formula does not have, and for chance.
const imagesTolerance = 0.20

// A PostgreSQL server's index, heap, images of pages and log after a checkpoint, at three
// sizes.
func TestFormulasAgainstPostgres(t *testing.T) {
	const between = 300 // rows after the checkpoint
	db := postgres(t)
	k := kind(t, "uuidv4")
	m := constants(t, servers[0], k)
	source := k.Open(1, key.Options{Column: key.UUIDs}).Writer(0)
	run(t, db, "CREATE TABLE item (id uuid PRIMARY KEY, payload bytea NOT NULL)")
	rows := 0
	for _, size := range []int{30_000, 60_000, 150_000} {
		insert(t, db, source, size-rows)
		rows = size
		n := float64(rows)
		for what, computed := range map[string]float64{"item_pkey": m.Tree(n), "item": m.Table(n)} {
			var measured float64
			if err := db.QueryRowContext(t.Context(), "SELECT pg_relation_size($1)", what).Scan(&measured); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d rows: %s has %s, computed %s (%+.1f %%)", rows, what, Bytes(measured), Bytes(computed), 100*(computed/measured-1))
			if off(computed, measured) > randomTolerance {
				t.Errorf("%d rows: %s has %s, computed %s", rows, what, Bytes(measured), Bytes(computed))
			}
		}
		run(t, db, "CHECKPOINT")
		images, log := insert(t, db, source, between)
		rows += between
		computed := m.Imaged(n, between) * between
		t.Logf("%d rows: %.0f images, computed %.0f; %.0f bytes of log per row, computed %.0f", rows, images, computed, log/between, m.Log(n, between))
		if off(computed, images) > imagesTolerance {
			t.Errorf("%d rows: %.0f images, computed %.0f", rows, images, computed)
		}
		if off(m.Log(n, between), log/between) > imagesTolerance {
			t.Errorf("%d rows: %.0f bytes of log per row, computed %.0f", rows, log/between, m.Log(n, between))
		}
	}
}

// postgres connects to an empty database on a server with the default settings: the server
// that package dbtest starts logs no images of pages.
func postgres(t *testing.T) *sql.DB {
	t.Helper()
	server, err := dbserver.Open(t.Context(), dbserver.Postgres, dbserver.Options{})
	if _, unavailable := errors.AsType[*dbserver.UnavailableError](err); unavailable {
		dbtest.Missing(t, err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	d, err := server.NewDatabase(t.Context(), "scale", dbserver.DatabaseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(db.Close(), d.Close()); err != nil {
			t.Error(err)
		}
	})
	var images string
	if err := db.QueryRowContext(t.Context(), "SHOW full_page_writes").Scan(&images); err != nil {
		t.Fatal(err)
	}
	if images != "on" {
		t.Skip("full_page_writes is off: the server logs no images of pages")
	}
	return db
}

// A MySQL server's clustered index, at three sizes.
func TestFormulasAgainstMySQL(t *testing.T) {
	db, err := dbtest.Open(t, dbserver.MySQL).Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	k := kind(t, "uuidv4")
	m := constants(t, servers[1], k)
	source := k.Open(1, key.Options{Column: key.UUIDs}).Writer(0)
	run(t, db, "CREATE TABLE item (id BINARY(16) PRIMARY KEY, payload VARBINARY(100) NOT NULL)")
	rows := 0
	for _, size := range []int{30_000, 60_000, 100_000} {
		if _, err := db.ExecContext(t.Context(), "INSERT INTO item SELECT UUID_TO_BIN(id), REPEAT('x', ?) FROM JSON_TABLE(?, '$[*]' COLUMNS (id CHAR(36) PATH '$')) AS list",
			Payload, texts(t, source, size-rows)); err != nil {
			t.Fatal(err)
		}
		rows = size
		run(t, db, "ANALYZE TABLE item")
		var leaves float64
		if err := db.QueryRowContext(t.Context(), "SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND table_name = 'item' "+
			"AND index_name = 'PRIMARY' AND stat_name = 'n_leaf_pages'").Scan(&leaves); err != nil {
			t.Fatal(err)
		}
		computed := m.LeafPages * float64(rows)
		t.Logf("%d rows: %.0f leaf pages, computed %.0f (%+.1f %%)", rows, leaves, computed, 100*(computed/leaves-1))
		if off(computed, leaves) > randomTolerance {
			t.Errorf("%d rows: %.0f leaf pages, computed %.0f", rows, leaves, computed)
		}
	}
}

// texts returns keys as a JSON list of the texts of UUIDs.
func texts(t *testing.T, source key.Source, n int) string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		v, err := source.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		text, err := v.Value()
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = text.(string)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		t.Fatal(err)
	}
	return string(list)
}

func run(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// insert inserts rows with keys of the source in one statement, and returns the images of
// pages and the bytes that it wrote to the log.
func insert(t *testing.T, db *sql.DB, source key.Source, rows int) (images, log float64) {
	t.Helper()
	var plan []byte
	if err := db.QueryRowContext(t.Context(), "EXPLAIN (ANALYZE, WAL, FORMAT JSON) INSERT INTO item "+
		"SELECT id::uuid, decode(repeat(md5(id), 4), 'hex') || decode(repeat('00', $2), 'hex') FROM json_array_elements_text($1::json) AS id",
		texts(t, source, rows), Payload-64).Scan(&plan); err != nil {
		t.Fatal(err)
	}
	var explained []struct {
		Plan struct {
			Images float64 `json:"WAL FPI"`
			Log    float64 `json:"WAL Bytes"`
		}
	}
	if err := json.Unmarshal(plan, &explained); err != nil {
		t.Fatal(err)
	}
	return explained[0].Plan.Images, explained[0].Plan.Log
}

package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/sample"
)

// rowsFilled is how many rows a table is filled with.
const rowsFilled = 1_000_000

// rival is one way to fill a table's key. A turn is the time of run, without the statements
// in before.
type rival struct {
	name   string
	before []string
	run    func(conn *sql.Conn) error
}

// byDefault fills a table by the default of its key.
func byDefault(column, call string) rival {
	return rival{call, table(column + " PRIMARY KEY DEFAULT " + call), func(conn *sql.Conn) error {
		return statement(conn, fmt.Sprintf("INSERT INTO filled (n) SELECT n FROM generate_series(1, %d) AS n", rowsFilled))
	}}
}

func table(key string) []string {
	return []string{"DROP TABLE IF EXISTS filled", "CREATE TABLE filled (id " + key + ", n int)", "CHECKPOINT"}
}

func statement(conn *sql.Conn, s string) error {
	_, err := conn.ExecContext(context.Background(), s)
	return err
}

// BenchmarkInsert fills a table of a million rows (a key of uuid, the primary key, and
// an int) by the server's own functions, by these, and with Wijis that the client
// makes. All take turns; "x" is the median of the ratios to gen_random_uuid() in the
// same turn, and "s" the median of the seconds.
//
//	go test -run '^$' -bench 'Insert$' -benchtime 9x ./integration_test/migrations/postgres
func BenchmarkInsert(b *testing.B) {
	race(b, []rival{
		byDefault("uuid", "gen_random_uuid()"), byDefault("uuid", "uuidv7()"),
		byDefault("uuid", "sortid_wiji_new()"), byDefault("uuid", "sortid_ulid_new()"), byDefault("uuid", "sortid_uuid_new()"),
		{"client, COPY", table("uuid PRIMARY KEY"), copied},
		{"client, INSERT of 1000 rows", table("uuid PRIMARY KEY"), inserted},
	})
}

// BenchmarkInsertOthers is BenchmarkInsert for keys of other types than uuid, compared with
// the server's own sequence.
//
//	go test -run '^$' -bench InsertOthers -benchtime 5x ./integration_test/migrations/postgres
func BenchmarkInsertOthers(b *testing.B) {
	race(b, []rival{
		byDefault("bigint", "nextval('sequence_of_its_own')"),
		byDefault("bytea", "sortid_scru_new()"), byDefault("bigint", "sortid_uid_ts_seq_rand()"), byDefault("bigint", "sortid_ulidflake_new()"),
	})
}

// BenchmarkCall calls functions a hundred thousand times in a statement. "x" is the
// ratio to gen_random_uuid(), and "s" the seconds.
//
//	go test -run '^$' -bench Call -benchtime 15x ./integration_test/migrations/postgres
func BenchmarkCall(b *testing.B) {
	var rivals []rival
	for _, call := range []string{
		"gen_random_uuid()", "uuidv7()", "sortid_wiji_new()", "sortid_ulid_new()", "sortid_uuid_new()", "sortid_scru_new()", "sortid_ulidflake_new()",
		"sortid_uid_ts_seq_rand()", "sortid_xid_new()", "sortid_wiji_text(w)", "sortid_wiji_parse(t)", "sortid_wiji_valid_text(t)", "sortid_wiji_time(w)",
		"sortid_wiji_at(at)", "sortid_ulid_at(at)", "sortid_uuid_at(at)", "sortid_scru_at(at)", "sortid_ulidflake_at(at, 7)", "sortid_xid_at(at, 7)",
		"sortid_wiji_min_at(at)", "sortid_scru_text(s)", "sortid_scru_parse(st)", "sortid_uid_text(x)", "sortid_uid_parse(xt)",
	} {
		rivals = append(rivals, rival{call, nil, func(conn *sql.Conn) error {
			return statement(conn, "SELECT count("+call+") FROM called, generate_series(1, 100)")
		}})
	}
	race(b, rivals)
}

// race lets the rivals take turns, and reports on them.
func race(b *testing.B, rivals []rival) {
	_, db := open(b)
	exec(b, db, "CREATE SEQUENCE sequence_of_its_own", `CREATE TABLE called AS
		SELECT w, sortid_wiji_text(w) AS t, sortid_wiji_time(w) AS at, s, sortid_scru_text(s) AS st, x, sortid_uid_text(x) AS xt
		FROM (SELECT sortid_wiji_new() AS w, sortid_scru_new() AS s, sortid_xid_new() AS x FROM generate_series(1, 1000)) AS made`)
	conn := session(b, db)
	if one(b, conn, "SELECT count(*) FROM pg_proc WHERE proname = 'uuidv7'") == "0" {
		rivals = slices.DeleteFunc(rivals, func(r rival) bool { return r.name == "uuidv7()" })
	}
	exec(b, conn, "SELECT sortid_wiji_new(), sortid_ulid_new(), sortid_scru_new()") // a session's first call
	seconds, ratios := make([][]float64, len(rivals)), make([][]float64, len(rivals))
	for turn := 0; b.Loop(); turn++ {
		took := make([]float64, len(rivals))
		for i := range rivals { // who goes first must not matter
			k := (i + turn) % len(rivals)
			exec(b, conn, rivals[k].before...)
			begun := time.Now()
			if err := rivals[k].run(conn); err != nil {
				b.Fatalf("%s: %v", rivals[k].name, err)
			}
			took[k] = time.Since(begun).Seconds()
		}
		for k := range rivals {
			seconds[k], ratios[k] = append(seconds[k], took[k]), append(ratios[k], took[k]/took[0])
		}
	}
	b.ReportMetric(0, "ns/op") // the sum of all says nothing
	var report strings.Builder
	for k, r := range rivals {
		name := strings.NewReplacer(" ", "-", ",", "").Replace(strings.TrimSuffix(r.name, "()"))
		b.ReportMetric(sample.Median(ratios[k]), name+"-x")
		fmt.Fprintf(&report, "\n%-40s %7.3f s  %5.2f x", r.name, sample.Median(seconds[k]), sample.Median(ratios[k]))
	}
	// Not by b.Log, which cuts off what is longer than ten lines.
	fmt.Println(report.String())
}

// copied sends Wijis of the Go generator by COPY.
func copied(conn *sql.Conn) error {
	return conn.Raw(func(driver any) error {
		_, err := driver.(*stdlib.Conn).Conn().CopyFrom(context.Background(), pgx.Identifier{"filled"}, []string{"id", "n"},
			pgx.CopyFromSlice(rowsFilled, func(i int) ([]any, error) { return []any{[16]byte(wiji.New()), int32(i)}, nil }))
		return err
	})
}

// inserted sends Wijis of the Go generator in statements of a thousand rows, in one
// transaction.
func inserted(conn *sql.Conn) error {
	const batch = 1000
	var rows strings.Builder
	for i := range batch {
		fmt.Fprintf(&rows, ", ($%d, $%d)", 2*i+1, 2*i+2)
	}
	return conn.Raw(func(driver any) error {
		c := driver.(*stdlib.Conn).Conn()
		if _, err := c.Prepare(context.Background(), "thousand", "INSERT INTO filled (id, n) VALUES "+rows.String()[2:]); err != nil {
			return err
		}
		return pgx.BeginFunc(context.Background(), c, func(tx pgx.Tx) error {
			args := make([]any, 2*batch)
			for i := range rowsFilled / batch {
				for k := range batch {
					args[2*k], args[2*k+1] = [16]byte(wiji.New()), int32(i*batch+k)
				}
				if _, err := tx.Exec(context.Background(), "thousand", args...); err != nil {
					return err
				}
			}
			return c.Deallocate(context.Background(), "thousand")
		})
	})
}

package pgbench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// The output of pgbench 15 and 18.
const (
	printed15 = `pgbench (15.18 (Debian 15.18-0+deb12u1), server 18.6 (Debian 18.6-3))
transaction type: -
scaling factor: 1
query mode: prepared
number of clients: 8
number of threads: 2
maximum number of tries: 1
number of transactions per client: 3000
number of transactions actually processed: 24000/24000
number of failed transactions: 0 (0.000%)
latency average = 0.840 ms
initial connection time = 10.322 ms
tps = 9523.178424 (without initial connection time)
`
	printed14 = `pgbench (14.1)
query mode: prepared
number of transactions actually processed: 10/10
tps = 85.1 (without initial connection time)
`
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Outcome{printed15: {9523.178424, 24000}, printed14: {85.1, 10}} {
		if got, err := parse(text); got != want || err != nil {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	// Version 13 printed a different rate in a different place.
	for _, text := range []string{"", "tps = 85.1 (including connections establishing)\n", "pgbench: error: no such table"} {
		if got, err := parse(text); err == nil || got != (Outcome{}) {
			t.Errorf("%q gave %+v", text, got)
		}
	}
}

// A password is not among the arguments, which everybody on the machine can see.
func TestConnection(t *testing.T) {
	env, err := connection("postgres://u:secret@h:6543/d?sslmode=disable")
	for _, want := range []string{"PGHOST=h", "PGPORT=6543", "PGUSER=u", "PGPASSWORD=secret", "PGDATABASE=d", "PGSSLMODE=disable"} {
		if err != nil || !slices.Contains(env, want) {
			t.Errorf("%s is not in %v, %v", want, env, err)
		}
	}
	for _, arg := range arguments(Job{DSN: "postgres://u:secret@h/d", Clients: 8, Transactions: 5}) {
		if strings.Contains(arg, "secret") {
			t.Errorf("the argument %s shows the password", arg)
		}
	}
	if _, err := connection("postgres://h:port"); err == nil {
		t.Error("a DSN that is none was taken")
	}
}

func TestNewest(t *testing.T) {
	dir := t.TempDir()
	if path, ok := newest(dir); ok {
		t.Errorf("found %s where there is none", path)
	}
	for _, version := range []string{"9.6", "15", "18", "current"} {
		bin := filepath.Join(dir, version, "bin")
		if err := os.MkdirAll(bin, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bin, "pgbench"), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if path, ok := newest(dir); !ok || path != filepath.Join(dir, "18", "bin", "pgbench") {
		t.Errorf("found %s", path)
	}
}

// each runs the test with every pgbench that is available: on this machine, and in a
// container.
func each(t *testing.T, test func(*testing.T, Program, *dbserver.Database)) {
	db := dbtest.Open(t, dbserver.Postgres)
	p, err := Find(t.Context())
	if err != nil && !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
	programs := []Program{p, {image: "postgres:18"}}
	for _, p := range programs {
		t.Run(p.Where(), func(t *testing.T) {
			if p.path == "" && (p.image == "" || !hasImage(t.Context(), p.image)) {
				t.Skip("there is none")
			}
			test(t, p, db)
		})
	}
}

func TestRun(t *testing.T) {
	each(t, func(t *testing.T, p Program, d *dbserver.Database) {
		db, err := d.Connect()
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec("CREATE TABLE note (n bigint, who int, said text)"); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if _, err := db.Exec("DROP TABLE note"); err != nil {
				t.Error(err)
			}
		}()
		out, err := p.Run(t.Context(), Job{
			DSN: d.DSN, Clients: 3, Transactions: 7, Variables: map[string]string{"n": "0", "word": "it's `$HOME`"},
			Script: "\\set n :n + 1\nINSERT INTO note VALUES (:n, :client_id, :word);\n",
		})
		if err != nil || out.Rate <= 0 || out.Transactions != 21 {
			t.Fatalf("%+v, %v", out, err)
		}
		var rows, clients int
		if err := db.QueryRow("SELECT count(DISTINCT (n, who)), count(DISTINCT who) FROM note WHERE n BETWEEN 1 AND 7 AND said = 'it''s `$HOME`'").Scan(&rows, &clients); err != nil || rows != 21 || clients != 3 {
			t.Errorf("%d rows of %d clients, %v", rows, clients, err)
		}
	})
}

// An error of pgbench carries the program's message, in one line.
func TestRunFails(t *testing.T) {
	each(t, func(t *testing.T, p Program, d *dbserver.Database) {
		out, err := p.Run(t.Context(), Job{DSN: d.DSN, Clients: 1, Transactions: 1, Script: "SELECT * FROM nowhere;"})
		if err == nil || !strings.Contains(err.Error(), "pgbench failed") || strings.Contains(err.Error(), "\n") || out != (Outcome{}) {
			t.Errorf("got %+v, %v", out, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := p.Run(ctx, Job{DSN: d.DSN, Clients: 1, Transactions: 1, Script: "SELECT 1;"}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/run/runtest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) {
	dbtest.OnDisk = true
	dbtest.Main(m)
}

// serverArgs returns -db and -dsn for a server that the tests of this process
// share, and what fails the test if something is left on it.
func serverArgs(t *testing.T, kind dbserver.Kind) (args []string, noneLeft func()) {
	t.Helper()
	dsn := dbtest.Server(t, kind).DSN()
	return []string{"-db", string(kind), "-dsn", string(kind) + "=" + dsn}, runtest.Watch(t, kind, dsn)
}

// saved returns the result that -out wrote.
func saved(t *testing.T, dir string) trial.Result {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, report.JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trial.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWholeRunOnServers(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel() // each has a server of its own
			args, noneLeft := serverArgs(t, kind)
			out := t.TempDir()
			var stdout, stderr bytes.Buffer
			args = append(args, "-keys", "uuidv4,wiji,scru160,xid", "-rows", "1000", "-repeat", "1", "-batch", "150", "-writers", "3", "-out", out)
			if code := command(t.Context(), args, &stdout, &stderr); code != exitOK {
				t.Fatalf("exit code %d: %s", code, &stderr)
			}
			if !strings.Contains(stderr.String(), "a server that is running") {
				t.Errorf("which server was taken is not said: %s", &stderr)
			}
			r := saved(t, out)
			const controls = 3 // which one writer inserts as well
			if !r.Complete || len(r.Trials) != len(r.Keys)+controls {
				t.Errorf("complete %v with %d trials of %d keys", r.Complete, len(r.Trials), len(r.Keys))
			}
			for _, run := range r.Trials {
				for _, name := range []string{metric.RowsPerSecond, metric.BytesPerRow, metric.LogBytes} {
					if v := run.Readings.Get(name); v.Missing != "" || v.Value <= 0 {
						t.Errorf("%s: %s is %+v", run.Key, name, v)
					}
				}
				worst := run.Readings.Get(metric.TransactionWorst).Value
				v := run.Readings.Get(metric.TransactionAtCheckpoint)
				isRight := v.Missing == "" && 0 < v.Value && v.Value <= worst || strings.HasPrefix(v.Missing, "no transaction was sent") // a checkpoint of so few pages can be made before
				if kind != dbserver.Postgres {
					isRight = v.Missing != "" && !strings.Contains(v.Missing, "does not report")
				}
				if !isRight {
					t.Errorf("%s: the worst at a checkpoint is %+v, of all %v", run.Key, v, worst)
				}
			}
			for line := range strings.Lines(stdout.String()) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
			noneLeft()
		})
	}
}

// With one writer the simulator has the leaf pages of the server, so that one trial decides the size. The tests of
// integration_test/replay compare the pages of each server.
func TestSimulatedTreesAreTheServers(t *testing.T) {
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel() // each has a server of its own
			args, noneLeft := serverArgs(t, kind)
			out := t.TempDir()
			var stdout, stderr bytes.Buffer
			args = append(args, "-keys", "uuidv4,uuidv7,scru160,ulidflake", "-rows", "5000", "-repeat", "1", "-out", out)
			if code := command(t.Context(), args, &stdout, &stderr); code != exitOK {
				t.Fatalf("exit code %d: %s", code, &stderr)
			}
			sizes := make(map[string]answer.Finding)
			for _, g := range answer.Of(saved(t, out)).Groups {
				for _, l := range g.Lines {
					s := l.Simulated
					if s == nil || l.Key != "uuidv4" && s.Measured != s.Pages {
						t.Errorf("%s: %+v", l.Key, s)
					}
					sizes[l.Key] = answer.NotCompared // as counters are
					for _, c := range l.Judgement.Comparisons {
						if c.Metric.Verdict.Noun == "size" { // time and log of one trial are left to chance
							sizes[l.Key] = c.Finding
						}
					}
				}
			}
			for key, want := range map[string]answer.Finding{
				"uuidv4": answer.Worse, "uuidv7": answer.NoDifference, "scru160": answer.NoDifference, "ulidflake": answer.NoDifference,
			} {
				if sizes[key] != want {
					t.Errorf("size of %s: %q, want %q in\n%s", key, sizes[key], want, &stdout)
				}
			}
			if len(sizes) != 7 {
				t.Errorf("%d keys: %v", len(sizes), sizes)
			}
			noneLeft()
		})
	}
}

// Keys can be made in blocks, and servers have the scenarios.
func TestModesAndScenariosOnServers(t *testing.T) {
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel() // each has a server of its own
			args, noneLeft := serverArgs(t, kind)
			modes, scenarios := make(map[string]int), make(map[string]int)
			for _, more := range [][]string{
				{"-keys", "wiji", "-make", "all"},
				{"-keys", "wiji", "-scenario", "migration,pages"},
			} {
				out := t.TempDir()
				var stderr bytes.Buffer
				all := slices.Concat(args, more, []string{"-rows", "300", "-repeat", "1", "-batch", "130", "-writers", "2", "-out", out})
				if code := command(t.Context(), all, io.Discard, &stderr); code != exitOK {
					t.Fatalf("exit code %d: %s", code, &stderr)
				}
				for _, run := range saved(t, out).Trials {
					modes[string(run.Make)]++
					scenarios[string(run.Scenario)]++
					if v := run.Readings.Get(metric.TimeRangeP50); run.Scenario == "pages" && (v.Missing != "" || v.Value <= 0) {
						t.Errorf("%s: a range of time takes %+v", run.Key, v)
					}
				}
			}
			for _, m := range trial.Makes() {
				if modes[string(m)] == 0 {
					t.Errorf("no run made keys per %s: %v", m, modes)
				}
			}
			for _, s := range []string{"insert", "migration", "pages"} {
				if scenarios[s] == 0 {
					t.Errorf("no run of the scenario %s: %v", s, scenarios)
				}
			}
			noneLeft()
		})
	}
}

func TestServerArguments(t *testing.T) {
	const secret = "kept-secret"
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"-dsn", "oracle://u:" + secret + "@h/d"}, []string{"-dsn", "NAME=VALUE", "postgres, mysql, mariadb"}},
		{[]string{"-dsn", "u:" + secret + "@tcp(h)/d"}, []string{"-dsn", "NAME=VALUE", "postgres, mysql, mariadb"}},
		{[]string{"-dsn", "postgres://u:" + secret + "@h/d", "-dsn", "postgres://u:" + secret + "@g/d"}, []string{"-dsn", "postgres is given twice"}},
		{[]string{"-dsn", "sqlite=x"}, []string{"-dsn", "postgres, mysql, mariadb"}},
		{[]string{"-dsn", "mysql="}, []string{"-dsn", "NAME=VALUE"}},
		{[]string{"-db", "mysql", "-dsn", "mysql=u@/d", "-dsn", "mysql=u:" + secret + "@/d"}, []string{"-dsn", "mysql is given twice"}},
		{[]string{"-image", "mysql=mysql:9", "-image", "mysql=mysql:8"}, []string{"-image", "mysql is given twice"}},
		{[]string{"-db", "sqlite", "-dsn", "mysql=u:" + secret + "@/d"}, []string{"-dsn", "mysql", "add it to -db"}},
		{[]string{"-db", "mysql", "-dsn", "mysql=u:" + secret + "@/d", "-image", "mysql=mysql:8.4"}, []string{"-dsn", "-image", "mysql", "one of them"}},
		{[]string{"-image", "postgres:17"}, []string{"-image", `"postgres:17"`, "NAME=VALUE"}},
	} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), c.args, &stdout, &stderr); code != exitUsage {
			t.Errorf("%q: exit code %d, want %d", c.args, code, exitUsage)
		}
		for _, want := range c.want {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%q: the error does not say %s: %s", c.args, want, &stderr)
			}
		}
		if strings.Contains(stderr.String(), secret) {
			t.Errorf("%q: the error shows the password: %s", c.args, &stderr)
		}
	}
}

// A server that was named and does not answer fails the command before any trial, if it is
// the only database. Another database is measured all the same, and the exit code tells.
func TestServerThatDoesNotAnswer(t *testing.T) {
	scratch(t)
	dsn := []string{"-dsn", "postgres=postgres://u:kept-secret@127.0.0.1:1/d", "-keys", "wiji", "-rows", "100", "-repeat", "1", "-out"}
	var stdout, stderr bytes.Buffer
	out := filepath.Join(t.TempDir(), "out")
	code := command(t.Context(), slices.Concat([]string{"-db", "postgres"}, dsn, []string{out}), &stdout, &stderr)
	if n := strings.Count(stderr.String(), "no connection"); n != 1 || strings.Contains(stderr.String(), "dbserver") {
		t.Errorf("the reason is there %d times: %s", n, &stderr)
	}
	if files := filesIn(t, out); len(files) > 0 {
		t.Errorf("nothing was run, and there are results: %v", files)
	}
	if code != exitFailure || !strings.Contains(stderr.String(), "DSN") || strings.Contains(stderr.String(), "kept-secret") || stdout.Len() != 0 {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
	stderr.Reset()
	code = command(t.Context(), slices.Concat([]string{"-db", "sqlite,postgres"}, dsn, []string{out}), &stdout, &stderr)
	if n := strings.Count(stderr.String(), "no connection"); code != exitFailure || n != 2 /* at once, and at the end */ || strings.Contains(stderr.String(), "kept-secret") {
		t.Errorf("exit code %d, and the reason is there %d times: %s", code, n, &stderr)
	}
	if !strings.Contains(stdout.String(), "INCOMPLETE") || !strings.Contains(stdout.String(), "SQLite 3") {
		t.Errorf("SQLite was not measured:\n%s", &stdout)
	}
	if r := saved(t, out); r.Complete || r.Interrupted || len(r.Trials) != 4 || !strings.Contains(r.Stopped, "no connection") || strings.Contains(r.Stopped, "kept-secret") {
		t.Errorf("%d trials, stopped %q", len(r.Trials), r.Stopped)
	}
}

// A DSN of go-sql-driver/mysql needs no name: the server says what it is.
func TestDSNOfTheDriver(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			dsn := dbtest.Server(t, kind).DSN()
			o, err := parse(t.Context(), []string{"-dsn", dsn})
			if err != nil || !slices.Equal(o.plan.Engines, []string{string(kind)}) || o.run.DSNs[string(kind)] != dsn {
				t.Errorf("%v, %v", o.plan.Engines, err)
			}
		})
	}
	for dsn, want := range map[string]bool{
		"root:x@tcp(host)/db": true, "root:p@ss=w@tcp(host:3306)/db": true, "u@unix(/run/mysqld.sock)/": true, "tcp(host)/db": true,
		"mysql=u@tcp(host)/db": false, "mysql://u@host/db": false, "host=h dbname=d": false,
	} {
		if got := driverDSN.MatchString(dsn); got != want {
			t.Errorf("%s: %v", dsn, got)
		}
	}
}

func TestDefaultRows(t *testing.T) {
	for db, want := range map[string]int{"sqlite": 30_000, "postgres": 10_000, "sqlite,mariadb": 10_000} {
		if o, err := parse(t.Context(), []string{"-db", db}); err != nil || !slices.Equal(o.plan.Rows, []int{want}) {
			t.Errorf("-db %s: %d rows, want %d; %v", db, o.plan.Rows, want, err)
		}
		if o, err := parse(t.Context(), []string{"-db", db, "-rows", "7"}); err != nil || !slices.Equal(o.plan.Rows, []int{7}) {
			t.Errorf("-db %s -rows 7: %d rows, %v", db, o.plan.Rows, err)
		}
	}
}

// A server that -dsn or -image names is the one to measure.
func TestDSNIsEnough(t *testing.T) {
	for arg, want := range map[string][]string{
		"postgres://u@h/d?a=b": {"postgres"}, "postgresql://u@h/d": {"postgres"}, "mariadb://u@h/d": {"mariadb"}, "mysql=u@/d": {"mysql"},
	} {
		o, err := parse(t.Context(), []string{"-dsn", arg})
		if err != nil || !slices.Equal(o.plan.Engines, want) || !strings.HasSuffix(arg, o.run.DSNs[want[0]]) {
			t.Errorf("%s: %v, %v, %v", arg, o.plan.Engines, o.run.DSNs, err)
		}
	}
	o, err := parse(t.Context(), []string{"-dsn", "mysql://u@h/d", "-image", "postgres=postgres:17", "-preset", "migration"})
	if err != nil || !slices.Equal(o.plan.Engines, []string{"postgres", "mysql"}) || len(o.plan.Scenarios) != 2 {
		t.Errorf("%v, %v", o.plan, err)
	}
}

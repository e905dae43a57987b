// Package pgbench runs PostgreSQL's benchmark program, pgbench, for comparison: its rate
// shows how much of a measured time is the server's and how much the lab's.
package pgbench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Job says what pgbench has to do.
type Job struct {
	// DSN is the database, as a URL or keywords.
	DSN string
	// Script is a script of pgbench.
	Script string
	// Variables are the script's variables at the start.
	Variables map[string]string
	// Clients is the number of connections at a time, 1 or more.
	Clients int
	// Transactions is how often each client runs the script, 1 or more.
	Transactions int
}

// Outcome is what pgbench reports.
type Outcome struct {
	// Rate is the number of transactions per second, without the time to connect.
	Rate float64
	// Transactions is the number of transactions.
	Transactions int
}

// ErrNotFound reports that there is no pgbench on this machine.
var ErrNotFound = errors.New("pgbench is not installed")

// Program is a pgbench that can be run.
type Program struct {
	path  string // of the program on this machine
	image string // of a container with the program, if path is empty
}

// Where says which program it is, for a person.
func (p Program) Where() string {
	if p.path != "" {
		return p.path
	}
	return "pgbench in a container of " + p.image
}

// Find returns the pgbench on the PATH, else the newest in Debian's directories of
// PostgreSQL's programs, else one in an image that is on this machine. If there is none,
// the error is ErrNotFound.
func Find(ctx context.Context, images ...string) (Program, error) {
	if path, err := exec.LookPath("pgbench"); err == nil {
		return Program{path: path}, nil
	}
	if path, ok := newest("/usr/lib/postgresql"); ok {
		return Program{path: path}, nil
	}
	for _, image := range images {
		if hasImage(ctx, image) {
			return Program{image: image}, nil
		}
	}
	return Program{}, fmt.Errorf("%w: install PostgreSQL's client programs, or put the directory of pgbench into PATH", ErrNotFound)
}

// newest returns the pgbench of the newest version in a directory with one directory for
// each version.
func newest(dir string) (string, bool) {
	found, _ := filepath.Glob(filepath.Join(dir, "*", "bin", "pgbench")) // the pattern is well-formed
	version := func(path string) int {
		n, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		if err != nil {
			return -1
		}
		return n
	}
	if len(found) == 0 {
		return "", false
	}
	return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), true
}

// Run runs pgbench with prepared statements and returns what it reports. A failed
// transaction is an error. If ctx ends, pgbench ends, and the error is ctx's.
func (p Program) Run(ctx context.Context, j Job) (Outcome, error) {
	environment, err := connection(j.DSN)
	if err != nil {
		return Outcome{}, err
	}
	run := p.runHere
	if p.path == "" {
		run = p.runInContainer
	}
	out, err := run(ctx, arguments(j), environment, j.Script)
	if ctx.Err() != nil {
		return Outcome{}, ctx.Err()
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("pgbench failed: %w: %s", err, lastLine(out))
	}
	o, err := parse(out)
	if err != nil {
		return Outcome{}, err
	}
	if want := j.Clients * j.Transactions; o.Transactions != want {
		return Outcome{}, fmt.Errorf("pgbench made %d transactions of %d: %s", o.Transactions, want, lastLine(out))
	}
	return o, nil
}

// arguments returns the command line's arguments; the script comes on standard input.
func arguments(j Job) []string {
	args := []string{
		"--no-vacuum", "--protocol=prepared", "--file=-",
		"--client=" + strconv.Itoa(j.Clients),
		"--jobs=" + strconv.Itoa(min(j.Clients, runtime.NumCPU())),
		"--transactions=" + strconv.Itoa(j.Transactions),
	}
	for name, value := range j.Variables {
		args = append(args, "--define="+name+"="+value)
	}
	return args
}

// connection returns the environment variables that name the database: other users could
// see a password among the arguments.
func connection(dsn string) ([]string, error) {
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("pgbench: cannot parse the DSN: %w", err)
	}
	mode := "disable"
	if c.TLSConfig != nil {
		mode = "require"
	}
	return []string{
		"PGHOST=" + c.Host, "PGPORT=" + strconv.Itoa(int(c.Port)), "PGUSER=" + c.User, "PGPASSWORD=" + c.Password,
		"PGDATABASE=" + c.Database, "PGSSLMODE=" + mode, "LC_ALL=C",
	}, nil
}

func (p Program) runHere(ctx context.Context, args, environment []string, script string) (string, error) {
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Env = append(os.Environ(), environment...)
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// The lines that pgbench prints since version 14 (pgbench.c, printResults).
var (
	rateLine      = regexp.MustCompile(`(?m)^tps = ([0-9.]+) \(without initial connection time\)$`)
	processedLine = regexp.MustCompile(`(?m)^number of transactions actually processed: ([0-9]+)(?:/[0-9]+)?$`)
)

func parse(out string) (Outcome, error) {
	rate, processed := rateLine.FindStringSubmatch(out), processedLine.FindStringSubmatch(out)
	if rate == nil || processed == nil {
		return Outcome{}, fmt.Errorf("pgbench: unknown output: %s: use version 14 or later", lastLine(out))
	}
	r, err := strconv.ParseFloat(rate[1], 64)
	if err != nil {
		return Outcome{}, fmt.Errorf("pgbench printed the rate %q: %w", rate[1], err)
	}
	n, err := strconv.Atoi(processed[1])
	if err != nil {
		return Outcome{}, fmt.Errorf("pgbench printed %q transactions: %w", processed[1], err)
	}
	return Outcome{Rate: r, Transactions: n}, nil
}

// lastLine keeps an error to one line.
func lastLine(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return lines[len(lines)-1]
}

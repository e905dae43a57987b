// Package recorded is a database that answers statements as a server answered them once.
//
// A recording is a file with a line of JSON for each statement with its rows. Tests run with -record, and the DSNs of
// servers in SORTID_POSTGRES_DSN, SORTID_MYSQL_DSN and SORTID_MARIADB_DSN, ask the servers, and write the files again;
// those with -write, the texts that are expected.
package recorded

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"net/url"
	"os"
	"strings"
	"testing"

	names "github.com/sortid/sortid/internal/dsn"
	"github.com/sortid/sortid/internal/stubdb"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

var record = flag.Bool("record", false, "ask servers, and write the files of recordings")

// Source is the source of a database whose answers are recorded.
type Source struct {
	source.Source
	product  string
	conn     *conn
	sections []section // of the file
	current  int
	borrowed bool // whether another test makes the recording
}

// Open returns the recording of a file: of a database of a product on which the statements were executed. Without
// statements, another test makes the recording.
func Open(t *testing.T, file, product string, statements []string) *Source {
	t.Helper()
	s := &Source{product: names.MySQL, conn: &conn{known: make(map[string]answer)}, borrowed: len(statements) == 0}
	if product == "PostgreSQL" {
		s.product = names.Postgres
	}
	switch {
	case *record && s.borrowed:
		t.Skip("another test makes the recording")
	case *record:
		s.conn.record(t, product)
		t.Cleanup(func() {
			if t.Failed() {
				return
			}
			s.keep()
			if err := save(file, s.sections); err != nil {
				t.Error(err)
			}
		})
	default:
		var err error
		if s.sections, err = load(file); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if !t.Failed() && !s.borrowed && s.current != len(s.sections)-1 {
				t.Errorf("the test reads %d of %d sections of %s: run it with -record", s.current+1, len(s.sections), file)
			}
		})
	}
	s.conn.Server = s.conn.answer
	s.begin(t, statements)
	return s
}

// Then executes statements. Those that a source sends from then on read the database that they changed.
func (s *Source) Then(t *testing.T, statements ...string) {
	t.Helper()
	if s.conn.server != nil {
		s.keep()
	}
	s.current++
	s.begin(t, statements)
}

// begin begins a section. The source is a new one: sources remember what they have read.
func (s *Source) begin(t *testing.T, statements []string) {
	t.Helper()
	created := hash(strings.Join(statements, "\n"))
	clear(s.conn.known)
	if s.conn.server != nil {
		s.conn.execute(t, statements)
		s.sections = append(s.sections, section{Created: created})
	} else {
		if s.current >= len(s.sections) || !s.borrowed && s.sections[s.current].Created != created {
			t.Fatalf("the recording was made with other statements: run the test with -record: %.300q", statements)
		}
		for _, a := range s.sections[s.current].answers {
			s.conn.known[key(a.Query)] = a
		}
	}
	s.New(t)
}

// New makes the source a new one, with a session of its own, and returns that.
func (s *Source) New(t *testing.T) source.Source {
	t.Helper()
	var err error
	if s.conn.server != nil {
		if err = errors.Join(s.conn.server.Close(), s.conn.openSession(t)); err != nil {
			t.Fatal(err)
		}
	}
	if s.Source, err = source.On(t.Context(), s.product, stubdb.OpenWith(t, s.conn), false); err != nil {
		t.Fatal(err)
	}
	return s.Source
}

// EachFailure calls a function that reads the database, and then once for each of its queries, which fails. It is an error of
// the test if neither what the function says nor its error shows that, unless the query is tolerated.
func (s *Source) EachFailure(t *testing.T, read func() (said string, err error), tolerated func(query string) bool) {
	t.Helper()
	s.New(t)
	if _, err := read(); err != nil {
		t.Fatal(err)
	}
	for n := 0; s.conn.server == nil; n++ { // statements that fail are not recorded
		s.New(t)
		f := &failing{after: n}
		s.conn.failing = f
		said, err := read()
		s.conn.failing = nil
		if f.query == "" {
			return
		}
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, errFailing.Error()) && !tolerated(f.query) {
			t.Errorf("%v, where this fails: %s", err, f.query)
		}
	}
}

// keep keeps what was asked in the section that ends.
func (s *Source) keep() { s.sections[s.current].answers = s.conn.list; s.conn.list = nil }

// record creates a database, which is dropped when the test ends.
func (c *conn) record(t *testing.T, product string) {
	t.Helper()
	const name = "sortid_recorded"
	dsn := os.Getenv(map[string]string{"PostgreSQL": "SORTID_POSTGRES_DSN", "MySQL": "SORTID_MYSQL_DSN", "MariaDB": "SORTID_MARIADB_DSN"}[product])
	admin := connect(t, dsn)
	for _, q := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name} {
		if _, err := admin.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if product == "PostgreSQL" {
		u, err := url.Parse(dsn)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/" + name
		dsn = u.String()
	} else {
		dsn = dsn[:strings.LastIndexByte(dsn, '/')+1] + name
	}
	c.db, c.writer = connect(t, dsn), connect(t, dsn)
	c.db.SetMaxIdleConns(-1) // a session ends with its connection
	if err := c.openSession(t); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := errors.Join(c.server.Close(), c.db.Close(), c.writer.Close())
		_, dropped := admin.ExecContext(context.WithoutCancel(t.Context()), "DROP DATABASE "+name)
		if err := errors.Join(err, dropped, admin.Close()); err != nil {
			t.Error(err)
		}
	})
}

// openSession begins a session.
func (c *conn) openSession(t *testing.T) (err error) {
	t.Helper()
	c.server, err = c.db.Conn(t.Context())
	return err
}

// connect connects as a source does.
func connect(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := source.Connect(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// execute executes statements on a connection of its own: settings of sessions are not those of the source.
func (c *conn) execute(t *testing.T, statements []string) {
	t.Helper()
	session, err := c.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, q := range statements {
		if _, err := session.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

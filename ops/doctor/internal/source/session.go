package source

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Limits of one statement.
const (
	statementTimeout = 5 * time.Second
	lockTimeout      = time.Second
)

// Statement is a statement that was sent, or that would be.
type Statement struct {
	// Text is the statement, shortened where it lists many places.
	Text string
	// Sent is how often it was sent: not at all by a dry run, unless it reads the
	// catalog.
	Sent int
}

// session sends statements, each in a read-only transaction with limits.
type session struct {
	db      *sql.DB
	begin   []string // statements after the beginning of each transaction
	mariaDB bool     // its information schema tells by warnings what it leaves out
	dry     bool
	list    []Statement
	denied  []string
	places  map[string]int // in the list, by text
}

// Note records a statement.
func (s *session) Note(text string, sent int) {
	if s.places == nil {
		s.places = make(map[string]int)
	}
	i, ok := s.places[text]
	if !ok {
		i = len(s.list)
		s.places[text] = i
		s.list = append(s.list, Statement{Text: text})
	}
	s.list[i].Sent += sent
}

// Statements returns the statements in the order in which they were first sent.
func (s *session) Statements() []Statement { return s.list }

// Denied returns the tables that the account may not read, as far as the server lists them.
func (s *session) Denied() []string { return s.denied }

// Close closes the connections.
func (s *session) Close() error { return s.db.Close() }

// catalog sends a statement that reads the catalog, on a dry run too. It calls each for
// every row.
func (s *session) catalog(ctx context.Context, query string, each func(*sql.Rows) error) error {
	s.Note(query, 1)
	return s.Query(ctx, query, each)
}

// data sends a statement that reads rows or pages of the user's tables, unless this is a
// dry run. shown is the statement for people, or empty for the statement itself.
func (s *session) data(ctx context.Context, query, shown string, each func(*sql.Rows) error) error {
	if shown == "" {
		shown = query
	}
	if s.dry {
		s.Note(shown, 0)
		return nil
	}
	s.Note(shown, 1)
	return s.Query(ctx, query, each)
}

// Query sends a statement in its own read-only transaction and calls each for every row.
func (s *session) Query(ctx context.Context, query string, each func(*sql.Rows) error) error {
	// The server ends the statement; if it does not, or there is none, the client does.
	limit := 2 * statementTimeout
	if len(s.begin) == 0 {
		limit = statementTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("cannot begin a read-only transaction: %w", err)
	}
	defer tx.Rollback()
	for _, limit := range s.begin {
		s.Note(limit, 1)
		if _, err := tx.ExecContext(ctx, limit); err != nil {
			return fmt.Errorf("cannot limit the transaction: %s: %w", limit, err)
		}
	}
	if err := queryRows(ctx, tx, query, each); err != nil || !s.mariaDB || !readsTables(query) {
		return err
	}
	s.Note(warnings, 1)
	return complete(ctx, tx)
}

// queryRows sends a statement on a transaction or a connection and calls each for every row.
func queryRows(ctx context.Context, db querier, query string, each func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}

// scanAll reads a row of so many columns.
func scanAll(rows *sql.Rows, n int) ([]any, error) {
	values, pointers := make([]any, n), make([]any, n)
	for i := range values {
		pointers[i] = &values[i]
	}
	return values, rows.Scan(pointers...)
}

// OneLine returns an error's text without what a driver adds to it in further lines. It says
// what a limit was that ended a statement.
func OneLine(err error) string {
	s := err.Error()
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "there was no time left to read it"
	case strings.Contains(s, "lock timeout"), strings.Contains(s, "Lock wait timeout"):
		return fmt.Sprintf("another session holds a lock for more than %v: %s", lockTimeout, firstLine(s))
	}
	return firstLine(s)
}

func firstLine(s string) string {
	for i, r := range s {
		if r == '\n' {
			return s[:i]
		}
	}
	return s
}

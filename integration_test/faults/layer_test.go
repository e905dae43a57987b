package faults_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/bench/dbserver"
)

// sqlStore is a table through database/sql.
type sqlStore struct {
	db    *sql.DB
	kind  dbserver.Kind
	key   column
	table string
}

func newSQLStore(db *sql.DB, kind dbserver.Kind, f format) sqlStore {
	return sqlStore{db, kind, f.columns[kind], f.table()}
}

// create makes the table.
func (s sqlStore) create(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "CREATE TABLE "+s.table+" (id "+s.key.definition+" NOT NULL PRIMARY KEY, note VARCHAR(1000) NOT NULL)")
	return err
}

func (s sqlStore) placeholder(n int) string {
	if s.kind == dbserver.Postgres {
		return fmt.Sprintf("$%d", n)
	}
	return "?"
}

func (s sqlStore) insert(ctx context.Context, rows []row) error {
	query, args, err := s.statement(rows)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, query, args...)
	return err
}

// statement is the INSERT of the rows.
func (s sqlStore) statement(rows []row) (query string, args []any, err error) {
	var groups []string
	for _, r := range rows {
		key, err := s.key.arg(r.Key)
		if err != nil {
			return "", nil, err
		}
		args = append(args, key, r.Note)
		groups = append(groups, "("+s.placeholder(len(args)-1)+", "+s.placeholder(len(args))+")")
	}
	return "INSERT INTO " + s.table + " (id, note) VALUES " + strings.Join(groups, ", "), args, nil
}

func (s sqlStore) note(ctx context.Context, key string) (note string, found bool, err error) {
	arg, err := s.key.arg(key)
	if err != nil {
		return "", false, err
	}
	err = s.db.QueryRowContext(ctx, "SELECT note FROM "+s.table+" WHERE id = "+s.placeholder(1), arg).Scan(&note)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return note, err == nil, err
}

// allRows returns every row of the table.
func (s sqlStore) allRows(ctx context.Context) (list []row, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, note FROM "+s.table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	key, text := s.key.target()
	for rows.Next() {
		var note string
		if err := rows.Scan(key, &note); err != nil {
			return nil, err
		}
		list = append(list, row{text(), note})
	}
	return list, rows.Err()
}

// pgxStore is a table through pgx.
type pgxStore struct {
	pool   *pgxpool.Pool
	format format
}

func (s pgxStore) note(ctx context.Context, key string) (note string, found bool, err error) {
	x, err := s.format.plain(key)
	if err != nil {
		return "", false, err
	}
	err = s.pool.QueryRow(ctx, "SELECT note FROM "+s.format.table()+" WHERE id = $1", x).Scan(&note)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return note, err == nil, err
}

// args returns the arguments of each row.
func (s pgxStore) args(rows []row) ([][]any, error) {
	list := make([][]any, len(rows))
	for i, r := range rows {
		key, err := s.format.plain(r.Key)
		if err != nil {
			return nil, err
		}
		list[i] = []any{key, r.Note}
	}
	return list, nil
}

// batchStore inserts with a pgx.Batch of one INSERT for each row.
type batchStore struct{ pgxStore }

func (s batchStore) insert(ctx context.Context, rows []row) error {
	list, err := s.args(rows)
	if err != nil {
		return err
	}
	var b pgx.Batch
	for _, args := range list {
		b.Queue("INSERT INTO "+s.format.table()+" (id, note) VALUES ($1, $2)", args...)
	}
	return s.pool.SendBatch(ctx, &b).Close()
}

// copyStore inserts with COPY.
type copyStore struct{ pgxStore }

func (s copyStore) insert(ctx context.Context, rows []row) error {
	list, err := s.args(rows)
	if err != nil {
		return err
	}
	_, err = s.pool.CopyFrom(ctx, pgx.Identifier{s.format.table()}, []string{"id", "note"}, pgx.CopyFromRows(list))
	return err
}

package faults_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/sqltype"
)

// sqlStore is a table through database/sql.
type sqlStore struct {
	db   *sql.DB
	kind dbserver.Kind
}

// create makes the table.
func (s sqlStore) create(ctx context.Context) error {
	column := "BINARY(16)"
	if s.kind == dbserver.Postgres {
		column = "uuid"
	}
	_, err := s.db.ExecContext(ctx, "CREATE TABLE items (id "+column+" NOT NULL PRIMARY KEY, note VARCHAR(1000) NOT NULL)")
	return err
}

// key returns a key in its column type.
func (s sqlStore) key(x uuidv7.ID) any {
	if s.kind == dbserver.Postgres {
		return sqltype.UUIDOf(x)
	}
	return sqltype.BinaryOf(x)
}

func (s sqlStore) placeholder(n int) string {
	if s.kind == dbserver.Postgres {
		return fmt.Sprintf("$%d", n)
	}
	return "?"
}

func (s sqlStore) insert(ctx context.Context, rows []row) error {
	query, args := s.statement(rows)
	_, err := s.db.ExecContext(ctx, query, args...)
	return err
}

// statement is the INSERT of the rows.
func (s sqlStore) statement(rows []row) (query string, args []any) {
	var groups []string
	for _, r := range rows {
		args = append(args, s.key(r.Key), r.Note)
		groups = append(groups, "("+s.placeholder(len(args)-1)+", "+s.placeholder(len(args))+")")
	}
	return "INSERT INTO items (id, note) VALUES " + strings.Join(groups, ", "), args
}

func (s sqlStore) note(ctx context.Context, key uuidv7.ID) (note string, found bool, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT note FROM items WHERE id = "+s.placeholder(1), s.key(key)).Scan(&note)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return note, err == nil, err
}

// allRows returns every row of the table.
func (s sqlStore) allRows(ctx context.Context) (list []row, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, note FROM items")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var uuid sqltype.UUID[uuidv7.ID]
		var binary sqltype.Binary[uuidv7.ID]
		var note string
		if s.kind == dbserver.Postgres {
			err = rows.Scan(&uuid, &note)
			binary.V = uuid.V
		} else {
			err = rows.Scan(&binary, &note)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, row{binary.V, note})
	}
	return list, rows.Err()
}

// pgxStore is a table through pgx.
type pgxStore struct{ pool *pgxpool.Pool }

func (s pgxStore) note(ctx context.Context, key uuidv7.ID) (note string, found bool, err error) {
	err = s.pool.QueryRow(ctx, "SELECT note FROM items WHERE id = $1", key).Scan(&note)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return note, err == nil, err
}

// batchStore inserts with a pgx.Batch of one INSERT for each row.
type batchStore struct{ pgxStore }

func (s batchStore) insert(ctx context.Context, rows []row) error {
	var b pgx.Batch
	for _, r := range rows {
		b.Queue("INSERT INTO items (id, note) VALUES ($1, $2)", r.Key, r.Note)
	}
	return s.pool.SendBatch(ctx, &b).Close()
}

// copyStore inserts with COPY.
type copyStore struct{ pgxStore }

func (s copyStore) insert(ctx context.Context, rows []row) error {
	_, err := s.pool.CopyFrom(ctx, pgx.Identifier{"items"}, []string{"id", "note"},
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return []any{rows[i].Key, rows[i].Note}, nil }))
	return err
}

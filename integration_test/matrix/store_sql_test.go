package matrix_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/sqltype"
)

// querier is a pool or a transaction.
type querier interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// sqlStore is the table through database/sql and package sqltype.
type sqlStore[T id.Fixed] struct {
	server   server
	prepared bool
	form     form[T]
	held     T // what a target holds before it is scanned into
	pool     *sql.DB
	in       querier
	table    string
}

func openSQL[T id.Fixed](c *cell[T]) store[T] {
	c.makeItems()
	db := c.server.connect(c.t, c.dsn)
	return sqlStore[T]{c.server, c.setting.prepared, c.format.form(c.shape.of), c.sample(), db, db, "items"}
}

func (sqlStore[T]) Traits() traits { return traits{} }

func (s sqlStore[T]) From(table string) store[T] {
	s.table = table
	return s
}

func (s sqlStore[T]) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if !s.prepared {
		return s.in.ExecContext(ctx, query, args...)
	}
	stmt, err := s.in.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	return stmt.ExecContext(ctx, args...)
}

// query collects what scan makes of each row.
func (s sqlStore[T]) query(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	run := s.in.QueryContext
	if s.prepared {
		stmt, err := s.in.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		defer stmt.Close()
		run = func(ctx context.Context, _ string, args ...any) (*sql.Rows, error) {
			return stmt.QueryContext(ctx, args...)
		}
	}
	rows, err := run(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// rows reads into the same targets again and again, so that one which kept what it
// had would show.
func (s sqlStore[T]) rows(ctx context.Context, condition string, args ...any) ([]row[T], error) {
	return s.ordered(ctx, condition+" ORDER BY id", args...)
}

func (s sqlStore[T]) ordered(ctx context.Context, clauses string, args ...any) (all []row[T], err error) {
	key, getKey := s.form.target(s.held)
	parent, getParent := s.form.nullTarget(s.held)
	var n int64
	err = s.query(ctx, func(rows *sql.Rows) error {
		if err := rows.Scan(key, parent, &n); err != nil {
			return scanError[T]{err, row[T]{getKey(), getParent(), n}}
		}
		all = append(all, row[T]{getKey(), getParent(), n})
		return nil
	}, "SELECT id, parent_id, n FROM "+s.table+" "+clauses, args...)
	return all, err
}

func (s sqlStore[T]) args(r row[T]) []any {
	return []any{s.form.plain(r.ID), s.form.orNull(r.Parent), r.N}
}

func (s sqlStore[T]) Insert(ctx context.Context, r row[T]) error {
	return s.InsertMany(ctx, []row[T]{r})
}

func (s sqlStore[T]) InsertMany(ctx context.Context, rows []row[T]) error {
	var args []any
	for _, r := range rows {
		args = append(args, s.args(r)...)
	}
	_, err := s.exec(ctx, "INSERT INTO items (id, parent_id, n) VALUES "+placeholders(s.server, len(rows), 3), args...)
	return err
}

func (s sqlStore[T]) Bulk(ctx context.Context, rows []row[T]) error {
	switch {
	case s.server.isMySQL():
		return s.load(ctx, rows)
	case s.server.kind == dbserver.Postgres:
		return s.copy(ctx, rows)
	}
	return s.repeat(ctx, rows)
}

// repeat runs one prepared statement again and again, in a transaction.
func (s sqlStore[T]) repeat(ctx context.Context, rows []row[T]) error {
	return s.Transact(ctx, func(tx store[T]) error {
		stmt, err := tx.(sqlStore[T]).in.PrepareContext(ctx, "INSERT INTO items (id, parent_id, n) VALUES (?, ?, ?)")
		if err != nil {
			return err
		}
		defer stmt.Close()
		for _, r := range rows {
			if _, err := stmt.ExecContext(ctx, s.args(r)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// copy uses COPY through the connection of pgx below database/sql.
func (s sqlStore[T]) copy(ctx context.Context, rows []row[T]) error {
	conn, err := s.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		source := pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return s.args(rows[i]), nil })
		_, err := c.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{"items"}, []string{"id", "parent_id", "n"}, source)
		return err
	})
}

// loads numbers the readers that LOAD DATA is given.
var loads atomic.Int64

// load uses LOAD DATA LOCAL, which takes what Value returns as bytes.
func (s sqlStore[T]) load(ctx context.Context, rows []row[T]) error {
	var data strings.Builder
	for _, r := range rows {
		for i, arg := range s.args(r) {
			if i > 0 {
				data.WriteByte('\t')
			}
			field, err := loadField(arg)
			if err != nil {
				return err
			}
			data.WriteString(field)
		}
		data.WriteByte('\n')
	}
	name := fmt.Sprintf("matrix%d", loads.Add(1))
	mysql.RegisterReaderHandler(name, func() io.Reader { return strings.NewReader(data.String()) })
	defer mysql.DeregisterReaderHandler(name)
	_, err := s.in.ExecContext(ctx, "LOAD DATA LOCAL INFILE 'Reader::"+name+"' INTO TABLE items CHARACTER SET binary (id, parent_id, n)")
	return err
}

var loadEscaper = strings.NewReplacer("\\", "\\\\", "\t", "\\\t", "\n", "\\\n", "\x00", "\\0")

func loadField(arg any) (string, error) {
	if v, ok := arg.(driver.Valuer); ok {
		var err error
		if arg, err = v.Value(); err != nil {
			return "", err
		}
	}
	switch v := arg.(type) {
	case nil:
		return `\N`, nil
	case []byte:
		return loadEscaper.Replace(string(v)), nil
	}
	return loadEscaper.Replace(fmt.Sprint(arg)), nil
}

func (s sqlStore[T]) Find(ctx context.Context, id T) ([]row[T], error) {
	return s.rows(ctx, "WHERE id = "+s.server.placeholder(1), s.form.plain(id))
}

func (s sqlStore[T]) Among(ctx context.Context, ids []T) ([]row[T], error) {
	if s.server.kind == dbserver.Postgres {
		return s.rows(ctx, "WHERE id = ANY($1)", s.form.list(ids))
	}
	var args []any
	for _, id := range ids {
		args = append(args, s.form.plain(id))
	}
	return s.rows(ctx, "WHERE id IN ("+sqltype.Placeholders(len(ids))+")", args...)
}

func (s sqlStore[T]) All(ctx context.Context) ([]row[T], error) { return s.rows(ctx, "") }

func (s sqlStore[T]) Range(ctx context.Context, low, high T, closed bool) ([]row[T], error) {
	return s.rows(ctx, rangeCondition(s.server, closed), s.form.plain(low), s.form.plain(high))
}

func rangeCondition(s server, closed bool) string {
	operator := "<"
	if closed {
		operator = "<="
	}
	return "WHERE id >= " + s.placeholder(1) + " AND id " + operator + " " + s.placeholder(2)
}

func (s sqlStore[T]) Page(ctx context.Context, last T, descending bool, n int) ([]row[T], error) {
	cursor := sqltype.After(s.form.key(last))
	if descending {
		cursor = sqltype.Before(s.form.key(last))
	}
	return s.ordered(ctx, pageClauses(s.server, descending, n), cursor)
}

func pageClauses(s server, descending bool, n int) string {
	if descending {
		return fmt.Sprintf("WHERE id < %s ORDER BY id DESC LIMIT %d", s.placeholder(1), n)
	}
	return fmt.Sprintf("WHERE id > %s ORDER BY id LIMIT %d", s.placeholder(1), n)
}

const familiesQuery = "SELECT child.n, parent.n FROM items child JOIN items parent ON parent.id = child.parent_id ORDER BY child.id"

func (s sqlStore[T]) Families(ctx context.Context) (all [][2]int64, err error) {
	err = s.query(ctx, func(rows *sql.Rows) error {
		var pair [2]int64
		err := rows.Scan(&pair[0], &pair[1])
		all = append(all, pair)
		return err
	}, familiesQuery)
	return all, err
}

func (s sqlStore[T]) SetParent(ctx context.Context, id T, parent *T) error {
	_, err := s.exec(ctx, "UPDATE items SET parent_id = "+s.server.placeholder(1)+" WHERE id = "+s.server.placeholder(2),
		s.form.orNull(parent), s.form.plain(id))
	return err
}

func (s sqlStore[T]) Delete(ctx context.Context, id T) (int64, error) {
	result, err := s.exec(ctx, "DELETE FROM items WHERE id = "+s.server.placeholder(1), s.form.plain(id))
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (s sqlStore[T]) Transact(ctx context.Context, f func(store[T]) error) error {
	tx, err := s.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.in = tx
	if err := f(s); err != nil {
		return err
	}
	return tx.Commit()
}

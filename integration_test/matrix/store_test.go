package matrix_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
	"modernc.org/sqlite"
)

// row is a row of the table items. Its parent is another row, or NULL.
type row[T any] struct {
	ID     T
	Parent *T
	N      int64
}

// store is a table as a layer sees it. The server sorts rows that a method returns
// in order of the IDs.
type store[T any] interface {
	// Insert, InsertMany and Bulk store rows: one, several in a statement, and many
	// in the way that is the fastest for the layer. A statement stores all or none.
	Insert(ctx context.Context, r row[T]) error
	InsertMany(ctx context.Context, rows []row[T]) error
	Bulk(ctx context.Context, rows []row[T]) error

	// Find returns the row of an ID, and none if there is none. Among returns the
	// rows of a list of IDs in order.
	Find(ctx context.Context, id T) ([]row[T], error)
	Among(ctx context.Context, ids []T) ([]row[T], error)
	All(ctx context.Context) ([]row[T], error)
	// Range returns the rows from low to high in order; high is one of them if the
	// range is closed.
	Range(ctx context.Context, low, high T, closed bool) ([]row[T], error)
	// Page returns the first n rows after an ID in order, or, descending, before it. The
	// zero ID is for the first page.
	Page(ctx context.Context, last T, descending bool, n int) ([]row[T], error)
	// Families joins the rows that have a parent with it, in order, and returns the
	// number of the row and that of the parent.
	Families(ctx context.Context) ([][2]int64, error)

	SetParent(ctx context.Context, id T, parent *T) error
	Delete(ctx context.Context, id T) (int64, error)
	// Transact commits if f returns nil.
	Transact(ctx context.Context, f func(store[T]) error) error
	// From is the same with another table, to read from.
	From(table string) store[T]
	Traits() traits
}

// traits tells in what layers differ on purpose.
type traits struct {
	// fillsKey: the layer generates the key of a row that has none.
	fillsKey bool
	// plainNull: NULL becomes the zero ID where the field has no place for it.
	plainNull bool
	// byColumn: how a value is read is decided by the type that its column has on the
	// server, and not by that of the field.
	byColumn bool
	// translated: the layer has errors of its own in place of the driver's.
	translated bool
}

// layer is a way to use a server.
type layer[T id.Fixed] struct {
	name    string
	servers []server
	// open makes the cell's table and opens it.
	open func(*cell[T]) store[T]
	// sameBinary: the layer does not tell the kinds binary and native apart where
	// their columns are the same.
	sameBinary bool
}

func layers[T id.Fixed]() []layer[T] {
	return []layer[T]{
		{"sql", everyServer, openSQL[T], true},
		{"gorm", everyServer, openGORM[T], false},
		{"pgx", []server{onPostgres}, openPGX[T], true},
	}
}

// scanError is an error of reading a row, with the value that was returned beside it.
type scanError[T any] struct {
	error
	beside row[T]
}

// Unwrap returns the error as the layer gave it.
func (e scanError[T]) Unwrap() error { return e.error }

// fault is what an error says of a row.
type fault struct {
	postgres string
	mysql    uint16
	sqlite   []int
	gorm     error
}

var (
	duplicateKey = fault{"23505", 1062, []int{1555, 2067}, gorm.ErrDuplicatedKey}
	// MySQL has a code for the row that refers, and one for the row referred to.
	noParent    = fault{"23503", 1452, []int{787}, gorm.ErrForeignKeyViolated}
	hasChildren = fault{"23503", 1451, []int{787}, gorm.ErrForeignKeyViolated}
)

// matches reports whether err is the fault, by the driver's own code, or by GORM's
// error where GORM translates the driver's.
func (f fault) matches(err error, translated bool) bool {
	var pg *pgconn.PgError
	var my *mysql.MySQLError
	var lite *sqlite.Error
	switch {
	case errors.As(err, &lite): // which GORM does not translate
		for _, code := range f.sqlite {
			if lite.Code() == code {
				return true
			}
		}
		return false
	case translated:
		return errors.Is(err, f.gorm)
	case errors.As(err, &pg):
		return pg.Code == f.postgres
	case errors.As(err, &my):
		return my.Number == f.mysql
	}
	return false
}

// placeholders returns rows groups of n placeholders, in parentheses.
func placeholders(s server, rows, n int) string {
	var b strings.Builder
	arg := 0
	for r := range rows {
		if r > 0 {
			b.WriteString(", ")
		}
		for i := range n {
			b.WriteString(map[bool]string{true: "(", false: ", "}[i == 0])
			arg++
			b.WriteString(s.placeholder(arg))
		}
		b.WriteString(")")
	}
	return b.String()
}

func (s server) placeholder(n int) string {
	if s.name == onPostgres.name {
		return fmt.Sprintf("$%d", n)
	}
	return "?"
}

package pgxtype

import (
	"fmt"

	"github.com/sortid/sortid/id"
)

// Option changes what [Register], [RegisterType] and [AfterConnect] do.
type Option func(*registry) error

// WithType registers an identifier type of another library beside the formats of
// this module: an array of 8, 16 or 20 bytes, or a 64-bit integer, that has
// MarshalText and UnmarshalText, such as the UUID types of google/uuid and
// gofrs/uuid. Scan and Value methods of its own are not used any more.
func WithType[T id.Fixed]() Option {
	return func(r *registry) error {
		r.entry(typeOf[T](), newEntry[T])
		return nil
	}
}

// WithTarget says which kind of column a T is for where the server gives no type
// for an argument: with pgx.QueryExecModeExec and pgx.QueryExecModeSimpleProtocol,
// as behind PgBouncer, and with a type that pgx does not know. Where the server
// gives a type, that type decides, and this option does nothing.
//
// Without it the target is [UUID] for 16 bytes, [Int8] for 64-bit integers and
// [Bytea] for all others. T is registered if it was not. A kind of column that
// cannot hold a T is an error.
//
// A program that keeps one type in columns of several kinds wraps the arguments
// for the other ones: sqltype.TextOf(x), sqltype.BinaryOf(x), sqltype.UUIDOf(x).
func WithTarget[T id.Fixed](c Column) Option {
	return func(r *registry) error {
		e := r.entry(typeOf[T](), newEntry[T])
		if c < UUID || c > Int8 {
			return fmt.Errorf("pgxtype: target of %s: %s is no kind of column: use UUID, Bytea, Text or Int8", e.name, c)
		}
		if e.missing[c] != "" {
			return fmt.Errorf("pgxtype: target of %s: it cannot live in %s column: %s", e.name, c.withArticle(), e.missing[c])
		}
		e.target = c
		return nil
	}
}

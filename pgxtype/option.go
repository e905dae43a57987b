package pgxtype

import (
	"fmt"

	"github.com/sortid/sortid/id"
)

// Option is an option of [Register], [RegisterType] and [AfterConnect].
type Option func(*registry) error

// WithType registers an ID type of another library beside the formats of this module:
// an array of 8, 16 or 20 bytes, or a 64-bit integer, with MarshalText and
// UnmarshalText, such as the UUID types of google/uuid and gofrs/uuid. pgx no longer
// calls the Scan and Value methods of the type.
func WithType[T id.Fixed]() Option {
	return func(r *registry) error {
		r.entry(typeOf[T](), newEntry[T])
		return nil
	}
}

// WithTarget names the kind of column for arguments of type T whose type the server
// does not tell: with pgx.QueryExecModeExec and pgx.QueryExecModeSimpleProtocol, which
// PgBouncer needs, and for a type that pgx does not know. Where the server tells the
// type, it decides, and this option has no effect.
//
// The default is [UUID] for 16 bytes, [Int8] for 64-bit integers and [Bytea] for all
// others. WithTarget also registers T. A kind of column that cannot hold a T is an
// error.
//
// If one type is stored in columns of several kinds, wrap the arguments for the other
// kinds: sqltype.TextOf(x), sqltype.BinaryOf(x), sqltype.UUIDOf(x).
func WithTarget[T id.Fixed](c Column) Option {
	return func(r *registry) error {
		e := r.entry(typeOf[T](), newEntry[T])
		if c < UUID || c > Int8 {
			return fmt.Errorf("pgxtype: target of %s: %s is not a kind of column: use UUID, Bytea, Text or Int8", e.name, c)
		}
		if e.missing[c] != "" {
			return fmt.Errorf("pgxtype: target of %s: %s column cannot hold it: %s", e.name, c.withArticle(), e.missing[c])
		}
		e.target = c
		return nil
	}
}

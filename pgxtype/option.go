package pgxtype

import "github.com/sortid/sortid/id"

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

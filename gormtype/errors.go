package gormtype

import (
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
)

// The reasons of this package, in addition to those of packages id and sqltype. Errors
// have the type [*sqltype.ColumnError].
var (
	// ErrDialect: the dialect is not postgres, mysql or sqlite, so its columns are
	// unknown.
	ErrDialect = columntype.ErrDialect
	// ErrTag: a tag of the field contradicts its type.
	ErrTag = columntype.ErrTag
	// ErrGenerator: the type of a key to be generated has no generator.
	ErrGenerator = columntype.ErrGenerator
	// ErrUpsert: an upsert kept a row by another unique key, or can keep one, and the
	// server does not return the key of that row.
	ErrUpsert = id.NewReason("unknown key of an existing row")
	// ErrPlain: it is unclear in which form a plain ID is needed.
	ErrPlain = id.ErrPlain
	// ErrKind: the ID has another type than those of the column: another format, or a typed ID
	// of another kind.
	ErrKind = id.NewReason("ID of another type")
	// ErrForm: the column holds IDs in another form than the column type.
	ErrForm = id.NewReason("another form")
	// ErrValue: the value is not an ID.
	ErrValue = id.NewReason("not an ID")
	// ErrDestination: the destination cannot hold the IDs of the column.
	ErrDestination = id.NewReason("wrong destination")
	// ErrPlugin: the ID type needs the plugin, which the DB does not have.
	ErrPlugin = id.NewReason("missing plugin")
)

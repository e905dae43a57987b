package gormtype

import (
	"errors"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// The reasons of this package, in addition to those of packages id and sqltype. Errors
// have the type [*sqltype.ColumnError].
const (
	// ErrDialect: the dialect is not postgres, mysql or sqlite, so its columns are
	// unknown.
	ErrDialect id.Reason = "unknown dialect"
	// ErrTag: a tag of the field contradicts its type.
	ErrTag id.Reason = "contradicting tag"
	// ErrGenerator: the type of a key to be generated has no generator.
	ErrGenerator id.Reason = "no generator"
	// ErrUpsert: an upsert kept a row by another unique key, or can keep one, and the
	// server does not return the key of that row.
	ErrUpsert id.Reason = "unknown key of an existing row"
	// ErrPlain: it is unclear in which form a plain ID is needed.
	ErrPlain = id.ErrPlain
	// ErrKind: the ID has another type than those of the column: another format, or a typed ID
	// of another kind.
	ErrKind id.Reason = "ID of another type"
	// ErrForm: the column holds IDs in another form than the column type.
	ErrForm id.Reason = "another form"
	// ErrValue: the value is not an ID.
	ErrValue id.Reason = "not an ID"
	// ErrDestination: the destination cannot hold the IDs of the column.
	ErrDestination id.Reason = "wrong destination"
	// ErrPlugin: the ID type needs the plugin, which the DB does not have.
	ErrPlugin id.Reason = "missing plugin"
)

func refuse(d description, op, input string, reason id.Reason, detail string) error {
	return &sqltype.ColumnError{Column: d.name(), Op: op, Input: input, Reason: reason, Detail: detail}
}

// relay turns an error of package sqltype into one of this package. detail, if any,
// takes the place of a remedy that names types of that package.
func relay(d description, op string, err error, detail string) error {
	var e *sqltype.ColumnError
	if !errors.As(err, &e) {
		return err
	}
	c := *e
	c.Column, c.Op = d.name(), op
	if detail != "" {
		c.Detail = detail
	}
	return &c
}

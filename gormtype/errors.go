package gormtype

import (
	"errors"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// The reasons that this package has beside those of packages id and sqltype. Errors
// are of the type [*sqltype.ColumnError].
const (
	// ErrDialect: the dialect is none of postgres, mysql and sqlite, and nothing is
	// known of its columns.
	ErrDialect id.Reason = "unknown dialect"
	// ErrTag: a tag of the field contradicts its type.
	ErrTag id.Reason = "contradicting tag"
	// ErrGenerator: a key is to be generated, and its type has no generator.
	ErrGenerator id.Reason = "no generator"
	// ErrPlain: a plain ID, not one in a column type, stands where GORM takes an
	// array of bytes for a list of numbers; or the text of an ID stands where it is
	// compared with the ID itself, or is taken for SQL.
	ErrPlain id.Reason = "plain ID"
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

package columntype

import (
	"errors"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// The reasons of errors, which package gormtype explains.
var (
	ErrDialect   = id.NewReason("unknown dialect")
	ErrTag       = id.NewReason("contradicting tag")
	ErrGenerator = id.NewReason("no generator")
)

// Refuse returns an error of a column type.
func Refuse(d Description, op, input string, reason id.Reason, detail string) error {
	return &sqltype.ColumnError{Column: d.Name(), Op: op, Input: input, Reason: reason, Detail: detail}
}

// Relay turns an error of package sqltype into one of this package. detail, if any,
// takes the place of a remedy that names types of that package.
func Relay(d Description, op string, err error, detail string) error {
	var e *sqltype.ColumnError
	if !errors.As(err, &e) {
		return err
	}
	c := *e
	c.Column, c.Op = d.Name(), op
	if detail != "" {
		c.Detail = detail
	}
	return &c
}

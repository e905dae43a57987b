package pgxtype

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
)

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

func withArticle(c column.Kind) string {
	if c == column.KindInt8 {
		return "an " + c.String()
	}
	return "a " + c.String()
}

// columnPlace names a type and a kind of column in an error.
func columnPlace(name string, c column.Kind) string {
	return "pgxtype: " + name + " in " + withArticle(c) + " column"
}

// refuse reports a value that does not go into a column, or does not come out of
// it. Nothing of input is kept.
//
//go:noinline
func refuse(name string, c column.Kind, op, input string, reason id.Reason, detail string, cause error) error {
	return &sqltype.ColumnError{Column: columnPlace(name, c), Op: op, Input: input, Reason: reason, Detail: detail, Err: cause}
}

const (
	opScan   = "Scan"
	opEncode = "Encode"
)

// show returns a printable copy of the beginning of what the server sent.
func show(src []byte, format int16) string {
	if format == pgtype.BinaryFormatCode {
		return column.Hex(src)
	}
	return column.QuoteBytes(src)
}

// showID returns what an identifier shows of itself.
func showID(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return strconv.Quote(s.String())
	}
	return ""
}

// null reports NULL for a target that has no place for it.
//
//go:noinline
func null(name string, c column.Kind) error {
	return refuse(name, c, opScan, "", sqltype.ErrNull,
		"scan a column that can be NULL into a pointer", nil)
}

// badTarget reports a target that a plan was not made for.
//
//go:noinline
func badTarget(name string, c column.Kind, dst any) error {
	return fmt.Errorf("%s: Scan: the target is a %T: pass a pointer to a %s that is not nil", columnPlace(name, c), dst, name)
}

// badValue reports an argument that a plan was not made for.
//
//go:noinline
func badValue(name string, c column.Kind, value any) error {
	return fmt.Errorf("%s: Encode: the argument is a %T: pass a %s", columnPlace(name, c), value, name)
}

// refuse reports a type that a kind of column cannot hold.
func (p *wrongColumn) refuse(op string) error {
	return refuse(p.name, p.column, op, "", p.reason, p.why, nil)
}

package pgxtype

import (
	"encoding/binary"
	"encoding/hex"
	"reflect"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// Cursor is the place in a table at which a page of rows begins: an argument with which a
// statement compares the key. [After] and [Before] make one. It goes where its ID goes.
type Cursor[T id.Fixed] struct {
	last  T
	above bool // the first page begins above all keys
}

// After returns the argument of "id > $1" in a statement that reads a page of rows in the
// order of their keys:
//
//	SELECT … FROM orders WHERE id > $1 ORDER BY id LIMIT 50
//
// last is the key of the last row of the page before. The zero ID is for the first page.
func After[T id.Fixed](last T) Cursor[T] { return Cursor[T]{last, false} }

// Before returns the argument of "id < $1" in a statement that reads a page of rows in the
// descending order of their keys, the newest first:
//
//	SELECT … FROM orders WHERE id < $1 ORDER BY id DESC LIMIT 50
//
// last is the key of the last row of the page before. The zero ID is for the first page.
// In a column of bytes or integers, this page does not have the greatest value of the column.
// No generator makes that ID within the lifetime of its format, but one of full random uid11
// does with a probability of 2^-64.
func Before[T id.Fixed](last T) Cursor[T] { return Cursor[T]{last, true} }

// cursor is a Cursor without its type parameter.
type cursor interface {
	idType() reflect.Type
	// entry returns the entry of the ID type, for one that is not registered, as of another library.
	entry() *entry
	// place returns the ID, and whether it is zero and the first page above all keys.
	place() (last any, isFirst, above bool)
}

func (Cursor[T]) idType() reflect.Type { return typeOf[T]() }

func (Cursor[T]) entry() *entry { return newEntry[T]() }

func (c Cursor[T]) place() (last any, isFirst, above bool) {
	var zero T
	return c.last, c.last == zero, c.above
}

// cursorEntry returns the entry of a cursor, and nil for another type.
func (r *registry) cursorEntry(t reflect.Type) *entry {
	value, ok := reflect.TypeAssert[cursor](reflect.Zero(t))
	if !ok {
		return nil
	}
	of := r.lookup(value.idType())
	if of == nil {
		of = value.entry()
	}
	e := &entry{name: of.name, missing: of.missing, cursor: true, misfit: of.misfit}
	e.wrapValue = func(v any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
		_, ok := v.(cursor)
		return misfitEncode{misfitPlan{e.misfit}}, e.misfit, ok
	}
	e.wrapTarget = func(any) (pgtype.WrappedScanPlanNextSetter, any, bool) { return nil, nil, false }
	size := int(value.idType().Size())
	for c := column.KindUUID; c <= column.KindInt8; c++ {
		for format, next := range of.plans[c].encode {
			plan := &cursorPlan{of.name, size, c, int16(format), next}
			e.plans[c].encode[format], e.plans[c].scan[format] = plan, plan
		}
		if e.missing[c] != "" {
			e.plans[c].encode = of.plans[c].encode // which says so
		}
	}
	return e
}

// cursorPlan is the plan of a cursor. next is that of its ID.
type cursorPlan struct {
	name   string
	size   int // of the ID, in bytes
	column column.Kind
	format int16
	next   pgtype.EncodePlan
}

func (p *cursorPlan) Encode(arg any, buf []byte) ([]byte, error) {
	v := reflect.ValueOf(arg)
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	c, ok := arg.(cursor)
	if !ok {
		return nil, badValue(p.name, p.column, arg)
	}
	last, isFirst, above := c.place()
	if !isFirst {
		return p.next.Encode(last, buf)
	}
	return p.appendEdge(buf, above), nil
}

// Scan refuses a cursor as a target.
func (p *cursorPlan) Scan(_ []byte, target any) error { return badTarget(p.name, p.column, target) }

// appendEdge appends a value less than all keys of the column, or the greatest one.
func (p *cursorPlan) appendEdge(buf []byte, above bool) []byte {
	if p.column == column.KindText {
		edge := column.TextBelow
		if above {
			edge = column.TextAbove
		}
		return append(slices.Grow(buf, 1), edge...) // never nil, which is NULL
	}
	var raw [column.MaxRaw]byte
	edge := column.AppendEdge(raw[:0], p.size, above)
	if p.column == column.KindInt8 {
		edge[0] &= 0x7F // a bigint has a sign
	}
	switch {
	case p.format == pgtype.BinaryFormatCode:
		return append(buf, edge...)
	case p.column == column.KindUUID:
		return column.AppendUUID(buf, [16]byte(edge))
	case p.column == column.KindInt8:
		return strconv.AppendUint(buf, binary.BigEndian.Uint64(edge), 10)
	}
	return hex.AppendEncode(append(buf, `\x`...), edge)
}

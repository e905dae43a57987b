package pgxtype

import (
	"encoding/binary"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// encodeInt8 writes a bigint in the binary format.
type encodeInt8[T id.Fixed] struct{ *kind[T] }

func (p *encodeInt8[T]) Encode(arg any, buf []byte) ([]byte, error) {
	n, isNull, err := p.columnInteger(arg)
	if err != nil || isNull {
		return nil, err
	}
	return binary.BigEndian.AppendUint64(buf, uint64(n)), nil
}

// encodeInt8Text writes a bigint in the text format.
type encodeInt8Text[T id.Fixed] struct{ *kind[T] }

func (p *encodeInt8Text[T]) Encode(arg any, buf []byte) ([]byte, error) {
	n, isNull, err := p.columnInteger(arg)
	if err != nil || isNull {
		return nil, err
	}
	return strconv.AppendInt(buf, n, 10), nil
}

// columnInteger returns the number of an argument whose place in the column is its place
// among the IDs.
func (k *kind[T]) columnInteger(arg any) (n int64, isNull bool, err error) {
	v, isNull, err := k.value(column.KindInt8, arg)
	if err != nil || isNull {
		return 0, isNull, err
	}
	if n = int64(column.Bits(&v)); n == 0 {
		return 0, false, k.refuseZero(column.KindInt8)
	}
	if err := column.VerifyNumber(arg); err != nil {
		return 0, false, k.refuseValue(column.KindInt8, arg, err)
	}
	if n < 0 && k.unsigned {
		return 0, false, refuse(k.name, column.KindInt8, opEncode, showID(arg), id.ErrOverflow,
			"an ID of 2^63 or more would become a negative number and sort before all others: make the column bytea", nil)
	}
	return n, false, nil
}

// scanInt8 reads a bigint in the binary format.
type scanInt8[T id.Fixed] struct{ *kind[T] }

func (p *scanInt8[T]) Scan(src []byte, dst any) error {
	v := p.pointer(dst)
	if v == nil {
		return badTarget(p.name, column.KindInt8, dst)
	}
	if len(src) != 8 {
		return p.refuseNumber(v, src, pgtype.BinaryFormatCode, id.ErrLength, "a bigint has 8 bytes: check the type of the column")
	}
	return p.adoptNumber(v, dst, int64(binary.BigEndian.Uint64(src)), src, pgtype.BinaryFormatCode)
}

// scanInt8Text reads a bigint in the text format: decimal digits with no leading
// zero, after a minus sign if the number is negative.
type scanInt8Text[T id.Fixed] struct{ *kind[T] }

func (p *scanInt8Text[T]) Scan(src []byte, dst any) error {
	v := p.pointer(dst)
	if v == nil {
		return badTarget(p.name, column.KindInt8, dst)
	}
	n, result := column.ParseInt64(src)
	if result != column.InRange {
		return p.refuseNumber(v, src, pgtype.TextFormatCode, id.ErrCharacter, "the server writes a bigint in decimal digits: check the type of the column")
	}
	return p.adoptNumber(v, dst, n, src, pgtype.TextFormatCode)
}

// adoptNumber makes n the value of v, under T's own rules. boxed is v.
func (k *kind[T]) adoptNumber(v *T, boxed any, n int64, src []byte, format int16) error {
	if n < 0 && k.unsigned {
		return k.refuseNumber(v, src, format, id.ErrRange, "the ID is unsigned, and another program stored one of 2^63 or more, "+
			"which lost its place in the order: make the column bytea")
	}
	column.SetBits(v, uint64(n))
	if err := column.VerifyNumber(boxed); err != nil {
		var zero T
		*v = zero
		return k.refuseSource(column.KindInt8, src, format, err)
	}
	return nil
}

// refuseNumber reports NULL, or a value that is not a number of T.
//
//go:noinline
func (k *kind[T]) refuseNumber(v *T, src []byte, format int16, reason id.Reason, detail string) error {
	var zero T
	*v = zero
	if src == nil {
		return null(k.name, column.KindInt8)
	}
	return refuse(k.name, column.KindInt8, opScan, show(src, format), reason, detail, nil)
}

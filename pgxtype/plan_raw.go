package pgxtype

import (
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// encodeRaw writes the raw form: the binary format of uuid and of bytea.
type encodeRaw[T id.Fixed] struct {
	*kind[T]
	column column.Kind
}

func (p *encodeRaw[T]) Encode(arg any, buf []byte) ([]byte, error) {
	v, isNull, err := p.value(p.column, arg)
	if err != nil || isNull {
		return nil, err
	}
	if err := p.check(p.column, arg, v); err != nil {
		return nil, err
	}
	return column.AppendRaw(buf, &v), nil
}

// check refuses what must not go into a column as raw bytes.
func (k *kind[T]) check(c column.Kind, boxed any, v T) error {
	var zero T
	if v == zero {
		return k.refuseZero(c)
	}
	if err := column.Verify(boxed, &v); err != nil {
		return k.refuseValue(c, boxed, err)
	}
	return nil
}

// scanRaw reads what encodeRaw writes.
type scanRaw[T id.Fixed] struct {
	*kind[T]
	column column.Kind
}

func (p *scanRaw[T]) Scan(src []byte, dst any) error {
	v := p.pointer(dst)
	if v == nil {
		return badTarget(p.name, p.column, dst)
	}
	if len(src) != p.size {
		return p.refuseLength(p.column, v, src)
	}
	return p.setRaw(p.column, v, dst, src, src, pgtype.BinaryFormatCode)
}

// setRaw makes the raw bytes the value of v, under T's own rules. boxed is v; shown
// is what the server sent.
func (k *kind[T]) setRaw(c column.Kind, v *T, boxed any, rawForm, shown []byte, format int16) error {
	column.SetRaw(v, rawForm)
	if err := column.Verify(boxed, v); err != nil {
		var zero T
		*v = zero
		return k.refuseSource(c, shown, format, err)
	}
	return nil
}

// refuseLength reports NULL, or raw bytes of the wrong length.
//
//go:noinline
func (k *kind[T]) refuseLength(c column.Kind, v *T, src []byte) error {
	var zero T
	*v = zero
	if src == nil {
		return null(k.name, c)
	}
	detail := "the ID has " + strconv.Itoa(k.size) + " bytes"
	if column.IsPrintable(src) {
		detail += ", and this looks like text that was stored in their place: rewrite the values"
	}
	return refuse(k.name, c, opScan, show(src, pgtype.BinaryFormatCode), id.ErrLength, detail, nil)
}

package pgxtype

import (
	"encoding/hex"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
)

// encodeUUIDText writes the text format of uuid.
type encodeUUIDText[T id.Fixed] struct{ *kind[T] }

func (p *encodeUUIDText[T]) Encode(arg any, buf []byte) ([]byte, error) {
	v, isNull, err := p.value(column.KindUUID, arg)
	if err != nil || isNull {
		return nil, err
	}
	if err := p.check(column.KindUUID, arg, v); err != nil {
		return nil, err
	}
	var rawForm [16]byte
	return column.AppendUUID(buf, [16]byte(column.AppendRaw(rawForm[:0], &v))), nil
}

// scanUUIDText reads what the server writes for a uuid: 36 characters, in lower
// case.
type scanUUIDText[T id.Fixed] struct{ *kind[T] }

func (p *scanUUIDText[T]) Scan(src []byte, dst any) error {
	v := p.pointer(dst)
	if v == nil {
		return badTarget(p.name, column.KindUUID, dst)
	}
	var rawForm [16]byte
	if !column.SetUUID(&rawForm, column.String(src)) {
		return p.refuseHex(column.KindUUID, v, src, "the server writes a uuid as 36 characters, 8-4-4-4-12 digits in lower case: check the type of the column")
	}
	return p.setRaw(column.KindUUID, v, dst, rawForm[:], src, pgtype.TextFormatCode)
}

// decodeHex decodes digits in lower case, which are twice as many as dst has
// bytes.
func decodeHex(dst, digits []byte) bool {
	for _, c := range digits {
		if c >= 'A' && c <= 'F' {
			return false
		}
	}
	_, err := hex.Decode(dst, digits)
	return err == nil
}

// encodeByteaText writes the text format of bytea: \x and hexadecimal digits.
type encodeByteaText[T id.Fixed] struct{ *kind[T] }

func (p *encodeByteaText[T]) Encode(arg any, buf []byte) ([]byte, error) {
	v, isNull, err := p.value(column.KindBytea, arg)
	if err != nil || isNull {
		return nil, err
	}
	if err := p.check(column.KindBytea, arg, v); err != nil {
		return nil, err
	}
	var rawForm [column.MaxRaw]byte
	return hex.AppendEncode(append(buf, '\\', 'x'), column.AppendRaw(rawForm[:0], &v)), nil
}

// scanByteaText reads what encodeByteaText writes, which the server writes too as
// long as bytea_output is hex.
type scanByteaText[T id.Fixed] struct{ *kind[T] }

func (p *scanByteaText[T]) Scan(src []byte, dst any) error {
	v := p.pointer(dst)
	if v == nil {
		return badTarget(p.name, column.KindBytea, dst)
	}
	if len(src) < 2 || src[0] != '\\' || src[1] != 'x' {
		return p.refuseHex(column.KindBytea, v, src, `bytea in the text format begins with \x: set bytea_output = 'hex' on the connection`)
	}
	digits := src[2:]
	var rawForm [column.MaxRaw]byte
	if len(digits) != 2*p.size {
		return p.refuseByteaLength(v, src)
	}
	if !decodeHex(rawForm[:p.size], digits) {
		return p.refuseHex(column.KindBytea, v, src, "the server writes bytea in hexadecimal digits in lower case: check the type of the column")
	}
	return p.setRaw(column.KindBytea, v, dst, rawForm[:p.size], src, pgtype.TextFormatCode)
}

// refuseByteaLength shows the bytes rather than their digits where it can.
//
//go:noinline
func (k *kind[T]) refuseByteaLength(v *T, src []byte) error {
	b := make([]byte, hex.DecodedLen(len(src)-2))
	if _, err := hex.Decode(b, src[2:]); err == nil {
		return k.refuseLength(column.KindBytea, v, b)
	}
	return k.refuseHex(column.KindBytea, v, src, "the server writes bytea as an even number of hexadecimal digits: check the type of the column")
}

// refuseHex reports NULL, or a text that is not the one that the server writes.
//
//go:noinline
func (k *kind[T]) refuseHex(c column.Kind, v *T, src []byte, detail string) error {
	var zero T
	*v = zero
	if src == nil {
		return null(k.name, c)
	}
	return refuse(k.name, c, opScan, show(src, pgtype.TextFormatCode), id.ErrCharacter, detail, nil)
}

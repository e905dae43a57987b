package pgxtype

import (
	"encoding"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/uuidform"
)

// encodeText writes the text form, which is the same in both formats of a text
// column.
type encodeText[T id.Fixed] struct{ *kind[T] }

func (p *encodeText[T]) Encode(arg any, buf []byte) ([]byte, error) {
	v, isNull, err := p.value(Text, arg)
	if err != nil || isNull {
		return nil, err
	}
	var zero T
	if v == zero {
		return nil, p.refuseZero(Text)
	}
	n := len(buf)
	buf, err = p.writeText(buf, arg)
	if err == nil && !p.judges {
		err = p.readAgain(v, buf[n:])
	}
	if err != nil {
		return nil, p.refuseValue(Text, arg, err)
	}
	return buf, nil
}

// writeText appends the text form of an ID that scanText would read, as far as T
// itself can say so.
func (k *kind[T]) writeText(buf []byte, boxed any) ([]byte, error) {
	if k.judges && !k.isValid(boxed) {
		return buf, errIsValid
	}
	n := len(buf)
	buf, err := k.appendText(buf, boxed)
	if err == nil && len(buf) == n {
		err = errEmptyText
	}
	return buf, err
}

// readAgain makes sure that the text of v is the text of v: what IsValid would
// say is not known.
func (k *kind[T]) readAgain(v T, text []byte) error {
	s := k.spare.Get().(*scratch[T])
	defer k.spare.Put(s)
	s.v = v
	err := any(&s.v).(encoding.TextUnmarshaler).UnmarshalText(text)
	if err == nil && s.v != v {
		return errOtherText
	}
	return err
}

// scanText reads the canonical spelling of the text form: a column with two
// spellings of an ID has neither the order nor the uniqueness of the IDs.
type scanText[T id.Fixed] struct{ *kind[T] }

func (p *scanText[T]) Scan(src []byte, dst any) error {
	v, ok := dst.(*T)
	if !ok || v == nil {
		return badTarget(p.name, Text, dst)
	}
	var zero T
	*v = zero
	if len(src) == 0 { // which some types read as their zero value
		return p.refuseEmpty(src)
	}
	if err := dst.(encoding.TextUnmarshaler).UnmarshalText(src); err != nil {
		*v = zero
		return p.refuseText(src, err)
	}
	s := p.spare.Get().(*scratch[T])
	defer p.spare.Put(s)
	out, err := p.writeText(s.text[:0], dst)
	if err != nil {
		*v = zero
		return p.refuseSource(Text, src, pgtype.TextFormatCode, err)
	}
	if string(out) != string(src) {
		*v = zero
		return p.refuseSpelling(src, out)
	}
	return nil
}

// refuseEmpty reports NULL, or the empty text.
//
//go:noinline
func (k *kind[T]) refuseEmpty(src []byte) error {
	if src == nil {
		return null(k.name, Text)
	}
	return refuse(k.name, Text, opScan, `""`, id.ErrLength,
		"an empty text is no ID: where a row can be without one, the column is NULL", nil)
}

// refuseText reports a text that T does not read, and what T cannot know.
//
//go:noinline
func (k *kind[T]) refuseText(src []byte, cause error) error {
	detail := ""
	if src[len(src)-1] == ' ' {
		detail = "a char(n) column pads with spaces: make it varchar or text"
	}
	return refuse(k.name, Text, opScan, show(src, pgtype.TextFormatCode), reasonOf(cause), detail, cause)
}

// refuseSpelling reports a text that is not the canonical one.
//
//go:noinline
func (k *kind[T]) refuseSpelling(src, canonical []byte) error {
	detail := "the one spelling that has the order of the IDs is " + strconv.Quote(string(canonical)) + ": rewrite the column's values"
	if len(src) == uuidform.Size {
		detail += "; " + wrongTarget
	}
	return refuse(k.name, Text, opScan, show(src, pgtype.TextFormatCode), id.ErrNotCanonical, detail, nil)
}

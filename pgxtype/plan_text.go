package pgxtype

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
)

// encodeText writes the text form, which is the same in both formats of a text
// column.
type encodeText[T id.Fixed] struct{ *kind[T] }

func (p *encodeText[T]) Encode(arg any, buf []byte) ([]byte, error) {
	v, isNull, err := p.value(column.KindText, arg)
	if err != nil || isNull {
		return nil, err
	}
	var zero T
	if v == zero {
		return nil, p.refuseZero(column.KindText)
	}
	buf, err = column.AppendText(buf, arg, v)
	if err != nil {
		return nil, p.refuseValue(column.KindText, arg, err)
	}
	return buf, nil
}

// scanText reads the canonical spelling of the text form: a column with two
// spellings of an ID has neither the order nor the uniqueness of the IDs.
type scanText[T id.Fixed] struct{ *kind[T] }

func (p *scanText[T]) Scan(src []byte, dst any) error {
	v := p.pointer(dst)
	if v == nil {
		return badTarget(p.name, column.KindText, dst)
	}
	if len(src) == 0 { // which some types read as their zero value
		var zero T
		*v = zero
		return p.refuseEmpty(src)
	}
	canonical, err := column.ReadBoxedText(v, dst, src)
	switch {
	case err == nil:
		return nil
	case canonical != "":
		return p.refuseSpelling(src, canonical)
	}
	return p.refuseText(src, err)
}

// refuseEmpty reports NULL, or the empty text.
//
//go:noinline
func (k *kind[T]) refuseEmpty(src []byte) error {
	if src == nil {
		return null(k.name, column.KindText)
	}
	return refuse(k.name, column.KindText, opScan, `""`, id.ErrLength,
		"an empty text is no ID: store NULL in a row without an ID", nil)
}

// refuseText reports a text that T does not read, and what T cannot know.
//
//go:noinline
func (k *kind[T]) refuseText(src []byte, cause error) error {
	detail := ""
	switch {
	case cause == column.ErrIsValid:
		detail = column.NoSuchID
	case src[len(src)-1] == ' ':
		detail = "a char(n) column pads with spaces: make it varchar or text"
	}
	return refuse(k.name, column.KindText, opScan, show(src, pgtype.TextFormatCode), column.Reason(cause, sqltype.ErrInvalid), detail, cause)
}

// refuseSpelling reports a text that is not the canonical one.
//
//go:noinline
func (k *kind[T]) refuseSpelling(src []byte, canonical string) error {
	detail := "the one spelling that has the order of the IDs is " + column.Quote(canonical) + ": rewrite the column's values"
	return refuse(k.name, column.KindText, opScan, show(src, pgtype.TextFormatCode), id.ErrNotCanonical, detail, nil)
}

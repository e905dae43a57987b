package columntype

import (
	"bytes"
	"cmp"
	"encoding"
	stdbinary "encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync/atomic"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
)

// readsTextBytes is true if a process has a database of PostgreSQL with the plugin.
var readsTextBytes atomic.Bool

// ReadTextBytes makes Scan read the UUID text of a uuid column from bytes, as lib/pq returns it. It
// is not always so, because MySQL's text columns, and MariaDB's type uuid, return the same.
func ReadTextBytes() { readsTextBytes.Store(true) }

// Scan reads src, which a driver or GORM gives. dst is the zero value beside an
// error.
func Scan[T id.Fixed](k Kind, dst *T, src any) error {
	var zero T
	*dst = zero
	if takeOver(dst, src) || scanRaw(k, dst, src) {
		return nil
	}
	if err := scanChecked(k, dst, src); err != nil {
		*dst = zero
		d := Describe[T](k)
		err = Relay(d, "Scan", err, scanDetail(d, src, err))
		if !d.StoresText() {
			showSource(err, src)
		}
		return err
	}
	return nil
}

// scanRaw reads what most columns return, raw bytes, UUID text or an integer that is not
// negative, without an allocation. It reports whether dst is a valid ID now.
func scanRaw[T id.Fixed](k Kind, dst *T, src any) bool {
	form := formOf[T](k, Unknown)
	switch src := src.(type) {
	case []byte:
		if len(src) == column.UUIDSize && readsTextBytes.Load() {
			return scanUUID(k, dst, string(src))
		}
		if form != BytesForm || len(src) != column.RawSize[T]() {
			return false
		}
		column.SetRaw(dst, src)
	case int64:
		if form != IntegerForm || src < 0 {
			return false
		}
		column.SetBits(dst, uint64(src))
	case string:
		return scanUUID(k, dst, src)
	default:
		return false
	}
	return column.Verify(any(dst), dst) == nil
}

func scanUUID[T id.Fixed](k Kind, dst *T, src string) bool {
	var raw [16]byte
	if formOf[T](k, Postgres) != UUIDForm || !column.SetUUID(&raw, src) {
		return false
	}
	column.SetRaw(dst, raw[:])
	return column.Verify(any(dst), dst) == nil
}

// showSource puts src into an error of T's own about what src was converted to: UUID
// text or an integer, which are short.
func showSource(err error, src any) {
	var e *sqltype.ColumnError
	if errors.As(err, &e) && e.Err != nil {
		switch src.(type) {
		case string, int64, uint64:
			e.Source, e.Input = fmt.Sprintf("%T", src), fmt.Sprint(src)
		}
	}
}

// scanChecked reads what scanRaw does not, or says what is wrong with it.
func scanChecked[T id.Fixed](k Kind, dst *T, src any) (err error) {
	_, isBytes := src.([]byte)
	switch form := formOf[T](k, Postgres); {
	case form == TextForm:
		var c sqltype.Text[T]
		err = c.Scan(src)
		*dst = c.V
		return err
	case form == IntegerForm:
		src, err = numberBytes(src, !column.IsUnsigned[T]())
	case form == UUIDForm && !isBytes:
		var u sqltype.UUID[uuidBits]
		err = u.Scan(src)
		src = u.V[:]
	}
	if err != nil {
		return err
	}
	var c sqltype.Binary[T]
	err = c.Scan(src)
	*dst = c.V
	return err
}

// uuidBits is any ID of 16 bytes, which a uuid column gives as UUID text.
type uuidBits [16]byte

// MarshalText exists for the constraint of sqltype.UUID; nothing calls it.
func (uuidBits) MarshalText() ([]byte, error) { return nil, errors.ErrUnsupported }

// signedNumber is an ID of 64 bits, which has decimal digits for its text; unsignedNumber is one without a sign.
type signedNumber int64
type unsignedNumber uint64

// numberBytes returns the raw form of an integer.
func numberBytes(src any, isSigned bool) ([]byte, error) {
	if isSigned {
		var c sqltype.Int64[signedNumber]
		err := c.Scan(src)
		return stdbinary.BigEndian.AppendUint64(nil, uint64(c.V)), err
	}
	var c sqltype.Uint64[unsignedNumber]
	err := c.Scan(src)
	return stdbinary.BigEndian.AppendUint64(nil, uint64(c.V)), err
}

// scanDetail says what is needed in place of what a column gave. It is empty where
// T itself refused the value, which needs no remedy of this package.
func scanDetail(d Description, src any, err error) string {
	var e *sqltype.ColumnError
	if errors.As(err, &e) && e.Err != nil {
		return ""
	}
	if src == nil {
		return "use a pointer to this type for the field of a column that can be NULL, and sql.Null of this type in a list or for a " +
			"single value, where GORM reads NULL into no pointer"
	}
	size := strconv.Itoa(d.Size)
	needs, others := "a column of "+size+" raw bytes", kinds[d.Kind].otherTypes
	switch d.Form(Postgres) {
	case TextForm:
		if errors.Is(err, id.ErrNotCanonical) && !isUUIDText(src) {
			return ""
		}
		needs = "a text column that holds the canonical text of the ID"
	case IntegerForm:
		needs, others = "an integer column, of non-negative numbers if the ID is unsigned", "gormtype.Binary for a column of bytes, "+others
	case UUIDForm:
		if b, ok := src.([]byte); ok && len(b) == column.UUIDSize {
			return "this looks like UUID text instead of " + size + " raw bytes: make the column uuid on PostgreSQL, BINARY(" + size + ") on MySQL and " +
				"MariaDB (also in place of uuid, which rearranges the bytes), BLOB on SQLite; use gormtype.Text for a text column"
		}
		needs, others = "a uuid column (PostgreSQL) or one of 16 raw bytes", others+", gormtype.Binary for a bytea column"
	}
	return "this type needs " + needs + ": use " + others
}

// isUUIDText reports whether a column gave UUID text, as one of the type uuid does.
func isUUIDText(src any) bool {
	switch src := src.(type) {
	case string:
		return column.HasHyphens(src)
	case []byte:
		return column.HasHyphens(string(src))
	}
	return false
}

// UnmarshalText has T read its text form. dst is the zero value beside an error.
func UnmarshalText[T id.Fixed](k Kind, dst *T, data []byte) error {
	var c sqltype.Text[T]
	err := c.UnmarshalText(data)
	*dst = c.V
	if err != nil {
		return Relay(Describe[T](k), "UnmarshalText", err, "")
	}
	return nil
}

// UnmarshalJSON reads a JSON string. dst is the zero value beside an error.
func UnmarshalJSON[T id.Fixed](k Kind, dst *T, data []byte) error {
	*dst = *new(T)
	// Package json adds the field to its own error, which says that it needs a string.
	if data = bytes.TrimSpace(data); len(data) > 0 && data[0] != '"' {
		return &json.UnmarshalTypeError{Value: cmp.Or(jsonKinds[data[0]], "number"), Type: reflect.TypeFor[string]()}
	}
	var c sqltype.Text[T]
	err := c.UnmarshalJSON(data)
	*dst = c.V
	if err != nil {
		return Relay(Describe[T](k), "UnmarshalJSON", err, "")
	}
	return nil
}

// jsonKinds holds the names that package json has for values, by their first characters.
var jsonKinds = map[byte]string{'n': "null", 't': "bool", 'f': "bool", '{': "object", '[': "array"}

// ToString returns what T shows of itself: its String, else its text form.
func ToString[T id.Fixed](v T) string { return sqltype.TextOf(v).String() }

// AppendText appends the text form of v.
func AppendText[T id.Fixed](b []byte, v T) ([]byte, error) { return sqltype.TextOf(v).AppendText(b) }

// Convert returns the ID whose text, raw bytes or, for a bigint, number a value is.
func Convert[T id.Fixed](k Kind, rv reflect.Value) (x T, ok bool) {
	var text []byte
	switch {
	case rv.Kind() == reflect.String:
		text = []byte(rv.String())
	case rv.CanInt() && formOf[T](k, Unknown) == IntegerForm:
		return x, Scan(k, &x, rv.Int()) == nil
	case rv.CanUint() && formOf[T](k, Unknown) == IntegerForm:
		return x, Scan(k, &x, rv.Uint()) == nil
	case rv.Kind() == reflect.Slice && rv.Type().Elem().Kind() == reflect.Uint8:
		text = rv.Bytes()
	case rv.Kind() == reflect.Array && rv.Type().Elem().Kind() == reflect.Uint8:
		text = make([]byte, rv.Len())
		reflect.Copy(reflect.ValueOf(text), rv)
	default:
		return x, false
	}
	if rv.Kind() != reflect.String && len(text) == column.RawSize[T]() {
		column.SetRaw(&x, text)
		return x, column.Verify(any(&x), &x) == nil
	}
	decoder, ok := any(&x).(encoding.TextUnmarshaler)
	if ok && len(text) > 0 && decoder.UnmarshalText(text) == nil {
		return x, true
	}
	// A subquery has the form of PostgreSQL's uuid already.
	return x, scanUUID(k, &x, string(text))
}

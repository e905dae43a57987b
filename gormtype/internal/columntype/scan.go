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
	*dst = zero
	var v T
	var err error
	switch k {
	case Text:
		v, err = fromText[T](src)
	case Binary:
		v, err = fromBytes[T](src)
	default:
		v, err = fromNative[T](src)
	}
	if err != nil {
		d := Describe[T](k)
		err = Relay(d, "Scan", err, scanDetail(d, src, err))
		if k == Native {
			showSource(err, src)
		}
		return err
	}
	*dst = v
	return nil
}

// scanRaw reads what most columns return, raw bytes, UUID text or an integer that is not
// negative, without an allocation. It reports whether dst is a valid ID now.
func scanRaw[T id.Fixed](k Kind, dst *T, src any) bool {
	isInteger := k == Native && column.IsInteger[T]()
	switch src := src.(type) {
	case []byte:
		if k == Native && len(src) == column.UUIDSize && readsTextBytes.Load() {
			return scanUUID(k, dst, string(src))
		}
		if isInteger || k == Text || len(src) != column.RawSize[T]() {
			return false
		}
		column.SetRaw(dst, src)
	case int64:
		if !isInteger || src < 0 {
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
	if k != Native || column.IsInteger[T]() || column.RawSize[T]() != len(raw) || !column.SetUUID(&raw, src) {
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

func fromText[T id.Fixed](src any) (T, error) {
	var c sqltype.Text[T]
	err := c.Scan(src)
	return c.V, err
}

func fromBytes[T id.Fixed](src any) (T, error) {
	var c sqltype.Binary[T]
	err := c.Scan(src)
	return c.V, err
}

// uuidBits is any ID of 16 bytes, which a uuid column gives as UUID text.
type uuidBits [16]byte

// MarshalText exists for the constraint of sqltype.UUID; nothing calls it.
func (uuidBits) MarshalText() ([]byte, error) { return nil, errors.ErrUnsupported }

func fromNative[T id.Fixed](src any) (T, error) {
	_, isBytes := src.([]byte)
	switch {
	case column.IsInteger[T]():
		return fromInteger[T](src, !column.IsUnsigned[T]())
	case column.RawSize[T]() == 16 && !isBytes:
		var u sqltype.UUID[uuidBits]
		if err := u.Scan(src); err != nil {
			return *new(T), err
		}
		return fromBytes[T](u.V[:])
	}
	return fromBytes[T](src)
}

// signedNumber is an ID of 64 bits, which has decimal digits for its text; unsignedNumber is one without a sign.
type signedNumber int64
type unsignedNumber uint64

func fromInteger[T id.Fixed](src any, signed bool) (T, error) {
	var n uint64
	if signed {
		var c sqltype.Int64[signedNumber]
		if err := c.Scan(src); err != nil {
			return *new(T), err
		}
		n = uint64(c.V)
	} else {
		var c sqltype.Uint64[unsignedNumber]
		if err := c.Scan(src); err != nil {
			return *new(T), err
		}
		n = uint64(c.V)
	}
	return fromBytes[T](stdbinary.BigEndian.AppendUint64(nil, n))
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
	switch {
	case d.Kind == Text:
		if errors.Is(err, id.ErrNotCanonical) && !isUUIDText(src) {
			return ""
		}
		return "this type needs a text column that holds the canonical text of the ID: use gormtype.ID or gormtype.Binary for a " +
			"column of uuid, bytes or integers"
	case d.Kind == Binary:
		return "this type needs a column of " + size + " raw bytes: use gormtype.ID for a uuid or integer column, gormtype.Text " +
			"for a text column"
	case d.IsInteger:
		return "this type needs an integer column, of non-negative numbers if the ID is unsigned: use gormtype.Binary for a " +
			"column of bytes, gormtype.Text for a text column"
	}
	if b, ok := src.([]byte); ok && len(b) == 36 {
		return "this looks like UUID text instead of " + size + " raw bytes: make the column uuid on PostgreSQL, BINARY(" + size + ") on MySQL and " +
			"MariaDB (also in place of uuid, which rearranges the bytes), BLOB on SQLite; use gormtype.Text for a text column"
	}
	if d.Size == 16 {
		return "this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, " +
			"gormtype.Binary for a bytea column"
	}
	return "this type needs a column of " + size + " raw bytes: use gormtype.Text for a text column"
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

// Parsed reads an ID from its text, its raw bytes or, for a bigint, its number.
func Parsed[T id.Fixed](k Kind, rv reflect.Value) (x T, ok bool) {
	var text []byte
	switch {
	case rv.Kind() == reflect.String:
		text = []byte(rv.String())
	case rv.CanInt() && k == Native:
		return x, Scan(k, &x, rv.Int()) == nil
	case rv.CanUint() && k == Native:
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

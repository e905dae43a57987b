package main

import (
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/base16"
)

// format is an ID format, with functions that hide the type of its IDs.
type format struct {
	name  string // of its package
	size  int    // of the binary form, in bytes
	kind  column
	fresh func() (value, error)
	at    func(time.Time) (value, error)
	parse func(string) (value, error)
	bytes func([]byte) (value, error)
	minAt func(time.Time) (value, error)
}

// column is the kind of the usual column of a format.
type column int

const (
	uuidColumn   column = iota // uuid, BINARY(16)
	bytesColumn                // bytea, BINARY(20)
	bigintColumn               // bigint, BIGINT or BIGINT UNSIGNED
)

var formats = []*format{
	define("wiji", 16, uuidColumn, wiji.ID.Fields, wiji.Parse, wiji.FromBytes, wiji.MinAt, wiji.At),
	define("ulid", 16, uuidColumn, ulid.ID.Fields, ulid.Parse, ulid.FromBytes, ulid.MinAt, ulid.At),
	define("uuidv7", 16, uuidColumn, uuidv7.ID.Fields, uuidv7.Parse, uuidv7.FromBytes, uuidv7.MinAt, uuidv7.At),
	define("scru160", 20, bytesColumn, scru160.ID.Fields, scru160.Parse, scru160.FromBytes, scru160.MinAt, scru160.At),
	define("ulidflake", 8, bigintColumn, ulidflake.ID.Fields, ulidflake.Parse, ulidflake.FromBytes, ulidflake.MinAt, ulidflake.At),
	define("uid11", 8, bigintColumn, uid11.ID.Fields, uid11.Parse, uid11.FromBytes, uid11.MinAt, uid11.At),
}

// identifier is an ID of one of the formats.
type identifier interface {
	comparable
	String() string
	Hex() string
	Time() time.Time
	encoding.BinaryMarshaler
	encoding.TextMarshaler
}

type generator[T any] interface {
	*T
	Generate() error
}

func define[T identifier, F any, P generator[T]](name string, size int, kind column, fields func(T) F, parse func(string) (T, error),
	bytes func([]byte) (T, error), minAt func(time.Time) (T, error), at func(time.Time) (T, error)) *format {
	f := &format{name: name, size: size, kind: kind}
	hide := func(x T, err error) (value, error) {
		if err != nil {
			return value{}, err
		}
		return valueOf(f, x, fields(x)), nil
	}
	f.fresh = func() (value, error) {
		var x T
		err := P(&x).Generate()
		return hide(x, err)
	}
	f.at = func(t time.Time) (value, error) { return hide(at(t)) }
	f.parse = func(s string) (value, error) { return hide(parse(s)) }
	f.bytes = func(b []byte) (value, error) { return hide(bytes(b)) }
	f.minAt = func(t time.Time) (value, error) { return hide(minAt(t)) }
	return f
}

// lookup returns the format of a name.
func lookup(name string) (*format, error) {
	folded := strings.ReplaceAll(strings.ToLower(name), "-", "")
	if folded == "xid" {
		folded = "uid11"
	}
	names := make([]string, len(formats))
	for i, f := range formats {
		if f.name == folded {
			return f, nil
		}
		names[i] = f.name
	}
	return nil, usageError("format %q: use %s", name, strings.Join(names, ", "))
}

// value is an ID with all its forms.
type value struct {
	format *format
	raw    []byte
	text   string // "" if the ID has no text form
	time   time.Time
	fields []field
}

// field is a field of the layout.
type field struct {
	name, value string
}

func valueOf[T identifier](f *format, x T, fields any) value {
	v := value{format: f, time: x.Time()}
	if text, err := x.MarshalText(); err == nil {
		v.text = string(text)
	}
	v.raw, _ = hex.DecodeString(x.Hex()) // of digits
	// Each format has its own struct of fields.
	layout := reflect.ValueOf(fields)
	for i := range layout.NumField() {
		v.fields = append(v.fields, fieldOf(layout.Type().Field(i).Name, layout.Field(i)))
	}
	return v
}

func fieldOf(name string, content reflect.Value) field {
	verb := "%v"
	if content.Kind() == reflect.Array {
		verb = "0x%x"
	}
	name = strings.ToLower(name)
	if name == "randa" {
		name = "rand_a" // as RFC 9562 writes it
	}
	return field{name, fmt.Sprintf(verb, content)}
}

// integer returns a 64-bit ID as an integer.
func (v value) integer() uint64 { return binary.BigEndian.Uint64(v.raw) }

func (v value) hex() string { return hex.EncodeToString(v.raw) }

// forms lists the names of the forms that -to takes, in the order in which inspect shows
// them.
var forms = []string{"text", "uuid", "hex", "int"}

// form returns a form of the ID. ok is false if its format does not have it.
func (v value) form(name string) (s string, ok bool) {
	switch name {
	case "text":
		return v.text, v.text != ""
	case "uuid":
		if len(v.raw) != 16 {
			return "", false
		}
		return string(base16.AppendUUID(nil, (*[16]byte)(v.raw))), true
	case "hex":
		return v.hex(), true
	case "int":
		return strconv.FormatUint(v.integer(), 10), len(v.raw) == 8
	}
	return "", false
}

// typed returns the text of a typed ID. The prefix is valid, and the ID has a text.
func (v value) typed(prefix string) string {
	switch v.format.name {
	case "uuidv7":
		b, _ := uuidv7.AppendTypeID(nil, prefix, [16]byte(v.raw))
		return string(b)
	case "uid11": // whose letters have a case
		return prefix + "_" + v.text
	}
	return prefix + "_" + strings.ToLower(v.text)
}

// literals holds an ID as literals of SQL, for the usual column of its format, and of Go.
type literals struct {
	Postgres string `json:"postgres"`
	MySQL    string `json:"mysql"`
	SQLite   string `json:"sqlite"`
	Go       string `json:"go"`
}

// signed reports whether the ID fits a signed bigint, which Postgres and SQLite have. The
// column of greater ones is bytea or BLOB.
func (v value) signed() bool { return v.format.kind == bigintColumn && int64(v.integer()) >= 0 }

func (v value) literals(signed bool) literals {
	h := "X'" + strings.ToUpper(v.hex()) + "'"
	l := literals{Postgres: `'\x` + v.hex() + `'::bytea`, MySQL: h, SQLite: h}
	switch v.format.kind {
	case uuidColumn:
		uuid, _ := v.form("uuid")
		l.Postgres = "'" + uuid + "'::uuid"
	case bigintColumn:
		l.MySQL = strconv.FormatUint(v.integer(), 10)
		if signed {
			l.Postgres, l.SQLite = l.MySQL, l.MySQL
		}
	}
	l.Go = fmt.Sprintf("%s.MustParse(%q)", v.format.name, v.text)
	if v.text == "" {
		l.Go = fmt.Sprintf("%s.FromBytes(%#v)", v.format.name, v.raw)
	}
	return l
}

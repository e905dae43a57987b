package main

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/internal/base16"
	"github.com/sortid/sortid/internal/format/dynamic"
)

// format is an ID format, with functions that return an ID with all its forms.
type format struct{ *dynamic.Format }

var formats = allFormats()

func allFormats() (list []*format) {
	for _, f := range dynamic.All() {
		list = append(list, &format{f})
	}
	return list
}

func (f *format) fresh() (value, error)            { return f.value(f.New()) }
func (f *format) at(t time.Time) (value, error)    { return f.value(f.At(t)) }
func (f *format) minAt(t time.Time) (value, error) { return f.value(f.MinAt(t)) }
func (f *format) parse(s string) (value, error)    { return f.value(f.Parse(s)) }
func (f *format) bytes(b []byte) (value, error)    { return f.value(f.FromBytes(b)) }

func (f *format) value(x dynamic.ID, err error) (value, error) {
	if err != nil {
		return value{}, err
	}
	return valueOf(f, x), nil
}

func formatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// lookup returns the format of a name.
func lookup(name string) (*format, error) {
	folded := strings.ReplaceAll(strings.ToLower(name), "-", "")
	for _, f := range formats {
		if folded == f.Name || folded != "" && folded == f.Profile {
			return f, nil
		}
	}
	return nil, usageError("format %q: use %s", name, strings.Join(formatNames(), ", "))
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

func valueOf(f *format, x dynamic.ID) value {
	v := value{format: f, time: x.Time()}
	if text, err := x.MarshalText(); err == nil {
		v.text = string(text)
	}
	v.raw, _ = hex.DecodeString(x.Hex()) // of digits
	// Each format has its own struct of fields.
	layout := reflect.ValueOf(f.Fields(x))
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
	switch {
	case v.format.Name == "uuidv7":
		b, _ := uuidv7.AppendTypeID(nil, prefix, [16]byte(v.raw))
		return string(b)
	case v.format.HasCase:
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
func (v value) signed() bool { return v.format.Size == 8 && int64(v.integer()) >= 0 }

func (v value) literals(signed bool) literals {
	h := "X'" + strings.ToUpper(v.hex()) + "'"
	l := literals{Postgres: `'\x` + v.hex() + `'::bytea`, MySQL: h, SQLite: h}
	switch v.format.Size {
	case 16:
		uuid, _ := v.form("uuid")
		l.Postgres = "'" + uuid + "'::uuid"
	case 8:
		l.MySQL = strconv.FormatUint(v.integer(), 10)
		if signed {
			l.Postgres, l.SQLite = l.MySQL, l.MySQL
		}
	}
	l.Go = fmt.Sprintf("%s.MustParse(%q)", v.format.Name, v.text)
	if v.text == "" {
		l.Go = fmt.Sprintf("%s.FromBytes(%#v)", v.format.Name, v.raw)
	}
	return l
}

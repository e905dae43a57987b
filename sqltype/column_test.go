package sqltype_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// column is what every plain column type has.
type column interface {
	comparable
	driver.Valuer
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextAppender
	IsZero() bool
	GormDataType() string
	MarshalGQLContext(ctx context.Context, w io.Writer) error
}

type columnPointer[C any] interface {
	*C
	sql.Scanner
	encoding.TextUnmarshaler
	json.Unmarshaler
	id.Generatable
	UnmarshalGQLContext(ctx context.Context, v any) error
}

// null is what every NULL form has.
type null interface {
	comparable
	driver.Valuer
	fmt.Stringer
	encoding.TextMarshaler
	json.Marshaler
	IsZero() bool
	GormDataType() string
	MarshalGQLContext(ctx context.Context, w io.Writer) error
}

type nullPointer[N any] interface {
	*N
	sql.Scanner
	encoding.TextUnmarshaler
	json.Unmarshaler
	UnmarshalGQLContext(ctx context.Context, v any) error
}

// bad is an input of Scan that must be refused.
type bad struct {
	src    any
	reason id.Reason
	remedy string // a part of the message
}

// columnTest tests what all column types promise, with one ID.
type columnTest[C column, P columnPointer[C], N null, NP nullPointer[N]] struct {
	good     C
	null     N // the same ID
	name     string
	value    driver.Value
	shapes   []any // what a driver may hand over in place of value
	text     string
	zeroNull N   // a zero ID that is not NULL
	zeroIs   any // what the NULL form sends for it; nil: it is refused
	bad      []bad
}

func (c columnTest[C, P, N, NP]) run(t *testing.T) {
	t.Run(c.name, func(t *testing.T) {
		t.Run("Value", c.testValue)
		t.Run("Scan", c.testScan)
		t.Run("Refuse", c.testRefuse)
		t.Run("Null", c.testNull)
		t.Run("Zero", c.testZero)
		t.Run("Text", c.testText)
	})
}

// testValue: a column type and its NULL form send the value, and GORM does not take them for a type of a server.
func (c columnTest[C, P, N, NP]) testValue(t *testing.T) {
	for _, v := range []driver.Valuer{c.good, c.null} {
		if got, err := v.Value(); err != nil || !reflect.DeepEqual(got, c.value) {
			t.Errorf("%T.Value gives %#v, %v, want %#v", v, got, err, c.value)
		}
	}
	for _, g := range []interface{ GormDataType() string }{c.good, c.null} {
		// What PostgreSQL and SQLite show of it is the word after NOT.
		if s := g.GormDataType(); s != "sqltype NOT sqltype_is_not_for_GORM_use_gormtype" {
			t.Errorf("%T.GormDataType gives %q, which may be a type on some server", g, s)
		}
	}
	if c.good.IsZero() || c.null.IsZero() {
		t.Error("IsZero is true")
	}
}

// testScan: both read whatever a driver hands over for the value, and leave the driver's memory as it is.
func (c columnTest[C, P, N, NP]) testScan(t *testing.T) {
	for _, src := range append([]any{c.value}, c.shapes...) {
		var got C
		var gotNull N
		for _, dst := range []sql.Scanner{P(&got), NP(&gotNull)} {
			in := src
			if b, ok := src.([]byte); ok {
				in = bytes.Clone(b)
			}
			if err := dst.Scan(in); err != nil {
				t.Errorf("%T.Scan(%T %v): %v", dst, src, src, err)
			}
			if b, ok := in.([]byte); ok {
				if !bytes.Equal(b, src.([]byte)) {
					t.Errorf("%T.Scan writes to the driver's buffer", dst)
				}
				clear(b)
			}
		}
		if got != c.good || gotNull != c.null {
			t.Errorf("Scan(%T %v) gives %v and %v, want %v", src, src, got, gotNull, c.good)
		}
	}
}

// always lists sources that no column type takes.
var always = []bad{
	{nil, sqltype.ErrNull, "sqltype.Null"},
	{true, sqltype.ErrSource, ""},
	{1.5, sqltype.ErrSource, ""},
	{time.Unix(0, 0), sqltype.ErrSource, ""},
	{[3]byte{}, sqltype.ErrSource, ""},
	{struct{}{}, sqltype.ErrSource, ""},
	{[]int{1}, sqltype.ErrSource, ""},
	{[]byte(nil), id.Reason{}, ""},
	{[]byte{}, id.Reason{}, ""},
	{"", id.Reason{}, ""},
	{" ", id.Reason{}, ""},
	{strings.Repeat("0", 1<<13), id.Reason{}, ""},
	{make([]byte, 1<<13), id.Reason{}, ""},
}

// testRefuse: both refuse bad input with the reason and the remedy, and hold zero beside the error.
func (c columnTest[C, P, N, NP]) testRefuse(t *testing.T) {
	var zero C
	var zeroNull N
	for _, b := range append(append([]bad{}, always...), c.bad...) {
		got, gotNull := c.good, c.null
		refused(t, c.name, P(&got), b)
		if got != zero {
			t.Errorf("Scan(%.80v): %v beside the error", b.src, got)
		}
		if b.src == nil {
			continue
		}
		refused(t, c.name, NP(&gotNull), b)
		if gotNull != zeroNull {
			t.Errorf("Null form: Scan(%.80v): %v beside the error", b.src, gotNull)
		}
	}
}

func refused(t *testing.T, name string, dst sql.Scanner, b bad) {
	t.Helper()
	err := dst.Scan(b.src)
	var ce *sqltype.ColumnError
	switch {
	case err == nil:
		t.Errorf("%T takes %T %.80v", dst, b.src, b.src)
	case !errors.As(err, &ce) || ce.Op != "Scan" || ce.Column != name:
		t.Errorf("%T: the error is a %T of %q: %v", dst, err, ce.Column, err)
	case ce.Reason == (id.Reason{}) || !errors.Is(err, ce.Reason) || b.reason != (id.Reason{}) && !errors.Is(err, b.reason):
		t.Errorf("%T.Scan(%.80v): the reason is %q, want %q: %v", dst, b.src, ce.Reason, b.reason, err)
	case !strings.Contains(err.Error(), b.remedy) || len(err.Error()) > 1000:
		t.Errorf("%T.Scan(%.80v): the error, of %d bytes, does not say %q: %.1000v", dst, b.src, len(err.Error()), b.remedy, err)
	}
}

// testNull: NULL is an error of the column type, and the zero value of the NULL form in SQL, JSON and text.
func (c columnTest[C, P, N, NP]) testNull(t *testing.T) {
	var want N
	got := c.null
	if err := NP(&got).Scan(nil); err != nil || got != want || !got.IsZero() {
		t.Errorf("Scan(nil) gives %v, %v", got, err)
	}
	if v, err := want.Value(); v != nil || err != nil {
		t.Errorf("Value of NULL is %v, %v", v, err)
	}
	if data, err := json.Marshal(want); string(data) != "null" || err != nil {
		t.Errorf("JSON of NULL is %s, %v", data, err)
	}
	got = c.null
	if err := json.Unmarshal([]byte("null"), &got); err != nil || got != want {
		t.Errorf("JSON null gives %v, %v", got, err)
	}
	if text, err := want.MarshalText(); len(text) != 0 || err != nil || want.String() != "NULL" {
		t.Errorf("the text of NULL is %q, %v, and String %q", text, err, want.String())
	}
	got = c.null
	if err := NP(&got).UnmarshalText(nil); err != nil || got != want {
		t.Errorf("an empty text gives %v, %v", got, err)
	}
	doc, err := json.Marshal(struct {
		A C `json:"a,omitzero"`
		B N `json:"b,omitzero"`
	}{})
	if err != nil || string(doc) != "{}" {
		t.Errorf("omitzero gives %s, %v", doc, err)
	}
}

// testZero: the zero ID is refused, unless the NULL form sends it on purpose as zeroIs, and is read as the type allows.
func (c columnTest[C, P, N, NP]) testZero(t *testing.T) {
	var zero C
	v, err := zero.Value()
	if v != nil || !errors.Is(err, id.ErrZero) || !strings.Contains(err.Error(), "generate one") {
		t.Errorf("Value of the zero ID gives %v, %v", v, err)
	}
	if !zero.IsZero() || c.zeroNull.IsZero() {
		t.Error("IsZero is wrong")
	}
	if text, err := zero.MarshalText(); text == nil || err != nil { // nil is a failure to BurntSushi/toml
		t.Errorf("the text of the zero ID is %#v, %v", text, err)
	}
	v, err = c.zeroNull.Value()
	if c.zeroIs == nil {
		if v != nil || !errors.Is(err, id.ErrZero) {
			t.Errorf("Value of a zero that is no identifier gives %v, %v", v, err)
		}
		return
	}
	if err != nil || !reflect.DeepEqual(v, c.zeroIs) {
		t.Errorf("Value of a zero sent on purpose gives %#v, %v, want %#v", v, err, c.zeroIs)
	}
	got, gotNull := c.good, c.null
	if err := P(&got).Scan(v); err != nil || got != zero {
		t.Errorf("a stored zero gives %v, %v", got, err)
	}
	if err := NP(&gotNull).Scan(v); err != nil || gotNull != c.zeroNull {
		t.Errorf("a stored zero gives %v, %v in the NULL form", gotNull, err)
	}
}

// testText: texts and JSON are those of the ID.
func (c columnTest[C, P, N, NP]) testText(t *testing.T) {
	want, _ := json.Marshal(map[string]any{"a": c.text, "b": c.text, "m": map[string]int{c.text: 1}})
	type document struct {
		A C         `json:"a"`
		B N         `json:"b"`
		M map[C]int `json:"m"`
	}
	data, err := json.Marshal(document{c.good, c.null, map[C]int{c.good: 1}})
	if err != nil || string(data) != string(want) {
		t.Fatalf("JSON is %s, %v, want %s", data, err, want)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil || doc.A != c.good || doc.B != c.null || doc.M[c.good] != 1 {
		t.Errorf("%s comes back as %v, %v", data, doc, err)
	}
	if b, err := c.good.AppendText([]byte("a ")); err != nil || string(b) != "a "+c.text {
		t.Errorf("AppendText gives %q, %v", b, err)
	}
	if text, err := c.null.MarshalText(); err != nil || string(text) != c.text {
		t.Errorf("MarshalText of the NULL form gives %q, %v", text, err)
	}
	// The scalars of gqlgen are those of JSON.
	var out bytes.Buffer
	err = errors.Join(c.good.MarshalGQLContext(t.Context(), &out), c.null.MarshalGQLContext(t.Context(), &out), (*new(N)).MarshalGQLContext(t.Context(), &out))
	if quoted, _ := json.Marshal(c.text); err != nil || out.String() != string(quoted)+string(quoted)+"null" {
		t.Errorf("GraphQL is %s, %v", out.Bytes(), err)
	}
	var fromGraph C
	var nullFromGraph N
	err = errors.Join(P(&fromGraph).UnmarshalGQLContext(t.Context(), c.text), NP(&nullFromGraph).UnmarshalGQLContext(t.Context(), c.text))
	if err != nil || fromGraph != c.good || nullFromGraph != c.null {
		t.Errorf("GraphQL comes back as %v, %v, %v", fromGraph, nullFromGraph, err)
	}
	for _, bad := range []any{json.Number("1"), int64(1), true, "?"} {
		if P(&fromGraph).UnmarshalGQLContext(t.Context(), bad) == nil {
			t.Errorf("GraphQL %v is taken", bad)
		}
	}
	if s := fmt.Sprintf("%v %s", c.good, c.null); s != c.text+" "+c.text {
		t.Errorf("it prints as %q", s)
	}
	var zero C
	var zeroNull N
	for _, in := range []string{`null`, `1`, `{}`, `[]`, `true`, `""`, `"?"`, `"é"`} {
		got, gotNull := c.good, c.null
		if err := json.Unmarshal([]byte(in), &got); err == nil && got != zero || got != zero {
			t.Errorf("JSON %s gives %v, %v", in, got, err)
		} else if err == nil && in != `""` { // which is a zero Wiji, as in netip.Addr
			t.Errorf("JSON %s is taken", in)
		}
		if err := json.Unmarshal([]byte(in), &gotNull); (err == nil) != (in == "null") || gotNull != zeroNull {
			t.Errorf("JSON %s gives %v, %v in the NULL form", in, gotNull, err)
		}
	}
	gotNull := c.null
	if err := NP(&gotNull).UnmarshalText([]byte("?")); err == nil || gotNull != zeroNull {
		t.Errorf("the text ? gives %v, %v", gotNull, err)
	}
}

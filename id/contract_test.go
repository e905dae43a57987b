package id_test

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/typename"
)

// identifier is what the contract says of an ID.
type identifier interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
	encoding.BinaryMarshaler
	IsZero() bool
	IsValid() bool
	Hex() string
}

type pointerTo[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	UnmarshalParam(string) error
}

// TestContract runs the table of the package's documentation over all formats.
func TestContract(t *testing.T) {
	t.Run("wiji", contract[wiji.ID](wiji.New(), wiji.ID{15: 1}, wiji.Parse, true))
	t.Run("wiji.For", contract[wiji.For[account]](wiji.NewFor[account](), wiji.For[account]{15: 1}, wiji.ParseFor[account], true))
	t.Run("ulid", contract[ulid.ID](ulid.New(), ulid.ID{}, ulid.Parse, false))
	t.Run("ulid.For", contract[ulid.For[account]](ulid.NewFor[account](), ulid.For[account]{}, ulid.ParseFor[account], false))
	t.Run("uuidv7", contract[uuidv7.ID](uuidv7.New(), uuidv7.ID{15: 1}, uuidv7.Parse, true))
	t.Run("uuidv7.For", contract[uuidv7.For[account]](uuidv7.NewFor[account](), uuidv7.For[account]{15: 1}, uuidv7.ParseFor[account], true))
	t.Run("scru160", contract[scru160.ID](scru160.New(), scru160.ID{}, scru160.Parse, false))
	t.Run("scru160.For", contract[scru160.For[account]](scru160.NewFor[account](), scru160.For[account]{}, scru160.ParseFor[account], false))
	t.Run("ulidflake", contract[ulidflake.ID](ulidflake.New(), -1, ulidflake.Parse, true))
	t.Run("ulidflake.For", contract[ulidflake.For[account]](ulidflake.NewFor[account](), -1, ulidflake.ParseFor[account], true))
	t.Run("uid11", contract[uid11.ID](uid11.New(), 0, uid11.Parse, false))
	t.Run("uid11.For", contract[uid11.For[account]](uid11.NewFor[account](), 0, uid11.ParseFor[account], false))
}

// account is a kind of typed IDs, with a prefix.
type account struct{}

func (account) IDPrefix() string { return "account" }

// contract tests x, an ID, and invalid, an invalid value if the format has one.
func contract[T identifier, P pointerTo[T]](x, invalid T, parse func(string) (T, error), hasInvalid bool) func(t *testing.T) {
	return func(t *testing.T) {
		emptyInput[T, P](t, x, parse)
		zeroValue[T, P](t)
		if hasInvalid {
			invalidValue(t, invalid)
		}
		verbs(t, x)
		checkLogsAndSQL(t, x)
	}
}

// emptyInput: nothing is the zero ID where an encoder could have written it, and an error
// where an ID is expected.
func emptyInput[T identifier, P pointerTo[T]](t *testing.T, x T, parse func(string) (T, error)) {
	for name, read := range map[string]func(*T) error{
		"UnmarshalText": func(y *T) error { return P(y).UnmarshalText(nil) }, "JSON": func(y *T) error { return json.Unmarshal([]byte(`""`), y) },
		"UnmarshalBinary": func(y *T) error { return P(y).UnmarshalBinary(nil) },
	} {
		y := x
		if err := read(&y); err != nil || !y.IsZero() {
			t.Errorf("%s of nothing gives %v, %v", name, y, err)
		}
	}
	for name, read := range map[string]func(*T) error{
		"Parse":          func(y *T) (err error) { *y, err = parse(""); return err },
		"UnmarshalParam": func(y *T) error { return P(y).UnmarshalParam("") },
		"JSON null":      func(y *T) error { return json.Unmarshal([]byte("null"), y) },
		"JSON number":    func(y *T) error { return json.Unmarshal([]byte("1"), y) },
		"Sscan":          func(y *T) error { _, err := fmt.Sscan("", y); return err },
	} {
		y := x
		if err := read(&y); err == nil || !y.IsZero() && name != "Sscan" {
			t.Errorf("%s of nothing gives %v", name, y)
		}
	}
}

// zeroValue: the zero ID has the empty text and the empty binary form.
func zeroValue[T identifier, P pointerTo[T]](t *testing.T) {
	var zero T
	text, err := zero.MarshalText()
	raw, err2 := zero.MarshalBinary()
	data, err3 := json.Marshal(struct{ ID T }{})
	if errors.Join(err, err2, err3) != nil || len(text) != 0 || len(raw) != 0 || string(data) != `{"ID":""}` {
		t.Errorf("the zero ID is %q, %x, %s, %v", text, raw, data, errors.Join(err, err2, err3))
	}
	if s := zero.String(); strings.Trim(s[strings.LastIndexByte(s, '_')+1:], "0-1") != "" || s == "" {
		t.Errorf("the zero ID shows %q", s)
	}
	var back struct{ ID T }
	if err := json.Unmarshal(data, &back); err != nil || !back.ID.IsZero() {
		t.Errorf("%s comes back as %v, %v", data, back, err)
	}
}

// invalidValue: String shows any value, and nothing else writes what could not be read.
func invalidValue[T identifier](t *testing.T, x T) {
	if x.IsValid() || x.String() == "" {
		t.Errorf("%v is valid: %v", x, x.IsValid())
	}
	_, err := x.MarshalText()
	_, err2 := x.MarshalBinary()
	_, err3 := json.Marshal(x)
	for _, err := range []error{err, err2, err3} {
		var syntax *id.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%v is written: %v", x, err)
		}
	}
}

// verbs: the text, and the bytes or the number for %d.
func verbs[T identifier](t *testing.T, x T) {
	digits := fmt.Sprintf("%d", any(x))
	if v := reflect.ValueOf(x); v.Kind() == reflect.Array {
		digits = fmt.Sprint(v.Convert(reflect.ArrayOf(v.Len(), reflect.TypeFor[byte]())).Interface())
	}
	for format, want := range map[string]string{
		"%v": x.String(), "%s": x.String(), "%+v": x.String(), "%q": `"` + x.String() + `"`,
		"%x": hex.EncodeToString([]byte(x.String())), "%d": digits,
	} {
		if got := fmt.Sprintf(format, x); got != want {
			t.Errorf("%s shows %s, want %s", format, got, want)
		}
	}
	if got, want := fmt.Sprintf("%#v", x), typename.For[T]()+"("+strconv.Quote(x.String())+")"; got != want {
		t.Errorf("%%#v shows %s, want %s", got, want)
	}
}

// checkLogsAndSQL: log records and arguments of SQL.
func checkLogsAndSQL[T identifier](t *testing.T, x T) {
	var out bytes.Buffer
	slog.New(slog.NewTextHandler(&out, nil)).Info("made", "id", x)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("made", "id", x)
	if s := out.String(); !strings.Contains(s, "id="+x.String()+"\n") || !strings.Contains(s, `"id":"`+x.String()+`"`) {
		t.Errorf("log records of %v are\n%s", x, s)
	}
	if _, err := any(x).(driver.Valuer).Value(); !errors.Is(err, id.ErrPlain) {
		t.Errorf("Value of %v: %v", x, err)
	}
}

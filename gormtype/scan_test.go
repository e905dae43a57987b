package gormtype

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

func TestScan(t *testing.T) {
	uuid := someWiji.UUID()
	for _, c := range []struct {
		name string
		dst  sql.Scanner // holds another ID before
		src  any
		want any   // of the column type, nil for an error
		err  error // what the error matches
	}{
		{"uuid", &ID[wiji.ID]{}, uuid, Of(someWiji), nil},
		{"raw", &ID[wiji.ID]{}, someWiji[:], Of(someWiji), nil},
		{"array", &ID[wiji.ID]{}, [16]byte(someWiji), Of(someWiji), nil},
		{"UUID text in bytes", &ID[wiji.ID]{}, []byte(uuid), nil, id.ErrLength},
		{"upper case", &ID[wiji.ID]{}, strings.ToUpper(uuid), nil, id.ErrNotCanonical},
		{"text", &ID[wiji.ID]{}, someWiji.String(), nil, id.ErrLength},
		{"NULL", &ID[wiji.ID]{}, nil, nil, sqltype.ErrNull},
		{"integer", &ID[wiji.ID]{}, int64(5), nil, sqltype.ErrSource},
		{"version", &ID[wiji.ID]{}, make([]byte, 16), nil, id.ErrVersion},
		{"20 bytes", &ID[scruID]{}, someScru[:], Of(someScru), nil},
		{"20 bytes as text", &ID[scruID]{}, someScru.String(), nil, sqltype.ErrSource},
		{"16 of 20 bytes", &ID[scruID]{}, someScru[:16], nil, id.ErrLength},
		{"int64", &ID[ulidflake.ID]{}, int64(someFlake), Of(someFlake), nil},
		{"digits", &ID[ulidflake.ID]{}, []byte(fmt.Sprint(int64(someFlake))), Of(someFlake), nil},
		{"raw integer", &ID[ulidflake.ID]{}, []byte{0, 0, 1, 0, 0, 0, 0, 5}, nil, id.ErrCharacter},
		{"negative", &ID[ulidflake.ID]{}, int64(-5), nil, id.ErrOverflow},
		{"uint64", &ID[uidID]{}, uint64(greatUID), Of(greatUID), nil},
		{"unsigned digits", &ID[uidID]{}, "9223372036854775813", Of(greatUID), nil},
		{"negative unsigned", &ID[uidID]{}, int64(-5), nil, id.ErrRange},
		{"float", &ID[uidID]{}, 5.0, nil, sqltype.ErrSource},
		{"text column", &Text[wiji.ID]{}, someWiji.String(), TextOf(someWiji), nil},
		{"text column in bytes", &Text[wiji.ID]{}, []byte(someWiji.String()), TextOf(someWiji), nil},
		{"lower case", &Text[wiji.ID]{}, strings.ToLower(someWiji.String()), nil, id.ErrNotCanonical},
		{"other form", &Text[wiji.ID]{}, uuid, nil, id.ErrNotCanonical},
		{"padded", &Text[wiji.ID]{}, someWiji.String() + " ", nil, id.ErrLength},
		{"empty", &Text[wiji.ID]{}, "", nil, id.ErrLength},
		{"bytes column", &Binary[wiji.ID]{}, someWiji[:], BinaryOf(someWiji), nil},
		{"bytes column as text", &Binary[wiji.ID]{}, uuid, nil, sqltype.ErrSource},
		{"bytes of an integer", &Binary[uidID]{}, []byte{128, 0, 0, 0, 0, 0, 0, 5}, BinaryOf(greatUID), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Whatever it held before must not be left.
			if c.want == nil {
				soil(c.dst)
			}
			err := c.dst.Scan(c.src)
			if c.want != nil {
				if got := fmt.Sprint(c.dst); err != nil || got != fmt.Sprint(c.want) {
					t.Errorf("got %s, error %v, want %v", got, err, c.want)
				}
				return
			}
			if !errors.Is(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if e := new(sqltype.ColumnError); !errors.As(err, &e) || !strings.HasPrefix(e.Column, "gormtype.") ||
				strings.Contains(err.Error(), "sqltype") {
				t.Errorf("the error names the wrong package: %v", err)
			}
			if !c.dst.(interface{ IsZero() bool }).IsZero() {
				t.Errorf("%v is left beside an error", c.dst)
			}
		})
	}
}

// TestScanKeepsNothing: drivers use their buffers again.
func TestScanKeepsNothing(t *testing.T) {
	for _, dst := range []sql.Scanner{&ID[wiji.ID]{}, &Binary[wiji.ID]{}} {
		buffer := bytes.Clone(someWiji[:])
		if err := dst.Scan(buffer); err != nil {
			t.Fatal(err)
		}
		clear(buffer)
		if got := fmt.Sprint(dst); got != someWiji.String() {
			t.Errorf("%T became %s", dst, got)
		}
	}
}

// TestValue: Value fails, and what it returns beside the error is the ID to GORM
// alone.
func TestValue(t *testing.T) {
	for _, v := range []interface {
		columnField
		fmt.Stringer
	}{Of(someWiji), Of(someScru), Of(greatUID), Of(someFlake), TextOf(someWiji), BinaryOf(greatUID), Of(wiji.ID{}), Of(wiji.ID{9: 0x20})} {
		text, err := v.(interface {
			Value() (driverValue, error)
		}).Value()
		if err == nil {
			t.Errorf("%T: no error", v)
		}
		s, ok := text.(columntype.HandedOver)
		if !ok {
			t.Fatalf("%T: GORM takes %T for a list", v, text)
		}
		dst := newOf(v)
		if err := dst.Scan(s); err != nil || fmt.Sprint(dst) != v.String() {
			t.Errorf("%v came back as %v, error %v", v, dst, err)
		}
	}
	text, _ := Of(someScru).Value()
	if err := new(ID[wiji.ID]).Scan(text); err == nil {
		t.Error("an ID of another size is taken")
	}
}

func TestText(t *testing.T) {
	x := Of(someWiji)
	data, err := json.Marshal(map[string]any{"a": x, "b": TextOf(greatUID), "c": BinaryOf(someScru), "d": (*ID[wiji.ID])(nil)})
	want := `{"a":"` + someWiji.String() + `","b":"` + greatUID.String() + `","c":"` + someScru.String() + `","d":null}`
	if err != nil || string(data) != want {
		t.Errorf("got %s, error %v, want %s", data, err, want)
	}
	var y ID[wiji.ID]
	if err := json.Unmarshal([]byte(`"`+someWiji.String()+`"`), &y); err != nil || y != x {
		t.Errorf("got %v, error %v", y, err)
	}
	for _, bad := range []string{`null`, `5`, `"x"`, `{}`} {
		z := x
		if err := json.Unmarshal([]byte(bad), &z); err == nil || !z.IsZero() {
			t.Errorf("%s: got %v, error %v", bad, z, err)
		} else if strings.Contains(err.Error(), "sqltype") {
			t.Errorf("%s: the error names the wrong package: %v", bad, err)
		}
	}
	if err := y.UnmarshalText([]byte("x")); err == nil || !y.IsZero() {
		t.Errorf("got %v, error %v", y, err)
	}
	if got := fmt.Sprint(x); got != someWiji.String() || x.V() != someWiji {
		t.Errorf("got %s", got)
	}
	if b, err := x.AppendText([]byte("=")); err != nil || string(b) != "="+someWiji.String() {
		t.Errorf("got %s, error %v", b, err)
	}
}

func TestGenerate(t *testing.T) {
	var a, b ID[wiji.ID]
	if err := errors.Join(a.Generate(), b.Generate()); err != nil || a == b || a.IsZero() {
		t.Errorf("got %v and %v, error %v", a, b, err)
	}
	raw := a.V()
	if at, ok, err := a.traits().Read(raw[:]); !ok || err != nil || time.Since(at).Abs() > time.Hour {
		t.Errorf("time %v, error %v", at, err)
	}
	x := Binary[foreignID]{{foreignID{5}}}
	if err := x.Generate(); !errors.Is(err, columntype.ErrGenerator) || !x.IsZero() {
		t.Errorf("a type with no generator: got %v, error %v", x, err)
	}
}

// soil sets an ID to a value that is not zero.
func soil(dst any) {
	switch x := reflect.ValueOf(dst).Elem().Index(0).Index(0); {
	case x.CanInt():
		x.SetInt(17)
	case x.CanUint():
		x.SetUint(17)
	default:
		x.Index(x.Len() - 1).SetUint(17)
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(someWiji.String()))
	f.Add(someWiji[:])
	f.Add(someScru[:])
	f.Add([]byte(someWiji.UUID()))
	f.Add([]byte("9223372036854775813"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, dst := range []sql.Scanner{
			&ID[wiji.ID]{}, &ID[scruID]{}, &ID[uidID]{}, &ID[ulidflake.ID]{}, &Text[wiji.ID]{}, &Text[uidID]{},
			&Binary[wiji.ID]{}, &Binary[uidID]{},
		} {
			for _, src := range []any{b, string(b)} {
				err := dst.Scan(src)
				if err != nil {
					if !dst.(interface{ IsZero() bool }).IsZero() {
						t.Fatalf("%T: %v is left beside an error", dst, dst)
					}
					continue
				}
				text, _ := dst.(interface {
					Value() (driverValue, error)
				}).Value()
				again := newOf(dst.(columnField))
				if err := again.Scan(text); err != nil || fmt.Sprint(again) != fmt.Sprint(dst) {
					t.Fatalf("%T: %q became %v and then %v, error %v", dst, b, dst, again, err)
				}
			}
		}
	})
}

// noText refuses each JSON value as a type of package json does.
type noText struct{ kind string }

func (n *noText) UnmarshalJSON([]byte) error {
	return &json.UnmarshalTypeError{Value: n.kind, Type: reflect.TypeFor[string]()}
}

// TestJSONErrors: the error of a JSON value that is no text is one to which package json adds
// the name of the field, as Go does before 1.27, and has nothing that a client of an API must
// not see.
func TestJSONErrors(t *testing.T) {
	for value, kind := range map[string]string{"null": "null", "5": "number", "true": "bool", "{}": "object", "[1]": "array"} {
		var body struct {
			UserID ID[wiji.ID] `json:"user_id"`
		}
		err := json.Unmarshal([]byte(`{"user_id":`+value+`}`), &body)
		control := struct {
			UserID noText `json:"user_id"`
		}{noText{kind}}
		want := json.Unmarshal([]byte(`{"user_id":`+value+`}`), &control)
		if err == nil || err.Error() != want.Error() || !strings.HasPrefix(err.Error(), "json: cannot unmarshal "+kind+" into Go ") {
			t.Errorf("%s: error %v, want %v", value, err, want)
		}
	}
}

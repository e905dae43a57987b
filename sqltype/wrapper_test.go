package sqltype_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// failing is a type whose generator fails half-way.
type failing int64

var errFailing = errors.New("failing: no clock")

func (f *failing) Generate() error { *f = 5; return errFailing }

func TestGenerate(t *testing.T) {
	var u sqltype.UUID[wiji.ID]
	var b sqltype.Binary[wiji.ID]
	var x sqltype.Text[wiji.ID]
	var i sqltype.Int64[ulidflake.ID]
	var n sqltype.Uint64[ulidflake.ID]
	for _, g := range []id.Generatable{&u, &b, &x, &i, &n} {
		if err := g.Generate(); err != nil {
			t.Errorf("%T: %v", g, err)
		}
	}
	if !(u.V.Compare(b.V) < 0 && b.V.Compare(x.V) < 0 && i.V < n.V && i.V > 0) {
		t.Errorf("%v, %v, %v and %v, %v do not grow", u, b, x, i, n)
	}
	f := sqltype.Int64Of(failing(1))
	if err := f.Generate(); !errors.Is(err, errFailing) || !f.IsZero() {
		t.Errorf("a generator that fails leaves %d, %v", f.V, err)
	}
	g := sqltype.UUIDOf(guid{1})
	if err := g.Generate(); !errors.Is(err, sqltype.ErrMethod) || !g.IsZero() || !strings.Contains(err.Error(), "*sqltype_test.guid has no Generate") {
		t.Errorf("a type without a generator gives %v, %v", g, err)
	}
}

// TestIntegerText: an integer without a text form is written in decimal digits.
func TestIntegerText(t *testing.T) {
	type document struct {
		A sqltype.Int64[snowflake]
		B sqltype.Uint64[sequence]
		C sqltype.Null[sqltype.Uint64[sequence]]
	}
	want := document{sqltype.Int64Of(snowflake(-1 << 63)), sqltype.Uint64Of(sequence(1<<64 - 1)), sqltype.NullOf(sqltype.Uint64Of(sequence(1 << 53)))}
	data, err := json.Marshal(want)
	const doc = `{"A":"-9223372036854775808","B":"18446744073709551615","C":"9007199254740992"}`
	if err != nil || string(data) != doc {
		t.Fatalf("%s, %v", data, err)
	}
	var got document
	if err := json.Unmarshal(data, &got); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	if s := fmt.Sprint(want.A, want.B); s != "-9223372036854775808 18446744073709551615" {
		t.Errorf("they print as %s", s)
	}
	for _, in := range []string{"", "-", "+1", "01", " 1", "9223372036854775808", "x"} {
		a := want.A
		if err := a.UnmarshalText([]byte(in)); err == nil || !a.IsZero() || !errors.As(err, new(*sqltype.ColumnError)) {
			t.Errorf("%q is read as %v, %v", in, a, err)
		}
	}
	b := want.B
	if err := b.UnmarshalText([]byte("18446744073709551616")); !errors.Is(err, id.ErrOverflow) || !b.IsZero() {
		t.Errorf("%v, %v", b, err)
	}
}

// TestNullZeroText: the empty text of a zero Wiji would come back as NULL.
func TestNullZeroText(t *testing.T) {
	n := sqltype.NullOf(sqltype.UUIDOf(wiji.ID{}))
	if text, err := n.MarshalText(); !errors.Is(err, id.ErrZero) {
		t.Errorf("%q, %v", text, err)
	}
	if data, err := json.Marshal(n); !errors.Is(err, id.ErrZero) {
		t.Errorf("%s, %v", data, err)
	}
	plain, err := json.Marshal(sqltype.UUIDOf(wiji.ID{}))
	if err != nil || string(plain) != `""` {
		t.Errorf("the plain form of a zero Wiji is %s, %v", plain, err)
	}
}

// TestValueOwnsBytes: what Value returned does not change, and changes nothing.
func TestValueOwnsBytes(t *testing.T) {
	b := sqltype.BinaryOf(wiji.New())
	v := must(b.Value()).([]byte)
	if cap(v) != len(v) {
		t.Errorf("an append to it would write into %d bytes of other memory", cap(v)-len(v))
	}
	clear(v)
	if b.IsZero() || slices.Equal(must(b.Value()).([]byte), v) {
		t.Error("the ID changed with the bytes")
	}
}

// TestConcurrent shares the scratch memory among goroutines.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 500 {
				v := guid{byte(g), 1, 2, byte(i), byte(i >> 8)}
				var u sqltype.UUID[guid]
				var x sqltype.Text[guid]
				if err := errors.Join(u.Scan(must(sqltype.UUIDOf(v).Value())), x.Scan(must(sqltype.TextOf(v).Value()))); err != nil || u.V != v || x.V != v {
					t.Errorf("%v comes back as %v, %v, %v", v, u, x, err)
				}
			}
		})
	}
	wg.Wait()
}

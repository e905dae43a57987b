package ulidflake_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/ulidflake"
)

func format() idtest.Format[ulidflake.ID] {
	return idtest.Format[ulidflake.ID]{
		Name: "ulidflake", Size: 8, TextSize: 13, Resolution: time.Millisecond,
		First: time.UnixMilli(ulidflake.EpochUnixMillis).UTC(), Last: ulidflake.Max().Time(),
		ZeroIsValid: true, Monotonic: true,
		New: ulidflake.New, Parse: ulidflake.Parse, MustParse: ulidflake.MustParse, FromBytes: ulidflake.FromBytes, Valid: ulidflake.Valid,
		Min: ulidflake.Min, Max: ulidflake.Max, MinAt: ulidflake.MinAt, MaxAt: ulidflake.MaxAt,
		Generator: func(clock func() time.Time) func() (ulidflake.ID, error) {
			// Of fixed randomness: a field that begins near its end overflows, by the format's rule.
			return (&ulidflake.Generator{Clock: clock, Rand: rand.NewChaCha8([32]byte{1})}).New
		},
		NewBlock: ulidflake.NewBlock, MaxBlock: ulidflake.MaxBlock,
		Readers: map[string]func(string) error{"ParseInt64": func(s string) error { _, err := ulidflake.ParseInt64(s); return err }},
	}
}

func TestConformance(t *testing.T) { idtest.Run(t, format()) }

// TestConformanceScalable runs the suite with a generator of the scalable layout.
func TestConformanceScalable(t *testing.T) {
	f := format()
	g := ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(31)}
	f.New = func() ulidflake.ID { return must(t)(g.NewWait(context.Background())) }
	f.Generator = func(clock func() time.Time) func() (ulidflake.ID, error) {
		return (&ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(31), Clock: clock, Rand: rand.NewChaCha8([32]byte{1})}).New
	}
	f.NewBlock, f.MaxBlock = (func(n int) (ulidflake.Block, error) {
		for {
			b, err := g.Block(n)
			if err == nil || !errors.Is(err, id.ErrOverflow) {
				return b, err
			}
			time.Sleep(100 * time.Microsecond)
		}
	}), 128
	idtest.Run(t, f)
}

// decimal is a number that the vectors give as a string or as a number.
type decimal uint64

func (d *decimal) UnmarshalJSON(b []byte) error {
	if len(b) > 1 && b[0] == '"' {
		b = b[1 : len(b)-1]
	}
	v, err := strconv.ParseUint(string(b), 10, 64)
	*d = decimal(v)
	return err
}

type valid struct {
	Name       string
	Int64      decimal
	Hex, Text  string
	UnixMillis decimal `json:"unix_ms"`
	Time       time.Time
	Standalone struct{ Timestamp, Random decimal }
	Scalable   struct{ Timestamp, Random, Scalability decimal }
}

type generation struct {
	Name     string
	Scalable bool
	Sid      uint8
	Init     []uint32
	Inc      []byte
	Clock    []int64
	Expect   []json.RawMessage
}

func load(t testing.TB) vector.File[valid, generation] {
	return vector.Load[valid, generation](t, "testdata/ulidflake.json")
}

func TestValidVectors(t *testing.T) {
	for _, v := range load(t).Valid {
		t.Run(v.Name, func(t *testing.T) {
			x, err := ulidflake.Parse(v.Text)
			if err != nil || int64(x) != int64(v.Int64) || x.String() != v.Text {
				t.Fatalf("Parse(%q) = %d (%v), %v, want %d", v.Text, int64(x), x, err, v.Int64)
			}
			raw := vector.Bytes(t, v.Hex)
			if y, err := ulidflake.FromBytes(raw); err != nil || y != x || x.Bytes() != [8]byte(raw) {
				t.Errorf("FromBytes(%x) = %v, %v; Bytes %x", raw, y, err, x.Bytes())
			}
			if y, err := ulidflake.FromInt64(int64(v.Int64)); err != nil || y != x {
				t.Errorf("FromInt64(%d) = %v, %v", v.Int64, y, err)
			}
			if y, err := ulidflake.ParseInt64(strconv.FormatUint(uint64(v.Int64), 10)); err != nil || y != x {
				t.Errorf("ParseInt64(%d) = %v, %v", v.Int64, y, err)
			}
			if x.UnixMillis() != int64(v.UnixMillis) || !x.Time().Equal(v.Time) {
				t.Errorf("UnixMillis %d, Time %v, want %d, %v", x.UnixMillis(), x.Time(), v.UnixMillis, v.Time)
			}
			alone := ulidflake.Fields{Timestamp: uint64(v.Standalone.Timestamp), Random: uint32(v.Standalone.Random)}
			if y, err := ulidflake.FromFields(alone); x.Fields() != alone || err != nil || y != x {
				t.Errorf("Fields %+v, want %+v; back: %v, %v", x.Fields(), alone, y, err)
			}
			scalable := ulidflake.ScalableFields{Timestamp: uint64(v.Scalable.Timestamp),
				Random: uint16(v.Scalable.Random), Scalability: uint8(v.Scalable.Scalability)}
			if y, err := ulidflake.FromScalable(scalable); x.Scalable() != scalable || err != nil || y != x {
				t.Errorf("Scalable %+v, want %+v; back: %v, %v", x.Scalable(), scalable, y, err)
			}
		})
	}
}

func TestNastyVectors(t *testing.T) {
	nasty := load(t).Nasty
	rest := vector.Run(t, nasty, map[string]func([]byte) (ulidflake.ID, error){
		"text":   func(b []byte) (ulidflake.ID, error) { return ulidflake.Parse(string(b)) },
		"int64":  func(b []byte) (ulidflake.ID, error) { return ulidflake.ParseInt64(string(b)) },
		"binary": ulidflake.FromBytes,
	})
	if len(rest) > 0 {
		t.Errorf("%d vectors are of a kind that no decoder was tested with: %+v", len(rest), rest)
	}
	for _, v := range nasty {
		if s := string(vector.Bytes(t, v.InputHex)); v.Kind == "text" && ulidflake.Valid(s) != (v.Expect == "accept") {
			t.Errorf("%s: Valid(%q) is wrong", v.Name, s)
		}
	}
}

// scriptedRand hands out what a vector says, by what is asked for: a step is one
// byte, and the first random field of a millisecond is more.
type scriptedRand struct {
	init []uint32
	inc  []byte
}

func (r *scriptedRand) Read(p []byte) (int, error) {
	if len(p) == 1 {
		if len(r.inc) == 0 {
			return 0, io.ErrUnexpectedEOF
		}
		p[0], r.inc = r.inc[0], r.inc[1:]
		return 1, nil
	}
	if len(r.init) == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	v := r.init[0]
	for i := len(p) - 1; i >= 0; i-- {
		p[i], v = byte(v), v>>8
	}
	r.init = r.init[1:]
	return len(p), nil
}

func TestGenerationVectors(t *testing.T) {
	for _, v := range load(t).Generation {
		t.Run(v.Name, func(t *testing.T) {
			var now int64
			script := &scriptedRand{init: v.Init, inc: v.Inc}
			g := &ulidflake.Generator{Scalable: v.Scalable, Rand: script,
				Clock: func() time.Time { return time.UnixMilli(now + ulidflake.EpochUnixMillis) }}
			if v.Scalable {
				g.Scalability = id.NodeOf(int(v.Sid))
			}
			if len(v.Clock) != len(v.Expect) {
				t.Fatal("not a result for each reading of the clock")
			}
			for i, want := range v.Expect {
				now = v.Clock[i]
				x, err := g.New()
				checkGenerated(t, i, v.Scalable, want, x, err)
			}
			if len(script.inc) != 0 {
				t.Errorf("%d steps are left over", len(script.inc))
			}
		})
	}
}

// checkGenerated compares a result with "error:overflow" or with [timestamp,
// random, scalability or null, text].
func checkGenerated(t *testing.T, call int, scalable bool, want json.RawMessage, x ulidflake.ID, err error) {
	t.Helper()
	if string(want) == `"error:overflow"` {
		if !errors.Is(err, id.ErrOverflow) || x != 0 {
			t.Errorf("call %d gives %v, %v, want an overflow", call, x, err)
		}
		return
	}
	var millis, random uint64
	var sid *uint8
	var text string
	if err := json.Unmarshal(want, &[]any{&millis, &random, &sid, &text}); err != nil {
		t.Fatal(err)
	}
	if err != nil || x.String() != text {
		t.Fatalf("call %d gives %v, %v, want %v", call, x, err, text)
	}
	if f := x.Fields(); !scalable && (f.Timestamp != millis || uint64(f.Random) != random || sid != nil) {
		t.Errorf("call %d gives %+v, want %s", call, f, want)
	}
	if f := x.Scalable(); scalable && (f.Timestamp != millis || uint64(f.Random) != random || f.Scalability != *sid) {
		t.Errorf("call %d gives %+v, want %s", call, f, want)
	}
}

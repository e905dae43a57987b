package scru160_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/scru160"
)

// settings lists the settings of the generators that the conformance suite runs with.
var settings = map[string]func(*scru160.Generator){
	"Micros":   func(g *scru160.Generator) { g.Micros = true },
	"Headroom": func(g *scru160.Generator) { g.Headroom = 15 },
	"Node":     func(g *scru160.Generator) { g.NodeBits, g.Node = 10, id.NodeOf(1023) },
	"Long":     func(g *scru160.Generator) { g.CounterBits = 16 },
	"All": func(g *scru160.Generator) {
		g.Micros, g.CounterBits, g.NodeBits, g.Node, g.Headroom = true, 8, 8, id.NodeOf(255), 3
	},
}

func format() idtest.Format[scru160.ID] {
	return idtest.Format[scru160.ID]{
		Name: "scru160", Size: 20, TextSize: 32, Resolution: time.Millisecond,
		First: time.UnixMilli(1), Last: time.UnixMilli(scru160.MaxTimestamp - 1),
		ZeroIsValid: true, Monotonic: true,
		New: scru160.New, Parse: scru160.Parse, MustParse: scru160.MustParse, FromBytes: scru160.FromBytes, Valid: scru160.Valid,
		Min: scru160.Min, Max: scru160.Max, MinAt: scru160.MinAt, MaxAt: scru160.MaxAt, At: scru160.At,
		Generator: func(clock func() time.Time) func() (scru160.ID, error) {
			return (&scru160.Generator{Clock: clock}).New
		},
		NewBlock: scru160.NewBlock, MaxBlock: scru160.MaxBlock,
		Readers: map[string]func(string) error{
			"CompareText":         func(s string) error { _, err := scru160.CompareText(s, strings.Repeat("0", 32)); return err },
			"CompareText, second": func(s string) error { _, err := scru160.CompareText(strings.Repeat("0", 32), s); return err },
		},
	}
}

func TestConformance(t *testing.T) { idtest.Run(t, format()) }

// TestConformanceSettings runs the suite with generators of all kinds of settings.
func TestConformanceSettings(t *testing.T) {
	for name, set := range settings {
		t.Run(name, func(t *testing.T) {
			f, g := format(), new(scru160.Generator)
			set(g)
			f.New = func() scru160.ID { return must(t, g) }
			f.Generator = func(clock func() time.Time) func() (scru160.ID, error) {
				g := &scru160.Generator{Clock: clock}
				set(g)
				return g.New
			}
			f.NewBlock = g.Block
			if bits := 6 + g.CounterBits; g.Micros && bits < 16 {
				f.MaxBlock = 1 << bits
			}
			idtest.Run(t, f)
		})
	}
}

type valid struct {
	Name   string
	Fields struct {
		Timestamp string
		Counter   uint16
		Random16  string
		Random80  string
	}
	AltCounter struct {
		Microsecond uint16
		Counter6    uint8
		Valid       bool `json:"valid_alt"`
	} `json:"alt_counter"`
	Reserved bool
	Time     *string
	Hex      string
	Text     string
}

type generation struct {
	Name   string
	Init   []uint32          `json:"counter_init"`
	State  *[2]int64         // timestamp and counter of the last ID
	Clock  []json.RawMessage `json:"clock_ms"`
	Expect []json.RawMessage // [timestamp, counter], or "error:…"
}

func load(t testing.TB) vector.File[valid, generation] {
	return vector.Load[valid, generation](t, "testdata/scru160.json")
}

func TestVectorsValid(t *testing.T) {
	for _, v := range load(t).Valid {
		t.Run(v.Name, func(t *testing.T) {
			millis, err := strconv.ParseUint(v.Fields.Timestamp, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			want := scru160.Fields{
				Timestamp: millis, Counter: v.Fields.Counter,
				Extension: binary.BigEndian.Uint16(vector.Bytes(t, v.Fields.Random16)),
				Random:    [10]byte(vector.Bytes(t, v.Fields.Random80)),
			}
			x := scru160.ID(vector.Bytes(t, v.Hex))
			if x.Fields() != want || [20]byte(x.Bytes()) != x {
				t.Errorf("Fields = %+v, want %+v", x.Fields(), want)
			}
			if x.String() != v.Text || x.Hex() != v.Hex {
				t.Errorf("the forms are %s and %s, want %s and %s", x, x.Hex(), v.Text, v.Hex)
			}
			if y, err := scru160.FromFields(want); err != nil || y != x {
				t.Errorf("FromFields(%+v) = %v, %v, want %v", want, y, err, x)
			}
			if y, err := scru160.FromBytes(vector.Bytes(t, v.Hex)); err != nil || y != x {
				t.Errorf("FromBytes(%s) = %v, %v", v.Hex, y, err)
			}
			for _, s := range []string{v.Text, v.Hex} {
				if y, err := scru160.Parse(s); err != nil || y != x || !scru160.Valid(s) {
					t.Errorf("Parse(%s) = %v, %v; Valid: %v", s, y, err, scru160.Valid(s))
				}
			}
			testViews(t, v, x)
		})
	}
}

// testViews tests what an ID says of itself, and the bounds of its millisecond.
func testViews(t *testing.T, v valid, x scru160.ID) {
	t.Helper()
	micros, counter, ok := x.AltCounter()
	if alt := v.AltCounter; micros != alt.Microsecond || counter != alt.Counter6 || ok != alt.Valid {
		t.Errorf("AltCounter = %d, %d, %v, want %+v", micros, counter, ok, alt)
	}
	if x.IsReserved() != v.Reserved {
		t.Errorf("IsReserved = %v", x.IsReserved())
	}
	if v.Time != nil && x.Time().Format("2006-01-02T15:04:05.000Z07:00") != *v.Time {
		t.Errorf("Time = %v, want %s", x.Time(), *v.Time)
	}
	if x.Time().UnixMilli() != x.UnixMillis() || v.Time == nil && x.Time().Year() < 10_000 {
		t.Errorf("Time = %v of %d ms", x.Time(), x.UnixMillis())
	}
	lo, err := scru160.MinAt(x.Time())
	hi, err2 := scru160.MaxAt(x.Time().Add(time.Millisecond - 1))
	if err := errors.Join(err, err2); err != nil || x.Compare(lo) < 0 || x.Compare(hi) > 0 || lo.UnixMillis() != hi.UnixMillis() {
		t.Errorf("%v is not between %v and %v, %v", x, lo, hi, err)
	}
}

func TestVectorsNasty(t *testing.T) {
	parse := func(b []byte) (scru160.ID, error) { return scru160.Parse(string(b)) }
	nasty := load(t).Nasty
	rest := vector.Run(t, nasty, map[string]func([]byte) (scru160.ID, error){
		"text": parse, "hex": parse, "binary": scru160.FromBytes,
	})
	if len(rest) > 0 {
		t.Errorf("%d vectors are of a kind that no decoder was tested with: %+v", len(rest), rest)
	}
	for _, n := range nasty {
		if s := string(vector.Bytes(t, n.InputHex)); n.Kind != "binary" && scru160.Valid(s) != (n.Expect == "accept") {
			t.Errorf("Valid(%q) = %v, want %s", s, scru160.Valid(s), n.Expect)
		}
	}
}

// script is a clock that shows its readings in turn, and the last one for ever.
type script struct{ readings []int64 }

func (s *script) read() time.Time {
	now := s.readings[0]
	if len(s.readings) > 1 {
		s.readings = s.readings[1:]
	}
	return time.UnixMilli(now)
}

// set takes a number, or a list of readings of one call.
func (s *script) set(t testing.TB, raw json.RawMessage) {
	t.Helper()
	if json.Unmarshal(raw, &s.readings) == nil {
		return
	}
	s.readings = make([]int64, 1)
	if err := json.Unmarshal(raw, &s.readings[0]); err != nil {
		t.Fatal(err)
	}
}

// initial is randomness that offers one initial value for the counter.
type initial struct{ value uint32 }

func (r *initial) Read(p []byte) (int, error) {
	clear(p)
	binary.BigEndian.PutUint32(p, r.value)
	return len(p), nil
}

// advanceTo brings a generator to where its last ID has the given counter.
func advanceTo(t testing.TB, g *scru160.Generator, random *initial, counter int64) {
	t.Helper()
	random.value = uint32(min(counter, 1<<15-1))
	for {
		x, err := g.New()
		if err != nil {
			t.Fatal(err)
		}
		if int64(x.Counter()) == counter {
			return
		}
	}
}

func TestVectorsGeneration(t *testing.T) {
	for _, v := range load(t).Generation {
		t.Run(v.Name, func(t *testing.T) {
			var clock script
			var random initial
			g := scru160.Generator{Clock: clock.read, Rand: &random}
			last := int64(-1)
			if v.State != nil {
				last = v.State[0]
				clock.readings = []int64{last}
				advanceTo(t, &g, &random, v.State[1])
			}
			for i, raw := range v.Clock {
				clock.set(t, raw)
				if len(v.Init) > 0 {
					random.value = v.Init[0]
				}
				x, err := g.New()
				if got, want := outcome(x, err), string(v.Expect[i]); got != strings.ReplaceAll(want, " ", "") {
					t.Errorf("call %d gives %s (%v), want %s", i, got, err, want)
				}
				if err == nil && x.UnixMillis() != last {
					last, v.Init = x.UnixMillis(), v.Init[1:] // each is for one timestamp
				}
			}
		})
	}
}

// outcome writes what a generator gave as the vectors do.
func outcome(x scru160.ID, err error) string {
	switch {
	case err == nil:
		return fmt.Sprintf("[%d,%d]", x.UnixMillis(), x.Counter())
	case !x.IsZero():
		return "an ID beside an error: " + hex.EncodeToString(x[:])
	case errors.Is(err, id.ErrReserved):
		return `"error:reserved"`
	case errors.Is(err, id.ErrRange):
		return `"error:range"`
	}
	return err.Error()
}

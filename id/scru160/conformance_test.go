package scru160_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

var format = idtest.Format[scru160.ID]{
	Name: "scru160", Size: 20, TextSize: 32, Resolution: time.Millisecond,
	First: time.UnixMilli(1), Last: time.UnixMilli(scru160.MaxTimestamp - 1),
	ZeroIsValid: true, Monotonic: true,
	New: scru160.New, Parse: scru160.Parse, MustParse: scru160.MustParse, FromBytes: scru160.FromBytes, Valid: scru160.Valid,
	Fixed: []byte{6: 0x80}, // the counter begins in its lower half
	Min:   scru160.Min, Max: scru160.Max, MinAt: scru160.MinAt, MaxAt: scru160.MaxAt, At: scru160.At, Compare: scru160.ID.Compare,
	Forms: []func(scru160.ID) string{scru160.ID.Hex},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[scru160.ID] {
		return &scru160.Generator{Clock: clock, Rand: rand}
	},
	Draws: 16, Room: 1<<16 - (1<<15 - 1), Full: "wait until it has passed that time, or use a new Generator",
	NewBlock: scru160.NewBlock, MaxBlock: scru160.MaxBlock,
	Replay: idtest.Replay(replay),
	Messages: map[string]error{
		`scru160: text "?": wrong length: it has 1 bytes, not 32 (base32hex) or 40 (hex)`:                                                                                              idtest.ErrorOf(scru160.Parse("?")),
		`scru160: text "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW": character outside the alphabet: "W" at byte 0 is not in the base32hex alphabet, 0 to 9 and A to V`:                          idtest.ErrorOf(scru160.Parse(strings.Repeat("W", 32))),
		`scru160: new ID: invalid setting: NodeBits is 8: Node is not set: set it to id.NodeOf(n), with another n for each generator that runs at the same time`:                       idtest.ErrorOf((&scru160.Generator{NodeBits: 8}).New()),
		`scru160: new ID: invalid setting: Node is 1: it does not fit NodeBits, which is 0`:                                                                                            idtest.ErrorOf((&scru160.Generator{Node: id.NodeOf(1)}).New()),
		`scru160: block of 65 IDs: out of range: a block has 1 to 64 IDs: draw several blocks; for a pool, set blocks.Size`:                                                            idtest.ErrorOf((&scru160.Generator{Micros: true}).Block(65)),
		`scru160: new ID: reserved timestamp: the clock shows 1970-01-01T00:00:00Z, and generators must not use the first and the last millisecond of the format: set the clock right`: idtest.ErrorOf((&scru160.Generator{Clock: idtest.NewClock(time.UnixMicro(0)).Read}).New()),
		`scru160: binary 0x00000000000000000000000000000000: wrong length: it has 16 bytes, not 20`:                                                                                    idtest.ErrorOf(scru160.FromBytes(make([]byte, 16))),
		`scru160: time 1969-12-31T23:59:59.999Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock or the argument`:                    idtest.ErrorOf(scru160.MinAt(time.UnixMilli(-1))),
	},
}

var (
	users  = idtest.Kind[scru160.For[idtest.User]]{New: scru160.NewFor[idtest.User], Parse: scru160.ParseFor[idtest.User]}
	orders = idtest.Kind[scru160.For[idtest.Order]]{New: scru160.NewFor[idtest.Order], Parse: scru160.ParseFor[idtest.Order]}
)

func TestConformance(t *testing.T)      { idtest.Run(t, format) }
func TestConformanceTyped(t *testing.T) { idtest.Typed(t, format, users, orders) }
func FuzzParse(f *testing.F)            { idtest.FuzzParse(f, format) }
func FuzzFromBytes(f *testing.F)        { idtest.FuzzFromBytes(f, format) }
func BenchmarkFormat(b *testing.B)      { idtest.Bench(b, format) }

// TestConformanceSettings runs the suite with generators of all kinds of settings.
func TestConformanceSettings(t *testing.T) {
	for name, c := range map[string]struct {
		set            func(*scru160.Generator)
		room, maxBlock int
	}{
		"Micros":   {func(g *scru160.Generator) { g.Micros = true }, 64 - 31, 64},
		"Headroom": {func(g *scru160.Generator) { g.Headroom = 15 }, 1 << 16, scru160.MaxBlock},
		"Node":     {func(g *scru160.Generator) { g.NodeBits, g.Node = 10, id.NodeOf(1023) }, format.Room, scru160.MaxBlock},
		"Long":     {func(g *scru160.Generator) { g.CounterBits = 16 }, 0, scru160.MaxBlock},
		"All": {func(g *scru160.Generator) {
			g.Micros, g.CounterBits, g.NodeBits, g.Node, g.Headroom = true, 8, 8, id.NodeOf(255), 3
		}, 1<<14 - (1<<10 - 1), 1 << 14},
	} {
		t.Run(name, func(t *testing.T) {
			f := format
			f.Room, f.MaxBlock = c.room, c.maxBlock
			f.Generator = func(clock func() time.Time, rand io.Reader) idtest.Generator[scru160.ID] {
				g := &scru160.Generator{Clock: clock, Rand: rand}
				c.set(g)
				return g
			}
			idtest.RunGenerator(t, f)
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
	Reserved  bool
	Hex, Text string
}

type generation struct {
	Name   string
	Init   []uint32          `json:"counter_init"`
	State  *[2]int64         // timestamp and counter of the last ID
	Clock  []json.RawMessage `json:"clock_ms"`
	Expect []json.RawMessage // [timestamp, counter], or "error:…"
}

func TestVectorsFields(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "scru160").Valid {
		want := scru160.Fields{
			Timestamp: idtest.Must(strconv.ParseUint(v.Fields.Timestamp, 10, 64)), Counter: v.Fields.Counter,
			Extension: binary.BigEndian.Uint16(idtest.FromHex(t, v.Fields.Random16)),
			Random:    [10]byte(idtest.FromHex(t, v.Fields.Random80)),
		}
		x := scru160.ID(idtest.FromHex(t, v.Hex))
		if x.Fields() != want {
			t.Errorf("%s: Fields = %+v, want %+v", v.Name, x.Fields(), want)
		}
		micros, counter, ok := x.AltCounter()
		if alt := v.AltCounter; micros != alt.Microsecond || counter != alt.Counter6 || ok != alt.Valid {
			t.Errorf("%s: AltCounter = %d, %d, %v, want %+v", v.Name, micros, counter, ok, alt)
		}
		if x.IsReserved() != v.Reserved {
			t.Errorf("%s: IsReserved = %v", v.Name, x.IsReserved())
		}
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
func advanceTo(g *scru160.Generator, random *initial, counter int64) {
	random.value = uint32(min(counter, 1<<15-1))
	for int64(idtest.Must(g.New()).Counter()) != counter {
		continue
	}
}

// replay runs a scripted generation.
func replay(t *testing.T, v generation) {
	var clock idtest.Script
	var random initial
	g := scru160.Generator{Clock: clock.Read, Rand: &random}
	last := int64(-1)
	if v.State != nil {
		last = v.State[0]
		clock.Set(t, time.Millisecond, idtest.Must(json.Marshal(last)))
		advanceTo(&g, &random, v.State[1])
	}
	for i, raw := range v.Clock {
		clock.Set(t, time.Millisecond, raw)
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

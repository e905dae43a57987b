package ulidflake_test

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

var format = idtest.Format[ulidflake.ID]{
	Name: "ulidflake", Size: 8, TextSize: 13, Resolution: time.Millisecond,
	First: sinceEpoch(0).UTC(), Last: ulidflake.Max().Time(),
	ZeroIsValid: true, Monotonic: true,
	New: ulidflake.New, Parse: ulidflake.Parse, MustParse: ulidflake.MustParse, FromBytes: ulidflake.FromBytes, Valid: ulidflake.Valid,
	Min: ulidflake.Min, Max: ulidflake.Max, MinAt: ulidflake.MinAt, MaxAt: ulidflake.MaxAt, At: ulidflake.At, Compare: ulidflake.ID.Compare,
	Back: map[string]func(ulidflake.ID) (ulidflake.ID, error){
		"decimal digits": func(x ulidflake.ID) (ulidflake.ID, error) {
			return ulidflake.ParseInt64(strconv.FormatInt(int64(x), 10))
		},
		"integer": func(x ulidflake.ID) (ulidflake.ID, error) {
			v, err := x.Int64()
			return ulidflake.ID(v), errors.Join(err, idtest.ErrorOf(ulidflake.FromInt64(v)))
		},
		"unsigned integer": func(x ulidflake.ID) (ulidflake.ID, error) {
			v, err := x.Uint64()
			return ulidflake.ID(v), errors.Join(err, idtest.ErrorOf(ulidflake.FromUint64(v)))
		},
	},
	Readers:  map[string]func(string) (ulidflake.ID, error){"int64": ulidflake.ParseInt64},
	NoAllocs: map[string]func(){"ParseInt64": func() { _, _ = ulidflake.ParseInt64("14246757444195114") }},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[ulidflake.ID] {
		return &ulidflake.Generator{Clock: clock, Rand: rand}
	},
	Draws: 3, Room: 1, Full: "has no room: try again in the next millisecond, or use NewWait or NewBlock",
	NewBlock: ulidflake.NewBlock, MaxBlock: ulidflake.MaxBlock,
	Replay: idtest.Replay(replay),
	Messages: map[string]error{
		`ulidflake: int64 "-1": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                                        idtest.ErrorOf(ulidflake.FromInt64(-1)),
		`ulidflake: uint64 "9223372036854775808": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                      idtest.ErrorOf(ulidflake.FromUint64(1 << 63)),
		`ulidflake: int64 "-2": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                                        idtest.ErrorOf(ulidflake.ID(-2).Int64()),
		`ulidflake: int64 "-3": overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                                        idtest.ErrorOf(ulidflake.ID(-3).Uint64()),
		`ulidflake: int64 "007": not the canonical form: remove the sign and leading zeros`:                                                                                            idtest.ErrorOf(ulidflake.ParseInt64("007")),
		`ulidflake: text "8000000000000": overflow: the greatest text is 7ZZZZZZZZZZZZ: the first character must be 0 to 7`:                                                            idtest.ErrorOf(ulidflake.Parse("8000000000000")),
		`ulidflake: new ID: invalid setting: Scalable is set and Machine is not: set it to id.NodeOf(n), with another n from 0 to 31 for each generator that runs at the same time`:    idtest.ErrorOf((&ulidflake.Generator{Scalable: true}).New()),
		`ulidflake: new ID: invalid setting: Machine is 3 and Scalable is not set: set Scalable, too`:                                                                                  idtest.ErrorOf((&ulidflake.Generator{Machine: id.NodeOf(3)}).New()),
		`ulidflake: block of 129 IDs: out of range: a block has 1 to 128 IDs: draw several blocks; for a pool, set blocks.Size`:                                                        idtest.ErrorOf((&ulidflake.Generator{Scalable: true, Machine: id.NodeOf(0)}).Block(129)),
		`ulidflake: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field; read a number as an int64 and use ulidflake.FromInt64`: new(ulidflake.ID).UnmarshalJSON([]byte("1234")),
		`ulidflake: binary 0x8000000000000000: overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from`:                                                         idtest.ErrorOf(ulidflake.FromBytes([]byte{0x80, 0, 0, 0, 0, 0, 0, 0})),
		`ulidflake: time 2023-12-31T23:59:59.999Z: outside the format's lifetime, 2024-01-01T00:00:00Z to 2302-09-27T15:10:22.207Z: check the clock or the argument`:                   idtest.ErrorOf(ulidflake.MinAt(time.UnixMilli(ulidflake.EpochUnixMillis - 1))),
	},
}

var (
	users  = idtest.Kind[ulidflake.For[idtest.User]]{New: ulidflake.NewFor[idtest.User], Parse: ulidflake.ParseFor[idtest.User]}
	orders = idtest.Kind[ulidflake.For[idtest.Order]]{New: ulidflake.NewFor[idtest.Order], Parse: ulidflake.ParseFor[idtest.Order]}
)

func TestConformance(t *testing.T)      { idtest.Run(t, format) }
func TestConformanceTyped(t *testing.T) { idtest.Typed(t, format, users, orders) }
func FuzzParse(f *testing.F)            { idtest.FuzzParse(f, format) }
func FuzzFromBytes(f *testing.F)        { idtest.FuzzFromBytes(f, format) }

// BenchmarkFormat: the format limits New to 4,000 IDs a millisecond.
func BenchmarkFormat(b *testing.B) { idtest.Bench(b, format) }

// TestConformanceScalable runs the suite with a generator of the scalable layout.
func TestConformanceScalable(t *testing.T) {
	f := format
	f.Draws, f.MaxBlock = 2, 128
	f.Generator = func(clock func() time.Time, rand io.Reader) idtest.Generator[ulidflake.ID] {
		return &ulidflake.Generator{Scalable: true, Machine: id.NodeOf(31), Clock: clock, Rand: rand}
	}
	idtest.RunGenerator(t, f)
}

type valid struct {
	Name, Text string
	Int64      idtest.Decimal
	UnixMillis idtest.Decimal `json:"unix_ms"`
	Standalone struct{ Timestamp, Random idtest.Decimal }
	Scalable   struct{ Timestamp, Random, Scalability idtest.Decimal }
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

func TestVectorsFields(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "ulidflake").Valid {
		x := idtest.Must(ulidflake.FromInt64(int64(v.Int64)))
		if x.String() != v.Text || x.UnixMillis() != int64(v.UnixMillis) {
			t.Errorf("%s: %d is %v of %d, want %s of %d", v.Name, v.Int64, x, x.UnixMillis(), v.Text, v.UnixMillis)
		}
		alone := ulidflake.Fields{Timestamp: uint64(v.Standalone.Timestamp), Random: uint32(v.Standalone.Random)}
		scalable := ulidflake.ScalableFields{Timestamp: uint64(v.Scalable.Timestamp),
			Random: uint16(v.Scalable.Random), Machine: uint8(v.Scalable.Scalability)}
		if x.Fields() != alone || x.Scalable() != scalable {
			t.Errorf("%s: Fields %+v, want %+v; Scalable %+v, want %+v", v.Name, x.Fields(), alone, x.Scalable(), scalable)
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

// replay runs a scripted generation.
func replay(t *testing.T, v generation) {
	var now int64
	script := &scriptedRand{init: v.Init, inc: v.Inc}
	g := &ulidflake.Generator{Scalable: v.Scalable, Rand: script,
		Clock: func() time.Time { return time.UnixMilli(now + ulidflake.EpochUnixMillis) }}
	if v.Scalable {
		g.Machine = id.NodeOf(int(v.Sid))
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
	if f := x.Scalable(); scalable && (f.Timestamp != millis || uint64(f.Random) != random || f.Machine != *sid) {
		t.Errorf("call %d gives %+v, want %s", call, f, want)
	}
}

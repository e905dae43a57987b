package wiji_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/wiji"
)

var format = idtest.Format[wiji.ID]{
	Name: "wiji", Size: 16, TextSize: 26, Resolution: time.Microsecond,
	First: time.UnixMicro(0), Last: time.UnixMicro(wiji.MaxTextTimestamp),
	Monotonic: true,
	New:       wiji.New, Parse: wiji.Parse, MustParse: wiji.MustParse, FromBytes: wiji.FromBytes, Valid: wiji.Valid,
	Min: wiji.Min, Max: wiji.Max, MinAt: wiji.MinAt, MaxAt: wiji.MaxAt, At: wiji.At, Compare: wiji.ID.Compare,
	Spell: func(text string) string { return substitutions.Replace(strings.ToUpper(text)) },
	Forms: []func(wiji.ID) string{wiji.ID.UUID, wiji.ID.Hex},
	Readers: map[string]func(string) (wiji.ID, error){
		"inspect": func(s string) (x wiji.ID, err error) { _, err = wiji.Inspect(s); return x, err },
	},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[wiji.ID] {
		return &wiji.Generator{Clock: clock, Rand: rand}
	},
	Draws: 7, Room: wiji.MaxSequence + 1, Full: "wait until it has passed that time, or use a new Generator",
	NewBlock: wiji.NewBlock, MaxBlock: wiji.MaxBlock,
	Replay: idtest.Replay(replay),
	Messages: map[string]error{
		`wiji: text "7ZZZZZZZZZZZZZZZZZZZZZZZZZ": first character out of range: the first character must be 0 or 1, for times before 2540-11-08: use the UUID, hex or binary form for later times`: idtest.ErrorOf(wiji.Parse("7" + strings.Repeat("Z", 25))),
		`wiji: text "8ZZZZZZZZZZZZZZZZZZZZZZZZZ": overflow: the value does not fit 128 bits: the first character must be 0 or 1, for times before 2540-11-08`:                                      idtest.ErrorOf(wiji.Parse("8" + strings.Repeat("Z", 25))),
		`wiji: text "01ARYZ6S41TSV4RRFFQ69G5FAV": unknown version: version 6, not 1: it looks like a ULID: use package ulid`:                                                                       idtest.ErrorOf(wiji.Parse("01ARYZ6S41TSV4RRFFQ69G5FAV")),
		`wiji: text "1ZZZZZZZZZZZZZZZZZZZZZZZZZ": unknown version: version 15, not 1: use Inspect to read the fields of any version`:                                                               idtest.ErrorOf(wiji.Parse("1" + strings.Repeat("Z", 25))),
		`wiji: text "069Q6ZXR120002M45BSQQG28T": wrong length: it has 25 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex)`:                                                                       idtest.ErrorOf(wiji.Parse("069Q6ZXR120002M45BSQQG28T")),
		`wiji: text "069Q6ZXR120002M45BSQQG28T!": character outside the alphabet: "!" at byte 25 is not in Crockford's Base32 alphabet (I, L, O and U mean 1, 1, 0 and V)`:                         idtest.ErrorOf(wiji.Parse("069Q6ZXR120002M45BSQQG28T!")),
		`wiji: binary 0x00000000000000000000000000000000: unknown version: version 0, not 1: use Inspect to read the fields of any version`:                                                        idtest.ErrorOf(wiji.FromBytes(make([]byte, 16))),
		`wiji: time 1969-12-31T23:59:59.999999Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 2540-11-07T23:35:09.481983Z: check the clock or the argument`:                              idtest.ErrorOf(wiji.MinAt(time.UnixMicro(-1))),
		`wiji: block of 0 IDs: out of range: a block has 1 to 65536 IDs: draw several blocks; for a pool, set blocks.Size`:                                                                         idtest.ErrorOf(wiji.NewBlock(0)),
		`wiji: json "null": not the text form: use a pointer, or a Null type of sqltype, for a value that can be null`:                                                                             new(wiji.ID).UnmarshalJSON([]byte("null")),
		`wiji: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field`:                                                                         new(wiji.ID).UnmarshalJSON([]byte("1234")),
	},
}

// substitutions are the letters that stand for digits.
var substitutions = strings.NewReplacer("I", "1", "L", "1", "O", "0", "U", "V")

var (
	users  = idtest.Kind[wiji.For[idtest.User]]{New: wiji.NewFor[idtest.User], Parse: wiji.ParseFor[idtest.User]}
	orders = idtest.Kind[wiji.For[idtest.Order]]{New: wiji.NewFor[idtest.Order], Parse: wiji.ParseFor[idtest.Order]}
)

func TestConformance(t *testing.T)      { idtest.Run(t, format) }
func TestConformanceTyped(t *testing.T) { idtest.Typed(t, format, users, orders) }
func FuzzParse(f *testing.F)            { idtest.FuzzParse(f, format) }
func FuzzFromBytes(f *testing.F)        { idtest.FuzzFromBytes(f, format) }
func FuzzBlock(f *testing.F)            { idtest.FuzzBlock(f, format) }
func BenchmarkFormat(b *testing.B)      { idtest.Bench(b, format) }

type valid struct {
	Name   string
	Fields struct {
		Micros   string `json:"timestamp_us"`
		Sequence uint16
		Version  uint8
		Random   string
	}
	Millis          string `json:"timestamp_ms"`
	Hex, Text, UUID string
	Parse           struct{ Text, Binary string }
}

type generation struct {
	Name    string
	Node    string
	Prefill *struct {
		Count int
		Clock int64 `json:"clock_us"`
	}
	Clock  []json.RawMessage `json:"clock_us"`
	Expect []string
	Text   []string `json:"expect_text"`
}

func TestVectorsFields(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "wiji").Valid {
		t.Run(v.Name, func(t *testing.T) {
			micros := idtest.Must(strconv.ParseUint(v.Fields.Micros, 10, 64))
			random := idtest.Must(strconv.ParseUint(v.Fields.Random, 16, 64))
			want := wiji.Fields{Timestamp: micros, Sequence: v.Fields.Sequence, Version: v.Fields.Version, Random: random}
			x := wiji.ID(idtest.FromHex(t, v.Hex))
			if x.Fields() != want || x.Sequence() != want.Sequence || x.UnixMicros() != int64(micros) {
				t.Errorf("Fields = %+v, want %+v", x.Fields(), want)
			}
			if got := strconv.FormatInt(x.UnixMillis(), 10); got != v.Millis {
				t.Errorf("UnixMillis = %s, want %s", got, v.Millis)
			}
			var version wiji.VersionError
			if _, err := wiji.FromBytes(x[:]); want.Version != wiji.Version && (!errors.As(err, &version) || uint8(version) != want.Version) {
				t.Errorf("%v does not carry version %d", err, want.Version)
			}
			for _, s := range []string{v.Text, v.UUID, v.Hex} {
				if f, err := wiji.Inspect(s); err != nil || f != want {
					t.Errorf("Inspect(%s) = %+v, %v, want %+v", s, f, err, want)
				}
			}
		})
	}
}

// replay runs a scripted generation.
func replay(t *testing.T, v generation) {
	var clock idtest.Script
	// Seven bytes, of which the high four bits do not count.
	g := wiji.Generator{Clock: clock.Read, Rand: strings.NewReader(string(idtest.FromHex(t, "f"+v.Node)))}
	if v.Prefill != nil {
		clock.Set(t, time.Microsecond, idtest.Must(json.Marshal(v.Prefill.Clock)))
		for range v.Prefill.Count {
			idtest.Must(g.New())
		}
	}
	for i, raw := range v.Clock {
		clock.Set(t, time.Microsecond, raw)
		x, err := g.New()
		if got := fmt.Sprintf("%x", x[:]); err != nil || got != v.Expect[i] || x.String() != v.Text[i] {
			t.Errorf("call %d gives %s, %s, %v, want %s, %s", i, got, x, err, v.Expect[i], v.Text[i])
		}
	}
}

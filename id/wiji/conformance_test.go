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
func BenchmarkTyped(b *testing.B)       { idtest.BenchTyped(b, format, users, orders) }

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

func TestVectorsGeneration(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "wiji").Generation {
		t.Run(v.Name, func(t *testing.T) {
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
		})
	}
}

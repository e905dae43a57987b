package wiji_test

import (
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
	"github.com/sortid/sortid/id/wiji"
)

func format() idtest.Format[wiji.ID] {
	return idtest.Format[wiji.ID]{
		Name: "wiji", Size: 16, TextSize: 26, Resolution: time.Microsecond,
		First: time.UnixMicro(0), Last: time.UnixMicro(wiji.MaxTextTimestamp),
		Monotonic: true,
		New:       wiji.New, Parse: wiji.Parse, MustParse: wiji.MustParse, FromBytes: wiji.FromBytes, Valid: wiji.Valid,
		Min: wiji.Min, Max: wiji.Max, MinAt: wiji.MinAt, MaxAt: wiji.MaxAt, At: wiji.At,
		Generator: func(clock func() time.Time) func() (wiji.ID, error) {
			return (&wiji.Generator{Clock: clock}).New
		},
		NewBlock: wiji.NewBlock, MaxBlock: wiji.MaxBlock,
		Readers: map[string]func(string) error{"Inspect": func(s string) error { _, err := wiji.Inspect(s); return err }},
	}
}

func TestConformance(t *testing.T) { idtest.Run(t, format()) }

// TestConformanceGenerator runs the suite with an application's own generator.
func TestConformanceGenerator(t *testing.T) {
	f, g := format(), new(wiji.Generator)
	f.New = func() wiji.ID { return must(g.New()) }
	f.NewBlock = g.Block
	idtest.Run(t, f)
}

type valid struct {
	Name   string
	Fields struct {
		Micros   string `json:"timestamp_us"`
		Sequence uint16
		Version  uint8
		Random   string
	}
	Millis string `json:"timestamp_ms"`
	Time   *string
	Hex    string
	Text   string
	UUID   string
	Parse  struct{ Text, Binary string }
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

func load(t testing.TB) vector.File[valid, generation] {
	return vector.Load[valid, generation](t, "testdata/wiji.json")
}

func TestVectorsValid(t *testing.T) {
	for _, v := range load(t).Valid {
		t.Run(v.Name, func(t *testing.T) {
			micros, err := strconv.ParseUint(v.Fields.Micros, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			random, err := strconv.ParseUint(v.Fields.Random, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			want := wiji.Fields{Timestamp: micros, Sequence: v.Fields.Sequence, Version: v.Fields.Version, Random: random}
			x := wiji.ID(vector.Bytes(t, v.Hex))
			if x.Fields() != want || x.Random() != random || x.Sequence() != want.Sequence || x.UnixMicros() != int64(micros) {
				t.Errorf("Fields = %+v, want %+v", x.Fields(), want)
			}
			if x.String() != v.Text || x.UUID() != v.UUID || x.Hex() != v.Hex {
				t.Errorf("the forms are %s, %s and %s, want %s, %s and %s", x, x.UUID(), x.Hex(), v.Text, v.UUID, v.Hex)
			}
			if got := strconv.FormatInt(x.UnixMillis(), 10); got != v.Millis {
				t.Errorf("UnixMillis = %s, want %s", got, v.Millis)
			}
			if v.Time != nil && x.Time().Format("2006-01-02T15:04:05.000000Z07:00") != *v.Time {
				t.Errorf("Time = %v, want %s", x.Time(), *v.Time)
			}
			testDecoders(t, v, x, want)
		})
	}
}

// testDecoders tests what each decoder does with a vector: texts and bytes differ
// in the times that they take.
func testDecoders(t *testing.T, v valid, x wiji.ID, want wiji.Fields) {
	t.Helper()
	check := func(form, expect string, got wiji.ID, err error) {
		t.Helper()
		_, reason, rejected := strings.Cut(expect, "reject:")
		switch {
		case !rejected && (err != nil || got != x):
			t.Errorf("%s: %v, %v, want %v", form, got, err, x)
		case rejected:
			vector.Nasty{Name: v.Name, Kind: form, Reason: reason}.Refused(t, err)
		}
		var version wiji.VersionError
		if reason == "version" && (!errors.As(err, &version) || uint8(version) != v.Fields.Version) {
			t.Errorf("%s: %v does not carry version %d", form, err, v.Fields.Version)
		}
	}
	got, err := wiji.Parse(v.Text)
	check("text", v.Parse.Text, got, err)
	if wiji.Valid(v.Text) != (v.Parse.Text == "accept") {
		t.Errorf("Valid(%s) = %v", v.Text, wiji.Valid(v.Text))
	}
	got, err = wiji.FromBytes(x[:])
	check("binary", v.Parse.Binary, got, err)
	got, err = wiji.Parse(v.UUID)
	check("uuid", v.Parse.Binary, got, err)
	got, err = wiji.Parse(v.Hex)
	check("hex", v.Parse.Binary, got, err)
	got, err = wiji.FromFields(want)
	if v.Fields.Version == wiji.Version && (err != nil || got != x) || v.Fields.Version != wiji.Version && !errors.Is(err, id.ErrVersion) {
		t.Errorf("FromFields(%+v) = %v, %v, want %v", want, got, err, x)
	}
	for _, s := range []string{v.Text, v.UUID, v.Hex} {
		if f, err := wiji.Inspect(s); err != nil || f != want {
			t.Errorf("Inspect(%s) = %+v, %v, want %+v", s, f, err, want)
		}
	}
	// Nothing goes out that could not come back.
	if _, err := x.MarshalText(); (err == nil) != (v.Parse.Text == "accept") {
		t.Errorf("MarshalText: %v, and Parse: %s", err, v.Parse.Text)
	}
	if _, err := x.MarshalBinary(); (err == nil) != (v.Parse.Binary == "accept") {
		t.Errorf("MarshalBinary: %v, and FromBytes: %s", err, v.Parse.Binary)
	}
}

func TestVectorsNasty(t *testing.T) {
	parse := func(b []byte) (wiji.ID, error) { return wiji.Parse(string(b)) }
	rest := vector.Run(t, load(t).Nasty, map[string]func([]byte) (wiji.ID, error){
		"text": parse, "uuid": parse, "hex": parse, "binary": wiji.FromBytes,
	})
	if len(rest) > 0 {
		t.Errorf("%d vectors are of a kind that no decoder was tested with: %+v", len(rest), rest)
	}
}

// script is a clock that shows the readings of the present call in turn, and the
// last one for ever.
type script struct{ readings []int64 }

func (s *script) read() time.Time {
	now := s.readings[0]
	if len(s.readings) > 1 {
		s.readings = s.readings[1:]
	}
	return time.UnixMicro(now)
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

func TestVectorsGeneration(t *testing.T) {
	for _, v := range load(t).Generation {
		t.Run(v.Name, func(t *testing.T) {
			var clock script
			// Seven bytes, of which the high four bits do not count.
			g := wiji.Generator{Clock: clock.read, Rand: strings.NewReader(string(vector.Bytes(t, "f"+v.Node)))}
			if v.Prefill != nil {
				clock.readings = []int64{v.Prefill.Clock}
				for range v.Prefill.Count {
					if _, err := g.New(); err != nil {
						t.Fatal(err)
					}
				}
			}
			for i, raw := range v.Clock {
				clock.set(t, raw)
				x, err := g.New()
				if err != nil {
					t.Fatal(err)
				}
				if got := fmt.Sprintf("%x", x[:]); got != v.Expect[i] || x.String() != v.Text[i] {
					t.Errorf("call %d gives %s, %s, want %s, %s", i, got, x, v.Expect[i], v.Text[i])
				}
			}
		})
	}
}

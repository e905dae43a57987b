package uuidv7_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/uuidv7"
)

func format() idtest.Format[uuidv7.ID] {
	return idtest.Format[uuidv7.ID]{
		Name: "uuidv7", Size: 16, TextSize: 36, Resolution: time.Millisecond,
		First: time.UnixMilli(0), Last: time.UnixMilli(uuidv7.MaxTimestamp),
		Monotonic: true,
		New:       uuidv7.New, Parse: uuidv7.Parse, MustParse: uuidv7.MustParse, FromBytes: uuidv7.FromBytes, Valid: uuidv7.Valid,
		Min: uuidv7.Min, Max: uuidv7.Max, MinAt: uuidv7.MinAt, MaxAt: uuidv7.MaxAt, At: uuidv7.At,
		Generator: func(clock func() time.Time) func() (uuidv7.ID, error) {
			return (&uuidv7.Generator{Clock: clock}).New
		},
		NewBlock: uuidv7.NewBlock, MaxBlock: uuidv7.MaxBlock,
	}
}

func TestConformance(t *testing.T) { idtest.Run(t, format()) }

// TestConformanceGenerator runs the suite with an application's own generator.
func TestConformanceGenerator(t *testing.T) {
	f, g := format(), new(uuidv7.Generator)
	f.New = func() uuidv7.ID { return must(g.New()) }
	f.NewBlock = g.Block
	idtest.Run(t, f)
}

type valid struct {
	Name   string
	Fields struct {
		Millis string `json:"timestamp_ms"`
		RandA  uint16 `json:"rand_a"`
		RandB  string `json:"rand_b"`
	}
	Time *string
	Hex  string
	Text string
}

// accept is another spelling of an ID.
type accept struct{ Name, Kind, Input, Hex string }

type generation struct {
	Name   string
	Clock  []string `json:"clock_ns"`
	Expect []string `json:"expect_high_64_bits"`
}

func load(t testing.TB) vector.File[valid, generation] {
	return vector.Load[valid, generation](t, "testdata/uuidv7.json")
}

func TestVectorsValid(t *testing.T) {
	for _, v := range load(t).Valid {
		t.Run(v.Name, func(t *testing.T) {
			want := uuidv7.Fields{
				Timestamp: parseUint(t, v.Fields.Millis, 10), RandA: v.Fields.RandA, Random: parseUint(t, v.Fields.RandB, 16),
			}
			x := uuidv7.ID(vector.Bytes(t, v.Hex))
			if x.Fields() != want || x.RandA() != want.RandA || x.Random() != want.Random || x.Version() != uuidv7.Version || !x.IsValid() {
				t.Errorf("Fields = %+v, want %+v", x.Fields(), want)
			}
			if x.UnixMillis() != int64(want.Timestamp) {
				t.Errorf("UnixMillis = %d, want %d", x.UnixMillis(), want.Timestamp)
			}
			if x.String() != v.Text || x.UUID() != v.Text || x.Hex() != v.Hex {
				t.Errorf("the forms are %s, %s and %s, want %s and %s", x, x.UUID(), x.Hex(), v.Text, v.Hex)
			}
			if v.Time != nil && x.Time().Format("2006-01-02T15:04:05.000Z07:00") != *v.Time {
				t.Errorf("Time = %v, want %s", x.Time(), *v.Time)
			}
			for _, text := range []string{v.Text, v.Hex} {
				if y, err := uuidv7.Parse(text); y != x || err != nil || !uuidv7.Valid(text) {
					t.Errorf("Parse(%s) = %v, %v", text, y, err)
				}
			}
			if y, err := uuidv7.FromFields(want); y != x || err != nil {
				t.Errorf("FromFields(%+v) = %v, %v", want, y, err)
			}
			if y, err := uuidv7.FromBytes(x[:]); y != x || err != nil {
				t.Errorf("FromBytes(%x) = %v, %v", x[:], y, err)
			}
		})
	}
}

func parseUint(t *testing.T, s string, base int) uint64 {
	t.Helper()
	v, err := strconv.ParseUint(s, base, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVectorsAccept: Parse takes other spellings, which are no form of their own.
func TestVectorsAccept(t *testing.T) {
	data, err := os.ReadFile("testdata/uuidv7.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Accept []accept }
	if err := json.Unmarshal(data, &file); err != nil || len(file.Accept) == 0 {
		t.Fatalf("%d spellings, %v", len(file.Accept), err)
	}
	for _, v := range file.Accept {
		x, err := uuidv7.Parse(v.Input)
		if v.Kind != "text" || err != nil || x.Hex() != v.Hex {
			t.Errorf("%s: Parse(%s) = %v, %v, want %s", v.Name, v.Input, x, err, v.Hex)
		}
	}
}

func TestVectorsNasty(t *testing.T) {
	rest := vector.Run(t, load(t).Nasty, map[string]func([]byte) (uuidv7.ID, error){
		"text": func(b []byte) (uuidv7.ID, error) { return uuidv7.Parse(string(b)) }, "binary": uuidv7.FromBytes,
	})
	if len(rest) > 0 {
		t.Errorf("%d vectors are of a kind that no decoder was tested with: %+v", len(rest), rest)
	}
}

// counting is a source of randomness whose bytes count up.
type counting struct{ next byte }

func (c *counting) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = c.next
		c.next++
	}
	return len(p), nil
}

func TestVectorsGeneration(t *testing.T) {
	for _, v := range load(t).Generation {
		t.Run(v.Name, func(t *testing.T) {
			var nanos uint64
			g := uuidv7.Generator{Clock: func() time.Time { return time.Unix(0, int64(nanos)) }, Rand: new(counting)}
			for i, at := range v.Clock {
				nanos = parseUint(t, at, 10)
				x, err := g.New()
				if err != nil {
					t.Fatal(err)
				}
				// Eight bytes for each ID, of which the low two bits do not count.
				random := fmt.Sprintf("%02x%02x", byte(8*i)>>2|0x80, byte(8*i)<<6|byte(8*i+1)>>2)
				if got := fmt.Sprintf("%x", x[:]); got[:16] != v.Expect[i] || got[16:20] != random {
					t.Errorf("call %d at %s gives %s, want %s%s…", i, at, got, v.Expect[i], random)
				}
			}
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

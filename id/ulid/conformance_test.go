package ulid_test

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/ulid"
)

func format(monotonic bool) idtest.Format[ulid.ID] {
	return idtest.Format[ulid.ID]{
		Name: "ulid", Size: 16, TextSize: 26, Resolution: time.Millisecond,
		First: time.UnixMilli(0), Last: time.UnixMilli(ulid.MaxTimestamp),
		ZeroIsValid: true, Monotonic: monotonic,
		New: ulid.New, Parse: ulid.Parse, MustParse: ulid.MustParse, FromBytes: ulid.FromBytes, Valid: ulid.Valid,
		Min: ulid.Min, Max: ulid.Max, MinAt: ulid.MinAt, MaxAt: ulid.MaxAt, At: ulid.At,
		Generator: func(clock func() time.Time) func() (ulid.ID, error) {
			return (&ulid.Generator{Clock: clock, Plain: !monotonic}).New
		},
		NewBlock: ulid.NewBlock, MaxBlock: ulid.MaxBlock,
	}
}

func TestConformance(t *testing.T)      { idtest.Run(t, format(true)) }
func TestConformancePlain(t *testing.T) { idtest.Run(t, format(false)) }

// TestConformanceGenerator runs the suite with an application's own generator.
func TestConformanceGenerator(t *testing.T) {
	f, g := format(true), new(ulid.Generator)
	f.New = func() ulid.ID { return must(t, g) }
	f.NewBlock = g.Block
	idtest.Run(t, f)
}

type valid struct {
	Name   string
	Fields struct {
		Millis string `json:"timestamp_ms"`
		Random string
	}
	Time *string
	Hex  string
	Text string
	UUID string
}

type generation struct {
	Name    string
	Entropy []string
	Clock   []int64 `json:"clock_ms"`
	Expect  []string
}

func load(t testing.TB) vector.File[valid, generation] {
	return vector.Load[valid, generation](t, "testdata/ulid.json")
}

func TestVectorsValid(t *testing.T) {
	for _, v := range load(t).Valid {
		t.Run(v.Name, func(t *testing.T) {
			millis, err := strconv.ParseUint(v.Fields.Millis, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			want := ulid.Fields{Timestamp: millis, Random: [10]byte(vector.Bytes(t, v.Fields.Random))}
			x := ulid.ID(vector.Bytes(t, v.Hex))
			if x.Fields() != want || x.UnixMillis() != int64(millis) || x.Random() != want.Random || [16]byte(x.Bytes()) != x {
				t.Errorf("Fields = %+v, want %+v", x.Fields(), want)
			}
			if x.String() != v.Text || x.UUID() != v.UUID || x.Hex() != v.Hex {
				t.Errorf("the forms are %s, %s and %s, want %s, %s and %s", x, x.UUID(), x.Hex(), v.Text, v.UUID, v.Hex)
			}
			if y, err := ulid.FromFields(want); err != nil || y != x {
				t.Errorf("FromFields(%+v) = %v, %v, want %v", want, y, err, x)
			}
			if y, err := ulid.FromBytes(vector.Bytes(t, v.Hex)); err != nil || y != x {
				t.Errorf("FromBytes(%s) = %v, %v", v.Hex, y, err)
			}
			for _, s := range []string{v.Text, v.UUID, v.Hex} {
				if y, err := ulid.Parse(s); err != nil || y != x || !ulid.Valid(s) {
					t.Errorf("Parse(%s) = %v, %v; Valid: %v", s, y, err, ulid.Valid(s))
				}
			}
			testTime(t, v, x)
		})
	}
}

// testTime tests the time of a vector, and the bounds of its millisecond. The
// vectors give no time where RFC 3339 ends; the milliseconds go on.
func testTime(t *testing.T, v valid, x ulid.ID) {
	t.Helper()
	if v.Time != nil && x.Time().Format("2006-01-02T15:04:05.000Z07:00") != *v.Time {
		t.Errorf("Time = %v, want %s", x.Time(), *v.Time)
	}
	if x.Time().UnixMilli() != x.UnixMillis() || v.Time == nil && x.Time().Year() < 10_000 {
		t.Errorf("Time = %v of %d ms", x.Time(), x.UnixMillis())
	}
	lo, err := ulid.MinAt(x.Time())
	hi, err2 := ulid.MaxAt(x.Time().Add(time.Millisecond - 1))
	if err := errors.Join(err, err2); err != nil || x.Compare(lo) < 0 || x.Compare(hi) > 0 || lo.UnixMillis() != hi.UnixMillis() {
		t.Errorf("%v is not between %v and %v, %v", x, lo, hi, err)
	}
}

func TestVectorsNasty(t *testing.T) {
	parse := func(b []byte) (ulid.ID, error) { return ulid.Parse(string(b)) }
	nasty := load(t).Nasty
	rest := vector.Run(t, nasty, map[string]func([]byte) (ulid.ID, error){
		"text": parse, "uuid": parse, "hex": parse, "binary": ulid.FromBytes,
	})
	if len(rest) > 0 {
		t.Errorf("%d vectors are of a kind that no decoder was tested with: %+v", len(rest), rest)
	}
	for _, n := range nasty {
		if s := string(vector.Bytes(t, n.InputHex)); n.Kind != "binary" && ulid.Valid(s) != (n.Expect == "accept") {
			t.Errorf("Valid(%q) = %v, want %s", s, ulid.Valid(s), n.Expect)
		}
	}
}

func TestVectorsGeneration(t *testing.T) {
	for _, v := range load(t).Generation {
		t.Run(v.Name, func(t *testing.T) {
			var now int64
			random := bytes.NewReader(vector.Bytes(t, strings.Join(v.Entropy, "")))
			g := ulid.Generator{Clock: func() time.Time { return time.UnixMilli(now) }, Rand: random}
			for i := range v.Clock {
				now = v.Clock[i]
				x, err := g.New()
				if v.Expect[i] == "error:overflow" {
					if !errors.Is(err, id.ErrOverflow) || !x.IsZero() {
						t.Errorf("call %d gives %v, %v, want an overflow", i, x, err)
					}
					continue
				}
				if err != nil || x.String() != v.Expect[i] {
					t.Errorf("call %d gives %v, %v, want %s", i, x, err, v.Expect[i])
				}
			}
			if random.Len() > 0 {
				t.Errorf("%d bytes of the randomness were not drawn", random.Len())
			}
		})
	}
}

package uuidv7_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uuidv7"
)

var format = idtest.Format[uuidv7.ID]{
	Name: "uuidv7", Size: 16, TextSize: 36, Resolution: time.Millisecond,
	First: time.UnixMilli(0), Last: time.UnixMilli(uuidv7.MaxTimestamp),
	Monotonic: true,
	New:       uuidv7.New, Parse: uuidv7.Parse, MustParse: uuidv7.MustParse, FromBytes: uuidv7.FromBytes, Valid: uuidv7.Valid,
	Min: uuidv7.Min, Max: uuidv7.Max, MinAt: uuidv7.MinAt, MaxAt: uuidv7.MaxAt, At: uuidv7.At, Compare: uuidv7.ID.Compare,
	Forms: []func(uuidv7.ID) string{uuidv7.ID.Hex},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[uuidv7.ID] {
		return &uuidv7.Generator{Clock: clock, Rand: rand}
	},
	Draws: 8, Room: maxLead, Full: "wait until it has passed that time, or use a new Generator",
	NewBlock: uuidv7.NewBlock, MaxBlock: uuidv7.MaxBlock,
}

var (
	users  = idtest.Kind[uuidv7.For[idtest.User]]{New: uuidv7.NewFor[idtest.User], Parse: uuidv7.ParseFor[idtest.User]}
	orders = idtest.Kind[uuidv7.For[idtest.Order]]{New: uuidv7.NewFor[idtest.Order], Parse: uuidv7.ParseFor[idtest.Order], TextSize: 26}
)

func TestConformance(t *testing.T)      { idtest.Run(t, format) }
func TestConformanceTyped(t *testing.T) { idtest.Typed(t, format, users, orders) }
func FuzzParse(f *testing.F)            { idtest.FuzzParse(f, format) }
func FuzzFromBytes(f *testing.F)        { idtest.FuzzFromBytes(f, format) }
func BenchmarkFormat(b *testing.B)      { idtest.Bench(b, format) }
func BenchmarkTyped(b *testing.B)       { idtest.BenchTyped(b, format, users, orders) }

type valid struct {
	Name   string
	Fields struct {
		Millis string `json:"timestamp_ms"`
		RandA  uint16 `json:"rand_a"`
		RandB  string `json:"rand_b"`
	}
	Hex string
}

// accept is another spelling of an ID.
type accept struct{ Name, Kind, Input, Hex string }

type generation struct {
	Name   string
	Clock  []string `json:"clock_ns"`
	Expect []string `json:"expect_high_64_bits"`
}

func TestVectorsFields(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "uuidv7").Valid {
		millis, random := idtest.Must(strconv.ParseUint(v.Fields.Millis, 10, 64)), idtest.Must(strconv.ParseUint(v.Fields.RandB, 16, 64))
		want := uuidv7.Fields{Timestamp: millis, RandA: v.Fields.RandA, Random: random}
		x := uuidv7.ID(idtest.FromHex(t, v.Hex))
		if x.Fields() != want || x.RandA() != want.RandA || x.Version() != uuidv7.Version {
			t.Errorf("%s: Fields = %+v, want %+v", v.Name, x.Fields(), want)
		}
		if x.UUID() != x.String() {
			t.Errorf("%s: the forms are %s and %s", v.Name, x.UUID(), x)
		}
	}
}

// TestVectorsAccept: Parse takes other spellings, which are no form of their own.
func TestVectorsAccept(t *testing.T) {
	var file struct{ Accept []accept }
	if err := json.Unmarshal(idtest.Must(os.ReadFile("testdata/uuidv7.json")), &file); err != nil || len(file.Accept) == 0 {
		t.Fatalf("%d spellings, %v", len(file.Accept), err)
	}
	for _, v := range file.Accept {
		x, err := uuidv7.Parse(v.Input)
		if v.Kind != "text" || err != nil || x.Hex() != v.Hex {
			t.Errorf("%s: Parse(%s) = %v, %v, want %s", v.Name, v.Input, x, err, v.Hex)
		}
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
	for _, v := range idtest.LoadVectors[valid, generation](t, "uuidv7").Generation {
		t.Run(v.Name, func(t *testing.T) {
			var nanos int64
			g := uuidv7.Generator{Clock: func() time.Time { return time.Unix(0, nanos) }, Rand: new(counting)}
			for i, at := range v.Clock {
				nanos = idtest.Must(strconv.ParseInt(at, 10, 64))
				x := idtest.Must(g.New())
				// Eight bytes for each ID, of which the low two bits do not count.
				random := fmt.Sprintf("%02x%02x", byte(8*i)>>2|0x80, byte(8*i)<<6|byte(8*i+1)>>2)
				if got := fmt.Sprintf("%x", x[:]); got[:16] != v.Expect[i] || got[16:20] != random {
					t.Errorf("call %d at %s gives %s, want %s%s…", i, at, got, v.Expect[i], random)
				}
			}
		})
	}
}

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
	Fixed: []byte{6: 0x0F, 7: 0xFF}, // rand_a is of the time
	Min:   uuidv7.Min, Max: uuidv7.Max, MinAt: uuidv7.MinAt, MaxAt: uuidv7.MaxAt, At: uuidv7.At, Compare: uuidv7.ID.Compare,
	Forms: []func(uuidv7.ID) string{uuidv7.ID.Hex},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[uuidv7.ID] {
		return &uuidv7.Generator{Clock: clock, Rand: rand}
	},
	Draws: 8, Room: maxLead, Full: "wait until it has passed that time, or use a new Generator",
	NewBlock: uuidv7.NewBlock, MaxBlock: uuidv7.MaxBlock,
	Replay: idtest.Replay(replay),
	Messages: map[string]error{
		`uuidv7: text "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}": wrong length: it has 38 bytes, not 36 (with hyphens) or 32 (hex)`:                                     idtest.ErrorOf(uuidv7.Parse("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}")),
		`uuidv7: text "01ARZ3NDEKTSV4RRFFQ69G5FAV": wrong length: it has 26 bytes, not 36 (with hyphens) or 32 (hex): 26 is the length of a ULID and of a Wiji`:       idtest.ErrorOf(uuidv7.Parse("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
		`uuidv7: uuid "017f22e-279b0-7cc3-98c4-dc0c0c07398f": misplaced separator: put the hyphens after 8, 12, 16 and 20 digits`:                                     idtest.ErrorOf(uuidv7.Parse("017f22e-279b0-7cc3-98c4-dc0c0c07398f")),
		`uuidv7: hex "017f22e279b07cc398c4dc0c0c07398g": character outside the alphabet: "g" at byte 31 is not in the hexadecimal digits`:                             idtest.ErrorOf(uuidv7.Parse("017f22e279b07cc398c4dc0c0c07398g")),
		`uuidv7: text "017f22e2-79b0-4cc3-98c4-dc0c0c07398f": unknown version: version 4, not 7: use the type of a UUID library for other versions`:                   idtest.ErrorOf(uuidv7.Parse("017f22e2-79b0-4cc3-98c4-dc0c0c07398f")),
		`uuidv7: binary 0x017f22e279b07cc3d8c4dc0c0c07398f: unknown version: the digit after the third hyphen is d, not 8, 9, a or b: this is not a UUID of RFC 9562`: idtest.ErrorOf(uuidv7.FromBytes([]byte("\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\xd8\xc4\xdc\x0c\x0c\x07\x39\x8f"))),
		`uuidv7: binary 0x017f22e279b07cc3f8c4dc0c0c07398f: unknown version: the digit after the third hyphen is f, not 8, 9, a or b: this is not a UUID of RFC 9562`: idtest.ErrorOf(uuidv7.FromBytes([]byte("\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\xf8\xc4\xdc\x0c\x0c\x07\x39\x8f"))),
		`uuidv7: text "00000000-0000-0000-0000-000000000000": unknown version: this is the nil UUID: use a pointer or a Null type for a missing ID`:                   idtest.ErrorOf(uuidv7.Parse("00000000-0000-0000-0000-000000000000")),
		`uuidv7: time 1969-12-31T23:59:59.999Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock or the argument`:    idtest.ErrorOf(uuidv7.MinAt(time.UnixMilli(-1))),
		`uuidv7: block of 0 IDs: out of range: a block has 1 to 65536 IDs: draw several blocks; for a pool, set blocks.Size`:                                          idtest.ErrorOf(uuidv7.NewBlock(0)),
	},
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

// replay runs a scripted generation.
func replay(t *testing.T, v generation) {
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
}

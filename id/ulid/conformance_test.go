package ulid_test

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulid"
)

var format = idtest.Format[ulid.ID]{
	Name: "ulid", Size: 16, TextSize: 26, Resolution: time.Millisecond,
	First: time.UnixMilli(0), Last: time.UnixMilli(ulid.MaxTimestamp),
	ZeroIsValid: true, Monotonic: true,
	New: ulid.New, Parse: ulid.Parse, MustParse: ulid.MustParse, FromBytes: ulid.FromBytes, Valid: ulid.Valid,
	Min: ulid.Min, Max: ulid.Max, MinAt: ulid.MinAt, MaxAt: ulid.MaxAt, At: ulid.At, Compare: ulid.ID.Compare,
	Forms: []func(ulid.ID) string{ulid.ID.UUID, ulid.ID.Hex},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[ulid.ID] {
		return &ulid.Generator{Clock: clock, Rand: rand}
	},
	Draws: 10, Room: 1, Full: " cannot be incremented further: try again when the clock shows a later millisecond",
	NewBlock: ulid.NewBlock, MaxBlock: ulid.MaxBlock,
	Replay: idtest.Replay(replay),
	Messages: map[string]error{
		`ulid: text " 01ARZ3NDEKTSV4RRFFQ69G5FAV": wrong length: it has 27 bytes, not 26 (Base32), 36 (UUID form) or 32 (hex): remove the space around the text`: idtest.ErrorOf(ulid.Parse(" 01ARZ3NDEKTSV4RRFFQ69G5FAV")),
		`ulid: text "8ZZZZZZZZZZZZZZZZZZZZZZZZZ": overflow: the value does not fit 128 bits: the greatest text is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ`:                    idtest.ErrorOf(ulid.Parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")),
		`ulid: binary 0x303141525a334e44454b54: wrong length: it has 11 bytes, not 16: this looks like text, use Parse for the text form`:                        idtest.ErrorOf(ulid.FromBytes([]byte("01ARZ3NDEKT"))),
		`ulid: block of 5 IDs: invalid setting: Plain is set, and plain IDs have no order: use a Generator without Plain`:                                        idtest.ErrorOf((&ulid.Generator{Plain: true}).Block(5)),
		`ulid: new ID: no randomness: reading from Rand failed: fix Rand, or leave it nil to use crypto/rand: EOF`:                                               idtest.ErrorOf((&ulid.Generator{Rand: strings.NewReader("")}).New()),
		`ulid: time 1969-12-31T23:59:59.999Z: outside the format's lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock or the argument`: idtest.ErrorOf(ulid.MinAt(time.UnixMilli(-1))),
	},
}

var (
	users  = idtest.Kind[ulid.For[idtest.User]]{New: ulid.NewFor[idtest.User], Parse: ulid.ParseFor[idtest.User]}
	orders = idtest.Kind[ulid.For[idtest.Order]]{New: ulid.NewFor[idtest.Order], Parse: ulid.ParseFor[idtest.Order]}
)

func TestConformance(t *testing.T)      { idtest.Run(t, format) }
func TestConformanceTyped(t *testing.T) { idtest.Typed(t, format, users, orders) }
func FuzzParse(f *testing.F)            { idtest.FuzzParse(f, format) }
func FuzzFromBytes(f *testing.F)        { idtest.FuzzFromBytes(f, format) }
func FuzzBlock(f *testing.F)            { idtest.FuzzBlock(f, format) }
func BenchmarkFormat(b *testing.B)      { idtest.Bench(b, format) }

// TestConformancePlain runs the suite with a generator of plain IDs.
func TestConformancePlain(t *testing.T) {
	f := format
	f.Monotonic, f.Room, f.MaxBlock = false, 0, 0
	f.Generator = func(clock func() time.Time, rand io.Reader) idtest.Generator[ulid.ID] {
		return &ulid.Generator{Clock: clock, Rand: rand, Plain: true}
	}
	idtest.RunGenerator(t, f)
}

type valid struct {
	Name   string
	Fields struct {
		Millis string `json:"timestamp_ms"`
		Random string
	}
	Hex string
}

type generation struct {
	Name    string
	Entropy []string
	Clock   []int64 `json:"clock_ms"`
	Expect  []string
}

func TestVectorsFields(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "ulid").Valid {
		millis := idtest.Must(strconv.ParseUint(v.Fields.Millis, 10, 64))
		want := ulid.Fields{Timestamp: millis, Random: [10]byte(idtest.FromHex(t, v.Fields.Random))}
		x := ulid.ID(idtest.FromHex(t, v.Hex))
		if x.Fields() != want || x.UnixMillis() != int64(millis) {
			t.Errorf("%s: Fields = %+v, want %+v", v.Name, x.Fields(), want)
		}
	}
}

// replay runs a scripted generation.
func replay(t *testing.T, v generation) {
	var now int64
	random := bytes.NewReader(idtest.FromHex(t, strings.Join(v.Entropy, "")))
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
}

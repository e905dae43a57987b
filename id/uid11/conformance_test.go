package uid11_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/vector"
	"github.com/sortid/sortid/id/uid11"
)

func format() idtest.Format[uid11.ID] {
	return idtest.Format[uid11.ID]{
		Name: "uid11", Size: 8, TextSize: 11, Resolution: time.Millisecond,
		First: time.UnixMilli(uid11.EpochUnixMillis), Last: uid11.Max().Time(),
		ZeroIsValid: true, CaseSensitive: true,
		New: uid11.New, Parse: uid11.Parse, MustParse: uid11.MustParse, FromBytes: uid11.FromBytes, Valid: uid11.Valid,
		Min: uid11.Min, Max: uid11.Max, MinAt: uid11.MinAt, MaxAt: uid11.MaxAt,
		Generator: func(clock func() time.Time) func() (uid11.ID, error) {
			return (&uid11.Generator{Clock: clock}).New
		},
		Readers: map[string]func(string) error{
			"ParsePrefix":   func(s string) error { _, err := uid11.ParsePrefix(s); return err },
			"Profile.Parse": func(s string) error { _, err := uid11.Snowish.Parse(s); return err },
		},
	}
}

func TestConformance(t *testing.T) { idtest.Run(t, format()) }

// TestConformanceProfiles runs the suite with the profiles that have a sequence.
func TestConformanceProfiles(t *testing.T) {
	for _, settings := range []*uid11.Generator{{Profile: uid11.Snowish, Machine: id.NodeOf(513)}, {Profile: uid11.TSSeqRand}} {
		t.Run(settings.Profile.String(), func(t *testing.T) {
			f, g := format(), uid11.Generator{Profile: settings.Profile, Machine: settings.Machine}
			if g.Profile == uid11.Snowish {
				f.Last = time.UnixMilli(uid11.EpochUnixMillis + uid11.MaxSnowishTimestamp)
			}
			f.Monotonic = true
			f.New = func() uid11.ID { return must(t)(g.New()) }
			f.Generator = func(clock func() time.Time) func() (uid11.ID, error) {
				return (&uid11.Generator{Profile: g.Profile, Machine: g.Machine, Clock: clock}).New
			}
			f.NewBlock, f.MaxBlock = g.Block, uid11.MaxBlock
			idtest.Run(t, f)
		})
	}
}

// decimal is a 64-bit number, signed or not, that the vectors give as a string or
// as a number.
type decimal uint64

func (d *decimal) UnmarshalJSON(b []byte) error {
	b = bytes.Trim(b, `"`)
	if len(b) > 0 && b[0] == '-' {
		v, err := strconv.ParseInt(string(b), 10, 64)
		*d = decimal(v)
		return err
	}
	v, err := strconv.ParseUint(string(b), 10, 64)
	*d = decimal(v)
	return err
}

type valid struct {
	Name      string
	Uint64    decimal
	Int64     decimal
	Hex, Text string
	XID       struct {
		Timestamp, Random decimal
		UnixMillis        decimal `json:"unix_ms"`
		Time              time.Time
	}
	Profiles struct {
		Snowish   struct{ Reserved, Timestamp, Machine, Sequence decimal }
		TSSeqRand struct{ Timestamp, Sequence, Random decimal } `json:"ts_seq_rand"`
	}
}

type generation struct {
	Name   string
	Now    decimal `json:"now_unix_ms"`
	Random uint32
	Expect json.RawMessage
}

const vectors = "testdata/uid11.json"

func load(t testing.TB) vector.File[valid, generation] {
	return vector.Load[valid, generation](t, vectors)
}

func TestValidVectors(t *testing.T) {
	for _, v := range load(t).Valid {
		t.Run(v.Name, func(t *testing.T) {
			x, err := uid11.Parse(v.Text)
			if err != nil || uint64(x) != uint64(v.Uint64) || x.String() != v.Text || !uid11.Valid(v.Text) {
				t.Fatalf("Parse(%q) = %d (%v), %v, want %d", v.Text, uint64(x), x, err, v.Uint64)
			}
			raw := vector.Bytes(t, v.Hex)
			if y, err := uid11.FromBytes(raw); err != nil || y != x || x.Bytes() != [8]byte(raw) {
				t.Errorf("FromBytes(%x) = %v, %v; Bytes %x", raw, y, err, x.Bytes())
			}
			testInt64(t, x, int64(v.Int64))
			if !x.Time().Equal(v.XID.Time) || x.UnixMillis() != int64(v.XID.UnixMillis) {
				t.Errorf("Time %v (%d), want %v (%d)", x.Time(), x.UnixMillis(), v.XID.Time, v.XID.UnixMillis)
			}
			xid := uid11.Fields{Timestamp: uint64(v.XID.Timestamp), Random: uint32(v.XID.Random)}
			if y, err := uid11.FromFields(xid); x.Fields() != xid || err != nil || y != x {
				t.Errorf("Fields %+v, want %+v; back: %v, %v", x.Fields(), xid, y, err)
			}
			testProfiles(t, x, v)
		})
	}
}

// testInt64 tests the accessor for signed columns: two's complement shows which
// IDs it must refuse.
func testInt64(t *testing.T, x uid11.ID, want int64) {
	t.Helper()
	got, err := x.Int64()
	if want < 0 {
		if !errors.Is(err, id.ErrOverflow) || got != 0 {
			t.Errorf("Int64 = %d, %v, want an error", got, err)
		}
		if y, err := uid11.FromInt64(want); !errors.Is(err, id.ErrOverflow) || y != 0 {
			t.Errorf("FromInt64(%d) = %v, %v", want, y, err)
		}
		return
	}
	if y, err2 := uid11.FromInt64(got); err != nil || got != want || err2 != nil || y != x {
		t.Errorf("Int64 = %d, %v, want %d; back: %v, %v", got, err, want, y, err2)
	}
}

func testProfiles(t *testing.T, x uid11.ID, v valid) {
	t.Helper()
	p := v.Profiles.TSSeqRand
	random := uid11.TSSeqRandFields{Timestamp: uint64(p.Timestamp), Sequence: uint16(p.Sequence), Random: uint16(p.Random)}
	if y, err := uid11.FromTSSeqRand(random); x.TSSeqRand() != random || err != nil || y != x {
		t.Errorf("TSSeqRand %+v, want %+v; back: %v, %v", x.TSSeqRand(), random, y, err)
	}
	q := v.Profiles.Snowish
	want := uid11.SnowishFields{Timestamp: uint64(q.Timestamp), Machine: uint16(q.Machine), Sequence: uint16(q.Sequence)}
	got, err := x.Snowish()
	if q.Reserved != 0 {
		y, err2 := uid11.Snowish.Parse(x.String())
		if !errors.Is(err, id.ErrRange) || got != (uid11.SnowishFields{}) || !errors.Is(err2, id.ErrRange) || y != 0 {
			t.Errorf("Snowish %+v, %v; Parse %v, %v; want errors for the reserved bit", got, err, y, err2)
		}
		return
	}
	if y, err2 := uid11.FromSnowish(want); got != want || err != nil || err2 != nil || y != x {
		t.Errorf("Snowish %+v, %v, want %+v; back: %v, %v", got, err, want, y, err2)
	}
	if y, err := uid11.Snowish.Parse(x.String()); err != nil || y != x {
		t.Errorf("Snowish.Parse(%v) = %v, %v", x, y, err)
	}
}

func TestNastyVectors(t *testing.T) {
	nasty := load(t).Nasty
	rest := vector.Run(t, nasty, map[string]func([]byte) (uid11.ID, error){
		"text":   func(b []byte) (uid11.ID, error) { return uid11.Parse(string(b)) },
		"binary": uid11.FromBytes,
		"prefix": func(b []byte) (uid11.ID, error) {
			r, err := uid11.ParsePrefix(string(b))
			if err != nil && r != (uid11.Range{}) {
				t.Errorf("%+v comes with the error %v", r, err)
			}
			return r.Lower, err
		},
	})
	if len(rest) > 0 {
		t.Errorf("%d vectors are of a kind that no decoder was tested with: %+v", len(rest), rest)
	}
	for _, v := range nasty {
		if s := string(vector.Bytes(t, v.InputHex)); v.Kind == "text" && uid11.Valid(s) != (v.Expect == "accept") {
			t.Errorf("%s: Valid(%q) is wrong", v.Name, s)
		}
	}
}

func TestPrefixVectors(t *testing.T) {
	data, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Prefixes []struct {
			Prefix, Expect, Reason string
			Lower, Upper           json.Number
			LowerText              string  `json:"lower_text"`
			UpperText              string  `json:"upper_text"`
			From                   uint64  `json:"ts_lo,string"`
			To                     uint64  `json:"ts_hi,string"`
			RandomLow              uint32  `json:"rand_lo"`
			RandomHigh             uint32  `json:"rand_hi"`
			UnixLow                decimal `json:"unix_ms_lo"`
			UnixHigh               decimal `json:"unix_ms_hi"`
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Prefixes) == 0 {
		t.Fatalf("%d prefixes, %v", len(file.Prefixes), err)
	}
	for _, v := range file.Prefixes {
		r, err := uid11.ParsePrefix(v.Prefix)
		if v.Expect == "reject" {
			vector.Nasty{Name: v.Prefix, Kind: "prefix", Reason: v.Reason}.Refused(t, err)
			if r != (uid11.Range{}) {
				t.Errorf("%q: %+v comes with the error", v.Prefix, r)
			}
			continue
		}
		low, high := r.Lower.Fields(), r.Upper.Fields()
		switch {
		case err != nil || strconv.FormatUint(uint64(r.Lower), 10) != v.Lower.String() || strconv.FormatUint(uint64(r.Upper), 10) != v.Upper.String():
			t.Errorf("%q: %d to %d, %v, want %v to %v", v.Prefix, r.Lower, r.Upper, err, v.Lower, v.Upper)
		case r.Lower.String() != v.LowerText || r.Upper.String() != v.UpperText:
			t.Errorf("%q: %v to %v, want %v to %v", v.Prefix, r.Lower, r.Upper, v.LowerText, v.UpperText)
		case low != uid11.Fields{Timestamp: v.From, Random: v.RandomLow} || high != uid11.Fields{Timestamp: v.To, Random: v.RandomHigh}:
			t.Errorf("%q: %+v to %+v, want %+v", v.Prefix, low, high, v)
		}
		first, last := r.Times()
		if first.UnixMilli() != int64(v.UnixLow) || last.UnixMilli() != int64(v.UnixHigh) {
			t.Errorf("%q: %v to %v, want %d to %d", v.Prefix, first, last, v.UnixLow, v.UnixHigh)
		}
	}
}

func TestGenerationVectors(t *testing.T) {
	for _, v := range load(t).Generation {
		t.Run(v.Name, func(t *testing.T) {
			// Three bytes, of which the high two bits do not count.
			random := []byte{byte(v.Random>>16) | 0xC0, byte(v.Random >> 8), byte(v.Random)}
			g := uid11.Generator{Clock: func() time.Time { return time.UnixMilli(int64(v.Now)) }, Rand: bytes.NewReader(random)}
			x, err := g.New()
			if string(v.Expect) == `"error:range"` {
				if !errors.Is(err, id.ErrRange) || x != 0 {
					t.Errorf("%v, %v, want a range error", x, err)
				}
				return
			}
			var want struct {
				Uint64 decimal
				Text   string
			}
			if err := json.Unmarshal(v.Expect, &want); err != nil {
				t.Fatal(err)
			}
			if err != nil || uint64(x) != uint64(want.Uint64) || x.String() != want.Text {
				t.Errorf("%v (%d), %v, want %v (%d)", x, x, err, want.Text, want.Uint64)
			}
		})
	}
}

// The published constants of the format.
func TestConstants(t *testing.T) {
	if s := uid11.Max().String(); s != "jpXCZedGfVQ" {
		t.Errorf("Max is %s", s)
	}
	if b := uid11.Max().Bytes(); hex.EncodeToString(b[:]) != "ffffffffffffffff" {
		t.Errorf("Max is %x", b)
	}
	if at := uid11.ID(1 << 63).Time().Format(time.RFC3339Nano); at != "2081-07-18T02:58:46.663Z" {
		t.Errorf("signed integers end at %s", at)
	}
	if at := uid11.Max().Time().Add(time.Millisecond).Format(time.RFC3339Nano); at != "2151-03-25T18:46:22.215Z" {
		t.Errorf("the rollover is at %s", at)
	}
}

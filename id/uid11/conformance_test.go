package uid11_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/uid11"
)

var format = idtest.Format[uid11.ID]{
	Name: "uid11", Size: 8, TextSize: 11, Resolution: time.Millisecond,
	First: xidEpoch, Last: uid11.Max().Time(),
	ZeroIsValid: true, CaseSensitive: true,
	New: uid11.New, Parse: uid11.Parse, MustParse: uid11.MustParse, FromBytes: uid11.FromBytes, Valid: uid11.Valid,
	Min: uid11.Min, Max: uid11.Max, MinAt: uid11.MinAt, MaxAt: uid11.MaxAt, At: uid11.At, Compare: uid11.ID.Compare,
	Back: map[string]func(uid11.ID) (uid11.ID, error){
		"signed integer": throughInt64,
		"integer": func(x uid11.ID) (uid11.ID, error) {
			v, err := x.Uint64()
			return uid11.ID(v), errors.Join(err, idtest.ErrorOf(uid11.FromUint64(v)))
		},
	},
	Readers: map[string]func(string) (uid11.ID, error){
		"prefix": func(s string) (uid11.ID, error) {
			r, err := uid11.ParsePrefix(s)
			return r.Lower + r.Upper - r.Upper, err
		},
		"ID of a profile": func(s string) (uid11.ID, error) { return uid11.Snowish.Parse(s) },
	},
	Generator: func(clock func() time.Time, rand io.Reader) idtest.Generator[uid11.ID] {
		return &uid11.Generator{Clock: clock, Rand: rand}
	},
	Draws:  3,
	Replay: idtest.Replay(replay),
	Messages: map[string]error{
		`uid11: int64 "-1": overflow: a uid11 is not negative: check where the number comes from; if a signed column stored an ID of 2^63 or more, read it with FromUint64(uint64(v))`:   idtest.ErrorOf(uid11.FromInt64(-1)),
		`uid11: uint64 "18446744073709551615": overflow: 2^63 and more does not fit a signed integer: use an unsigned integer, the 8 bytes or the text`:                                  idtest.ErrorOf(uid11.Max().Int64()),
		`uid11: text "0pXCZedGfVQ": character outside the alphabet: "0" at byte 0 is not in Bitcoin's Base58 alphabet, without 0, I, O and l`:                                            idtest.ErrorOf(uid11.Parse("0pXCZedGfVQ")),
		`uid11: prefix "k": overflow: no text begins with it: the greatest text is jpXCZedGfVQ`:                                                                                          idtest.ErrorOf(uid11.ParsePrefix("k")),
		`uid11: new ID: invalid setting: Profile is snowish and Machine is not set: set it to id.NodeOf(n), with another n from 0 to 1023 for each generator that runs at the same time`: idtest.ErrorOf((&uid11.Generator{Profile: uid11.Snowish}).New()),
		`uid11: new ID: invalid setting: Machine is 3 and Profile is xid: do not set Machine, or use Snowish`:                                                                            idtest.ErrorOf((&uid11.Generator{Machine: id.NodeOf(3)}).New()),
		`uid11: block of 100 IDs: invalid setting: Profile is xid, which has no sequence: use Snowish or TSSeqRand`:                                                                      idtest.ErrorOf((&uid11.Generator{}).Block(100)),
		`uid11: json "1234": not the text form: write the text as a JSON string, without ",string" in the tag of the field; read a number as a uint64 and use uid11.FromUint64`:          new(uid11.ID).UnmarshalJSON([]byte("1234")),
		`uid11: binary 0x00000000: wrong length: it has 4 bytes, not 8`:                                                                                                                  idtest.ErrorOf(uid11.FromBytes(make([]byte, 4))),
		`uid11: time 2011-11-11T11:11:11.11Z: outside the format's lifetime, 2011-11-11T11:11:11.111Z to 2151-03-25T18:46:22.214Z: check the clock or the argument`:                      idtest.ErrorOf(uid11.MinAt(time.UnixMilli(uid11.EpochUnixMillis - 1))),
	},
}

// throughInt64 takes x to a signed integer and back. IDs of 2^63 and more have none.
func throughInt64(x uid11.ID) (uid11.ID, error) {
	v, err := x.Int64()
	if _, err2 := uid11.FromInt64(int64(x)); x >= 1<<63 && v == 0 && errors.Is(err, id.ErrOverflow) && errors.Is(err2, id.ErrOverflow) {
		return x, nil
	}
	y, err2 := uid11.FromInt64(v)
	return y, errors.Join(err, err2)
}

var (
	users  = idtest.Kind[uid11.For[idtest.User]]{New: uid11.NewFor[idtest.User], Parse: uid11.ParseFor[idtest.User]}
	orders = idtest.Kind[uid11.For[idtest.Order]]{New: uid11.NewFor[idtest.Order], Parse: uid11.ParseFor[idtest.Order]}
)

func TestConformance(t *testing.T)      { idtest.Run(t, format) }
func TestConformanceTyped(t *testing.T) { idtest.Typed(t, format, users, orders) }
func FuzzParse(f *testing.F)            { idtest.FuzzParse(f, format) }
func FuzzFromBytes(f *testing.F)        { idtest.FuzzFromBytes(f, format) }
func BenchmarkFormat(b *testing.B)      { idtest.Bench(b, format) }

// TestConformanceProfiles runs the suite with the profiles that have a sequence.
func TestConformanceProfiles(t *testing.T) {
	f := format
	f.Monotonic, f.MaxBlock = true, uid11.MaxBlock
	for _, c := range []struct {
		profile     uid11.Profile
		machine     id.Node
		last        int64
		draws, room int
		advice      string
	}{
		{uid11.Snowish, id.NodeOf(513), uid11.MaxSnowishTimestamp, 0, 4096, ", or use a new Generator with another Machine"},
		{uid11.TSSeqRand, id.Node{}, uid11.MaxTimestamp, 3, 4096 - 2047, ""},
	} {
		t.Run(c.profile.String(), func(t *testing.T) {
			f := f
			f.Last, f.Draws, f.Room = time.UnixMilli(uid11.EpochUnixMillis+c.last), c.draws, c.room
			// A new generator of TSSeqRand would repeat IDs.
			f.Full = "wait until it has passed that time" + c.advice
			f.Generator = func(clock func() time.Time, rand io.Reader) idtest.Generator[uid11.ID] {
				return &uid11.Generator{Profile: c.profile, Machine: c.machine, Clock: clock, Rand: rand}
			}
			idtest.RunGenerator(t, f)
		})
	}
}

type valid struct {
	Name, Text    string
	Uint64, Int64 idtest.Decimal
	XID           struct {
		Timestamp, Random idtest.Decimal
		UnixMillis        idtest.Decimal `json:"unix_ms"`
		Time              time.Time
	}
	Profiles struct {
		Snowish   struct{ Reserved, Timestamp, Machine, Sequence idtest.Decimal }
		TSSeqRand struct{ Timestamp, Sequence, Random idtest.Decimal } `json:"ts_seq_rand"`
	}
}

type generation struct {
	Name   string
	Now    idtest.Decimal `json:"now_unix_ms"`
	Random uint32
	Expect json.RawMessage
}

func TestVectorsFields(t *testing.T) {
	for _, v := range idtest.LoadVectors[valid, generation](t, "uid11").Valid {
		x := idtest.Must(uid11.Parse(v.Text))
		if uint64(x) != uint64(v.Uint64) || int64(x) != int64(v.Int64) {
			t.Errorf("%s: %v is %d, want %d", v.Name, x, uint64(x), v.Uint64)
		}
		if !x.Time().Equal(v.XID.Time) || x.UnixMillis() != int64(v.XID.UnixMillis) {
			t.Errorf("%s: Time %v (%d), want %v (%d)", v.Name, x.Time(), x.UnixMillis(), v.XID.Time, v.XID.UnixMillis)
		}
		xid := uid11.Fields{Timestamp: uint64(v.XID.Timestamp), Random: uint32(v.XID.Random)}
		p := v.Profiles.TSSeqRand
		random := uid11.TSSeqRandFields{Timestamp: uint64(p.Timestamp), Sequence: uint16(p.Sequence), Random: uint16(p.Random)}
		if x.Fields() != xid || x.TSSeqRand() != random {
			t.Errorf("%s: Fields %+v, want %+v; TSSeqRand %+v, want %+v", v.Name, x.Fields(), xid, x.TSSeqRand(), random)
		}
		q := v.Profiles.Snowish
		snowish := uid11.SnowishFields{Timestamp: uint64(q.Timestamp), Machine: uint16(q.Machine), Sequence: uint16(q.Sequence)}
		got, err := x.Snowish()
		if q.Reserved == 0 && (got != snowish || err != nil) || q.Reserved != 0 && !errors.Is(err, id.ErrRange) {
			t.Errorf("%s: Snowish %+v, %v, want %+v, reserved %d", v.Name, got, err, snowish, q.Reserved)
		}
	}
}

func TestPrefixVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/uid11.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Prefixes []struct {
			Prefix, Expect, Reason string
			Lower, Upper           json.Number
			LowerText              string         `json:"lower_text"`
			UpperText              string         `json:"upper_text"`
			From                   uint64         `json:"ts_lo,string"`
			To                     uint64         `json:"ts_hi,string"`
			RandomLow              uint32         `json:"rand_lo"`
			RandomHigh             uint32         `json:"rand_hi"`
			UnixLow                idtest.Decimal `json:"unix_ms_lo"`
			UnixHigh               idtest.Decimal `json:"unix_ms_hi"`
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Prefixes) == 0 {
		t.Fatalf("%d prefixes, %v", len(file.Prefixes), err)
	}
	for _, v := range file.Prefixes {
		r, err := uid11.ParsePrefix(v.Prefix)
		if v.Expect == "reject" {
			idtest.Nasty{Name: v.Prefix, Kind: "prefix", Reason: v.Reason}.Refused(t, err)
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

// replay runs a scripted generation.
func replay(t *testing.T, v generation) {
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
		Uint64 idtest.Decimal
		Text   string
	}
	if err := json.Unmarshal(v.Expect, &want); err != nil {
		t.Fatal(err)
	}
	if err != nil || uint64(x) != uint64(want.Uint64) || x.String() != want.Text {
		t.Errorf("%v (%d), %v, want %v (%d)", x, x, err, want.Text, want.Uint64)
	}
}

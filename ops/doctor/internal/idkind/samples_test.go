package idkind

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Ranks of equal values are the mean of theirs, and the distance of neighbours is a share of that of any two.
func TestRanks(t *testing.T) {
	decode := func(list ...int64) (out []decoded) {
		for _, n := range list {
			out = append(out, decoded{form: Integer, number: n})
		}
		return out
	}
	for _, c := range []struct {
		values []int64
		want   []float64
	}{{[]int64{30, 10, 20}, []float64{2, 0, 1}}, {[]int64{5, 5, 5}, []float64{1, 1, 1}}, {[]int64{7, 3, 7, 1}, []float64{2.5, 1, 2.5, 0}}, {nil, []float64{}}} {
		if got := ranks(decode(c.values...)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
	up, down, other := []float64{0, 1, 2, 3}, []float64{3, 2, 1, 0}, []float64{0, 2, 1, 3}
	for _, c := range []struct {
		a, b []float64
		want float64
	}{{up, up, 5}, {up, down, -5}, {up, other, 4}, {up, []float64{1.5, 1.5, 1.5, 1.5}, 0}} {
		if got := covariance(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	// Any two of four are 10/6 apart: three of 1, two of 2 and one of 3.
	for _, c := range []struct {
		ranks, by []float64
		want      float64
	}{{up, up, 1 / (10. / 6)}, {down, up, 1 / (10. / 6)}, {other, up, 5. / 3 / (10. / 6)}, {[]float64{0, 3, 0.5, 2.5}, []float64{30, 10, 40, 20}, (.5 + 2.5 + .5) / 3 / (2.5 + 2.5 + 3 + .5 + 2 + .5) * 6}} {
		if got := steps(c.ranks, c.by); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v by %v: %v, want %v", c.ranks, c.by, got, c.want)
		}
	}
	for _, c := range []struct {
		t    trend
		want bool
	}{{trend{.49, .71}, true}, {trend{-.49, .71}, true}, {trend{.5, .71}, false}, {trend{-.5, .71}, false}, {trend{0, .7}, false}} {
		if got := c.t.isRandom(); got != c.want {
			t.Errorf("%+v: %v", c.t, got)
		}
	}
}

// Others that are mostly the same show no order: the variance of their ranks is below four fifths.
func TestTrendOfEqualTimes(t *testing.T) {
	up := list(100, func(i int) any { return int64(i) })
	for same, want := range map[int]bool{1: true, 50: true, 57: true, 60: false, 100: false} {
		others := list(100, func(i int) any { return int64(max(i, same)) })
		if _, ok := trendOf(up, others); ok != want {
			t.Errorf("of 100 times %d are the same: %v", same, ok)
		}
	}
	got, ok := trendOf(list(40, func(i int) any { return map[bool]any{true: nil, false: int64(i)}[i%4 == 0] }), nil)
	if !ok || got.correlation != 1 {
		t.Errorf("beside NULLs: %+v, %v", got, ok)
	}
}

// The rows show an order by their places and by times. Times that nothing follows say that the rows were sorted.
func TestSees(t *testing.T) {
	const n = 100
	up, scattered := list(n, func(i int) any { return int64(i) }), list(n, func(i int) any { return int64(i * 7919 % 1009) })
	almost := list(n, func(i int) any { return int64(i + i*7919%60) })
	for name, c := range map[string]struct {
		values []any
		h      Hints
		want   Order
	}{
		"no witness":                        {up, Hints{}, Unknown},
		"by places":                         {up, Hints{Placed: true}, Ordered},
		"in no order of places":             {scattered, Hints{Placed: true}, Random},
		"in some order of places":           {almost, Hints{Placed: true}, Unknown},
		"by times":                          {scattered, Hints{Times: scattered}, Ordered},
		"in no order of times":              {scattered, Hints{Times: up}, Random},
		"in no order of times that change":  {scattered, Hints{Times: up, TimesChange: true}, Unknown},
		"in no order of both":               {scattered, Hints{Times: up, TimesChange: true, Placed: true}, Random},
		"by places, and not by times":       {up, Hints{Times: scattered, Placed: true}, Unknown},
		"by places, not by changed times":   {up, Hints{Times: scattered, Placed: true, TimesChange: true}, Ordered},
		"by times, and not by places":       {scattered, Hints{Times: scattered, Placed: true}, Ordered},
		"times of other rows":               {scattered, Hints{Times: up[:n-1]}, Unknown},
		"some order of times, no of places": {almost, Hints{Times: up, Placed: true}, Unknown},
	} {
		var r Result
		r.sees(c.values, c.h)
		if got := r.Seen(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if (r.Place != 0) != c.h.Placed || (r.Time != 0) != (len(c.h.Times) == n) {
			t.Errorf("%s: place %v, time %v", name, r.Place, r.Time)
		}
	}
}

// What values say besides their kind is counted once for each different one.
func TestCounts(t *testing.T) {
	const uuid, other, third, fourth = "0190a6f2-79b0-7cc3-98c4-dc0c0c07398f", "0190a6f2-79b1-7cc4-98c4-dc0c0c073990", "0190a6f2-79b2-7cc5-98c4-dc0c0c073991", "0190a6f2-79b3-7cc6-98c4-dc0c0c073992"
	zero := "00000000-0000-0000-0000-000000000000"
	for name, c := range map[string]struct {
		values []any
		want   Result
	}{
		"nothing":                       {nil, Result{Form: Other}},
		"NULL":                          {[]any{nil, nil}, Result{Form: Other}},
		"integers":                      {[]any{int64(1), int64(1), int64(-2), uint64(math.MaxUint64), uint64(3), nil, int64(0), uint64(0)}, Result{Sampled: 7, Distinct: 5, Form: Integer, Negative: 1, Unsigned: 1, Greatest: math.MaxUint64, Length: 8}},
		"texts":                         {[]any{uuid, other, uuid, zero, "x", strings.ToUpper(third)}, Result{Sampled: 6, Distinct: 5, Form: UUIDText, Zeros: 1, Unfit: 1, Length: 36, Spelling: Mixed}},
		"of one case":                   {[]any{uuid, other, third, "{" + fourth + "}"}, Result{Sampled: 4, Distinct: 4, Form: UUIDText, Unfit: 1, Length: 36, Spelling: Lower}},
		"in capitals":                   {[]any{strings.ToUpper(uuid), strings.ToUpper(other)}, Result{Sampled: 2, Distinct: 2, Form: UUIDText, Length: 36, Spelling: Upper}},
		"typed":                         {[]any{"user_01j2kf4ydgfk1shh6w1g60eecf", "order_01j2kf4ydgfk1shh6w1g60eecg", "u_01j2kf4ydgfk1shh6w1g60eech"}, Result{Sampled: 3, Distinct: 3, Form: Base32, Length: 32, Prefix: "user", Spelling: Lower}},
		"bytes":                         {[]any{unhex(uuid), unhex(other), make([]byte, 16), []byte{1}}, Result{Sampled: 4, Distinct: 4, Form: Raw, Zeros: 1, Unfit: 1, Length: 16}},
		"padded":                        {[]any{uuid + " ", []byte(other)}, Result{Sampled: 2, Distinct: 2, Form: UUIDText, Length: 36, Spelling: Lower, Padded: true, InBytes: true}},
		"a zero byte":                   {[]any{[]byte{0}, []byte{1}}, Result{Sampled: 2, Distinct: 2, Form: Raw, Zeros: 1, Unfit: 1, Length: 1}},
		"no bytes":                      {[]any{[]byte{}}, Result{Sampled: 1, Distinct: 1, Form: Raw, Unfit: 1}},
		"hexadecimal digits of base 32": {[]any{"01900000000000000000000000", "0190a6f279b07cc398c4dc0c0c", "0190a6f279b07cc398c4dc0c0d"}, Result{Sampled: 3, Distinct: 3, Form: Other, Unfit: 3, Length: 26, Spelling: Lower}},
		"decimal":                       {[]any{"7", "18446744073709551615", "12"}, Result{Sampled: 3, Distinct: 3, Form: Decimal, Unsigned: 1, Greatest: math.MaxUint64, Length: 20}},
		"leading zeros":                 {[]any{"07", "12", "0"}, Result{Sampled: 3, Distinct: 3, Form: Decimal, Greatest: 12, Length: 2, Business: "numbers with leading zeros"}},
		"one zero":                      {[]any{"0", "12"}, Result{Sampled: 2, Distinct: 2, Form: Decimal, Greatest: 12, Length: 2}},
	} {
		got := Of(c.values, Hints{Now: time.Date(2024, 7, 12, 0, 0, 0, 0, time.UTC)})
		got.Parts, got.seen = nil, ""
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// mixed returns n UUIDs of version 4, of which so many are of version 7 of the last day, and random bytes.
func mixed(v4, v7, random int) []any {
	r := rand.New(rand.NewPCG(51, 52))
	var values []any
	for i := range v4 + v7 + random {
		b := anyBytes(r, i)
		switch {
		case i < v4:
			b[6], b[8] = b[6]&0xF|0x40, b[8]&0x3F|0x80
		case i < v4+v7:
			binary.BigEndian.PutUint64(b, uint64(moment.Add(-time.Duration(r.Int64N(int64(ahead)))).UnixMilli())<<16|0x7000|r.Uint64N(1<<12))
			b[8] = b[8]&0x3F | 0x80
		default:
			b[6], b[8] = b[6]&0xF|0xE0, b[8]&0x3F|0xC0
		}
		values = append(values, b)
	}
	return values
}

// partsOf writes the parts and what fits none.
func partsOf(r Result) string {
	var list []string
	for _, p := range r.Parts {
		list = append(list, fmt.Sprintf("%d %s", p.Values, p))
	}
	return fmt.Sprintf("%s, unfit %d", strings.Join(list, " and "), r.Unfit)
}

// Each part needs certain evidence, all together half of the values, and other random bytes a twentieth.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		v4, v7, random int
		want           string
	}{
		{100, 0, 0, "100 UUIDv4, unfit 0"}, {60, 40, 0, "60 UUIDv4 and 40 UUIDv7, unfit 0"}, {40, 60, 0, "60 UUIDv7 and 40 UUIDv4, unfit 0"},
		{100, 2, 0, "100 UUIDv4 and 2 UUIDv7, unfit 0"}, {100, 1, 0, "100 UUIDv4, unfit 1"}, {500, 0, 500, "500 UUIDv4 and 500 random bytes or a hash, unfit 0"}, {499, 0, 501, "1000 random bytes or a hash, unfit 0"},
		{50, 0, 50, "50 UUIDv4, unfit 50"}, {49, 0, 51, "100 random bytes or a hash, unfit 0"}, {39, 0, 40, ", unfit 79"}, {2000, 0, 100, "2000 UUIDv4, unfit 100"}, {1900, 0, 100, "1900 UUIDv4, unfit 100"},
		{1890, 0, 100, "1890 UUIDv4 and 100 random bytes or a hash, unfit 0"}, {0, 0, 80, "80 random bytes or a hash, unfit 0"}, {0, 0, 79, ", unfit 79"},
	} {
		if got := partsOf(Of(mixed(c.v4, c.v7, c.random), Hints{Now: moment})); got != c.want {
			t.Errorf("%d, %d and %d: %s, want %s", c.v4, c.v7, c.random, got, c.want)
		}
	}
	// ULIDs have no bits that are the same in all of them.
	ulids := mixed(0, 80, 40)
	for i, v := range ulids {
		v.([]byte)[6], v.([]byte)[8] = byte(i*37), byte(i*91)
	}
	if got := partsOf(Of(ulids, Hints{Now: moment})); got != "81 ULID, unfit 39" { // one of the others has a time by chance
		t.Errorf("ULIDs beside others: %s", got)
	}
	// Bytes of another length do not fit, and those of seven or fewer are no random IDs.
	values := append(mixed(0, 0, 100), []byte{1, 2, 3}, []byte{4, 5, 6})
	if got := partsOf(Of(values, Hints{Now: moment})); got != "100 random bytes or a hash, unfit 2" {
		t.Errorf("beside others: %s", got)
	}
	for size, want := range map[int]string{7: ", unfit 100", 9: "100 random bytes or a hash, unfit 0"} {
		r := rand.New(rand.NewPCG(1, 2))
		values := list(100, func(i int) any { return anyBytes(r, i)[:size] })
		if got := partsOf(Of(values, Hints{Now: moment})); got != want {
			t.Errorf("%d bytes: %s, want %s", size, got, want)
		}
	}
}

// A few values are likely a kind, and a business key is its rival.
func TestLikelyParts(t *testing.T) {
	for n, want := range map[int]string{1: ", unfit 1", 2: ", unfit 2", 3: "3 UUIDv4, unfit 0", 4: "4 UUIDv4, unfit 0", 6: "6 UUIDv4, unfit 0", 20: "20 UUIDv4, unfit 0"} {
		r := Of(mixed(n, 0, 0), Hints{Now: moment})
		if got := partsOf(r); got != want {
			t.Errorf("%d values: %s, want %s", n, got, want)
		}
		if certain := n >= 6; r.IsID() && slices.Contains(r.Rivals(), businessKey) == certain {
			t.Errorf("%d values: 10^%.2f, rivals %q", n, r.Parts[0].Chance, r.Rivals())
		}
	}
}

// The times of a part are those of its values, in UTC.
func TestSpan(t *testing.T) {
	zone := time.FixedZone("east", 3600)
	var p Part
	for _, hour := range []int{5, 3, 9, 4} {
		p.see(time.Date(2026, 1, 1, hour, 0, 0, 0, zone))
	}
	if !p.Oldest.Equal(time.Date(2026, 1, 1, 2, 0, 0, 0, time.UTC)) || !p.Newest.Equal(time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)) || p.Oldest.Location() != time.UTC || p.Newest.Location() != time.UTC {
		t.Errorf("%v to %v", p.Oldest, p.Newest)
	}
}

// Texts of one notation need certain evidence, in nineteen of twenty.
func TestTextsOfNotations(t *testing.T) {
	encoded := func(v4, others int) []any {
		var values []any
		for i, v := range mixed(v4, 0, 0) {
			values = append(values, base64.RawURLEncoding.EncodeToString(v.([]byte)))
			if i < others {
				values = append(values, fmt.Sprintf("customer-%d", i))
			}
		}
		return values
	}
	for _, c := range []struct {
		v4, others int
		want       string
	}{
		{100, 0, "Base64 text: 100 UUIDv4, unfit 0"}, {100, 5, "Base64 text: 100 UUIDv4, unfit 5"}, {100, 7, "other: , unfit 107"}, {5, 0, "other: , unfit 5"}, {9, 0, "Base64 text: 9 UUIDv4, unfit 0"}, {2, 0, "other: , unfit 2"},
	} {
		r := Of(encoded(c.v4, c.others), Hints{Now: moment})
		if got := string(r.Form) + ": " + partsOf(r); got != c.want {
			t.Errorf("%d and %d others: %s, want %s", c.v4, c.others, got, c.want)
		}
	}
	for bad, want := range map[int]string{5: "Base64 text: 95 UUIDv4, unfit 5", 6: "text: "} {
		values := encoded(100, 0)
		for i := range bad {
			values[i] = "!" + values[i].(string)[1:]
		}
		r := Of(values, Hints{Now: moment})
		if got := string(r.Form) + ": " + partsOf(r); !strings.HasPrefix(got, want) {
			t.Errorf("%d that are none: %s, want %s", bad, got, want)
		}
	}
	r := rand.New(rand.NewPCG(81, 82))
	for others, want := range map[int]string{5: "text: 100 random text, unfit 5", 6: "other: , unfit 106"} {
		var values []any
		for i := range 100 {
			b := make([]byte, 21)
			for j := range b {
				b[j] = push64[r.IntN(64)]
			}
			values = append(values, string(b))
			if i < others {
				values = append(values, fmt.Sprintf("customer-%d", i))
			}
		}
		r := Of(values, Hints{Now: moment})
		if got := string(r.Form) + ": " + partsOf(r); got != want {
			t.Errorf("%d others among random texts: %s, want %s", others, got, want)
		}
	}
	// Ordered kinds are of an unknown order where the texts sort in another one.
	for name, encode := range map[string]func([]byte) string{"without padding": base64.RawURLEncoding.EncodeToString, "with padding": base64.StdEncoding.EncodeToString} {
		var values []any
		for _, v := range mixed(0, 100, 0) {
			values = append(values, encode(v.([]byte)))
		}
		if r := Of(values, Hints{Now: moment}); len(r.Parts) != 1 || r.Parts[0].Name != "UUIDv7" || r.Parts[0].Kind.Order != Unknown {
			t.Errorf("UUIDv7 in base64 %s: %s, %+v", name, partsOf(r), r.Parts)
		}
	}
}

// Three texts of smaller alphabets show that all are: long numbers, and hexadecimal digits.
func TestAlphabets(t *testing.T) {
	for name, c := range map[string]struct {
		values []any
		want   string
	}{
		"long numbers": {[]any{"90000000000000000001", "90000000000000000002", "90000000000000000003"}, "numbers that are too long for 64 bits"},
		"two":          {[]any{"90000000000000000001", "90000000000000000002"}, ""},
		"with another": {[]any{"90000000000000000001", "90000000000000000002", "90000000000000000003", "9000000000000000000a"}, ""},
	} {
		if got := Of(c.values, Hints{Now: moment}).Business; got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, c := range map[string]struct {
		text string
		want alphabets
	}{
		"nothing": {"", alphabets{}}, "digits": {"0123456789", alphabets{1, 1}}, "hexadecimal": {"0a1B", alphabets{0, 1}}, "others": {"0g", alphabets{}},
	} {
		var a alphabets
		a.see(decoded{form: Base32, text: c.text})
		if a != c.want {
			t.Errorf("%s: %+v", name, a)
		}
		a = alphabets{}
		if a.see(decoded{form: Hex, text: c.text}); a.hex != 0 {
			t.Errorf("%s, as hexadecimal text: %+v", name, a)
		}
		if a.see(decoded{form: UUIDText, text: c.text}); a.hex != 0 {
			t.Errorf("%s, as a UUID: %+v", name, a)
		}
	}
}

// Sequential GUIDs are told apart from random ones by six bytes, and need twenty values without a version.
func TestClocks(t *testing.T) {
	sequential := func(n, random, place int, version bool) []any {
		r := rand.New(rand.NewPCG(61, 62))
		var values []any
		for i := range n + random {
			b := anyBytes(r, i)
			if i < n {
				ms := moment.Add(-time.Duration(n-i) * time.Hour).UnixMilli()
				if !version { // since the year 1: from 1970 it would be a ULID
					ms -= yearOne.UnixMilli()
				}
				six := binary.BigEndian.AppendUint64(nil, uint64(ms))[2:]
				if place == 3 { // Microsoft's byte order
					six = []byte{six[3], six[2], six[1], six[0], six[5], six[4]}
					place := b[:6]
					copy(place, six)
				} else {
					copy(b[place:], six)
				}
			}
			if b[6], b[8] = b[6]&0xF|0xE0, b[8]&0x3F|0xC0; version {
				b[6], b[8] = b[6]&0xF|0x40, b[8]&0x3F|0x80
			}
			values = append(values, b)
		}
		return values
	}
	for name, c := range map[string]struct {
		n, random, place int
		version          bool
		want             string
	}{
		"first":                    {100, 0, 0, true, "100 UUIDv4, but ordered by time, unfit 0"},
		"last":                     {100, 0, 10, true, "100 UUIDv4, time last, unfit 0"},
		"mixed":                    {100, 0, 3, true, "100 UUIDv4, time in Microsoft's byte order, unfit 0"},
		"first, among random":      {60, 40, 0, true, "60 UUIDv4, but ordered by time and 40 UUIDv4, unfit 0"},
		"first, with a few random": {96, 4, 0, true, "100 UUIDv4, not random, unfit 0"},
		"no version":               {20, 0, 0, false, "20 bytes of no known layout, but ordered by time, unfit 0"},
		"no version, nineteen":     {19, 0, 0, false, ", unfit 19"},
		"no version, last":         {40, 0, 10, false, "40 bytes of no known layout, time last, unfit 0"},
		"no version, among others": {40, 30, 0, false, ", unfit 70"},
		"none of them":             {0, 70, 0, true, "70 UUIDv4, unfit 0"},
	} {
		if got := partsOf(Of(sequential(c.n, c.random, c.place, c.version), Hints{Now: moment})); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	among := append(mixed(0, 100, 0), sequential(20, 0, 0, false)...)
	if got := partsOf(Of(among, Hints{Now: moment})); got != "100 UUIDv7, unfit 20" {
		t.Errorf("no version, among UUIDv7: %s", got)
	}
	r := Of(sequential(100, 0, 0, true), Hints{Now: moment})
	if p := r.Parts[0]; !p.Oldest.Equal(moment.Add(-100*time.Hour)) || !p.Newest.Equal(moment.Add(-time.Hour)) || p.Kind.Order != Ordered {
		t.Errorf("from %v to %v, %s", p.Oldest, p.Newest, p.Kind.Order)
	}
}

// flakesOf returns n numbers of a layout, an hour apart, of so many machines.
func flakesOf(n, machines int, l layout, e epoch, age time.Duration) []any {
	r := rand.New(rand.NewPCG(71, 72))
	return list(n, func(i int) any {
		at := moment.Add(-age - time.Duration(i)*time.Hour - time.Duration(r.Int64N(int64(time.Hour))))
		at = at.Add(-time.Duration(e.start%1000) * time.Millisecond)
		ticks := (at.Unix()-e.start/1000)*int64(time.Second/l.unit) + int64(at.Nanosecond())/int64(l.unit)
		low := r.Int64N(1 << l.low)
		if machines > 0 {
			low = int64(i%machines) << l.at
		}
		return ticks<<l.low | low
	})
}

// Integers with a time are known by few machines, or by a newest ID of the last day; the epoch by this day alone.
func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		layout, epoch int
		machines      int
		age           time.Duration
		n             int
	}{
		{0, 0, 3, time.Hour, 100}, {0, 1, 3, time.Hour, 100}, {0, 0, 3, 2000 * time.Hour, 100}, {0, 0, 0, time.Hour, 100}, {0, 3, 1, 20 * time.Hour, 30}, {0, 3, 3, time.Hour, 100}, {0, 2, 3, time.Hour, 100}, {0, 0, 3, time.Hour, 20}, {0, 0, 3, time.Hour, 19},
		{0, 0, 12, 2000 * time.Hour, 20}, {0, 0, 13, 2000 * time.Hour, 20},
		{1, 0, 3, time.Hour, 100}, {1, 0, 3, 3000 * time.Hour, 100}, {2, 0, 3, time.Hour, 100}, {3, 0, 0, time.Hour, 100}, {3, 0, 0, 40 * time.Hour, 100}, {4, 0, 0, time.Hour, 100}, {5, 0, 3, time.Hour, 100},
		{6, 0, 0, time.Hour, 100}, {7, 0, 0, time.Hour, 100}, {8, 0, 0, time.Hour, 100}, {9, 0, 0, time.Hour, 100}, {10, 0, 0, time.Minute, 100}, {11, 0, 0, time.Hour, 100}, {12, 0, 0, time.Hour, 100}, {9, 0, 0, 25 * time.Hour, 100},
	} {
		l := layouts[c.layout]
		r := Of(flakesOf(c.n, c.machines, l, l.epochs[c.epoch], c.age), Hints{Now: moment})
		var got []string
		for _, p := range r.Parts {
			got = append(got, fmt.Sprintf("%d %s 10^%.2f (10^%.2f) %s to %s, or %s", p.Values, p, p.Chance, p.layout, p.Oldest.Format(time.DateTime), p.Newest.Format(time.DateTime), strings.Join(p.Rivals, ", ")))
		}
		key := fmt.Sprintf("%s, %d machines, %v old, %d values", l.epochs[c.epoch].kind, c.machines, c.age, c.n)
		if text := strings.Join(got, "; "); text != wantLayouts[key] {
			t.Errorf("\t%q: %q,", key, text)
		}
	}
}

var wantLayouts = map[string]string{
	"uid11 Snowish, 3 machines, 1h0m0s old, 100 values":                  "100 uid11 Snowish 10^-4.07 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or snowflake (Twitter's epoch), a business key",
	"snowflake (epoch 1970), 3 machines, 1h0m0s old, 100 values":         "100 snowflake (epoch 1970) 10^-243.95 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or ",
	"snowflake (Twitter's epoch), 3 machines, 1h0m0s old, 100 values":    "100 snowflake (Twitter's epoch) 10^-243.95 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or ",
	"snowflake (Discord's epoch), 3 machines, 1h0m0s old, 100 values":    "100 snowflake (Discord's epoch) 10^-4.07 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or snowflake (Twitter's epoch), uid11 Snowish, a business key",
	"snowflake (Twitter's epoch), 3 machines, 2000h0m0s old, 100 values": "100 snowflake 10^-243.95 (10^-243.95) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or snowflake (Twitter's epoch), one with another epoch",
	"snowflake (Twitter's epoch), 0 machines, 1h0m0s old, 100 values":    "100 integers of no known layout 10^0.00 (10^0.00) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or snowflake (Twitter's epoch), Instagram's ID",
	"uid11 Snowish, 1 machines, 20h0m0s old, 30 values":                  "30 integers of no known layout 10^0.00 (10^0.00) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or snowflake (Twitter's epoch), uid11 Snowish, Instagram's ID, 64-bit xid (uid11)",
	"snowflake (Twitter's epoch), 3 machines, 1h0m0s old, 20 values":     "20 snowflake (Twitter's epoch) 10^-41.30 (10^-41.30) 2026-11-21 15:15:11 to 2026-11-22 10:44:55, or ",
	"snowflake (Twitter's epoch), 3 machines, 1h0m0s old, 19 values":     "19 snowflake (Twitter's epoch) 10^-4.07 (10^-4.07) 2026-11-21 16:42:45 to 2026-11-22 10:44:55, or a business key",
	"snowflake (Twitter's epoch), 12 machines, 2000h0m0s old, 20 values": "20 snowflake 10^-10.09 (10^-10.09) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or snowflake (Twitter's epoch), one with another epoch",
	"snowflake (Twitter's epoch), 13 machines, 2000h0m0s old, 20 values": "20 snowflake 10^-7.51 (10^-7.51) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or snowflake (Twitter's epoch), one with another epoch, Instagram's ID, a business key",
	"Sonyflake, 3 machines, 1h0m0s old, 100 values":                      "100 Sonyflake 10^-243.95 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or ",
	"Sonyflake, 3 machines, 3000h0m0s old, 100 values":                   "100 Sonyflake 10^-243.95 (10^-243.95) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or one with another epoch",
	"Instagram's ID, 3 machines, 1h0m0s old, 100 values":                 "100 Instagram's ID 10^-243.95 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or ",
	"64-bit xid (uid11), 0 machines, 1h0m0s old, 100 values":             "100 64-bit xid (uid11) 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"64-bit xid (uid11), 0 machines, 40h0m0s old, 100 values":            "100 integers of no known layout 10^0.00 (10^0.00) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or snowflake (Twitter's epoch), uid11 Snowish, Instagram's ID, 64-bit xid (uid11)",
	"Ulid-Flake, 0 machines, 1h0m0s old, 100 values":                     "100 Ulid-Flake 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"CockroachDB's rowid, 3 machines, 1h0m0s old, 100 values":            "100 CockroachDB's rowid 10^-243.95 (10^-243.95) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or ",
	".NET ticks, 0 machines, 1h0m0s old, 100 values":                     "100 .NET ticks 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"FILETIME, 0 machines, 1h0m0s old, 100 values":                       "100 FILETIME 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"Chrome's time, 0 machines, 1h0m0s old, 100 values":                  "100 Chrome's time 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"Unix time, s, 0 machines, 1h0m0s old, 100 values":                   "100 Unix time, s 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"Unix time, ms, 0 machines, 1m0s old, 100 values":                    "100 Unix time, ms 10^-4.74 (10^-4.74) 2026-11-18 08:19:32 to 2026-11-22 11:43:55, or a business key",
	"Unix time, µs, 0 machines, 1h0m0s old, 100 values":                  "100 Unix time, µs 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"Unix time, ns, 0 machines, 1h0m0s old, 100 values":                  "100 Unix time, ns 10^-4.07 (10^-4.07) 2026-11-18 07:20:32 to 2026-11-22 10:44:55, or a business key",
	"Unix time, s, 0 machines, 25h0m0s old, 100 values":                  "100 Unix time, s 10^0.00 (10^0.00) 0001-01-01 00:00:00 to 0001-01-01 00:00:00, or Unix time, s",
}

// Rows of the same time are in no order: they are shuffled, the same way each time.
func TestStepsOfEqualTimes(t *testing.T) {
	up, same := make([]float64, 100), make([]float64, 100)
	for i := range up {
		up[i] = float64(i)
	}
	const want = 1.0528052805280528 // near 1, as that of random ones
	if got := steps(up, same); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
}

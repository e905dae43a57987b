package idkind

import (
	"crypto/md5"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"
	"time"
)

// list returns n values.
func list(n int, of func(i int) any) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = of(i)
	}
	return out
}

func TestCorrelation(t *testing.T) {
	const n = 200
	up := list(n, func(i int) any { return int64(i) })
	scattered := func(i int) any { return int64(i * 7919 % 1009) }
	for name, c := range map[string]struct {
		values, others []any
		want           float64 // 2 for none
	}{
		"with their places":             {up, nil, 1},
		"against them":                  {list(n, func(i int) any { return int64(-i) }), nil, -1},
		"scattered":                     {list(n, scattered), nil, 0},
		"beside a time":                 {list(n, scattered), list(n, func(i int) any { return time.UnixMilli(scattered(i).(int64)) }), 1},
		"beside a time as a text":       {list(n, scattered), list(n, func(i int) any { return time.UnixMilli(scattered(i).(int64)).UTC().Format(time.RFC3339Nano) }), 0.9},
		"of 2^63 and more":              {list(n, func(i int) any { return uint64(math.MaxInt64-n/2) + uint64(i) }), nil, 1},
		"of both signs":                 {list(n, func(i int) any { return int64(i - n/2) }), nil, 1},
		"digits of two lengths as text": {list(n, func(i int) any { return strconv.Itoa(i + 1) }), nil, 1},
		"a few that repeat":             {list(n, func(i int) any { return int64(i % 3) }), nil, 0},
		"one that repeats":              {list(n, func(int) any { return int64(7) }), nil, 2},
		"too few":                       {up[:29], nil, 2},
		"enough":                        {up[:30], nil, 1},
		"NULL":                          {list(n, func(int) any { return nil }), nil, 2},
		"NULL beside":                   {up, list(n, func(int) any { return nil }), 2},
		"texts":                         {list(n, func(i int) any { return "INV-" + string(rune('a'+i/26)) + string(rune('a'+i%26)) }), nil, 1},
		"bytes":                         {list(n, func(i int) any { return []byte{0xff, byte(i)} }), nil, 1},
	} {
		trend, ok := trendOf(c.values, c.others)
		got := trend.correlation
		if none := c.want == 2; none == ok || !none && math.Abs(got-c.want) > 0.12 {
			t.Errorf("%s: %.3f %v, want %.1f", name, got, ok, c.want)
		}
	}
}

// What the rows show is the order of values of no kind, or of one that is not certain.
func TestOrderOfRows(t *testing.T) {
	const n = 400
	scattered := func(i int) any { return int64(i * 7919 % 1009) }
	name := func(i int) any { return "customer " + string(rune('a'+i/26%26)) + string(rune('a'+i%26)) + " & sons" }
	for what, c := range map[string]struct {
		values []any
		h      Hints
		want   Order
	}{
		"names, in no order":                 {list(n, func(i int) any { return name(i * 7919) }), Hints{Placed: true}, Random},
		"names, in order":                    {list(n, name), Hints{Placed: true}, Ordered},
		"names, places unknown":              {list(n, name), Hints{}, Unknown},
		"names, beside a time":               {list(n, func(i int) any { return name(i * 7) }), Hints{Times: list(n, func(i int) any { return int64(i * 7 % 676) })}, Ordered},
		"names, in half an order":            {list(n, func(i int) any { return name(i + i*7919%200) }), Hints{Placed: true}, Unknown},
		"names, backwards":                   {list(n, func(i int) any { return name(n - i) }), Hints{Placed: true}, Unknown},
		"numbers without zeros in front":     {list(n, func(i int) any { return "user-" + strconv.Itoa(i*7) }), Hints{Placed: true}, Unknown},
		"names, beside a time that changes":  {list(n, name), Hints{Times: list(n, scattered), TimesChange: true}, Unknown},
		"names, in order beside such a time": {list(n, name), Hints{Times: list(n, func(i int) any { return int64(i) }), TimesChange: true}, Ordered},
		"names, imported at one time":        {list(n, func(i int) any { return name(i * 7919) }), Hints{Times: list(n, func(i int) any { return int64(max(i, n*9/10)) })}, Unknown},
		"names, imported on some days":       {list(n, func(i int) any { return name(i * 7919) }), Hints{Times: list(n, func(i int) any { return int64(i / 50) })}, Random},
		"decimals":                           {list(n, func(i int) any { return strconv.FormatFloat(float64(i)*1.25-9, 'f', 4, 64) }), Hints{Placed: true, Numeric: true}, Ordered},
		"floating point numbers":             {list(n, func(i int) any { return float32(i)*1.25 - 9 }), Hints{Placed: true, Numeric: true}, Ordered},
		"times in a numeric column":          {list(n, func(i int) any { return time.UnixMilli(int64(i) * 1e8).UTC().Format(time.DateTime) }), Hints{Placed: true, Numeric: true}, Ordered},
		"names, sorted, beside a time":       {list(n, name), Hints{Placed: true, Times: list(n, scattered)}, Unknown},
		"hashes, sorted":                     {hashes(n), Hints{Placed: true}, Unknown},
		"hashes, beside a time":              {hashes(n), Hints{Times: list(n, func(i int) any { return int64(i) })}, Ordered},
		"UUIDv7, rows in another one":        {uuids7(n, 7919), Hints{Placed: true, Now: time.UnixMilli(1_790_000_000_000)}, Ordered},
	} {
		if got := Of(c.values, c.h).Order(); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
}

// hashes returns hashes in the order of their bytes.
func hashes(n int) []any {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%x", md5.Sum([]byte(strconv.Itoa(i)))))
	}
	slices.Sort(all)
	return list(n, func(i int) any { return all[i] })
}

// uuids7 returns UUIDv7 of some days, in steps of so many.
func uuids7(n, step int) []any {
	state := uint64(1)
	return list(n, func(i int) any {
		b := make([]byte, 16)
		for j := range b {
			state = state*6364136223846793005 + 1442695040888963407
			b[j] = byte(state >> 56)
		}
		at := uint64(1_780_000_000_000 + i*step%n*1_000_000)
		for j := range 6 {
			b[j] = byte(at >> (40 - 8*j))
		}
		b[6], b[8] = b[6]&0xF|0x70, b[8]&0x3F|0x80
		return b
	})
}

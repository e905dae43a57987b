package idkind

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// The greatest integer is right up to 2^64, and JSON keeps all of its digits.
func TestGreatest(t *testing.T) {
	for _, c := range []struct {
		values []any
		want   uint64
	}{
		{[]any{int64(3), int64(7), int64(5)}, 7},
		{[]any{int64(-3), int64(0)}, 0},
		{[]any{int64(1)}, 1},
		{[]any{int64(1), uint64(1 << 63), int64(2)}, 1 << 63},
		{[]any{uint64(math.MaxUint64), uint64(math.MaxUint64 - 1)}, math.MaxUint64},
		{[]any{int64(math.MaxInt64), int64(math.MinInt64)}, math.MaxInt64},
		{[]any{"18446744073709551615", "12"}, math.MaxUint64},
		{[]any{"018f3a5c-0000-7000-8000-000000000001"}, 0},
	} {
		r := Of(c.values, Hints{})
		if r.Greatest != c.want {
			t.Errorf("%v: got %d, want %d", c.values, r.Greatest, c.want)
		}
		b, err := json.Marshal(r)
		var back Result
		if err != nil || json.Unmarshal(b, &back) != nil || back.Greatest != c.want || strings.Contains(string(b), "greatest") != (c.want > 0) {
			t.Errorf("%v: got %s, %v", c.values, b, err)
		}
	}
}

// A row with the greatest number of all is far from the others, and near to others of 2^63 and more.
func TestUnsignedSequence(t *testing.T) {
	var low, high, both []any
	for i := range uint64(300) {
		low, high = append(low, int64(i+1)), append(high, math.MaxUint64-i)
		both = append(both, int64(i+1))
	}
	both = append(both, uint64(math.MaxUint64))
	for _, c := range []struct {
		values []any
		want   string
	}{{low, "sequence"}, {high, "sequence"}, {both, "integers of no known layout"}, {append(high[:300:300], int64(0)), "integers of no known layout"}, {append(high[:300:300], int64(1)), "integers of no known layout"}} {
		if r := Of(c.values, Hints{Rows: float64(len(c.values))}); r.Business != "" || r.Parts[0].Name != c.want {
			t.Errorf("got %+v, want %s", r, c.want)
		}
	}
	if r := Of(append(low[:100:100], high[0]), Hints{Placed: true}); r.Place < 0.99 {
		t.Errorf("the greatest number at the last place: the correlation is %g", r.Place)
	}
}

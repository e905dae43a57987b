package inspect

import (
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// The distances of neighbouring keys say how many rows there are, in the span of integers or of 64 bits, from 200
// neighbours on, if the keys are spread evenly.
func TestCountRows(t *testing.T) {
	head := func(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
	integers := []idkind.Run{{N: 101, Least: int64(0), Greatest: int64(150)}, {N: 101, Least: int64(1000), Greatest: int64(1250)}}
	random := []idkind.Run{{N: 201, Least: head(0), Greatest: head(1 << 56)}}
	for _, c := range []struct {
		what   string
		sample source.Sample
		runs   []idkind.Run
		want   string
	}{
		{"integers", source.Sample{Least: int64(-99), Greatest: int64(900)}, integers, "500 (408.8 to 591.2)"},
		{"199 neighbours", source.Sample{Least: int64(1), Greatest: int64(1000)}, []idkind.Run{{N: 200, Least: int64(0), Greatest: int64(400)}}, "7"},
		{"200 neighbours", source.Sample{Least: int64(1), Greatest: int64(1000)}, []idkind.Run{{N: 201, Least: int64(0), Greatest: int64(400)}}, "500 (408.8 to 591.2)"},
		{"random keys", sampleOf("id", randomTexts(60)), random, "51200 (41859.4 to 60540.6)"},
		{"random keys, of which one end is a number", source.Sample{Least: int64(1), Values: map[string][]any{"id": randomTexts(60)}}, random, "51200 (41859.4 to 60540.6)"},
		{"random keys, of which the other end is", source.Sample{Greatest: int64(1), Values: map[string][]any{"id": randomTexts(60)}}, random, "51200 (41859.4 to 60540.6)"},
		{"keys in order", sampleOf("id", orderedTexts(60)), random, "7"},
		{"other values", sampleOf("id", []any{"a", "b"}), random, "7"},
		{"another column", sampleOf("n", randomTexts(60)), random, "7"},
	} {
		s := &talk{answers: &answers{t: t}, runs: c.runs}
		one := &source.Table{Rows: source.Exactly(7), Indexes: []source.Index{secondary("i", "n"), primary("p", "id", "n")}}
		countRows(t.Context(), s, one, c.sample)
		got := fmt.Sprintf("%.0f", one.Rows.Value)
		if one.Rows.Estimate {
			got += fmt.Sprintf(" (%.1f to %.1f)", one.Rows.Low, one.Rows.High)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// orderedTexts returns UUIDs of version 7, one a second.
func orderedTexts(n int) []any {
	var list []any
	for i := range n {
		x, at := uint64(i+1)*0x9E3779B97F4A7C15, 1_780_000_000_000+1000*i
		list = append(list, fmt.Sprintf("%08x-%04x-7%03x-8%03x-%012x", at>>16, at&0xFFFF, x>>4&0xFFF, x*31>>52, x*0xBF58476D1CE4E5B9>>16))
	}
	return list
}

func TestIsEven(t *testing.T) {
	for what, c := range map[string]struct {
		ids  idkind.Result
		want bool
	}{
		"random":         {v4Bytes, true},
		"in order":       {v7Bytes, false},
		"no IDs":         {idkind.Result{}, false},
		"two kinds":      {idsOf(idkind.Raw, 16, part("UUIDv4", idkind.Random), part("Nano ID", idkind.Random)), false},
		"swapped":        {with(v4Bytes, func(r *idkind.Result) { r.Parts[0].Swapped = true }), false},
		"with a time":    {with(v4Bytes, func(r *idkind.Result) { r.Parts[0].Oldest = time.Unix(1, 0) }), false},
		"other values":   {with(v4Bytes, func(r *idkind.Result) { r.Unfit = 1 }), false},
		"with a prefix":  {with(v4Bytes, func(r *idkind.Result) { r.Prefix = "user" }), false},
		"of another end": {with(v4Bytes, func(r *idkind.Result) { r.Parts[0].Newest = time.Unix(1, 0) }), true},
	} {
		if got := isEven(c.ids); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

func TestFirstKey(t *testing.T) {
	for want, indexes := range map[string][]source.Index{"": {secondary("i", "n")}, "id": {secondary("i", "n"), primary("p", "id", "n")}} {
		if got := firstKey(&source.Table{Indexes: indexes}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRowsOf(t *testing.T) {
	if got := rowsOf(&source.Table{Rows: source.Exactly(7)}); got != 7 {
		t.Errorf("%g", got)
	}
	if got := rowsOf(&source.Table{Rows: source.Figure{Value: 7, Missing: "not read"}}); got != 0 {
		t.Errorf("%g", got)
	}
}

package scru160_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

// TestCompareText compares the texts of the vectors in every mixture of cases.
func TestCompareText(t *testing.T) {
	vectors := idtest.LoadVectors[valid, generation](t, "scru160").Valid
	for _, v := range vectors {
		for _, w := range vectors {
			want := strings.Compare(v.Hex, w.Hex)
			for _, pair := range [][2]string{
				{v.Text, w.Text}, {strings.ToLower(v.Text), w.Text}, {v.Text, strings.ToLower(w.Text)},
				{v.Hex, w.Hex}, {strings.ToUpper(v.Hex), w.Hex}, {v.Hex, strings.ToUpper(w.Hex)},
			} {
				if got, err := scru160.CompareText(pair[0], pair[1]); err != nil || got != want {
					t.Errorf("CompareText(%s, %s) = %d, %v, want %d", pair[0], pair[1], got, err, want)
				}
			}
			for _, pair := range [][2]string{{v.Text, w.Hex}, {v.Hex, w.Text}} {
				if got, err := scru160.CompareText(pair[0], pair[1]); !errors.Is(err, id.ErrLength) || got != 0 {
					t.Errorf("CompareText(%s, %s) = %d, %v: the forms are mixed", pair[0], pair[1], got, err)
				}
			}
		}
	}
	good := vectors[0].Text
	for _, pair := range [][2]string{{good, "?" + good[1:]}, {"?" + good[1:], good}, {good, ""}, {"", good}, {"", ""}} {
		var syntax *id.SyntaxError
		if got, err := scru160.CompareText(pair[0], pair[1]); !errors.As(err, &syntax) || got != 0 {
			t.Errorf("CompareText(%q, %q) = %d, %v", pair[0], pair[1], got, err)
		}
	}
}

func FuzzCompareText(f *testing.F) {
	file := idtest.LoadVectors[valid, generation](f, "scru160")
	for i, v := range file.Valid {
		w := file.Valid[len(file.Valid)-1-i]
		f.Add(v.Text, strings.ToLower(w.Text))
		f.Add(v.Hex, strings.ToUpper(w.Hex))
		f.Add(v.Text, w.Hex)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got, err := scru160.CompareText(a, b)
		sameForm := scru160.Valid(a) && scru160.Valid(b) && len(a) == len(b)
		if (err == nil) != sameForm {
			t.Fatalf("CompareText(%q, %q) = %d, %v", a, b, got, err)
		}
		want := 0
		if sameForm {
			want = strings.Compare(strings.ToUpper(a), strings.ToUpper(b))
		}
		if got != want {
			t.Fatalf("CompareText(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

func TestFromFields(t *testing.T) {
	for _, millis := range []uint64{scru160.MaxTimestamp + 1, math.MaxUint64} {
		x, err := scru160.FromFields(scru160.Fields{Timestamp: millis})
		if !errors.Is(err, id.ErrRange) || !x.IsZero() || !strings.Contains(err.Error(), "281474976710655") {
			t.Errorf("FromFields of %d ms = %v, %v", millis, x, err)
		}
	}
}

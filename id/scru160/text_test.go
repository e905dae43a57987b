package scru160_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
)

// TestCompareText compares the texts of the vectors in every mixture of cases.
func TestCompareText(t *testing.T) {
	vectors := load(t).Valid
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

func TestFromFields(t *testing.T) {
	for _, millis := range []uint64{scru160.MaxTimestamp + 1, math.MaxUint64} {
		x, err := scru160.FromFields(scru160.Fields{Timestamp: millis})
		if !errors.Is(err, id.ErrRange) || !x.IsZero() || !strings.Contains(err.Error(), "281474976710655") {
			t.Errorf("FromFields of %d ms = %v, %v", millis, x, err)
		}
	}
	a, b := scru160.New(), scru160.New()
	if scru160.Compare(a, b) != -1 || scru160.Compare(b, a) != 1 || scru160.Compare(a, a) != 0 {
		t.Error("Compare is wrong")
	}
}

package idkind_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/idkind/kindtest"
)

// latestKeys is when the newest keys of kindtest were made.
var latestKeys = time.Date(2026, 11, 28, 23, 0, 0, 0, time.UTC)

// Of keys that libraries made, and of business keys, none is certainly what it is not, whether the
// newest are of today or a year old; and their order is right where their places in a table show it. With
// -v the test prints what is said of each set.
func TestForeignKeys(t *testing.T) {
	t.Parallel() // after those that are quick
	sets, err := kindtest.Sets()
	if err != nil {
		t.Fatal(err)
	}
	said := make(map[string]int) // by sureness, of right answers and of wrong ones
	for _, s := range sets {
		values, err := s.Values()
		if err != nil {
			t.Fatal(err)
		}
		for name, now := range map[string]time.Time{"": latestKeys, "in two years": latestKeys.AddDate(2, 0, 0)} {
			r := idkind.Of(values, idkind.Hints{Now: now, Placed: true})
			answer, sure := kindtest.AnswerOf(r)
			right := map[bool]string{true: "right", false: "wrong"}[s.Is(answer)]
			t.Logf("%s | %s | %s %s: %s %s, %s", s.Name, s.Kind, s.Type, name, sure, answer, r.Order())
			if said[sure+" and "+right]++; sure == "certain" && right == "wrong" {
				t.Errorf("%s, %s as %s %s: certainly %s", s.Name, s.Kind, s.Type, name, answer)
			}
			if s.Contradicts(string(r.Order())) {
				t.Errorf("%s, %s as %s %s: the order is %s, want %s", s.Name, s.Kind, s.Type, name, r.Order(), s.Order)
			}
		}
	}
	t.Logf("%d sets, twice: %v", len(sets), said)
	if len(sets) < 250 {
		t.Errorf("%d sets, want at least 250", len(sets))
	}
	if wrong := said["likely and wrong"]; wrong > len(sets)/50 {
		t.Errorf("%d answers are likely and wrong", wrong)
	}
}

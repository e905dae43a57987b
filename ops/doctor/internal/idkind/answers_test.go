package idkind_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/idkind/kindtest"
)

var update = flag.Bool("update", false, "write testdata/answers.txt instead of comparing with it")

// asked is how the answers of testdata/answers.txt were asked for: sizes on both sides of what
// the rules need, and what is known beside the values.
var asked = []struct {
	name   string
	values int
	hints  func(n int) idkind.Hints
}{
	{"3", 3, func(int) idkind.Hints { return idkind.Hints{Now: latest} }},
	{"20 of 20 rows", 20, func(n int) idkind.Hints { return idkind.Hints{Now: latest, Rows: float64(n)} }},
	{"31 a year later, beside times", 31, func(n int) idkind.Hints {
		return idkind.Hints{Now: latest.AddDate(1, 0, 0), Placed: true, Times: timesOf(n), Rows: float64(2 * n)}
	}},
	{"81 of 810 rows, by the last group", 81, func(n int) idkind.Hints {
		return idkind.Hints{Now: latest, Rows: float64(10 * n), Placed: true, ByLastGroup: true}
	}},
}

// timesOf returns times that grow faster and faster.
func timesOf(n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = latest.Add(time.Duration(i*i) * time.Second)
	}
	return list
}

// Each answer is the one that was looked at when it was written, with its chance, its times and
// its rivals: for the keys of the corpus and for those of libraries.
func TestAnswers(t *testing.T) {
	var got []string
	for _, a := range asked {
		for i, k := range slices.Concat(businessKeys(), generated(latest)) {
			r, values := rand.New(rand.NewPCG(17, uint64(i))), make([]any, a.values)
			for i := range values {
				values[i] = k.next(r)
			}
			got = append(got, k.name+", "+a.name+": "+answer(idkind.Of(values, a.hints(a.values))))
		}
	}
	sets, err := kindtest.Sets()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		values, err := s.Values()
		if err != nil {
			t.Fatal(err)
		}
		values = values[:min(len(values), 100)]
		got = append(got, s.Name+", "+s.Kind+" as "+string(s.Type)+": "+answer(idkind.Of(values, idkind.Hints{Now: latestKeys, Placed: true})))
	}
	const file = "testdata/answers.txt"
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(got) != len(want) {
		t.Errorf("%d answers, want %d", len(got), len(want))
	}
	for i, differ := 0, 0; i < min(len(got), len(want)) && differ < 10; i++ {
		if got[i] != want[i] {
			differ++
			t.Errorf("%s\nwant\n%s", got[i], want[i])
		}
	}
}

// answer writes all of a result that is not usual.
func answer(r idkind.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %d, %d apart", r.Form, r.Length, r.Distinct)
	note := func(what string, value any, usual bool) {
		if !usual {
			fmt.Fprintf(&b, ", %s %v", what, value)
		}
	}
	note("unfit", r.Unfit, r.Unfit == 0)
	note("zeros", r.Zeros, r.Zeros == 0)
	note("negative", r.Negative, r.Negative == 0)
	note("unsigned", r.Unsigned, r.Unsigned == 0)
	note("in", r.Spelling, r.Spelling == "")
	note("prefix", r.Prefix, r.Prefix == "")
	note("in", "bytes", !r.InBytes)
	note("with", "padding", !r.Padded)
	note("place", fmt.Sprintf("%.3f", r.Place), r.Place == 0)
	note("time", fmt.Sprintf("%.3f", r.Time), r.Time == 0)
	note("a", "number", !r.IsNumber() || r.Form == idkind.Integer)
	note("starts", "over", !r.StartsOver())
	fmt.Fprintf(&b, ", %s", r.Order())
	if r.Business != "" {
		b.WriteString("; " + r.Business)
	}
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "; %s: %d, 10^%.4f, %s", p, p.Values, p.Chance, p.Kind.Order)
		if !p.Oldest.IsZero() {
			fmt.Fprintf(&b, ", %s to %s", p.Oldest.Format("2006-01-02T15:04:05.000000"), p.Newest.Format("2006-01-02T15:04:05.000000"))
		}
		switch n := len(p.Rivals); {
		case n > 0 && r.Distinct > 80:
			fmt.Fprintf(&b, ", or %s", strings.Join(p.Rivals, ", "))
		case n > 0:
			fmt.Fprintf(&b, ", or %d others", n)
		}
	}
	return b.String()
}

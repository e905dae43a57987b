package page

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// The page has a table of a switch of keys, and two pictures of each database, which are files too.
func TestSwitch(t *testing.T) {
	r := reporttest.Sample()
	r.Switch = []trial.Switch{reporttest.Switch("nbtree"), reporttest.Switch("innodb")}
	var b bytes.Buffer
	if err := Of(answer.Of(r)).Write(&b); err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(b.String(), `<section id="switch"`)
	part, _, ok := strings.Cut(part, "</section>")
	if n := strings.Count(part, "<svg "); !ok || n < 4 || strings.Contains(part, "<details") {
		t.Fatalf("%d pictures and samples in\n%s", n, part)
	}
	for _, want := range []string{"37.3 GiB ±2.0%", "uuidv7 on uuidv4", "UUIDv7 from 38.1 to 153 and UUIDv7, rebuilt at the switch from 28.6 to 143", "after each 12 % more rows"} {
		if !strings.Contains(part, want) {
			t.Errorf("there is no %q in\n%s", want, part)
		}
	}
	var names []string
	for _, p := range Of(answer.Of(r)).Pictures() {
		if names = append(names, p.Name); !IsPicture(p.Name + ".svg") {
			t.Errorf("%s is not known as a picture", p.Name)
		}
	}
	for _, want := range []string{"switch-sim-nbtree", "switch-sim-innodb"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no picture %s: %v", want, names)
		}
	}
	r.Switch = nil
	b.Reset()
	if err := Of(answer.Of(r)).Write(&b); err != nil || strings.Contains(b.String(), `<section id="switch"`) || !strings.Contains(b.String(), "the plan lacks such keys") {
		t.Errorf("without a switch: %v", err)
	}
}

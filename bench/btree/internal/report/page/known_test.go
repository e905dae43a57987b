package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// noisy is a result whose room is equal, and whose speed the runs know badly.
func noisy() trial.Result {
	r := reporttest.Sample()
	rates := map[string][]float64{"counter-bigint": {100, 90, 120, 60, 105, 110, 100, 100, 100, 100}, "ulidflake": {75, 120, 50, 95, 60, 80, 100, 100, 100, 100}}
	for i, run := range r.Trials {
		rate := 100.0
		if list := rates[run.Key]; list != nil {
			rate = list[run.Repeat]
		}
		r.Trials[i].Readings = metric.Readings{metric.BytesPerRow: metric.Value(100), metric.RowsPerSecond: metric.Value(rate)}
	}
	return r
}

// A cost is not called equal if its interval allows more than the margin.
func TestVerdictSaysWhatIsKnown(t *testing.T) {
	s := sectionOf(page(t, noisy()), "verdict")
	for _, want := range []string{
		"Ulid-Flake is as good as a counter in size; not enough runs for time (0.63x to 2.40x).",
		`<td data-label="verdict" class="text">not enough runs <small>time</small></td>`,
		"UUIDv4 is as good as a counter in size and time.",
	} {
		if !strings.Contains(s, want) {
			t.Errorf("there is no %q", want)
		}
	}
	if n := strings.Count(s, ">no difference</td>"); n != 1 {
		t.Errorf("%d keys make no difference, want uuidv4 alone", n)
	}
}

// paced is a simulated result in which two keys take more room than their counters: one
// that follows a clock and one that does not.
func paced() trial.Result {
	r := reporttest.Sample()
	r.Engines[0].Simulated = true
	r.Keys[3].Name = "xid"
	for i, run := range r.Trials {
		room := 100.0
		switch run.Key {
		case "uuidv4":
			room = 140
		case "ulidflake":
			r.Trials[i].Key = "xid"
			room = 135
		}
		r.Trials[i].Readings = metric.Readings{metric.BytesPerRow: metric.Value(room)}
	}
	return r
}

// A simulated order that comes from the simulator's pace is not stated as the key's own.
func TestVerdictOfTheSimulatorsPace(t *testing.T) {
	s := sectionOf(page(t, paced()), "verdict")
	if n := strings.Count(s, "worse <small>size; with the simulator&#39;s clock</small>"); n != 1 || !strings.Contains(s, "xid makes the index 35 % larger.") {
		t.Errorf("%d verdicts are of the simulator's pace, want that of xid", n)
	}
	if !strings.Contains(s, "worse <small>size</small>") || !strings.Contains(s, "UUIDv4 makes the index 40 % larger.") {
		t.Error("the verdict of uuidv4, which has no clock, is another")
	}
	measured := paced()
	measured.Engines[0].Simulated = false
	if s := sectionOf(page(t, measured), "verdict"); !strings.Contains(s, "xid makes the index 35 % larger.") || strings.Contains(s, "simulator&#39;s clock") {
		t.Error("what was measured is said to be of the simulator's pace")
	}
}

// Nobody is said to have asked for a key: whether a key was named a result does not tell.
func TestPageOfKeys(t *testing.T) {
	s := sectionOf(richPage(t), "circumstances")
	if strings.Contains(s, ">asked for<") || !strings.Contains(s, ">added as the counter<") {
		t.Error("keys are there for another reason")
	}
	r := reporttest.Sample()
	r.Keys[0].Added = false
	if s := sectionOf(page(t, r), "circumstances"); strings.Contains(s, ">reason</th>") {
		t.Error("there is a column of reasons without any")
	}
}

// The tables' declarations are marked as the short form that engines describe them in.
func TestDeclarationsAreInShort(t *testing.T) {
	r := reporttest.Sample()
	r.Engines[0].Layouts[0].About = "CREATE TABLE item (id PRIMARY KEY)"
	if s := sectionOf(page(t, r), "circumstances"); !strings.Contains(s, "abridged: CREATE TABLE item") {
		t.Error("a declaration is given for the one that was executed")
	}
}

// The first of each kind is open, and the others are opened by the reader, without a
// script: the page of several layouts stays short.
func TestPageFoldsAllButTheFirst(t *testing.T) {
	s := richPage(t)
	for _, id := range []string{"order", "circumstances"} {
		part := sectionOf(s, id)
		first, rest, _ := strings.Cut(part, `<details class="shut">`)
		if !strings.Contains(first, "<h3>") || strings.Count(strings.ReplaceAll(rest, "<summary><h3>", ""), "<h3>") != 0 {
			t.Errorf("%s has not one open block", id)
		}
	}
	r := reporttest.Sample()
	r.Engines = append(r.Engines, r.Engines[0])
	r.Engines[1].Name = "other"
	for _, run := range slices.Clone(r.Trials) {
		run.Engine = "other"
		r.Trials = append(r.Trials, run)
	}
	part := sectionOf(page(t, r), "verdict")
	details := regexp.MustCompile(`(?s)<details><summary>Each key beside the counter of its width</summary>.*?</details>`)
	folded, open := len(details.FindAllString(part, -1)), strings.Count(details.ReplaceAllString(part, ""), "<table")
	if strings.Contains(part, `class="shut"`) {
		t.Error("the sentences of a verdict are folded")
	}
	if folded != 2 || open != 0 {
		t.Errorf("the tables of %d verdicts are folded, and %d are not", folded, open)
	}
	sentence := regexp.MustCompile(`<li>U[A-Za-z0-9-]+ (is|makes|takes)`)
	if n := len(sentence.FindAllString(part, -1)); n != 4 {
		t.Errorf("%d sentences, want those of both databases", n)
	}
}

// Conditions are those that were requested: an engine's notes say whether it had them.
func TestConditionsWereRequested(t *testing.T) {
	s := page(t, reporttest.Requested())
	if n := strings.Count(s, "buffer pool of 64MB requested, no checkpoints requested"); n < 3 || strings.Contains(s, "with checkpoints") {
		t.Errorf("%d places of the page say that conditions were requested", n)
	}
}

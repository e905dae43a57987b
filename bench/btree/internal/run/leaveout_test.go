package run

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// choosy is a fake engine that knows beforehand what it has no tree for.
type choosy struct {
	fake
	check func(engine.Spec) error
}

func (c *choosy) Check(s engine.Spec) error { return c.check(s) }

// Trees that cannot be prepared are out of the plan before the first trial, and a note says so
// once for all keys and repeats.
func TestLeftOutBeforehand(t *testing.T) {
	kinds, added, err := key.Select([]string{"uuidv4", "scru160"})
	if err != nil {
		t.Fatal(err)
	}
	f := &choosy{check: func(s engine.Spec) error {
		if s.Layout == "y" && (s.Payload == 900 || s.Payload == 700 && s.Key.Width == 20) {
			return &engine.Missing{Reason: "the page is too small"}
		}
		return nil
	}}
	c := config(f, t)
	c.kinds, c.added, c.Payload, c.Repeats = kinds, added, []int{0, 700, 900}, 2
	o := &counting{}
	c.Observer = o
	r := complete(t, c)
	// Four keys, three payloads and two layouts; but in one of them four are left out,
	// and two.
	if want := 2 * (4*3*2 - 4 - 2); len(r.Trials) != want || r.Planned != want || f.trees != want || int(o.rows.Load()) != 103*want {
		t.Errorf("%d trials, %d planned, %d trees, %d rows: want %d trials", len(r.Trials), r.Planned, f.trees, o.rows.Load(), want)
	}
	if slices.ContainsFunc(r.Trials, func(one trial.Trial) bool { return one.Layout == "y" && one.Payload == 900 }) {
		t.Error("there is a run of what cannot be")
	}
	for _, want := range []string{
		"fake (y): a payload of 700 bytes with counter20, scru160 is impossible (the page is too small), and was left out.",
		"fake (y): a payload of 900 bytes is impossible (the page is too small), and was left out.",
	} {
		if n := len(slices.DeleteFunc(slices.Clone(r.Notes), func(n string) bool { return n != want })); n != 1 {
			t.Errorf("%d notes are %q: %q", n, want, r.Notes)
		}
	}
	c.Payload, f.trees = []int{900}, 0
	f.check = func(engine.Spec) error { return &engine.Missing{Reason: "the page is too small"} }
	if _, err := c.run(t.Context()); err == nil || !strings.Contains(err.Error(), "the page is too small") || f.trees != 0 {
		t.Errorf("nothing can be run, and the error is %v after %d trees", err, f.trees)
	}
	broken := errors.New("broken on purpose")
	f.check = func(engine.Spec) error { return broken }
	if _, err := c.run(t.Context()); !errors.Is(err, broken) || f.trees != 0 {
		t.Errorf("the error is %v after %d trees", err, f.trees)
	}
}

// An engine that simulates has one writer, and a note says so.
func TestSimulatedTreesHaveOneWriter(t *testing.T) {
	simulated := []engine.Description{{Name: "a", Layouts: described[0].Layouts, Simulated: true}, described[1]}
	c := whole(1, 1)
	c.Writers, c.oneWriter = []int{1, 2, 8}, true
	p := c.plan(simulated, nil)
	writers := make(map[string]map[int]bool)
	for _, one := range p.trials {
		if writers[one.Engine] == nil {
			writers[one.Engine] = make(map[int]bool)
		}
		writers[one.Engine][one.Writers] = true
	}
	if len(writers["a"]) != 1 || !writers["a"][1] || len(writers["b"]) != 3 {
		t.Errorf("the numbers of writers are %v", writers)
	}
	const note = "a was left out where there are several writers"
	if !slices.ContainsFunc(p.notes, func(n string) bool { return strings.HasPrefix(n, note) }) {
		t.Errorf("the notes are %q", p.notes)
	}
	c.Writers = []int{8}
	for _, one := range c.plan(simulated, nil).trials {
		if one.Engine == "a" {
			t.Fatalf("%v is planned", one.Coordinates)
		}
	}
}

package run

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/leafpage"
)

// Sizes of the trees of a switch.
const (
	// simulatedSwitch is the number of rows of a simulated tree.
	simulatedSwitch = 1_000_000
	// The law of random keys begins with so many trees of so many keys.
	lawTrees = 12
	lawKeys  = 30_000
	// lawSpread is how many standard deviations of trees are an interval: of 12 normal values, it
	// has 98 % of all.
	lawSpread = 3
)

// switchRows holds the numbers of rows of a table, half of which are old.
var switchRows = []int{simulatedSwitch, 10_000_000, 1_000_000_000}

// old is the kind of key that tables have before a switch.
const old = "uuidv4"

// switches returns what the plan's ordered keys bring to tables with random ones. It calls compute, which is knownSwitch
// but in a test, for each layout, and returns none if the plan does not compare such keys.
func (c *job) switches(ctx context.Context, compute func(context.Context, switchOf) (trial.Switch, error)) ([]trial.Switch, error) {
	next, ok := c.ordered()
	if !ok || !slices.Contains(c.Writers, 1) {
		return nil, nil
	}
	var list []trial.Switch
	for _, layout := range c.switchLayouts() {
		s, err := compute(ctx, switchOf{layout, next.Name, next.Form, c.Payload[0]})
		if why, missing := engine.MissingReason(err); missing {
			c.Log(fmt.Sprintf("no switch of keys is simulated for %s: %s", layout, why))
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// ordered returns the ordered kind of key that is compared with the old one: UUIDv7 if the plan has it.
func (c *job) ordered() (key.Kind, bool) {
	var first key.Kind
	random := slices.IndexFunc(c.kinds, func(k key.Kind) bool { return k.Name == old })
	if random < 0 {
		return first, false
	}
	for _, k := range c.kinds {
		if k.Ordered() && !k.IsControl() && k.Form == c.kinds[random].Form && (first.Name == "" || k.Name == "uuidv7") {
			first = k
		}
	}
	return first, first.Name != ""
}

// switchLayouts returns the simulator's layouts of the plan's servers: both, if the plan has the
// simulator itself.
func (c *job) switchLayouts() []string {
	all := []string{sim.NBTree, sim.InnoDB}
	if slices.Contains(c.Engines, engine.Simulator) {
		return all
	}
	simulated := c.simulatedLayouts()
	return slices.DeleteFunc(all, func(l string) bool { return !slices.Contains(simulated, l) })
}

// growing grows trees in memory by the rules of a server.
type growing struct {
	context.Context
	rules leafpage.Rules
	key   []byte
	// ordered is the next key of new rows: those of UUIDv7 and ULID of these years lie at one place
	// among random ones.
	ordered uint64
}

// switchOf is what the trees of a switch depend on.
type switchOf struct {
	layout, next string
	form         key.Form
	payload      int
}

func (o switchOf) spec() engine.Spec {
	return engine.Spec{Layout: o.layout, Key: o.form, Payload: o.payload}
}

// known holds switches, which are the same each time.
var known = struct {
	sync.Mutex
	of map[switchOf]trial.Switch
}{of: make(map[switchOf]trial.Switch)}

// knownSwitch returns newSwitch, which takes a second once.
func knownSwitch(ctx context.Context, of switchOf) (trial.Switch, error) {
	known.Lock()
	defer known.Unlock()
	if s, ok := known.of[of]; ok {
		return s, nil
	}
	s, err := newSwitch(ctx, of)
	if err == nil {
		known.of[of] = s
	}
	return s, err
}

// newSwitch simulates the trees of a layout and computes the larger ones.
func newSwitch(ctx context.Context, of switchOf) (trial.Switch, error) {
	g, err := newGrowing(ctx, of.spec())
	if err != nil {
		return trial.Switch{}, err
	}
	m, err := g.measure()
	if err != nil {
		return trial.Switch{}, err
	}
	expected, err := g.expected(switchRows)
	if err != nil {
		return trial.Switch{}, err
	}
	s := trial.Switch{Layout: of.layout, Old: old, New: of.next, Payload: of.payload, NewFill: m.amongFill}
	for _, rows := range switchRows {
		if rows == simulatedSwitch {
			s.Trees = append(s.Trees, m.trees()...)
			continue
		}
		s.Trees = append(s.Trees, m.computed(rows, expected)...)
	}
	// The largest table of random keys is where their swing has nearly ended.
	largest, _ := s.Tree(trial.OldOnOld, slices.Max(switchRows))
	s.OldRow, s.NewRow, s.AloneRow = largest.Bytes/float64(largest.Rows), m.among.pages*m.page, m.alone.pages*m.page
	return s, nil
}

func newGrowing(ctx context.Context, s engine.Spec) (*growing, error) {
	rules, err := sim.Rules(s)
	if err != nil {
		return nil, err
	}
	return &growing{ctx, rules, make([]byte, rules.KeyWidth()), 0x01900000_00000000}, nil
}

// perRow holds pages per row.
type perRow struct{ leaves, pages float64 }

func between(a, b leafpage.Stats) perRow {
	rows := float64(b.Rows - a.Rows)
	return perRow{float64(b.Leaves-a.Leaves) / rows, float64(b.Pages-a.Pages) / rows}
}

// measuredSwitch is what simulated trees show.
type measuredSwitch struct {
	page                         float64 // bytes
	oldOnOld, newOnOld, newAlone leafpage.Stats
	old, among, alone            perRow
	amongFill                    float64
}

// measure simulates the trees of simulatedSwitch rows. The pages of ordered keys are in proportion to
// their rows, once the first ones are there.
func (g *growing) measure() (m measuredSwitch, err error) {
	const half, settled = simulatedSwitch / 2, simulatedSwitch / 10
	random, err := g.random(1, half)
	if err != nil {
		return m, err
	}
	if err := g.insert(random, half, rand.New(rand.NewPCG(2, 7)).Uint64); err != nil {
		return m, err
	}
	among, err := g.random(1, half)
	if err != nil {
		return m, err
	}
	alone, err := leafpage.New(g.rules, leafpage.Options{})
	if err != nil {
		return m, err
	}
	var first [2]leafpage.Stats
	for i, t := range []*leafpage.Tree{among, alone} {
		if err := g.insert(t, settled, g.next); err != nil {
			return m, err
		}
		first[i] = t.Stats()
		if err := g.insert(t, simulatedSwitch-t.Rows(), g.next); err != nil {
			return m, err
		}
	}
	m.page = float64(g.rules.PageSize())
	m.oldOnOld, m.newOnOld, m.newAlone = random.Stats(), among.Stats(), alone.Stats()
	m.old, m.among, m.alone = between(leafpage.Stats{}, m.oldOnOld), between(first[0], m.newOnOld), between(first[1], m.newAlone)
	used := func(s leafpage.Stats) float64 { return s.Fill * float64(s.Leaves) }
	m.amongFill = (used(m.newOnOld) - used(first[0])) / float64(m.newOnOld.Leaves-first[0].Leaves)
	return m, nil
}

func (g *growing) next() uint64 {
	g.ordered++
	return g.ordered
}

// random returns a tree of random keys.
func (g *growing) random(seed uint64, keys int) (*leafpage.Tree, error) {
	t, err := leafpage.New(g.rules, leafpage.Options{})
	if err != nil {
		return nil, err
	}
	return t, g.insert(t, keys, rand.New(rand.NewPCG(seed, 3)).Uint64)
}

// insert inserts so many keys with the first bytes that next returns.
func (g *growing) insert(t *leafpage.Tree, keys int, next func() uint64) error {
	const looks = 1 << 14
	for i := range keys {
		if i%looks == 0 && g.Err() != nil {
			return g.Err()
		}
		binary.BigEndian.PutUint64(g.key, next())
		if err := t.Insert(g.key); err != nil {
			return err
		}
	}
	return nil
}

// interval is a number of leaf pages between two others.
type interval struct{ value, low, high float64 }

// expected returns the leaf pages of random keys by the number of rows: of the given numbers and of their
// halves.
func (g *growing) expected(numbers []int) (map[int]interval, error) {
	var trees []*leafpage.Tree
	for seed := range uint64(lawTrees) {
		t, err := g.random(10+seed, lawKeys)
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
	}
	var rows []int
	for _, n := range numbers {
		rows = append(rows, n/2, n)
	}
	slices.Sort(rows)
	lists, err := leafpage.Expected(trees, rows...)
	if err != nil {
		return nil, err
	}
	out := make(map[int]interval)
	for i, list := range lists {
		mean, square := 0.0, 0.0
		for _, n := range list {
			mean += n / lawTrees
		}
		for _, n := range list {
			square += (n - mean) * (n - mean) / (lawTrees - 1)
		}
		off := lawSpread*math.Sqrt(square) + g.rules.LawError()*mean
		out[rows[i]] = interval{mean, mean - off, mean + off}
	}
	return out, nil
}

// touched returns how many of the leaf pages get one of so many random keys at least.
func touched(leaves, keys float64) float64 { return leaves * -math.Expm1(-keys/leaves) }

// changing is how many rows Switched.Changed is of, and recent which part of the rows is recent.
const (
	changing = 1000
	recent   = 0.01
)

// trees returns the simulated trees.
func (m measuredSwitch) trees() []trial.Switched {
	var list []trial.Switched
	for i, s := range []leafpage.Stats{m.oldOnOld, m.newOnOld, m.newAlone} {
		bytes := float64(s.Pages) * m.page
		list = append(list, m.tree(trial.Histories()[i], s.Rows, float64(s.Leaves), interval{bytes, bytes, bytes}))
	}
	return list
}

// computed returns the trees of a larger table. Its pages above the leaf pages are the same part as in
// the simulated ones.
func (m measuredSwitch) computed(rows int, expected map[int]interval) []trial.Switched {
	all := m.old.pages / m.old.leaves * m.page
	n := float64(rows)
	random, before := expected[rows], expected[rows/2]
	sized := func(v interval, more float64) interval {
		return interval{v.value*all + more, v.low*all + more, v.high*all + more}
	}
	list := []trial.Switched{
		m.tree(trial.OldOnOld, rows, random.value, sized(random, 0)),
		m.tree(trial.NewOnOld, rows, before.value, sized(before, n/2*m.among.pages*m.page)),
		m.tree(trial.NewAlone, rows, 0, sized(interval{}, n*m.alone.pages*m.page)),
	}
	for i := range list {
		list[i].Computed = true
	}
	return list
}

// tree returns a tree of so many leaf pages, which count if its new keys are random.
func (m measuredSwitch) tree(h trial.History, rows int, leaves float64, size interval) trial.Switched {
	t := trial.Switched{History: h, Rows: rows, Bytes: size.value, Low: size.low, High: size.high}
	latest := recent * float64(rows)
	switch h {
	case trial.OldOnOld:
		t.Changed, t.Recent = touched(leaves, changing), touched(leaves, latest)*m.page
	case trial.NewOnOld:
		t.Changed, t.Recent = 1+changing*m.among.leaves, (1+latest*m.among.leaves)*m.page
	case trial.NewAlone:
		t.Changed, t.Recent = 1+changing*m.alone.leaves, (1+latest*m.alone.leaves)*m.page
	}
	return t
}

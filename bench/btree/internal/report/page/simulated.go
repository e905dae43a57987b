package page

import (
	"fmt"
	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// simulationOf returns the simulator's point under the same conditions as a server's.
func (d *data) simulationOf(p point) (point, bool) { return points.SimulationOf(d.r, d.points, p) }

// besideServer reports whether a point is simulated and a server was measured under the
// same conditions.
func (d *data) besideServer(p point) bool { return points.BesideServer(d.r, d.points, p) }

// residuals compare the leaf pages of servers with those of the simulator.
func (d *data) residuals() (section, string) {
	s := section{ID: "residuals", Title: "Measured and simulated"}
	s.Lead = []string{"Leaf pages of a server's tree, and of the simulator's tree of the same keys in the same order; with “other keys”, the medians of both, which for random keys and several writers differ by chance. The residual is how many leaf pages more the server has, in percent of the simulator's; it is negative for fewer. Trees that agree exactly are not listed."}
	for _, layout := range partition(d.points, func(c *trial.Coordinates) { *c = trial.Coordinates{Engine: c.Engine, Layout: c.Layout} }) {
		if b := d.residualBlock(layout); b.Table != nil || b.Text != nil {
			s.Blocks = append(s.Blocks, b)
		}
	}
	if len(s.Blocks) == 0 {
		return s, "How far the simulator is from a server: no trial of a server was simulated. Name both, such as -db postgres,sim -writers 1."
	}
	return s, ""
}

// residualBlock has a table of the trees of a layout that differ from the simulator's, and a
// sentence about the trees of the same keys.
func (d *data) residualBlock(points []point) block {
	b := block{Heading: words.Place(d.r, points[0].Coordinates), Table: &table{Table: grid.Table{Caption: "Leaf pages", Head: grid.Head("key", "measured", "simulated", "residual")}}}
	exact, same, worst := 0, 0, 0.0
	for _, p := range points {
		band := false
		for _, l := range d.lines(p) {
			r, ok := d.residual(p, l)
			if !ok {
				continue
			}
			if r.same {
				same++
			}
			if r.same && r.measured == r.simulated {
				exact++
				continue
			}
			if !band {
				b.Table.Rows = append(b.Table.Rows, row{Band: words.Conditions(p.Coordinates)})
				band = true
			}
			b.Table.Rows = append(b.Table.Rows, r.row(l.Label))
			if !r.same {
				continue
			}
			if math.Abs(r.percent()) > math.Abs(worst) {
				worst = r.percent()
			}
		}
	}
	switch {
	case same > 0 && exact == same:
		b.Text = append(b.Text, fmt.Sprintf("%s of the same keys: all have exactly as many leaf pages as the simulator's.", english.Count(same, "tree")))
	case same > 0:
		b.Text = append(b.Text, fmt.Sprintf("%s of the same keys: %d have exactly as many leaf pages as the simulator's, and the greatest residual is %+.2f\u00a0%%.", english.Count(same, "tree"), exact, worst))
	}
	if len(b.Table.Rows) == 0 {
		b.Table = nil
	}
	return b
}

// residual is a number of leaf pages, measured and simulated.
type residual struct {
	measured, simulated float64
	same                bool // of the same keys
}

// percent returns how many leaf pages more were measured, in percent of the simulated ones.
func (r residual) percent() float64 { return 100 * (r.measured/r.simulated - 1) }

// tolerance is the residual in percent that the simulator is designed for.
const tolerance = .5

func (r residual) row(label string) row {
	c := cell{Text: fmt.Sprintf("%+.2f\u00a0%%", r.percent())}
	switch {
	case !r.same:
		c.Note = "other keys"
	case math.Abs(r.percent()) > tolerance:
		c.Note = fmt.Sprintf("more than %g\u00a0%%", tolerance)
	}
	text := metric.Named(metric.LeafPages).Print
	return row{Cells: []cell{{Text: label}, {Text: text(r.measured)}, {Text: text(r.simulated)}, c}}
}

// residual compares a trial of one writer with the simulator's tree of the same keys, or
// else the medians of both.
func (d *data) residual(p point, l summary.Line) (residual, bool) {
	if d.simulated(p) {
		return residual{}, false
	}
	if r, ok := d.sameKeys(p, l); ok && p.Writers == 1 && r.simulated > 0 {
		return r, true
	}
	r, ok := d.otherKeys(p, l)
	return r, ok && r.simulated > 0
}

// sameKeys has the leaf pages of the first trial whose keys the simulator inserted as well.
func (d *data) sameKeys(p point, l summary.Line) (residual, bool) {
	t, ok := d.trial(p, l, func(t trial.Trial) bool {
		return t.Readings.Get(metric.LeafPages).Missing == "" && t.Readings.Get(metric.TwinLeaves).Missing == ""
	})
	return residual{t.Readings.Get(metric.LeafPages).Value, t.Readings.Get(metric.TwinLeaves).Value, true}, ok
}

// otherKeys has the medians of the server and of the simulator.
func (d *data) otherKeys(p point, l summary.Line) (residual, bool) {
	twin, found := d.simulationOf(p)
	measured, have := medianOf(l, metric.LeafPages)
	simulated, both := median(twin, l.Label, metric.LeafPages)
	return residual{measured, simulated, false}, found && have && both
}

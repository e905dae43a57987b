package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// simulated returns the layout of the simulator that follows the rules of a scene's
// tree, and the scenario that it is run in.
func (d *pageData) simulated(sc scene) (layout string, scenario trial.Scenario, ok bool) {
	secondary := d.secondary(sc)
	server, _, _ := strings.Cut(sc.Engine, "-") // a merged result has postgres-2
	switch {
	case server == "postgres" && secondary:
		return "nbtree", plainInsert, true // an index beside the rows is one like another
	case server == "postgres":
		return "nbtree", sc.Scenario, true
	case (server == "mysql" || server == "mariadb") && secondary:
		return "innodb-secondary", sc.Scenario, true
	case server == "mysql" || server == "mariadb":
		return "innodb", sc.Scenario, true
	}
	return "", "", false
}

// simulationOf returns the scene of the simulator under the same circumstances as
// that of a server.
func (d *pageData) simulationOf(sc scene) (scene, bool) {
	layout, scenario, ok := d.simulated(sc)
	if !ok {
		return scene{}, false
	}
	for _, other := range d.scenes {
		want := sc.Coordinates
		want.Engine, want.Layout, want.Scenario = other.Engine, layout, scenario
		if d.engine(other.Engine).Simulated && other.Coordinates == want {
			return other, true
		}
	}
	return scene{}, false
}

// besideServer is whether a scene is the simulator's, and a server was measured under the
// same circumstances.
func (d *pageData) besideServer(s scene) bool {
	return d.engine(s.Engine).Simulated && slices.ContainsFunc(d.scenes, func(server scene) bool {
		twin, ok := d.simulationOf(server)
		return ok && twin.Coordinates == s.Coordinates
	})
}

// residuals compare the leaf pages of servers with those of the simulator.
func (d *pageData) residuals() (pageSection, string) {
	s := pageSection{ID: "residuals", Title: "Measured against simulated"}
	s.Lead = []string{"Leaf pages of a server's tree, and of the simulator's: after the same keys in the same order; or, where it says “other keys”, the medians of both after other keys of the same kind, which differ by chance if they are random. The simulator follows the rules by which the server splits pages; what it is off by says how far its figures for sizes that nobody runs can be trusted. The residual is how many leaf pages the server has more, of the simulator's; negative for fewer."}
	for _, layout := range alike(d.scenes, func(p *trial.Coordinates) { *p = trial.Coordinates{Engine: p.Engine, Layout: p.Layout} }) {
		b, exact, same, worst := d.residualBlock(layout)
		if len(b.Table.Rows) == 0 {
			continue
		}
		switch {
		case same > 0 && exact == same:
			b.Text = append(b.Text, fmt.Sprintf("%s of the same keys: each has exactly as many leaf pages as the simulator's.", count(same, "tree")))
		case same > 0:
			b.Text = append(b.Text, fmt.Sprintf("%s of the same keys: of these %d have exactly as many leaf pages as the simulator's, and the greatest residual is %+.2f\u00a0%%.", count(same, "tree"), exact, worst))
		}
		s.Blocks = append(s.Blocks, b)
	}
	if len(s.Blocks) == 0 {
		return s, "How far the simulator is from a server: no run of a server with one writer was simulated, nor was the simulator run under the same circumstances. Name both, such as -db postgres,sim -writers 1."
	}
	return s, ""
}

// residualBlock has a table of all scenes of a layout, and counts the trees of the same
// keys, those that agree exactly, and says how far the worst of them is off.
func (d *pageData) residualBlock(scenes []scene) (b pageBlock, exact, same int, worst float64) {
	b = pageBlock{Heading: d.where(scenes[0]), Table: &pageTable{Caption: "Leaf pages", Head: head("key", "measured", "simulated", "residual")}}
	for _, sc := range scenes {
		band := false
		for _, l := range d.lines(sc) {
			r, ok := d.residual(sc, l)
			if !ok {
				continue
			}
			if !band {
				b.Table.Rows = append(b.Table.Rows, pageRow{Band: conditions(sc.Coordinates)})
				band = true
			}
			b.Table.Rows = append(b.Table.Rows, r.row(l.Label))
			if !r.same {
				continue
			}
			same++
			if r.measured == r.simulated {
				exact++
			}
			if math.Abs(r.off()) > math.Abs(worst) {
				worst = r.off()
			}
		}
	}
	return b, exact, same, worst
}

// residual is a number of leaf pages as it was measured and simulated.
type residual struct {
	measured, simulated float64
	same                bool // of the same keys
}

// off is how many leaf pages more were measured, in percent of the simulated ones.
func (r residual) off() float64 { return 100 * (r.measured/r.simulated - 1) }

func (r residual) row(label string) pageRow {
	c := pageCell{Text: fmt.Sprintf("%+.2f\u00a0%%", r.off())}
	switch {
	case !r.same:
		c.Note = "other keys"
	case math.Abs(r.off()) > closely:
		c.Note = fmt.Sprintf("more than %g\u00a0%%", closely)
	}
	print := metricNamed(metric.LeafPages).Print
	return pageRow{Cells: []pageCell{{Text: label}, {Text: print(r.measured)}, {Text: print(r.simulated)}, c}}
}

// residual compares a run with the simulator's tree of the same keys, or else the
// medians of both. The order in which several writers' keys come is not known: of
// these nothing is said.
func (d *pageData) residual(sc scene, l summary.Line) (residual, bool) {
	if d.engine(sc.Engine).Simulated || sc.Writers > 1 {
		return residual{}, false
	}
	measured, simulated, ok := d.sameKeys(sc, l)
	same := ok
	if !same {
		measured, simulated, ok = d.otherKeys(sc, l)
	}
	return residual{measured, simulated, same}, ok && simulated > 0
}

// sameKeys are the leaf pages of the first run whose keys the simulator had, too.
func (d *pageData) sameKeys(sc scene, l summary.Line) (measured, simulated float64, ok bool) {
	t, ok := d.run(sc, l, func(t trial.Trial) bool {
		return t.Readings.Get(metric.LeafPages).Missing == "" && t.Readings.Get(metric.TwinLeaves).Missing == ""
	})
	return t.Readings.Get(metric.LeafPages).Value, t.Readings.Get(metric.TwinLeaves).Value, ok
}

// otherKeys are the medians of the server and of the simulator.
func (d *pageData) otherKeys(sc scene, l summary.Line) (measured, simulated float64, ok bool) {
	twin, found := d.simulationOf(sc)
	measured, have := medianOf(l, metric.LeafPages)
	simulated, both := twin.median(l.Label, metric.LeafPages)
	return measured, simulated, found && have && both
}

// closely is the residual in percent up to which the simulator is as good as it is
// meant to be.
const closely = .5

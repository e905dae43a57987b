package answer

import (
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Simulation is what the simulator says of the trees of a line.
type Simulation struct {
	// Trees is the number of simulated trees.
	Trees int `json:"trees"`
	// Pages is their mean number of leaf pages. A mean of the trials between Low and High agrees
	// with it; one beyond them contradicts the simulator.
	Pages float64 `json:"leaf_pages"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// Measured is the mean of the trials.
	Measured float64 `json:"measured_leaf_pages"`

	blocks map[string]map[int]float64 // values by the metric's name and the simulated tree
	exact  bool                       // whether each measured tree has the pages of each simulated one
}

const (
	// simulationError is by how much a simulated tree may differ from the server's, as a share of
	// it, besides chance. docs/benchmark.md names it.
	simulationError = 0.01
	// agreement is the confidence level of Low and High. Each run compares dozens of means: only
	// one of a thousand runs may find a contradiction by chance.
	agreement = 0.9999
)

// modelled holds the metrics of which a simulated tree has the server's values.
var modelled = []string{metric.LeafPages, metric.LeafFill, metric.PageSplits, metric.BytesPerRow, metric.RangePages, metric.Neighbours}

// Agrees reports whether the trials agree with the simulator.
func (s *Simulation) Agrees() bool { return s != nil && s.Low <= s.Measured && s.Measured <= s.High }

// simulate adds to each line of one writer what the simulator says of it.
func (g *Group) simulate(trees map[trial.Coordinates][]trial.Trial) {
	for i, l := range g.Lines {
		if list := trees[l.Coordinates]; len(list) > 0 {
			g.Lines[i].Simulated = simulationOf(l, list)
		}
	}
}

// simulationOf returns nil if the trials have no count of pages to compare, or if the simulated
// trees are themselves estimates.
func simulationOf(l Line, trees []trial.Trial) *Simulation {
	s := &Simulation{Trees: len(trees), blocks: make(map[string]map[int]float64)}
	for _, t := range trees {
		if _, estimated := t.Readings[metric.LeafError]; estimated {
			return nil
		}
		for _, name := range modelled {
			if v := t.Readings.Get(name); v.Missing == "" {
				if s.blocks[name] == nil {
					s.blocks[name] = make(map[int]float64)
				}
				s.blocks[name][t.Repeat] = v.Value
			}
		}
	}
	measured, simulated := l.Metrics[metric.LeafPages].blocks, s.blocks[metric.LeafPages]
	if len(measured) == 0 || len(simulated) < 2 || !constant(simulated) && len(simulated) < trial.LeastTrials {
		return nil
	}
	s.Measured = mean(measured)
	s.Pages, s.Low, s.High = around(simulated, len(measured))
	s.exact = constant(simulated) && constant(measured) && s.Measured == s.Pages
	return s
}

// around returns the mean of simulated values, and between which values the mean of so many
// measured ones lies by chance and by simulationError. Counts of many pages follow the normal
// distribution.
func around(simulated map[int]float64, measured int) (center, low, high float64) {
	values := slices.Collect(maps.Values(simulated))
	chance := 0.0
	if !constant(simulated) {
		sum := benchmath.AssumeNormal.Summary(sample(values), agreement)
		// The interval of a mean of n, as one of the difference of means of n and of measured.
		chance = (sum.Hi - sum.Lo) / 2 * math.Sqrt(1+float64(len(values))/float64(measured))
	}
	center = mean(simulated)
	off := chance + simulationError*center
	return center, center - off, center + off
}

func mean(values map[int]float64) float64 { return total(values) / float64(len(values)) }

// settle decides by simulated trees what the trials of a line leave open, if the simulator models
// the metric and the trials of the line and of its control agree with it.
func settle(m metric.Metric, r Relation, l, base Line) Relation {
	if r.Finding != NotEnoughRuns || !l.Simulated.Agrees() || !base.Simulated.Agrees() {
		return r
	}
	values, control := level(l.Simulated.blocks[m.Name], base.Simulated.blocks[m.Name])
	s := relate(m, values, control)
	if s.Finding == NotCompared || s.Finding == NotEnoughRuns {
		return r
	}
	if s.Exact = s.Exact && l.Simulated.exact && base.Simulated.exact; !s.Exact {
		noticed := quotients(values, control, m.Negligible)
		low, high := interval(m, noticed, constant(values) && constant(control))
		if s.Finding = finding(m, low*(1-simulationError), high*(1+simulationError)); s.Finding == NotEnoughRuns {
			return r
		}
		if s.RatioLow != nil {
			*s.RatioLow, *s.RatioHigh = *s.RatioLow*(1-simulationError), *s.RatioHigh*(1+simulationError)
		}
	}
	s.Simulated, s.base = true, r.base
	return s
}

// level gives both as many blocks: where all trees of a key agree, the simulator grows few.
func level(a, b map[int]float64) (_, _ map[int]float64) { return extended(a, b), extended(b, a) }

// extended returns values with those of the blocks that only another one has, if all agree.
func extended(values, other map[int]float64) map[int]float64 {
	if len(values) == 0 || !constant(values) {
		return values
	}
	out := maps.Clone(values)
	for block := range other {
		for _, v := range values {
			out[block] = v
			break
		}
	}
	return out
}

package sim

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var (
	fitTries  = flag.Int("fit", 0, "search for server times with smaller residuals, with so many tries for each layout, and print them")
	fitLayout = flag.String("fit-layout", "", "search for the times of this layout only")
)

// TestFitServerTimes searches at random around the present server times for those with
// which simulated trees come closest to residuals.json, and prints them for pace.go.
func TestFitServerTimes(t *testing.T) {
	if *fitTries == 0 {
		t.Skip("takes some seconds for each try: use -fit 200")
	}
	for layout, times := range map[string]*serverTimes{NBTree: &postgresTimes, InnoDB: &innoDBTimes} {
		if *fitLayout == "" || *fitLayout == layout {
			t.Run(layout, func(t *testing.T) { fit(t, layout, times) })
		}
	}
}

// fitTrees is the number of trees of a record in each try.
const fitTrees = 2

func fit(t *testing.T, layout string, times *serverTimes) {
	defer func(before serverTimes) { *times = before }(*times)
	best, least := *times, miss(t, layout)
	t.Logf("now: %.3f", least)
	random := rand.New(rand.NewPCG(1, 1))
	for try := range *fitTries {
		*times = best
		width := 0.5 * (1 - float64(try)/float64(*fitTries)) // ever closer to the best
		vary(times, func(v float64) float64 {
			if random.IntN(3) > 0 {
				return v
			}
			return v * math.Exp(width*random.NormFloat64())
		})
		if m := miss(t, layout); m < least {
			best, least = *times, m
			t.Logf("try %d: %.3f: %+v", try, least, best)
		}
	}
}

// vary replaces each of the times.
func vary(s *serverTimes, change func(float64) float64) {
	for _, d := range s.durations() {
		*d = time.Duration(change(float64(*d)))
	}
	s.client.drawn, s.server.drawn = change(s.client.drawn), change(s.server.drawn)
	s.kept = min(change(s.kept), 0.95)
}

// farOff is the residual in percentage points beyond which a window counts no more: its
// values would not be shown anyway.
const farOff = 2 * greatestResidual

// miss returns the mean square of the windows' greatest residuals of a layout, in
// percentage points. Kinds that count apart count little.
func miss(t *testing.T, layout string) float64 {
	worst := map[window]float64{}
	simulate := simulateOnce(t, fitTrees)
	for _, r := range records {
		if r.Layout != layout || r.Make != "batch" {
			continue
		}
		r.Simulated, _ = simulate(r)
		worst[r.window()] = min(max(worst[r.window()], math.Abs(r.residual())), farOff)
	}
	sum, weights := 0.0, 0.0
	for w, residual := range worst {
		weight := 1.0
		if slices.Contains(apart, w.key) {
			weight = 0.1
		}
		sum += weight * residual * residual
		weights += weight
	}
	return sum / weights
}

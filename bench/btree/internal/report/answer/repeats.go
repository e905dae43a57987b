package answer

import (
	"math"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// MostRepeats is the number of trials beyond which repeats promises nothing: the difference
// is so close to EquivalenceMargin that chance decides.
const MostRepeats = 200

// repeats returns with about how many trials of each key the comparisons of lines that lack
// runs would tell: the greatest number for one of them. It is 0 if none lacks runs, or if
// MostRepeats would not suffice for any.
func repeats(lines []Line) int {
	most := 0
	for _, l := range lines {
		for _, c := range l.Judgement.Open() {
			if n := c.trials(l.Trials); n <= MostRepeats {
				most = max(most, n)
			}
		}
	}
	return most
}

// trials returns with how many trials a comparison would tell. The interval of a median is
// half as wide with four times as many trials. It must leave out the nearer end of the margin.
func (r Relation) trials(have int) int {
	switch {
	case have < trial.LeastTrials:
		return trial.LeastTrials
	case r.Ratio == nil: // the control has trials of 0
		return MostRepeats + 1
	case r.RatioLow == nil: // the control has fewer trials
		return have + 1
	}
	half := (*r.RatioHigh - *r.RatioLow) / 2
	away := min(math.Abs(*r.Ratio-EquivalenceMargin), math.Abs(*r.Ratio-1/EquivalenceMargin))
	if away*math.Sqrt(MostRepeats) < half {
		return MostRepeats + 1
	}
	need := math.Ceil(float64(have) * (half / away) * (half / away))
	const round = 10
	return max(have+1, int(math.Ceil(need/round))*round)
}

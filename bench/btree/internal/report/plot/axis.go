package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Axis describes one axis of a chart.
type Axis struct {
	// Label says what it shows, with its unit.
	Label string
	// Log makes its scale logarithmic; points that are not above 0 are left out.
	Log bool
	// Include are values that the axis reaches at least.
	Include []float64
	// Ticks are the places with a label; nil lets the axis choose them.
	Ticks []Tick
}

// Tick is a place on an axis with a label.
type Tick struct {
	Value float64
	Label string
}

// Limits of drawn values: arithmetic beyond them overflows.
const (
	largest  = 1e100
	smallest = 1e-100
)

// usable reports whether a value has a place on the axis.
func (a Axis) usable(v float64) bool {
	return math.Abs(v) <= largest && (!a.Log || v >= smallest)
}

// apply sets the range, scale and ticks of a gonum axis for the drawn values. It leaves a
// share of the range free beyond the outermost values, so that marks are not cut off, unless
// Include has the end of the axis.
func (a Axis) apply(to *plot.Axis, values []float64, free float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, list := range [][]float64{values, a.Include} {
		for _, v := range list {
			if a.usable(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	to.Min, to.Max = a.room(low, high)
	below, above := to.Min, to.Max
	if !slices.Contains(a.Include, low) {
		below = a.beyond(to.Max, to.Min, free)
	}
	if !slices.Contains(a.Include, high) {
		above = a.beyond(to.Min, to.Max, free)
	}
	to.Min, to.Max = below, above
	to.Label.Text = fit(a.Label, longLabel)
	to.Tick.Marker = plot.TickerFunc(a.ticks)
	if a.Log {
		to.Scale = plot.LogScale{}
	}
}

// beyond returns the place behind the second of two, by a share of the distance between
// them.
func (a Axis) beyond(from, to, share float64) float64 {
	if a.Log {
		return to * math.Pow(to/from, share)
	}
	return to + (to-from)*share
}

// room widens a range that has no width.
func (a Axis) room(low, high float64) (float64, float64) {
	width := math.Max(smallest, 1e-9*math.Max(math.Abs(low), math.Abs(high)))
	switch {
	case low > high && a.Log:
		return 1, 10
	case low > high:
		return 0, 1
	case high-low > width || a.Log && high > low*(1+1e-9):
		return low, high
	case a.Log:
		return low / 2, high * 2
	case high <= smallest:
		return 0, 1
	}
	return low - math.Abs(low)/10, high + math.Abs(high)/10
}

func (a Axis) ticks(low, high float64) []plot.Tick {
	if a.Ticks != nil {
		return a.given(low, high)
	}
	if a.Log {
		return logTicks(low, high)
	}
	var list []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Label != "" {
			list = append(list, plot.Tick{Value: t.Value, Label: Short(t.Value)})
		}
	}
	return list
}

func (a Axis) given(low, high float64) []plot.Tick {
	var list []plot.Tick
	for _, t := range a.Ticks {
		if a.usable(t.Value) && t.Value >= low && t.Value <= high {
			list = append(list, plot.Tick{Value: t.Value, Label: fit(t.Label, longName)})
		}
	}
	return list
}

// logTicks are the powers of ten within the range; if there are fewer than three, every 1
// and 3, or every 1, 2 and 5; and at least the ends of the range.
func logTicks(low, high float64) []plot.Tick {
	for _, steps := range [][]float64{{1}, {1, 3}, {1, 2, 5}} {
		var list []plot.Tick
		for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
			for _, s := range steps {
				if v := s * math.Pow(10, e); v >= low*(1-1e-9) && v <= high*(1+1e-9) {
					list = append(list, plot.Tick{Value: v, Label: Short(v)})
				}
			}
		}
		if len(list) >= 3 || len(list) == 2 && len(steps) == 3 {
			return list
		}
	}
	return []plot.Tick{{Value: low, Label: Short(low)}, {Value: high, Label: Short(high)}}
}

// Short writes a number in few characters: 1500 as 1.5k, 2e9 as 2G.
func Short(v float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= u.size*(1-1e-9) {
			return trim(v/u.size) + u.name
		}
	}
	return trim(v)
}

// trim writes three significant digits at most and no zeros after the point.
func trim(v float64) string {
	s := strconv.FormatFloat(v, 'g', 3, 64)
	if strings.ContainsRune(s, 'e') {
		s = strconv.FormatFloat(v, 'f', -1, 64)
	}
	return s
}

// fit cleans a text and cuts it after so many characters, to leave room for the chart.
func fit(s string, most int) string {
	r := []rune(clean(s))
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return string(r)
}

// clean removes control characters, which XML does not allow.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

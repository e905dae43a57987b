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
	// Include holds values that the axis reaches at least.
	Include []float64
	// Ticks holds the places with a label; nil lets the axis choose them.
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

// usable reports whether a value has a place on an axis.
func usable(v float64) bool { return math.Abs(v) <= largest }

// apply sets the range and ticks of a gonum axis for the drawn values. It leaves a
// share of the range free beyond the outermost values, so that marks are not cut off, unless
// Include has the end of the axis.
func (a Axis) apply(to *plot.Axis, values []float64, free float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, list := range [][]float64{values, a.Include} {
		for _, v := range list {
			if usable(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	to.Min, to.Max = room(low, high)
	beyond := (to.Max - to.Min) * free
	if !slices.Contains(a.Include, low) {
		to.Min -= beyond
	}
	if !slices.Contains(a.Include, high) {
		to.Max += beyond
	}
	to.Label.Text = fit(a.Label, longLabel)
	to.Tick.Marker = plot.TickerFunc(a.ticks)
}

// room widens a range that has no width.
func room(low, high float64) (float64, float64) {
	width := math.Max(smallest, 1e-9*math.Max(math.Abs(low), math.Abs(high)))
	switch {
	case low > high:
		return 0, 1
	case high-low > width:
		return low, high
	case high <= smallest:
		return 0, 1
	}
	return low - math.Abs(low)/10, high + math.Abs(high)/10
}

func (a Axis) ticks(low, high float64) []plot.Tick {
	if a.Ticks != nil {
		return a.given(low, high)
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
		if t.Value >= low && t.Value <= high {
			list = append(list, plot.Tick{Value: t.Value, Label: fit(t.Label, longName)})
		}
	}
	return list
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

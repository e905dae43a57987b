package metric

import (
	"fmt"
	"math"
)

// Phrases holds the parts of a sentence that says how a key differs from a counter.
type Phrases struct {
	// Noun names the cost, such as size.
	Noun string
	// Say is the sentence around a factor, such as "makes the index %s"; "" if the values
	// themselves say more than their ratio.
	Say string
	// More, Less and Times follow the factor: "39 % larger", "12 % smaller", "3.0x as
	// large". Without More and Less a factor below 2 is written as 1.4x, too.
	More, Less, Times string
	// Values is the sentence of the two values, where there is no ratio of use.
	Values string
	// Print writes a value in that sentence; nil if the metric's own Print does.
	Print func(float64) string
}

// Ratio says how a value differs by its ratio to that of a counter. The ratio of a rate is
// said as one of times.
func (m Metric) Ratio(q float64) string {
	if m.Better == Higher {
		q = 1 / q
	}
	p := m.Verdict
	factor := multiple(q) + " " + p.Times
	if percent := math.Round(100 * math.Abs(q-1)); p.More != "" && q < 1.995 {
		factor = fmt.Sprintf("%.0f %% %s", percent, p.More)
		if q < 1 {
			factor = fmt.Sprintf("%.0f %% %s", percent, p.Less)
		}
	}
	return fmt.Sprintf(p.Say, factor)
}

// Difference says how a value differs from that of a counter. A ratio of nil is unknown.
func (m Metric) Difference(value, counter float64, ratio *float64) string {
	if m.Verdict.Say == "" || ratio == nil || counter < m.Negligible {
		write := m.Print
		if m.Verdict.Print != nil {
			write = m.Verdict.Print
		}
		return fmt.Sprintf(m.Verdict.Values, write(value), write(counter))
	}
	return m.Ratio(*ratio)
}

// Interval writes the interval of a ratio, in so many digits that its ends differ if they can.
func Interval(low, high float64) string {
	if high < 9.95 {
		return fmt.Sprintf("%.2fx to %.2fx", low, high)
	}
	return multiple(low) + " to " + multiple(high)
}

// multiple writes a factor with two digits.
func multiple(q float64) string {
	if q < 9.95 {
		return fmt.Sprintf("%.1fx", q)
	}
	return fmt.Sprintf("%.0fx", q)
}

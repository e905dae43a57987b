package answer

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Margin is the equivalence margin in percent.
var Margin = fmt.Sprintf("%.0f %%", 100*(EquivalenceMargin-1))

// ratioText writes a ratio with two decimals, such as "1.35x", and fewer if it is large.
func ratioText(q float64) string {
	switch {
	case q >= 999.5:
		return fmt.Sprintf("%.1fkx", q/1000)
	case q >= 99.95:
		return fmt.Sprintf("%.0fx", q)
	case q >= 9.995:
		return fmt.Sprintf("%.1fx", q)
	}
	return fmt.Sprintf("%.2fx", q)
}

// sizeText writes a size in MiB and so on, with three digits at least.
func sizeText(v float64) string {
	const step = 1024
	unit := "B"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if v < step {
			break
		}
		v, unit = v/step, larger
	}
	decimals := 0
	switch {
	case unit == "B":
	case v < 10:
		decimals = 2
	case v < 100:
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64) + " " + unit
}

// between writes an interval of two texts.
func between(low, high string) string {
	if low == high {
		return low
	}
	return low + " to " + high
}

// Settings writes settings as a list.
func Settings(list []engine.Setting) string {
	var out []string
	for _, v := range list {
		out = append(out, v.Name+" "+v.Value)
	}
	return strings.Join(out, ", ")
}

// Heading is the heading of a metric on one line, on the page and in notes.
func Heading(m metric.Metric) string {
	if m.Title != "" {
		return m.Title
	}
	return LegendHeading(m)
}

// LegendHeading is the heading of a metric's column in the terminal's table, on one line.
func LegendHeading(m metric.Metric) string {
	return strings.NewReplacer("-\n", "", "\n/", "/", "\n", " ").Replace(m.Head)
}

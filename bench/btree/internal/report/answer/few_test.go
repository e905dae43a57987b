package answer

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// A rate or a time of fewer than six trials has no interval and is in parentheses. Sizes and counts are
// as they are.
func TestFew(t *testing.T) {
	for _, c := range []struct {
		metric string
		trials int
		want   string
	}{
		{metric.RowsPerSecond, 0, ""}, {metric.RowsPerSecond, 1, "(1,000)"}, {metric.RowsPerSecond, 5, "(1,002)"}, {metric.RowsPerSecond, 6, "1,003"},
		{metric.RowsPerSecond, 9, "1,004"}, {metric.ProcessorTime, 1, "(1000.0µs)"}, {metric.ProcessorTime, 6, "1002.5µs"},
		{metric.TransactionWorst, 1, "(1.000)"}, {metric.LeafPages, 1, "1,000"}, {metric.BytesPerRow, 1, "1000.0"}, {metric.PagesRead, 1, "1000.000"},
		{metric.LogBytes, 5, "1,002"},
	} {
		m, l := metric.Named(c.metric), Line{Metrics: map[string]Stat{}}
		if c.trials > 0 {
			l.Metrics[m.Name] = ofBlocks(counting(c.trials))
		}
		few := c.want != "" && c.want[0] == '('
		if l.Figure(m) != c.want || l.Few(m) != few || l.Cell(m).Few != few {
			t.Errorf("%s of %d trials: %s, few %v, want %s", c.metric, c.trials, l.Figure(m), l.Few(m), c.want)
		}
	}
}

// counting returns 1000 and the next numbers by block.
func counting(blocks int) map[int]float64 {
	values := make(map[int]float64)
	for i := range blocks {
		values[i] = float64(1000 + i)
	}
	return values
}

// Keys that are as good as their counter share a row with it if all have enough trials for their rates,
// or too few, and otherwise a row among themselves.
func TestFewShareNoRow(t *testing.T) {
	rate, fill := metric.Named(metric.RowsPerSecond), metric.Named(metric.LeafFill)
	for _, c := range []struct {
		trials []int // of the counter and of each key
		want   []string
	}{
		{[]int{9, 9, 9}, []string{"a, b, c 1,004"}},
		{[]int{1, 1, 1}, []string{"a, b, c (1,000)"}},
		{[]int{9, 1, 5}, []string{"a 1,004", "b, c (1,000-1,002)"}},
		{[]int{9, 1, 9, 1}, []string{"a, c 1,004", "b, d (1,000)"}},
		{[]int{1, 9, 1}, []string{"a, c (1,000)", "b 1,004"}},
	} {
		g := Group{Control: "a"}
		for i, n := range c.trials {
			name := string(rune('a' + i))
			l := Line{Label: name, Trials: n, Metrics: map[string]Stat{rate.Name: ofBlocks(counting(n)), fill.Name: ofBlocks(counting(n))}}
			l.Key = name
			s := l.Metrics[fill.Name]
			s.Finding = NoDifference
			l.Metrics[fill.Name] = s
			s = l.Metrics[rate.Name]
			s.Finding = NotEnoughRuns
			l.Metrics[rate.Name] = s
			g.Lines = append(g.Lines, l)
		}
		table := Point{Groups: []Group{g}}.Shared([]metric.Metric{rate, fill})
		var got []string
		for _, r := range table.Rows {
			got = append(got, r.Cells[0].Text+" "+r.Cells[1].Text)
		}
		few := slices.ContainsFunc(c.trials, func(n int) bool { return n < 6 })
		if !slices.Equal(got, c.want) || table.Few() != few {
			t.Errorf("%v trials: %q, want %q; few %v", c.trials, got, c.want, table.Few())
		}
	}
}

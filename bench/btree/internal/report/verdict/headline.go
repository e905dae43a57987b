package verdict

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/points"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// headlineCosts are the costs that a headline names, each where it is the greatest.
var headlineCosts = []string{metric.BytesPerRow, metric.IndexBytes, metric.Bloat, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten}

// Headline says in one sentence what the worst key costs, such as "UUIDv4 makes the index
// 39 % larger on InnoDB; it takes 4.8x as long on SQLite 3.53.4.", and in another one which
// keys are as good as a counter on every database. It is about the plainest point of each.
func Headline(r trial.Result, groups []summary.Group) []string {
	list := points.Databases(r, points.Main(r, points.Of(r, groups)))
	costs := make(map[string][]located)
	for _, p := range list {
		for l := range keys(p) {
			for _, c := range summary.Judge(l).With(summary.Worse) {
				costs[l.Label] = append(costs[l.Label], located{c, words.Database(r, p.Coordinates)})
			}
		}
	}
	var out []string
	if key := worst(costs); key != "" {
		out = append(out, words.KeyName(key)+" "+strings.Join(greatest(costs[key]), "; it ")+".")
	}
	if good := everywhere(list); len(good) > 0 {
		out = append(out, is(good)+" as good as a counter.")
	}
	return out
}

// located is a cost that is worse on a database.
type located struct {
	summary.Comparison
	database string
}

// size is how much worse the cost is.
func (l located) size() float64 {
	switch {
	case l.Ratio == nil:
		return 1e9 // the counter has none
	case l.Metric.Better == metric.Higher:
		return 1 / *l.Ratio
	}
	return *l.Ratio
}

// worst returns the key with the most costs that are worse; of several, that with the
// greatest one.
func worst(costs map[string][]located) string {
	key := ""
	for _, label := range slices.Sorted(maps.Keys(costs)) {
		if cmp.Or(cmp.Compare(len(costs[label]), len(costs[key])), cmp.Compare(most(costs[label]), most(costs[key]))) > 0 {
			key = label
		}
	}
	return key
}

// most returns the greatest size of costs.
func most(list []located) float64 {
	size := 0.0
	for _, l := range list {
		size = max(size, l.size())
	}
	return size
}

// greatest describes each cost where it is the greatest, those of a database together.
func greatest(list []located) []string {
	var databases []string
	parts := make(map[string][]string)
	for _, name := range headlineCosts {
		of := slices.DeleteFunc(slices.Clone(list), func(l located) bool { return l.Metric.Name != name })
		if len(of) == 0 {
			continue
		}
		l := slices.MaxFunc(of, func(a, b located) int { return cmp.Compare(a.size(), b.size()) })
		if parts[l.database] == nil {
			databases = append(databases, l.database)
		}
		parts[l.database] = append(parts[l.database], difference(l.Comparison))
	}
	var out []string
	for _, name := range databases {
		out = append(out, english.And(parts[name])+" on "+name)
	}
	return out
}

// everywhere returns the keys whose size, order and pages differ from the counter's on no
// database.
func everywhere(list []points.Point) []string {
	var names []string
	bad := make(map[string]bool)
	for _, p := range list {
		for l := range keys(p) {
			v := summary.Judge(l)
			open := ofTree(v.With(summary.NotEnoughRuns))
			name := words.KeyName(l.Label)
			bad[name] = bad[name] || open || v.Finding == summary.Worse || v.Finding == summary.NotCompared
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return bad[name] })
}

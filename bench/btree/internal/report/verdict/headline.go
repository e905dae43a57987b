package verdict

import (
	"cmp"
	"fmt"
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
// 39 % larger on InnoDB (20,000 rows, 1 writer, batches of 100 rows); it takes 4.8x as long on
// SQLite 3.53.4 (…).", and in others which keys are as good as a counter there, and in what.
// It is about the plainest point of each database.
func Headline(r trial.Result, groups []summary.Group) []string {
	list := points.Databases(r, points.Main(r, points.Of(r, groups)))
	costs := make(map[string][]located)
	for _, p := range list {
		for l := range keys(p) {
			for _, c := range summary.Judge(l).With(summary.Worse) {
				costs[l.Label] = append(costs[l.Label], located{c, place(r, p)})
			}
		}
	}
	var out []string
	if key := worst(costs); key != "" {
		out = append(out, words.KeyName(key)+" "+strings.Join(greatest(costs[key]), "; it ")+".")
	}
	where := "there"
	if len(out) == 0 || len(list) > 1 {
		where = "on " + places(r, list)
	}
	return append(out, everywhere(list, where)...)
}

// places names the databases of points, and the conditions once if all have the same.
func places(r trial.Result, list []points.Point) string {
	var names, full, conditions []string
	for _, p := range list {
		names, full, conditions = append(names, words.Database(r, p.Coordinates)), append(full, place(r, p)), append(conditions, conditionsOf(p))
	}
	if same := english.Once(conditions); len(same) == 1 {
		return english.And(names) + same[0]
	}
	return english.And(full)
}

// place names the database of a point, and the conditions on which its figures depend.
func place(r trial.Result, p points.Point) string {
	return words.Database(r, p.Coordinates) + conditionsOf(p)
}

func conditionsOf(p points.Point) string {
	var parts []string
	for _, flag := range []string{"rows", "writers", "batch"} {
		if s := trial.AxisOf(flag).Say(p.Coordinates); s != "" {
			parts = append(parts, s)
		}
	}
	return " (" + strings.Join(parts, ", ") + ")"
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

// everywhere says which keys are worse than a counter on no database, and in which costs they
// were shown to be as good on all of them.
func everywhere(list []points.Point, where string) []string {
	var names []string
	good := make(map[string][]string) // nouns by name
	for _, p := range list {
		for l := range keys(p) {
			name, v := words.KeyName(l.Label), summary.Judge(l)
			shown := nouns(v.With(summary.NoDifference))
			if !slices.Contains(names, name) {
				names, good[name] = append(names, name), shown
			}
			if v.Finding == summary.Worse {
				shown = nil
			}
			good[name] = slices.DeleteFunc(slices.Clone(good[name]), func(noun string) bool { return !slices.Contains(shown, noun) })
		}
	}
	var out, costs []string
	for _, name := range names {
		costs = append(costs, english.And(good[name]))
	}
	for _, cost := range english.Once(costs) {
		if cost == "" {
			continue
		}
		var alike []string
		for i, name := range names {
			if costs[i] == cost {
				alike = append(alike, name)
			}
		}
		out = append(out, fmt.Sprintf("%s as good as a counter in %s %s.", is(alike), cost, where))
	}
	return out
}

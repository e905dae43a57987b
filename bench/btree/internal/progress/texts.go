package progress

import (
	"fmt"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// announced says how large a plan is.
func announced(p run.Size) string {
	return fmt.Sprintf("%d trials, %d rows", p.Trials, p.Rows)
}

// measured says what a trial measured, in a line.
func measured(t trial.Trial) string {
	parts := []string{fmt.Sprintf("%s, %s, %s", t.Engine, t.Layout, t.Key)}
	for _, name := range []string{metric.RowsPerSecond, metric.LeafPages, metric.LeafFill} {
		if v := t.Readings.Get(name); v.Missing == "" {
			m := metric.Named(name)
			parts = append(parts, strings.ReplaceAll(m.Head, "\n", " ")+" "+m.Print(v.Value))
		}
	}
	return strings.Join(parts, ", ")
}

// rounded writes a duration in the units that a person would use.
func rounded(d time.Duration) string {
	switch minutes := int64(d.Round(time.Minute) / time.Minute); {
	case d < 90*time.Second:
		return fmt.Sprintf("%d s", max(1, int64(d.Round(time.Second)/time.Second)))
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
}

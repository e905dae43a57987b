package metric

import (
	"slices"
	"testing"
)

// Every metric that a verdict compares has a sentence for each way in which a key differs.
func TestPhrases(t *testing.T) {
	sentences := map[string][4]string{
		BytesPerRow:        {"makes the index 50 % larger", "makes the index 3.0x as large", "makes the index 25 % smaller", "takes 30.0 bytes a row (a counter 20.0)"},
		IndexBytes:         {"makes the other indexes 50 % larger", "makes the other indexes 3.0x as large", "makes the other indexes 25 % smaller", "has 30.0 bytes a row in the other indexes (a counter 20.0)"},
		Bloat:              {"", "", "", "grows to 30.00x the leaf pages of the first fill (a counter 20.00x)"},
		RowsPerSecond:      {"takes 50 % longer", "takes 3.0x as long", "takes 25 % less time", "inserts 30 rows/s (a counter 20)"},
		PagesRead:          {"reads 1.5x the pages", "reads 3.0x the pages", "reads 0.8x the pages", "reads 30.00 pages a row (a counter 20.00)"},
		PagesWritten:       {"writes 1.5x the pages", "writes 3.0x the pages", "writes 0.8x the pages", "writes 30.00 pages a row (a counter 20.00)"},
		LogBytes:           {"writes 50 % more log", "writes 3.0x the log", "writes 25 % less log", "writes 30 bytes of log a row (a counter 20)"},
		Neighbours:         {"", "", "", "leaves neighbouring pages 30 apart (a counter 20)"},
		RecentUpdateWrites: {"writes 1.5x the pages for updates of recent rows", "writes 3.0x the pages for updates of recent rows", "writes 0.8x the pages for updates of recent rows", "writes 30.00 pages an update of recent rows (a counter 20.00)"},
		RecentUpdateLog:    {"writes 50 % more log for updates of recent rows", "writes 3.0x the log for updates of recent rows", "writes 25 % less log for updates of recent rows", "writes 30 bytes of log an update of recent rows (a counter 20)"},
		Page50P50:          {"takes 50 % longer for 50 rows by time", "takes 3.0x as long for 50 rows by time", "takes 25 % less time for 50 rows by time", "takes 0.03 ms for 50 rows by time (a counter 0.02)"},
		TimeRangeP50:       {"takes 50 % longer for 1,000 rows by time", "takes 3.0x as long for 1,000 rows by time", "takes 25 % less time for 1,000 rows by time", "takes 0.03 ms for 1,000 rows by time (a counter 0.02)"},
	}
	var nouns []string
	for _, m := range All() {
		want, compared := sentences[m.Name]
		if compared != (m.Verdict != nil) {
			t.Errorf("%s: it has phrases: %v; and sentences here: %v", m.Name, m.Verdict != nil, compared)
			continue
		}
		if !compared {
			continue
		}
		nouns = append(nouns, m.Verdict.Noun)
		for i, cost := range []float64{1.5, 3, .75} {
			q := cost
			if m.Better == Higher {
				q = 1 / cost
			}
			got := m.Difference(1000*q, 1000, &q)
			if want[0] == "" {
				continue // the values say it
			}
			if got != want[i] {
				t.Errorf("%s, %v times: %q, want %q", m.Name, cost, got, want[i])
			}
		}
		if got := m.Difference(30, 20, nil); got != want[3] {
			t.Errorf("%s: %q, want %q", m.Name, got, want[3])
		}
	}
	if slices.Contains(nouns, "") {
		t.Errorf("a noun is missing: %q", nouns)
	}
}

package concurrency

import (
	"flag"
	"regexp"
	"testing"

	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// The size of a run. The defaults are those of docs/concurrency.md.
var (
	waysFlag    = flag.String("ways", "", "run the ways that match this regular expression, and the way batch")
	turnsFlag   = flag.Int("turns", 3, "how often each way is run")
	rowsFlag    = flag.Int("rows", 400_000, "rows of a run")
	sliceFlag   = flag.Int("slice", 0, "rows that a way inserts until it is another's turn, or 0 for two batches of each writer")
	writersFlag = flag.Int("writers", 8, "writers of a run")
	batchFlag   = flag.Int("batch", 1000, "rows of a transaction")
	sendFlag    = flag.Int("statement", 100, "rows of an INSERT, where the way does not say")
)

const payloadSize = 100

func TestMain(m *testing.M) { dbtest.Main(m) }

// selected returns the ways that -ways asks for, and those that they are compared with.
func selected(b *testing.B, all []way) (ways []way) {
	b.Helper()
	pattern, err := regexp.Compile(*waysFlag)
	if err != nil {
		b.Fatalf("-ways: %v", err)
	}
	needed := make(map[string]bool)
	for _, w := range all {
		if pattern.MatchString(w.name) {
			needed[w.name], needed[baseOf(w, all)] = true, true
		}
	}
	for i, w := range all {
		if needed[w.name] || i == 0 && len(needed) == 0 {
			ways = append(ways, w)
		}
	}
	return ways
}

// baseOf returns the name of the way that has speed 1 beside w.
func baseOf(w way, all []way) string {
	switch {
	case w.than != "":
		return w.than
	case w.connect != nil:
		return w.name
	}
	return all[0].name
}

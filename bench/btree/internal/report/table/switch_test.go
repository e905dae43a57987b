package table

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// The answer ends with what ordered keys for new rows bring, and so does the table with everything.
func TestSwitch(t *testing.T) {
	r := reporttest.Sample()
	r.Switch = []trial.Switch{reporttest.Switch("nbtree"), reporttest.Switch("innodb")}
	r.Switch[1].NewRow, r.Switch[1].NewFill = 31, 91
	var verbose strings.Builder
	if err := Write(&verbose, answer.Of(r)); err != nil {
		t.Fatal(err)
	}
	short := brief(t, r)
	for _, s := range []string{short, verbose.String()} {
		text := strings.Join(strings.Fields(s), " ")
		for _, want := range []string{
			"PostgreSQL, uuidv4 38.1 MiB 381 MiB ±2.0% 37.3 GiB ±2.0% 990 300 MiB", "uuidv7 alone 28.6 MiB 286 MiB 27.9 GiB 5 3.00 MiB", "InnoDB, uuidv4 ",
			"PostgreSQL fills leaf pages of new keys among old ones to 50 %: a million rows take 57.2 MiB, with UUIDv4 38.1 MiB, alone 28.6 MiB.",
			// 30 n/(20 n + 30), 10 % of the size, after 12.5 % more rows.
			"REINDEX makes the tree 25 % smaller, for good, and by 10 % again after each 12 % more rows.",
			"OPTIMIZE TABLE makes the tree 25 % smaller, for good; later there is nothing to gain.",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("there is no %q:\n%s", want, s)
			}
		}
		for line := range strings.SplitSeq(s, "\n") {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
	if !strings.HasSuffix(short, "nothing to gain.\n"+rest) {
		t.Errorf("the answer ends otherwise:\n%s", short)
	}
	r.Switch = nil
	if s := brief(t, r); strings.Contains(s, "new rows") {
		t.Errorf("without a switch:\n%s", s)
	}
}

package sim

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

var updateDoc = flag.Bool("update", false, "write the tables of residuals.json into docs/benchmark.md")

const residualDoc = "../../../../../docs/benchmark.md"

// The tables of docs/benchmark.md are those of residuals.json.
func TestDocumentedResiduals(t *testing.T) {
	text, err := os.ReadFile(residualDoc)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	for _, want := range []string{
		residualTable("| | writers | 1 | 10 | 100 | 1000 |", []string{"wiji", "ulid"}, recordedWriters, recordedBatches),
		residualTable("| | writers | 100 | 1000 |", []string{"seq16", "scru160", "ulid-plain", "uuidv7", "uuidv7-gofrs"}, []int{8}, []int{100, 1000}),
	} {
		head, _, _ := strings.Cut(want, "\n")
		begin := strings.Index(doc, head)
		if begin < 0 {
			t.Fatalf("no table begins with %s", head)
		}
		end := begin + strings.Index(doc[begin:]+"\n\n", "\n\n") + 1
		if doc[begin:end] != want && !*updateDoc {
			t.Errorf("docs/benchmark.md has another table than residuals.json (write it with -update):\n%s", want)
		}
		doc = doc[:begin] + want + doc[end:]
	}
	if *updateDoc {
		if err := os.WriteFile(residualDoc, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// residualTable returns a table with a row for each server, key and number of writers.
func residualTable(head string, keys []string, writers, batches []int) string {
	var b strings.Builder
	b.WriteString(head + "\n|" + strings.Repeat("---|", strings.Count(head, "|")-1) + "\n")
	names := map[string]string{"wiji": "Wiji", "ulid": "ULID", "seq16": "sequential", "scru160": "SCRU160", "ulid-plain": "ULID, not monotonic", "uuidv7": "UUIDv7", "uuidv7-gofrs": "UUIDv7 of gofrs"}
	for _, server := range []string{NBTree, InnoDB} {
		for _, key := range keys {
			for _, n := range writers {
				fmt.Fprintf(&b, "| %s, %s | %d |", map[string]string{NBTree: "PostgreSQL", InnoDB: "MySQL"}[server], names[key], n)
				for _, batch := range batches {
					b.WriteString(" " + residualCell(server, key, n, batch) + " |")
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

// residualCell returns the server's leaf fill on the two machines, and what the simulated
// one differs by at most, in bold if such trees are left out.
func residualCell(layout, key string, writers, batch int) string {
	low, high, worst := math.Inf(1), math.Inf(-1), 0.0
	for _, r := range records {
		if r.window() != (window{layout, key, "batch", writers, batch}) {
			continue
		}
		low, high = min(low, r.Measured), max(high, r.Measured)
		if math.Abs(r.residual()) > math.Abs(worst) {
			worst = r.residual()
		}
	}
	if math.IsInf(low, 0) {
		return ""
	}
	fill := fmt.Sprintf("%.1f", low)
	if to := fmt.Sprintf("%.1f", high); to != fill {
		fill += " to " + to
	}
	rounded := math.Round(10*worst) / 10
	if rounded == 0 {
		return fill + ", 0.0"
	}
	if math.Abs(worst) > greatestResidual {
		return fmt.Sprintf("%s, **%+.1f**", fill, rounded)
	}
	return fmt.Sprintf("%s, %+.1f", fill, rounded)
}

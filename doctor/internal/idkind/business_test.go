package idkind

import (
	"math/rand/v2"
	"testing"

	"github.com/sortid/sortid/doctor/internal/corpus"
)

// No business key is certainly an ID of a generator, and of fifty at most one likely, whatever
// the size of the sample. Package servertest asks the same of tables on servers.
func TestBusinessKeys(t *testing.T) {
	keys := corpus.Business()
	if len(keys) < 50 {
		t.Fatalf("%d keys", len(keys))
	}
	wrong := 0
	for _, k := range keys {
		for _, n := range []int{25, 300, 1500} {
			r := rand.New(rand.NewPCG(7, uint64(n)))
			of := Of(sample(n, func() any { return k.Next(r) }), Hints{Now: corpus.Now, Rows: float64(100 * n)})
			answer, sure := of.Business, ""
			for _, p := range of.Parts {
				answer, sure = p.Name, p.Sureness()
				if known := p.Name != "sequence" && p.Chance < 0; known && sure == "certain" {
					t.Errorf("%s, %d values: certainly %s", k.Name, n, p.Name)
				} else if known {
					t.Logf("wrong: %s, %d values: %s %s", k.Name, n, sure, p.Name)
					wrong++
				}
			}
			t.Logf("%-34s %5d  %s %s", k.Name, n, sure, answer)
			if of.IsNumber() && of.Form == Decimal {
				t.Errorf("%s, %d values: an integer column would hold the text", k.Name, n)
			}
		}
	}
	t.Logf("%d business keys", len(keys))
	if most := 3 * len(keys) / 50; wrong > most {
		t.Errorf("%d answers of %d are wrong, want at most %d", wrong, 3*len(keys), most)
	}
}

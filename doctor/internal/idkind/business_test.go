package idkind

import (
	"math/rand/v2"
	"slices"
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

// IDs of generators stay known, whatever the size of the sample, and how old they are.
func TestIDs(t *testing.T) {
	kinds := []string{"UUIDv1", "UUIDv4", "UUIDv7", "ULID", "KSUID", "SCRU160", "xid or ObjectID", "Wiji"}
	for _, k := range corpus.IDs(corpus.Now) {
		if len(k.Are) != 1 || !slices.Contains(kinds, k.Are[0]) {
			continue
		}
		for n, samples := range map[int]int{400: 4, 1500: 1} {
			unknown := 0
			for seed := range samples {
				r := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
				of := Of(sample(n, func() any { return k.Next(r) }), Hints{Now: corpus.Now})
				if !of.IsKnown() || of.Parts[0].String() != k.Are[0] {
					unknown++
				}
			}
			// Of ten days in the past, some look like a constant prefix.
			if unknown > samples/4 {
				t.Errorf("%s, %d values: unknown in %d of %d samples", k.Name, n, unknown, samples)
			}
		}
	}
}

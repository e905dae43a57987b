package idkind_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
)

// sampleOf returns the answer for n keys.
func sampleOf(k keys, seed uint64, n int, h idkind.Hints) idkind.Result {
	r, list := rand.New(rand.NewPCG(seed, uint64(n))), make([]any, n)
	for i := range list {
		list[i] = k.next(r)
	}
	return idkind.Of(list, h)
}

// No business key is certainly an ID of a generator, and of fifty at most one likely, whatever
// the size of the sample.
func TestBusinessKeys(t *testing.T) {
	t.Parallel() // after those that are quick
	list := businessKeys()
	if len(list) < 50 {
		t.Fatalf("%d keys", len(list))
	}
	wrong := 0
	for _, k := range list {
		for _, n := range []int{25, 300, 1500} {
			of := sampleOf(k, 7, n, idkind.Hints{Now: latest, Rows: float64(100 * n)})
			answer, sure := of.Business, ""
			for _, p := range of.Parts {
				answer, sure = p.Name, p.Sureness()
				if known := p.Name != "sequence" && p.Chance < 0; known && sure == "certain" {
					t.Errorf("%s, %d values: certainly %s", k.name, n, p.Name)
				} else if known {
					t.Logf("wrong: %s, %d values: %s %s", k.name, n, sure, p.Name)
					wrong++
				}
			}
			t.Logf("%-34s %5d  %s %s", k.name, n, sure, answer)
			if of.IsNumber() && of.Form == idkind.Decimal {
				t.Errorf("%s, %d values: an integer column would hold the text", k.name, n)
			}
		}
	}
	t.Logf("%d business keys", len(list))
	if most := 3 * len(list) / 50; wrong > most {
		t.Errorf("%d answers of %d are wrong, want at most %d", wrong, 3*len(list), most)
	}
}

// IDs of generators stay known, whatever the size of the sample, and how old they are.
func TestIDs(t *testing.T) {
	t.Parallel() // after those that are quick
	kinds := []string{"UUIDv1", "UUIDv4", "UUIDv7", "ULID", "KSUID", "SCRU160", "xid (rs/xid) or ObjectID", "Wiji"}
	for _, k := range generated(latest) {
		if len(k.are) != 1 || !slices.Contains(kinds, k.are[0]) {
			continue
		}
		for n, samples := range map[int]int{400: 4, 1500: 1} {
			unknown := 0
			for seed := range samples {
				of := sampleOf(k, uint64(seed), n, idkind.Hints{Now: latest})
				if !of.IsKnown() || of.Parts[0].String() != k.are[0] {
					unknown++
				}
			}
			// Of ten days in the past, some look like a constant prefix.
			if unknown > samples/4 {
				t.Errorf("%s, %d values: unknown in %d of %d samples", k.name, n, unknown, samples)
			}
		}
	}
}

// Numbers with a check digit, leading zeros, a constant part or the same last digits are a
// business key.
func TestReasons(t *testing.T) {
	reasons := map[string]string{
		"Visa cards": "Luhn", "EAN-13": "GTIN", "ISBN-10 of digits": "modulo 11", "IBAN digits": "modulo 97", "ZIP codes": "leading zeros",
		"serials, shaped as UUIDv4": "leading zeros", "serials, shaped as ULID": "constant part", "accounts, multiples of 1,000,000": "same three digits",
	}
	for _, k := range businessKeys() {
		if got := sampleOf(k, 7, 300, idkind.Hints{Now: latest}).Business; !strings.Contains(got, reasons[k.name]) {
			t.Errorf("%s: %q, want %q", k.name, got, reasons[k.name])
		}
	}
}

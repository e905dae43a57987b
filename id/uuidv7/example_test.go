package uuidv7_test

import (
	"fmt"
	"time"

	"github.com/sortid/sortid/id/uuidv7"
)

func ExampleNew() {
	a, b := uuidv7.New(), uuidv7.New()
	fmt.Println(len(a.String()), a.Version(), a.Compare(b))
	// Output: 36 7 -1
}

func ExampleParse() {
	for _, s := range []string{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "017F22E279B07CC398C4DC0C0C07398F"} {
		x, err := uuidv7.Parse(s)
		fmt.Println(x, x.Time().Format(time.RFC3339Nano), err)
	}
	_, err := uuidv7.Parse("919108f7-52d1-4320-9bac-f847db4148a8")
	fmt.Println(err)
	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f 2022-02-22T19:22:22Z <nil>
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f 2022-02-22T19:22:22Z <nil>
	// uuidv7: text "919108f7-52d1-4320-9bac-f847db4148a8": unknown version: version 4, not 7: use the type of a UUID library for other versions
}

// Set the clock and the source of randomness to get the same IDs in each run of a
// test.
func ExampleGenerator() {
	at := time.Date(2026, 3, 25, 0, 3, 20, 250_000, time.UTC)
	g := uuidv7.Generator{Clock: func() time.Time { return at }, Rand: zeros{}}
	for range 3 {
		x, err := g.New()
		fmt.Println(x, x.RandA(), err)
	}
	// Output:
	// 019d224d-8940-7400-8000-000000000000 1024 <nil>
	// 019d224d-8940-7401-8000-000000000000 1025 <nil>
	// 019d224d-8940-7402-8000-000000000000 1026 <nil>
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

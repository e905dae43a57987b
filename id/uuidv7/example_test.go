package uuidv7_test

import (
	"encoding/json"
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

// Fill the keys of rows that exist already from the time at which they were created.
func ExampleAt() {
	created := time.Date(2019, 5, 4, 12, 0, 0, 0, time.UTC)
	a, err := uuidv7.At(created)
	b, _ := uuidv7.At(created)
	fmt.Println(a.Time(), a == b, err)
	// Output: 2019-05-04 12:00:00 +0000 UTC false <nil>
}

// A block has consecutive IDs. If several writers insert into one table, package blocks lends
// a block to each.
func ExampleBlock() {
	block, err := uuidv7.NewBlock(16_384)
	a, _ := block.Next()
	b, _ := block.Next()
	fmt.Println(a.Compare(b), a.Time().Equal(b.Time()), block.Len(), err)
	// Output: -1 true 16382 <nil>
}

// If several writers insert into a Postgres table, take the keys in two passes.
func ExampleBlock_TwoPass() {
	at := time.Date(2026, 3, 25, 0, 3, 20, 0, time.UTC)
	g := uuidv7.Generator{Clock: func() time.Time { return at }, Rand: zeros{}}
	block, err := g.Block(10)
	fmt.Println(block.Len(), err)
	for x := range block.TwoPass().All() {
		fmt.Print(x.Fields().Random>>58, " ")
	}
	// Output:
	// 10 <nil>
	// 1 3 5 7 9 0 2 4 6 8
}

// Select the rows of a day with the least ID of the day and that of the next day:
//
//	SELECT … WHERE id >= $1 AND id < $2
func ExampleMinAt() {
	day := time.Date(2022, 2, 22, 0, 0, 0, 0, time.UTC)
	from, _ := uuidv7.MinAt(day)
	to, _ := uuidv7.MinAt(day.AddDate(0, 0, 1))
	x := uuidv7.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	fmt.Println(from, to, x.Compare(from) >= 0 && x.Compare(to) < 0)
	// Output: 017f1eba-4c00-7000-8000-000000000000 017f23e0-a800-7000-8000-000000000000 true
}

func ExampleID_MarshalText() {
	type order struct {
		ID     uuidv7.ID `json:"id"`
		Parent uuidv7.ID `json:"parent,omitzero"`
	}
	data, err := json.Marshal(order{ID: uuidv7.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")})
	fmt.Println(string(data), err)
	// Output: {"id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"} <nil>
}

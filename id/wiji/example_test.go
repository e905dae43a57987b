package wiji_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

func ExampleNew() {
	a, b := wiji.New(), wiji.New()
	fmt.Println(len(a.String()), a.Compare(b))
	// Output: 26 -1
}

func ExampleParse() {
	for _, s := range []string{
		"069Q6ZXR120002M45BSQQG28T5",
		"064dcdfe-e022-0000-2a10-abcdef012345",
		"064dcdfee02200002a10abcdef012345",
	} {
		x, err := wiji.Parse(s)
		fmt.Println(x, x.Time().Format(time.RFC3339Nano), x.Sequence(), err)
	}
	_, err := wiji.Parse("069Q6ZXR120002M85BSQQG28T5")
	var version wiji.VersionError
	fmt.Println(errors.As(err, &version), uint8(version))
	// Output:
	// 069Q6ZXR120002M45BSQQG28T5 2026-03-25T00:03:20Z 42 <nil>
	// 069Q6ZXR120002M45BSQQG28T5 2026-03-25T00:03:20Z 42 <nil>
	// 069Q6ZXR120002M45BSQQG28T5 2026-03-25T00:03:20Z 42 <nil>
	// true 2
}

// customer is the kind of an ID. It can also be the model of the application.
type customer struct{}

func (customer) IDPrefix() string { return "customer" }

// One kind of ID does not pass for another, or for a plain one.
func ExampleFor() {
	type customerID = wiji.For[customer]
	x, err := wiji.ParseFor[customer]("customer_069q6zxr120002m45bsqqg28t5")
	fmt.Println(x, wiji.ID(x).Sequence(), err)
	fmt.Println(wiji.ID(x), customerID(wiji.ID(x)) == x)
	_, err = wiji.ParseFor[customer]("order_069q6zxr120002m45bsqqg28t5")
	fmt.Println(errors.Is(err, id.ErrPrefix))
	// Output:
	// customer_069q6zxr120002m45bsqqg28t5 42 <nil>
	// 069Q6ZXR120002M45BSQQG28T5 true
	// true
}

// Set the clock and the source of randomness to get the same IDs in each run of a
// test.
func ExampleGenerator() {
	at := time.Date(2026, 3, 25, 0, 3, 20, 0, time.UTC)
	g := wiji.Generator{Clock: func() time.Time { return at }, Rand: zeros{}}
	for range 3 {
		x, err := g.New()
		fmt.Println(x, x.Sequence(), err)
	}
	// Output:
	// 069Q6ZXR120000040000000000 0 <nil>
	// 069Q6ZXR120000240000000000 1 <nil>
	// 069Q6ZXR120000440000000000 2 <nil>
}

// A block has consecutive IDs. If several writers insert into one table, package blocks lends
// a block to each.
func ExampleBlock() {
	block, err := wiji.NewBlock(16_384)
	a, _ := block.Next()
	b, _ := block.Next()
	fmt.Println(a.Compare(b), a.UnixMicros() == b.UnixMicros(), b.Sequence()-a.Sequence(), block.Len(), err)
	// Output: -1 true 1 16382 <nil>
}

// If several writers insert into a Postgres table, take the keys in two passes.
func ExampleBlock_TwoPass() {
	at := time.Date(2026, 3, 25, 0, 3, 20, 0, time.UTC)
	g := wiji.Generator{Clock: func() time.Time { return at }, Rand: zeros{}}
	block, err := g.Block(10)
	fmt.Println(block.Len(), err)
	for x := range block.TwoPass().All() {
		fmt.Print(x.Sequence(), " ")
	}
	// Output:
	// 10 <nil>
	// 1 3 5 7 9 0 2 4 6 8
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// Select the rows of a day with the least ID of the day and that of the next day:
//
//	SELECT … WHERE id >= $1 AND id < $2
func ExampleMinAt() {
	day := time.Date(2026, 3, 25, 0, 0, 0, 0, time.UTC)
	from, _ := wiji.MinAt(day)
	to, _ := wiji.MinAt(day.AddDate(0, 0, 1))
	x := wiji.MustParse("069Q6ZXR120002M45BSQQG28T5")
	fmt.Println(from, to, x.Compare(from) >= 0 && x.Compare(to) < 0)
	// Output: 069Q6Z5X300000040000000000 069QH11JY00000040000000000 true
}

func ExampleID_MarshalText() {
	type order struct {
		ID     wiji.ID `json:"id"`
		Parent wiji.ID `json:"parent,omitzero"`
	}
	data, err := json.Marshal(order{ID: wiji.MustParse("069Q6ZXR120002M45BSQQG28T5")})
	fmt.Println(string(data), err)
	// Output: {"id":"069Q6ZXR120002M45BSQQG28T5"} <nil>
}

func ExampleInspect() {
	// An example of the specification's own text, from an earlier layout.
	f, err := wiji.Inspect("019d2257-972f-1a4e-36ea-81d64ed08dfc")
	fmt.Println(f.Version, time.UnixMicro(int64(f.Timestamp)).UTC().Year(), err)
	// Output: 14 1984 <nil>
}

// Fill the keys of rows that exist already from the time at which they were created.
func ExampleAt() {
	created := time.Date(2019, 5, 4, 12, 0, 0, 0, time.UTC)
	a, err := wiji.At(created)
	b, _ := wiji.At(created)
	fmt.Println(a.Time(), a == b, err)
	// Output: 2019-05-04 12:00:00 +0000 UTC false <nil>
}

// Gin and echo bind a path, a query or a form to a field of this type.
func ExampleID_UnmarshalParam() {
	var order wiji.ID
	fmt.Println(order.UnmarshalParam("069Q6ZXR120002M45BSQQG28T5"), order)
	fmt.Println(order.UnmarshalParam("069Q6ZXR120002M45BSQQG28T") != nil, order.IsZero())
	// Output:
	// <nil> 069Q6ZXR120002M45BSQQG28T5
	// true true
}

// Package flag reads an ID from the command line.
func ExampleID_UnmarshalText() {
	var order wiji.ID
	flags := flag.NewFlagSet("refund", flag.ContinueOnError)
	flags.TextVar(&order, "order", wiji.ID{}, "the order to refund")
	err := flags.Parse([]string{"-order", "069Q6ZXR120002M45BSQQG28T5"})
	fmt.Println(order, err)
	// Output: 069Q6ZXR120002M45BSQQG28T5 <nil>
}

package scru160_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
)

func ExampleNew() {
	a, b := scru160.New(), scru160.New()
	fmt.Println(len(a.String()), len(a.Hex()), a.Compare(b))
	// Output: 32 40 -1
}

func ExampleParse() {
	for _, s := range []string{
		"05TTUP1HNCPNH30VEK64KDQT9BSNU4C4",
		"05ttup1hncpnh30vek64kdqt9bsnu4c4",
		"017bdf6431bb33788c1f750c4a375d4af97f1184",
	} {
		x, err := scru160.Parse(s)
		fmt.Println(x, x.Time().Format(time.RFC3339Nano), x.Counter(), err)
	}
	// Output:
	// 05TTUP1HNCPNH30VEK64KDQT9BSNU4C4 2021-09-13T13:41:30.683Z 13176 <nil>
	// 05TTUP1HNCPNH30VEK64KDQT9BSNU4C4 2021-09-13T13:41:30.683Z 13176 <nil>
	// 05TTUP1HNCPNH30VEK64KDQT9BSNU4C4 2021-09-13T13:41:30.683Z 13176 <nil>
}

// Set the clock and the source of randomness to get the same IDs in each run of a
// test.
func ExampleGenerator() {
	at := time.UnixMilli(1_795_223_246_319)
	g := scru160.Generator{
		Clock: func() time.Time { return at },
		Rand:  strings.NewReader(strings.Repeat("sixteen bytes ok", 2)),
	}
	for range 2 {
		x, err := g.New()
		fmt.Println(x, x.Counter(), err)
	}
	// Output:
	// 06GVN96LTTS78PB5DOG64UBKCLPI0RRB 30836 <nil>
	// 06GVN96LTTS7APB5DOG64UBKCLPI0RRB 30837 <nil>
}

// The alternative counter contains the microsecond.
func ExampleGenerator_micros() {
	at := time.UnixMicro(1_795_223_246_319_072)
	g := scru160.Generator{Clock: func() time.Time { return at }, Micros: true}
	x, err := g.New()
	micros, _, ok := x.AltCounter()
	fmt.Println(x.Time().Add(time.Duration(micros)*time.Microsecond).Format(time.RFC3339Nano), ok, err)
	// Output: 2026-11-21T01:07:26.319072Z true <nil>
}

// The field random16 can hold more bits of the counter, the number of a node, or both.
func ExampleGenerator_node() {
	g := scru160.Generator{CounterBits: 4, NodeBits: 8, Node: id.NodeOf(0xA5)}
	x, err := g.New()
	fmt.Printf("%02x %v\n", x.Extension()>>4&0xFF, err)

	_, err = (&scru160.Generator{CounterBits: 12, NodeBits: 8}).New()
	fmt.Println(errors.Is(err, id.ErrConfig), err)
	// Output:
	// a5 <nil>
	// true scru160: new ID: invalid setting: NodeBits is 8: use 0 to 4, the bits of random16 less CounterBits
}

// If several writers insert side by side, take each writer's keys from its own block:
// in order for InnoDB, in two passes for Postgres.
func ExampleBlock() {
	block, err := scru160.NewBlock(16_384)
	a, _ := block.Next()
	b, _ := block.Next()
	fmt.Println(a.UnixMillis() == b.UnixMillis(), b.Counter()-a.Counter(), block.Len(), err)
	passes := block.TwoPass()
	c, _ := passes.Next()
	fmt.Println(c.Compare(b), passes.Len())
	// Output:
	// true 1 16382 <nil>
	// 1 16381
}

// Select the rows of a day with the least ID of the day and that of the next day:
//
//	SELECT … WHERE id >= $1 AND id < $2
func ExampleMinAt() {
	day := time.Date(2021, 9, 13, 0, 0, 0, 0, time.UTC)
	from, _ := scru160.MinAt(day)
	to, _ := scru160.MinAt(day.AddDate(0, 0, 1))
	x := scru160.MustParse("05TTUP1HNCPNH30VEK64KDQT9BSNU4C4")
	fmt.Println(from.Hex(), to.Hex(), x.Compare(from) >= 0 && x.Compare(to) < 0)
	// Output: 017bdc7414000000000000000000000000000000 017be19a70000000000000000000000000000000 true
}

func ExampleCompareText() {
	fmt.Println(scru160.CompareText("05ttup1hncpnh30vek64kdqt9bsnu4c4", "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET"))
	_, err := scru160.CompareText("05TTUP1HNCPNH30VEK64KDQT9BSNU4C4", "017bdf6431bb33788c1f750c4a375d4af97f1184")
	fmt.Println(err != nil)
	// Output:
	// -1 <nil>
	// true
}

func ExampleID_MarshalText() {
	type order struct {
		ID     scru160.ID         `json:"id"`
		Parent *scru160.ID        `json:"parent"`
		Parts  map[scru160.ID]int `json:"parts"`
	}
	x := scru160.MustParse("05TTUP1HNCPNH30VEK64KDQT9BSNU4C4")
	data, err := json.Marshal(order{ID: x, Parts: map[scru160.ID]int{x: 2}})
	fmt.Println(string(data), err)
	// Output: {"id":"05TTUP1HNCPNH30VEK64KDQT9BSNU4C4","parent":null,"parts":{"05TTUP1HNCPNH30VEK64KDQT9BSNU4C4":2}} <nil>
}

// Fill the keys of rows that exist already from the time at which they were created.
func ExampleAt() {
	created := time.Date(2019, 5, 4, 12, 0, 0, 0, time.UTC)
	a, err := scru160.At(created)
	b, _ := scru160.At(created)
	fmt.Println(a.Time(), a == b, err)
	// Output: 2019-05-04 12:00:00 +0000 UTC false <nil>
}

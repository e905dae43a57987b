package scru160_test

import (
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

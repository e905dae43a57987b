package id_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// Parse input from outside before using it. The error carries the rule that it broke.
func ExampleSyntaxError() {
	for _, s := range []string{"069Q6ZXR120002M45BSQQG28T5", "069Q6ZXR120002M45BSQQG28T", "899Q6ZXR120002M45BSQQG28T5"} {
		x, err := wiji.Parse(s)
		var syntax *id.SyntaxError
		switch {
		case err == nil:
			fmt.Println(x.Time().Format(time.DateOnly))
		case errors.Is(err, id.ErrLength):
			fmt.Println("cut off?")
		case errors.As(err, &syntax):
			fmt.Println(syntax.Format, syntax.Form, syntax.Input, "-", syntax.Reason)
		}
	}
	// Output:
	// 2026-03-25
	// cut off?
	// wiji text "899Q6ZXR120002M45BSQQG28T5" - overflow
}

// A time outside a format's lifetime is an error that carries the lifetime.
func ExampleRangeError() {
	_, err := ulid.MinAt(time.Date(1969, 7, 20, 0, 0, 0, 0, time.UTC))
	var limits *id.RangeError
	fmt.Println(errors.As(err, &limits), limits.Min.Format(time.DateOnly))
	// Output: true 1970-01-01
}

// The agent of a virtual machine calls this hook after a snapshot was restored.
func ExampleReseed() {
	resumed := func() { id.Reseed() }

	block, err := wiji.NewBlock(100)
	fmt.Println(block.Len(), err)
	resumed()
	fmt.Println(block.Len()) // other copies of the snapshot have the same block
	// Output:
	// 100 <nil>
	// 0
}

// An operator wants to know when IDs had to wait, or lost their order.
func ExampleWatchClock() {
	id.WatchClock(func(e id.ClockEvent) {
		log.Printf("%s: the clock is %v behind, waited %v, restarted %v", e.Format, e.Behind, e.Waited, e.Restarted)
	})
	defer id.WatchClock(nil)
	fmt.Println(wiji.New().IsValid())
	// Output: true
}

// A machine number that was never set is an error, not 0.
func ExampleNode() {
	_, err := (&uid11.Generator{Profile: uid11.Snowish}).New()
	fmt.Println(errors.Is(err, id.ErrConfig))

	noon := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) } // or nil: the system clock
	g := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(0), Clock: noon}
	x, err := g.New()
	fields, _ := x.Snowish()
	fmt.Println(fields.Machine, err)
	// Output:
	// true
	// 0 <nil>
}

// The zero ID is no ID: JSON has the empty text, and String shows zeros. The tag omitzero leaves it out.
func Example_zeroID() {
	type order struct {
		ID      uuidv7.ID
		Coupon  uuidv7.ID `json:",omitzero"`
		Courier *uuidv7.ID
	}
	var none order
	data, err := json.Marshal(none)
	fmt.Println(string(data), err)
	fmt.Println(none.ID, none.ID.IsZero())
	// Output:
	// {"ID":"","Courier":null} <nil>
	// 00000000-0000-0000-0000-000000000000 true
}

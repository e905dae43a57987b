package ulidflake_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
)

// exampleClock is the clock of the examples. Leave it nil in a program: ulidflake.New() reads the
// system clock. That of the Go playground begins in 2009, before the format's epoch.
func exampleClock() time.Time { return time.Now().AddDate(30, 0, 0) }

func ExampleGenerator_New() {
	g := ulidflake.Generator{Clock: exampleClock}
	a, err := g.New()
	fmt.Println(len(a.String()), err)
	// Output: 13 <nil>
}

func ExampleParse() {
	x, err := ulidflake.Parse("00CMXB6TAK4SA")
	fmt.Println(int64(x), x.Time().Format(time.RFC3339Nano), err)
	fmt.Printf("%+v\n%+v\n", x.Fields(), x.Scalable())
	_, err = ulidflake.Parse("80CMXB6TAK4SA")
	fmt.Println(errors.Is(err, id.ErrOverflow))
	// Output:
	// 14246757444195114 2024-06-06T06:06:06.666Z <nil>
	// {Timestamp:13586766666 Random:627498}
	// {Timestamp:13586766666 Random:19609 Machine:10}
	// true
}

func ExampleFromInt64() {
	x, err := ulidflake.FromInt64(14246757444195114) // from a BIGINT column
	fmt.Println(x, err)
	// Output: 00CMXB6TAK4SA <nil>
}

// Each of up to 32 processes that make keys for one table needs its own number.
func ExampleGenerator() {
	g := ulidflake.Generator{Scalable: true, Machine: id.NodeOf(7), Clock: exampleClock}
	x, err := g.New()
	fmt.Println(x.Scalable().Machine, err)
	// Output: 7 <nil>
}

func ExampleGenerator_NewWait() {
	g := ulidflake.Generator{EntropyBytes: 2, Clock: exampleClock}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var last ulidflake.ID
	for range 100 { // more than a millisecond has room for
		x, err := g.NewWait(ctx)
		if err != nil || x <= last {
			fmt.Println("not in order:", last, x, err)
			return
		}
		last = x
	}
	fmt.Println("in order")
	// Output: in order
}

package ulidflake_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
)

func ExampleNew() {
	a, b := ulidflake.New(), ulidflake.New()
	fmt.Println(len(a.String()), a < b)
	// Output: 13 true
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
	// {Timestamp:13586766666 Random:19609 Scalability:10}
	// true
}

func ExampleFromInt64() {
	x, err := ulidflake.FromInt64(14246757444195114) // from a BIGINT column
	fmt.Println(x, err)
	// Output: 00CMXB6TAK4SA <nil>
}

// Each of up to 32 processes that make keys for one table needs its own number.
func ExampleGenerator() {
	g := ulidflake.Generator{Scalable: true, Scalability: id.NodeOf(7)}
	x, err := g.New()
	fmt.Println(x.Scalable().Scalability, err)
	// Output: 7 <nil>
}

func ExampleGenerator_NewWait() {
	g := ulidflake.Generator{EntropyBytes: 2}
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

// If several writers insert side by side, take each writer's keys from its own block:
// in order for InnoDB, in two passes for Postgres.
func ExampleBlock() {
	block, err := ulidflake.NewBlock(4_096)
	a, _ := block.Next()
	b, _ := block.Next()
	fmt.Println(a.UnixMillis() == b.UnixMillis(), b > a, block.Len(), err)
	passes := block.TwoPass()
	c, _ := passes.Next()
	fmt.Println(c.Compare(b), passes.Len())
	// Output:
	// true true 4094 <nil>
	// 1 4093
}

func ExampleMinAt() {
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	from, _ := ulidflake.MinAt(day)
	to, _ := ulidflake.MinAt(day.AddDate(0, 0, 1))
	x := ulidflake.MustParse("02MWN58HGNF6Y")
	fmt.Println(from <= x && x < to) // WHERE id >= $1 AND id < $2
	// Output: true
}

func ExampleID_MarshalText() {
	row := struct {
		Key  ulidflake.ID
		Seen map[ulidflake.ID]bool
	}{Key: 14246757444195114, Seen: map[ulidflake.ID]bool{1: true}}
	data, err := json.Marshal(row)
	fmt.Println(string(data), err)
	// Output: {"Key":"00CMXB6TAK4SA","Seen":{"0000000000001":true}} <nil>
}

// Fill the keys of rows that exist already, read in the order of the times at which they
// were created.
func ExampleBackfill() {
	var keys ulidflake.Backfill
	created := time.Date(2025, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, at := range []time.Time{created, created, created.Add(time.Second)} {
		x, err := keys.At(at)
		fmt.Println(x.Time().Format(time.TimeOnly), x.Random(), err)
	}
	// Output:
	// 12:00:00 0 <nil>
	// 12:00:00 1 <nil>
	// 12:00:01 0 <nil>
}

package ulid_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
)

func ExampleNew() {
	a, b := ulid.New(), ulid.New()
	fmt.Println(len(a.String()), a.Compare(b))
	// Output: 26 -1
}

func ExampleParse() {
	for _, s := range []string{
		"01ARZ3NDEKTSV4RRFFQ69G5FAV",
		"01arz3ndektsv4rrffq69g5fav",
		"01563e3a-b5d3-d676-4c61-efb99302bd5b",
	} {
		x, err := ulid.Parse(s)
		fmt.Println(x, x.Time().Format(time.RFC3339Nano), err)
	}
	_, err := ulid.Parse("81ARZ3NDEKTSV4RRFFQ69G5FAV")
	fmt.Println(errors.Is(err, id.ErrOverflow))
	// Output:
	// 01ARZ3NDEKTSV4RRFFQ69G5FAV 2016-07-30T23:54:10.259Z <nil>
	// 01ARZ3NDEKTSV4RRFFQ69G5FAV 2016-07-30T23:54:10.259Z <nil>
	// 01ARZ3NDEKTSV4RRFFQ69G5FAV 2016-07-30T23:54:10.259Z <nil>
	// true
}

// Set the clock and the source of randomness to get the same IDs in each run of a
// test. Within a millisecond the random field counts up.
func ExampleGenerator() {
	at := time.UnixMilli(1_795_223_246_319)
	g := ulid.Generator{Clock: func() time.Time { return at }, Rand: strings.NewReader("ten bytes.")}
	for range 3 {
		fmt.Println(g.New())
	}
	// Output:
	// 01M7XT9NFFEHJPW832F5T6AWSE <nil>
	// 01M7XT9NFFEHJPW832F5T6AWSF <nil>
	// 01M7XT9NFFEHJPW832F5T6AWSG <nil>
}

// A plain generator draws the random field of each ID: the next one cannot be guessed.
func ExampleGenerator_plain() {
	g := ulid.Generator{Plain: true}
	a, err := g.New()
	b, _ := g.New()
	fmt.Println(a.Fields().Random != b.Fields().Random, err)
	// Output: true <nil>
}

// If several writers insert side by side, take each writer's keys from its own block:
// in order for InnoDB, in two passes for Postgres.
func ExampleBlock() {
	block, err := ulid.NewBlock(16_384)
	a, _ := block.Next()
	b, _ := block.Next()
	fmt.Println(a.Compare(b), a.UnixMillis() == b.UnixMillis(), block.Len(), err)
	block = block.TwoPass()
	c, _ := block.Next()
	d, _ := block.Next()
	fmt.Println(c.Compare(d), d.Fields().Random[9]-c.Fields().Random[9], block.Len())
	// Output:
	// -1 true 16382 <nil>
	// -1 2 16380
}

// Select the rows of a day with the least ID of the day and that of the next day:
//
//	SELECT … WHERE id >= $1 AND id < $2
func ExampleMinAt() {
	day := time.Date(2016, 7, 30, 0, 0, 0, 0, time.UTC)
	from, _ := ulid.MinAt(day)
	to, _ := ulid.MinAt(day.AddDate(0, 0, 1))
	x := ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	fmt.Println(from, to, x.Compare(from) >= 0 && x.Compare(to) < 0)
	// Output: 01ARWHKC000000000000000000 01ARZ403000000000000000000 true
}

// Timestamps go up to the year 10889, which the JSON form of a time.Time cannot
// hold.
func ExampleID_UnixMillis() {
	x := ulid.MustParse("7ZZZZZZZZZ0000000000000000")
	_, err := x.Time().MarshalJSON()
	fmt.Println(x.UnixMillis(), x.Time().Year(), err != nil)
	// Output: 281474976710655 10889 true
}

func ExampleID_MarshalText() {
	type order struct {
		ID     ulid.ID         `json:"id"`
		Parent *ulid.ID        `json:"parent"`
		Parts  map[ulid.ID]int `json:"parts"`
	}
	x := ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	data, err := json.Marshal(order{ID: x, Parts: map[ulid.ID]int{x: 2}})
	fmt.Println(string(data), err)
	// Output: {"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","parent":null,"parts":{"01ARZ3NDEKTSV4RRFFQ69G5FAV":2}} <nil>
}

// Fill the keys of rows that exist already from the time at which they were created.
func ExampleAt() {
	created := time.Date(2019, 5, 4, 12, 0, 0, 0, time.UTC)
	a, err := ulid.At(created)
	b, _ := ulid.At(created)
	fmt.Println(a.Time(), a == b, err)
	// Output: 2019-05-04 12:00:00 +0000 UTC false <nil>
}

package ulid_test

import (
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

// Timestamps go up to the year 10889, which the JSON form of a time.Time cannot
// hold.
func ExampleID_UnixMillis() {
	x := ulid.MustParse("7ZZZZZZZZZ0000000000000000")
	_, err := x.Time().MarshalJSON()
	fmt.Println(x.UnixMillis(), x.Time().Year(), err != nil)
	// Output: 281474976710655 10889 true
}

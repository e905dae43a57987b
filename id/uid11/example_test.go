package uid11_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// exampleClock is the clock of the examples. Leave it nil in a program: uid11.New() reads the system
// clock. That of the Go playground begins in 2009, before the format's epoch.
func exampleClock() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func ExampleGenerator_New() {
	g := uid11.Generator{Clock: exampleClock}
	x, err := g.New()
	fmt.Println(len(x.String()), x.Time(), err)
	// Output: 11 2026-11-21 12:00:00 +0000 UTC <nil>
}

func ExampleParse() {
	x, err := uid11.Parse("113q8KFkAEs")
	fmt.Println(uint64(x), x.Time().Format(time.RFC3339Nano), err)
	_, err = uid11.Parse("zzzzzzzzzzz")
	fmt.Println(errors.Is(err, id.ErrOverflow))
	// Output:
	// 362387865600000 2011-11-12T11:11:11.111Z <nil>
	// true
}

// Find the IDs whose texts begin with the characters that a user has typed so far.
func ExampleParsePrefix() {
	r, err := uid11.ParsePrefix("113q8K")
	first, last := r.Times()
	fmt.Println(r.Lower, r.Upper, err) // WHERE id BETWEEN $1 AND $2
	fmt.Println(first.Format(time.StampMilli), "to", last.Format(time.StampMilli))
	// Output:
	// 113q8K11111 113q8Kzzzzz <nil>
	// Nov 12 11:11:11.071 to Nov 12 11:11:11.227
}

// Each of up to 1,024 machines that make keys for one table needs its own number.
func ExampleGenerator() {
	g := uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(17), Clock: exampleClock}
	a, _ := g.New()
	b, _ := g.New()
	f, err := b.Snowish()
	fmt.Println(a < b, f.Machine, err)
	// Output: true 17 <nil>
}

// If an application sets the epoch of a generator, it must pass it to read the time.
func ExampleProfile_Time() {
	epoch := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	g := uid11.Generator{Profile: uid11.TSSeqRand, Epoch: epoch,
		Clock: func() time.Time { return epoch.Add(90 * time.Minute) }}
	x, err := g.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(uid11.TSSeqRand.Time(x, epoch))
	// Output: 2026-01-01 01:30:00 +0000 UTC <nil>
}

func ExampleID_Int64() {
	_, err := uid11.MustParse("NQm6nKp8qFD").Int64()
	fmt.Println(errors.Is(err, id.ErrOverflow))
	// Output: true
}

package lease_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/ops/lease"
)

var (
	ctx = context.Background()
	db  *sql.DB // of Postgres, MySQL, MariaDB or SQLite, with the migrations
)

// Claim a number when the process starts, and give it back when it ends.
func ExampleAcquire() {
	ids, err := lease.Acquire(ctx, db, lease.Snowish(), lease.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()

	x, err := ids.New()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x)
}

// Ulid-Flake has 32 numbers. If all are taken, the error says when the first expires.
func ExampleUlidFlake() {
	ids, err := lease.Acquire(ctx, db, lease.UlidFlake(), lease.Config{})
	var taken *lease.TakenError
	if errors.As(err, &taken) {
		log.Fatalf("%d processes run already; try again in %v", taken.Held, taken.Wait)
	}
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()

	var x ulidflake.ID
	x, err = ids.New()
	fmt.Println(x, err)
}

// A function sets fields of the generator.
func ExampleSCRU160() {
	ids, err := lease.Acquire(ctx, db, lease.SCRU160(func(g *scru160.Generator) { g.NodeBits = 12 }), lease.Config{Name: "invoices"})
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()
}

// All processes that share a name set the same epoch.
func ExampleSnowish() {
	since := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ids, err := lease.Acquire(ctx, db, lease.Snowish(func(g *uid11.Generator) { g.Epoch = since }), lease.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()
}

// Count the events, and log those with an error.
func ExampleConfig_Observe() {
	config := lease.Config{TTL: 10 * time.Second, Observe: func(e lease.Event) {
		if e.Err != nil {
			log.Printf("node number %d: %v: %v", e.Lease.Number, e.Kind, e.Err)
		}
	}}
	ids, err := lease.Acquire(ctx, db, lease.Snowish(), config)
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()
}

// Take each writer's keys from its own block.
func ExampleGenerator_Block() {
	ids, err := lease.Acquire(ctx, db, lease.Snowish(), lease.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()
	pool := blocks.NewPool(ids.Block, blocks.InOrder, blocks.Size(uid11.MaxBlock))

	w := pool.Get()
	defer pool.Put(w)
	fmt.Println(w.Next())
}

// The pods of a StatefulSet have a number without a table.
func ExampleOrdinal() {
	host := "web-3" // host, err := os.Hostname()
	node, err := lease.Ordinal(host, uid11.MaxMachine)
	if err != nil {
		log.Fatal(err)
	}
	noon := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) } // or nil: the system clock
	ids := uid11.Generator{Profile: uid11.Snowish, Machine: node, Clock: noon}
	x, err := ids.New()
	if err != nil {
		log.Fatal(err)
	}
	fields, err := x.Snowish()
	fmt.Println(fields.Machine, err)

	_, err = lease.Ordinal("web-7d4b9c6f5-x2x1k", uid11.MaxMachine)
	fmt.Println(err)
	// Output:
	// 3 <nil>
	// lease: ordinal of a host name: invalid setting: "web-7d4b9c6f5-x2x1k" is not a name, a hyphen and a number without leading zeros: use it in a StatefulSet, or use Acquire
}

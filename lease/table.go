package lease

import (
	"context"
	"errors"
	"time"
)

// claim is a claim as its holder knows it.
type claim struct {
	Lease
	floor   int64 // the holder makes no ID before it, in milliseconds since 1970
	mark    int64 // and none from it on; the row has it or a later time
	renewal int64 // the number of the last renewal that the server confirmed
	tried   int64 // the number of the last renewal that was sent
}

// free is a number that nobody holds, as the table had it.
type free struct {
	number      int
	token, mark int64
}

// counts are the numbers of a name.
type counts struct {
	rows int           // numbers that have a row
	held int           // of these, those that are held
	free int           // and those that free returns
	wait time.Duration // until the first claim expires; 0 if none is held
}

// errGone reports that the row of a claim has another holder.
var errGone = errors.New("another process holds the number")

// table is the table of claims on a server. Times to live are by the server's clock, marks
// in milliseconds since 1970 by the clocks of the holders.
type table interface {
	// check fails if the table can grant a number twice.
	check(ctx context.Context) error
	// free returns some of the numbers of a name below numbers that nobody holds and that
	// are marked until before at the latest, those first that were used longest ago.
	free(ctx context.Context, name string, numbers int, before int64) ([]free, error)
	// count counts the numbers below numbers, of which free returns those marked until
	// before.
	count(ctx context.Context, name string, numbers int, before int64) (counts, error)
	// grow adds rows for the numbers below numbers that have none.
	grow(ctx context.Context, name string, numbers int) error
	// claim claims a number, if its row is still as it was. It returns false if it is not.
	claim(ctx context.Context, name string, f free, ttl time.Duration, mark int64) (bool, error)
	// renew renews a claim. It fails with errGone if the row has another holder, or if a
	// copy of this process has renewed it.
	renew(ctx context.Context, c *claim, ttl time.Duration, mark int64) error
	// release ends a claim, with the same errors.
	release(ctx context.Context, c *claim, mark int64) error
}

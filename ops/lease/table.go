package lease

import (
	"context"
	"errors"
	"fmt"
	"strconv"
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

// counts says how many of the numbers of a name are in use.
type counts struct {
	rows int           // numbers that have a row
	held int           // of these, those that are held
	free int           // and those that free returns
	wait time.Duration // until the first claim expires; 0 if none is held
}

// errGone reports that the row of a claim has another holder.
var errGone = errors.New("another process holds the number")

// errCopied is errGone for a row that a copy of this process changed: both may have made IDs.
var errCopied = fmt.Errorf("%w: a copy of this process renewed or released it", errGone)

// errMeanwhile reports that the row of a claim changed while it was renewed.
var errMeanwhile = errors.New("the row of the number changed meanwhile")

// row is the row of a number, as the table has it.
type row struct {
	exists                       bool
	own                          bool // this process claimed it last
	token, renewal, begins, mark int64
}

// judge returns why the row of a claim does not admit its renewal: errGone, errMeanwhile, or
// an error that matches ErrReverted. In one history of the table the rows stay, tokens and the
// renewals of a token grow, and a later claim begins at or after the mark that was confirmed.
func (c *claim) judge(r row) error {
	switch {
	case !r.exists:
		return c.reverted("the row is gone")
	case r.token < c.Token:
		return c.reverted("the row has the token " + strconv.FormatInt(r.token, 10))
	case r.token > c.Token && r.begins < c.mark:
		return c.reverted("the row has the token " + strconv.FormatInt(r.token, 10) + " from a time that this process may use")
	case r.token > c.Token:
		return errGone
	case !r.own:
		return c.reverted("another process has this token")
	case r.renewal >= c.tried:
		return errCopied
	case r.renewal < c.renewal || r.mark < c.mark:
		return c.reverted("the row lacks the last renewal")
	}
	return errMeanwhile
}

// reverted reports that the table lacks what the server has confirmed.
func (c *claim) reverted(detail string) error {
	return reverted(c.Name, c.Number, c.Token, detail)
}

func reverted(name string, number int, token int64, detail string) error {
	return fault("number "+strconv.Itoa(number)+" of "+strconv.Quote(name), ErrReverted, "the server confirmed the token "+
		strconv.FormatInt(token, 10)+", and "+detail+": stop all processes that use these numbers, wait for the TTL, and start them again", nil)
}

// table is the table of claims on a server. Times to live are by the server's clock, marks
// in milliseconds since 1970 by the clocks of the holders.
type table interface {
	// check fails if the table can grant a number twice: ErrReplicated or ErrNotDurable.
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
	// renew renews a claim. It fails with what claim.judge returns if the row is not as this
	// process left it.
	renew(ctx context.Context, c *claim, ttl time.Duration, mark int64) error
	// release ends a claim, with the same errors.
	release(ctx context.Context, c *claim, mark int64) error
}

package lease

import (
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
)

// The reasons of this package's errors, for [errors.Is].
var (
	// ErrTaken means that no number is free. The error is a [*TakenError].
	ErrTaken = id.NewReason("all node numbers are taken")
	// ErrLost means that the generator has no number at present: it could not renew its
	// claim in time, or the server gave the number to another process. It goes on trying,
	// and makes IDs again as soon as it has a number.
	ErrLost = id.NewReason("no node number")
	// ErrAhead means that the clock went forward, and the server has not yet confirmed
	// that the generator may use the new time.
	ErrAhead = id.NewReason("clock ahead of the lease")
	// ErrClosed means that Close was called, or that Acquire did not make the generator.
	ErrClosed = id.NewReason("closed generator")
	// ErrReplicated means that the table is the target of a subscription of Postgres, so
	// that another server could grant the same numbers.
	ErrReplicated = id.NewReason("replicated table")
	// ErrNotDurable means that the server can lose a commit that it has acknowledged, and so
	// grant a number twice. The error names the setting.
	ErrNotDurable = id.NewReason("commits are not durable")
	// ErrReverted means that the table lacks a claim or a renewal that the server has
	// confirmed: it was restored from a backup, or a standby that was behind took over. Other
	// processes may have numbers that are in use. The generator makes no IDs until the server
	// confirms its claim again, and claims no other number.
	ErrReverted = id.NewReason("the table of claims went back")
)

// TakenError reports that no number is free.
type TakenError struct {
	Name    string        // of the numbers
	Numbers int           // how many there are
	Held    int           // how many are held; the others were used until a time that the clock here has not reached
	Wait    time.Duration // until the first claim expires unless it is renewed; 0 if none is held
}

// Error returns the name, the numbers, the time until the first claim expires and the remedy.
func (e *TakenError) Error() string {
	s := "lease: claim of a number of " + strconv.Quote(e.Name) + ": " + ErrTaken.Error() + ": " +
		strconv.Itoa(e.Held) + " of " + strconv.Itoa(e.Numbers) + " are held"
	if e.Held > 0 {
		s += ", and the first expires in " + e.Wait.String() + " unless it is renewed: run fewer processes, or wait"
	}
	if e.Held < e.Numbers {
		s += ": the clock here has not reached the time until which the others were used: set it right"
	}
	return s
}

// Unwrap returns [ErrTaken].
func (e *TakenError) Unwrap() error { return ErrTaken }

// fault is a *id.GenerateError of this package. It is not inlined, so that New stays small.
//
//go:noinline
func fault(what string, reason id.Reason, detail string, err error) error {
	return &id.GenerateError{Format: "lease", What: what, Reason: reason, Detail: detail, Err: err}
}

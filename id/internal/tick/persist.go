package tick

import (
	"errors"
	"time"

	"github.com/sortid/sortid/id"
)

// Persist repeats a default generator's call while it fails because the tick that
// it holds is exhausted, for MaxHold at most, and returns the last error: up to
// there, order comes before speed.
func Persist(err error, again func() error) error {
	for begun := time.Now(); errors.Is(err, id.ErrExhausted) && time.Since(begun) < MaxHold; {
		time.Sleep(time.Millisecond)
		err = again()
	}
	return err
}

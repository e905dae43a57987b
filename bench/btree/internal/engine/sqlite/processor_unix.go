//go:build unix

package sqlite

import (
	"context"
	"syscall"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// ProcessorTime returns the processor time of this program, in which SQLite and the makers of keys
// are.
func (e *Engine) ProcessorTime(context.Context) (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, &engine.Missing{Reason: "the system does not give the program's processor time: " + err.Error()}
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

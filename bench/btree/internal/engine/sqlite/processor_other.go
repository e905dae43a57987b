//go:build !unix

package sqlite

import (
	"context"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// ProcessorTime returns a *engine.Missing.
func (e *Engine) ProcessorTime(context.Context) (time.Duration, error) {
	return 0, &engine.Missing{Reason: "the program's processor time is read on Unix alone"}
}

package uuidv7_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
)

// BenchmarkFormat: its loops are longer than a burst, so New waits for the clock. The
// speed of a burst is in integration_test/peers.
func BenchmarkFormat(b *testing.B) { idtest.Bench(b, format()) }

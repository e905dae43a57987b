package uid11

import (
	"errors"
	"testing"
	"testing/iotest"

	"github.com/sortid/sortid/id"
)

// TestDefaultFails: the default generator returns the error of its randomness beside the zero ID, and New panics with it.
func TestDefaultFails(t *testing.T) {
	cause := errors.New("no dice")
	standard.Rand = iotest.ErrReader(cause)
	t.Cleanup(func() { standard.Rand = nil })
	x := ID(7)
	if err := x.Generate(); !errors.Is(err, id.ErrEntropy) || !errors.Is(err, cause) || x != 0 {
		t.Errorf("Generate gives %v, %v", x, err)
	}
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, cause) {
			t.Errorf("New panics with %v", err)
		}
	}()
	New()
}

package uid11_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/idtest"
	"github.com/sortid/sortid/id/uid11"
)

func TestBackfill(t *testing.T) {
	idtest.Backfill(t, format(), func(after uid11.ID) func(time.Time) (uid11.ID, error) {
		return (&uid11.Backfill{After: after}).At
	})
}

// TestBackfillEnd: after the greatest of all IDs there is no other.
func TestBackfillEnd(t *testing.T) {
	b := uid11.Backfill{After: uid11.Max() - 1}
	if x, err := b.At(uid11.Max().Time()); x != uid11.Max() || err != nil {
		t.Errorf("the last ID is %v, %v", x, err)
	}
	if x, err := b.At(uid11.Max().Time()); !errors.Is(err, id.ErrExhausted) || x != 0 {
		t.Errorf("after the last ID: %v, %v", x, err)
	}
}

package ulidflake_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

func TestBackfill(t *testing.T) {
	idtest.Backfill(t, format(), func(after ulidflake.ID) func(time.Time) (ulidflake.ID, error) {
		return (&ulidflake.Backfill{After: after}).At
	})
}

package wiji_test

import (
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

func TestFromFieldsRefuses(t *testing.T) {
	for _, f := range []wiji.Fields{
		{Version: 1, Timestamp: wiji.MaxTimestamp + 1}, {Version: 1, Random: wiji.MaxRandom + 1}, {Version: 2}, {},
	} {
		if x, err := wiji.FromFields(f); err == nil || !x.IsZero() {
			t.Errorf("FromFields(%+v) = %v, %v", f, x, err)
		}
	}
}

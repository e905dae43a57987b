package main

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// TestRun has servers of the environment, so that none is started.
func TestRun(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Setenv(kind.DSNVariable(), "chosen")
		t.Setenv(dbtest.SharedVariable(kind), "") // this test may run beside shared servers itself
	}
	for _, tt := range []struct {
		script string
		want   int
	}{
		{`exit 0`, 0},
		{`exit 3`, 3},
		{`test "$SORTID_MYSQL_DSN" = chosen && test -z "$SORTID_SHARED_MYSQL_DSN" || exit 4`, 0},
		{`kill -9 $$`, 1},
	} {
		if got, err := run(t.Context(), []string{"sh", "-c", tt.script}); got != tt.want || err != nil {
			t.Errorf("%s: status %d, error %v, want %d", tt.script, got, err, tt.want)
		}
	}
	if status, err := run(t.Context(), []string{"-all", "sh", "-c", "exit 6"}); status != 6 || err != nil {
		t.Errorf("for all packages: %d, %v", status, err)
	}
	if status, err := run(t.Context(), []string{"-none", "true"}); status != 2 || err == nil {
		t.Errorf("an unknown flag: %d, %v", status, err)
	}
	if status, err := run(t.Context(), nil); status != 2 || err == nil || !strings.Contains(err.Error(), "no command") {
		t.Errorf("without a command: %d, %v", status, err)
	}
	if status, err := run(t.Context(), []string{"/nonexistent"}); status != 1 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a command that is not there: %d, %v", status, err)
	}
}

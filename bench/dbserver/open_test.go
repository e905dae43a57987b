package dbserver_test

import (
	"errors"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
)

// Where a source was allowed but no server named, the lack of one is the kind of
// error for which a test may be skipped; a directory that was named is not.
func TestUnavailable(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := dbserver.Open(t.Context(), dbserver.MySQL, dbserver.Options{BinDir: t.TempDir()})
	if _, ok := errors.AsType[*dbserver.UnavailableError](err); ok || err == nil {
		t.Errorf("a directory that was asked for: %v", err)
	}
	s, err := dbserver.Open(t.Context(), dbserver.MySQL, dbserver.Options{Source: dbserver.SourceBinary})
	if err == nil {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		t.Skip("there are binaries in one of the usual directories")
	}
	if _, ok := errors.AsType[*dbserver.UnavailableError](err); !ok {
		t.Errorf("a source without a server: %v", err)
	}
}

package sqlite_test

import (
	"testing"

	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// The functions do on SQLite what they do on the servers.
func TestFunctions(t *testing.T) { suite.Run(t, suite.SQLite(open(t))) }

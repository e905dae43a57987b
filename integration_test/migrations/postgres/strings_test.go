package postgres_test

import (
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// standard_conforming_strings decides what a backslash in a literal means, when a function
// is created and, in PL/pgSQL, when it runs. The functions do with "off" at both times what
// they do with the default in TestFunctions.
func TestConformingStrings(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, dbserver.Postgres)
	db := connectWith(t, d, map[string]string{"default_query_exec_mode": "exec", "standard_conforming_strings": "off"})
	migrate(t, db)
	if got := queryOne(t, db, "SHOW standard_conforming_strings"); got != "off" {
		t.Fatalf("standard_conforming_strings is %s", got)
	}
	suite.Run(t, suite.Postgres(db))
}

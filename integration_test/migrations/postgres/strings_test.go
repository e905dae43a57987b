package postgres_test

import (
	"fmt"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/integration_test/migrations/suite"
)

// standard_conforming_strings decides what a backslash in a literal means, when a function
// is created and, in PL/pgSQL, when it runs. The functions do the same with either setting.
func TestConformingStrings(t *testing.T) {
	for _, installed := range []string{"on", "off"} {
		for _, used := range []string{"on", "off"} {
			if installed == "on" && used == "on" {
				continue // the default, with which TestFunctions runs
			}
			t.Run(fmt.Sprintf("installed %s, used %s", installed, used), func(t *testing.T) {
				d := dbtest.Open(t, dbserver.Postgres)
				with := func(setting string) map[string]string {
					return map[string]string{"default_query_exec_mode": "exec", "standard_conforming_strings": setting}
				}
				migrate(t, connectWith(t, d, with(installed)))
				s := suite.Postgres(connectWith(t, d, with(used)))
				if got := queryOne(t, s.DB, "SHOW standard_conforming_strings"); got != used {
					t.Fatalf("standard_conforming_strings is %s, want %s", got, used)
				}
				suite.Run(t, s)
			})
		}
	}
}

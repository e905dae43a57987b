package dbtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// TestSomeKinds: of many names MySQL and MariaDB have about a half each, and all have both if every server is asked for.
func TestSomeKinds(t *testing.T) {
	t.Setenv(EveryVariable, "")
	count := map[dbserver.Kind]int{}
	const names = 100
	for i := range names {
		name := fmt.Sprint("row ", i)
		kinds := SomeKinds(name)
		if len(kinds) != 2 || kinds[0] != dbserver.Postgres || !slices.Equal(kinds, SomeKinds(name)) || !slices.Equal(kinds[1:], MySQLOrMariaDB(name)) || !RunsOn(kinds[1], name) || RunsOn(dbserver.MySQL, name) == RunsOn(dbserver.MariaDB, name) {
			t.Errorf("%s: %v, %v", name, kinds, MySQLOrMariaDB(name))
		}
		count[kinds[1]]++
	}
	if count[dbserver.MySQL] < names/3 || count[dbserver.MariaDB] < names/3 || count[dbserver.MySQL]+count[dbserver.MariaDB] != names {
		t.Errorf("of %d names: %v", names, count)
	}
	t.Setenv(EveryVariable, "1")
	if !slices.Equal(SomeKinds("row"), dbserver.Kinds()) {
		t.Errorf("every one: %v, want %v", SomeKinds("row"), dbserver.Kinds())
	}
}

package dbtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// TestKinds: of many names MySQL and MariaDB have about a half each, and all have both if every server is asked for.
func TestKinds(t *testing.T) {
	t.Setenv(EveryVariable, "")
	count := map[dbserver.Kind]int{}
	const names = 100
	for i := range names {
		name := fmt.Sprint("row ", i)
		kinds := Kinds(name)
		if len(kinds) != 2 || kinds[0] != dbserver.Postgres || !slices.Equal(kinds, Kinds(name)) || !slices.Equal(kinds[1:], InnoDB(name)) || !On(kinds[1], name) || On(dbserver.MySQL, name) == On(dbserver.MariaDB, name) {
			t.Errorf("%s: %v, %v", name, kinds, InnoDB(name))
		}
		count[kinds[1]]++
	}
	if count[dbserver.MySQL] < names/3 || count[dbserver.MariaDB] < names/3 || count[dbserver.MySQL]+count[dbserver.MariaDB] != names {
		t.Errorf("of %d names: %v", names, count)
	}
	t.Setenv(EveryVariable, "1")
	if !slices.Equal(Kinds("row"), dbserver.Kinds()) {
		t.Errorf("every one: %v, want %v", Kinds("row"), dbserver.Kinds())
	}
}

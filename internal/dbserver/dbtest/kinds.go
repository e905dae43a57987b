package dbtest

import (
	"hash/fnv"
	"os"
	"slices"

	"github.com/sortid/sortid/internal/dbserver"
)

// EveryVariable is the environment variable that, if its value is 1, runs a test on every kind of server where [SomeKinds],
// [MySQLOrMariaDB] or the test itself choose some. .ci/nightly sets it.
const EveryVariable = "SORTID_EVERY_SERVER"

// Every reports whether [EveryVariable] asks for every kind of server.
func Every() bool { return os.Getenv(EveryVariable) == "1" }

// SomeKinds returns the kinds of servers for a test of what MySQL and MariaDB hardly do differently: PostgreSQL, and one of
// the two.
func SomeKinds(name string) []dbserver.Kind {
	return append([]dbserver.Kind{dbserver.Postgres}, MySQLOrMariaDB(name)...)
}

// MySQLOrMariaDB returns one of the two, always the same one for a name, such as that of a test or of a row of its table.
// Of many rows, about half run on each; of a few, the caller chooses a name for each so that both have some.
func MySQLOrMariaDB(name string) []dbserver.Kind {
	both := []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB}
	if Every() {
		return both
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name)) // it never fails
	i := hash.Sum32() >> 31         // the lowest bit is the parity of the letters
	return both[i : i+1]
}

// RunsOn reports whether a row of a test runs on a kind of server: whether [SomeKinds] returns it for the row's name.
func RunsOn(kind dbserver.Kind, name string) bool { return slices.Contains(SomeKinds(name), kind) }

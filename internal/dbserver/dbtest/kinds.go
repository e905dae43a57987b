package dbtest

import (
	"hash/fnv"
	"os"
	"slices"

	"github.com/sortid/sortid/internal/dbserver"
)

// EveryVariable is the environment variable that, if its value is 1, runs a test on every kind of server where [Kinds] and
// [InnoDB] choose some. .ci/nightly sets it.
const EveryVariable = "SORTID_EVERY_SERVER"

// Every reports whether [EveryVariable] asks for every kind of server.
func Every() bool { return os.Getenv(EveryVariable) == "1" }

// Kinds returns the kinds of servers for a test of what MySQL and MariaDB hardly do differently: PostgreSQL, and one of
// the two.
func Kinds(name string) []dbserver.Kind {
	return append([]dbserver.Kind{dbserver.Postgres}, InnoDB(name)...)
}

// InnoDB returns MySQL or MariaDB, always the same one for a name, such as that of a test or of a row of its table: a
// half of the rows runs on each, and so does each statement of the code that has many rows.
func InnoDB(name string) []dbserver.Kind {
	both := []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB}
	if Every() {
		return both
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name)) // it never fails
	i := hash.Sum32() >> 31         // the lowest bit is the parity of the letters
	return both[i : i+1]
}

// On reports whether a row of a test is among those of a kind of server: whether [Kinds] returns it for the row's name.
func On(kind dbserver.Kind, name string) bool { return slices.Contains(Kinds(name), kind) }

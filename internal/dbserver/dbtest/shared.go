package dbtest

import (
	"fmt"
	"os"
	"strings"

	"github.com/sortid/sortid/internal/dbserver"
)

// Own makes the tests of a package start their own servers where others share one, for packages that read the files or
// counters of a server, change its settings, or restart it. Set it before the first test.
var Own bool

// SharedVariable returns the name of the environment variable with the DSN of the server of a kind that the packages
// of a test run share. The command shared sets it.
func SharedVariable(kind dbserver.Kind) string {
	return "SORTID_SHARED_" + strings.ToUpper(string(kind)) + "_DSN"
}

// DataVariable returns the name of the environment variable with the Data of a kind that the servers of a test run
// begin with. The command shared sets it.
func DataVariable(kind dbserver.Kind) string {
	return "SORTID_SHARED_" + strings.ToUpper(string(kind)) + "_DATA"
}

// SharedOptions returns the options of a server that the packages of a test run share: those that set [Own] too if it is
// for all.
func SharedOptions(kind dbserver.Kind, all bool) dbserver.Options {
	o := ownOptions(kind)
	o.Settings["max_connections"] = "1000" // for the pools of several packages
	if kind == dbserver.MySQL && !all {
		// Both take a third of the server's time. By itself MariaDB writes no binary log either, and measures nothing.
		o.Settings["skip_log_bin"], o.Settings["performance_schema_instrument"] = "", "%=OFF"
	}
	return o
}

// options returns the options of the server that a package uses.
func options(kind dbserver.Kind) dbserver.Options {
	dsn := os.Getenv(SharedVariable(kind))
	if dsn == "" || Own || OnDisk || kind.Chosen(os.Getenv) {
		return ownOptions(kind)
	}
	return dbserver.Options{DSN: dsn}
}

// ownOptions returns the options of a server that a package starts.
func ownOptions(kind dbserver.Kind) dbserver.Options {
	return dbserver.Options{Settings: settings(kind), InMemory: inMemory(), Direct: true, Data: Data(kind)}
}

// Data returns the data with which servers of a kind begin, for servers that a test starts itself. Without the command
// shared there are none: the servers initialise their own.
func Data(kind dbserver.Kind) *dbserver.Data {
	text := os.Getenv(DataVariable(kind))
	if text == "" {
		return nil
	}
	d, err := dbserver.ParseData(text)
	if err != nil {
		panic(fmt.Sprintf("%s: %v: unset it", DataVariable(kind), err))
	}
	return d
}

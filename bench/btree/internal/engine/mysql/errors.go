package mysql

import (
	"errors"
	"slices"
	"strings"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// Numbers of the server's errors.
const (
	diskFull           = 1021
	tableFull          = 1114
	tooManyConnections = 1040
	duplicateKey       = 1062
	failedCommit       = 1180 // with error 149 a lost conflict of a group
)

// refusals holds the numbers of errors that say that the account may not read what was
// asked for, or that there is no such thing.
var refusals = []uint16{
	1044, 1142, 1143, 1227, // no privilege: database, table, column, in general
	1049, 1054, 1109, 1146, 1193, // no such database, column, table (twice), variable
	1381, // no binary log
}

// victims holds the numbers of errors that say that the server rolled a transaction back in
// favour of another one: a deadlock, also with a transaction of another node of a cluster, and
// a conflict in a group.
var victims = []uint16{1213, 3101}

// classify returns the class of an error and the server's message.
func classify(err error) (client.Class, string) {
	e, ok := errors.AsType[*mysql.MySQLError](err)
	switch {
	case !ok:
		return client.Lost, err.Error()
	case e.Number == diskFull || e.Number == tableFull:
		return client.DiskFull, e.Message
	case e.Number == tooManyConnections:
		return client.TooManyConnections, e.Message
	case e.Number == duplicateKey:
		return client.Duplicate, e.Message
	case e.Number == failedCommit && strings.HasPrefix(e.Message, "Got error 149 "):
		return client.Victim, e.Message
	case slices.Contains(victims, e.Number):
		return client.Victim, e.Message
	case slices.Contains(refusals, e.Number):
		return client.Refused, e.Message
	}
	return client.Other, e.Message
}

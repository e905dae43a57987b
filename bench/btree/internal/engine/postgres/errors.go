package postgres

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sortid/sortid/bench/btree/internal/engine/client"
)

// Codes of the server's errors.
const (
	diskFull           = "53100"
	tooManyConnections = "53300"
	uniqueViolation    = "23505"
)

// operatorIntervention begins the codes of errors with which the server ends a
// connection: it shuts down, or another of its processes has crashed.
const operatorIntervention = "57P"

// victims holds the codes of errors that say that the server rolled a transaction back in
// favour of another one: a serialization failure and a deadlock.
var victims = []string{"40001", "40P01"}

// refusals holds the classes of codes that say that the server does not give what was asked
// for: not supported; not in the required state; no privilege, function or relation; no
// file of the extension.
var refusals = []string{"0A", "55", "42", "58"}

// classify returns the class of an error and the server's message.
func classify(err error) (client.Class, string) {
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return client.Lost, err.Error()
	}
	switch code := e.Code; {
	case len(code) != 5:
		return client.Other, e.Message
	case code[:3] == operatorIntervention:
		return client.Lost, e.Message
	case code == diskFull:
		return client.DiskFull, e.Message
	case code == tooManyConnections:
		return client.TooManyConnections, e.Message
	case code == uniqueViolation:
		return client.Duplicate, e.Message
	case slices.Contains(victims, code):
		return client.Victim, e.Message
	case slices.Contains(refusals, code[:2]):
		return client.Refused, e.Message
	}
	return client.Other, e.Message
}

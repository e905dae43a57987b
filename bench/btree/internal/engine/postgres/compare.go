package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/pgbench"
)

// script inserts rising numbers by the same statement that a Writer prepares for one row.
// The numbers of all clients together rise like those of one counter, as far as the
// clients work equally fast.
const script = `\set n :n + 1
\set id :least + :n * :clients + :client_id
INSERT INTO item (id, payload) VALUES (:id, :payload);
`

// leastKey is the key from which the sequential control counts.
const leastKey = 1 << 62

// mostComparedPayload bounds the payload in bytes: it is an argument of the command.
const mostComparedPayload = 32 << 10

// Pgbench inserts the rows by pgbench.
func (t *tree) Pgbench(ctx context.Context, clients, rows int) (float64, error) {
	switch {
	case !t.spec.Key.Integer || t.spec.Generate != "":
		return 0, &engine.Missing{Reason: "pgbench makes only integers: use a key that is a 64-bit integer"}
	case t.spec.Payload > mostComparedPayload:
		return 0, &engine.Missing{Reason: fmt.Sprintf("pgbench takes the payload as an argument: use a payload of at most %d bytes", mostComparedPayload)}
	case clients > rows:
		return 0, fmt.Errorf("postgres: pgbench: %d rows by %d clients: insert at least as many rows as there are clients", rows, clients)
	}
	p, err := pgbench.Find(ctx, t.engine.images()...)
	if errors.Is(err, pgbench.ErrNotFound) {
		return 0, &engine.Missing{Reason: err.Error()}
	}
	if err != nil {
		return 0, err
	}
	out, err := p.Run(ctx, pgbench.Job{
		DSN: t.engine.DSN(), Script: script, Clients: clients, Transactions: rows / clients,
		Variables: map[string]string{
			"n": "0", "least": strconv.Itoa(leastKey), "clients": strconv.Itoa(clients), "payload": fmt.Sprintf(`\x%x`, t.Payload()),
		},
	})
	if err != nil {
		return 0, fmt.Errorf("postgres: %w", err)
	}
	t.AddRows(out.Transactions)
	return out.Rate, nil
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/pgbench"
)

// script has each client insert numbers that rise, by the very statement that a Writer
// prepares for one row. Those of all clients together rise as the keys of one counter
// do, as far as the clients keep pace with one another.
const script = `\set n :n + 1
\set id :least + :n * :clients + :client_id
INSERT INTO item (id, payload) VALUES (:id, :payload);
`

// Keys are from 2^62 on, as those of the sequential control.
const leastKey = 1 << 62

// mostComparedPayload bounds the payload in bytes, which is an argument of the command.
const mostComparedPayload = 32 << 10

// Pgbench has pgbench insert the rows.
func (t *tree) Pgbench(ctx context.Context, clients, rows int) (float64, error) {
	switch {
	case !t.spec.Key.Integer || t.spec.Generate != "":
		return 0, &engine.Missing{Reason: "pgbench makes whole numbers alone: it can insert keys of 64-bit integers"}
	case t.spec.Payload > mostComparedPayload:
		return 0, &engine.Missing{Reason: fmt.Sprintf("pgbench takes the payload as an argument: it can be %d bytes at most", mostComparedPayload)}
	case clients > rows:
		return 0, fmt.Errorf("postgres: pgbench is to insert %d rows by %d clients: take as many rows as clients at least", rows, clients)
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
			"n": "0", "least": strconv.Itoa(leastKey), "clients": strconv.Itoa(clients), "payload": fmt.Sprintf(`\x%x`, t.payload),
		},
	})
	if err != nil {
		return 0, fmt.Errorf("postgres: %w", err)
	}
	t.rows.Add(int64(out.Transactions))
	return out.Rate, nil
}

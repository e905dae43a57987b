package mysql

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/dbserver"
)

// replicated returns the bytes that went to replicas: of Galera what all nodes have sent, of
// the others the size of the first node's binary log, which has the transactions of all.
func (t *tree) replicated(ctx context.Context) (metric.Reading, error) {
	if !t.engine.Clustered() || t.engine.Member.Kind != dbserver.Galera {
		return t.binaryLog(ctx)
	}
	var sum float64
	for _, db := range t.engine.AllNodes() {
		sent, err := t.engine.NumberOn(ctx, db, "wsrep_replicated_bytes",
			"SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'wsrep_replicated_bytes'")
		if err != nil || sent.Missing != "" {
			return sent, err
		}
		sum += sent.Value
	}
	return metric.Value(sum), nil
}

// binaryLog returns the size of the binary log, if rows of this tree are in it.
func (t *tree) binaryLog(ctx context.Context) (metric.Reading, error) {
	if !t.engine.Clustered() {
		return metric.Reading{}, nil
	}
	rows, err := t.engine.QueryContext(ctx, "SHOW BINARY LOGS")
	if t.engine.Is(err, client.Refused) {
		return metric.Missing(t.engine.Reason("the server does not show its binary log, for which the account needs the privilege REPLICATION CLIENT", err)), nil
	}
	if err != nil {
		return metric.Reading{}, t.engine.Explain("cannot read the size of the binary log", err)
	}
	defer rows.Close()
	columns, err := rows.Columns() // name, size and, on MySQL, whether it is encrypted
	if err != nil {
		return metric.Reading{}, t.engine.Explain("cannot read the size of the binary log", err)
	}
	var size, sum float64
	to := []any{new(any), &size, new(any)}[:len(columns)]
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return metric.Reading{}, t.engine.Explain("cannot read the size of the binary log", err)
		}
		sum += size
	}
	if err := rows.Err(); err != nil {
		return metric.Reading{}, t.engine.Explain("cannot read the size of the binary log", err)
	}
	return metric.Value(sum), nil
}

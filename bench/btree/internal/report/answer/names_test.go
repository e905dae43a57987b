package answer

import (
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

func TestTitle(t *testing.T) {
	layouts := []engine.Layout{{Name: "first", Title: "rows"}, {Name: "second", Title: "a unique index"}}
	for _, c := range []struct {
		engine engine.Description
		at     trial.Coordinates
		want   string
	}{
		{engine.Description{Name: "postgres", Version: "18.6 (Debian 18.6-3)"}, trial.Coordinates{Writers: 1, Rows: 20_000, Payload: 9, Batch: 100}, "PostgreSQL 18.6, 20,000 rows, payload of 9 bytes, 1 writer, batches of 100 rows"},
		{engine.Description{Name: "mariadb", Version: "11.8.9-MariaDB-4 from Debian"}, trial.Coordinates{Writers: 8, Batch: 1000}, "MariaDB 11.8.9, payload of 0 bytes, 8 writers, batches of 1,000 rows"},
		{engine.Description{Name: "postgres-2", Base: "postgres", Ordinal: 2, Version: "18.6"}, trial.Coordinates{Writers: 1}, "PostgreSQL-2 18.6, payload of 0 bytes, 1 writer"},
		{engine.Description{Name: "postgres", Version: "CockroachDB v24.1.0"}, trial.Coordinates{Writers: 1}, "CockroachDB v24.1.0, payload of 0 bytes, 1 writer"},
		{engine.Description{Name: "sqlite", Version: "3.53.4"}, trial.Coordinates{Layout: "second", Writers: 1}, "SQLite 3.53.4, a unique index, payload of 0 bytes, 1 writer"},
		{engine.Description{Name: "sim", Simulated: true, Version: "rules", Pace: 15 * time.Microsecond}, trial.Coordinates{Layout: "nbtree", Writers: 1}, "PostgreSQL (simulated), payload of 0 bytes, 1 writer, 15µs for a row"},
		{engine.Description{Name: "sqlite-2", Base: "sqlite", Ordinal: 2, Version: "3.53.4"}, trial.Coordinates{Writers: 1, Checkpoints: engine.NoCheckpoints}, "SQLite-2 3.53.4, payload of 0 bytes, 1 writer"},
		{engine.Description{Name: "x"}, trial.Coordinates{}, "x, payload of 0 bytes"},
	} {
		c.engine.Layouts, c.at.Engine = layouts, c.engine.Name
		if c.at.Layout == "" {
			c.at.Layout = "first"
		}
		if got := (&Answer{Result: trial.Result{Engines: []engine.Description{c.engine}}}).title(c.at); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestKeyName(t *testing.T) {
	for key, want := range map[string]string{"uuidv4": "UUIDv4", "scru160": "SCRU160", "xid": "xid", "server-uuidv7": "server-uuidv7", "": ""} {
		if got := KeyName(key); got != want {
			t.Errorf("%q is %q, want %q", key, got, want)
		}
	}
}

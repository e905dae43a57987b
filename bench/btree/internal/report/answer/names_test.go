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

// Requested names what an engine was asked for, and nothing that is usual.
func TestRequested(t *testing.T) {
	for want, e := range map[string]engine.Description{
		"": {Name: "postgres", Checkpoints: engine.SeveralCheckpoints}, "buffer pool of 64MB requested, no checkpoints requested": {Name: "postgres", BufferPool: "64MB", Checkpoints: engine.NoCheckpoints},
		"buffer pool of 4MB requested": {Name: "sqlite", BufferPool: "4MB", Checkpoints: engine.NoCheckpoints},
	} {
		if got := Requested(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A caption says which scenario, and the axes with several values but for those that it is told.
func TestDiffering(t *testing.T) {
	a := &Answer{Result: trial.Result{Engines: []engine.Description{{Name: "postgres-2", Base: "postgres"}}, Settings: trial.Plan{Rows: []int{10, 20}, Writers: []int{1}, Batch: []int{1, 100}}}}
	c := trial.Coordinates{Engine: "postgres-2", Scenario: trial.Insert, Rows: 10, Writers: 1, Batch: 100, Make: trial.MakeServer, Checkpoints: engine.SeveralCheckpoints}
	update := c
	update.Scenario, update.BufferPool, update.Checkpoints = trial.Update, "4MB", engine.NoCheckpoints
	for want, got := range map[string]string{
		", 10 rows, batches of 100 rows": a.differing(c), ", 10 rows": a.differing(c, "batch"), "": a.differing(c, "batch", "rows"),
		", update, buffer pool of 4MB requested, no checkpoints requested": a.differing(update, "batch", "rows"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	rate := trial.Plan{Rows: []int{10}, Rate: 2500}
	if got := planOf(rate); got != "10 rows, offered rate of 2,500 rows/s" {
		t.Errorf("the plan is %q", got)
	}
}

// An engine and a layout that nobody knows have their own names.
func TestPlace(t *testing.T) {
	a := &Answer{Result: trial.Result{Engines: []engine.Description{{Name: "sim", Simulated: true}, {Name: "own", Layouts: []engine.Layout{{Name: "heap", Title: "an index"}}}}}}
	for want, c := range map[string]trial.Coordinates{
		"InnoDB (simulated), innodb": {Engine: "sim", Layout: "innodb"}, "lsm (simulated), lsm": {Engine: "sim", Layout: "lsm"},
		"own, heap: an index": {Engine: "own", Layout: "heap"}, "own, other": {Engine: "own", Layout: "other"},
	} {
		if got := a.place(c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

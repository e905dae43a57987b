package answer

import (
	"fmt"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// What a report shows of a result, but for its verdicts: see TestVerdicts.
func TestOf(t *testing.T) {
	r := reporttest.Rich()
	r.Complete, r.Stopped, r.Notes = false, "the disk is full", []string{"Judge it well.", "Judge it well."}
	a := Of(r)
	sameLines(t, "what is incomplete, and the plan", []string{a.Incomplete, a.Plan}, []string{
		"1,680 of 1,680 planned trials finished: the disk is full",
		"insert or migration or pages, 100,000 rows, payload of 100 bytes, buffer pool of default or 4MB or 16MB or 64MB requested, no or several checkpoints requested, 1 or 8 writers, batches of 1 or 100 or 1,000 rows, keys made per batch",
	})
	var captions []string
	for _, table := range a.Tables {
		captions = append(captions, table.Caption)
	}
	sameLines(t, "the captions", captions, []string{
		"PostgreSQL 18.6, primary: index of the primary key, insert, no checkpoints requested, 1 writer, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, 1 writer, one row per transaction",
		"PostgreSQL 18.6, primary: index of the primary key, insert, 1 writer, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, 1 writer, batches of 1,000 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, 8 writers, one row per transaction",
		"PostgreSQL 18.6, primary: index of the primary key, insert, 8 writers, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, 8 writers, batches of 1,000 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, buffer pool of 4MB requested, 1 writer, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, buffer pool of 16MB requested, 1 writer, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, insert, buffer pool of 64MB requested, 1 writer, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, migration, 1 writer, batches of 100 rows",
		"PostgreSQL 18.6, primary: index of the primary key, pages, 1 writer, batches of 100 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, 1 writer, one row per transaction",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, 1 writer, batches of 100 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, 1 writer, batches of 1,000 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, 8 writers, one row per transaction",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, 8 writers, batches of 100 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, 8 writers, batches of 1,000 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, buffer pool of 4MB requested, 1 writer, batches of 100 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, buffer pool of 16MB requested, 1 writer, batches of 100 rows",
		"PostgreSQL (simulated), nbtree: PostgreSQL's index, insert, buffer pool of 64MB requested, 1 writer, batches of 100 rows",
	})
	sameLines(t, "the first table", written(a.Tables[0]), []string{
		"PostgreSQL 18.6, primary: index of the primary key, insert, no checkpoints requested, 1 writer, batches of 100 rows",
		"key | rows/s | leaf pages | leaf fill | pages apart | bytes /row | read /row | log B/row",
		"= 16-byte",
		"counter | 50,451 ±1% | 380 | 90.0% | 1 | 31.4 | 0.001 | 100",
		"uuidv4 [/counter] | 35,315 ±1% [0.70x] | 481 [1.27x] | 71.0% [0.79x] | 139 [139x] | 39.6 [1.26x] | 0.400 [400x] | 240 [2.40x]",
		"uuidv7 [/counter] | 50,451 ±1% [=] | 380 [=] | 90.0% [=] | 1 [=] | 31.4 [=] | 0.001 [=] | 100 [=]",
		"wiji [/counter] | 50,451 ±1% [=] | 380 [=] | 90.0% [=] | 1 [=] | 31.4 [=] | 0.001 [=] | 100 [=]",
		"= 20-byte",
		"counter20 | 50,468 ±1% | 434 | 90.0% | 1 | 35.8 | 0.001 | 100",
		"scru160 [/counter20] | 50,468 ±1% [=] | 434 [=] | 90.0% [=] | 1 [=] | 35.8 [=] | 0.001 [=] | 100 [=]",
		"= 64-bit integer",
		"counter-bigint | 50,691 ±1% | 271 | 90.0% | 1 | 22.4 | 0.001 | 100",
		"ulidflake [/counter-bigint] | 50,691 ±1% [=] | 271 [=] | 90.0% [=] | 1 [=] | 22.4 [=] | 0.001 [=] | 100 [=]",
	})
	var changes []string
	for _, table := range a.Changes {
		changes = append(changes, written(table)...)
	}
	sameLines(t, "the changes", changes, []string{
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer, batches of 100 rows, migration: new rows in a table with as many of UUIDv4, and in one without. Size and fill are of the whole table.",
		"new rows | rows/s | bytes /row | read /row | log B/row | leaf fill",
		"uuidv4 on uuidv4 | 35,315 | 39.6 | 0.400 | 480 | 71.0%",
		"uuidv7 on uuidv4 | 50,451 | 46.9 | 0.001 | 200 | 60.0%",
		"wiji on uuidv4 | 50,451 | 46.9 | 0.001 | 200 | 60.0%",
		"uuidv7 alone | 50,451 | 31.4 | 0.001 | 200 | 90.0%",
		"wiji alone | 50,451 | 31.4 | 0.001 | 200 | 90.0%",
	})
	sameLines(t, "the points of pictures", places(a.Pictured), []string{
		"postgres primary insert pool= checkpoints=several writers=1 batch=1 simulated=false beside=false",
		"postgres primary insert pool= checkpoints=several writers=8 batch=1000 simulated=false beside=false",
	})
	sameLines(t, "the notes", a.Notes, []string{"Judge it well."})
	sameLines(t, "what is missing", a.Missing, []string{
		"postgres (primary): no written/row: the server does not show it.",
		"sim (nbtree): no written/row: the server does not show it.",
	})
	sameLines(t, "what is short", []string{a.Databases.List[0].Short(), a.Databases.List[1].Short()}, []string{
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer, one row per transaction, insert: worse than a counter: UUIDv4 (size, time, pages read, log and order).",
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 8 writers, batches of 1,000 rows, insert: worse than a counter: UUIDv4 (time, pages read, log and order); better than a counter: UUIDv4 (size).",
	})
	sameLines(t, "the points of the verdicts", places(a.Verdicts.Points()), []string{
		"postgres primary insert pool= checkpoints=several writers=1 batch=1 simulated=false beside=false",
		"postgres primary insert pool= checkpoints=several writers=8 batch=1000 simulated=false beside=false",
		"postgres primary migration pool= checkpoints=several writers=1 batch=100 simulated=false beside=false",
		"postgres primary pages pool= checkpoints=several writers=1 batch=100 simulated=false beside=false",
	})
}

// places names the coordinates of points.
func places(list []Point) []string {
	var out []string
	for _, p := range list {
		out = append(out, fmt.Sprintf("%s %s %s pool=%s checkpoints=%s writers=%d batch=%d simulated=%v beside=%v", p.Engine, p.Layout, p.Scenario, p.BufferPool, p.Checkpoints, p.Writers, p.Batch, p.Simulated, p.BesideServer))
	}
	return out
}

// Events and estimates are notes, and blank cells have their reasons, each once.
func TestNotes(t *testing.T) {
	r := reporttest.Sample()
	r.Engines = append(r.Engines, r.Engines[0])
	r.Engines[1].Name = "other"
	for i, tr := range r.Trials {
		r.Trials[i].Readings = metric.Readings{metric.TickWaits: metric.Value(0), metric.Duplicates: metric.Value(0), metric.LeafFill: metric.Missing("no privilege"), metric.LeafPages: metric.Missing("no privilege")}
		if tr.Key == "uuidv4" {
			r.Trials[i].Readings[metric.TickWaits] = metric.Value(float64(tr.Repeat))
			tr.Engine, tr.Readings = "other", metric.Readings{metric.TickWaits: metric.Value(100), metric.LeafError: metric.Value(1.5), metric.LogBytes: metric.Missing("no log")}
			r.Trials = append(r.Trials, tr)
		}
	}
	a := Of(r)
	sameLines(t, "the events", a.Notes, []string{
		"Judge it well.",
		"uuidv4 used up its tick and waited for the next one, as its format asks: 45 in 10 trials (db, clustered), 1,000 in 10 trials (other, clustered). The rate includes that time.",
		"uuidv4 with 1,000 rows (other, clustered): leaf pages, fill and splits are estimates; the standard error of the leaf pages is 1.50%.",
	})
	sameLines(t, "the reasons", a.Missing, []string{
		"db (clustered): no leaf pages; leaf fill: no privilege.",
		"other (clustered): no log B/row: no log.",
	})
	sameLines(t, "of a stopped plan", Of(reporttest.Incomplete()).Missing, []string{
		"counter-bigint (db, clustered): no trial was finished.",
		"ulidflake (db, clustered): no trial was finished.",
		"db (clustered): no read/row: nobody counted.",
	})
}

// A plan that was stopped says how far it came.
func TestIncomplete(t *testing.T) {
	for want, r := range map[string]trial.Result{
		"": {Complete: true, Stopped: "late"}, "0 of 1 planned trial finished": {Planned: 1},
		"2 of 1,200 planned trials finished: interrupted": {Planned: 1200, Trials: make([]trial.Trial, 2), Stopped: "interrupted"},
	} {
		if got := incomplete(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

package faults_test

import (
	"fmt"
	"maps"
	"sync"
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

// ledger records what the writers sent and what was acknowledged to them. It is safe for
// concurrent use.
type ledger struct {
	mu    sync.Mutex
	sent  map[wiji.ID]string // the notes by key
	acked map[wiji.ID]string
}

func newLedger() *ledger { return &ledger{sent: map[wiji.ID]string{}, acked: map[wiji.ID]string{}} }

func (l *ledger) send(rows []row) { l.record(l.sent, rows) }
func (l *ledger) ack(rows []row)  { l.record(l.acked, rows) }

func (l *ledger) record(in map[wiji.ID]string, rows []row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range rows {
		in[r.Key] = r.Note
	}
}

// outcome compares the rows of a table with a ledger.
type outcome struct {
	acked   int // rows that were acknowledged
	lost    int // acknowledged rows that the table does not hold
	twice   int // rows that the table holds once more than they were sent
	altered int // rows with another note than the one that was sent
	foreign int // rows with a key that no writer sent
}

func (l *ledger) compare(table []row) outcome {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := outcome{acked: len(l.acked)}
	missing := maps.Clone(l.acked)
	notes := map[string]bool{}
	for _, r := range table {
		delete(missing, r.Key)
		note, known := l.sent[r.Key]
		switch {
		case !known:
			o.foreign++
		case note != r.Note:
			o.altered++
		case notes[r.Note]:
			o.twice++
		}
		notes[r.Note] = true
	}
	o.lost = len(missing)
	return o
}

func (o outcome) String() string {
	return fmt.Sprintf("%d rows acknowledged, %d lost, %d twice, %d altered, %d of no writer", o.acked, o.lost, o.twice, o.altered, o.foreign)
}

// check fails the test unless the table holds each acknowledged row once and no other row.
func (o outcome) check(t *testing.T) {
	t.Helper()
	if want := (outcome{acked: o.acked}); o != want || o.acked == 0 {
		t.Error(o)
	}
}

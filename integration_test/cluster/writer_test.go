package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/retry"
)

// writer inserts batch after batch on one node through one layer.
type writer struct {
	node    node
	on      int // the node's number
	format  format
	layer   string // sql or gorm
	session string
	acked   atomic.Int64 // rows
	faults  map[retry.Fault]int
}

// layers lists how writers insert.
var layers = []string{"sql", "gorm"}

func newWriter(list []node, on int, f format, layer string) *writer {
	return &writer{
		node: list[on], on: on, format: f, layer: layer, faults: map[retry.Fault]int{},
		session: fmt.Sprintf("node %d, %s, %s", on, f.name, layer),
	}
}

// run writes as long as more allows, batches of one and of ten rows in turn.
func (w *writer) run(ctx context.Context, more func(batches int) bool) error {
	for batches := 0; more(batches); batches++ {
		size := 1 + batches%2*9
		if err := w.write(ctx, size); err != nil {
			return fmt.Errorf("%s: batch %d: %w", w.session, batches, err)
		}
		w.acked.Add(int64(size))
	}
	return nil
}

// write inserts rows with the same keys until the node has acknowledged them, as
// docs/concurrency.md says.
func (w *writer) write(ctx context.Context, size int) error {
	rows := make([]note, size)
	for i := range rows {
		rows[i] = note{w.session, int(w.acked.Load()) + i}
	}
	b, err := w.format.batch(rows)
	if err != nil {
		return err
	}
	return retry.Save(ctx, func(ctx context.Context) error {
		err := b.insert[w.layer](ctx, w.node)
		if f := retry.FaultOf(err); f != retry.None {
			w.faults[f]++
		}
		return err
	}, func(ctx context.Context) (bool, error) {
		n, err := b.stored(ctx, w.node)
		if err == nil && n != 0 && n != int64(size) {
			err = fmt.Errorf("%d rows of %d are stored", n, size)
		}
		return n > 0, err
	})
}

// team is writers at work.
type team struct {
	writers []*writer
	stopped atomic.Bool
	slow    atomic.Bool // a writer waits for slowly before each batch
	cancel  context.CancelFunc
	done    chan struct{} // closed when all have ended
	err     error         // read after done
}

// start sets writers to work until they are stopped, or for a number of batches if it is
// not 0.
func start(ctx context.Context, writers []*writer, batches int) *team {
	ctx, cancel := context.WithCancel(ctx)
	m := &team{writers: writers, cancel: cancel, done: make(chan struct{})}
	errs := make([]error, len(writers))
	var group sync.WaitGroup
	for i, w := range writers {
		group.Go(func() {
			errs[i] = w.run(ctx, func(n int) bool {
				if m.slow.Load() {
					time.Sleep(slowly)
				}
				return !m.stopped.Load() && (batches == 0 || n < batches)
			})
		})
	}
	go func() {
		group.Wait()
		m.err = errors.Join(errs...)
		close(m.done)
	}()
	return m
}

// slowly leaves a node that joins the time to catch up: on a busy machine, writers that do
// not wait stay ahead of it.
const slowly = 200 * time.Millisecond

// progress returns when each writer of the nodes that count has had more rows acknowledged.
func (m *team) progress(t *testing.T, counts func(node int) bool) {
	t.Helper()
	const more = 12
	for _, w := range m.writers {
		goal := w.acked.Load() + more
		await.Until(t, w.session+": progress", func() bool {
			select {
			case <-m.done:
				t.Fatalf("the writers ended: %v", m.err)
			default:
			}
			return !counts(w.on) || w.acked.Load() >= goal
		})
	}
}

// finish waits until the writers have ended.
func (m *team) finish(t *testing.T) {
	t.Helper()
	select {
	case <-m.done:
	case <-await.Context(t).Done():
		m.cancel()
		<-m.done
	}
	must(t, "writers", m.err)
}

// faults lists the errors that the writers met.
func (m *team) faults() string {
	all := map[retry.Fault]int{}
	for _, w := range m.writers {
		for f, n := range w.faults {
			all[f] += n
		}
	}
	var list []string
	for _, f := range slices.Sorted(maps.Keys(all)) {
		list = append(list, fmt.Sprintf("%s %d", f, all[f]))
	}
	return fmt.Sprint(list)
}

// prepare creates the tables of formats on all nodes.
func prepare(t *testing.T, d *clusters.Database, list []node, formats []format) {
	t.Helper()
	for i, n := range list {
		if i > 0 && d.Cluster.Kind != clusters.LogicalReplication {
			break // the first node's statements create them everywhere
		}
		for _, f := range formats {
			must(t, f.name, f.migrate(n))
		}
	}
	settle(t, d.Cluster)
	must(t, "replicate", d.Replicate(t.Context()))
}

// verify checks that all nodes hold the same rows: of each session, all that were
// acknowledged, with keys that ascend in the order in which they were made.
func verify(t *testing.T, c *clusters.Cluster, list []node, writers []*writer) {
	t.Helper()
	settle(t, c)
	want := map[string]int{}
	tables := map[string]bool{}
	for _, w := range writers {
		want[w.session] = int(w.acked.Load())
		tables[w.format.table] = true
	}
	got := map[string]int{}
	for table := range tables {
		for _, row := range checkSameRows(t, list, table) {
			if row.N != got[row.Session] {
				t.Fatalf("%s: row %d comes after row %d in the order of the keys", row.Session, row.N, got[row.Session]-1)
			}
			got[row.Session]++
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("the sessions have %v rows, want %v", got, want)
	}
}

// checkSameRows returns the rows of a table in the order of the keys, which must be equal on all
// nodes.
func checkSameRows(t *testing.T, list []node, table string) []stored {
	t.Helper()
	var first []stored
	for i, n := range list {
		rows, err := read(t.Context(), n.db, table)
		must(t, table, err)
		if i == 0 {
			first = rows
		}
		if !slices.Equal(rows, first) {
			t.Errorf("%s: node %d has %d rows, node 0 has %d, and they differ", table, i, len(rows), len(first))
		}
	}
	return first
}

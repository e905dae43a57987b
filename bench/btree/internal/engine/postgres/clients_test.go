package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// A context that ends while nothing is asked does not cost the connection.
func TestContextsOneAfterTheOther(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	w := enginetest.Writer(t, tr)
	for i := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		if err := w.Insert(ctx, seq(100*i+1, 20), nil); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	enginetest.Measure(t, tr)
	if n := tr.Rows(); n != 60 {
		t.Errorf("%d rows, want 60", n)
	}
}

// badKey has no value.
type badKey struct{}

func (badKey) Value() (driver.Value, error) { return nil, errors.New("there is no key") }

type strangeKey struct{}

func (strangeKey) Value() (driver.Value, error) { return 1.5, nil }

// A key that cannot be sent is not the server's fault, and the connection stays good.
func TestKeysThatCannotBeSent(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	w := enginetest.Writer(t, tr)
	for _, k := range []driver.Valuer{badKey{}, strangeKey{}, enginetest.Number(7)} {
		err := w.Insert(t.Context(), []driver.Valuer{k}, nil)
		if err == nil || strings.Contains(err.Error(), "the connection is lost") {
			t.Errorf("%T: %v", k, err)
		}
	}
	if err := errors.Join(w.Insert(t.Context(), seq(1, 5), nil), w.Close()); err != nil {
		t.Error(err)
	}
	enginetest.Measure(t, tr)
}

// While clients are open a sample agrees with what Measure gives at the end, and
// looking costs nobody pages.
func TestSample(t *testing.T) {
	tr := prepare(t, open(t), enginetest.Wide)
	w := enginetest.Writer(t, tr)
	defer w.Close()
	var s metric.Readings
	for part := range slices.Chunk(enginetest.Shuffled(seq(1, 20_000)), 1000) {
		if err := w.Insert(t.Context(), part, nil); err != nil {
			t.Fatal(err)
		}
		var err error
		if s, err = tr.Sample(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r := enginetest.Measure(t, tr)
	for _, name := range []string{metric.LeafPages, metric.LeafFill, metric.BytesPerRow, metric.FileBytes, metric.PageSplits, metric.PagesRead, metric.PageRequests} {
		if name == metric.PagesRead && tr.engine.number < countsApart {
			continue
		}
		if got, want := enginetest.Value(t, s, name), enginetest.Value(t, r, name); got != want {
			t.Errorf("%s is %v in the last sample and %v at the end", name, got, want)
		}
	}
	m, err := tr.Misses(t.Context())
	if err != nil || m.Missing != "" || tr.engine.number >= countsApart && m.Value > 100 {
		t.Errorf("misses of a table that fits the buffers: %+v, %v", m, err)
	}
}

// Rows are read in the order of time.
func TestByTime(t *testing.T) { subject(open(t)).ByTime(t, Primary) }

// Rows are read by their keys.
func TestPointReads(t *testing.T) { subject(open(t)).PointReads(t, Primary) }

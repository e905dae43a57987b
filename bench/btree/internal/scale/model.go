package scale

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Payload is the bytes of a row beside its key, the default of the benchmark.
const Payload = 100

// Model has the constants of a kind of key on a server.
type Model struct {
	// Random reports whether the keys are random, so that inserts go to any leaf page.
	Random bool
	// TreeBytes and TableBytes are those of a row.
	TreeBytes, TableBytes float64
	// LeafPages is those of a row, and LeafBytes what is in use on one.
	LeafPages, LeafBytes float64
	// HotBytes is the cache with which inserts of ordered keys read nothing.
	HotBytes float64
	// LogBytes is the log of a row if there are no checkpoints.
	LogBytes float64
	// Images reports whether the server logs images of pages after a checkpoint.
	Images bool
}

// Tree returns the bytes of the key's tree with so many rows.
func (m Model) Tree(rows float64) float64 { return m.TreeBytes * rows }

// Table returns the bytes of the table beside the tree, 0 if the tree holds the rows.
func (m Model) Table(rows float64) float64 { return m.TableBytes * rows }

// Cache returns the memory with which an insert reads no page.
func (m Model) Cache(rows float64) float64 {
	if m.Random {
		return m.Tree(rows)
	}
	return m.HotBytes
}

// Reads returns the pages that an insert reads if so many bytes of memory hold the tree.
func (m Model) Reads(rows, memory float64) float64 { return max(0, 1-memory/m.Cache(rows)) }

// Log returns the bytes of the log of one row, if there is a checkpoint after so many rows.
func (m Model) Log(rows, between float64) float64 {
	if !m.Images || !m.Random {
		return m.LogBytes
	}
	return m.LogBytes + m.Imaged(rows, between)*m.LeafBytes
}

// Imaged returns the images of pages that the log has per row: how many leaf pages the rows
// between two checkpoints change, divided by those rows.
func (m Model) Imaged(rows, between float64) float64 {
	leaves := m.LeafPages * rows
	return leaves / between * -math.Expm1(-between/leaves)
}

// server is a server with the layout of the simulator that has its trees.
type server struct {
	name, title, layout string
	// table reports whether the rows are in a table beside the tree.
	table bool
	// images reports whether it logs images of pages after a checkpoint. The size of a page
	// and of its part outside the leaf fill, and what the leaf fill is a share of, in bytes.
	images                   bool
	page, pageHeader, usable float64
}

// Sizes of pages, and of the part of a leaf page of PostgreSQL that holds no entries, in bytes.
const (
	postgresPage   = 8192
	postgresHeader = 40
	innoDBPage     = 16384
)

var servers = []server{
	{
		name: "postgres", title: "PostgreSQL: the index of the primary key, and the heap", layout: sim.NBTree,
		table: true, images: true, page: postgresPage, pageHeader: postgresHeader, usable: postgresPage - postgresHeader,
	},
	{name: "mysql", title: "MySQL: the clustered index", layout: sim.InnoDB, page: innoDBPage, usable: innoDBPage},
	{name: "mariadb", title: "MariaDB: the clustered index", layout: sim.InnoDB, page: innoDBPage, usable: innoDBPage},
}

// The sizes of the trees from which the constants of a tree come: an octave, because the
// fill of a tree of random keys rises and falls once in it.
const (
	sampleFrom  = 1 << 17
	sampleTo    = 2 * sampleFrom
	sampleSteps = 8
)

// models measures the constants of kinds of key. It simulates each tree once, also for
// several servers that have the same.
type models struct{ trees map[string]Model }

// of returns the constants of a kind of key on a server.
func (l models) of(ctx context.Context, s server, k key.Kind) (Model, error) {
	log, err := logOf(s.name, k.Name)
	if err != nil {
		return Model{}, err
	}
	name := s.layout + " " + k.Name
	m, ok := l.trees[name]
	if !ok {
		if m, err = measure(ctx, s, k); err != nil {
			return Model{}, err
		}
		l.trees[name] = m
	}
	m.LogBytes, m.Images = log, s.images
	return m, nil
}

// measure simulates a tree and returns its constants.
func measure(ctx context.Context, s server, k key.Kind) (m Model, err error) {
	m.Random = !k.Clocked
	spec := engine.Spec{Layout: s.layout, Key: k.Form, Payload: Payload}
	if s.table {
		m.TableBytes = postgresPage / float64(sim.HeapRows(spec))
	}
	t, err := newGrowing(ctx, spec, k)
	if err != nil {
		return Model{}, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	fill := 0.0
	for i := range sampleSteps {
		rows := int(sampleFrom * math.Pow(2, float64(i+1)/sampleSteps))
		r, err := t.grow(ctx, rows)
		if err != nil {
			return Model{}, err
		}
		m.TreeBytes += r.Get(metric.BytesPerRow).Value / sampleSteps
		m.LeafPages += r.Get(metric.LeafPages).Value / float64(rows) / sampleSteps
		fill += r.Get(metric.LeafFill).Value / 100 / sampleSteps
	}
	m.LeafBytes = s.pageHeader + fill*s.usable
	pools, err := t.tree.PoolCurve(ctx)
	if err != nil {
		return Model{}, err
	}
	m.HotBytes = float64(pools[len(pools)-1].Bytes)
	return m, nil
}

// growing is a simulated tree that grows.
type growing struct {
	engine *sim.Engine
	tree   engine.Tree
	writer engine.Writer
	source key.Source
	rows   int
}

// batch is the rows of a transaction, the default of the benchmark.
const batch = 100

func newGrowing(ctx context.Context, s engine.Spec, k key.Kind) (*growing, error) {
	if k.Server != "" {
		return nil, fmt.Errorf("scale: key %q: a server makes it: leave this key out", k.Name)
	}
	e, err := sim.Open(engine.Conditions{})
	if err != nil {
		return nil, err
	}
	g := &growing{engine: e}
	if g.tree, err = e.Prepare(ctx, s); err != nil {
		return nil, err
	}
	if g.writer, err = g.tree.Writer(ctx); err != nil {
		return nil, err
	}
	g.source = k.Open(1, key.Options{Clock: g.tree.(engine.Clocked).Clock()}).Writer(0)
	return g, nil
}

// grow inserts until the tree has so many rows, and returns its readings.
func (g *growing) grow(ctx context.Context, rows int) (metric.Readings, error) {
	for g.rows < rows {
		keys := make([]driver.Valuer, min(batch, rows-g.rows))
		for i := range keys {
			var err error
			if keys[i], err = g.source.Next(ctx); err != nil {
				return nil, err
			}
		}
		if err := g.writer.Insert(ctx, keys, g.source.Next); err != nil {
			return nil, err
		}
		g.rows += len(keys)
	}
	return g.tree.Sample(ctx)
}

func (g *growing) close() error {
	return errors.Join(g.writer.Close(), g.tree.Close(), g.engine.Close())
}

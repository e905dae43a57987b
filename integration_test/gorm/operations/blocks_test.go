package operations_test

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

type bale struct {
	ID     gormtype.ID[wiji.For[bale]]
	Code   string `gorm:"size:40;uniqueIndex"`
	Labels []label
}

type label struct {
	ID     gormtype.Binary[wiji.ID] `gorm:"primaryKey"`
	BaleID gormtype.ID[wiji.For[bale]]
}

// depot is a table of bales, and the keys of all rows that Create was called with.
type depot struct {
	db *gorm.DB

	mu     sync.Mutex
	code   int
	made   []wiji.ID
	stored map[gormtype.ID[wiji.For[bale]]]bool
}

// bales returns n bales with a label each.
func (d *depot) bales(n int) []bale {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]bale, n)
	for i := range out {
		d.code++
		out[i] = bale{Code: strconv.Itoa(d.code), Labels: make([]label, 1)}
	}
	return out
}

// create creates bales in statements of batch rows, and notes the keys.
func (d *depot) create(tx *gorm.DB, bales []bale, batch int) ([]bale, error) {
	err := tx.CreateInBatches(bales, batch).Error
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, b := range bales {
		if !b.ID.IsZero() { // later batches of one that fails have no keys
			d.made = append(d.made, wiji.ID(b.ID.V()))
		}
		for _, l := range b.Labels {
			if !l.ID.IsZero() {
				d.made = append(d.made, l.ID.V())
			}
		}
	}
	return bales, err
}

func (d *depot) insert(tx *gorm.DB, n, batch int) ([]bale, error) {
	return d.create(tx, d.bales(n), batch)
}

var errUndo = errors.New("undo")

// undone inserts bales in a transaction, or a savepoint of one, and rolls it back.
func (d *depot) undone(tx *gorm.DB, n int) error {
	err := tx.Transaction(func(tx *gorm.DB) error {
		if _, err := d.insert(tx, n, n); err != nil {
			return err
		}
		return errUndo
	})
	if err == errUndo {
		return nil
	}
	return err
}

// nested inserts bales in a transaction, and some in a savepoint that is rolled back.
func (d *depot) nested() (stored []bale, err error) {
	err = d.db.Transaction(func(tx *gorm.DB) error {
		first, err := d.insert(tx, 5, 2)
		if err != nil {
			return err
		}
		if err := d.undone(tx, 4); err != nil {
			return err
		}
		second, err := d.insert(tx, 1, 1)
		stored = slices.Concat(first, second)
		return err
	})
	return stored, err
}

// duplicate inserts a bale whose code another one has.
func (d *depot) duplicate() error {
	bales := d.bales(3)
	bales[2].Code = bales[0].Code
	if _, err := d.create(d.db, bales, 3); err == nil {
		return errors.New("two bales have the same code")
	}
	return nil
}

// killer ends connections of a server.
type killer struct{ own, end string }

// killers are by dialect. On Galera, a session that ends itself with KILL commits its
// transaction, so another connection does it.
var killers = map[string]killer{
	"postgres": {"SELECT pg_backend_pid()", "SELECT pg_terminate_backend(?)"},
	"mysql":    {"SELECT CONNECTION_ID()", "KILL ?"},
}

// lost inserts bales in a transaction whose connection is lost. SQLite has no connections
// to lose, and a KILL inside a transaction can end the whole process of TiDB 8.4.
func (d *depot) lost(kill killer) error {
	if kill == (killer{}) {
		return nil
	}
	err := d.db.Transaction(func(tx *gorm.DB) error {
		if _, err := d.insert(tx, 20, 20); err != nil {
			return err
		}
		var connection int64
		if err := tx.Raw(kill.own).Scan(&connection).Error; err != nil {
			return err
		}
		if err := d.db.Exec(kill.end, connection).Error; err != nil {
			return err
		}
		_, err := d.insert(tx, 20, 20)
		return err
	})
	if err == nil {
		return errors.New("a transaction without a connection is committed")
	}
	return nil
}

// transactions runs one transaction of each kind, and again if it was in a deadlock.
func (d *depot) transactions(kill killer) error {
	for _, run := range []func() ([]bale, error){
		func() ([]bale, error) { return d.insert(d.db, 1, 1) },
		func() ([]bale, error) { return d.insert(d.db, 7, 100) },
		func() ([]bale, error) { return d.insert(d.db.Session(&gorm.Session{PrepareStmt: true}), 25, 10) },
		func() ([]bale, error) {
			return d.insert(d.db.Session(&gorm.Session{SkipDefaultTransaction: true}), 20, 20)
		},
		func() ([]bale, error) { return nil, d.undone(d.db, 15) },
		func() ([]bale, error) { return nil, d.duplicate() },
		func() ([]bale, error) { return nil, d.lost(kill) },
		d.nested,
	} {
		stored, err := run()
		for err != nil && strings.Contains(err.Error(), "try restarting transaction") {
			stored, err = run()
		}
		if err != nil {
			return err
		}
		d.mu.Lock()
		for _, b := range stored {
			d.stored[b.ID] = true
		}
		d.mu.Unlock()
	}
	return nil
}

// TestBlocks: goroutines whose transactions succeed, fail and lose their connection take
// their keys from blocks. No key is made twice, and the table has the keys of the
// transactions that succeeded.
func TestBlocks(t *testing.T) {
	const size = 64
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		var drawn atomic.Int64
		draw := func(n int) (wiji.Block, error) {
			if n > 1 {
				drawn.Add(1)
			}
			return wiji.NewBlock(n)
		}
		if err := errors.Join(db.AutoMigrate(&bale{}, &label{}),
			db.Use(gormtype.New(gormtype.Blocks(draw, &bale{}, blocks.Size(size)), gormtype.Blocks(draw, &label{}, blocks.Size(size))))); err != nil {
			t.Fatal(err)
		}
		d := &depot{db: db, stored: make(map[gormtype.ID[wiji.For[bale]]]bool)}
		if s.Name == gormtest.OnSQLite.Name { // it has one writer at a time
			pool, err := db.DB()
			if err != nil {
				t.Fatal(err)
			}
			pool.SetMaxOpenConns(1)
		}
		const goroutines, rounds = 8, 5
		kill := killers[s.Dialect()]
		if s.IsTiDB(t) {
			kill = killer{}
		}
		failures := make([]error, goroutines)
		var wg sync.WaitGroup
		for i := range failures {
			wg.Go(func() {
				for range rounds {
					if failures[i] = d.transactions(kill); failures[i] != nil {
						return
					}
				}
			})
		}
		wg.Wait()
		if err := errors.Join(failures...); err != nil {
			t.Fatal(err)
		}
		if limit := int64(len(d.made)/size + 4*2*goroutines); drawn.Load() > limit {
			t.Errorf("%d keys took %d blocks of %d, want at most %d: the rest of a block is lost", len(d.made), drawn.Load(), size, limit)
		}
		d.verify(t, goroutines*rounds)
	})
}

// verify tests what so many rounds of transactions made and stored.
func (d *depot) verify(t *testing.T, rounds int) {
	t.Helper()
	slices.SortFunc(d.made, wiji.ID.Compare)
	for i, x := range d.made {
		if x.IsZero() || i > 0 && x == d.made[i-1] {
			t.Fatalf("key %d of %d is %v, after %v", i, len(d.made), x, d.made[i-1])
		}
	}
	gormtest.Equal(t, "stored bales", len(d.stored), rounds*(1+7+25+20+5+1))
	keys := stored[gormtype.ID[wiji.For[bale]]](t, d.db, "bales")
	gormtest.Equal(t, "rows", len(keys), len(d.stored))
	for _, x := range keys {
		delete(d.stored, x)
	}
	if len(d.stored) > 0 {
		t.Errorf("%d bales are not in the table: %v", len(d.stored), slices.Collect(maps.Keys(d.stored)))
	}
	gormtest.Equal(t, "labels", gormtest.Count(t, d.db, &label{}), int64(len(keys)))
}

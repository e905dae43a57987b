package gormtype

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

type blockOrder struct {
	ID    ID[wiji.ID]
	Lines []blockLine `gorm:"foreignKey:OrderID"`
}

type blockLine struct {
	ID      Text[wiji.For[blockLine]] `gorm:"primaryKey"`
	OrderID ID[wiji.ID]
	Token   Binary[wiji.ID] `gorm:"generate"`
}

func (blockLine) IDPrefix() string { return "line" }

// draws is a draw that records the sizes that it is asked for.
type draws []int

func (d *draws) draw(n int) (wiji.Block, error) {
	*d = append(*d, n)
	return wiji.NewBlock(n)
}

// blockDB returns a DB with the plugin, whose blocks have 10 IDs, and the draws.
func blockDB(t *testing.T, dialect string) (*gorm.DB, *draws) {
	t.Helper()
	db, d := dryRun(t, dialect), new(draws)
	if err := db.Use(New(Blocks(d.draw, &blockOrder{}, blocks.Size(10)), Blocks(d.draw, &[]blockLine{}, blocks.Size(10)))); err != nil {
		t.Fatal(err)
	}
	return db, d
}

// create creates rows, and fails if the statement holds what has written their keys afterwards.
func create(t *testing.T, db *gorm.DB, rows any) {
	t.Helper()
	tx := db.Create(rows)
	if tx.Error != nil {
		t.Fatal(tx.Error)
	}
	tx.Statement.Settings.Range(func(_, value any) bool {
		if held := fmt.Sprintf("%T", value); strings.HasPrefix(held, "*blockkeys.") {
			t.Errorf("after Create the statement has a %s", held)
		}
		return true
	})
}

// sequences returns the sequence numbers of keys of one block, from that of the least one.
func sequences(t *testing.T, keys []wiji.ID) []uint16 {
	t.Helper()
	least := slices.MinFunc(keys, wiji.ID.Compare)
	out := make([]uint16, len(keys))
	for i, x := range keys {
		if x.UnixMicros() != least.UnixMicros() {
			t.Errorf("%v and %v are not of one block", x, least)
		}
		out[i] = x.Sequence() - least.Sequence()
	}
	return out
}

func orderKeys(orders []blockOrder) (keys []wiji.ID) {
	for _, o := range orders {
		keys = append(keys, o.ID.V())
	}
	return keys
}

// TestBlocks: the INSERTs of a table take their keys from one block after the other, in
// the order of the server.
func TestBlocks(t *testing.T) {
	ascending := []uint16{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for dialect, want := range map[string][]uint16{
		"postgres": {1, 3, 5, 7, 9, 0, 2, 4, 6, 8}, "mysql": ascending, "sqlite": ascending,
	} {
		db, d := blockDB(t, dialect)
		for range 2 {
			rows := make([]blockOrder, 10)
			for of := range slices.Chunk(rows, 5) {
				create(t, db, &of)
			}
			if got := sequences(t, orderKeys(rows)); !slices.Equal(got, want) {
				t.Errorf("%s: the order of the keys in a block is %v, want %v", dialect, got, want)
			}
		}
		if want := (draws{10, 10}); !slices.Equal(*d, want) {
			t.Errorf("%s: the blocks have %v IDs, want %v", dialect, *d, want)
		}
	}
}

// TestBlocksSingle: a single row has a key beside the blocks, and so has a model without.
func TestBlocksSingle(t *testing.T) {
	type other struct{ ID ID[wiji.ID] }
	for _, dialect := range []string{"postgres", "mysql", "sqlite"} {
		db, d := blockDB(t, dialect)
		create(t, db, &blockOrder{})
		create(t, db, &[]blockOrder{{}})
		create(t, db, &[]other{{}, {}})
		if err := db.Model(&blockOrder{}).Create(map[string]any{}).Error; err != nil {
			t.Fatal(err)
		}
		if len(*d) > 0 {
			t.Errorf("%s: the blocks have %v IDs", dialect, *d)
		}
		if err := db.Model(&blockOrder{}).Create([]map[string]any{{}, {}}).Error; err != nil {
			t.Fatal(err)
		}
		if want := (draws{10}); !slices.Equal(*d, want) {
			t.Errorf("%s: the blocks have %v IDs, want %v", dialect, *d, want)
		}
	}
}

// TestBlocksTables: each table has its own blocks, whether the model or the statement
// names it.
func TestBlocksTables(t *testing.T) {
	db, d := blockDB(t, "mysql")
	for _, table := range []string{"", "block_orders", "orders_2026", "archive.orders_2026", "block_orders"} {
		create(t, db.Table(table), &[]blockOrder{{}, {}})
	}
	if want := (draws{10, 10, 10}); !slices.Equal(*d, want) {
		t.Errorf("the blocks of three tables have %v IDs, want %v", *d, want)
	}
}

// TestBlocksColumns: each column with generated keys has its own blocks, also one of typed
// IDs and one with the tag generate, and the rows of associations.
func TestBlocksColumns(t *testing.T) {
	db, d := blockDB(t, "mysql")
	orders := []blockOrder{{Lines: make([]blockLine, 3)}, {Lines: make([]blockLine, 2)}}
	create(t, db, &orders)
	lines := slices.Concat(orders[0].Lines, orders[1].Lines)
	var ids, tokens []wiji.ID
	for i, l := range lines {
		ids, tokens = append(ids, wiji.ID(l.ID.V())), append(tokens, l.Token.V())
		if l.OrderID.IsZero() || l.ID.String()[:5] != "line_" {
			t.Errorf("line %d is %+v", i, l)
		}
	}
	for _, c := range []struct {
		keys []wiji.ID
		want []uint16
	}{{orderKeys(orders), []uint16{0, 1}}, {ids, []uint16{0, 1, 2, 3, 4}}, {tokens, []uint16{0, 1, 2, 3, 4}}} {
		if got := sequences(t, c.keys); !slices.Equal(got, c.want) {
			t.Errorf("the order in a block is %v, want %v", got, c.want)
		}
	}
	if want := (draws{10, 10, 10}); !slices.Equal(*d, want) {
		t.Errorf("the blocks have %v IDs, want %v", *d, want)
	}
}

// TestBlocksKept: keys of the program are kept and take none from a block. The plugin is
// not for other formats, and a type's Generator comes first.
func TestBlocksKept(t *testing.T) {
	db, d := blockDB(t, "sqlite")
	mine := Of(wiji.New())
	orders := []blockOrder{{}, {ID: mine}, {}}
	create(t, db, &orders)
	if orders[1].ID != mine {
		t.Errorf("the key %v is now %v", mine, orders[1].ID)
	}
	if got := sequences(t, orderKeys([]blockOrder{orders[0], orders[2]})); !slices.Equal(got, []uint16{0, 1}) {
		t.Errorf("the order in a block is %v", got)
	}
	theirs := wiji.New()
	db = dryRun(t, "sqlite")
	if err := db.Use(New(Blocks(d.draw, &blockOrder{}), GeneratorOf(func() wiji.ID { return theirs }))); err != nil {
		t.Fatal(err)
	}
	*d = nil
	orders = make([]blockOrder, 2)
	create(t, db, &orders)
	if orders[1].ID.V() != theirs || len(*d) != 0 {
		t.Errorf("the key is %v, not that of the generator, %v; the blocks have %v IDs", orders[1].ID, theirs, *d)
	}
}

// TestBlocksErrors: an INSERT fails with the error of the draw and gives the rows no key.
func TestBlocksErrors(t *testing.T) {
	failure := errors.New("no clock")
	fails := func(int) (wiji.Block, error) { return wiji.Block{}, failure }
	for _, dialect := range []string{"postgres", "mysql"} {
		db := dryRun(t, dialect)
		if err := db.Use(New(Blocks(fails, &blockOrder{}))); err != nil {
			t.Fatal(err)
		}
		orders := []blockOrder{{}, {}}
		if err := db.Create(&orders).Error; !errors.Is(err, failure) || !orders[0].ID.IsZero() {
			t.Errorf("%s: %v, %v", dialect, orders[0].ID, err)
		}
	}
	db, _ := blockDB(t, "mysql")
	if err := db.Use(New()); !errors.Is(err, gorm.ErrRegistered) {
		t.Errorf("the second plugin: %v", err)
	}
	for what, option := range map[string]Option{
		"a nil function":  Blocks((func(int) (uid11.Block, error))(nil), &blockOrder{}),
		"a nil model":     Blocks(ulid.NewBlock, nil),
		"a nil generator": GeneratorOf[wiji.ID](nil),
	} {
		if err := dryRun(t, "mysql").Use(New(option)); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

// TestBlocksInteger: a format of 64 bits can have blocks, too.
func TestBlocksInteger(t *testing.T) {
	type number struct{ ID ID[uid11.ID] }
	db := dryRun(t, "mysql")
	generator := &uid11.Generator{Profile: uid11.TSSeqRand}
	if err := db.Use(New(Blocks(generator.Block, &number{}, blocks.Size(100)))); err != nil {
		t.Fatal(err)
	}
	numbers := make([]number, 50)
	create(t, db, &numbers)
	for i := 1; i < len(numbers); i++ {
		if numbers[i].ID.V().Compare(numbers[i-1].ID.V()) <= 0 {
			t.Errorf("%v comes after %v", numbers[i].ID, numbers[i-1].ID)
		}
	}
}

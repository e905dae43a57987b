package gormtype

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/sortid/sortid/gormtype/internal/blockkeys"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm/schema"
)

// Blocks returns the option that takes the generated keys of a model from blocks, if a
// statement creates several rows:
//
//	err := db.Use(gormtype.New(gormtype.Blocks(wiji.NewBlock, &Event{})))
//
// Blocks pay in a table of some 150,000 rows and more into which several writers insert batches
// whose keys are made ahead, as GORM makes them: the leaf pages become full. For single rows and
// in smaller tables they gain nothing. They cost the order of lists: a row whose key is from a
// block that was drawn before sorts before rows that were committed since, by as much as the
// block is old, 5 seconds at most if [blocks.MaxAge] does not set it. So a list of the newest
// rows by key does not show the newest one first, and a cursor of [After] that has passed a block
// misses the rows that are added from it. Continue such pages from rows that are older than the
// age.
//
// draw is NewBlock of a format, or the method Block of a generator. The option is for the
// keys of its ID type, plain and typed ([ID] of wiji.ID and of wiji.For[User]). Each
// transaction takes the keys of its rows from a block that no other one has at that time,
// and the next transaction takes the rest of it, whether the first one was committed,
// rolled back or lost its connection. So does each INSERT outside a transaction. Each
// table has its own blocks. The order of the keys in a block is that of the server: two
// passes on PostgreSQL, ascending on MySQL, MariaDB and SQLite. An INSERT of one row gets a
// key beside the blocks.
//
// Keys that a program sets are kept. The time in a key is the time at which its block was
// drawn: [docs/concurrency.md] has the figures. [blocks.Size] sets the number of IDs of a
// block. A type that has a [Generator] takes its keys from that one.
//
// [docs/concurrency.md]: https://github.com/sortid/sortid/blob/main/docs/concurrency.md
func Blocks[T id.Fixed](draw func(n int) (blocks.Block[T], error), model any, opts ...blocks.Option) Option {
	return func(p *plugin) {
		if draw == nil {
			p.faults = append(p.faults, errors.New("gormtype.Blocks: the function is nil: pass NewBlock of a format"))
			return
		}
		p.models = append(p.models, model)
		t := elementOf(reflect.TypeOf(model))
		source := blockkeys.New(draw, t, append([]blocks.Option{blocks.MaxAge(maxBlockAge)}, opts...)...)
		p.blocks = append(p.blocks, source)
		p.needs = append(p.needs, need{
			fmt.Sprintf("gormtype.Blocks: %v has no column of %s: pass the blocks of the format of its key", t, typename.For[T]()),
			func(sch *schema.Schema, own *traits) bool { return source.Makes(sch.ModelType, own.ID) },
		})
	}
}

// maxBlockAge is how long a block is used, and so how far the order of keys can be from that
// of the rows.
const maxBlockAge = 5 * time.Second

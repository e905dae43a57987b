//go:build unix

package operations_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/sample"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"
)

// The models of BenchmarkCost have keys of the type K.
type (
	costRow[K any] struct {
		ID        K      `gorm:"primaryKey"`
		Name      string `gorm:"size:60"`
		Email     string `gorm:"size:60"`
		Age       int
		CreatedAt time.Time
		Children  []costChild[K] `gorm:"foreignKey:RowID"`
	}
	costChild[K any] struct {
		ID    K `gorm:"primaryKey"`
		RowID K `gorm:"index"`
	}
)

func (costRow[K]) TableName() string   { return "cost_rows" }
func (costChild[K]) TableName() string { return "cost_children" }

// uuidText is a key that a program makes and stores as text.
type uuidText string

func (uuidText) GormDataType() string { return "char(36)" }

// rawKey is a key that a program makes and stores as bytes: the least that a key of 16 bytes
// costs.
type rawKey []byte

func (rawKey) GormDBDataType(db *gorm.DB, _ *schema.Field) string {
	switch db.Name() {
	case "postgres":
		return "bytea"
	case "mysql":
		return "binary(16)"
	}
	return "blob"
}

func newRaw() rawKey {
	u := uuid.Must(uuid.NewV7())
	return u[:]
}

func newText() uuidText { return uuidText(uuid.Must(uuid.NewV7()).String()) }

// costTable has a thousand rows with a child each.
type costTable[K any] struct {
	db   *gorm.DB
	key  func() K
	keys []K
}

const costRows = 1000

func newCostTable[K any](b *testing.B, s gormtest.Server, key func() K) *costTable[K] {
	b.Helper()
	db := gormtest.OpenDialector(b, gormtest.Dialector(b, s), &gorm.Config{Logger: logger.Discard})
	gormtest.Use(b, db)
	c := &costTable[K]{db: db, key: key}
	if err := db.AutoMigrate(&costRow[K]{}, &costChild[K]{}); err != nil {
		b.Fatal(err)
	}
	rows := c.rows(costRows)
	for i := range rows {
		rows[i].Children = []costChild[K]{{ID: key()}}
	}
	c.must(b, db.Create(&rows))
	for _, r := range rows {
		c.keys = append(c.keys, r.ID)
	}
	return c
}

func (c *costTable[K]) rows(n int) []costRow[K] {
	rows := make([]costRow[K], n)
	for i := range rows {
		rows[i] = costRow[K]{ID: c.key(), Name: gormtest.Name(i), Email: email(i), Age: i}
	}
	return rows
}

func (c *costTable[K]) must(b *testing.B, tx *gorm.DB) {
	if tx.Error != nil {
		b.Fatal(tx.Error)
	}
}

// operation is what BenchmarkCost times, some times in a turn.
type operation struct {
	name  string
	times int
	run   func(turn int)
}

func (c *costTable[K]) operations(b *testing.B) []operation {
	create := func(n int) func(int) {
		return func(int) {
			rows := c.rows(n)
			c.must(b, c.db.Create(&rows))
		}
	}
	find := func(query func(i int, rows *[]costRow[K]) *gorm.DB) func(int) {
		return func(i int) {
			var rows []costRow[K]
			if tx := query(i%costRows, &rows); tx.Error != nil || len(rows) == 0 {
				b.Fatalf("%d rows, error %v", len(rows), tx.Error)
			}
		}
	}
	return []operation{
		{"First", 20, func(i int) { c.must(b, c.db.First(&costRow[K]{}, "id = ?", c.keys[i%costRows])) }},
		{"key", 20, find(func(i int, rows *[]costRow[K]) *gorm.DB { return c.db.Where("id = ?", c.keys[i]).Find(rows) })},
		{"IN_100", 4, find(func(i int, rows *[]costRow[K]) *gorm.DB { return c.db.Where("id IN ?", c.keys[:100]).Find(rows) })},
		{"IN_1000", 1, find(func(i int, rows *[]costRow[K]) *gorm.DB { return c.db.Where("id IN ?", c.keys).Find(rows) })},
		{"Find_1000", 1, find(func(_ int, rows *[]costRow[K]) *gorm.DB { return c.db.Limit(costRows).Find(rows) })},
		{"Preload_1000", 1, find(func(_ int, rows *[]costRow[K]) *gorm.DB { return c.db.Preload("Children").Limit(costRows).Find(rows) })},
		{"create_1", 20, create(1)},
		{"create_100", 2, create(100)},
		{"create_1000", 1, create(1000)},
	}
}

// BenchmarkCost compares the time of operations with a Wiji key with those with a uint key,
// which the server counts, and with a key in a char(36) and one of 16 bytes. For the table of ratios:
//
//	go test -run xxx -bench Cost -benchtime 61x ./integration_test/gorm/operations
func BenchmarkCost(b *testing.B) {
	for _, s := range gormtest.Servers {
		b.Run(s.Name, func(b *testing.B) {
			ours := newCostTable(b, s, func() (zero gormtype.ID[wiji.ID]) { return zero }).operations(b)
			uints := newCostTable(b, s, func() uint { return 0 }).operations(b)
			texts := newCostTable(b, s, newText).operations(b)
			raw := newCostTable(b, s, newRaw).operations(b)
			for i, o := range ours {
				compareCosts(b, o.name+"/uint", o, uints[i])
				compareCosts(b, o.name+"/char36", o, texts[i])
				compareCosts(b, o.name+"/bytes", o, raw[i])
			}
		})
	}
}

// compareCosts runs b.N turns of an operation with both keys. The ratio of the processor time of
// this process, with SQLite but without servers, is right on a busy machine, too.
func compareCosts(b *testing.B, name string, ours, peer operation) {
	b.Run(name, func(b *testing.B) {
		var m sample.Medians
		var spent [2]time.Duration
		var ratios []float64
		turns := func(spent *time.Duration, o operation) func(int) {
			return func(n int) {
				before := processorTime(b)
				for i := range n {
					o.run(i)
				}
				*spent = processorTime(b) - before
			}
		}
		for i := range b.N {
			m.Turn(i, ours.times, turns(&spent[0], ours), turns(&spent[1], peer))
			ratios = append(ratios, float64(spent[0])/float64(spent[1]))
		}
		m.Report(b, 0)
		b.ReportMetric(sample.Median(ratios), "cpu-ratio")
	})
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

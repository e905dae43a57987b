package gormtype_test

import (
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils/tests"
)

// dialector is a database that is not there: these examples show the statements
// that GORM builds, and send none. A program has one of GORM's drivers in its place.
type dialector struct {
	tests.DummyDialector
	name string
}

func (d dialector) Name() string { return d.name }

func open(name string) *gorm.DB {
	db, err := gorm.Open(dialector{name: name}, &gorm.Config{DryRun: true, SkipDefaultTransaction: true, Logger: logger.Discard})
	if err != nil {
		log.Fatal(err)
	}
	return db
}

// Order is a model whose key fills itself.
type Order struct {
	ID       gormtype.ID[uuidv7.ID]
	ParentID *gormtype.ID[uuidv7.ID] // may be NULL
	Note     string
}

func Example() {
	db := open("mysql")
	order := Order{Note: "two of them"}
	if err := db.Create(&order).Error; err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(order.ID.String()), time.Since(order.ID.V().Time()) < time.Hour)
	// Output: 36 true
}

// With the plugin, a plain ID, its text and its column type are right in each statement.
func ExampleNew() {
	db := open("mysql")
	if err := db.Use(gormtype.New(gormtype.Models(&Order{}))); err != nil {
		log.Fatal(err)
	}
	text := "0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1" // r.PathValue("id")
	id, err := uuidv7.Parse(text)
	if err != nil {
		log.Fatal(err) // answer 400 Bad Request: it says what is wrong
	}
	var order Order
	tx := db.First(&order, id)
	fmt.Println(tx.Statement.Vars[0], tx.Error)
	tx = db.Delete(&Order{}, "id = ?", gormtype.Of(id))
	fmt.Println(tx.Statement.SQL.String(), tx.Error)

	tx = db.Table("orders").Where("id = ?", text).Delete(nil)
	fmt.Println(tx.Statement.SQL.String(), tx.Error)

	fmt.Println(errors.Is(db.Delete(&Order{}, "id <> ?", "").Error, gormtype.ErrValue)) // no ID
	fmt.Println(errors.Is(db.Delete(&Order{}, text).Error, gormtype.ErrValue))          // SQL, to GORM
	fmt.Println(errors.Is(db.Delete(&Order{}, "note = ?", id).Error, gormtype.ErrKind)) // no column for IDs
	// Output:
	// 0199a1b2c3d47e5f8a6b7c8d9eafb0c1 <nil>
	// DELETE FROM `orders` WHERE id = UNHEX(?) <nil>
	// DELETE FROM `orders` WHERE id = UNHEX(?) <nil>
	// true
	// true
	// true
}

// A plugin replaces the default generator of an ID type, here by one with the number
// of this machine. An ID type of another library has no default generator and needs an
// option, such as gormtype.Generator(uuid.NewV7).
func ExampleGenerator() {
	db := open("mysql")
	generator := &uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(7)}
	if err := db.Use(gormtype.New(gormtype.Generator(generator.New))); err != nil {
		log.Fatal(err)
	}
	type Invoice struct{ ID gormtype.ID[uid11.ID] }
	var invoice Invoice
	if err := db.Create(&invoice).Error; err != nil {
		log.Fatal(err)
	}
	fields, err := invoice.ID.V().Snowish()
	fmt.Println(fields.Machine, err)
	err = db.Use(gormtype.New())
	fmt.Println(errors.Is(err, gorm.ErrRegistered), err)
	// Output:
	// 7 <nil>
	// true registered
}

// Blocks keep the leaf pages of a large table full into which several goroutines insert
// batches. The plugin takes the keys of a transaction from one block, in the order that fills
// the pages of the server.
func ExampleBlocks() {
	type Event struct{ ID gormtype.ID[wiji.ID] }
	db := open("mysql")
	if err := db.Use(gormtype.New(gormtype.Blocks(wiji.NewBlock, &Event{}))); err != nil {
		log.Fatal(err)
	}
	events := make([]Event, 3)
	if err := db.Create(&events).Error; err != nil {
		log.Fatal(err)
	}
	first := events[0].ID.V()
	for _, event := range events {
		x := event.ID.V()
		fmt.Println(x.Time().Equal(first.Time()), x.Sequence()-first.Sequence())
	}
	// Output:
	// true 0
	// true 1
	// true 2
}

// Payment has the columns of gorm.Model, with a key of this package.
type Payment struct {
	gormtype.Model[ulidflake.ID]
	Cents int
}

func ExampleModel() {
	var payment Payment
	if err := open("postgres").Create(&payment).Error; err != nil {
		log.Fatal(err)
	}
	fmt.Println(payment.ID.IsZero(), len(payment.ID.String()))
	// Output: false 13
}

// The same type is another column on each server.
func ExampleID_GormDBDataType() {
	for _, name := range []string{"postgres", "mysql", "sqlite"} {
		db := open(name)
		stmt := &gorm.Statement{DB: db}
		if err := stmt.Parse(&Order{}); err != nil {
			log.Fatal(err)
		}
		var key gormtype.ID[uuidv7.ID]
		var text gormtype.Text[uuidv7.ID]
		field := stmt.Schema.LookUpField("id")
		fmt.Printf("%s: %s; %s\n", name, key.GormDBDataType(db, field), text.GormDBDataType(db, field))
	}
	// Output:
	// postgres: uuid; text COLLATE "C"
	// mysql: binary(16); varchar(36) CHARACTER SET ascii COLLATE ascii_bin
	// sqlite: blob; text
}

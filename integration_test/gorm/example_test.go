package gorm_test

import (
	"fmt"
	"log"
	"time"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// memory opens an empty database in memory.
func memory() *gorm.DB {
	db, err := gorm.Open(&sqlite.Dialector{DriverName: "sqlite", DSN: ":memory:"}, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		log.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		log.Fatal(err)
	}
	pool.SetMaxOpenConns(1) // each connection has a memory of its own
	return db
}

// User is a model whose key fills itself.
type User struct {
	ID     gormtype.ID[wiji.ID]
	Name   string
	BossID *gormtype.ID[wiji.ID]
	Boss   *User
}

func Example() {
	db := memory()
	if err := db.AutoMigrate(&User{}); err != nil {
		log.Fatal(err)
	}
	ada := User{Name: "Ada", Boss: &User{Name: "Charles"}}
	if err := db.Create(&ada).Error; err != nil {
		log.Fatal(err)
	}
	var found User
	if err := db.Preload("Boss").First(&found, ada.ID).Error; err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Name, "works for", found.Boss.Name)
	fmt.Println("created within the hour:", time.Since(found.ID.V().Time()) < time.Hour)
	// Output:
	// Ada works for Charles
	// created within the hour: true
}

// With the plugin, an ID that comes from elsewhere, such as a request, can be passed as it is.
func Example_of() {
	db := memory()
	if err := db.Use(gormtype.New()); err != nil {
		log.Fatal(err)
	}
	if err := db.AutoMigrate(&User{}); err != nil {
		log.Fatal(err)
	}
	id := wiji.MustParse("0006EJ4KC98002M45BSQQG28T5")
	if err := db.Create(&User{ID: gormtype.Of(id), Name: "Ada"}).Error; err != nil {
		log.Fatal(err)
	}
	fmt.Println(db.First(&User{}, id).RowsAffected)
	fmt.Println(db.Where("name = ?", id).Delete(&User{}).Error != nil) // the column holds no wiji.ID
	fmt.Println(db.Delete(&User{}, gormtype.Of(id)).RowsAffected)
	// Output:
	// 1
	// true
	// 1
}

// Order has a key of another library, which has no default generator.
type Order struct {
	ID gormtype.ID[uuid.UUID]
}

func Example_generator() {
	db := memory()
	if err := db.Use(gormtype.New(gormtype.Generator(uuid.NewV7))); err != nil {
		log.Fatal(err)
	}
	if err := db.AutoMigrate(&Order{}); err != nil {
		log.Fatal(err)
	}
	var order Order
	if err := db.Create(&order).Error; err != nil {
		log.Fatal(err)
	}
	fmt.Println(order.ID.V().Version())
	// Output: VERSION_7
}

// Invoice embeds the usual columns.
type Invoice struct {
	gormtype.Model[ulidflake.ID]
	Amount int
}

func Example_check() {
	db := memory()
	if err := db.Exec("CREATE TABLE invoices (id text PRIMARY KEY NOT NULL, created_at, updated_at, deleted_at, amount)").Error; err != nil {
		log.Fatal(err)
	}
	findings, err := check.Run(db, &Invoice{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range findings {
		fmt.Println(f.Table, f.Column, "-", f.Name)
		fmt.Println(f.Remedy)
	}
	// Output:
	// invoices id - wrong-type
	// make the column integer, or use the column type that fits it
}

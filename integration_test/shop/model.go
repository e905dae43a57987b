package main

import (
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// User has a key that fills itself, whose text is user_069q6zxr120002m45bsqqg28t5.
type User struct {
	ID   gormtype.ID[uuidv7.For[User]] `json:"id"`
	Name string                        `json:"name"`
}

// Order belongs to a user. The index serves the pages of a user's orders.
type Order struct {
	ID     gormtype.ID[uuidv7.For[Order]] `json:"id" gorm:"index:orders_of_user,priority:2"`
	UserID gormtype.ID[uuidv7.For[User]]  `json:"user_id" gorm:"index:orders_of_user,priority:1"`
	User   *User                          `json:"-"`
	Cents  int64                          `json:"cents"`
}

// The compiler refuses one of them where the other is expected.
type (
	UserID  = uuidv7.For[User]
	OrderID = uuidv7.For[Order]
)

// IDPrefix is what the texts of IDs begin with.
func (User) IDPrefix() string  { return "user" }
func (Order) IDPrefix() string { return "order" }

// open connects to a database and makes the tables.
func open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{TranslateError: true})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.New(gormtype.Models(&User{}, &Order{}))); err != nil {
		return nil, err
	}
	return db, db.AutoMigrate(&User{}, &Order{})
}

//go:build go1.27

package gormtype_test

import (
	"fmt"
	"log"
	"uuid"

	"github.com/sortid/sortid/gormtype"
)

// Customer is a model with plain keys of the standard library.
type Customer struct {
	ID     uuid.UUID
	BossID *uuid.UUID // may be NULL
}

// Plain fields of the standard library's uuid fill themselves, and are keys in each statement.
func ExamplePlain() {
	db := open("mysql")
	if err := db.Use(gormtype.New(gormtype.Plain[uuid.UUID](), gormtype.Models(&Customer{}))); err != nil {
		log.Fatal(err)
	}
	var customer Customer
	if err := db.Create(&customer).Error; err != nil {
		log.Fatal(err)
	}
	fmt.Println(customer.ID != uuid.Nil(), customer.ID[6]>>4) // the version

	id, err := uuid.Parse("0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1") // r.PathValue("id")
	if err != nil {
		log.Fatal(err)
	}
	tx := db.First(&customer, id)
	fmt.Println(tx.Statement.Vars[0], tx.Error)
	// Output:
	// true 7
	// 0199a1b2c3d47e5f8a6b7c8d9eafb0c1 <nil>
}

package gormtype_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// Line has a key of another kind than Order.
type Line struct {
	ID    gormtype.Text[ulid.ID]
	Order gormtype.ID[wiji.ID]
}

func TestPage(t *testing.T) {
	db := open("postgres")
	last := ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	for _, c := range []struct {
		scope     func(*gorm.DB) *gorm.DB
		condition string
		order     string
	}{
		{gormtype.After(ulid.ID{}), "", ""},
		{gormtype.Before(ulid.ID{}), "", " DESC"},
		{gormtype.After(last), " WHERE `lines`.`id` > ?", ""},
		{gormtype.Before(last), " WHERE `lines`.`id` < ?", " DESC"},
	} {
		tx := db.Scopes(c.scope).Find(&[]Line{})
		want := "SELECT * FROM `lines`" + c.condition + " ORDER BY `lines`.`id`" + c.order
		if got := tx.Statement.SQL.String(); tx.Error != nil || got != want {
			t.Errorf("%s, %v, want %s", got, tx.Error, want)
		}
		if vars := tx.Statement.Vars; c.condition != "" && vars[0] != last.String() {
			t.Errorf("%s: the argument is %v, want %v", want, vars[0], last)
		}
	}
}

func TestPageRefuses(t *testing.T) {
	db := open("postgres")
	if err := db.Scopes(gormtype.After(wiji.New())).Find(&[]Line{}).Error; err == nil || !strings.Contains(err.Error(), "the key of Line is a ulid.ID, not a wiji.ID") {
		t.Errorf("an ID of another format: %v", err)
	}
	for _, tx := range []*gorm.DB{
		db.Order("name").Scopes(gormtype.Before(ulid.ID{})).Find(&[]Line{}),
		db.Scopes(gormtype.Before(ulid.New())).Order("name").Find(&[]Line{}),
		db.Scopes(gormtype.Before(ulid.New())).First(&Line{}),
	} {
		if tx.Error == nil || !strings.Contains(tx.Error.Error(), "gormtype: Before: the statement has another order") {
			t.Errorf("%s: %v", tx.Statement.SQL.String(), tx.Error)
		}
	}
}

// Place has a key of two columns.
type Place struct {
	Row    gormtype.ID[ulid.ID] `gorm:"primaryKey"`
	Column gormtype.ID[ulid.ID] `gorm:"primaryKey"`
}

func TestPageOfKey(t *testing.T) {
	db := open("postgres")
	for _, tx := range []*gorm.DB{
		db.Scopes(gormtype.After(ulid.New())).Find(&[]Place{}),
		db.Model(&Place{}).Scopes(gormtype.After(ulid.ID{})).Find(&[]map[string]any{}),
	} {
		if tx.Error == nil || !strings.Contains(tx.Error.Error(), "gormtype: After: the primary key of Place is not one column") {
			t.Errorf("%s: %v", tx.Statement.SQL.String(), tx.Error)
		}
	}
	if tx := db.Table("lines").Scopes(gormtype.After(ulid.New())).Find(&[]map[string]any{}); !errors.Is(tx.Error, gorm.ErrModelValueRequired) {
		t.Errorf("no model: %s, %v", tx.Statement.SQL.String(), tx.Error)
	}
	if tx := db.Scopes(gormtype.After(ulid.New())).Find(&[]struct{ ID string }{}); tx.Error != nil {
		t.Errorf("a key that is no ID: %v", tx.Error)
	}
	if tx := db.Model(&Line{}).Scopes(gormtype.After(ulid.New())).Find(&[]map[string]any{}); tx.Error != nil {
		t.Errorf("a model and maps: %v", tx.Error)
	}
}

// A handler returns a page of 50 orders, the newest first. The zero ID is for the first page.
func ExampleBefore() {
	db := open("mysql")
	for _, last := range []uuidv7.ID{{}, uuidv7.MustParse("0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1")} {
		tx := db.Scopes(gormtype.Before(last)).Find(&[]Order{}) // with Limit(50)
		fmt.Println(tx.Statement.SQL.String(), tx.Error)
	}
	// Output:
	// SELECT * FROM `orders` ORDER BY `orders`.`id` DESC <nil>
	// SELECT * FROM `orders` WHERE `orders`.`id` < ? ORDER BY `orders`.`id` DESC <nil>
}

// A program reads all orders in pages of 1,000, the oldest first, until a page is empty.
func ExampleAfter() {
	db := open("postgres")
	var page []Order
	tx := db.Scopes(gormtype.After(uuidv7.MustParse("0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1"))).Find(&page) // with Limit(1000)
	fmt.Println(tx.Statement.SQL.String(), tx.Error)
	// Output: SELECT * FROM `orders` WHERE `orders`.`id` > ?::uuid ORDER BY `orders`.`id` <nil>
}

// The body of a request that leaves out an ID is an error when the row is stored, which a
// handler answers with 400. Null and a number are errors of the JSON.
func ExampleID_UnmarshalJSON() {
	db := open("postgres")
	for _, body := range []string{`{}`, `{"order": null}`, `{"order": 7}`} {
		var line struct{ Order wiji.ID }
		err := json.Unmarshal([]byte(body), &line)
		if err == nil {
			err = db.Create(&Line{Order: gormtype.Of(line.Order)}).Error
		}
		fmt.Println(body, errors.Is(err, id.ErrZero), errors.Is(err, id.ErrForm))
	}
	// Output:
	// {} true false
	// {"order": null} false true
	// {"order": 7} false true
}

package gormtype_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/ulid"
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
	if err := db.Scopes(gormtype.After(wiji.New())).Find(&[]Line{}).Error; !errors.Is(err, gormtype.ErrPlain) {
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

// A handler returns a page of 50 orders, the newest first. The zero ID is for the first page.
func ExampleBefore() {
	db := open("mysql")
	for _, last := range []wiji.ID{{}, wiji.MustParse("069Q6ZXR120002M45BSQQG28T5")} {
		tx := db.Scopes(gormtype.Before(last)).Find(&[]Order{}) // with Limit(50)
		fmt.Println(tx.Statement.SQL.String(), tx.Error)
	}
	// Output:
	// SELECT * FROM `orders` ORDER BY `orders`.`id` DESC <nil>
	// SELECT * FROM `orders` WHERE `orders`.`id` < UNHEX(?) ORDER BY `orders`.`id` DESC <nil>
}

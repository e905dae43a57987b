package gormtype

import (
	"testing"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ownList is a program's own type of lists.
type ownList []ID[wiji.ID]

// TestConditions: what becomes of the conditions of a model: lists of column types, IDs in maps, and texts in the place of a condition.
func TestConditions(t *testing.T) {
	type named struct{ ID, Name string }
	type pair struct {
		Row    ID[wiji.ID] `gorm:"primaryKey"`
		Column ID[wiji.ID] `gorm:"primaryKey"`
	}
	// flag has a column whose name is the text of an ID as well.
	type flag struct {
		ID          ID[uid11.ID]
		Description bool
	}
	type counted struct {
		ID  uint
		Ref ID[wiji.ID]
	}
	some, text := Of(someWiji), someWiji.String()
	for what, c := range map[string]struct {
		run  func(db *gorm.DB) *gorm.DB
		want string
	}{
		"column types":          {func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", []ID[wiji.ID]{some, some}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE id IN (?,?) | RAW, RAW`},
		"a type of lists":       {func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", ownList{some, some}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE id IN (?,?) | RAW, RAW`},
		"links to column types": {func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", []*ID[wiji.ID]{&some}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE id IN (?) | RAW`},
		"values":                {func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", []any{some, some}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE id IN (?,?) | RAW, RAW`},
		"values and a list": {func(db *gorm.DB) *gorm.DB {
			return db.Where("name = ? AND id IN ? AND ref IN ?", "a", []ID[wiji.ID]{some}, []ID[wiji.ID]{some, some}).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE name = ? AND id IN (?) AND ref IN (?,?) | 'a', RAW, RAW, RAW`},
		"nil": {func(db *gorm.DB) *gorm.DB {
			return db.Where("id = ? OR id IN ?", nil, []ID[wiji.ID]{some}).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE id = ? OR id IN (?) | NULL, RAW`},
		"an empty list": {func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", []ID[wiji.ID]{}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE id IN (NULL)`},
		"a map of a list": {func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": []ID[wiji.ID]{some, some}}).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE "moved"."id" IN (?,?) | RAW, RAW` + gorm125 + `SELECT * FROM "moved" WHERE "id" IN (?,?) | RAW, RAW`},
		"keys":       {func(db *gorm.DB) *gorm.DB { return db.Find(&[]movedRow{}, []ID[wiji.ID]{some, some}) }, `SELECT * FROM "moved" WHERE "moved"."id" IN (?,?) | RAW, RAW`},
		"plain keys": {func(db *gorm.DB) *gorm.DB { return db.Find(&[]movedRow{}, []wiji.ID{someWiji, someWiji}) }, `SELECT * FROM "moved" WHERE "moved"."id" IN (?,?) | RAW, RAW`},
		"IN": {func(db *gorm.DB) *gorm.DB {
			return db.Where(clause.IN{Column: "id", Values: []any{some, some}}).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE "id" IN (?,?) | RAW, RAW`},
		"IN of two types": {func(db *gorm.DB) *gorm.DB {
			return db.Where(clause.IN{Column: "id", Values: []any{some, text}}).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE "id" IN (?,?) | RAW, RAW`},
		"IN of texts": {func(db *gorm.DB) *gorm.DB {
			return db.Where(clause.IN{Column: "name", Values: []any{"a", "b"}}).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE "name" IN (?,?) | 'a', 'b'`},
		"IN of nothing": {func(db *gorm.DB) *gorm.DB { return db.Where(clause.IN{Column: "name"}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE "name" IN (NULL)`},
		"a list of another kind": {func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN ?", []ID[wiji.For[typedOrder]]{{}}).Find(&[]movedText{})
		}, "error: gormtype.Text[wiji.ID]: moved.id gormtype.ID[wiji.For[gormtype.typedOrder]]: another form: the column stores another form than this type: pass gormtype.TextOf(id)"},
		"a group": {func(db *gorm.DB) *gorm.DB {
			return db.Where(db.Where("id IN ?", []ID[wiji.ID]{some}).Or("name = ?", "a")).Where("name = 'b'").Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE (id IN (?) OR name = ?) AND name = 'b' | RAW, 'a'`},
		"a group without IDs": {func(db *gorm.DB) *gorm.DB {
			return db.Where(db.Where("name = 'a'").Or("name = ?", "b")).Find(&[]movedRow{})
		}, `SELECT * FROM "moved" WHERE name = 'a' OR name = ? | 'b'` + gorm125 + `SELECT * FROM "moved" WHERE (name = 'a' OR name = ?) | 'b'`},
		"a text":                  {func(db *gorm.DB) *gorm.DB { return db.Where(text).Find(&[]movedRow{}) }, `error: gormtype.ID[wiji.ID]: moved.id "06000AP0000000040000000007": not an ID: GORM takes a text without a condition for SQL, which can select every row: parse it, and pass the ID`},
		"a text in a group":       {func(db *gorm.DB) *gorm.DB { return db.Where(db.Where("name = 'a'").Where(text)).Find(&[]movedRow{}) }, `error: gormtype.ID[wiji.ID]: moved.id "06000AP0000000040000000007": not an ID: …`},
		"a UUID text":             {func(db *gorm.DB) *gorm.DB { return db.First(&movedRow{}, someWiji.UUID()) }, `error: gormtype.ID[wiji.ID]: moved.id "060000ab-0000-0000-0010-000000000007": not an ID: …`},
		"SQL":                     {func(db *gorm.DB) *gorm.DB { return db.Where("1 = 1").Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE 1 = 1`},
		"SQL with a minus":        {func(db *gorm.DB) *gorm.DB { return db.Where("n-1 > 0").Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE n-1 > 0`},
		"no conditions":           {func(db *gorm.DB) *gorm.DB { return db.Clauses(clause.Where{}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE `},
		"an empty group":          {func(db *gorm.DB) *gorm.DB { return db.Where(clause.AndConditions{}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE `},
		"an empty text":           {func(db *gorm.DB) *gorm.DB { return db.Where(clause.Expr{}).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE `},
		"a text of a digit":       {func(db *gorm.DB) *gorm.DB { return db.Where("9pXCZedGfVQ").Find(&[]flag{}) }, `error: gormtype.ID[uid11.ID]: flags.id "9pXCZedGfVQ": not an ID: …`},
		"a column":                {func(db *gorm.DB) *gorm.DB { return db.Where("description").Find(&[]flag{}) }, `SELECT * FROM "flags" WHERE description`},
		"a text of names":         {func(db *gorm.DB) *gorm.DB { return db.Where("abc").Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE abc`},
		"a text of another model": {func(db *gorm.DB) *gorm.DB { return db.Where("7").Find(&[]named{}) }, `SELECT * FROM "nameds" WHERE "nameds"."id" = ? | '7'`},
		"a text of a pair":        {func(db *gorm.DB) *gorm.DB { return db.Where(text).Find(&[]pair{}) }, `SELECT * FROM "pairs" WHERE 06000AP0000000040000000007`},
		"SQL of an integer key":   {func(db *gorm.DB) *gorm.DB { return db.Where("id-1 > 0").Find(&[]counted{}) }, `SELECT * FROM "counteds" WHERE id-1 > 0`},
		"a text and a value":      {func(db *gorm.DB) *gorm.DB { return db.Where("0 < ?", 7).Find(&[]movedRow{}) }, `SELECT * FROM "moved" WHERE 0 < ? | 7`},
	} {
		s := &server{dialect: "sqlite"}
		if got := s.outcome(c.run(s.open(t, Models(&movedRow{}))).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestConditionsKept: the conditions of the program stay as they are.
func TestConditionsKept(t *testing.T) {
	db := (&server{dialect: "sqlite"}).open(t, Models(&movedRow{}))
	list := []any{Of(someWiji), Of(someWiji)}
	in := clause.IN{Column: "id", Values: list}
	vars := []any{[]ID[wiji.ID]{Of(someWiji)}}
	exprs := []clause.Expression{in, clause.Expr{SQL: "id IN ?", Vars: vars}}
	shared := db.Clauses(clause.Where{Exprs: exprs}).Session(&gorm.Session{})
	for range 2 {
		if err := shared.Find(&[]movedRow{}).Error; err != nil {
			t.Error(err)
		}
	}
	_, isList := vars[0].([]ID[wiji.ID])
	if list[0] != any(Of(someWiji)) || !isList || len(exprs[0].(clause.IN).Values) != 2 || exprs[0].(clause.IN).Values[0] != any(Of(someWiji)) {
		t.Errorf("the conditions are now %v and %v", exprs, vars)
	}
}

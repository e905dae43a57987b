package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// The models of the creates.
type (
	madeRow struct {
		ID   ID[wiji.ID]
		Ref  *ID[wiji.ID]
		Name string
	}
	madePointer struct {
		ID   *ID[wiji.ID] `gorm:"primaryKey"`
		Name string
	}
	madeToken struct {
		ID     uint
		Token  Text[wiji.ID]  `gorm:"generate"`
		Second *Text[wiji.ID] `gorm:"generate"`
		Third  *Text[wiji.ID] `gorm:"generate:false"`
	}
	madeDefault struct {
		ID   ID[wiji.ID] `gorm:"default:sortid_wiji_new()"`
		Name string
	}
	madeDefaultRead struct {
		ID   ID[wiji.ID] `gorm:"default:sortid_wiji_new();->"`
		Name string
	}
	madeZero struct {
		ID   ID[foreignID] `gorm:"zero"`
		Name string
	}
	madeRead struct {
		ID   ID[wiji.ID] `gorm:"->"`
		Name string
	}
	// madeOwn has a program's own type of the column type.
	madeOwn struct {
		ID   ownKey
		Name string
	}
	ownKey   ID[wiji.ID]
	MadeKey  struct{ ID, Ref ID[wiji.ID] }
	madePart struct {
		*MadeKey
		Name string
	}
	madePair struct {
		Tenant ID[wiji.ID] `gorm:"primaryKey"`
		ID     ID[wiji.ID] `gorm:"primaryKey"`
		Name   string
	}
	madeTwo struct {
		Row    ID[wiji.ID] `gorm:"primaryKey"`
		Column ID[wiji.ID] `gorm:"primaryKey"`
	}
	madeOwner struct {
		ID   ID[wiji.ID]
		Name string
		Card madeCard `gorm:"foreignKey:ID"`
	}
	madeCard struct {
		ID   ID[wiji.ID]
		Name string
	}
)

func (madeRow) TableName() string { return "made" }

func (ownKey) GormDataType() string           { return "bytes" }
func (k ownKey) Value() (driver.Value, error) { return ID[wiji.ID](k).Value() }
func (k *ownKey) Scan(v any) error            { return (*ID[wiji.ID])(k).Scan(v) }
func (k ownKey) GormValue(ctx context.Context, db *gorm.DB) clause.Expr {
	return ID[wiji.ID](k).GormValue(ctx, db)
}
func (k ownKey) CreateClauses(field *schema.Field) []clause.Interface {
	return ID[wiji.ID](k).CreateClauses(field)
}

// made returns the options of the keys that the tests make: someWiji, and then those that follow it.
func made() Option {
	n := byte(0)
	return Generator(func() (wiji.ID, error) {
		x := someWiji
		x[15] += n
		n++
		return x, nil
	})
}

// TestCreate: which keys are made, and what the server gets of them.
func TestCreate(t *testing.T) {
	mine := Of(wiji.ID{0: 6, 9: 0x10, 15: 1})
	for what, c := range map[string]struct {
		run  func(db *gorm.DB) *gorm.DB
		want string
	}{
		"struct":                    {func(db *gorm.DB) *gorm.DB { return db.Create(&madeRow{Name: "a"}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | RAW, NULL, 'a'`},
		"struct with a key":         {func(db *gorm.DB) *gorm.DB { return db.Create(&madeRow{ID: mine}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | x'06000000000000000010000000000001', NULL, ''`},
		"struct by value":           {func(db *gorm.DB) *gorm.DB { return db.Create(madeRow{Name: "a"}) }, "error: invalid value, should be pointer to struct or slice: madeRow has no key, and a copy cannot receive one: pass a pointer to Create"},
		"struct by value, with key": {func(db *gorm.DB) *gorm.DB { return db.Create(madeRow{ID: mine}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | x'06000000000000000010000000000001', NULL, ''`},
		"part by value, no key":     {func(db *gorm.DB) *gorm.DB { return db.Create(madePart{Name: "a"}) }, "error: invalid value, should be pointer to struct or slice: madePart has no key, and a copy cannot receive one: pass a pointer to Create"},
		"part by value, with a key": {func(db *gorm.DB) *gorm.DB { return db.Create(madePart{MadeKey: &MadeKey{mine, mine}}) }, `INSERT INTO "made_parts" ("id","ref","name") VALUES (?,?,?) | x'06000000000000000010000000000001', x'06000000000000000010000000000001', ''`},
		"part":                      {func(db *gorm.DB) *gorm.DB { return db.Create(&madePart{Name: "a"}) }, "error: gormtype.ID[wiji.ID]: field madePart.Ref: zero ID: …"},
		"own type":                  {func(db *gorm.DB) *gorm.DB { return db.Create(&[]madeOwn{{}, {ID: ownKey(mine)}}) }, `INSERT INTO "made_owns" ("id","name") VALUES (?,?),(?,?) | RAW, '', x'06000000000000000010000000000001', ''`},
		"list":                      {func(db *gorm.DB) *gorm.DB { return db.Create(&[]madeRow{{}, {ID: mine}, {}}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?),(?,?,?),(?,?,?) | RAW, NULL, '', x'06000000000000000010000000000001', NULL, '', x'060000ab000000000010000000000008', NULL, ''`},
		"list by value":             {func(db *gorm.DB) *gorm.DB { return db.Create([]madeRow{{}, {}}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?),(?,?,?) | RAW, NULL, '', x'060000ab000000000010000000000008', NULL, ''`},
		"array":                     {func(db *gorm.DB) *gorm.DB { return db.Create(&[2]madeRow{}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?),(?,?,?) | RAW, NULL, '', x'060000ab000000000010000000000008', NULL, ''`},
		"array by value":            {func(db *gorm.DB) *gorm.DB { return db.Create([2]madeRow{}) }, "error: invalid value, should be pointer to struct or slice: madeRow has no key, and a copy cannot receive one: pass a pointer to Create"},
		"list of links":             {func(db *gorm.DB) *gorm.DB { return db.Create([]*madeRow{{}, {}}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?),(?,?,?) | RAW, NULL, '', x'060000ab000000000010000000000008', NULL, ''`},
		"list with a nil":           {func(db *gorm.DB) *gorm.DB { return db.Create([]*madeRow{{}, nil}) }, "error: slice data #1 is invalid: unsupported data"},
		"empty list":                {func(db *gorm.DB) *gorm.DB { return db.Create(&[]madeRow{}) }, "error: empty slice found"},
		"Omit":                      {func(db *gorm.DB) *gorm.DB { return db.Omit("ID").Create(&madeRow{}) }, "error: gormtype.ID[wiji.ID]: Create: zero ID: Omit excludes the key id, which the server does not generate: do not omit it, or give it a default tag"},
		"Omit of another":           {func(db *gorm.DB) *gorm.DB { return db.Omit("Ref").Create(&madeRow{}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, ''`},
		"Select of another":         {func(db *gorm.DB) *gorm.DB { return db.Select("Name").Create(&madeRow{}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, ''`},
		"Select of the key":         {func(db *gorm.DB) *gorm.DB { return db.Select("ID").Create(&madeRow{}) }, `INSERT INTO "made" ("id") VALUES (?) | RAW`},
		"Unscoped":                  {func(db *gorm.DB) *gorm.DB { return db.Unscoped().Create(&madeRow{}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | RAW, NULL, ''`},
		"a pointer":                 {func(db *gorm.DB) *gorm.DB { return db.Create(&madePointer{}) }, `INSERT INTO "made_pointers" ("id","name") VALUES (?,?) | RAW, ''`},
		"a pointer to zero":         {func(db *gorm.DB) *gorm.DB { return db.Create(&madePointer{ID: new(ID[wiji.ID])}) }, `INSERT INTO "made_pointers" ("id","name") VALUES (?,?) | RAW, ''`},
		"tokens":                    {func(db *gorm.DB) *gorm.DB { return db.Create(&madeToken{ID: 1}) }, `INSERT INTO "made_tokens" ("token","second","third","id") VALUES (?,?,?,?) RETURNING "id" | TEXT, '06000AP0000000040000000008', NULL, 1`},
		"a zero that is a value":    {func(db *gorm.DB) *gorm.DB { return db.Create(&madeZero{}) }, `INSERT INTO "made_zeros" ("id","name") VALUES (?,?) | x'0000000000000000', ''`},
		"a field for reading":       {func(db *gorm.DB) *gorm.DB { return db.Create(&madeRead{Name: "a"}) }, `INSERT INTO "made_reads" ("name") VALUES (?) | 'a'`},
		"a pair":                    {func(db *gorm.DB) *gorm.DB { return db.Create(&madePair{Tenant: mine}) }, `INSERT INTO "made_pairs" ("tenant","id","name") VALUES (?,?,?) | x'06000000000000000010000000000001', RAW, ''`},
		"a pair without a tenant":   {func(db *gorm.DB) *gorm.DB { return db.Create(&madePair{}) }, "error: gormtype.ID[wiji.ID]: field madePair.Tenant: zero ID: the key was never set, and only the primary key of a created row is generated: set the ID, give the field the tag generate, make it a pointer and leave it nil for NULL, or, if the zero ID is a value, give it the tag zero and the DB the plugin"},
		"two without the name ID":   {func(db *gorm.DB) *gorm.DB { return db.Create(&madeTwo{Row: mine}) }, "error: gormtype.ID[wiji.ID]: field madeTwo.Column: zero ID: …"},
		"has one":                   {func(db *gorm.DB) *gorm.DB { return db.Create(&madeOwner{Card: madeCard{Name: "c"}}) }, "INSERT INTO \"made_owners\" (\"id\",\"name\") VALUES (?,?) | RAW, ''\nINSERT INTO \"made_cards\" (\"id\",\"name\") VALUES (?,?) ON CONFLICT (\"id\") DO UPDATE SET \"id\"=\"excluded\".\"id\" | RAW, 'c'"},
		"the key of another row":    {func(db *gorm.DB) *gorm.DB { return db.Create(&madeCard{Name: "c"}) }, `INSERT INTO "made_cards" ("id","name") VALUES (?,?) | RAW, 'c'`},

		"map":           {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"name": "a"}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, 'a'`},
		"link to a map": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(&map[string]any{"name": "a"}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, 'a'`},
		"maps": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeRow{}).Create([]map[string]any{{"name": "a"}, {"Name": "b"}})
		}, `INSERT INTO "made" ("id","name") VALUES (?,?),(?,?) | RAW, 'a', x'060000ab000000000010000000000008', 'b'`},
		"link to maps":    {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(&[]map[string]any{{"name": "a"}}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, 'a'`},
		"map with a key":  {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"id": mine.V()}) }, `INSERT INTO "made" ("id") VALUES (?) | x'06000000000000000010000000000001'`},
		"map with a text": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"ID": mine.String()}) }, `INSERT INTO "made" ("id") VALUES (?) | x'06000000000000000010000000000001'`},
		"map with a nil key": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeRow{}).Create(map[string]any{"ID": nil, "id": (*wiji.ID)(nil)})
		}, `INSERT INTO "made" ("id") VALUES (?) | RAW`},
		"map with a zero key":    {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"ID": wiji.ID{}}) }, `INSERT INTO "made" ("id") VALUES (?) | RAW`},
		"map with both names":    {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"ID": nil, "id": mine}) }, `INSERT INTO "made" ("id","id") VALUES (?,?) | NULL, x'06000000000000000010000000000001'`},
		"map with no ID":         {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"id": "x"}) }, `error: gormtype.ID[wiji.ID]: made.id "x": not an ID: the column holds a wiji.ID: pass one, or its text`},
		"map with a wrong other": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"ref": 7}) }, "error: gormtype.ID[wiji.ID]: made.ref int 7: not an ID: …"},
		"map with an other": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeRow{}).Create(map[string]any{"ref": someWiji, "id": mine})
		}, `INSERT INTO "made" ("id","ref") VALUES (?,?) | x'06000000000000000010000000000001', RAW`},
		"map, Omit": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Omit("ID").Create(map[string]any{"name": "a"}) }, "error: gormtype.ID[wiji.ID]: Create: zero ID: …"},
		"map, Select": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeRow{}).Select("Name").Create(map[string]any{"name": "a"})
		}, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, 'a'`},
		"map of a table":      {func(db *gorm.DB) *gorm.DB { return db.Table("made").Create(map[string]any{"name": "a"}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | RAW, 'a'`},
		"map of another":      {func(db *gorm.DB) *gorm.DB { return db.Table("others").Create(map[string]any{"name": "a"}) }, `INSERT INTO "others" ("name") VALUES (?) | 'a'`},
		"map of an empty map": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create([]map[string]any{{"name": "a"}, nil}) }, `INSERT INTO "made" ("id","name") VALUES (?,?),(?,?) | RAW, 'a', NULL, NULL`},

		"Updates of a map with no ID": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{ID: mine}).Updates(map[string]any{"ref": "x"}) }, `error: gormtype.ID[wiji.ID]: made.ref "x": not an ID: …`},
		"Updates of a map": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeRow{ID: mine}).Updates(map[string]any{"ref": someWiji, "name": nil})
		}, `UPDATE "made" SET "name"=?,"ref"=? WHERE "id" = ? | NULL, RAW, x'06000000000000000010000000000001'`},
	} {
		s := &server{dialect: "sqlite"}
		db := s.open(t, made(), Models(&madeRow{}))
		if got := s.outcome(c.run(db).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestCreateWithoutPlugin: the same without the plugin, where keys are from the default generator.
func TestCreateWithoutPlugin(t *testing.T) {
	mine := Of(wiji.ID{0: 6, 9: 0x10, 15: 1})
	for what, c := range map[string]struct {
		run  func(db *gorm.DB) *gorm.DB
		want string
	}{
		"struct with a key":        {func(db *gorm.DB) *gorm.DB { return db.Create(&madeRow{ID: mine}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | x'06000000000000000010000000000001', NULL, ''`},
		"struct":                   {func(db *gorm.DB) *gorm.DB { return db.Create(&madeRow{}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | x'06…`},
		"map":                      {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"name": "a"}) }, `INSERT INTO "made" ("id","name") VALUES (?,?) | x'06…`},
		"map with a key":           {func(db *gorm.DB) *gorm.DB { return db.Model(&madeRow{}).Create(map[string]any{"id": mine.V()}) }, `INSERT INTO "made" ("id") VALUES (?) | x'06000000000000000010000000000001'`},
		"Unscoped":                 {func(db *gorm.DB) *gorm.DB { return db.Unscoped().Create(&madeRow{}) }, "error: gormtype.ID[wiji.ID]: GormValue: zero ID: …"},
		"Unscoped, with a key":     {func(db *gorm.DB) *gorm.DB { return db.Unscoped().Create(&madeRow{ID: mine}) }, `INSERT INTO "made" ("id","ref","name") VALUES (?,?,?) | x'06000000000000000010000000000001', NULL, ''`},
		"an ID of another library": {func(db *gorm.DB) *gorm.DB { return db.Create(&madeZero{ID: Of(someForeign)}) }, `INSERT INTO "made_zeros" ("id","name") VALUES (?,?) | x'0100000000000008', ''`},
		"its key":                  {func(db *gorm.DB) *gorm.DB { return db.Create(&numbersOne{}) }, "error: gormtype.ID[gormtype.token]: Generate: no generator: …"},
		"Updates of a map": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeRow{ID: mine}).Updates(map[string]any{"ref": Of(someWiji)})
		}, `UPDATE "made" SET "ref"=? WHERE "id" = ? | RAW, x'06000000000000000010000000000001'`},
		"a condition":       {func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", Of(someWiji)).Find(&[]madeRow{}) }, `SELECT * FROM "made" WHERE id = ? | RAW`},
		"its key in a map":  {func(db *gorm.DB) *gorm.DB { return db.Model(&numbersOne{}).Create(map[string]any{"n": 1}) }, "error: gormtype.ID[gormtype.token]: Generate: no generator: …"},
		"a plain condition": {func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", someWiji).Find(&[]madeRow{}) }, "error: sql: converting argument $1 type: wiji.ID: …"},
	} {
		s := &server{dialect: "sqlite"}
		if got := s.outcome(c.run(s.openBare(t)).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestReadWithoutPlugin: a column type reads an ID that a statement returns alone, or returns the error.
func TestReadWithoutPlugin(t *testing.T) {
	for what, c := range map[string]struct {
		value driver.Value
		err   error
	}{"an ID": {someWiji[:], nil}, "other bytes": {[]byte("x"), id.ErrLength}} {
		s := &server{dialect: "sqlite"}
		s.on(answer{to: "SELECT", columns: "id", rows: [][]driver.Value{{c.value}}})
		var x ID[wiji.ID]
		if err := s.openBare(t).Raw("SELECT id FROM made").Scan(&x).Error; !errors.Is(err, c.err) || (x.V() == someWiji) != (c.err == nil) {
			t.Errorf("%s: %v, error %v", what, x, err)
		}
	}
}

// TestCreateSets: the rows have the keys afterwards.
func TestCreateSets(t *testing.T) {
	db := (&server{dialect: "sqlite"}).open(t, made())
	row, link, token, rows := madeRow{}, madePointer{}, madeToken{ID: 1}, []*madeRow{{}, {}}
	m, ms := map[string]any{"ID": nil}, []map[string]any{{}, {}}
	for _, dest := range []any{&row, &link, &token, rows} {
		if err := db.Create(dest).Error; err != nil {
			t.Fatal(err)
		}
	}
	for _, dest := range []any{m, ms} {
		if err := db.Model(&madeRow{}).Create(dest).Error; err != nil {
			t.Fatal(err)
		}
	}
	var omitted madeRow
	if err := db.Omit("ID").Create(&omitted).Error; !errors.Is(err, id.ErrZero) || !omitted.ID.IsZero() {
		t.Errorf("a row that was not stored has the key %v, error %v", omitted.ID, err)
	}
	got := fmt.Sprint(row.ID.V()[15], link.ID.V()[15], token.Token.V()[15], token.Second.V()[15], token.Third == nil, rows[0].ID.V()[15], rows[1].ID.V()[15], m, ms)
	key := func(n byte) string { x := someWiji; x[15] = n; return x.String() }
	want := fmt.Sprint("7 8 9 10 true 11 12 map[id:", key(13), "] [map[id:", key(14), "] map[id:", key(15), "]]")
	if got != want {
		t.Errorf("the keys are %s, want %s", got, want)
	}
}

// TestNotNull: which columns of IDs a migration makes NOT NULL.
func TestNotNull(t *testing.T) {
	stmt := &gorm.Statement{DB: dryRun(t, "sqlite")}
	for _, c := range []struct {
		model any
		want  map[string]bool
	}{
		{&madeRow{}, map[string]bool{"ID": true, "Ref": false}},
		{&madePointer{}, map[string]bool{"ID": false}},
		{&madePart{}, map[string]bool{"ID": true, "Ref": false}}, // in a struct that is embedded by a pointer
	} {
		if err := stmt.Parse(c.model); err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			if got := stmt.Schema.LookUpField(name).NotNull; got != want {
				t.Errorf("%s.%s is NOT NULL: %t, want %t", stmt.Schema.Name, name, got, want)
			}
		}
	}
}

// TestCreateDefault: a key that the server makes is read back, and is an error where the server does not return it.
func TestCreateDefault(t *testing.T) {
	mine := Of(wiji.ID{0: 6, 9: 0x10, 15: 1})
	for what, c := range map[string]struct {
		run           func(db *gorm.DB) *gorm.DB
		mysql, sqlite string
	}{
		"struct":            {func(db *gorm.DB) *gorm.DB { return db.Create(&madeDefault{Name: "a"}) }, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: the tag default makes the key in the server, which does not return it: remove the tag, and the key is generated, set the key, or, if the program does not need it, Omit the field", `INSERT INTO "made_defaults" ("name") VALUES (?) RETURNING "id" | 'a'`},
		"struct with a key": {func(db *gorm.DB) *gorm.DB { return db.Create(&madeDefault{ID: mine}) }, "INSERT INTO `made_defaults` (`name`,`id`) VALUES (?,?) | '', x'06000000000000000010000000000001'", `INSERT INTO "made_defaults" ("name","id") VALUES (?,?) RETURNING "id" | '', x'06000000000000000010000000000001'`},
		"list":              {func(db *gorm.DB) *gorm.DB { return db.Create(&[]madeDefault{{ID: mine}, {}}) }, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: …", `INSERT INTO "made_defaults" ("name","id") VALUES (?,?),(?,DEFAULT) RETURNING "id" | '', x'06000000000000000010000000000001', ''`},
		"list with keys":    {func(db *gorm.DB) *gorm.DB { return db.Create(&[]madeDefault{{ID: mine}, {ID: mine}}) }, "INSERT INTO `made_defaults` (`name`,`id`) VALUES (?,?),(?,?) | '', x'06000000000000000010000000000001', '', x'06000000000000000010000000000001'", `INSERT INTO "made_defaults" ("name","id") VALUES (?,?),(?,?) RETURNING "id" | '', x'06000000000000000010000000000001', '', x'06000000000000000010000000000001'`},
		"Omit":              {func(db *gorm.DB) *gorm.DB { return db.Omit("ID").Create(&madeDefault{Name: "a"}) }, "INSERT INTO `made_defaults` (`name`) VALUES (?) | 'a'", `INSERT INTO "made_defaults" ("name") VALUES (?) RETURNING "id" | 'a'`},
		"Omit of another":   {func(db *gorm.DB) *gorm.DB { return db.Omit("Name").Create(&madeDefault{Name: "a"}) }, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: …", `INSERT INTO "made_defaults" DEFAULT VALUES RETURNING "id"`},
		"Select of another": {func(db *gorm.DB) *gorm.DB { return db.Select("Name").Create(&madeDefault{Name: "a"}) }, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: …", `INSERT INTO "made_defaults" ("name") VALUES (?) RETURNING "id" | 'a'`},
		"Select of the key": {func(db *gorm.DB) *gorm.DB { return db.Select("ID").Create(&madeDefault{}) }, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: …", `INSERT INTO "made_defaults" DEFAULT VALUES RETURNING "id"`},
		"map":               {func(db *gorm.DB) *gorm.DB { return db.Model(&madeDefault{}).Create(map[string]any{"name": "a"}) }, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: …", `INSERT INTO "made_defaults" ("name") VALUES (?) RETURNING "id" | 'a'`},
		"map with a key":    {func(db *gorm.DB) *gorm.DB { return db.Model(&madeDefault{}).Create(map[string]any{"id": mine}) }, "INSERT INTO `made_defaults` (`id`) VALUES (?) | x'06000000000000000010000000000001'", `INSERT INTO "made_defaults" ("id") VALUES (?) RETURNING "id" | x'06000000000000000010000000000001'`},
		"map, Omit": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeDefault{}).Omit("ID").Create(map[string]any{"id": "x"})
		}, `error: gormtype.ID[wiji.ID]: made_defaults.id "x": not an ID: …`, `error: gormtype.ID[wiji.ID]: made_defaults.id "x": not an ID: …`},
		"for reading":        {func(db *gorm.DB) *gorm.DB { return db.Create(&madeDefaultRead{Name: "a"}) }, "INSERT INTO `made_default_reads` (`name`) VALUES (?) | 'a'", `INSERT INTO "made_default_reads" ("name") VALUES (?) RETURNING "id" | 'a'`},
		"map with the field": {func(db *gorm.DB) *gorm.DB { return db.Model(&madeDefault{}).Create(map[string]any{"ID": mine}) }, "INSERT INTO `made_defaults` (`id`) VALUES (?) | x'06000000000000000010000000000001'", `INSERT INTO "made_defaults" ("id") VALUES (?) RETURNING "id" | x'06000000000000000010000000000001'`},
		"maps": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&madeDefault{}).Create([]map[string]any{{"id": mine}, {"name": "a"}})
		}, "error: gormtype.ID[wiji.ID]: field madeDefault.ID: contradicting tag: …", `INSERT INTO "made_defaults" ("id","name") VALUES (?,?),(?,?) RETURNING "id" | x'06000000000000000010000000000001', NULL, NULL, 'a'`},
	} {
		for dialect, want := range map[string]string{"mysql": c.mysql, "sqlite": c.sqlite} {
			s := &server{dialect: dialect}
			if got := s.outcome(c.run(s.open(t)).Error); !matches(got, want) {
				t.Errorf("%s, %s:\n<<%s>>%s<</>>", dialect, what, want, got)
			}
		}
	}
	s := &server{dialect: "sqlite"}
	s.on(answer{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{{someWiji[:]}}})
	row := madeDefault{Name: "a"}
	if err := s.open(t).Create(&row).Error; err != nil || row.ID.V() != someWiji {
		t.Errorf("the key of the server is read as %v, error %v", row.ID, err)
	}
}

// TestUnreadableDefault: the error of a key of another format says what becomes of the rows.
func TestUnreadableDefault(t *testing.T) {
	for what, c := range map[string]struct {
		begins bool
		run    func(db *gorm.DB) error
		want   string
	}{
		"no transaction": {false, func(db *gorm.DB) error { return db.Create(&madeDefault{}).Error }, "the rows are stored"},
		"GORM's":         {true, func(db *gorm.DB) error { return db.Create(&madeDefault{}).Error }, "GORM rolls the rows back"},
		"the program's": {false, func(db *gorm.DB) error {
			return db.Transaction(func(tx *gorm.DB) error { return tx.Create(&madeDefault{}).Error })
		}, "roll the transaction back, which has the rows"},
	} {
		s := &server{dialect: "sqlite", begins: c.begins}
		s.on(answer{to: "INSERT", columns: "id:blob", rows: [][]driver.Value{{[]byte("x")}}})
		err := c.run(s.open(t))
		if begin := "gormtype: Create: the server's default made a key of another format: " + c.want + ": fix the default of made_defaults: sql: Scan error on "; err == nil || !strings.HasPrefix(err.Error(), begin) || !errors.Is(err, id.ErrLength) {
			t.Errorf("%s: %v, want %s", what, err, begin)
		}
	}
	s := &server{dialect: "sqlite"}
	failure := errors.New("no room")
	s.on(answer{to: "INSERT", err: failure})
	if err := s.open(t).Create(&madeRow{}).Error; err != failure {
		t.Errorf("another error becomes %v", err)
	}
}

// TestSet: a field takes a plain ID and its text, as Attrs and Assign pass them, and is cleared by NULL and beside an error.
func TestSet(t *testing.T) {
	type row struct {
		ID  ID[wiji.ID]
		Ref *ID[wiji.ID]
	}
	type plain struct {
		ID  wiji.ID
		Ref *wiji.ID
	}
	db := dryRun(t, "sqlite")
	if err := db.Use(New(Plain[wiji.ID](), Models(&plain{}))); err != nil {
		t.Fatal(err)
	}
	stmt, plainStmt := &gorm.Statement{DB: db}, &gorm.Statement{DB: db}
	if err := errors.Join(stmt.Parse(&row{}), plainStmt.Parse(&plain{})); err != nil {
		t.Fatal(err)
	}
	was := Of(wiji.ID{0: 6, 9: 0x10, 15: 1})
	link := &was
	someLink := Of(someWiji)
	forms := strings.NewReplacer("'"+was.String()+"'", "before", "'"+wiji.ID{}.String()+"'", "zero")
	hand, _ := someLink.Value()
	for _, c := range []struct {
		value     any
		id, ref   string
		isRefused bool
	}{
		{Of(someWiji), "TEXT", "TEXT", false},
		{&someLink, "TEXT", "TEXT", false},
		{someWiji, "TEXT", "TEXT", false},
		{&someWiji, "TEXT", "TEXT", false},
		{someWiji.String(), "TEXT", "TEXT", false},
		{hand, "TEXT", "TEXT", false},
		{sql.NullString{String: someWiji.String(), Valid: true}, "TEXT", "TEXT", false},
		{nil, "zero", "nil", false},
		{(*wiji.ID)(nil), "zero", "nil", false},
		{(*ID[wiji.ID])(nil), "zero", "nil", false},
		{new(*ID[wiji.ID]), "zero", "nil", false},
		{ptr(&someLink), "TEXT", "TEXT", false},
		{"x", "before", "zero", true},
		{7, "before", "zero", true},
		{Of(someFlake), "zero", "zero", true},
		{gorm.Expr("x"), "before", "before", true},
	} {
		own := was
		r := row{ID: was, Ref: &own}
		ref := was.V()
		p := plain{ID: was.V(), Ref: &ref}
		for i, name := range []string{"ID", "Ref"} {
			err := stmt.Schema.LookUpField(name).Set(t.Context(), reflectOf(&r), c.value)
			if (err != nil) != c.isRefused {
				t.Errorf("%s set to %v: %v", name, c.value, err)
			}
			got := "nil"
			switch {
			case i == 0:
				got = forms.Replace("'" + r.ID.String() + "'")
			case r.Ref != nil:
				got = forms.Replace("'" + r.Ref.String() + "'")
			}
			if got = short.Replace(got); got != []string{c.id, c.ref}[i] {
				t.Errorf("%s set to %T %v is %s, want %s", name, c.value, c.value, got, []string{c.id, c.ref}[i])
			}
			if err := plainStmt.Schema.LookUpField(name).Set(t.Context(), reflectOf(&p), c.value); (err != nil) != c.isRefused {
				t.Errorf("plain %s set to %v: %v", name, c.value, err)
			}
		}
		if p.ID != r.ID.V() || (p.Ref == nil) != (r.Ref == nil) || p.Ref != nil && *p.Ref != r.Ref.V() {
			t.Errorf("plain fields set to %T %v are %v, and those of the column type %v", c.value, c.value, p, r)
		}
	}
	if link.V() != was.V() {
		t.Error("the value before has changed")
	}
}

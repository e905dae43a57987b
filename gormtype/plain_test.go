package gormtype

import (
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// The models of plain fields.
type (
	plainRow struct {
		ID     wiji.ID
		BossID *wiji.ID
		Boss   *plainRow
		User   *wiji.For[plainKind]
		Tags   []plainTag `gorm:"many2many:plain_row_tags"`
		Name   string
	}
	plainTag struct {
		ID   wiji.For[plainKind]
		Name string
		Skip wiji.ID `gorm:"-"`
		JSON wiji.ID `gorm:"serializer:json"`
		Own  *ID[wiji.ID]
	}
	plainWrong struct {
		ID   wiji.ID `gorm:"size:7"`
		Name string
	}
	// PlainKey is embedded by a pointer.
	PlainKey  struct{ ID wiji.ID }
	plainPart struct {
		*PlainKey
		Name string
	}
	plainKind struct{ Unused int }
	plainKey  struct {
		ID   token
		Ref  *token
		Name string
	}
	plainLink struct {
		PlainRowID wiji.ID             `gorm:"primaryKey"`
		PlainTagID wiji.For[plainKind] `gorm:"primaryKey"`
		Note       string
	}
	// token and ticket are ID types of another library, which GORM takes for lists of numbers.
	token  [16]byte
	ticket [16]byte
)

func (*plainKind) IDPrefix() string { return "kind" }

// text16 writes 16 bytes as hexadecimal digits.
func (x token) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%x", x[:]), nil }

func (x *token) UnmarshalText(b []byte) error {
	_, err := hex.Decode(x[:], b)
	return err
}

func (x ticket) MarshalText() ([]byte, error) { return token(x).MarshalText() }

func (x *ticket) UnmarshalText(b []byte) error { return (*token)(x).UnmarshalText(b) }

var someToken = token(someWiji)

// TestPlain: plain fields are stored, generated, compared and read as those of the column type.
func TestPlain(t *testing.T) {
	user := wiji.For[plainKind](someWiji)
	mine := wiji.ID{0: 6, 9: 0x10, 15: 1}
	for what, c := range map[string]struct {
		run  func(db *gorm.DB) *gorm.DB
		want string
	}{
		"Create":                  {func(db *gorm.DB) *gorm.DB { return db.Create(&plainRow{Name: "a"}) }, `INSERT INTO "plain_rows" ("id","boss_id","user","name") VALUES (?,?,?,?) | RAW, NULL, NULL, 'a'`},
		"Create with values":      {func(db *gorm.DB) *gorm.DB { return db.Create(&plainRow{ID: mine, BossID: &someWiji, User: &user}) }, `INSERT INTO "plain_rows" ("id","boss_id","user","name") VALUES (?,?,?,?) | x'06000000000000000010000000000001', RAW, RAW, ''`},
		"Create by value":         {func(db *gorm.DB) *gorm.DB { return db.Create(plainRow{ID: mine}) }, `INSERT INTO "plain_rows" ("id","boss_id","user","name") VALUES (?,?,?,?) | x'06000000000000000010000000000001', NULL, NULL, ''`},
		"Create by value, no key": {func(db *gorm.DB) *gorm.DB { return db.Create(plainRow{}) }, "error: invalid value, should be pointer to struct or slice: plainRow has no key, and a copy cannot receive one: pass a pointer to Create"},
		"Create with relations": {func(db *gorm.DB) *gorm.DB {
			return db.Create(&plainRow{ID: mine, Boss: &plainRow{Name: "b"}, Tags: []plainTag{{Name: "t"}}})
		}, "INSERT INTO \"plain_rows\" (\"id\",\"boss_id\",\"user\",\"name\") VALUES (?,?,?,?) ON CONFLICT DO NOTHING  | RAW, NULL, NULL, 'b'\nINSERT INTO \"plain_rows\" (\"id\",\"boss_id\",\"user\",\"name\") VALUES (?,?,?,?) | x'06000000000000000010000000000001', RAW, NULL, ''\nINSERT INTO \"plain_tags\" (\"id\",\"name\",\"json\",\"own\") VALUES (?,?,?,?) ON CONFLICT DO NOTHING  | x'060000ab000000000010000000000008', 't', '\"\"', NULL\nINSERT INTO \"plain_row_tags\" (\"plain_row_id\",\"plain_tag_id\") VALUES (?,?) ON CONFLICT DO NOTHING | x'06000000000000000010000000000001', x'060000ab000000000010000000000008'"},
		"Create of a map": {func(db *gorm.DB) *gorm.DB {
			return db.Model(&plainRow{}).Create(map[string]any{"id": mine, "user": user})
		}, `INSERT INTO "plain_rows" ("id","user") VALUES (?,?) | x'06000000000000000010000000000001', RAW`},
		"Create of a kind":          {func(db *gorm.DB) *gorm.DB { return db.Create(&[]plainTag{{}, {}}) }, `INSERT INTO "plain_tags" ("id","name","json","own") VALUES (?,?,?,?),(?,?,?,?) | RAW, '', '""', NULL, x'060000ab000000000010000000000008', '', '""', NULL`},
		"Save":                      {func(db *gorm.DB) *gorm.DB { return db.Save(&plainRow{ID: mine, Name: "b"}) }, `UPDATE "plain_rows" SET "boss_id"=?,"user"=?,"name"=? WHERE "id" = ? | NULL, NULL, 'b', x'06000000000000000010000000000001'`},
		"Updates of a struct":       {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Updates(plainRow{BossID: &someWiji}) }, `UPDATE "plain_rows" SET "boss_id"=? WHERE "id" = ? | RAW, x'06000000000000000010000000000001'`},
		"Update of a field":         {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("boss_id", someWiji) }, `UPDATE "plain_rows" SET "boss_id"=? WHERE "id" = ? | RAW, x'06000000000000000010000000000001'`},
		"Update with a text":        {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", user.String()) }, `UPDATE "plain_rows" SET "user"=? WHERE "id" = ? | RAW, x'06000000000000000010000000000001'`},
		"Update with a wrong text":  {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", "x") }, `error: gormtype.ID[wiji.For[gormtype.plainKind]]: plain_rows.user "x": not an ID: the column holds a wiji.For[gormtype.plainKind]: pass one, or its text`},
		"Update with another kind":  {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", someUser) }, "error: gormtype.ID[wiji.For[gormtype.plainKind]]: plain_rows.user wiji.For[gormtype.typedUser]: ID of another type: the column holds a wiji.For[gormtype.plainKind]: pass the ID of that type"},
		"Update with the untyped":   {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", someWiji) }, "error: gormtype.ID[wiji.For[gormtype.plainKind]]: plain_rows.user wiji.ID: ID of another type: …"},
		"Update with a column type": {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", Of(someWiji)) }, `UPDATE "plain_rows" SET "user"=? WHERE "id" = ? | RAW, x'06000000000000000010000000000001'`},
		"Update with the kind's":    {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", Of(user)) }, `UPDATE "plain_rows" SET "user"=? WHERE "id" = ? | RAW, x'06000000000000000010000000000001'`},
		"Update with nil":           {func(db *gorm.DB) *gorm.DB { return db.Model(&plainRow{ID: mine}).Update("user", nil) }, `UPDATE "plain_rows" SET "user"=? WHERE "id" = ? | NULL, x'06000000000000000010000000000001'`},
		"Delete":                    {func(db *gorm.DB) *gorm.DB { return db.Delete(&plainRow{ID: mine}) }, `DELETE FROM "plain_rows" WHERE "plain_rows"."id" = ? | x'06000000000000000010000000000001'`},
		"Where": {func(db *gorm.DB) *gorm.DB {
			return db.Where("id = ? AND user = ?", someWiji, &user).Find(&[]plainRow{})
		}, `SELECT * FROM "plain_rows" WHERE id = ? AND user = ? | RAW, RAW`},
		"Where a struct":              {func(db *gorm.DB) *gorm.DB { return db.Where(&plainRow{BossID: &someWiji}).Find(&[]plainRow{}) }, `SELECT * FROM "plain_rows" WHERE "plain_rows"."boss_id" = ? | RAW`},
		"Where a map":                 {func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": someWiji}).Find(&[]plainRow{}) }, `SELECT * FROM "plain_rows" WHERE "plain_rows"."id" = ? | RAW` + gorm125 + `SELECT * FROM "plain_rows" WHERE "id" = ? | RAW`},
		"Where with the prefix":       {func(db *gorm.DB) *gorm.DB { return db.Where("user = ?", user.String()).Find(&[]plainRow{}) }, `SELECT * FROM "plain_rows" WHERE user = ? | RAW`},
		"Where beside a text":         {func(db *gorm.DB) *gorm.DB { return db.Where("'k:' || ? = name", user).Find(&[]plainRow{}) }, `SELECT * FROM "plain_rows" WHERE 'k:' || ? = name | 'kind_06000ap0000000040000000007'`},
		"Where a token beside a text": {func(db *gorm.DB) *gorm.DB { return db.Where("'k:' || ? = name", someToken).Find(&[]plainKey{}) }, `SELECT * FROM "plain_keys" WHERE 'k:' || ? = name | 'HEX'`},
		"First":                       {func(db *gorm.DB) *gorm.DB { return db.Find(&plainRow{}, mine) }, `SELECT * FROM "plain_rows" WHERE "plain_rows"."id" = ? | x'06000000000000000010000000000001'`},
		"Preload":                     {func(db *gorm.DB) *gorm.DB { return db.Preload("Boss").Find(&[]plainRow{{ID: mine, BossID: &someWiji}}) }, `SELECT * FROM "plain_rows"`},
		"a plain key":                 {func(db *gorm.DB) *gorm.DB { return db.Create(&plainKey{ID: someToken}) }, `INSERT INTO "plain_keys" ("id","ref","name") VALUES (?,?,?) | RAW, NULL, ''`},
		"a plain key in a condition": {func(db *gorm.DB) *gorm.DB {
			return db.Where("id = ? AND ref IN ?", someToken, []token{someToken}).Find(&[]plainKey{})
		}, `SELECT * FROM "plain_keys" WHERE id = ? AND ref IN (?) | RAW, RAW`},
		"no key": {func(db *gorm.DB) *gorm.DB { return db.Create(&plainKey{}) }, "error: gormtype.ID[gormtype.token]: Generate: no generator: gormtype.token has no default generator: set the key, or add a generator by db.Use(gormtype.New(gormtype.Generator(func() (gormtype.token, error) {…})))"},
	} {
		s := &server{dialect: "sqlite"}
		db := s.open(t, made(), Plain[wiji.ID](), Plain[token](), Models(&plainRow{}, &plainKey{}))
		if got := s.outcome(c.run(db).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestPlainReads: plain fields read each form, and NULL as zero or nil.
func TestPlainReads(t *testing.T) {
	for _, c := range []struct {
		columns string
		row     []driver.Value
		want    string
	}{
		{"id boss_id user name", []driver.Value{someWiji[:], someWiji[:], someWiji[:], "a"}, `{"ID":"TEXT","BossID":"TEXT","Boss":null,"User":"kind_06000ap0000000040000000007","Tags":null,"Name":"a"}`},
		{"id boss_id user name", []driver.Value{nil, nil, nil, "a"}, `{"ID":"","BossID":null,"Boss":null,"User":null,"Tags":null,"Name":"a"}`},
		{"id", []driver.Value{[]byte("x")}, `error: sql: Scan error on column index 0, name "id": gormtype.ID[wiji.ID]: Scan of []uint8 "x" (1 bytes): wrong length: this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, gormtype.Binary for a bytea column`},
	} {
		s := &server{dialect: "sqlite"}
		s.on(answer{to: "SELECT", columns: c.columns, rows: [][]driver.Value{c.row}})
		db := s.open(t, Plain[wiji.ID](), Models(&plainRow{}))
		mine := wiji.ID{0: 6, 9: 0x10, 15: 1}
		user := wiji.For[plainKind](mine)
		row := plainRow{ID: mine, BossID: &mine, User: &user}
		tx := db.Find(&row)
		if got := read(row, tx); !matches(got, c.want) {
			t.Errorf("%v:\n<<%s>>%s<</>>", c.row, c.want, got)
		}
	}
}

// TestPlainValueOf: a callback that reads a plain field gets the column type.
func TestPlainValueOf(t *testing.T) {
	db := (&server{dialect: "sqlite"}).open(t, Plain[wiji.ID](), Models(&plainRow{}, &plainPart{}))
	link := Of(someWiji)
	for _, c := range []struct {
		row    any
		name   string
		want   any
		isZero bool
	}{
		{plainRow{ID: someWiji}, "ID", link, false},
		{plainRow{}, "ID", ID[wiji.ID]{}, true},
		{plainRow{BossID: &someWiji}, "BossID", &link, false},
		{plainRow{}, "BossID", (*ID[wiji.ID])(nil), true},
		{plainPart{PlainKey: &PlainKey{someWiji}}, "ID", link, false},
		{plainPart{}, "ID", nil, true},
	} {
		stmt := &gorm.Statement{DB: db}
		if err := stmt.Parse(c.row); err != nil {
			t.Fatal(err)
		}
		if got, isZero := stmt.Schema.LookUpField(c.name).ValueOf(t.Context(), reflect.ValueOf(c.row)); !reflect.DeepEqual(got, c.want) || isZero != c.isZero {
			t.Errorf("%s: %T %v, %t, want %v", c.name, got, got, isZero, c.want)
		}
	}
}

// TestPlainColumns: the columns of plain fields are those of the column type, and a field that is not NULL is so.
func TestPlainColumns(t *testing.T) {
	for dialect, want := range map[string]string{"mysql": "CREATE TABLE `plain_rows` (`id` binary(16) NOT NULL,`boss_id` binary(16),`user` binary(16),`name` string,PRIMARY KEY (`id`),CONSTRAINT `fk_plain_rows_boss` FOREIGN KEY (`boss_id`) REFERENCES `plain_rows`(`id`))", "postgres": `CREATE TABLE "plain_rows" ("id" uuid NOT NULL,"boss_id" uuid,"user" uuid,"name" string,PRIMARY KEY ("id"),CONSTRAINT "fk_plain_rows_boss" FOREIGN KEY ("boss_id") REFERENCES "plain_rows"("id"))`, "sqlite": `CREATE TABLE "plain_rows" ("id" blob NOT NULL,"boss_id" blob,"user" blob,"name" string,PRIMARY KEY ("id"),CONSTRAINT "fk_plain_rows_boss" FOREIGN KEY ("boss_id") REFERENCES "plain_rows"("id"))`} {
		s := &server{dialect: dialect}
		db := s.open(t, Plain[wiji.ID](), Models(&plainRow{}))
		if err := db.Migrator().CreateTable(&plainRow{}); err != nil {
			t.Fatal(err)
		}
		log := s.took()
		if got := log[strings.LastIndexByte(log, '\n')+1:]; got != want {
			t.Errorf("%s:\n<<%s>>%s<</>>", dialect, want, got)
		}
	}
}

// TestPlainJoinModel: a join model that SetupJoinTable sets after db.Use is refused, and one before it is right.
func TestPlainJoinModel(t *testing.T) {
	s := &server{dialect: "sqlite"}
	db := s.openBare(t)
	if err := errors.Join(db.SetupJoinTable(&plainRow{}, "Tags", &plainLink{}), db.Use(New(made(), Plain[wiji.ID](), Models(&plainRow{})))); err != nil {
		t.Fatal(err)
	}
	row := plainRow{Tags: []plainTag{{}}}
	if err := db.Create(&row).Error; err != nil {
		t.Error(err)
	}
	if got, want := s.took(), "INSERT INTO \"plain_rows\" (\"id\",\"boss_id\",\"user\",\"name\") VALUES (?,?,?,?) | RAW, NULL, NULL, ''\nINSERT INTO \"plain_tags\" (\"id\",\"name\",\"json\",\"own\") VALUES (?,?,?,?) ON CONFLICT DO NOTHING  | x'060000ab000000000010000000000008', '', '\"\"', NULL\nINSERT INTO \"plain_links\" (\"plain_row_id\",\"plain_tag_id\",\"note\") VALUES (?,?,?) ON CONFLICT DO NOTHING | RAW, x'060000ab000000000010000000000008', ''"; got != want {
		t.Errorf("before:\n<<%s>>%s<</>>", want, got)
	}
	s = &server{dialect: "sqlite"}
	db = s.open(t, made(), Plain[wiji.ID](), Models(&plainRow{}))
	if err := db.SetupJoinTable(&plainRow{}, "Tags", &plainLink{}); err != nil {
		t.Fatal(err)
	}
	if got, want := s.outcome(db.Create(&plainRow{Tags: []plainTag{{}}}).Error), "error: gormtype: field plainLink.PlainRowID: plain ID: a plain wiji.ID is a key in the models of gormtype.Models: add plainLink to it, also if it is a join model, or make the field a gormtype.ID[wiji.ID], as in a migration"; !matches(got, want) {
		t.Errorf("after:\n<<%s>>%s<</>>", want, got)
	}
}

// TestPlainTag: a tag of a plain field that contradicts its type is refused.
func TestPlainTag(t *testing.T) {
	err := (&server{dialect: "sqlite"}).openBare(t).Use(New(Plain[wiji.ID](), Models(&plainWrong{})))
	if want := "gormtype.ID[wiji.ID]: field plainWrong.ID: contradicting tag: the tag size:7"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	type other struct {
		ID  uint
		Ref token
	}
	s := &server{dialect: "sqlite"}
	db := s.open(t, Plain[token](), Models(&plainKey{}))
	if got, want := s.outcome(db.Create(&other{}).Error), "error: gormtype: field other.Ref: plain ID: a plain gormtype.token is a key in the models of gormtype.Models: add other to it, also if it is a join model, or make the field a gormtype.ID[gormtype.token], as in a migration"; !matches(got, want) {
		t.Errorf("a model that is not named:\n<<%s>>%s<</>>", want, got)
	}
}

// TestKindOperations: what a plain field of a typed ID takes for its ID.
func TestKindOperations(t *testing.T) {
	own := (&plugin{plains: map[reflect.Type]adopter{}}).adopterOf(reflect.TypeFor[wiji.ID]())
	if own != nil {
		t.Error("a plugin without the option adopts a type")
	}
	p := &plugin{plains: map[reflect.Type]adopter{}}
	Plain[wiji.ID]()(p)
	if p.adopterOf(reflect.TypeFor[token]()) != nil || p.adopterOf(reflect.TypeFor[wiji.For[plainKind]]()) == nil || p.adopterOf(reflect.TypeFor[wiji.ID]()) == nil {
		t.Error("the option adopts other types than its own and its kinds")
	}
	typed := p.adopterOf(reflect.TypeFor[wiji.ID]()).traits(reflect.TypeFor[wiji.For[plainKind]]())
	user := wiji.For[plainKind](someWiji)
	field := &schema.Field{DBName: "user", Schema: &schema.Schema{Table: "rows"}}
	for _, v := range []any{user, &user, ptr(&user), someWiji, &someWiji, user.String(), textName(user.String())} {
		if stored, err := typed.store(field, v); err != nil || stored != any(Of(someWiji)) {
			t.Errorf("store of a %T: %v, error %v", v, stored, err)
		}
	}
	for _, v := range []any{nil, (*wiji.For[plainKind])(nil)} {
		if stored, err := typed.store(field, v); err != nil || stored != nil {
			t.Errorf("store of a %T: %v, error %v", v, stored, err)
		}
	}
	if text, ok := typed.text(user); !ok || text != user.String() {
		t.Errorf("the text is %q, %t", text, ok)
	}
	if text, ok := typed.text(&user); !ok || text != user.String() {
		t.Errorf("the text of a pointer is %q, %t", text, ok)
	}
	if text, ok := typed.text(7); ok || text != "" {
		t.Errorf("the text of a number is %q, %t", text, ok)
	}
	if text, ok := typed.show(someWiji[:]); !ok || text != user.String() {
		t.Errorf("the text of bytes is %q, %t", text, ok)
	}
	if text, ok := typed.show([]byte("x")); ok || text != "" {
		t.Errorf("the text of other bytes is %q, %t", text, ok)
	}
	if !typed.isPlain || typed.ID != reflect.TypeFor[wiji.For[plainKind]]() || traitsOf[wiji.ID, native]().isPlain {
		t.Errorf("the traits are %+v", typed)
	}
	if data, err := json.Marshal(token{15: 1}); err != nil || string(data) != `"00000000000000000000000000000001"` {
		t.Errorf("%s, %v", data, err)
	}
}

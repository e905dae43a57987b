package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

// The models and the destinations of the reads.
type (
	readRow struct {
		Code   *Text[wiji.ID]
		ID     ID[wiji.ID]
		Num    *ID[ulidflake.ID]
		User   *ID[wiji.For[typedUser]]
		Tok    *ID[foreignID]
		Name   string
		BossID *ID[wiji.ID]
		Boss   *readRow
	}
	readPlain struct {
		ID   ulid.ID
		Kind ulid.For[typedUser]
		Name string
	}
	readTexts struct {
		ID, Code, Num, Name string
	}
	readIDs struct {
		ID   wiji.ID
		Code *wiji.ID
		Num  ulidflake.ID
		User sql.Null[wiji.For[typedUser]]
		Name string
	}
	readBosses struct {
		ID, Name string
		BossID   *string
		Boss     *readBosses
	}
	readOther struct{ ID uid11.ID }
	// scanText reads the form of the column itself.
	scanText string
	// scanID is an ID of another library that reads itself.
	scanID [16]byte
)

func (readRow) TableName() string { return "reads" }

// Scan reads the length of a value.
func (x *scanText) Scan(v any) error {
	*x = scanText(fmt.Sprintf("%T", v))
	return nil
}

func (x scanID) MarshalText() ([]byte, error) { return wiji.ID(x).MarshalText() }

func (x *scanID) UnmarshalText(b []byte) error { return (*wiji.ID)(x).UnmarshalText(b) }

// Scan reads raw bytes.
func (x *scanID) Scan(v any) error {
	copy(x[:], fmt.Sprint("scanned", reflect.TypeOf(v)))
	return nil
}

// TestDestination: what a destination has of the columns that a statement returns.
func TestDestination(t *testing.T) {
	raw, num := someWiji[:], int64(someFlake)
	one := func(columns string, values ...driver.Value) answer {
		return answer{to: "SELECT", columns: columns, rows: [][]driver.Value{values}}
	}
	someULID := ulid.ID{0: 1, 15: 1}
	for _, c := range []struct {
		dialect, sql string
		answer       answer
		dest         any
		scan, find   string // the same if it is empty; a dash if GORM does not read it
	}{
		// An ID that is returned alone.
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(wiji.ID), `"TEXT"`, ""},
		{"postgres", "SELECT id FROM reads", one("id", someWiji.UUID()), new(wiji.ID), `"TEXT"`, ""},
		{"mysql", "SELECT code FROM reads", one("code", []byte(someWiji.String())), new(wiji.ID), `error: sql: Scan error on column index 0, name "code": gormtype.ID[wiji.ID]: Scan of []uint8 "06000AP0000000040000000007" (26 bytes): wrong length: this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, gormtype.Binary for a bytea column`, ""},
		{"mysql", "SELECT num FROM reads", one("num", num), new(ulidflake.ID), `"0000100000005"`, ""},
		{"mysql", "SELECT tok FROM reads", one("tok", someForeign[:]), new(foreignID), `"0100000000000008"`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(*wiji.ID), `"TEXT"`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]wiji.ID), `["TEXT"]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]*wiji.ID), `["TEXT"]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]sql.Null[wiji.ID]), `[{"V":"TEXT","Valid":true}]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(ID[wiji.ID]), `"TEXT"`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(*ID[wiji.ID]), `"TEXT"`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]ID[wiji.ID]), `["TEXT"]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]*ID[wiji.ID]), `["TEXT"]`, ""},
		{"sqlite", "SELECT user FROM reads", one("user", raw), new(wiji.For[typedUser]), `"user_06000ap0000000040000000007"`, ""},
		{"sqlite", "SELECT MAX(id) FROM reads", one("MAX(id)", raw), new(wiji.ID), `"TEXT"`, ""},
		{"sqlite", "SELECT COALESCE(boss_id, id) FROM reads", one("x", raw), new([]wiji.ID), `["TEXT"]`, ""},
		{"sqlite", "SELECT id FROM others", one("id", raw), new(wiji.ID), `"TEXT"`, ""},
		{"sqlite", "SELECT COUNT(*) FROM reads", one("n", num), new(ulidflake.ID), `"0000100000005"`, ""},
		{"sqlite", "SELECT name FROM reads", one("name", "0123456789abcdef"), new([16]byte), `error: sql: Scan error on column index 0, name "name": converting driver.Value type string …`, ""},
		{"sqlite", "SELECT name FROM reads", one("name", "a"), new(wiji.ID), `error: sql: Scan error on column index 0, name "name": converting driver.Value type string …`, `error: sql: Scan error on column index 0, name "name": gormtype.ID[wiji.ID]: Scan of string "a": wrong length: …`},
		{"sqlite", "SELECT id FROM reads", one("id", nil), new(wiji.ID), `error: sql: Scan error on column index 0, name "id": gormtype.ID[wiji.ID]: Scan: NULL: use a pointer to this type for the field of a column that can be NULL, and sql.Null of this type in a list or for a single value, where GORM reads NULL into no pointer`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", nil), ptr(&wiji.ID{1}), "null", ""},
		{"sqlite", "SELECT id FROM reads", one("id", nil), new([]wiji.ID), `error: sql: Scan error on column index 0, name "id": gormtype.ID[wiji.ID]: Scan: NULL: use a pointer to this type for the field of a column that can be NULL, and sql.Null of this type in a list or for a single value, where GORM reads NULL into no pointer`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", nil), new([]sql.Null[wiji.ID]), `[{"V":"","Valid":false}]`, ""},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new(wiji.ID), `error: sql: Scan error on column index …`, "error: gormtype: scan into a wiji.ID: wrong destination: the statement returns 2 columns: select one"},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new([]wiji.ID), `error: sql: Scan error on column index …`, "error: gormtype: scan into a wiji.ID: wrong destination: …"},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new([]*wiji.ID), `error: sql: Scan error on column index …`, "error: gormtype: scan into a wiji.ID: wrong destination: …"},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new(ID[wiji.ID]), `error: sql: Scan error on column index …`, "error: gormtype: scan into a gormtype.Column[wiji.ID,gormtype.native]: wrong destination: …"},
		{"sqlite", "SELECT id FROM reads", answer{to: "SELECT", columns: "id"}, new(wiji.ID), `""`, ""},
		{"sqlite", "SELECT id FROM read_plains", one("id", someULID[:]), new(ulid.ID), `"01000000000000000000000001"`, ""},
		{"sqlite", "SELECT id FROM read_plains", one("id", someULID[:]), new([]ulid.ID), `["01000000000000000000000001"]`, ""},
		{"sqlite", "SELECT kind FROM read_plains", one("kind", someULID[:]), new([]*ulid.For[typedUser]), `["user_01000000000000000000000001"]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", []byte("x")), new(wiji.ID), `error: sql: Scan error on column index 0, name "id": gormtype.ID[wiji.ID]: Scan of []uint8 "x" (1 bytes): wrong length: this type needs a uuid column (PostgreSQL) or one of 16 raw bytes: use gormtype.Text for a text column, gormtype.Binary for a bytea column`, ""},

		// An ID that is read into a text.
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(string), `"TEXT"`, ""},
		{"postgres", "SELECT id FROM reads", one("id", someWiji.UUID()), new(string), `"TEXT"`, ""},
		{"postgres", "SELECT num FROM reads", one("num", num), new(string), `"0000100000005"`, ""},
		{"mysql", "SELECT num FROM reads", one("num", []byte(fmt.Sprint(num))), new(string), `"0000100000005"`, ""},
		{"mysql", "SELECT num FROM reads", one("num", fmt.Sprint(num)), new(string), `"0000100000005"`, ""},
		{"mysql", "SELECT id FROM reads", one("id", string(raw)), new(string), `"TEXT"`, ""},
		{"mysql", "SELECT id FROM reads", one("id", "0123456789abcdefg"), new(string), `"0123456789abcdefg"`, ""},
		{"mysql", "SELECT id FROM reads", one("id", "12"), new(string), `"12"`, ""},
		{"mysql", "SELECT code FROM reads", one("code", someWiji.String()), new(string), `"TEXT"`, ""},
		{"mysql", "SELECT user FROM reads", one("user", raw), new(string), `"user_06000ap0000000040000000007"`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(*string), `"TEXT"`, "-"},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]string), `["TEXT"]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]*string), `["TEXT"]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(textName), `"TEXT"`, "-"},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(sql.NullString), `{"String":"TEXT","Valid":true}`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]sql.Null[string]), `[{"V":"TEXT","Valid":true}]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new(scanText), `"[]uint8"`, "-"},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]scanID), "JSON: json: error calling MarshalText for type …", ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]byte), `error: sql: Scan error on column index 0, name "id": converting driver.Value type []uint8 …`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", nil), new(*string), "null", "-"},
		{"sqlite", "SELECT name FROM reads", one("name", string(raw)), new([]byte), `error: sql: Scan error on column index 0, name "name": converting driver.Value type string …`, ""},
		{"sqlite", "SELECT LOWER(name) FROM reads", one("x", "0123456789abcdef"), new(string), `"0123456789abcdef"`, ""},
		{"sqlite", "SELECT COALESCE(boss_id, NULL) FROM reads", one("x", raw), new(string), `"TEXT"`, ""},
		{"sqlite", "SELECT id FROM others", one("id", raw), new([]byte), `error: sql: Scan error on column index 0, name "id": converting driver.Value type []uint8 …`, ""},
		{"sqlite", "SELECT kind FROM read_plains", one("kind", someULID[:]), new(string), `"user_01000000000000000000000001"`, ""},
		{"sqlite", "SELECT id FROM read_plains", one("id", someULID[:]), new(string), `"01000000000000000000000001"`, ""},

		// Structs.
		{"sqlite", "SELECT id, code, num, name FROM reads", one("id code num name", raw, someWiji.String(), num, "a"), new(readTexts), `{"ID":"TEXT","Code":"TEXT","Num":"0000100000005","Name":"a"}`, ""},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new([]readTexts), `[{"ID":"TEXT","Code":"","Num":"","Name":"a"}]`, ""},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new([]*readTexts), `[{"ID":"TEXT","Code":"","Num":"","Name":"a"}]`, ""},
		{"sqlite", "SELECT id AS name FROM reads", one("name", raw), new(readTexts), `{"ID":"","Code":"","Num":"","Name":"TEXT"}`, ""},
		{"sqlite", "SELECT name AS id, id AS code FROM reads", one("id code", "0123456789abcdef", raw), new(readTexts), `{"ID":"0123456789abcdef","Code":"TEXT","Num":"","Name":""}`, ""},
		{"sqlite", "SELECT id, code, num, user, name FROM reads", one("id code num user name", raw, someWiji.String(), num, raw, "a"), new(readIDs), `{"ID":"TEXT","Code":"TEXT","Num":"0000100000005","User":{"V":"user_06000ap0000000040000000007","Valid":true},"Name":"a"}`, ""},
		{"sqlite", "SELECT code, user FROM reads", one("code user", nil, nil), new([]readIDs), `[{"ID":"","Code":null,"Num":"","User":{"V":"","Valid":false},"Name":""}]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", raw), new([]readIDs), `[{"ID":"TEXT","Code":null,"Num":"","User":{"V":"","Valid":false},"Name":""}]`, ""},
		{"sqlite", "SELECT MAX(id) AS id, 1 AS name FROM reads", one("id name", raw, "a"), new([]readIDs), `[{"ID":"TEXT","Code":null,"Num":"","User":{"V":"","Valid":false},"Name":"a"}]`, ""},
		{"sqlite", "SELECT id, name FROM reads", one("id name", nil, "a"), new([]readIDs), `[{"ID":"","Code":null,"Num":"","User":{"V":"","Valid":false},"Name":"a"}]`, ""},
		{"sqlite", "SELECT id, code FROM reads", one("id code", raw, "x"), new([]readIDs), `error: sql: Scan error on column index 1, name "code": unsupported Scan, storing driver.Value type string into type *wiji.ID`, "error: gormtype: scan into a wiji.ID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[wiji.ID], or, with gormtype.Plain, name the struct in gormtype.Models"},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new(readOther), `error: sql: Scan error on column index …`, "error: gormtype: scan into a uid11.ID: plain ID: …"},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new(struct{ ID ulidflake.ID }), `error: sql: Scan error on column index …`, "error: gormtype: scan into a ulidflake.ID: plain ID: …"},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new(struct{ ID wiji.For[typedOrder] }), `{"ID":"TEXT"}`, ""},
		{"sqlite", "SELECT user AS id, name FROM reads", one("id name", raw, "a"), new(struct{ ID wiji.ID }), `{"ID":"TEXT"}`, ""},
		{"sqlite", "SELECT num, name FROM reads", one("num name", num, "a"), new(struct {
			Num  int64
			Name string
		}), `{"Num":1099511627781,"Name":"a"}`, ""},
		{"sqlite", "SELECT id, name FROM others", one("id name", raw, "a"), new([]readTexts), `[{"ID":"\u0006\u0000\u0000…`, ""},
		{"sqlite", "SELECT r.id, b.id AS Boss__id, b.name AS Boss__name FROM reads r JOIN reads b ON b.id = r.boss_id", one("id Boss__id Boss__name", raw, raw, "b"), new(readBosses), `{"ID":"TEXT","Name":"","BossID":null,"Boss":{"ID":"TEXT","Name":"b","BossID":null,"Boss":null}}`, ""},
		{"sqlite", "SELECT id AS own__id, name FROM reads", one("own__id name", raw, "a"), new(struct {
			Key  string `gorm:"column:own__id"`
			Name string
		}), `{"Key":"TEXT","Name":"a"}`, ""},
		{"sqlite", "SELECT id, name AS unknown FROM reads", one("id unknown", raw, "a"), new(readTexts), `{"ID":"TEXT","Code":"","Num":"","Name":""}`, ""},
		{"sqlite", "SELECT id, name FROM read_plains", one("id name", someULID[:], "a"), new([]readPlain), `[{"ID":"01000000000000000000000001","Kind":"","Name":"a"}]`, ""},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new([]readRow), `[{"Code":null,"ID":"TEXT","Num":null,"User":null,"Tok":null,"Name":"a","BossID":null,"Boss":null}]`, ""},

		// Maps.
		{"sqlite", "SELECT id, num, name FROM reads", one("id num name", raw, num, "a"), new(map[string]any), `{"id":"TEXT","name":"a","num":"0000100000005"}`, ""},
		{"sqlite", "SELECT id, name FROM reads", one("id name", raw, "a"), new([]map[string]any), `[{"id":"TEXT","name":"a"}]`, ""},
		{"sqlite", "SELECT id FROM reads", one("id", nil), new(map[string]any), `{"id":null}`, ""},
		{"sqlite", "SELECT id, name FROM others", one("id name", "a", "b"), new(map[string]any), `{"id":"a","name":"b"}`, ""},
	} {
		s := &server{dialect: c.dialect}
		s.on(c.answer)
		db := s.open(t, Models(&readRow{}, &readPlain{}), Plain[ulid.ID]())
		for end, want := range map[string]string{"Scan": c.scan, "Find": c.find} {
			switch want {
			case "-":
				continue
			case "":
				want = c.scan
			}
			dest := reflect.New(reflect.TypeOf(c.dest).Elem())
			dest.Elem().Set(reflect.ValueOf(c.dest).Elem())
			tx := db.Raw(c.sql)
			if end == "Scan" {
				tx = tx.Scan(dest.Interface())
			} else {
				tx = tx.Find(dest.Interface())
			}
			if got := read(dest.Interface(), tx); !matches(got, want) {
				t.Errorf("%s, %s: %s into %T:\n<<%s>>%s<</>>", end, c.dialect, c.sql, c.dest, want, got)
			}
		}
	}
}

// read returns what a destination has afterwards, or the error.
func read(dest any, tx *gorm.DB) string {
	if tx.Error != nil {
		return "error: " + tx.Error.Error()
	}
	data, err := json.Marshal(dest)
	if err != nil {
		return "JSON: " + err.Error()
	}
	return strings.ReplaceAll(string(data), someWiji.String(), "TEXT")
}

// TestDestinationOfModel: the same reads with a model.
func TestDestinationOfModel(t *testing.T) {
	raw := someWiji[:]
	one := func(columns string, values ...driver.Value) answer {
		return answer{to: "SELECT", columns: columns, rows: [][]driver.Value{values}}
	}
	for what, c := range map[string]struct {
		answer answer
		run    func(db *gorm.DB) (any, *gorm.DB)
		want   string
	}{
		"Find of maps":  {one("id name", raw, "a"), func(db *gorm.DB) (any, *gorm.DB) { d := []map[string]any{}; return &d, db.Model(&readRow{}).Find(&d) }, `[{"id":"TEXT","name":"a"}]`},
		"Take of a map": {one("id name", raw, "a"), func(db *gorm.DB) (any, *gorm.DB) { d := map[string]any{}; return &d, db.Model(&readRow{}).Take(&d) }, `{"id":"TEXT","name":"a"}`},
		"Scan of a map": {one("id name", raw, "a"), func(db *gorm.DB) (any, *gorm.DB) { d := map[string]any{}; return &d, db.Model(&readRow{}).Scan(&d) }, `{"id":"TEXT","name":"a"}`},
		"Find of a map, alias": {one("x name", raw, "a"), func(db *gorm.DB) (any, *gorm.DB) {
			d := map[string]any{}
			return &d, db.Model(&readRow{}).Select("id AS x, name").Take(&d)
		}, `{"name":"a","x":"TEXT"}`},
		"Pluck into IDs":           {one("id", raw), func(db *gorm.DB) (any, *gorm.DB) { d := []wiji.ID{}; return &d, db.Model(&readRow{}).Pluck("id", &d) }, `["TEXT"]`},
		"Pluck into texts":         {one("id", raw), func(db *gorm.DB) (any, *gorm.DB) { d := []string{}; return &d, db.Model(&readRow{}).Pluck("id", &d) }, `["TEXT"]`},
		"Find of a model":          {one("id code num name", raw, someWiji.String(), int64(someFlake), "a"), func(db *gorm.DB) (any, *gorm.DB) { d := []readRow{}; return &d, db.Find(&d) }, `[{"Code":"TEXT","ID":"TEXT","Num":"0000100000005","User":null,"Tok":null,"Name":"a","BossID":null,"Boss":null}]`},
		"Find of a part":           {one("id name", raw, "a"), func(db *gorm.DB) (any, *gorm.DB) { d := []readTexts{}; return &d, db.Model(&readRow{}).Find(&d) }, `[{"ID":"TEXT","Code":"","Num":"","Name":"a"}]`},
		"Find of a part, no model": {one("id name", raw, "a"), func(db *gorm.DB) (any, *gorm.DB) { d := []readTexts{}; return &d, db.Table("reads").Find(&d) }, `[{"ID":"TEXT","Code":"","Num":"","Name":"a"}]`},
		"First of another ID":      {one("id", raw), func(db *gorm.DB) (any, *gorm.DB) { d := readOther{}; return &d, db.Table("reads").Find(&d) }, "error: gormtype: scan into a uid11.ID: plain ID: …"},
		"not found":                {answer{to: "SELECT", columns: "id"}, func(db *gorm.DB) (any, *gorm.DB) { d := readRow{}; return nil, db.First(&d) }, "error: record not found"},
		"an error of the server":   {answer{to: "SELECT", err: errors.New("gone")}, func(db *gorm.DB) (any, *gorm.DB) { d := []wiji.ID{}; return &d, db.Model(&readRow{}).Pluck("id", &d) }, "error: gone"},
		"a plain ID and NULL":      {one("id", nil), func(db *gorm.DB) (any, *gorm.DB) { d := []wiji.ID{}; return &d, db.Model(&readRow{}).Pluck("id", &d) }, `error: sql: Scan error on column index 0, name "id": gormtype.ID[wiji.ID]: Scan: NULL: use a pointer to this type for the field of a column that can be NULL, and sql.Null of this type in a list or for a single value, where GORM reads NULL into no pointer`},
		"Joins":                    {one("id name Boss__id Boss__name", raw, "a", raw, "b"), func(db *gorm.DB) (any, *gorm.DB) { d := []readRow{}; return &d, db.Joins("Boss").Find(&d) }, `[{"Code":null,"ID":"TEXT","Num":null,"User":null,"Tok":null,"Name":"a","BossID":null,"Boss":{"Code":null,"ID":"TEXT","Num":null,"User":null,"Tok":null,"Name":"b","BossID":null,"Boss":null}}]`},
		"a transaction's rows": {one("id", raw), func(db *gorm.DB) (any, *gorm.DB) {
			d := wiji.ID{}
			tx := db.Begin().Model(&readRow{}).Select("id").Scan(&d)
			return &d, tx
		}, `"TEXT"`},
		"prepared": {one("id", raw), func(db *gorm.DB) (any, *gorm.DB) {
			d := wiji.ID{}
			return &d, db.Session(&gorm.Session{PrepareStmt: true}).Model(&readRow{}).Select("id").Scan(&d)
		}, `"TEXT"`},
	} {
		s := &server{dialect: "sqlite"}
		s.on(c.answer)
		dest, tx := c.run(s.open(t, Models(&readRow{})))
		if got := read(dest, tx); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestDestinationByValue: GORM panics for a destination that is no pointer, of which the program would see nothing.
func TestDestinationByValue(t *testing.T) {
	s := &server{dialect: "sqlite"}
	s.on(answer{to: "SELECT", columns: "id", rows: [][]driver.Value{{someWiji[:]}}})
	db := s.open(t, Models(&readRow{}))
	for _, dest := range []any{wiji.ID{}, []wiji.ID{}, ID[wiji.ID]{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %T is a destination", dest)
				}
			}()
			db.Raw("SELECT id FROM reads").Find(dest)
		}()
	}
}

// TestMapValues: the values of IDs in maps are texts, whether GORM reads them by way of a model's fields or not.
func TestMapValues(t *testing.T) {
	s := &server{dialect: "sqlite"}
	s.on(answer{to: "SELECT", columns: "id ref name", rows: [][]driver.Value{{someWiji[:], nil, "a"}}})
	db := s.open(t, Models(&movedRow{}))
	for what, run := range map[string]func(dest any) *gorm.DB{
		"Find": func(dest any) *gorm.DB { return db.Model(&movedRow{}).Find(dest) }, "Scan": func(dest any) *gorm.DB { return db.Model(&movedRow{}).Scan(dest) },
		"Raw": func(dest any) *gorm.DB { return db.Raw("SELECT id, ref, name FROM moved").Find(dest) },
	} {
		list := []map[string]any{}
		if err := run(&list).Error; err != nil || len(list) != 1 || list[0]["id"] != any(someWiji.String()) || list[0]["name"] != any("a") {
			t.Errorf("%s: %#v, error %v", what, list, err)
		}
	}
}

// TestRows: the rows that a program reads itself have what the server returned.
func TestRows(t *testing.T) {
	s := &server{dialect: "sqlite"}
	s.on(answer{to: "SELECT", columns: "id name", rows: [][]driver.Value{{someWiji[:], "a"}}})
	db := s.open(t, Models(&movedRow{}))
	rows, err := db.Model(&movedNames{}).Rows()
	if err != nil {
		t.Fatal(err)
	}
	var x ID[wiji.ID]
	var name string
	if !rows.Next() || rows.Scan(&x, &name) != nil || x.V() != someWiji {
		t.Errorf("Rows: %v", x)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Error(err)
	}
	if err := db.Model(&movedNames{}).Row().Scan(&x, &name); err != nil || x.V() != someWiji {
		t.Errorf("Row: %v, error %v", x, err)
	}
}

// TestExplained: the error of a plain ID in a destination has a remedy, and others stay.
func TestExplained(t *testing.T) {
	db := (&server{dialect: "sqlite"}).open(t, Models(&readRow{}))
	c := pluginOf(db).catalog.Load()
	for _, row := range []struct {
		text, want string
		dest       any
	}{
		{"unsupported Scan, storing driver.Value type string", "gormtype: scan into a wiji.ID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[wiji.ID], or, with gormtype.Plain, name the struct in gormtype.Models", new(wiji.ID)},
		{"converting driver.Value type x", "gormtype: scan into a wiji.ID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[wiji.ID], or, with gormtype.Plain, name the struct in gormtype.Models", new([]*wiji.ID)},
		{"cannot scan x", "gormtype: scan into a wiji.ID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[wiji.ID], or, with gormtype.Plain, name the struct in gormtype.Models", new(readIDs)},
		{"cannot scan x", "gormtype: scan into a wiji.ID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[wiji.ID], or, with gormtype.Plain, name the struct in gormtype.Models", new([]*struct{ Key *wiji.ID })},
		{"cannot scan x", "gormtype: scan into a uid11.ID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[uid11.ID], or, with gormtype.Plain, name the struct in gormtype.Models", new(struct{ Key uid11.ID })},
		{"cannot scan x", "gormtype: scan into a gormtype.foreignID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[gormtype.foreignID], or, with gormtype.Plain, name the struct in gormtype.Models", new(foreignID)},
		{"cannot scan x", "gormtype: scan into a gormtype.foreignID: plain ID: wrong destination: it is not a column type: read into a gormtype.ID[gormtype.foreignID], or, with gormtype.Plain, name the struct in gormtype.Models", new(struct{ Key *foreignID })},
		{"cannot scan NULL into x", "gormtype: scan into a wiji.ID: NULL: cannot scan NULL into x: read a value into a pointer to a *wiji.ID, and a list into a list of sql.Null[wiji.ID]", new(wiji.ID)},
		{"unsupported Scan, storing driver.Value type <nil>", "gormtype: scan into a wiji.ID: NULL: unsupported Scan, storing driver.Value type <nil>: read a value into a pointer to a *wiji.ID, and a list into a list of sql.Null[wiji.ID]", new(wiji.ID)},
		{"cannot scan x", "cannot scan x", new(string)},
		{"cannot scan x", "cannot scan x", new(struct{ Name string })},
		{"cannot scan x", "cannot scan x", nil},
		{"gone", "gone", new(wiji.ID)},
	} {
		if got := c.explained(&gorm.Statement{Dest: row.dest}, errors.New(row.text)).Error(); got != row.want {
			t.Errorf("%s, %T:\n<<%s>>%s<</>>", row.text, row.dest, row.want, got)
		}
	}
}

// TestDestinationGivenBack: the statement has the destination of the program afterwards.
func TestDestinationGivenBack(t *testing.T) {
	s := &server{dialect: "sqlite"}
	s.on(answer{to: "SELECT", columns: "id", rows: [][]driver.Value{{someWiji[:]}}})
	db := s.open(t, Models(&readRow{}))
	var seen string
	if err := db.Callback().Query().After("gorm:query").Register("test:note", func(tx *gorm.DB) { seen = fmt.Sprintf("%T", tx.Statement.Dest) }); err != nil {
		t.Fatal(err)
	}
	var one wiji.ID
	tx := db.Model(&readRow{}).Select("id").Find(&one)
	if tx.Error != nil || one != someWiji || tx.Statement.ReflectValue.Type() != reflect.TypeFor[wiji.ID]() || seen != "*wiji.ID" {
		t.Errorf("%v, error %v: the statement has a %v, and a callback saw %s", one, tx.Error, tx.Statement.ReflectValue.Type(), seen)
	}
	// The plan keeps what it knows of a destination, and tells destinations and columns apart.
	shared := db.Session(&gorm.Session{})
	for range 2 {
		var id wiji.ID
		var text string
		var texts readTexts
		for _, dest := range []any{&id, &text, &texts} {
			if err := shared.Raw("SELECT id FROM reads").Scan(dest).Error; err != nil {
				t.Fatal(err)
			}
		}
		if id != someWiji || text != someWiji.String() || texts.ID != text {
			t.Errorf("read %v, %q, %v", id, text, texts)
		}
	}
	s.on(answer{to: "SELECT", columns: "name id", rows: [][]driver.Value{{"a", someWiji[:]}}})
	var texts readTexts
	if err := shared.Raw("SELECT id FROM reads").Scan(&texts).Error; err != nil || texts.ID != someWiji.String() || texts.Name != "a" {
		t.Errorf("other columns of the same statement: %v, error %v", texts, err)
	}
}

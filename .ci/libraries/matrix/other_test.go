package matrix

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	"github.com/go-playground/validator/v10"
	"github.com/gorilla/schema"
	"github.com/invopop/jsonschema"
	"github.com/jinzhu/copier"
	"github.com/spf13/pflag"
	_ "modernc.org/sqlite"
	"xorm.io/xorm"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// TestOthers: each library of the second table has a test.
func TestOthers(t *testing.T) {
	table := rows(t, "| library | what to do |")
	for name, test := range map[string]func(*testing.T){
		"goqu": testGoqu, "xorm": testXorm, "copier": testCopier, "validator": testValidator, "gorilla/schema": testSchema, "pflag": testPflag,
		"invopop/jsonschema": testJSONSchema, "gqlgen": testGqlgen, "kin-openapi": testKinOpenAPI, "huma": testHuma, "oapi-codegen": testOapiCodegen,
		"jet": testJet, "bob": testBob, "ncruces/go-sqlite3": testNcruces, "sqlmock": testSQLMock,
		"ogen": testOgen, "connect": testConnect, "riverqueue": testRiver, "pgxmock": testPgxmock, "go-libsql": testLibSQL,
	} {
		t.Run(name, test)
		if _, ok := table[name]; !ok {
			t.Errorf("the table has no %s", name)
		}
		delete(table, name)
	}
	if len(table) > 0 {
		t.Errorf("these libraries are not tested: %v", table)
	}
}

// goods returns a database with a table of keys.
func goods(t *testing.T) (dsn string, db *sql.DB) { return goodsOf(t, "sqlite") }

func goodsOf(t *testing.T, driver string) (dsn string, db *sql.DB) {
	t.Helper()
	dsn = "file:" + filepath.ToSlash(filepath.Join(t.TempDir(), "test.db"))
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec("CREATE TABLE goods (id BLOB PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	return dsn, db
}

// blobs counts the keys that are 16 bytes, and all keys.
func blobs(t *testing.T, db *sql.DB) (n, all int) {
	t.Helper()
	if err := db.QueryRow("SELECT count(*) FILTER (WHERE typeof(id) = 'blob' AND length(id) = 16), count(*) FROM goods").Scan(&n, &all); err != nil {
		t.Fatal(err)
	}
	return n, all
}

func testGoqu(t *testing.T) {
	_, db := goods(t)
	q := goqu.New("sqlite3", db)
	failed := false
	for range 100 {
		_, err := q.Insert("goods").Rows(goqu.Record{"id": sqltype.BinaryOf(wiji.New())}).Executor().Exec()
		failed = failed || err != nil
	}
	if n, _ := blobs(t, db); n == 100 && !failed {
		t.Error("goqu writes bytes into the statement now: change the table")
	}
	_, db = goods(t)
	q = goqu.New("sqlite3", db)
	for range 100 {
		if _, err := q.Insert("goods").Prepared(true).Rows(goqu.Record{"id": sqltype.BinaryOf(wiji.New())}).Executor().Exec(); err != nil {
			t.Fatal(err)
		}
	}
	if n, all := blobs(t, db); n != 100 || all != 100 {
		t.Errorf("%d of %d keys are bytes", n, all)
	}
	if _, err := q.Insert("goods").Prepared(true).Rows(goqu.Record{"id": wiji.New()}).Executor().Exec(); !errors.Is(err, id.ErrPlain) {
		t.Errorf("a plain ID: %v", err)
	}
}

type columnGoods struct {
	ID sqltype.Binary[wiji.ID] `xorm:"'id' pk BLOB"`
}

func (columnGoods) TableName() string { return "goods" }

type plainGoods struct {
	ID wiji.ID `xorm:"'id' pk BLOB"`
}

func (plainGoods) TableName() string { return "goods" }

func testXorm(t *testing.T) {
	dsn, db := goods(t)
	engine, err := xorm.NewEngine("sqlite", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	x := columnGoods{sqltype.BinaryOf(wiji.New())}
	var found []columnGoods
	if _, err := engine.Insert(&x); err != nil {
		t.Fatal(err)
	}
	if err := engine.Find(&found); err != nil || len(found) != 1 || found[0] != x {
		t.Errorf("found %v, %v", found, err)
	}
	if n, all := blobs(t, db); n != 1 || all != 1 {
		t.Errorf("%d of %d keys are bytes", n, all)
	}
	if _, err := engine.Insert(&plainGoods{wiji.New()}); err != nil {
		t.Errorf("xorm refuses a plain ID now: change the table: %v", err)
	}
	if n, all := blobs(t, db); n != 1 || all != 2 {
		t.Errorf("%d of %d keys are bytes after a plain ID, which is stored as JSON", n, all)
	}
}

func testCopier(t *testing.T) {
	type plain struct{ ID wiji.ID }
	type text struct{ ID string }
	type column struct{ ID sqltype.Binary[wiji.ID] }
	x := plain{wiji.New()}
	var same plain
	if err := copier.Copy(&same, x); err != nil || same != x {
		t.Errorf("to the same type: %v, %v", same, err)
	}
	same = plain{}
	if err := copier.Copy(&same, column{sqltype.BinaryOf(x.ID)}); err != nil || same != x {
		t.Errorf("from a column: %v, %v", same, err)
	}
	var s text
	if err := copier.Copy(&s, x); err != nil || s.ID != "" {
		t.Errorf("copier converts to a text now: change the table: %v, %v", s, err)
	}
	line := copier.Option{Converters: []copier.TypeConverter{{SrcType: wiji.ID{}, DstType: "", Fn: func(src any) (any, error) {
		return src.(wiji.ID).String(), nil
	}}}}
	if err := copier.CopyWithOption(&s, x, line); err != nil || s.ID != x.ID.String() {
		t.Errorf("with a converter: %v, %v", s, err)
	}
}

func testValidator(t *testing.T) {
	v := validator.New()
	type plain struct {
		ID wiji.ID `validate:"required"`
	}
	type column struct {
		ID sqltype.Binary[wiji.ID] `validate:"required"`
	}
	if v.Struct(plain{}) == nil || v.Struct(plain{wiji.New()}) != nil {
		t.Error("required does not check a plain ID")
	}
	if v.Struct(column{}) != nil {
		t.Error("required checks a column now: change the table")
	}
	v = validator.New()
	v.RegisterCustomTypeFunc(func(f reflect.Value) any { return f.Interface().(sqltype.Binary[wiji.ID]).V }, sqltype.Binary[wiji.ID]{})
	if v.Struct(column{}) == nil || v.Struct(column{sqltype.BinaryOf(wiji.New())}) != nil {
		t.Error("required does not check a column with the line")
	}
}

func testSchema(t *testing.T) {
	d := schema.NewDecoder()
	x := wiji.New()
	var single struct{ ID wiji.ID }
	var list struct{ ID []wiji.ID }
	if err := d.Decode(&single, url.Values{"ID": {x.String()}}); err != nil || single.ID != x {
		t.Errorf("an ID: %v, %v", single, err)
	}
	if d.Decode(&single, url.Values{"ID": {"wrong"}}) == nil {
		t.Error("a wrong text is no error")
	}
	both := url.Values{"ID": {x.String(), x.String()}}
	if d.Decode(&list, both) == nil {
		t.Error("gorilla/schema reads a list now: change the table")
	}
	d.RegisterConverter(wiji.ID{}, func(s string) reflect.Value {
		x, err := wiji.Parse(s)
		if err != nil {
			return reflect.Value{}
		}
		return reflect.ValueOf(x)
	})
	if err := d.Decode(&list, both); err != nil || len(list.ID) != 2 || list.ID[1] != x {
		t.Errorf("a list with the line: %v, %v", list, err)
	}
	if d.Decode(&list, url.Values{"ID": {"wrong"}}) == nil {
		t.Error("a wrong text in a list is no error")
	}
}

func testPflag(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	x := wiji.New()
	var got wiji.ID
	flags.TextVar(&got, "id", wiji.ID{}, "")
	if err := flags.Parse([]string{"--id", x.String()}); err != nil || got != x {
		t.Errorf("%v, %v", got, err)
	}
	if flags.Parse([]string{"--id", "wrong"}) == nil {
		t.Error("a wrong text is no error")
	}
}

func testJSONSchema(t *testing.T) {
	type order struct {
		ID   wiji.ID
		User wiji.For[user]
	}
	schemas := func(r jsonschema.Reflector) string {
		data, err := json.Marshal(r.Reflect(&order{}))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if !strings.Contains(schemas(jsonschema.Reflector{}), `"type":"integer"`) {
		t.Error("an ID is no array of integers now: change the table")
	}
	got := schemas(jsonschema.Reflector{Mapper: func(typ reflect.Type) *jsonschema.Schema {
		if typ.Implements(textMarshaler) {
			return &jsonschema.Schema{Type: "string"}
		}
		return nil
	}})
	if strings.Count(got, `{"type":"string"}`) != 2 || strings.Contains(got, "integer") {
		t.Errorf("with the line the schema is %s", got)
	}
}

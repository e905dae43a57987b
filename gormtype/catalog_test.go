package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/table"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// parsing stops the parser of slowModel, which GORM shows to other models before it knows the clauses of all fields.
var parsing chan struct{}

type (
	slowField string
	slowModel struct {
		Field       slowField
		ID          ID[wiji.ID]
		FastModelID ID[wiji.ID]
	}
	fastModel struct {
		ID    ID[wiji.ID]
		Slows []slowModel
	}
)

func (slowField) CreateClauses(*schema.Field) []clause.Interface {
	<-parsing
	return nil
}

// TestLearnWhileParsing: a model is known whose related model learned it while another goroutine was parsing it.
func TestLearnWhileParsing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := dryRun(t, "sqlite")
		if err := db.Use(New()); err != nil {
			t.Fatal(err)
		}
		parsing = make(chan struct{})
		for _, model := range []any{&slowModel{}, &fastModel{}} {
			go db.Find(model)
			synctest.Wait()
		}
		close(parsing)
		synctest.Wait()
		c := pluginOf(db).catalog.Load()
		for sch, model := range c.models {
			if !model.hasIDs {
				t.Errorf("the plugin knows no IDs of %v", sch.ModelType)
			}
		}
		if len(c.models) != 2 || c.held[reflect.TypeFor[wiji.ID]()] == nil {
			t.Errorf("the plugin knows %d models", len(c.models))
		}
	})
}

// inSchema is a wrong model whose table has the name of a schema.
type inSchema struct{ ID sqltype.Binary[wiji.ID] }

func (inSchema) TableName() string { return "app.in_schemas" }

// TestFaultInSchema: a wrong model is an error also if its table has the name of a schema, but not in another table.
func TestFaultInSchema(t *testing.T) {
	db := dryRun(t, "postgres")
	if err := db.Use(New()); err != nil {
		t.Fatal(err)
	}
	if err := db.Find(&[]inSchema{}).Error; !errors.Is(err, ErrPlain) {
		t.Errorf("the error is %v", err)
	}
	if err := db.Table("other.in_schemas").Find(&[]inSchema{}).Error; err != nil {
		t.Errorf("another table: %v", err)
	}
}

type (
	keyOfServer struct {
		ID   uint
		Name string
	}
	keyOfClient struct {
		ID   ID[wiji.ID]
		Name string
	}
)

func (keyOfServer) TableName() string { return "app.keys" }
func (keyOfClient) TableName() string { return "keys" }

// TestAskAgain: a table that the server does not have can be made later: the plugin asks again after a second.
func TestAskAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{dialect: "postgres"}
		s.on(answer{to: "pg_attribute", columns: "s n t"})
		known := newCatalog(columntype.Postgres)
		stmt := &gorm.Statement{DB: s.openBare(t), Context: t.Context()}
		stmt.ConnPool = stmt.DB.ConnPool
		ask := func(want string) {
			t.Helper()
			if live, _ := known.ask(stmt, table.Name{Table: "users"}); live.Type("id") != want {
				t.Errorf("the column is %q, want %q", live.Type("id"), want)
			}
		}
		ask("")
		s.on(answer{to: "pg_attribute", columns: "s n t", rows: [][]driver.Value{{"public", "id", "uuid"}}})
		ask("")
		time.Sleep(time.Second)
		ask("uuid")
		s.on(answer{to: "pg_attribute", columns: "s n t"})
		time.Sleep(time.Hour)
		ask("uuid")
	})
}

// TestMapInSchema: the row of a table gets a key of the model of the table, and not of one in another schema.
func TestMapInSchema(t *testing.T) {
	db := dryRun(t, "postgres")
	if err := db.Use(New(Models(&keyOfServer{}, &keyOfClient{}))); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int{"app.keys": 1, "keys": 2, "tenant.keys": 1} {
		row := map[string]any{"name": "a"}
		if err := db.Table(table).Create(row).Error; err != nil || len(row) != want {
			t.Errorf("%s: %v, error %v", table, row, err)
		}
	}
}

// refusingPool is a server that gives no answer.
type refusingPool struct {
	gorm.ConnPool
	err   error
	asked int
}

func (p *refusingPool) QueryContext(context.Context, string, ...any) (*sql.Rows, error) {
	p.asked++
	return nil, p.err
}

// foreignError is the error of a server that has PostgreSQL's protocol, and no pg_catalog.
type foreignError struct{}

func (foreignError) Error() string    { return "undefined function" }
func (foreignError) SQLState() string { return "42883" }

// TestAsk: the plugin asks again where it got no answer, as of a context that has ended, and not where a server does not know the
// question.
func TestAsk(t *testing.T) {
	db := dryRun(t, "postgres")
	for _, c := range []struct {
		err   error
		asked int
		isOK  bool
	}{{context.Canceled, 3, false}, {foreignError{}, 1, true}} {
		pool := &refusingPool{err: c.err}
		known := newCatalog(columntype.Postgres)
		stmt := &gorm.Statement{DB: db, ConnPool: pool, Context: t.Context()}
		for range 3 {
			if live, ok := known.ask(stmt, table.Name{Table: "users"}); ok != c.isOK || live.Schema != "public" || live.Type("id") != "" {
				t.Errorf("%v: %+v, %t", c.err, live, ok)
			}
		}
		if pool.asked != c.asked {
			t.Errorf("%v: asked %d times, want %d", c.err, pool.asked, c.asked)
		}
	}
}

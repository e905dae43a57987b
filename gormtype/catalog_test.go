package gormtype

import (
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/sortid/sortid/id/wiji"
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

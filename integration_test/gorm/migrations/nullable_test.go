package migrations_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/datatypes"
	"gorm.io/gorm"
)

// optional is a type of a program for values that can be missing.
type optional[T any] struct {
	value T
	ok    bool
}

// Value returns the text of the value.
func (o optional[T]) Value() (driver.Value, error) {
	if !o.ok {
		return nil, nil //nolint:nilnil // NULL
	}
	return fmt.Sprint(o.value), nil
}

// typedOptional is one that says its column.
type typedOptional[T any] struct{ optional[T] }

// GormDataType returns the type of the column.
func (typedOptional[T]) GormDataType() string { return "char(36)" }

// TestNullable: a value that a constraint sets to NULL, and a type of a program for IDs that can be missing, are errors of Use and
// of a statement, which name the field and the remedy.
func TestNullable(t *testing.T) {
	type team struct{ ID uuid.UUID }
	type plainValue struct {
		ID     uuid.UUID
		TeamID uuid.UUID
		Team   *team `gorm:"constraint:OnDelete:SET NULL"`
	}
	type columnValue struct {
		ID     gormtype.ID[uuidv7.ID]
		BossID gormtype.ID[uuidv7.ID]
		Boss   *columnValue `gorm:"constraint:fk_boss,OnUpdate:CASCADE,OnDelete:set null"`
	}
	type child struct {
		ID       gormtype.ID[uuidv7.ID]
		ParentID gormtype.ID[uuidv7.ID]
	}
	type parent struct {
		ID       gormtype.ID[uuidv7.ID]
		Children []child `gorm:"constraint:OnDelete:SET NULL"`
	}
	type optionalPlain struct {
		ID     uuid.UUID
		TeamID optional[uuid.UUID]
	}
	type optionalNull struct {
		ID     uuid.UUID
		TeamID datatypes.Null[uuid.UUID]
	}
	type optionalColumn struct {
		ID     uuid.UUID
		TeamID optional[gormtype.ID[uuid.UUID]]
	}
	type right struct {
		ID       uuid.UUID
		TeamID   *uuid.UUID
		Team     *team `gorm:"constraint:OnDelete:SET NULL"`
		OtherID  uuid.UUID
		Other    *team                    `gorm:"constraint:OnDelete:CASCADE"`
		Typed    typedOptional[uuid.UUID] `gorm:"-:migration"`
		Tagged   optional[uuid.UUID]      `gorm:"type:varchar(36)"`
		List     datatypes.JSONSlice[uuid.UUID]
		Document optional[string]
	}
	options := func(model any) []gormtype.Option {
		return []gormtype.Option{gormtype.Plain[uuid.UUID](), gormtype.Generator(uuid.NewV7), gormtype.Models(&team{}, model)}
	}
	for field, model := range map[string]any{
		"plainValue.TeamID": &plainValue{}, "columnValue.BossID": &columnValue{}, "child.ParentID": &parent{}, "optionalPlain.TeamID": &optionalPlain{},
		"optionalNull.TeamID": &optionalNull{}, "optionalColumn.TeamID": &optionalColumn{},
	} {
		err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(gormtype.New(options(model)...))
		if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), field) || !strings.Contains(err.Error(), "make it a pointer") {
			t.Errorf("Use of %s: %v", field, err)
		}
		if strings.HasPrefix(field, "columnValue") || strings.HasPrefix(field, "child") {
			db := gormtest.Use(t, gormtest.OpenBare(t, gormtest.OnSQLite))
			if err := db.Session(&gorm.Session{DryRun: true}).Find(model).Error; !errors.Is(err, gormtype.ErrPlain) {
				t.Errorf("Find of %s: %v", field, err)
			}
		}
	}
	if err := gormtest.OpenBare(t, gormtest.OnSQLite).Use(gormtype.New(options(&right{})...)); err != nil {
		t.Errorf("Use of a right model: %v", err)
	}
}

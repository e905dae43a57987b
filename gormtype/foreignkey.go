package gormtype

import (
	"reflect"
	"slices"
	"sync"

	"gorm.io/gorm/schema"
)

// isForeignKey reports whether field holds the key of another row. It must be called
// while a statement is built: GORM parses the relations after it has asked the column
// types for their clauses.
//
// A parsed schema never changes its own lists of relations. In the map Relations, the
// schemas of other models enter the relations that refer to this one at any time.
// GORM guards that map from version 1.26 on. Before, it cannot be read without a data
// race, so that a key is not recognized that only the other model's has-one refers to.
func isForeignKey(field *schema.Field) bool {
	refers := func(relation *schema.Relationship) bool {
		return slices.ContainsFunc(relation.References, func(r *schema.Reference) bool { return r.ForeignKey == field })
	}
	relations := &field.Schema.Relationships
	for _, own := range [][]*schema.Relationship{relations.BelongsTo, relations.HasOne, relations.HasMany} {
		if slices.ContainsFunc(own, refers) {
			return true
		}
	}
	guard := relationsGuard(relations)
	if guard == nil {
		return false
	}
	guard.RLock()
	defer guard.RUnlock()
	for _, relation := range relations.Relations {
		if refers(relation) {
			return true
		}
	}
	return false
}

// guardField is the field Mux of schema.Relationships, which GORM has from 1.26 on.
var guardField, hasGuard = reflect.TypeFor[schema.Relationships]().FieldByName("Mux")

// relationsGuard returns the mutex of relations.Relations, and nil if this version of
// GORM has none.
func relationsGuard(relations *schema.Relationships) *sync.RWMutex {
	if !hasGuard {
		return nil
	}
	guard, _ := reflect.TypeAssert[*sync.RWMutex](reflect.ValueOf(relations).Elem().FieldByIndex(guardField.Index).Addr())
	return guard
}

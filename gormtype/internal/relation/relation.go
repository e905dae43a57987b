// Package relation reads the relations of models.
package relation

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"gorm.io/gorm/schema"
)

// IsForeignKey reports whether field holds the key of another row. It must be called
// while a statement is built: GORM parses the relations after it has asked the column
// types for their clauses.
//
// A parsed schema never changes its own lists of relations. In the map Relations, the
// schemas of other models enter the relations that refer to this one at any time.
// GORM guards that map from version 1.26 on. Before, it cannot be read without a data
// race, so that a key is not recognized that only the other model's has-one refers to.
func IsForeignKey(field *schema.Field) bool {
	refers := func(relation *schema.Relationship) bool {
		return slices.ContainsFunc(relation.References, func(r *schema.Reference) bool { return r.ForeignKey == field })
	}
	relations := &field.Schema.Relationships
	for _, own := range [][]*schema.Relationship{relations.BelongsTo, relations.HasOne, relations.HasMany} {
		if slices.ContainsFunc(own, refers) {
			return true
		}
	}
	guard := guardOf(relations)
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

// guardOf returns the mutex of relations.Relations, and nil if this version of
// GORM has none.
func guardOf(relations *schema.Relationships) *sync.RWMutex {
	if !hasGuard {
		return nil
	}
	guard, _ := reflect.TypeAssert[*sync.RWMutex](reflect.ValueOf(relations).Elem().FieldByIndex(guardField.Index).Addr())
	return guard
}

// All returns the relations of a model by their names. GORM guards the map with a
// mutex, because other models enter their relations in it.
func All(sch *schema.Schema) map[string]*schema.Relationship {
	guard := guardOf(&sch.Relationships)
	if guard == nil {
		return sch.Relationships.Relations
	}
	guard.RLock()
	defer guard.RUnlock()
	return maps.Clone(sch.Relationships.Relations)
}

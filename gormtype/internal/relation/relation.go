// Package relation reads the relations of models.
package relation

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"
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

// Joined returns the model of a relation that a statement joins under an alias.
func Joined(stmt *gorm.Statement, alias string) *schema.Schema {
	for _, join := range stmt.Joins {
		name, sch := "", stmt.Schema
		for part := range strings.SplitSeq(join.Name, ".") {
			relation := All(sch)[part]
			if relation == nil {
				break
			}
			if sch = relation.FieldSchema; name == "" {
				name = relation.Name
			} else {
				name = utils.NestedRelationName(name, relation.Name)
			}
			if name == alias || aliasOf(join) == alias {
				return sch
			}
		}
	}
	return nil
}

// Follow returns the model of a relation, or of a relation's relation, as of "Boss.Owner".
func Follow(sch *schema.Schema, name string) *schema.Schema {
	for part := range strings.SplitSeq(name, ".") {
		relation := All(sch)[part]
		if relation == nil {
			return nil
		}
		sch = relation.FieldSchema
	}
	return sch
}

// aliasOf returns the alias of a join, which GORM has since 1.31.
func aliasOf(join any) string {
	if v := reflect.ValueOf(join).FieldByName("Alias"); v.IsValid() {
		return v.String()
	}
	return ""
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

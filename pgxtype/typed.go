package pgxtype

import (
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/internal/typename"
)

// Nothing registers typed IDs, such as wiji.For[User], and cursors: their entries are made
// when they are used. The plans of a typed ID are those of its plain ID, on the same memory,
// with the methods of the typed ID for its validity and its text.

// lookup returns the entry of a type, and nil for a type that is not an identifier.
func (r *registry) lookup(t reflect.Type) *entry {
	if e := r.byType[t]; e != nil || t == nil {
		return e
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var derive func(reflect.Type) *entry
	switch name := t.Name(); {
	case strings.HasPrefix(name, "For["):
		derive = r.typedEntry
	case strings.HasPrefix(name, "Cursor["):
		derive = r.cursorEntry
	default:
		return nil
	}
	if e, ok := r.derived.Load(t); ok {
		return e.(*entry)
	}
	e, _ := r.derived.LoadOrStore(t, derive(t))
	return e.(*entry)
}

// typedEntry returns the entry of a typed ID, and nil for another type.
func (r *registry) typedEntry(t reflect.Type) *entry {
	for plain, e := range r.byType {
		if isTyped(t, plain) {
			return e.typed(t)
		}
	}
	return nil
}

// isTyped reports whether t is a typed ID whose plain ID is the type ID of its package.
func isTyped(t, plain reflect.Type) bool {
	return plain.Name() == "ID" && t.PkgPath() == plain.PkgPath() && t.ConvertibleTo(plain)
}

// typedEntry returns the entry of a typed ID whose plain ID is T.
func (k *kind[T]) typedEntry(t reflect.Type) *entry {
	typed := *k
	typed.name, typed.typed, typed.typedPointer = typename.Of(t), t, reflect.PointerTo(t)
	e := typed.entry()
	e.wrapValue = func(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
		v := reflect.ValueOf(value)
		switch v.Type() {
		case typed.typed, typed.typedPointer:
			return misfitEncode{misfitPlan{e.misfit}}, e.misfit, true
		}
		if v.Kind() != reflect.Slice {
			return nil, nil, false
		}
		return &encodeElements{name: e.name}, elements{list: v}, true
	}
	e.wrapTarget = func(target any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
		if reflect.TypeOf(target) != typed.typedPointer {
			return nil, nil, false
		}
		return misfitScan{misfitPlan{e.misfit}, e.clear}, e.misfit, true
	}
	return e
}

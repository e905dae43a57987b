package pgxtype

import (
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/internal/typename"
)

// Typed IDs, such as wiji.For[User], and cursors are met when they are used: nothing
// registers them. The plans of a typed ID are those of its plain ID, on the same memory,
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
	made := derive(t)
	if made == nil {
		return nil
	}
	e, _ := r.derived.LoadOrStore(t, made)
	return e.(*entry)
}

// typedEntry returns the entry of a typed ID, and nil for another type.
func (r *registry) typedEntry(t reflect.Type) *entry {
	for plain, e := range r.byType {
		if isTyped(t, plain) {
			made := e.typed(t)
			made.target = e.target
			return made
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

// meet registers the target of a typed ID or cursor, of a pointer to one or of a list of
// either with the map. It does so when the map asks for the first time what to do with a value, which
// it then asks for again, and reports whether it did.
func (h *host) meet(v any) bool {
	t := reflect.TypeOf(v)
	if _, ok := h.met[t]; ok {
		return false
	}
	e := h.types.element(v)
	if e == nil || e.typed != nil {
		return false
	}
	h.met[t] = reflect.Zero(t).Interface()
	h.defaultOf(h.met[t])
	return true
}

// defaultOf registers the target of a type that the map has met.
func (h *host) defaultOf(zero any) {
	target := h.types.element(zero).target.String()
	if h.types.lookup(reflect.TypeOf(zero)) == nil {
		target = "_" + target
	}
	h.m.RegisterDefaultPgType(zero, target)
}

func (h *host) meetValue(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
	return new(encodeMet), value, h.meet(value)
}

func (h *host) meetTarget(target any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
	return new(scanMet), target, h.meet(target)
}

// encodeMet and scanMet hand a value on as it is.
type encodeMet struct{ pgtype.EncodePlan }

func (p *encodeMet) SetNext(next pgtype.EncodePlan) { p.EncodePlan = next }

type scanMet struct{ pgtype.ScanPlan }

func (p *scanMet) SetNext(next pgtype.ScanPlan) { p.ScanPlan = next }

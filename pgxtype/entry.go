package pgxtype

import (
	"reflect"
	"sync"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
)

// entry is a type of identifier as the codecs see it. It does not change once the
// options were applied, and all connections share it.
type entry struct {
	name   string
	target reflect.Type // a pointer to the type; nil for a type that was not registered
	// missing says why a kind of column cannot hold the type, and is empty for one
	// that can.
	missing [column.Kinds]string
	plans   [column.Kinds]plans
	misfit  *misfit
	clear   func(target any) // sets a target to zero
	cursor  bool             // the type is a Cursor
	// defaults makes a map take the type for unknown; the wrap functions are for lists of
	// the type, and for columns of no kind.
	defaults   func(m *pgtype.Map)
	wrapValue  pgtype.TryWrapEncodePlanFunc
	wrapTarget pgtype.TryWrapScanPlanFunc
	// typed returns the entry of a typed ID whose plain ID is the type.
	typed func(t reflect.Type) *entry
}

// plans holds the plans of a type in a kind of column, by format code.
type plans struct {
	encode [2]pgtype.EncodePlan
	scan   [2]pgtype.ScanPlan
}

func newEntry[T id.Fixed]() *entry {
	k := newKind[T]()
	e := k.entry()
	e.target = typeOf[*T]()
	e.defaults = registerUnknown[T]
	e.wrapValue, e.wrapTarget = wrapValue[T](e.misfit), wrapTarget[T](e.misfit, e.clear)
	e.typed = k.typedEntry
	return e
}

// entry returns an entry with the plans of a kind.
func (k *kind[T]) entry() *entry {
	e := &entry{name: k.name, misfit: &misfit{k.name}, clear: k.clear}
	rawForm := func(c column.Kind) plans {
		return plans{
			encode: [2]pgtype.EncodePlan{pgtype.BinaryFormatCode: &encodeRaw[T]{k, c}},
			scan:   [2]pgtype.ScanPlan{pgtype.BinaryFormatCode: &scanRaw[T]{k, c}},
		}
	}
	e.plans[column.KindUUID], e.plans[column.KindBytea] = rawForm(column.KindUUID), rawForm(column.KindBytea)
	e.plans[column.KindUUID].encode[pgtype.TextFormatCode] = &encodeUUIDText[T]{k}
	e.plans[column.KindUUID].scan[pgtype.TextFormatCode] = &scanUUIDText[T]{k}
	e.plans[column.KindBytea].encode[pgtype.TextFormatCode] = &encodeByteaText[T]{k}
	e.plans[column.KindBytea].scan[pgtype.TextFormatCode] = &scanByteaText[T]{k}
	e.plans[column.KindText] = plans{
		[2]pgtype.EncodePlan{&encodeText[T]{k}, &encodeText[T]{k}},
		[2]pgtype.ScanPlan{&scanText[T]{k}, &scanText[T]{k}},
	}
	e.plans[column.KindInt8].encode = [2]pgtype.EncodePlan{pgtype.TextFormatCode: &encodeInt8Text[T]{k}, pgtype.BinaryFormatCode: &encodeInt8[T]{k}}
	e.plans[column.KindInt8].scan = [2]pgtype.ScanPlan{pgtype.TextFormatCode: &scanInt8Text[T]{k}, pgtype.BinaryFormatCode: &scanInt8[T]{k}}

	switch {
	case k.integer:
		e.exclude(column.KindUUID, "a uuid has 16 bytes and the ID is a 64-bit integer: make the column bigint or bytea")
	case k.size == 16:
		e.exclude(column.KindInt8, "an ID of 16 bytes does not fit into 64 bits: make the column uuid or bytea")
	default:
		e.exclude(column.KindUUID, "a uuid has 16 bytes and the ID has another size: make the column bytea")
		e.exclude(column.KindInt8, "the ID is an array of bytes, not a number: make the column bytea")
	}
	if !k.reads {
		e.excludeFor(sqltype.ErrMethod, column.KindText, "*"+k.name+" has no UnmarshalText, so its text cannot be read: add one, or make the column bytea")
	}
	return e
}

func (e *entry) exclude(c column.Kind, why string) { e.excludeFor(sqltype.ErrSource, c, why) }

// excludeFor puts an error in the place of the type's plans.
func (e *entry) excludeFor(reason id.Reason, c column.Kind, why string) {
	p := &wrongColumn{e.name, c, reason, why, e.clear}
	e.missing[c] = why
	e.plans[c] = plans{[2]pgtype.EncodePlan{p, p}, [2]pgtype.ScanPlan{p, p}}
}

// registerUnknown makes a parameter of unknown type an error for T and its lists, also if
// another library registered a type for them.
func registerUnknown[T id.Fixed](m *pgtype.Map) {
	for _, v := range []any{*new(T), new(T), []T(nil), new([]T), []*T(nil), new([]*T)} {
		m.RegisterDefaultPgType(v, unknownName)
	}
}

// registry holds the types that a map is to know. It does not change once the
// options were applied.
type registry struct {
	order   []*entry
	byType  map[reflect.Type]*entry // a type and its pointer
	derived sync.Map                // the entries of typed IDs and cursors, by their types; nil for a namesake
}

func newRegistry() *registry { return &registry{byType: make(map[reflect.Type]*entry)} }

// entry returns the entry of a type, which it adds if there is none.
func (r *registry) entry(t reflect.Type, build func() *entry) *entry {
	if e := r.byType[t]; e != nil {
		return e
	}
	e := build()
	r.add(e)
	return e
}

func (r *registry) add(e *entry) {
	if old := r.byType[e.target]; old != nil {
		for i := range r.order {
			if r.order[i] == old {
				r.order[i] = e
			}
		}
	} else {
		r.order = append(r.order, e)
	}
	r.byType[e.target.Elem()], r.byType[e.target] = e, e
}

// merge returns a registry of the types of r and more. For a type of both, the entry of
// more counts.
func (r *registry) merge(more *registry) *registry {
	if r == nil {
		return more
	}
	out := newRegistry()
	for _, from := range []*registry{r, more} {
		for _, e := range from.order {
			out.add(e)
		}
	}
	return out
}

package pgxtype

import (
	"encoding/json"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// jsonCodec is what a map has for json and jsonb in the place of the codec that
// it had before. That one would write an identifier as what it is made of, an
// array of 16 numbers, which the identifier cannot be read from; here it is the
// JSON that package json makes of it. All else is as before.
type jsonCodec struct {
	pgtype.Codec // the one before
	types        *registry
}

// PlanEncode returns the plan of an identifier or of a pointer to one, else that
// of the codec before, which follows pointers by itself.
func (c *jsonCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	t := reflect.TypeOf(value)
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if c.types.lookup(t) != nil {
		if next := c.Codec.PlanEncode(m, oid, format, jsonValue{}); next != nil {
			return &encodeJSON{next}
		}
	}
	return c.Codec.PlanEncode(m, oid, format, value)
}

type encodeJSON struct{ next pgtype.EncodePlan }

func (p *encodeJSON) Encode(value any, buf []byte) ([]byte, error) {
	for v := reflect.ValueOf(value); v.Kind() == reflect.Pointer; v = v.Elem() {
		if v.IsNil() {
			return nil, nil
		}
	}
	return p.next.Encode(jsonValue{value}, buf)
}

// jsonValue is an identifier that has MarshalJSON, which pgx looks for.
type jsonValue struct{ v any }

func (j jsonValue) MarshalJSON() ([]byte, error) { return json.Marshal(j.v) }

// replaceJSON puts a jsonCodec before the codec that m has for a type.
func replaceJSON(m *pgtype.Map, types *registry, oid uint32) {
	t, ok := m.TypeForOID(oid)
	if !ok {
		return
	}
	before := t.Codec
	if ours, ok := before.(*jsonCodec); ok {
		before = ours.Codec
	}
	m.RegisterType(&pgtype.Type{Name: t.Name, OID: oid, Codec: &jsonCodec{before, types}})
}

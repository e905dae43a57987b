package pgxtype

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"github.com/sortid/sortid/sqltype"
)

// pgx does not know the type of a parameter in the exec and simple protocol modes, nor if the
// type is a domain that was not loaded. The server then takes the text for whatever the
// column is: a bytea column stores the characters of a UUID. A plain ID is an error there. A
// column type of package sqltype names the column itself.
//
// A wrap function does not learn whether pgx knows the type. A probe tells: a map has a plan
// for it only if it does not know the type and asks for that of the Go value.
type probe func()

const (
	unknownName = "unknown to pgxtype"
	unknownOID  = 1<<32 - 1 // of no type of a server
)

// unknownCodec is the codec of probes.
type unknownCodec struct{}

func (unknownCodec) FormatSupported(int16) bool { return true }

func (unknownCodec) PreferredFormat() int16 { return pgtype.TextFormatCode }

// PlanEncode returns a plan for a probe, and nil for what registered it as its default type.
func (unknownCodec) PlanEncode(_ *pgtype.Map, _ uint32, _ int16, value any) pgtype.EncodePlan {
	if _, ok := value.(probe); ok {
		return probePlan{}
	}
	return nil
}

func (unknownCodec) PlanScan(*pgtype.Map, uint32, int16, any) pgtype.ScanPlan { return nil }

func (unknownCodec) DecodeDatabaseSQLValue(*pgtype.Map, uint32, int16, []byte) (driver.Value, error) {
	return nil, errProbe
}

func (unknownCodec) DecodeValue(*pgtype.Map, uint32, int16, []byte) (any, error) {
	return nil, errProbe
}

var errProbe = errors.New("pgxtype: a probe has no value")

type probePlan struct{}

func (probePlan) Encode(any, []byte) ([]byte, error) { return nil, errProbe }

// registerProbe makes m know probes.
func registerProbe(m *pgtype.Map) {
	m.RegisterType(&pgtype.Type{Name: unknownName, OID: unknownOID, Codec: unknownCodec{}})
	m.RegisterDefaultPgType(probe(nil), unknownName)
}

// wrapUnknown returns a plan for IDs, lists and ranges of IDs, and column types, for a
// parameter whose type pgx does not know.
func (h *host) wrapUnknown(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
	t := reflect.TypeOf(value)
	if k, ok := holderKind(t); ok {
		return &wrapped{encodeHolder{k, pgtype.TextFormatCode}}, probe(nil), true
	}
	if _, ok := value.(column.Lister); ok {
		return &wrapped{encodeHolder{format: pgtype.TextFormatCode}}, probe(nil), true
	}
	if e := h.types.lookup(t); e != nil {
		return &wrapped{unknownType{typename.Of(t), e.remedy(false)}}, probe(nil), true
	}
	if t == nil || t.Kind() == reflect.Pointer {
		return nil, nil, false // pgx follows it
	}
	inner := elementOf(t)
	if k, ok := holderKind(inner); ok {
		return &wrapped{unknownType{typename.Of(t), "pass sqltype.ListOf(sqltype." + goName(k) + ", ids...).Array()"}}, probe(nil), true
	}
	if e := h.types.lookup(inner); e != nil {
		return &wrapped{unknownType{typename.Of(t), e.remedy(true)}}, probe(nil), true
	}
	return nil, nil, false
}

// elementOf returns the type of the elements or bounds of a list, or of an array or a range of
// package pgtype, or else t.
func elementOf(t reflect.Type) reflect.Type {
	for range 6 {
		switch {
		case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice:
			t = t.Elem()
		case t.Kind() == reflect.Struct && t.PkgPath() == pgtypePath &&
			(strings.HasPrefix(t.Name(), "Array[") || strings.HasPrefix(t.Name(), "Range[")):
			t = t.Field(0).Type
		default:
			return t
		}
	}
	return t
}

var pgtypePath = typeOf[pgtype.UUID]().PkgPath()

// wrapped is a plan that does not need the next one.
type wrapped struct{ pgtype.EncodePlan }

func (wrapped) SetNext(pgtype.EncodePlan) {}

// unknownType is the plan of an ID, or of a list of IDs, for a parameter of unknown type.
type unknownType struct{ name, remedy string }

func (p unknownType) Encode(value any, _ []byte) ([]byte, error) {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	return nil, &sqltype.ColumnError{Column: "pgxtype: " + p.name, Op: opEncode, Input: showID(value), Reason: id.ErrPlain,
		Detail: "pgx does not know the type of the parameter, in QueryExecModeExec, in QueryExecModeSimpleProtocol or because " +
			"it is a domain that conn.LoadType did not load: use QueryExecModeCacheDescribe, which poolers serve, too, or " + p.remedy}
}

// remedy names the column types for an ID, or for a list of IDs.
func (e *entry) remedy(isList bool) string {
	prefix, suffix, kinds := "sqltype.", "(id) for ", []string{}
	switch {
	case isList:
		prefix, suffix = "sqltype.ListOf(sqltype.", ", ids...).Array() for "
	case e.cursor:
		prefix, suffix = "sqltype.After(sqltype.", "(id)), or Before, for "
	}
	for k := column.KindUUID; k <= column.KindInt8; k++ {
		if e.missing[k] != "" {
			continue
		}
		kinds = append(kinds, prefix+goName(k)+suffix+k.String())
	}
	return "pass " + strings.Join(kinds, ", ")
}

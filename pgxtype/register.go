package pgxtype

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
)

// AfterConnect returns a function that calls [Register] on a connection. It is for the
// AfterConnect field of pgxpool.Config and for stdlib.OptionAfterConnect. The function
// returns the error of a wrong option on every connection.
func AfterConnect(opts ...Option) func(context.Context, *pgx.Conn) error {
	types, err := allTypes(opts)
	return func(_ context.Context, conn *pgx.Conn) error {
		if err != nil {
			return err
		}
		return install(conn.TypeMap(), types)
	}
}

// Register registers all formats of this module, and the types of the options, with
// the map of a connection (conn.TypeMap()). It does not change how pgx treats other Go
// types.
//
// Call it before conn.LoadType, because a domain copies the codec of its base type, and
// after other libraries that replace the codec of text or bigint, because they drop the
// previous one. In uuid and bytea columns the order does not matter, but an ID allocates
// if Register was called too early. If another library and [WithType] serve the same type,
// the last one registered counts. Connections do not share their maps, and Map.Copy copies
// only a part of what was registered: call Register for each connection and each copy.
func Register(m *pgtype.Map, opts ...Option) error {
	types, err := allTypes(opts)
	if err != nil {
		return err
	}
	return install(m, types)
}

// RegisterType registers T and the types of the options with the map of a connection,
// and no other format of this module. T is an ID of this module, or a type as [WithType]
// describes it.
func RegisterType[T id.Fixed](m *pgtype.Map, opts ...Option) error {
	types := newRegistry()
	if err := applyOptions(types, append([]Option{WithType[T]()}, opts...)); err != nil {
		return err
	}
	return install(m, types)
}

// formats makes the entries of this module's formats.
var formats = []func() *entry{
	newEntry[wiji.ID], newEntry[ulid.ID], newEntry[uuidv7.ID], newEntry[scru160.ID], newEntry[ulidflake.ID], newEntry[uid11.ID],
}

// allTypes returns the registry of all formats, under the options.
func allTypes(opts []Option) (*registry, error) {
	types := newRegistry()
	for _, newEntry := range formats {
		types.add(newEntry())
	}
	return types, applyOptions(types, opts)
}

func applyOptions(types *registry, opts []Option) error {
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(types); err != nil {
			return err
		}
	}
	return nil
}

// host is what one map has of this package. The wrap functions of the map look
// here, so that they are in place once, however often types are registered.
type host struct {
	m     *pgtype.Map
	types *registry
}

// install makes m know the types.
func install(m *pgtype.Map, types *registry) error {
	if m == nil {
		return errors.New("pgxtype: the map is nil: pass conn.TypeMap()")
	}
	h := hostOf(m)
	h.types = h.types.merge(types)
	for _, s := range served {
		if err := replace(m, h, s.column, s.oid, s.array); err != nil {
			return err
		}
	}
	replaceJSON(m, h.types, pgtype.JSONOID)
	replaceJSON(m, h.types, pgtype.JSONBOID)
	registerProbe(m)
	for _, e := range h.types.order {
		e.defaults(m)
	}
	return nil
}

// hostOf returns the host of m, which it makes if this is the first time. The
// copy of a map has codecs whose host is that of the original.
func hostOf(m *pgtype.Map) *host {
	for _, s := range served { // another library can have replaced one of the codecs
		if t, ok := m.TypeForOID(s.oid); ok {
			if c, ok := t.Codec.(*codec); ok && c.host.m == m {
				return c.host
			}
		}
	}
	h := &host{m: m}
	m.TryWrapEncodePlanFuncs = append([]pgtype.TryWrapEncodePlanFunc{
		h.wrapUnknown, wrapValueAs[asUUID](h), wrapValueAs[asBytes](h), h.wrapLister, h.wrapHolder, h.wrapValue,
	}, m.TryWrapEncodePlanFuncs...)
	m.TryWrapScanPlanFuncs = append([]pgtype.TryWrapScanPlanFunc{
		wrapTargetAs[asUUID](h), wrapTargetAs[asBytes](h), h.wrapTarget,
	}, m.TryWrapScanPlanFuncs...)
	return h
}

func (h *host) wrapValue(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
	if e := h.types.element(value); e != nil {
		return e.wrapValue(value)
	}
	return nil, nil, false
}

func (h *host) wrapTarget(target any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
	if e := h.types.element(target); e != nil {
		return e.wrapTarget(target)
	}
	return nil, nil, false
}

// element returns the entry of an identifier, of a pointer to one, of a list, of a
// pointer to a list, and of a list of lists.
func (r *registry) element(v any) *entry {
	t := reflect.TypeOf(v)
	if t == nil {
		return nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for range 2 {
		if t.Kind() == reflect.Slice {
			t = t.Elem()
		}
	}
	return r.lookup(t)
}

// replace puts a codec before the one that m has for a type of PostgreSQL, and
// has the type's array refer to it.
func replace(m *pgtype.Map, h *host, c column.Kind, oid, array uint32) error {
	t, ok := m.TypeForOID(oid)
	if !ok {
		return fmt.Errorf("pgxtype: the map does not know %s (OID %d): pass a map that pgtype.NewMap returned", c, oid)
	}
	before := t.Codec
	if ours, ok := before.(*codec); ok {
		before = ours.Codec
	}
	own := &pgtype.Type{Name: t.Name, OID: oid, Codec: newCodec(before, c, h, h.types)}
	m.RegisterType(own)
	// An array codec of another kind looks up its elements in the map as well.
	if a, ok := m.TypeForOID(array); ok {
		if ac, ok := a.Codec.(*pgtype.ArrayCodec); ok {
			elements := *ac // with the fields that later versions of pgx have
			elements.ElementType = own
			m.RegisterType(&pgtype.Type{Name: a.Name, OID: array, Codec: &elements})
		}
	}
	return nil
}

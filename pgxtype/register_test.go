package pgxtype_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// TestRegisterRefuses: a nil map is an error, and a nil option is none.
func TestRegisterRefuses(t *testing.T) {
	if err := pgxtype.Register(nil); err == nil {
		t.Error("a nil map is no error")
	}
	if err := pgxtype.Register(pgtype.NewMap(), nil); err != nil {
		t.Errorf("a nil option: %v", err)
	}
}

// TestRegisterType: one type by itself, and what is registered later, go
// together.
func TestRegisterType(t *testing.T) {
	m := pgtype.NewMap()
	if err := pgxtype.RegisterType[foreign](m); err != nil {
		t.Fatal(err)
	}
	f, w := foreign{1}, wiji.New()
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, f)
	if err := m.Scan(pgtype.UUIDOID, binaryFormat, make([]byte, 16), &w); isRecent && (err != nil || w != (wiji.ID{})) {
		t.Errorf("pgx reads a format that was not registered as an array of bytes: %v, %v", w, err)
	}
	w = wiji.New()
	before := len(m.TryWrapEncodePlanFuncs)
	for range 3 {
		if err := pgxtype.Register(m); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(m.TryWrapEncodePlanFuncs); n != before {
		t.Errorf("to register again makes %d wrap functions of %d", n, before)
	}
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, f)
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, w)
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, ulid.New())
}

// TestCopyOfMap: a copy keeps the codecs and loses the rest, until Register.
func TestCopyOfMap(t *testing.T) {
	original, ok := any(newMap(t)).(interface{ Copy() *pgtype.Map })
	if !ok {
		t.Skip("this version of pgx has no Map.Copy, which is new in 5.7.0")
	}
	m := original.Copy()
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, wiji.New())
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	_, err := m.Encode(0, textFormat, wiji.New(), nil)
	checkError(t, err, id.ErrPlain)
	_, err = m.Encode(pgtype.Float8OID, binaryFormat, ulidflake.New(), nil)
	checkError(t, err, sqltype.ErrSource)
}

// textUUID is a codec of another library: it decodes a uuid as text, and scans into
// any array of 16 bytes.
type textUUID struct{ pgtype.UUIDCodec }

func (textUUID) DecodeValue(*pgtype.Map, uint32, int16, []byte) (any, error) { return "decoded", nil }

func (c textUUID) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ok := target.(*wiji.ID); ok {
		return unwanted{}
	}
	return c.UUIDCodec.PlanScan(m, oid, format, target)
}

type unwanted struct{}

func (unwanted) Scan([]byte, any) error { return errors.New("the codec before was asked about an ID") }

// TestOtherCodec: the codec that a map had before goes on serving its own types.
func TestOtherCodec(t *testing.T) {
	m := pgtype.NewMap()
	other := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: textUUID{}}
	m.RegisterType(other)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: other}})
	for range 2 {
		if err := pgxtype.Register(m); err != nil {
			t.Fatal(err)
		}
	}
	var v any
	if err := m.Scan(pgtype.UUIDOID, binaryFormat, make([]byte, 16), &v); err != nil || v != "decoded" {
		t.Errorf("Scan = %v, %v", v, err)
	}
	var list []any
	array, err := m.Encode(pgtype.UUIDArrayOID, binaryFormat, []wiji.ID{wiji.New()}, nil)
	if err == nil {
		err = m.Scan(pgtype.UUIDArrayOID, binaryFormat, array, &list)
	}
	if err != nil || !slices.Equal(list, []any{"decoded"}) {
		t.Errorf("Scan of an array = %v, %v", list, err)
	}
	var ids []wiji.ID
	if err := m.Scan(pgtype.UUIDArrayOID, binaryFormat, array, &ids); err != nil || len(ids) != 1 {
		t.Errorf("Scan of an array = %v, %v", ids, err)
	}
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, wiji.New())
}

// TestDomain: the type of a domain, as conn.LoadType makes it, has the codec of
// its base type.
func TestDomain(t *testing.T) {
	m := newMap(t)
	const oid = 70001
	base, _ := m.TypeForOID(pgtype.TextOID)
	m.RegisterType(&pgtype.Type{Name: "code", OID: oid, Codec: base.Codec})
	w := wiji.New()
	if got, err := m.Encode(oid, textFormat, w, nil); err != nil || string(got) != w.String() {
		t.Errorf("Encode = %q, %v", got, err)
	}
	roundTrip(t, m, oid, binaryFormat, w)
}

// TestConcurrent: the maps of many connections share what AfterConnect made.
func TestConcurrent(t *testing.T) {
	option := pgxtype.WithType[picky]()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			m := newMap(t, option)
			for range 200 {
				roundTrip(t, m, pgtype.UUIDOID, binaryFormat, wiji.New())
				roundTrip(t, m, pgtype.TextOID, textFormat, ulid.New())
				roundTrip(t, m, pgtype.ByteaOID, textFormat, picky{1, 2})
			}
		})
	}
	group.Wait()
}

package pgxtype_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// adapted is a UUID type that an adapter for pgx serves, as those of google/uuid and
// gofrs/uuid do: by wrap functions and a codec of uuid.
type adapted [16]byte

type adaptedUUID adapted

func (u adaptedUUID) UUIDValue() (pgtype.UUID, error) {
	return pgtype.UUID{Bytes: u, Valid: true}, nil
}

func (u *adaptedUUID) ScanUUID(v pgtype.UUID) error {
	if !v.Valid {
		return errors.New("adapter: NULL")
	}
	*u = v.Bytes
	return nil
}

type adapterCodec struct{ pgtype.UUIDCodec }

func (adapterCodec) DecodeValue(m *pgtype.Map, oid uint32, format int16, src []byte) (any, error) {
	var u adapted
	err := m.Scan(oid, format, src, &u)
	return u, err
}

type adapterEncode struct{ next pgtype.EncodePlan }

func (p *adapterEncode) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *adapterEncode) Encode(v any, buf []byte) ([]byte, error) {
	return p.next.Encode(adaptedUUID(v.(adapted)), buf)
}

type adapterScan struct{ next pgtype.ScanPlan }

func (p *adapterScan) SetNext(next pgtype.ScanPlan) { p.next = next }

func (p *adapterScan) Scan(src []byte, dst any) error {
	return p.next.Scan(src, (*adaptedUUID)(dst.(*adapted)))
}

func registerAdapter(m *pgtype.Map) {
	encode := func(v any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
		if u, ok := v.(adapted); ok {
			return &adapterEncode{}, adaptedUUID(u), true
		}
		return nil, nil, false
	}
	scan := func(v any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
		if u, ok := v.(*adapted); ok {
			return &adapterScan{}, (*adaptedUUID)(u), true
		}
		return nil, nil, false
	}
	m.TryWrapEncodePlanFuncs = append([]pgtype.TryWrapEncodePlanFunc{encode}, m.TryWrapEncodePlanFuncs...)
	m.TryWrapScanPlanFuncs = append([]pgtype.TryWrapScanPlanFunc{scan}, m.TryWrapScanPlanFuncs...)
	m.RegisterType(&pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: adapterCodec{}})
}

// adapterOrders returns the orders in which an adapter and this package register.
func adapterOrders(t *testing.T) map[string]*pgtype.Map {
	t.Helper()
	register := func(m *pgtype.Map) {
		if err := pgxtype.Register(m); err != nil {
			t.Fatal(err)
		}
	}
	orders := map[string][]func(*pgtype.Map){
		"adapter first":  {registerAdapter, register},
		"adapter last":   {register, registerAdapter},
		"register again": {register, registerAdapter, register},
		"adapter again":  {registerAdapter, register, registerAdapter},
	}
	maps := map[string]*pgtype.Map{}
	for name, steps := range orders {
		maps[name] = pgtype.NewMap()
		for _, step := range steps {
			step(maps[name])
		}
	}
	return maps
}

// TestAdapterOrder: IDs and the type of an adapter work in whatever order the two
// register: pointers, NULL, lists and refusals are those of IDs without an adapter.
func TestAdapterOrder(t *testing.T) {
	for name, m := range adapterOrders(t) {
		t.Run(name, func(t *testing.T) {
			w, other := wiji.New(), adapted{1, 15: 2}
			for _, format := range []int16{textFormat, binaryFormat} {
				for _, oid := range []uint32{pgtype.UUIDOID, pgtype.ByteaOID, pgtype.TextOID} {
					roundTrip(t, m, oid, format, w)
				}
				roundTrip(t, m, pgtype.UUIDOID, format, other)
				roundTrip(t, m, pgtype.Int8OID, format, ulidflake.New())
				asWithoutAdapter(t, m, format)
			}
			_, err := m.Encode(0, textFormat, w, nil)
			checkError(t, err, id.ErrPlain)
			for _, format := range []int16{textFormat, binaryFormat} {
				if got, err := m.Encode(pgtype.UUIDOID, format, sqltype.UUIDOf(w), nil); err != nil || len(got) != map[int16]int{textFormat: 36, binaryFormat: 16}[format] {
					t.Errorf("a column type: %q, %v", got, err)
				}
			}
			var v any
			if err := m.Scan(pgtype.UUIDOID, binaryFormat, other[:], &v); err != nil || v != other {
				t.Errorf("a uuid is read as %v, %v, want what the adapter makes of it", v, err)
			}
		})
	}
}

// asWithoutAdapter fails unless these are as without an adapter: pointers, NULL, lists and refusals in a uuid column.
func asWithoutAdapter(t *testing.T, m *pgtype.Map, format int16) {
	t.Helper()
	w := wiji.New()
	pointer := &w
	want, err := m.Encode(pgtype.UUIDOID, format, pointer, nil)
	if err != nil {
		t.Fatal(err)
	}
	var back *wiji.ID
	if err := m.Scan(pgtype.UUIDOID, format, want, &back); err != nil || *back != w {
		t.Errorf("a pointer comes back as %v, %v", back, err)
	}
	if err := m.Scan(pgtype.UUIDOID, format, nil, &back); err != nil || back != nil {
		t.Errorf("NULL into a pointer = %v, %v", back, err)
	}
	if got, err := m.Encode(pgtype.UUIDOID, format, (*wiji.ID)(nil), nil); got != nil || err != nil {
		t.Errorf("Encode(nil) = %q, %v", got, err)
	}
	stale := w
	checkError(t, m.Scan(pgtype.UUIDOID, format, nil, &stale), sqltype.ErrNull)
	if stale != (wiji.ID{}) {
		t.Errorf("NULL leaves %v", stale)
	}
	stale = w
	bad, err := m.Encode(pgtype.UUIDOID, format, adapted{9: 0x20}, nil) // version 2
	if err != nil {
		t.Fatal(err)
	}
	checkError(t, m.Scan(pgtype.UUIDOID, format, bad, &stale), id.ErrVersion)
	if stale != (wiji.ID{}) {
		t.Errorf("a refused value leaves %v", stale)
	}
	_, err = m.Encode(pgtype.UUIDOID, format, wiji.ID{}, nil)
	checkError(t, err, id.ErrZero)
	_, err = m.Encode(pgtype.UUIDOID, format, scru160.New(), nil)
	checkError(t, err, sqltype.ErrSource, "make the column bytea")
	checkError(t, m.Scan(pgtype.UUIDOID, format, want, new(scru160.ID)), sqltype.ErrSource, "make the column bytea")
	_, err = m.Encode(pgtype.Float8OID, format, ulidflake.New(), nil)
	checkError(t, err, sqltype.ErrSource, "bigint")
	_, err = m.Encode(pgtype.UUIDArrayOID, format, []wiji.ID{w, {}}, nil)
	checkError(t, err, id.ErrZero)
	var list []wiji.ID
	encoded, err := m.Encode(pgtype.UUIDArrayOID, format, []wiji.ID{w, w}, nil)
	if err == nil {
		err = m.Scan(pgtype.UUIDArrayOID, format, encoded, &list)
	}
	if err != nil || len(list) != 2 || list[1] != w {
		t.Errorf("a list comes back as %v, %v", list, err)
	}
}

// TestRegisterAfterAdapter: wrap functions are in place once, although an adapter took
// the codec of uuid away.
func TestRegisterAfterAdapter(t *testing.T) {
	m := newMap(t)
	registerAdapter(m)
	before := len(m.TryWrapEncodePlanFuncs)
	if err := pgxtype.Register(m); err != nil {
		t.Fatal(err)
	}
	if n := len(m.TryWrapEncodePlanFuncs); n != before {
		t.Errorf("to register again makes %d wrap functions of %d", n, before)
	}
}

// TestReplacedCodec: in a bytea column, any codec is as good; in a text or bigint column
// the error says what to do.
func TestReplacedCodec(t *testing.T) {
	m := newMap(t)
	const domain = 70001
	w, f := wiji.New(), ulidflake.New()
	for _, c := range []struct {
		codec pgtype.Codec
		works bool
	}{
		{pgtype.ByteaCodec{}, true}, {pgtype.UUIDCodec{}, true}, {pgtype.TextCodec{}, false}, {pgtype.Int8Codec{}, false},
	} {
		m.RegisterType(&pgtype.Type{Name: "domain", OID: domain, Codec: c.codec})
		for _, format := range []int16{textFormat, binaryFormat} {
			if c.works {
				roundTrip(t, m, domain, format, w)
				_, err := m.Encode(domain, format, wiji.ID{}, nil)
				checkError(t, err, id.ErrZero)
				continue
			}
			for _, arg := range []any{w, &w, f} {
				_, err := m.Encode(domain, format, arg, nil)
				checkError(t, err, sqltype.ErrSource, "before conn.LoadType")
			}
		}
	}
	m.RegisterType(&pgtype.Type{Name: "domain", OID: domain, Codec: pgtype.ByteaCodec{}})
	for _, format := range []int16{textFormat, binaryFormat} {
		roundTrip(t, m, domain, format, f)
		got, err := m.Encode(domain, format, scru160.ID{19: 7}, []byte("before"))
		want, _ := m.Encode(pgtype.ByteaOID, format, scru160.ID{19: 7}, []byte("before"))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("Encode = %q, %v, want %q", got, err, want)
		}
	}
}

package pgxtype_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// TestTarget: where the server gives no type, pgx encodes as text, and the target
// of the Go type decides.
func TestTarget(t *testing.T) {
	w, u, v, s, f, x := wiji.New(), ulid.New(), uuidv7.New(), scru160.New(), ulidflake.New(), uid11.New()
	all := newMap(t)
	other := newMap(t, pgxtype.WithTarget[wiji.ID](pgxtype.Text), pgxtype.WithTarget[ulid.ID](pgxtype.Bytea),
		pgxtype.WithTarget[uid11.ID](pgxtype.Bytea), pgxtype.WithTarget[foreign](pgxtype.Text))
	for _, c := range []struct {
		m      *pgtype.Map
		arg    any
		column pgxtype.Column
		want   string
	}{
		{all, w, pgxtype.UUID, w.UUID()}, {all, u, pgxtype.UUID, u.UUID()}, {all, v, pgxtype.UUID, v.UUID()}, {all, s, pgxtype.Bytea, `\x` + s.Hex()},
		{all, f, pgxtype.Int8, fmt.Sprint(int64(f))}, {all, x, pgxtype.Int8, fmt.Sprint(uint64(x))},
		{other, w, pgxtype.Text, w.String()}, {other, u, pgxtype.Bytea, `\x` + u.Hex()},
		{other, x, pgxtype.Bytea, fmt.Sprintf(`\x%016x`, uint64(x))}, {other, foreign{1}, pgxtype.Text, foreign{1}.String()},
		{other, f, pgxtype.Int8, fmt.Sprint(int64(f))},
		// One argument for another column than the target.
		{all, sqltype.TextOf(w), pgxtype.UUID, w.String()}, {all, sqltype.BinaryOf(w), pgxtype.UUID, `\x` + w.Hex()},
		{other, sqltype.UUIDOf(u), pgxtype.Bytea, u.UUID()},
	} {
		got, err := c.m.Encode(0, textFormat, c.arg, nil)
		if err != nil || string(got) != c.want {
			t.Errorf("Encode(%T) without a type = %q, %v, want %q", c.arg, got, err, c.want)
		}
	}
	for _, arg := range []any{[]wiji.ID{w}, &[]wiji.ID{w}, []*wiji.ID{&w}, pgtype.FlatArray[wiji.ID]{w}, ptr(&w), pgtype.Array[wiji.ID]{
		Elements: []wiji.ID{w}, Dims: []pgtype.ArrayDimension{{Length: 1, LowerBound: 1}}, Valid: true,
	}} {
		want := w.UUID()
		if !strings.HasPrefix(fmt.Sprintf("%T", arg), "**") {
			want = "{" + want + "}"
		}
		if got, err := all.Encode(0, textFormat, arg, nil); err != nil || string(got) != want {
			t.Errorf("Encode(%T) without a type = %q, %v, want %q", arg, got, err, want)
		}
	}
	if _, err := all.Encode(0, textFormat, wiji.ID{}, nil); err == nil {
		t.Error("without a type, zero is no error")
	}
	// Where the server gives a type, that decides.
	roundTrip(t, other, pgtype.UUIDOID, binaryFormat, w)
	roundTrip(t, other, pgtype.TextOID, textFormat, u)
}

func TestOptionErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		opt  pgxtype.Option
		want string
	}{
		{"20 bytes in a uuid", pgxtype.WithTarget[scru160.ID](pgxtype.UUID), "scru160.ID: a uuid column cannot hold it: a uuid has 16 bytes"},
		{"16 bytes in a bigint", pgxtype.WithTarget[wiji.ID](pgxtype.Int8), "wiji.ID: an int8 column cannot hold it"},
		{"64 bits in a uuid", pgxtype.WithTarget[uid11.ID](pgxtype.UUID), "uid11.ID: a uuid column cannot hold it"},
		{"no UnmarshalText", pgxtype.WithTarget[picky](pgxtype.Text), "UnmarshalText"},
		{"no column", pgxtype.WithTarget[wiji.ID](0), "use UUID, Bytea, Text or Int8"},
		{"no such column", pgxtype.WithTarget[wiji.ID](99), "pgxtype.Column(99)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := pgtype.NewMap()
			for name, err := range map[string]error{
				"Register":     pgxtype.Register(m, c.opt),
				"RegisterType": pgxtype.RegisterType[wiji.ID](m, c.opt),
				"AfterConnect": pgxtype.AfterConnect(c.opt)(context.Background(), nil),
			} {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: error %v does not say %q", name, err, c.want)
				}
			}
			if typ, _ := m.TypeForOID(pgtype.UUIDOID); typ.Codec != (pgtype.UUIDCodec{}) {
				t.Error("a call that failed changed the map")
			}
		})
	}
	if err := pgxtype.Register(nil); err == nil {
		t.Error("a nil map is no error")
	}
	if err := pgxtype.Register(pgtype.NewMap(), nil); err != nil {
		t.Errorf("a nil option: %v", err)
	}
}

// TestRegisterType: one type by itself, and what is registered later, go
// together; the last word counts.
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
		if err := pgxtype.Register(m, pgxtype.WithTarget[wiji.ID](pgxtype.Text)); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(m.TryWrapEncodePlanFuncs); n != before {
		t.Errorf("to register again makes %d wrap functions of %d", n, before)
	}
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, f)
	roundTrip(t, m, pgtype.UUIDOID, binaryFormat, w)
	if err := pgxtype.RegisterType[wiji.ID](m, pgxtype.WithTarget[wiji.ID](pgxtype.Bytea)); err != nil {
		t.Fatal(err)
	}
	if got, err := m.Encode(0, textFormat, w, nil); err != nil || string(got) != `\x`+w.Hex() {
		t.Errorf("after another target: %q, %v", got, err)
	}
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
	w := wiji.New()
	if got, err := m.Encode(0, textFormat, w, nil); err != nil || string(got) != w.UUID() {
		t.Errorf("Encode without a type = %q, %v", got, err)
	}
	_, err := m.Encode(pgtype.Float8OID, binaryFormat, ulidflake.New(), nil)
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

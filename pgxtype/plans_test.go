package pgxtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/sqltype"
)

func registered(t *testing.T) (*pgtype.Map, *registry) {
	t.Helper()
	m := pgtype.NewMap()
	if err := Register(m); err != nil {
		t.Fatal(err)
	}
	return m, hostOf(m).types
}

// text returns an error's text, and "" for none.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A plan that pgx kept for another type says what it was made for. A nil pointer is NULL as an argument, and no target.
func TestPlansOfAnotherType(t *testing.T) {
	_, types := registered(t)
	places := []string{column.KindUUID: "a uuid", column.KindBytea: "a bytea", column.KindText: "a text", column.KindInt8: "an int8"}
	for _, x := range []struct {
		nilID any
		name  string
		holds []column.Kind
	}{
		{(*wiji.ID)(nil), "wiji.ID", []column.Kind{column.KindUUID, column.KindBytea, column.KindText}},
		{(*ulidflake.ID)(nil), "ulidflake.ID", []column.Kind{column.KindBytea, column.KindText, column.KindInt8}},
		{(*wiji.For[user])(nil), "wiji.For[pgxtype.user]", []column.Kind{column.KindUUID, column.KindBytea, column.KindText}},
	} {
		e := types.lookup(reflect.TypeOf(x.nilID))
		for _, c := range x.holds {
			where := "pgxtype: " + x.name + " in " + places[c] + " column: "
			for format := range 2 {
				encode, scan := e.plans[c].encode[format], e.plans[c].scan[format]
				for arg, shown := range map[any]string{"text": "string", 7: "int", nil: "<nil>", scru160.ID{}: "scru160.ID"} {
					want := where + "Encode: the argument is a " + shown + ": pass a " + x.name
					if b, err := encode.Encode(arg, []byte("x")); b != nil || text(err) != want {
						t.Errorf("%q, %v, want %s", b, err, want)
					}
				}
				if b, err := encode.Encode(x.nilID, []byte("x")); b != nil || err != nil {
					t.Errorf("%s: a nil pointer: %q, %v", where, b, err)
				}
				for _, target := range []any{new(string), nil, x.nilID} {
					want := fmt.Sprintf("%sScan: the target is a %T: pass a pointer to a %s that is not nil", where, target, x.name)
					if err := scan.Scan([]byte("x"), target); text(err) != want {
						t.Errorf("%v, want %s", err, want)
					}
				}
			}
		}
	}
}

// user is a kind of typed ID.
type user struct{}

// A column that cannot hold an ID says why; a nil pointer is NULL there, too, and a target is zero afterwards.
func TestWrongColumnPlans(t *testing.T) {
	_, types := registered(t)
	const (
		number = "a uuid has 16 bytes and the ID is a 64-bit integer: make the column bigint or bytea"
		bits   = "an ID of 16 bytes does not fit into 64 bits: make the column uuid or bytea"
		size   = "a uuid has 16 bytes and the ID has another size: make the column bytea"
		array  = "the ID is an array of bytes, not a number: make the column bytea"
	)
	for _, x := range []struct {
		target, nilID any
		column        column.Kind
		want          string
	}{
		{new(ulidflake.ID), (*ulidflake.ID)(nil), column.KindUUID, "pgxtype: ulidflake.ID in a uuid column: %s: wrong kind of column: " + number},
		{&wiji.ID{1}, (*wiji.ID)(nil), column.KindInt8, "pgxtype: wiji.ID in an int8 column: %s: wrong kind of column: " + bits},
		{&scru160.ID{1}, (*scru160.ID)(nil), column.KindUUID, "pgxtype: scru160.ID in a uuid column: %s: wrong kind of column: " + size},
		{&scru160.ID{1}, (*scru160.ID)(nil), column.KindInt8, "pgxtype: scru160.ID in an int8 column: %s: wrong kind of column: " + array},
	} {
		plans := types.lookup(reflect.TypeOf(x.target)).plans[x.column]
		for format := range 2 {
			value := reflect.ValueOf(x.target).Elem()
			if b, err := plans.encode[format].Encode(value.Interface(), nil); b != nil || text(err) != fmt.Sprintf(x.want, "Encode") {
				t.Errorf("%q, %v, want %s", b, err, fmt.Sprintf(x.want, "Encode"))
			}
			if b, err := plans.encode[format].Encode(x.nilID, nil); b != nil || err != nil {
				t.Errorf("a nil pointer: %q, %v", b, err)
			}
			if err := plans.scan[format].Scan(nil, x.target); text(err) != fmt.Sprintf(x.want, "Scan") || !value.IsZero() {
				t.Errorf("%v, want %s; the target is %v", err, fmt.Sprintf(x.want, "Scan"), value)
			}
		}
	}
}

// A format that is neither text nor binary is left to the codec before.
func TestUnknownFormat(t *testing.T) {
	m, _ := registered(t)
	uuid, _ := m.TypeForOID(pgtype.UUIDOID)
	if plan := uuid.Codec.PlanEncode(m, pgtype.UUIDOID, 2, wiji.New()); plan != nil {
		t.Errorf("the plan to encode is a %T", plan)
	}
	if plan := uuid.Codec.PlanScan(m, pgtype.UUIDOID, 2, new(wiji.ID)); plan != nil {
		t.Errorf("the plan to scan is a %T", plan)
	}
	for format, want := range map[int16]bool{-1: false, 0: true, 1: true, 2: false} {
		if isFormatCode(format) != want {
			t.Errorf("%d is a format code: %v", format, !want)
		}
	}
}

// The short list has the 16 types that were registered first, and no more.
func TestShortListEnds(t *testing.T) {
	types := newRegistry()
	for size := range 17 {
		e := newEntry[wiji.ID]()
		e.target = reflect.PointerTo(reflect.ArrayOf(size, reflect.TypeFor[byte]()))
		types.add(e)
	}
	c := newCodec(nil, column.KindBytea, nil, types)
	if len(types.order) != 17 || len(c.own.targets) != 16 || len(c.own.scan) != 16 {
		t.Errorf("the list has %d and %d of %d types", len(c.own.targets), len(c.own.scan), len(types.order))
	}
	if plan := c.scanPlan(pgtype.BinaryFormatCode, new([16]byte)); plan != types.order[16].plans[column.KindBytea].scan[pgtype.BinaryFormatCode] {
		t.Errorf("the plan of the 17th type is a %T", plan)
	}
}

// For is a type of another package than those of the formats, and Range of another one than pgtype.
type (
	For[T any]   [16]byte
	Range[T any] struct{ Lower T }
)

func TestNamesakes(t *testing.T) {
	_, types := registered(t)
	for _, v := range []any{For[user]{}, new(For[user]), Range[wiji.ID]{}, "", []wiji.ID(nil), nil} {
		if e := types.lookup(reflect.TypeOf(v)); e != nil {
			t.Errorf("%T has the entry of %s", v, e.name)
		}
	}
	if e := types.cursorEntry(reflect.TypeFor[user]()); e != nil {
		t.Errorf("a type that is no cursor has the entry of %s", e.name)
	}
	if e := types.typedEntry(reflect.TypeFor[For[user]]()); e != nil {
		t.Errorf("a typed ID of another package has the entry of %s", e.name)
	}
	a, b := types.lookup(reflect.TypeFor[wiji.For[user]]()), types.lookup(reflect.TypeFor[*wiji.For[user]]())
	if a == nil || a != b {
		t.Errorf("a typed ID has the entry %p, and a pointer to it %p", a, b)
	}
}

// A cursor that is kept for another type, and one as a target.
func TestCursorPlans(t *testing.T) {
	_, types := registered(t)
	e := types.lookup(reflect.TypeFor[Cursor[wiji.ID]]())
	const where = "pgxtype: wiji.ID in a uuid column: "
	for format := range 2 {
		encode, scan := e.plans[column.KindUUID].encode[format], e.plans[column.KindUUID].scan[format]
		if b, err := encode.Encode((*Cursor[wiji.ID])(nil), nil); b != nil || err != nil {
			t.Errorf("a nil pointer: %q, %v", b, err)
		}
		if b, err := encode.Encode("x", nil); b != nil || text(err) != where+"Encode: the argument is a string: pass a wiji.ID" {
			t.Errorf("%q, %v", b, err)
		}
		want := where + "Scan: the target is a *pgxtype.Cursor[github.com/sortid/sortid/id/wiji.ID]: pass a pointer to a wiji.ID that is not nil"
		if err := scan.Scan(nil, new(Cursor[wiji.ID])); text(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if plan, v, ok := e.wrapTarget(new(Cursor[wiji.ID])); plan != nil || v != nil || ok {
		t.Errorf("a cursor is offered as a target: %T, %v", plan, v)
	}
	if _, _, ok := e.wrapValue("x"); ok {
		t.Error("a text is offered as a cursor")
	}
	// What was there before stays, and no bytes are not NULL.
	if b, err := e.plans[column.KindText].encode[0].Encode(After(wiji.ID{}), []byte("x")); string(b) != "x" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := e.plans[column.KindText].encode[0].Encode(After(wiji.ID{}), nil); b == nil || len(b) != 0 || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

// odd is a column type, or not one: its Value is of a type that no column has.
type odd struct{ v any }

func (o odd) Value() (driver.Value, error) { return o.v, nil }

// Column types go into a column of their own kind, after what was there, and into no other.
func TestHolderPlans(t *testing.T) {
	w := wiji.MustParse("06C30JKQ8M9R0006WB9G62J46V")
	var (
		missing *sqltype.UUID[wiji.ID]
		over    = sqltype.Uint64Of(uint64(1 << 63))
	)
	for _, x := range []struct {
		kind   column.Kind
		format int16
		arg    any
		want   string
		err    string
	}{
		{column.KindUUID, 0, sqltype.UUIDOf(w), "x" + w.UUID(), ""},
		{column.KindUUID, 1, sqltype.UUIDOf(w), "x" + string(w[:]), ""},
		{column.KindText, 0, sqltype.TextOf(w), "x" + w.String(), ""},
		{column.KindText, 1, sqltype.TextOf(w), "x" + w.String(), ""},
		{column.KindBytea, 0, sqltype.BinaryOf(w), `x\x` + w.Hex(), ""},
		{column.KindBytea, 1, sqltype.BinaryOf(w), "x" + string(w[:]), ""},
		{column.KindInt8, 0, sqltype.Int64Of(int64(-258)), "x-258", ""},
		{column.KindInt8, 1, sqltype.Int64Of(int64(258)), "x\x00\x00\x00\x00\x00\x00\x01\x02", ""},
		{column.KindInt8, 0, sqltype.Uint64Of(uint64(1<<63 - 1)), "x9223372036854775807", ""},
		{column.KindInt8, 1, sqltype.Uint64Of(uint64(258)), "x\x00\x00\x00\x00\x00\x00\x01\x02", ""},
		{column.KindInt8, 0, over, "", "pgxtype: sqltype.Uint64[uint64] in an int8 column: Encode 9223372036854775808: overflow: " +
			"an ID of 2^63 or more does not fit a bigint: make the column bytea, and use sqltype.Binary"},
		{column.KindUUID, 0, missing, "", ""},
		{column.KindUUID, 0, odd{}, "", ""},
		{column.KindUUID, 0, odd{1.5}, "", "pgxtype: Encode: the Value of a pgxtype.odd is a float64"},
		{column.KindUUID, 0, "text", "", "pgxtype: Encode: the argument is a string: pass a column type of package sqltype"},
		{column.KindUUID, 0, sqltype.UUIDOf(wiji.ID{}), "", text(func() error { _, err := sqltype.UUIDOf(wiji.ID{}).Value(); return err }())},
	} {
		b, err := encodeHolder{x.kind, x.format}.Encode(x.arg, []byte("x"))
		if string(b) != x.want || text(err) != x.err {
			t.Errorf("%T in format %d: %q, %v, want %q, %q", x.arg, x.format, b, err, x.want, x.err)
		}
	}
	refused := refuseHolder{"sqltype.UUID[wiji.ID]", column.KindText}
	if b, err := refused.Encode(missing, nil); b != nil || err != nil {
		t.Errorf("NULL in a column of another kind: %q, %v", b, err)
	}
	const want = `pgxtype: sqltype.UUID[wiji.ID] in a text column: Encode "06C30JKQ8M9R0006WB9G62J46V": wrong kind of column: use sqltype.TextOf(id)`
	if b, err := refused.Encode(sqltype.UUIDOf(w), nil); b != nil || text(err) != want {
		t.Errorf("%q, %v, want %s", b, err, want)
	}
}

// What a misfit and a probe are asked for and never called is an error, in case they are.
func TestPlaceholders(t *testing.T) {
	m, _ := registered(t)
	p := &misfit{"wiji.ID"}
	if v, err := p.Value(); v != nil || !errors.Is(err, errMisfit) {
		t.Errorf("%v, %v", v, err)
	}
	if err := p.Scan(nil); !errors.Is(err, errMisfit) {
		t.Error(err)
	}
	var c unknownCodec
	if c.PreferredFormat() != pgtype.TextFormatCode || !c.FormatSupported(0) || !c.FormatSupported(1) {
		t.Error("a probe has no text format")
	}
	if plan := c.PlanEncode(m, 0, 0, wiji.ID{}); plan != nil {
		t.Errorf("an ID of unknown type has the plan %T", plan)
	}
	if plan := c.PlanScan(m, 0, 0, new(wiji.ID)); plan != nil {
		t.Errorf("a target of unknown type has the plan %T", plan)
	}
	if _, err := c.PlanEncode(m, 0, 0, probe(nil)).Encode(nil, nil); !errors.Is(err, errProbe) {
		t.Error(err)
	}
	if _, err := c.DecodeValue(m, 0, 0, nil); !errors.Is(err, errProbe) {
		t.Error(err)
	}
	if _, err := c.DecodeDatabaseSQLValue(m, 0, 0, nil); !errors.Is(err, errProbe) {
		t.Error(err)
	}
}

// Errors that name a kind of column and show what the server sent.
func TestSourceErrors(t *testing.T) {
	_, types := registered(t)
	scan := func(target any, c column.Kind, format int, src string) error {
		var data []byte
		if src != "NULL" {
			data = []byte(src)
		}
		return types.lookup(reflect.TypeOf(target)).plans[c].scan[format].Scan(data, target)
	}
	const (
		ulidUUID, ulidBytea, ulidText = "pgxtype: ulid.ID in a uuid column: Scan", "pgxtype: ulid.ID in a bytea column: Scan", "pgxtype: ulid.ID in a text column: Scan"
		flakeInt8                     = "pgxtype: ulidflake.ID in an int8 column: Scan"
		null                          = ": NULL: scan a column that can be NULL into a pointer"
		hexadecimal                   = ": character outside the alphabet: the server writes bytea in hexadecimal digits in lower case: check the type of the column"
		begins                        = `: character outside the alphabet: bytea in the text format begins with \x: set bytea_output = 'hex' on the connection`
	)
	for _, x := range []struct {
		err  error
		want string
	}{
		{scan(new(ulid.ID), column.KindUUID, 0, "NULL"), ulidUUID + null},
		{scan(new(ulid.ID), column.KindUUID, 1, "NULL"), ulidUUID + null},
		{scan(new(ulid.ID), column.KindBytea, 0, "NULL"), ulidBytea + null},
		{scan(new(ulid.ID), column.KindBytea, 1, "NULL"), ulidBytea + null},
		{scan(new(ulid.ID), column.KindText, 0, "NULL"), ulidText + null},
		{scan(new(ulidflake.ID), column.KindInt8, 0, "NULL"), flakeInt8 + null},
		{scan(new(ulidflake.ID), column.KindInt8, 1, "NULL"), flakeInt8 + null},
		{scan(new(ulid.ID), column.KindUUID, 0, "x"), ulidUUID + ` "x" (1 bytes): character outside the alphabet: ` +
			"the server writes a uuid as 36 characters, 8-4-4-4-12 digits in lower case: check the type of the column"},
		{scan(new(ulid.ID), column.KindUUID, 1, "\x00"), ulidUUID + ` 0x00 (1 bytes): wrong length: the ID has 16 bytes`},
		{scan(new(ulid.ID), column.KindBytea, 0, ""), ulidBytea + ` "" (0 bytes)` + begins},
		{scan(new(ulid.ID), column.KindBytea, 0, `\`), ulidBytea + ` "\\" (1 bytes)` + begins},
		{scan(new(ulid.ID), column.KindBytea, 0, `x\00`), ulidBytea + ` "x\\00" (4 bytes)` + begins},
		{scan(new(ulid.ID), column.KindBytea, 0, `\y00`), ulidBytea + ` "\\y00" (4 bytes)` + begins},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x`), ulidBytea + ` 0x (0 bytes): wrong length: the ID has 16 bytes`},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x00`), ulidBytea + ` 0x00 (1 bytes): wrong length: the ID has 16 bytes`},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x6162`), ulidBytea + ` 0x6162 (2 bytes): wrong length: the ID has 16 bytes, and this looks like text that was stored in their place: rewrite the values`},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x`+strings.Repeat("0", 31)), ulidBytea + ` "\\x` + strings.Repeat("0", 31) + `" (33 bytes): ` +
			"character outside the alphabet: the server writes bytea as an even number of hexadecimal digits: check the type of the column"},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x`+strings.Repeat("0", 31)+"A"), ulidBytea + ` "\\x` + strings.Repeat("0", 31) + `A" (34 bytes)` + hexadecimal},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x`+strings.Repeat("0", 31)+"F"), ulidBytea + ` "\\x` + strings.Repeat("0", 31) + `F" (34 bytes)` + hexadecimal},
		{scan(new(ulid.ID), column.KindBytea, 0, `\x`+strings.Repeat("0", 31)+"g"), ulidBytea + ` "\\x` + strings.Repeat("0", 31) + `g" (34 bytes)` + hexadecimal},
		{scan(new(ulid.ID), column.KindText, 0, ""), ulidText + ` "": wrong length: an empty text is no ID: store NULL in a row without an ID`},
		{scan(new(ulidflake.ID), column.KindInt8, 1, "\x01"), flakeInt8 + " 0x01 (1 bytes): wrong length: a bigint has 8 bytes: check the type of the column"},
		{scan(new(ulidflake.ID), column.KindInt8, 0, "x"), flakeInt8 + ` "x" (1 bytes): character outside the alphabet: the server writes a bigint in decimal digits: check the type of the column`},
	} {
		if text(x.err) != x.want {
			t.Errorf("the error is\n\t%v\nwant\n\t%s", x.err, x.want)
		}
	}
	flake := ulidflake.ID(7)
	if err := scan(&flake, column.KindInt8, 0, "0"); err != nil || flake != 0 {
		t.Errorf("a stored zero is %v, %v", flake, err)
	}
}

// What elementOf looks through: pointers, lists, and arrays and ranges of pgtype, six deep.
func TestElementOf(t *testing.T) {
	for _, x := range []struct {
		v    any
		want string
	}{
		{wiji.ID{}, "wiji.ID"}, {[]wiji.ID{}, "wiji.ID"}, {[]*wiji.ID{}, "wiji.ID"}, {[][]*wiji.ID{}, "wiji.ID"}, {new([]wiji.ID), "wiji.ID"},
		{pgtype.Array[wiji.ID]{}, "wiji.ID"}, {pgtype.Range[wiji.ID]{}, "wiji.ID"}, {pgtype.Array[*wiji.ID]{}, "wiji.ID"}, {[]pgtype.Range[wiji.ID]{}, "wiji.ID"},
		{[][][][][][]wiji.ID{}, "wiji.ID"}, {[][][][][][][]wiji.ID{}, "[]wiji.ID"},
		{pgtype.Text{}, "pgtype.Text"}, {struct{ ID wiji.ID }{}, "struct { ID wiji.ID }"}, {Range[wiji.ID]{}, "pgxtype.Range[github.com/sortid/sortid/id/wiji.ID]"},
	} {
		if got := elementOf(reflect.TypeOf(x.v)).String(); got != x.want {
			t.Errorf("%T: %s, want %s", x.v, got, x.want)
		}
	}
}

// The kinds of column that a column type has, and what is none.
func TestHolderKind(t *testing.T) {
	for _, x := range []struct {
		v    any
		want column.Kind
	}{
		{sqltype.UUID[wiji.ID]{}, column.KindUUID}, {&sqltype.UUID[wiji.ID]{}, column.KindUUID}, {sqltype.Binary[wiji.ID]{}, column.KindBytea},
		{sqltype.Null[sqltype.Text[wiji.ID]]{}, column.KindText}, {sqltype.Int64[ulidflake.ID]{}, column.KindInt8},
		{named{}, 0}, {holderPointer{}, 0}, {&holderPointer{}, 0}, {wiji.ID{}, 0}, {"", 0}, {nil, 0}, {unnamed{}, 0},
	} {
		if k, ok := holderKind(reflect.TypeOf(x.v)); k != x.want || ok != (x.want != 0) {
			t.Errorf("%T: %v, %v, want %v", x.v, k, ok, x.want)
		}
	}
}

type (
	named         [1]string // not a struct
	unnamed       struct{}
	holderPointer struct{}
)

func (named) ColumnKind() string          { return "uuid" }
func (unnamed) ColumnKind() string        { return "point" }
func (*holderPointer) ColumnKind() string { return "uuid" }

// A map without a type of PostgreSQL is refused, and has no codec of json.
func TestMapWithoutTypes(t *testing.T) {
	m := pgtype.NewMap()
	const want = "pgxtype: the map does not know uuid (OID 99999): pass a map that pgtype.NewMap returned"
	if err := replace(m, hostOf(m), column.KindUUID, 99999, 99998); text(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
	replaceJSON(m, newRegistry(), 99999)
	if known, ok := m.TypeForOID(99999); ok {
		t.Errorf("the map has the type %v", known)
	}
	if err := Register(nil); text(err) != "pgxtype: the map is nil: pass conn.TypeMap()" {
		t.Error(err)
	}
	errOption := errors.New("an option")
	fails := func(*registry) error { return errOption }
	if err := Register(pgtype.NewMap(), nil, fails); !errors.Is(err, errOption) {
		t.Error(err)
	}
	if err := RegisterType[wiji.ID](pgtype.NewMap(), nil, fails); !errors.Is(err, errOption) {
		t.Error(err)
	}
	if err := AfterConnect(fails)(t.Context(), nil); !errors.Is(err, errOption) {
		t.Error(err)
	}
}

// even is an ID whose text is read before it is refused.
type even int64

func (e even) IsValid() bool                { return e%2 == 0 }
func (e even) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(e), 10), nil }
func (e *even) UnmarshalText(text []byte) (err error) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	*e = even(n)
	return err
}

// A type that is registered twice has one entry, and its IsValid method counts in each column.
func TestOneEntry(t *testing.T) {
	types, err := allTypes([]Option{WithType[even](), WithType[even](), WithType[wiji.ID]()})
	if err != nil || len(types.order) != len(formats)+1 {
		t.Fatalf("%d types, %v, want %d", len(types.order), err, len(formats)+1)
	}
	e := types.element([][]*even(nil))
	if e == nil || e != types.element(even(0)) || e != types.element(new(even)) || e != types.element([]even(nil)) || e != types.element(new([]*even)) {
		t.Error("the type, a pointer to it and lists of it have several entries")
	}
	if e := types.element(nil); e != nil {
		t.Errorf("nil has the entry of %s", e.name)
	}
	if e := types.element([][][]even(nil)); e != nil {
		t.Errorf("a list of lists of lists has the entry of %s", e.name)
	}
	v := even(2)
	const want = `pgxtype: pgxtype.even in a text column: Scan "13" (2 bytes): not a valid ID: no ID of this type has that value: ` +
		"check that the column is the right one, and what other programs store there: its IsValid method refuses the value"
	if err := e.plans[column.KindText].scan[0].Scan([]byte("13"), &v); text(err) != want || v != 0 {
		t.Errorf("%d, %v, want %s", v, err, want)
	}
}

// A text of one byte is a text.
func TestShortText(t *testing.T) {
	e := newEntry[even]()
	v := even(2)
	if err := e.plans[column.KindText].scan[0].Scan([]byte("8"), &v); err != nil || v != 8 {
		t.Errorf("%d, %v", v, err)
	}
}

// The forms for the codecs of other libraries: an ID, NULL, and an error, in both directions.
func TestFallbackForms(t *testing.T) {
	_, types := registered(t)
	w := wiji.New()
	e := types.lookup(reflect.TypeFor[wiji.ID]())
	if u, err := form[asUUID](e, w).UUIDValue(); err != nil || u != (pgtype.UUID{Bytes: w, Valid: true}) {
		t.Errorf("%v, %v", u, err)
	}
	if u, err := form[asUUID](e, (*wiji.ID)(nil)).UUIDValue(); err != nil || u.Valid {
		t.Errorf("NULL: %v, %v", u, err)
	}
	if u, err := form[asUUID](e, wiji.ID{}).UUIDValue(); !errors.Is(err, id.ErrZero) || u.Valid {
		t.Errorf("the zero ID: %v, %v", u, err)
	}
	if b, err := form[asBytes](e, w).BytesValue(); err != nil || string(b) != string(w[:]) {
		t.Errorf("%x, %v", b, err)
	}
	if b, err := form[asBytes](e, (*wiji.ID)(nil)).BytesValue(); err != nil || b != nil {
		t.Errorf("NULL: %x, %v", b, err)
	}
	var back wiji.ID
	if err := form[asUUID](e, &back).ScanUUID(pgtype.UUID{Bytes: w, Valid: true}); err != nil || back != w {
		t.Errorf("%v, %v", back, err)
	}
	if err := form[asUUID](e, &back).ScanUUID(pgtype.UUID{Bytes: w}); !errors.Is(err, sqltype.ErrNull) || back != (wiji.ID{}) {
		t.Errorf("NULL: %v, %v", back, err)
	}
	if err := form[asBytes](e, &back).ScanBytes(w[:]); err != nil || back != w {
		t.Errorf("%v, %v", back, err)
	}
	if err := form[asBytes](e, &back).ScanBytes(nil); !errors.Is(err, sqltype.ErrNull) || back != (wiji.ID{}) {
		t.Errorf("NULL: %v, %v", back, err)
	}
	h := &host{types: types}
	for _, v := range []any{nil, "", w, new(string)} {
		if plan, _, ok := wrapTargetAs[asUUID](h)(v); plan != nil || ok {
			t.Errorf("%T is a target", v)
		}
	}
	for _, v := range []any{nil, "", new(string)} {
		if plan, _, ok := wrapValueAs[asUUID](h)(v); plan != nil || ok {
			t.Errorf("%T is an argument", v)
		}
	}
}

// Lists as arrays: their dimensions, the type of their elements, and each of them.
func TestArrayGetters(t *testing.T) {
	a, b, c := wiji.New(), wiji.New(), wiji.New()
	one, two := pgtype.ArrayDimension{Length: 2, LowerBound: 1}, pgtype.ArrayDimension{Length: 3, LowerBound: 1}
	zero := pgtype.ArrayDimension{LowerBound: 1}
	elementsIn := func(list any) elements { return elements{reflect.ValueOf(list)} }
	for name, x := range map[string]struct {
		array      pgtype.ArrayGetter
		dimensions []pgtype.ArrayDimension
		want       []any // pointers, or the IDs
		element    any
	}{
		"list":               {list[wiji.ID]{a, b, c}, []pgtype.ArrayDimension{two}, []any{&a, &b, &c}, new(wiji.ID)},
		"no list":            {list[wiji.ID](nil), nil, nil, new(wiji.ID)},
		"matrix":             {matrix[wiji.ID]{{a, b, c}, {c, b, a}}, []pgtype.ArrayDimension{one, two}, []any{a, b, c, c, b, a}, wiji.ID{}},
		"empty matrix":       {matrix[wiji.ID]{}, []pgtype.ArrayDimension{zero, zero}, nil, wiji.ID{}},
		"no matrix":          {matrix[wiji.ID](nil), nil, nil, wiji.ID{}},
		"elements":           {elementsIn([]wiji.ID{a, b, c}), []pgtype.ArrayDimension{two}, []any{&a, &b, &c}, new(wiji.ID)},
		"elements, pointers": {elementsIn([]*wiji.ID{&a, &b, nil}), []pgtype.ArrayDimension{two}, []any{&a, &b, (*wiji.ID)(nil)}, new(wiji.ID)},
		"elements, nested":   {elementsIn([][]wiji.ID{{a, b, c}, {c, b, a}}), []pgtype.ArrayDimension{one, two}, []any{&a, &b, &c, &c, &b, &a}, new(wiji.ID)},
		"elements, empty":    {elementsIn([][]*wiji.ID{}), []pgtype.ArrayDimension{zero, zero}, nil, new(wiji.ID)},
		"elements, nil":      {elementsIn([][]wiji.ID(nil)), nil, nil, new(wiji.ID)},
	} {
		if got := x.array.Dimensions(); !reflect.DeepEqual(got, x.dimensions) {
			t.Errorf("%s: the dimensions are %v, want %v", name, got, x.dimensions)
		}
		for i, want := range x.want {
			if got := x.array.Index(i); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: element %d is %v, want %v", name, i, got, want)
			}
		}
		if got := x.array.IndexType(); !reflect.DeepEqual(got, x.element) {
			t.Errorf("%s: the type of the elements is %T, want %T", name, got, x.element)
		}
	}
	const want = "pgxtype: [][]wiji.ID: Encode: wrong length: list 2 has 5 elements and the first 3: an array of PostgreSQL is a rectangle, so make all of one length"
	if err := lengthFault("wiji.ID", 1, 5, 3); err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

package columntype

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// bound returns what a driver gets of an ID by the dialect, and what a statement without the plugin has in its place.
func bound[T id.Fixed](k Kind, v T) func(dl Dialect) (bound, argument string) {
	return func(dl Dialect) (string, string) {
		b := Binder{Dialect: dl}
		x, err := Bind(&b, k, &v)
		bound := fmt.Sprintf("%T %q", x.Value, fmt.Sprint(x.Value))
		if raw, ok := x.Value.([]byte); ok {
			bound = fmt.Sprintf("bytes %x", raw)
		}
		if x.IsZero {
			bound += ", zero"
		}
		if err != nil {
			bound = err.Error()
		} else if x.Form != formOf[T](k, dl) {
			bound += " in another form"
		}
		argument, err := Argument(k, openStub(dialectNames[dl], nil), v)
		if err != nil {
			return bound, err.Error()
		}
		return bound, argument.SQL + " " + fmt.Sprint(argument.Vars...)
	}
}

var dialectNames = map[Dialect]string{Unknown: "oracle", Postgres: "postgres", MySQL: "mysql", SQLite: "sqlite"}

const (
	neverSet = ": GormValue: zero ID: the key was never set, and only the primary key of a created row is generated: set the ID, give the field the tag generate, " +
		"make it a pointer and leave it nil for NULL, or, if the zero ID is a value, give it the tag zero and the DB the plugin"
	tooGreat = "gormtype.ID[uid11.ID]: GormValue 0x8000000000000000: overflow: an ID of 2^63 or more would become a negative number in this server's bigint " +
		"and sort before all others: use gormtype.Binary"
	isNoID = `gormtype.ID[ulidflake.ID]: GormValue of ulidflake.ID "FZZZZZZZZZZZZ": the ID could be stored but not read again: send one that the format's own ` +
		"functions made or parsed: ulidflake: binary 0xffffffffffffffff: overflow: the sign bit of a Ulid-Flake is 0: check where the number comes from"
)

// TestBind: the driver's value of an ID on PostgreSQL, MySQL and SQLite, and what a statement has in its place.
func TestBind(t *testing.T) {
	u := ulid.MustParse(ulidText)
	for _, c := range []struct {
		name  string
		bound func(Dialect) (string, string)
		want  [3][2]string
	}{
		{"a uuid column", bound(Native, u), [3][2]string{
			{`string "` + ulidUUID + `"`, "?::uuid " + ulidUUID},
			{"bytes 01563e3ab5d3d6764c61efb99302bd5b", "? " + ulidText},
			{"bytes 01563e3ab5d3d6764c61efb99302bd5b", "? " + ulidText},
		}},
		{"a text", bound(Text, u), [3][2]string{{`string "` + ulidText + `"`, "? " + ulidText}, {`string "` + ulidText + `"`, "? " + ulidText}, {`string "` + ulidText + `"`, "? " + ulidText}}},
		{"raw bytes", bound(Binary, u), [3][2]string{
			{"bytes 01563e3ab5d3d6764c61efb99302bd5b", `?::bytea \x01563e3ab5d3d6764c61efb99302bd5b`},
			{"bytes 01563e3ab5d3d6764c61efb99302bd5b", "? " + ulidText},
			{"bytes 01563e3ab5d3d6764c61efb99302bd5b", "? " + ulidText},
		}},
		{"a zero ID", bound(Native, ulid.ID{}), [3][2]string{
			{`string "00000000-0000-0000-0000-000000000000", zero`, "gormtype.ID[ulid.ID]" + neverSet},
			{"bytes 00000000000000000000000000000000, zero", "gormtype.ID[ulid.ID]" + neverSet},
			{"bytes 00000000000000000000000000000000, zero", "gormtype.ID[ulid.ID]" + neverSet},
		}},
		{"a zero ID without a text", bound(Text, wiji.ID{}), [3][2]string{
			{`string "", zero`, "gormtype.Text[wiji.ID]" + neverSet}, {`string "", zero`, "gormtype.Text[wiji.ID]" + neverSet}, {`string "", zero`, "gormtype.Text[wiji.ID]" + neverSet},
		}},
		{"a zero ID with a text", bound(Text, uuid{}), [3][2]string{
			{`string "00000000-0000-0000-0000-000000000000", zero`, "gormtype.Text[columntype.uuid]" + neverSet},
			{`string "00000000-0000-0000-0000-000000000000", zero`, "gormtype.Text[columntype.uuid]" + neverSet},
			{`string "00000000-0000-0000-0000-000000000000", zero`, "gormtype.Text[columntype.uuid]" + neverSet},
		}},
		{"20 bytes", bound(Native, scru160.ID{1}), [3][2]string{
			{"bytes 0100000000000000000000000000000000000000", `?::bytea \x0100000000000000000000000000000000000000`},
			{"bytes 0100000000000000000000000000000000000000", "? 04000000000000000000000000000000"},
			{"bytes 0100000000000000000000000000000000000000", "? 04000000000000000000000000000000"},
		}},
		{"a great unsigned number", bound(Native, uid11.ID(1<<63)), [3][2]string{
			{tooGreat, tooGreat}, {`uint64 "9223372036854775808"`, "? 9223372036854775808"}, {tooGreat, tooGreat},
		}},
		{"the greatest number of a bigint", bound(Native, uid11.ID(1<<63-1)), [3][2]string{
			{`int64 "9223372036854775807"`, "? 9223372036854775807"}, {`int64 "9223372036854775807"`, "? 9223372036854775807"}, {`int64 "9223372036854775807"`, "? 9223372036854775807"},
		}},
		{"a zero number", bound(Native, uid11.ID(0)), [3][2]string{
			{`int64 "0", zero`, "gormtype.ID[uid11.ID]" + neverSet}, {`int64 "0", zero`, "gormtype.ID[uid11.ID]" + neverSet}, {`int64 "0", zero`, "gormtype.ID[uid11.ID]" + neverSet},
		}},
		{"a signed number", bound(Native, ulidflake.ID(5)), [3][2]string{{`int64 "5"`, "? 5"}, {`int64 "5"`, "? 5"}, {`int64 "5"`, "? 5"}}},
		{"a value of the type that is no ID", bound(Native, ulidflake.ID(-1)), [3][2]string{{isNoID, isNoID}, {isNoID, isNoID}, {isNoID, isNoID}}},
	} {
		for i, want := range c.want {
			dl := Postgres + Dialect(i)
			if bound, argument := c.bound(dl); bound != want[0] || argument != want[1] {
				t.Errorf("%s on %s:\n got %s and %s\nwant %s and %s", c.name, dialectNames[dl], bound, argument, want[0], want[1])
			}
		}
	}
	const unknown = "gormtype.ID[ulid.ID]: GormValue dialect oracle: unknown dialect: its columns are unknown: use a driver whose dialect is postgres (also CockroachDB, " +
		"YugabyteDB), mysql (also MariaDB, TiDB) or sqlite"
	if _, argument := bound(Native, u)(Unknown); argument != unknown {
		t.Errorf("unknown dialect: %s", argument)
	}
	if _, err := Bind(&Binder{Dialect: MySQL}, Text, new(unwritable)); err != nil {
		t.Errorf("the zero ID of a type without texts: %v", err)
	}
	if x, err := Bind(&Binder{Dialect: MySQL}, Text, &unwritable{1}); err == nil || !strings.HasPrefix(err.Error(), "gormtype.Text[columntype.unwritable]: GormValue") {
		t.Errorf("an ID that has no text: %v, %v", x.Value, err)
	}
}

// unwritable is an ID type whose IDs have no text, except the zero ID.
type unwritable [8]byte

func (u unwritable) MarshalText() ([]byte, error) {
	if u != (unwritable{}) {
		return nil, errors.New("no text")
	}
	return []byte("0"), nil
}

// TestBinder: the raw forms of a statement share memory, and none of them changes another.
func TestBinder(t *testing.T) {
	b := Binder{Dialect: SQLite}
	var all [][]byte
	for i := range 1000 {
		v := scru160.ID{19: byte(i)}
		v[0], v[1] = 1, byte(i>>8)
		x, err := Bind(&b, Native, &v)
		raw, ok := x.Value.([]byte)
		if err != nil || !ok || len(raw) != 20 || cap(raw) != 20 {
			t.Fatalf("%v: %d bytes of %d, %v", v, len(raw), cap(raw), err)
		}
		all = append(all, raw)
	}
	for i, raw := range all {
		if want := append(append([]byte{1, byte(i >> 8)}, make([]byte, 17)...), byte(i)); !bytes.Equal(raw, want) {
			t.Fatalf("%d: %x", i, raw)
		}
	}
	if got := testing.AllocsPerRun(10, func() {
		b := Binder{Dialect: SQLite}
		v := scru160.ID{1}
		for range 100 {
			_, _ = Bind(&b, Native, &v)
		}
	}); got > 120 { // one for the interface of each, and pieces of memory that double
		t.Errorf("%v allocations for 100 IDs", got)
	}
	if cap(b.raws) > mostRaws {
		t.Errorf("a piece of %d bytes", cap(b.raws))
	}
}

// TestZeroError: what a program can do depends on the statement.
func TestZeroError(t *testing.T) {
	const unscoped = "gormtype.ID[ulid.ID]: Create: zero ID: GORM generates no key in an Unscoped statement: remove Unscoped, which has no other effect on Create, " +
		"add the plugin by db.Use(gormtype.New()), or set the key"
	never := "gormtype.ID[ulid.ID]" + strings.Replace(neverSet, "GormValue", "Create", 1)
	insert := map[string]clause.Clause{"INSERT": {}}
	for _, c := range []struct {
		db   *gorm.DB
		want string
	}{
		{nil, never},
		{&gorm.DB{}, never},
		{&gorm.DB{Statement: &gorm.Statement{}}, never},
		{&gorm.DB{Statement: &gorm.Statement{Unscoped: true}}, never},
		{&gorm.DB{Statement: &gorm.Statement{Clauses: insert}}, never},
		{&gorm.DB{Statement: &gorm.Statement{Clauses: insert, Unscoped: true}}, unscoped},
	} {
		if err := ZeroError(Describe[ulid.ID](Native), "Create", c.db); err.Error() != c.want || !errors.Is(err, id.ErrZero) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestRefused: database/sql gets the error of an argument that a column refuses.
func TestRefused(t *testing.T) {
	want := errors.New("refused")
	if v, err := (Refused{want}).Value(); v != "<refused>" || !errors.Is(err, want) {
		t.Errorf("%v, %v", v, err)
	}
}

// TestHandOver: what Value returns stands for an ID in memory: of a typed ID for a plain one, and not for another type.
func TestHandOver(t *testing.T) {
	u := ulid.MustParse(ulidText)
	v, err := HandOver(u)
	h, ok := v.(HandedOver)
	if !ok || !errors.Is(err, ErrOutsideGORM) || h.String() != ulidRaw || h.Text() != ulidText {
		t.Errorf("%T %v, %v", v, v, err)
	}
	if b, err := h.MarshalText(); string(b) != ulidText || err != nil {
		t.Errorf("MarshalText: %s, %v", b, err)
	}
	typed, _ := HandOver(ulid.For[uuid](u))
	invalid, _ := HandOver(uuidv7.ID([]byte(ulidRaw)))
	if again, _ := HandOver(u); again != v || typed == v {
		t.Errorf("%q again, and %q typed", again, typed)
	}
	if got := invalid.(HandedOver).Text(); got != "0x01563e3ab5d3d6764c61efb99302bd5b" {
		t.Errorf("the text of an ID that is none: %s", got)
	}
	for _, c := range []struct {
		scan func(any) string
		src  any
		want bool
	}{
		{scanned[ulid.ID](Native), v, true}, {scanned[ulid.For[uuid]](Text), v, true}, {scanned[ulid.ID](Binary), typed, true},
		{scanned[wiji.ID](Native), v, false}, {scanned[ulid.For[base62]](Native), typed, false}, {scanned[uid11.ID](Native), v, false},
		{scanned[uuidv7.ID](Native), invalid, true}, // as it was
	} {
		if got := !strings.Contains(c.scan(c.src), ": Scan of "); got != c.want {
			t.Errorf("%q: read is %t: %s", c.src, got, c.scan(c.src))
		}
	}
	types := map[byte]bool{}
	for _, v := range []any{v, typed, invalid} {
		types[v.(HandedOver)[1]] = true
		if v.(HandedOver)[0] != 0 {
			t.Errorf("%q has a great number", v)
		}
	}
	if len(types) != 3 {
		t.Errorf("%d numbers of three types", len(types))
	}
}

// TestGenerate: a generator's error or zero ID leaves no ID.
func TestGenerate(t *testing.T) {
	var v ulid.ID
	if err := Generate(&v); err != nil || v == (ulid.ID{}) {
		t.Errorf("%v, %v", v, err)
	}
	other := uuid{1}
	const none = "gormtype.ID[columntype.uuid]: Generate: no generator: columntype.uuid has no default generator: set the key, or add a generator by " +
		"db.Use(gormtype.New(gormtype.Generator(func() (columntype.uuid, error) {…})))"
	if err := Generate(&other); err == nil || err.Error() != none || !errors.Is(err, ErrGenerator) {
		t.Errorf("no generator: %v", err)
	}
	failure := errors.New("no randomness")
	if err := Checked(&v, failure); !errors.Is(err, failure) || v != (ulid.ID{}) {
		t.Errorf("a failure: %v, %v", v, err)
	}
	const zero = "gormtype.ID[ulid.ID]: Generate: zero ID: the generator returned the zero ID and no error: fix the function of gormtype.Generator"
	if err := Checked(&v, nil); err == nil || err.Error() != zero || !errors.Is(err, id.ErrZero) {
		t.Errorf("zero: %v", err)
	}
	v = ulid.MustParse(ulidText)
	if err := Checked(&v, nil); err != nil || v.String() != ulidText {
		t.Errorf("an ID: %v, %v", v, err)
	}
}

package sqltype_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strconv"
	"testing"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// exact tests that a column type takes nothing but what its Value gives, and that
// an error leaves zero in place of old.
func exact[C interface {
	comparable
	driver.Valuer
	IsZero() bool
}, P interface {
	*C
	sql.Scanner
}](t *testing.T, old C, src any) {
	t.Helper()
	got := old
	if err := P(&got).Scan(src); err != nil {
		if !got.IsZero() {
			t.Errorf("Scan(%q) of a %T: %v beside the error %v", src, got, got, err)
		}
		return
	}
	if got.IsZero() {
		return // which was read, and is not sent
	}
	v, err := got.Value()
	if err != nil {
		t.Fatalf("%T reads %q and does not send it: %v", got, src, err)
	}
	if plain(v) != plain(src) {
		t.Errorf("%T reads %q and sends %q", got, src, v)
	}
	again := old
	if err := P(&again).Scan(v); err != nil || again != got {
		t.Errorf("%T: %v comes back as %v, %v", got, got, again, err)
	}
}

// plain makes values of a driver's several shapes comparable.
func plain(v any) string {
	switch v := v.(type) {
	case []byte:
		return string(v)
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case uint64:
		return strconv.FormatUint(v, 10)
	}
	return ""
}

func seeds(f *testing.F) {
	w := wiji.New()
	s := scru160.New()
	for _, b := range []string{"", w.String(), w.UUID(), w.Hex(), string(w[:]), string(s[:]), s.String(), someUUID, zeroUUID, ulid.New().String(),
		ulidflake.New().String(), strconv.FormatInt(int64(ulidflake.New()), 10), "0", "-1", "18446744073709551615", "9223372036854775808",
		"-9223372036854775808", "00000000", "\x00\x00\x00\x00\x00\x00\x00\x00", "\xff\xff\xff\xff\xff\xff\xff\xff", "{}", "{NULL}", "{1,2}",
		"{" + w.UUID() + "}", `{"\\x` + w.Hex() + `"}`, `{"` + w.String() + `"}`, "{" + w.String() + "}", `{"a\"b","\\"}`} {
		f.Add([]byte(b))
	}
}

func FuzzScan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		for _, src := range []any{data, string(data)} {
			exact[sqltype.UUID[wiji.ID]](t, sqltype.UUIDOf(wiji.New()), src)
			exact[sqltype.UUID[guid]](t, sqltype.UUIDOf(guid{1}), src)
			exact[sqltype.UUID[picky]](t, sqltype.UUIDOf(picky{1}), src)
			exact[sqltype.UUID[ulid.ID]](t, sqltype.UUIDOf(ulid.ID{1}), src)
			exact[sqltype.Binary[wiji.ID]](t, sqltype.BinaryOf(wiji.New()), src)
			exact[sqltype.Binary[guid]](t, sqltype.BinaryOf(guid{1}), src)
			exact[sqltype.Binary[octets]](t, sqltype.BinaryOf(octets{1}), src)
			exact[sqltype.Binary[ulidflake.ID]](t, sqltype.BinaryOf(ulidflake.ID(1)), src)
			exact[sqltype.Binary[scru160.ID]](t, sqltype.BinaryOf(scru160.ID{1}), src)
			exact[sqltype.Text[wiji.ID]](t, sqltype.TextOf(wiji.New()), src)
			exact[sqltype.Text[ulid.ID]](t, sqltype.TextOf(ulid.ID{1}), src)
			exact[sqltype.Text[ulidflake.ID]](t, sqltype.TextOf(ulidflake.ID(1)), src)
			exact[sqltype.Text[scru160.ID]](t, sqltype.TextOf(scru160.ID{1}), src)
			exact[sqltype.Text[uid11.ID]](t, sqltype.TextOf(uid11.ID(1)), src)
			exact[sqltype.Text[guid]](t, sqltype.TextOf(guid{1}), src)
			exact[sqltype.Text[lossy]](t, sqltype.TextOf(lossy{1}), src)
			exact[sqltype.Int64[ulidflake.ID]](t, sqltype.Int64Of(ulidflake.ID(1)), src)
			exact[sqltype.Int64[snowflake]](t, sqltype.Int64Of(snowflake(1)), src)
			exact[sqltype.Int64[sequence]](t, sqltype.Int64Of(sequence(1)), src)
			exact[sqltype.Int64[uid11.ID]](t, sqltype.Int64Of(uid11.ID(1)), src)
			exact[sqltype.Uint64[uid11.ID]](t, sqltype.Uint64Of(uid11.ID(1)), src)
			exact[sqltype.Uint64[sequence]](t, sqltype.Uint64Of(sequence(1)), src)
			exact[sqltype.Uint64[ulidflake.ID]](t, sqltype.Uint64Of(ulidflake.ID(1)), src)
		}
		if !bytes.Equal(data, before) {
			t.Errorf("the driver's buffer was written to: %q is now %q", before, data)
		}
	})
}

func FuzzScanInteger(f *testing.F) {
	for _, n := range []int64{0, 1, -1, 1<<63 - 1, -1 << 63, 12345} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		for _, src := range []any{n, uint64(n)} {
			exact[sqltype.Int64[ulidflake.ID]](t, sqltype.Int64Of(ulidflake.ID(1)), src)
			exact[sqltype.Int64[snowflake]](t, sqltype.Int64Of(snowflake(1)), src)
			exact[sqltype.Int64[sequence]](t, sqltype.Int64Of(sequence(1)), src)
			exact[sqltype.Int64[even]](t, sqltype.Int64Of(even(2)), src)
			exact[sqltype.Uint64[sequence]](t, sqltype.Uint64Of(sequence(1)), src)
			exact[sqltype.Uint64[snowflake]](t, sqltype.Uint64Of(snowflake(1)), src)
		}
	})
}

// exactList tests that what a list takes comes back from its Value.
func exactList(t *testing.T, dst sql.Scanner, src string) {
	t.Helper()
	list := reflect.ValueOf(dst).Elem()
	if err := dst.Scan(src); err != nil {
		if !list.IsNil() {
			t.Errorf("Scan(%q): %v beside the error %v", src, list, err)
		}
		return
	}
	if list.IsNil() {
		t.Fatalf("Scan(%q) gives NULL", src)
	}
	for i := range list.Len() {
		if list.Index(i).IsZero() {
			return // an element that was read, and is not sent
		}
	}
	before := list.Interface()
	v, err := list.Interface().(interface{ Array() sqltype.Array }).Array().Value()
	if err != nil {
		t.Fatalf("%q is read as %v and not sent: %v", src, list, err)
	}
	if err := dst.Scan(v); err != nil || !reflect.DeepEqual(list.Interface(), before) {
		t.Errorf("%v comes back as %v, %v", before, list, err)
	}
}

func FuzzScanList(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		src := string(data)
		exactList(t, new(sqltype.List[sqltype.UUID[wiji.ID]]), src)
		exactList(t, new(sqltype.List[sqltype.UUID[guid]]), src)
		exactList(t, new(sqltype.List[sqltype.Binary[wiji.ID]]), src)
		exactList(t, new(sqltype.List[sqltype.Binary[octets]]), src)
		exactList(t, new(sqltype.List[sqltype.Text[wiji.ID]]), src)
		exactList(t, new(sqltype.List[sqltype.Int64[snowflake]]), src)
		exactList(t, new(sqltype.List[sqltype.Uint64[sequence]]), src)
	})
}

// FuzzTexts sends any text through an array.
func FuzzTexts(f *testing.F) {
	f.Add("a", `"`)
	f.Add("NULL", `\`)
	f.Add("{", "}")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a == "" || b == "" {
			return // which is no ID
		}
		want := sqltype.ListOf(sqltype.TextOf, word(a), word(b))
		var got sqltype.List[sqltype.Text[word]]
		if err := got.Scan(must(want.Array().Value())); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q comes back as %q, %v", want, got, err)
		}
	})
}

// FuzzUnmarshal reads JSON and text into wrappers.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range []string{"null", `""`, `"x"`, `1`, `"` + someUUID + `"`, `"1"`, `"-1"`, `"\u0031"`, "{", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		u, n := sqltype.UUIDOf(guid{1}), sqltype.NullOf(sqltype.Int64Of(snowflake(1)))
		if err := u.UnmarshalJSON(data); err != nil && !u.IsZero() {
			t.Errorf("JSON %q: %v beside %v", data, u, err)
		}
		if err := n.UnmarshalJSON(data); err != nil && n != (sqltype.Null[sqltype.Int64[snowflake]]{}) {
			t.Errorf("JSON %q: %v beside %v", data, n, err)
		}
		i := sqltype.Int64Of(snowflake(1))
		if err := i.UnmarshalText(data); err != nil && !i.IsZero() {
			t.Errorf("text %q: %v beside %v", data, i, err)
		} else if text, _ := i.MarshalText(); err == nil && string(text) != string(data) {
			t.Errorf("text %q is read as %v", data, i)
		}
	})
}

package sqltype_test

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// TestCursor: a cursor of a set key is the key, and one of the zero ID an edge of the column.
func TestCursor(t *testing.T) {
	for _, c := range []struct {
		zero, set    sqltype.Key
		below, above driver.Value
	}{
		{sqltype.UUID[wiji.ID]{}, sqltype.UUIDOf(wiji.New()), zeroUUID, "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{sqltype.Binary[ulid.ID]{}, sqltype.BinaryOf(ulid.New()), make([]byte, 16), bytes.Repeat([]byte{0xFF}, 16)},
		{sqltype.Binary[scru160.ID]{}, sqltype.BinaryOf(scru160.New()), make([]byte, 20), bytes.Repeat([]byte{0xFF}, 20)},
		{sqltype.Binary[uid11.ID]{}, sqltype.BinaryOf(uid11.New()), make([]byte, 8), bytes.Repeat([]byte{0xFF}, 8)},
		{sqltype.Text[wiji.ID]{}, sqltype.TextOf(wiji.New()), "", strings.Repeat("z", 64)},
		{sqltype.Int64[ulidflake.ID]{}, sqltype.Int64Of(ulidflake.New()), int64(0), int64(math.MaxInt64)},
		{sqltype.Uint64[uid11.ID]{}, sqltype.Uint64Of(uid11.New()), uint64(0), uint64(math.MaxUint64)},
		{&sqltype.UUID[ulid.ID]{}, ptr(sqltype.UUIDOf(ulid.New())), zeroUUID, "ffffffff-ffff-ffff-ffff-ffffffffffff"},
	} {
		check := func(cursor sqltype.Cursor, want driver.Value) {
			t.Helper()
			if got, err := cursor.Value(); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%T: %v, %v, want %v", c.zero, got, err, want)
			}
		}
		check(sqltype.After(c.zero), c.below)
		check(sqltype.Before(c.zero), c.above)
		check(sqltype.After(c.set), must(c.set.Value()))
		check(sqltype.Before(c.set), must(c.set.Value()))
	}
}

func ptr[T any](v T) *T { return &v }

func TestCursorRefuses(t *testing.T) {
	if v, err := sqltype.Before(sqltype.UUIDOf(wiji.ID{0: 1})).Value(); !errors.Is(err, id.ErrVersion) || v != nil {
		t.Errorf("an ID of no version: %v, %v", v, err)
	}
	if v, err := (sqltype.Cursor{}).Value(); !errors.Is(err, id.ErrZero) || v != nil {
		t.Errorf("no cursor: %v, %v", v, err)
	}
}

// A query reads a page of 50 orders, the newest first. The zero ID is for the first page.
func ExampleBefore() {
	query := "SELECT id, note FROM orders WHERE id < $1 ORDER BY id DESC LIMIT 50"
	for _, last := range []wiji.ID{{}, wiji.MustParse("06C30JKQ8M9R0006WB9G62J46V")} {
		value, err := sqltype.Before(sqltype.UUIDOf(last)).Value() // db.Query(query, sqltype.Before(sqltype.UUIDOf(last)))
		fmt.Println(value, err)
	}
	_ = query
	// Output:
	// ffffffff-ffff-ffff-ffff-ffffffffffff <nil>
	// 0660c129-dd14-4e00-001b-8b4c0c2910db <nil>
}

// A query reads 1,000 orders at a time, the oldest first, until a page has fewer.
func ExampleAfter() {
	query := "SELECT id, note FROM orders WHERE id > ? ORDER BY id LIMIT 1000"
	var last ulid.ID                                          // of the last row; zero for the first page
	value, err := sqltype.After(sqltype.TextOf(last)).Value() // db.Query(query, sqltype.After(sqltype.TextOf(last)))
	fmt.Printf("%q %v\n", value, err)
	_ = query
	// Output: "" <nil>
}

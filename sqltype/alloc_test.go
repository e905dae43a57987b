package sqltype_test

import (
	"database/sql"
	"testing"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// TestScanAllocs: reading a column costs no memory. The sources are boxed before,
// as a driver boxes them.
func TestScanAllocs(t *testing.T) {
	w, s := wiji.New(), scru160.New()
	for name, c := range map[string]struct {
		dst sql.Scanner
		src any
	}{
		"UUID, string":            {new(sqltype.UUID[wiji.ID]), w.UUID()},
		"UUID, []byte":            {new(sqltype.UUID[wiji.ID]), []byte(w.UUID())},
		"UUID, array":             {new(sqltype.UUID[wiji.ID]), [16]byte(w)},
		"UUID, another library's": {new(sqltype.UUID[guid]), someUUID},
		"UUID, bare":              {new(sqltype.UUID[bare]), someUUID},
		"Binary":                  {new(sqltype.Binary[wiji.ID]), w[:]},
		"Binary, 20 bytes":        {new(sqltype.Binary[scru160.ID]), s[:]},
		"Binary, an integer":      {new(sqltype.Binary[ulidflake.ID]), []byte{7: 1}},
		"Binary, another's":       {new(sqltype.Binary[guid]), w[:]},
		"Text, string":            {new(sqltype.Text[wiji.ID]), w.String()},
		"Text, []byte":            {new(sqltype.Text[wiji.ID]), []byte(w.String())},
		"Int64":                   {new(sqltype.Int64[ulidflake.ID]), int64(ulidflake.New())},
		"Int64, digits":           {new(sqltype.Int64[ulidflake.ID]), []byte("1234567890123456789")},
		"Uint64":                  {new(sqltype.Uint64[sequence]), uint64(1 << 63)},
		"Uint64, digits":          {new(sqltype.Uint64[sequence]), "18446744073709551615"},
		"Null":                    {new(sqltype.Null[sqltype.UUID[wiji.ID]]), w.UUID()},
		"Null, NULL":              {new(sqltype.Null[sqltype.UUID[wiji.ID]]), nil},
		"Null of Binary":          {new(sqltype.Null[sqltype.Binary[wiji.ID]]), w[:]},
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := c.dst.Scan(c.src); err != nil {
				t.Fatal(err)
			}
		}); n >= 1 { // memory of a pool may be collected in between
			t.Errorf("%s: Scan allocates %v times", name, n)
		}
	}
}

// TestValueAllocs: sending an ID costs its bytes or text, the box that an
// interface needs for a slice, a string or a number, and no more than the copy
// that the methods of T see.
func TestValueAllocs(t *testing.T) {
	w := wiji.New()
	for name, c := range map[string]struct {
		value func() error
		want  float64
	}{
		"UUID":           {func() error { return errorOf(sqltype.UUIDOf(w).Value()) }, 2},
		"Binary":         {func() error { return errorOf(sqltype.BinaryOf(w).Value()) }, 2},
		"Text":           {func() error { return errorOf(sqltype.TextOf(w).Value()) }, 3},
		"Int64":          {func() error { return errorOf(sqltype.Int64Of(ulidflake.MustParse("0123456789ABC")).Value()) }, 2},
		"Uint64":         {func() error { return errorOf(sqltype.Uint64Of(sequence(1 << 63)).Value()) }, 2},
		"Null":           {func() error { return errorOf(sqltype.NullOf(sqltype.UUIDOf(w)).Value()) }, 2},
		"Null of Binary": {func() error { return errorOf(sqltype.NullOf(sqltype.BinaryOf(w)).Value()) }, 2},
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := c.value(); err != nil {
				t.Fatal(err)
			}
		}); n > c.want {
			t.Errorf("%s: Value allocates %v times, want %v", name, n, c.want)
		}
	}
}

package pgxtype_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

const (
	textFormat   = pgtype.TextFormatCode
	binaryFormat = pgtype.BinaryFormatCode
)

func newMap(t testing.TB, opts ...pgxtype.Option) *pgtype.Map {
	t.Helper()
	m := pgtype.NewMap()
	if err := pgxtype.Register(m, opts...); err != nil {
		t.Fatal(err)
	}
	return m
}

func formatName(format int16) string { return []string{"text", "binary"}[format] }

// columnTypes lists the types of PostgreSQL that the codecs serve.
var columnTypes = []struct {
	name       string
	column     column.Kind
	oid, array uint32
}{
	{"uuid", column.KindUUID, pgtype.UUIDOID, pgtype.UUIDArrayOID},
	{"bytea", column.KindBytea, pgtype.ByteaOID, pgtype.ByteaArrayOID},
	{"text", column.KindText, pgtype.TextOID, pgtype.TextArrayOID},
	{"varchar", column.KindText, pgtype.VarcharOID, pgtype.VarcharArrayOID},
	{"bpchar", column.KindText, pgtype.BPCharOID, pgtype.BPCharArrayOID},
	{"name", column.KindText, pgtype.NameOID, pgtype.NameArrayOID},
	{"int8", column.KindInt8, pgtype.Int8OID, pgtype.Int8ArrayOID},
}

// identifier is what the tests ask of an ID, to work out for themselves what the
// server should get.
type identifier interface {
	comparable
	String() string
	MarshalBinary() ([]byte, error)
}

// eachFormat runs a test of one type for each format of the module, with IDs of
// which some are edge values, for the kinds of column that hold the format.
func eachFormat(t *testing.T, test formatTest) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (lo, hi uint64) { return r.Uint64(), r.Uint64() }
	wijis := []wiji.ID{{9: 0x10}, {0: 0x3F, 9: 0x1F, 15: 0xFF}, wiji.New()}
	ulids := []ulid.ID{{15: 1}, ulid.ID(bytes.Repeat([]byte{0xFF}, 16)), ulid.New()}
	scrus := []scru160.ID{{19: 1}, scru160.ID(bytes.Repeat([]byte{0xFF}, 20)), scru160.New()}
	flakes := []ulidflake.ID{1, 1<<63 - 1, ulidflake.New()}
	uid11s := []uid11.ID{1, 1<<63 - 1, uid11.New()}
	sevens := []uuidv7.ID{uuidv7.Min(), uuidv7.Max(), uuidv7.New()}
	for range 200 {
		a, b := random()
		c, _ := random()
		raw := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, a), b), c)
		w := wiji.ID(raw)
		w[0], w[9] = w[0]&0x3F, w[9]&0xF|0x10
		v7 := uuidv7.ID(raw)
		v7[6], v7[8] = v7[6]&0xF|0x70, v7[8]&0x3F|0x80
		wijis, ulids, scrus, sevens = append(wijis, w), append(ulids, ulid.ID(raw)), append(scrus, scru160.ID(raw)), append(sevens, v7)
		flakes, uid11s = append(flakes, ulidflake.ID(a>>1|1)), append(uid11s, uid11.ID(b>>1|1))
	}
	sixteen := []column.Kind{column.KindUUID, column.KindBytea, column.KindText}
	number := []column.Kind{column.KindBytea, column.KindText, column.KindInt8}
	t.Run("wiji", func(t *testing.T) { runFormat(t, test, wijis, sixteen) })
	t.Run("ulid", func(t *testing.T) { runFormat(t, test, ulids, sixteen) })
	t.Run("uuidv7", func(t *testing.T) { runFormat(t, test, sevens, sixteen) })
	t.Run("scru160", func(t *testing.T) { runFormat(t, test, scrus, sixteen[1:]) })
	t.Run("ulidflake", func(t *testing.T) { runFormat(t, test, flakes, number) })
	t.Run("uid11", func(t *testing.T) { runFormat(t, test, uid11s, number) })
	t.Run("typed", func(t *testing.T) {
		t.Run("plain", func(t *testing.T) { runFormat(t, test, convert[wiji.For[plainKind]](wijis), sixteen) })
		t.Run("prefix", func(t *testing.T) { runFormat(t, test, convert[wiji.For[prefixKind]](wijis), sixteen) })
		t.Run("ulid", func(t *testing.T) { runFormat(t, test, convert[ulid.For[prefixKind]](ulids), sixteen) })
		t.Run("uuidv7", func(t *testing.T) { runFormat(t, test, convert[uuidv7.For[prefixKind]](sevens), sixteen) })
		t.Run("scru160", func(t *testing.T) { runFormat(t, test, convert[scru160.For[prefixKind]](scrus), sixteen[1:]) })
		t.Run("ulidflake", func(t *testing.T) { runFormat(t, test, convert[ulidflake.For[prefixKind]](flakes), number) })
		t.Run("uid11", func(t *testing.T) { runFormat(t, test, convert[uid11.For[prefixKind]](uid11s), number) })
	})
	t.Run("foreign", func(t *testing.T) {
		var xs []foreign
		for _, x := range ulids {
			xs = append(xs, foreign(x))
		}
		runFormat(t, test, xs, sixteen)
	})
}

// The kinds of typed IDs.
type (
	plainKind  struct{}
	prefixKind struct{}
)

func (prefixKind) IDPrefix() string { return "kind" }

// convert returns IDs as those of another type.
func convert[F, T any](ids []T) (out []F) {
	for _, x := range ids {
		out = append(out, reflect.ValueOf(x).Convert(reflect.TypeFor[F]()).Interface().(F))
	}
	return out
}

// formatTest is a test that is generic over the type of ID. Go has no values that
// are generic functions, so a cell hides the type.
type formatTest func(c cell)

// cell is one type of ID in one type of column, in one format.
type cell struct {
	*testing.T
	m          *pgtype.Map
	oid, array uint32
	column     column.Kind
	format     int16
	fits       bool // the column can hold the type

	ids     []any            // the IDs
	pointer func(any) any    // a pointer to a copy of an ID
	target  func() any       // a pointer to an ID that is not zero
	target2 func() any       // a pointer to a pointer to an ID
	value   func(any) any    // what a pointer points to
	want    func(any) []byte // what the server gets for an ID
	zero    any
	null    any // a nil pointer
	wantIn  func(c column.Kind, format int16, x any) []byte

	slice    func([]any) any // a []T
	pointers func([]any) any // a []*T; nil stands for NULL
	// The two scan an array into a []T and into a []*T.
	scanSlice, scanPointers func(src []byte) ([]any, error)
}

func runFormat[T identifier](t *testing.T, test formatTest, ids []T, fitting []column.Kind) {
	m := newMap(t, pgxtype.WithType[foreign]())
	for _, ct := range columnTypes {
		for _, format := range []int16{textFormat, binaryFormat} {
			t.Run(ct.name+"/"+formatName(format), func(t *testing.T) {
				var zero T
				wantIn := func(c column.Kind, format int16, x any) []byte { return expected(t, c, format, x.(T)) }
				c := cell{
					T: t, m: m, oid: ct.oid, array: ct.array, column: ct.column, format: format, zero: zero,
					fits:    slices.Contains(fitting, ct.column),
					pointer: func(x any) any { v := x.(T); return &v },
					target:  func() any { v := ids[len(ids)-1]; return &v },
					target2: func() any { v := &ids[0]; return &v },
					value: func(p any) any {
						if pp, ok := p.(**T); ok {
							if *pp == nil {
								return nil
							}
							return **pp
						}
						return *p.(*T)
					},
					wantIn: wantIn,
					want:   func(x any) []byte { return wantIn(ct.column, format, x) },
					null:   (*T)(nil),
					slice: func(xs []any) any {
						out := []T{}
						for _, x := range xs {
							out = append(out, x.(T))
						}
						return out
					},
					pointers: func(xs []any) any {
						out := []*T{}
						for _, x := range xs {
							if x == nil {
								out = append(out, nil)
								continue
							}
							v := x.(T)
							out = append(out, &v)
						}
						return out
					},
					scanSlice: func(src []byte) (out []any, err error) {
						var list []T
						err = m.Scan(ct.array, format, src, &list)
						for _, v := range list {
							out = append(out, v)
						}
						return out, err
					},
					scanPointers: func(src []byte) (out []any, err error) {
						var list []*T
						err = m.Scan(ct.array, format, src, &list)
						for _, p := range list {
							if p == nil {
								out = append(out, nil)
								continue
							}
							out = append(out, *p)
						}
						return out, err
					},
				}
				for _, x := range ids {
					c.ids = append(c.ids, x)
				}
				test(c)
			})
		}
	}
}

// expected works out what PostgreSQL is to get for x, from what is written in its
// documentation and not with the code under test.
func expected[T identifier](t *testing.T, c column.Kind, format int16, x T) []byte {
	t.Helper()
	raw, err := x.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	switch c {
	case column.KindText:
		return []byte(x.String())
	case column.KindBytea:
		text = `\x` + hex.EncodeToString(raw)
	case column.KindUUID:
		h := hex.EncodeToString(raw)
		text = h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	case column.KindInt8:
		text = fmt.Sprint(int64(binary.BigEndian.Uint64(raw)))
	}
	if format == textFormat {
		return []byte(text)
	}
	return raw
}

func TestRoundTrip(t *testing.T) {
	eachFormat(t, func(c cell) {
		if !c.fits {
			return
		}
		for _, x := range c.ids {
			want := c.want(x)
			for _, arg := range []any{x, c.pointer(x)} {
				got, err := c.m.Encode(c.oid, c.format, arg, []byte("before"))
				if err != nil {
					c.Fatal(err)
				}
				if string(got) != "before"+string(want) {
					c.Fatalf("Encode(%T %v) = %q, want %q after what was there", arg, x, got, want)
				}
			}
			for _, dst := range []any{c.target(), c.target2()} {
				src := slices.Clone(want)
				if err := c.m.Scan(c.oid, c.format, src, dst); err != nil {
					c.Fatal(err)
				}
				clear(src) // which the driver uses again
				if got := c.value(dst); got != x {
					c.Fatalf("Scan(%q) into %T = %v, want %v", want, dst, got, x)
				}
			}
		}
	})
}

// TestWrongColumn: a kind of column that cannot hold a type says so, in both
// formats and directions; pgx tries the other format when one fails.
func TestWrongColumn(t *testing.T) {
	eachFormat(t, func(c cell) {
		if c.fits {
			return
		}
		x := c.ids[0]
		for _, arg := range []any{x, c.pointer(x), c.slice(c.ids[:1]), c.pointers(c.ids[:1])} {
			oid := c.oid
			if reflect.TypeOf(arg).Kind() == reflect.Slice {
				oid = c.array
			}
			got, err := c.m.Encode(oid, c.format, arg, nil)
			if err == nil {
				c.Errorf("Encode(%T) = %q", arg, got)
				continue
			}
			checkError(c, err, sqltype.ErrSource, "make the column")
		}
		for _, dst := range []any{c.target(), c.target2()} {
			checkError(c, c.m.Scan(c.oid, c.format, c.wantIn(column.KindBytea, binaryFormat, x), dst), sqltype.ErrSource, "make the column")
		}
	})
}

func checkError(t testing.TB, err error, reason id.Reason, words ...string) {
	t.Helper()
	var ce *sqltype.ColumnError
	if !errors.Is(err, reason) || !errors.As(err, &ce) {
		t.Errorf("error %v, want a *sqltype.ColumnError that matches %q", err, reason)
		return
	}
	for _, w := range append(words, "pgxtype: ") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestZero(t *testing.T) {
	eachFormat(t, func(c cell) {
		if !c.fits {
			return
		}
		for _, arg := range []any{c.zero, c.pointer(c.zero)} {
			got, err := c.m.Encode(c.oid, c.format, arg, nil)
			if got != nil {
				c.Errorf("Encode(zero %T) = %q", arg, got)
			}
			checkError(c, err, id.ErrZero, "generate one", "sqltype.Null")
		}
		for _, arg := range []any{c.slice([]any{c.ids[0], c.zero}), c.pointers([]any{c.ids[0], c.zero})} {
			_, err := c.m.Encode(c.array, c.format, arg, nil)
			checkError(c, err, id.ErrZero)
		}
	})
}

func TestNull(t *testing.T) {
	eachFormat(t, func(c cell) {
		nilPointer := c.target2()
		if err := c.m.Scan(c.oid, c.format, nil, nilPointer); err != nil {
			c.Fatalf("NULL into a pointer: %v", err)
		}
		if got := c.value(nilPointer); got != nil {
			c.Errorf("NULL into a pointer gives %v", got)
		}
		if got, err := c.m.Encode(c.oid, c.format, c.null, nil); err != nil || got != nil {
			c.Errorf("Encode(nil) = %q, %v", got, err)
		}
		if !c.fits {
			return
		}
		dst := c.target()
		checkError(c, c.m.Scan(c.oid, c.format, nil, dst), sqltype.ErrNull, "pointer")
		if got := c.value(dst); got != c.zero {
			c.Errorf("NULL leaves the ID %v behind", got)
		}
	})
}

func TestArrays(t *testing.T) {
	eachFormat(t, func(c cell) {
		if !c.fits {
			return
		}
		for _, ids := range [][]any{c.ids[:20], c.ids[:1], nil} {
			// The expected array is the one that pgx itself makes of the elements.
			peers := make([]any, 0, len(ids))
			for _, x := range ids {
				peers = append(peers, c.peer(x))
			}
			want, err := pgtype.NewMap().Encode(c.array, c.format, peers, nil)
			if err != nil {
				c.Fatal(err)
			}
			for _, arg := range []any{c.slice(ids), c.pointers(ids)} {
				if got, err := c.m.Encode(c.array, c.format, arg, nil); err != nil || !bytes.Equal(got, want) {
					c.Fatalf("Encode(%T) = %q, %v, want %q", arg, got, err, want)
				}
			}
			for _, scan := range []func([]byte) ([]any, error){c.scanSlice, c.scanPointers} {
				if got, err := scan(want); err != nil || !slices.Equal(got, ids) {
					c.Fatalf("Scan of an array = %v, %v, want %v", got, err, ids)
				}
			}
		}
		withNull := append([]any{nil}, c.ids[:5]...)
		encoded, err := c.m.Encode(c.array, c.format, c.pointers(withNull), nil)
		if err != nil {
			c.Fatal(err)
		}
		if got, err := c.scanPointers(encoded); err != nil || !slices.Equal(got, withNull) {
			c.Errorf("Scan of an array = %v, %v, want %v", got, err, withNull)
		}
		_, err = c.scanSlice(encoded)
		checkError(c, err, sqltype.ErrNull)
	})
}

// peer returns an ID as a Go value that pgx writes to the column by itself.
func (c cell) peer(x any) any {
	switch raw := c.wantIn(column.KindBytea, binaryFormat, x); c.column {
	case column.KindUUID:
		return pgtype.UUID{Bytes: [16]byte(raw), Valid: true}
	case column.KindInt8:
		return int64(binary.BigEndian.Uint64(raw))
	case column.KindText:
		return string(c.wantIn(column.KindText, textFormat, x))
	default:
		return raw
	}
}

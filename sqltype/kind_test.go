package sqltype_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// forPgx is what package pgxtype and pgx ask of a column type. Binary has no BytesValue: pgx sends its bytes.
type forPgx interface{ ColumnKind() string }

type bytesValuer interface{ BytesValue() ([]byte, error) }

// Each column type names its column on PostgreSQL, and refuses one of bytes, in which pgx would store the characters of a text.
func TestForPgx(t *testing.T) {
	w := wiji.MustParse("06C30JKQ8M9R0006WB9G62J46V")
	const bytea = ": wrong kind of column: the column is bytea: use sqltype.Binary"
	for _, x := range []struct {
		column  forPgx
		kind    string
		refusal string // of a bytea column; empty: there is none
	}{
		{sqltype.UUIDOf(w), "uuid", `sqltype.UUID[wiji.ID]: Value of wiji.ID "06C30JKQ8M9R0006WB9G62J46V"` + bytea},
		{sqltype.BinaryOf(w), "bytea", ""},
		{sqltype.TextOf(w), "text", `sqltype.Text[wiji.ID]: Value of wiji.ID "06C30JKQ8M9R0006WB9G62J46V"` + bytea},
		{sqltype.Int64Of(snowflake(5)), "int8", `sqltype.Int64[sqltype_test.snowflake]: Value of sqltype_test.snowflake 5` + bytea},
		{sqltype.Uint64Of(uid11.ID(5)), "int8", `sqltype.Uint64[uid11.ID]: Value of uid11.ID "11111111116"` + bytea},
		{sqltype.NullOf(sqltype.UUIDOf(w)), "uuid", `sqltype.UUID[wiji.ID]: Value of wiji.ID "06C30JKQ8M9R0006WB9G62J46V"` + bytea},
		{sqltype.NullOf(sqltype.BinaryOf(w)), "bytea", ""},
		{sqltype.Null[sqltype.Text[wiji.ID]]{}, "text", ""},
	} {
		if kind := x.column.ColumnKind(); kind != x.kind {
			t.Errorf("%T is for a column of %s, want %s", x.column, kind, x.kind)
		}
		b, ok := x.column.(bytesValuer)
		if !ok {
			continue
		}
		data, err := b.BytesValue()
		if x.refusal != "" && (data != nil || !errors.Is(err, sqltype.ErrSource) || err.Error() != x.refusal) || x.refusal == "" && err != nil {
			t.Errorf("%T: %x, %v, want %q", x.column, data, err, x.refusal)
		}
	}
}

// NULL is NULL in a bytea column, too; an ID of a Binary is its bytes.
func TestBytesValue(t *testing.T) {
	w := wiji.New()
	ids := sqltype.ListOf(sqltype.BinaryOf, w)
	for name, x := range map[string]struct {
		v    bytesValuer
		want []byte
		err  error
	}{
		"NULL of UUID":          {sqltype.Null[sqltype.UUID[wiji.ID]]{}, nil, nil},
		"NULL of Binary":        {sqltype.Null[sqltype.Binary[wiji.ID]]{}, nil, nil},
		"Binary":                {sqltype.NullOf(sqltype.BinaryOf(w)), w[:], nil},
		"zero on purpose":       {sqltype.NullOf(sqltype.BinaryOf(guid{})), make([]byte, 16), nil},
		"an ID that is invalid": {sqltype.NullOf(sqltype.BinaryOf(wiji.ID{1})), nil, id.ErrVersion},
		"no list":               {sqltype.Array{}, nil, nil},
		"a list":                {ids.Array(), nil, sqltype.ErrSource},
	} {
		got, err := x.v.BytesValue()
		if !bytes.Equal(got, x.want) || (got == nil) != (x.want == nil) || !errors.Is(err, x.err) {
			t.Errorf("%s: %x, %v, want %x, %v", name, got, err, x.want, x.err)
		}
	}
	const want = "sqltype.Array: Value: wrong kind of column: the column is bytea: use sqltype.Binary for one ID"
	if _, err := ids.Array().BytesValue(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	// The zero Array is NULL; that of a list has it for package pgxtype.
	if v, err := (sqltype.Array{}).Value(); v != nil || err != nil || (sqltype.Array{}).List() != nil {
		t.Errorf("the zero Array is %v, %v", v, err)
	}
	if list, ok := ids.Array().List().(sqltype.List[sqltype.Binary[wiji.ID]]); !ok || len(list) != 1 || list[0].V != w {
		t.Errorf("the list is %v", ids.Array().List())
	}
}

// The least and the greatest numbers of a column, for types of either sign.
func TestIntegerBounds(t *testing.T) {
	for name, x := range map[string]struct {
		dst interface{ Scan(any) error }
		src any
		err error
	}{
		"signed, 0 unsigned":            {new(sqltype.Int64[snowflake]), uint64(0), nil},
		"signed, 0":                     {new(sqltype.Int64[snowflake]), int64(0), nil},
		"signed, greatest":              {new(sqltype.Int64[snowflake]), uint64(math.MaxInt64), nil},
		"signed, beyond":                {new(sqltype.Int64[snowflake]), uint64(math.MaxInt64 + 1), id.ErrOverflow},
		"signed, least":                 {new(sqltype.Int64[snowflake]), int64(math.MinInt64), nil},
		"unsigned, 0":                   {new(sqltype.Int64[sequence]), int64(0), nil},
		"unsigned, -1":                  {new(sqltype.Int64[sequence]), int64(-1), id.ErrRange},
		"column of unsigned, 0":         {new(sqltype.Uint64[sequence]), int64(0), nil},
		"column of unsigned, -1":        {new(sqltype.Uint64[sequence]), int64(-1), id.ErrRange},
		"column of unsigned, 2^63":      {new(sqltype.Uint64[sequence]), uint64(1 << 63), nil},
		"column of unsigned, greatest":  {new(sqltype.Uint64[snowflake]), uint64(math.MaxInt64), nil},
		"column of unsigned, no signed": {new(sqltype.Uint64[snowflake]), uint64(1 << 63), id.ErrOverflow},
	} {
		if err := x.dst.Scan(x.src); !errors.Is(err, x.err) {
			t.Errorf("%s: %v, want %v", name, err, x.err)
		}
	}
}

// letter is an ID whose text is one letter for 1 to 26, empty for 0, and an error beyond, and which has no String.
// It is valid if it is not 13.
type letter int64

var errLetter = errors.New("letter: no such letter")

func (l letter) IsValid() bool { return l != 13 && l != 0 }

func (l letter) MarshalText() ([]byte, error) {
	switch {
	case l == 0:
		return nil, nil
	case l < 0 || l > 26:
		return nil, errLetter
	}
	return []byte{'A' + byte(l) - 1}, nil
}

func (l *letter) UnmarshalText(text []byte) error {
	if len(text) != 1 || text[0] < 'A' || text[0] > 'Z' {
		return errLetter
	}
	*l = letter(text[0]-'A') + 1
	return nil
}

// A type without a String shows its text, and its number if it has no text.
func TestStringOfText(t *testing.T) {
	for v, want := range map[letter]string{1: "A", 26: "Z", 0: "0", 27: "27", -1: "-1"} {
		for _, got := range []string{sqltype.Int64Of(v).String(), sqltype.Uint64Of(v).String(), sqltype.BinaryOf(v).String(), sqltype.TextOf(v).String()} {
			if got != want {
				t.Errorf("%d prints as %q, want %q", int64(v), got, want)
			}
		}
	}
	x := sqltype.TextOf(letter(1))
	if err := x.Scan("B"); err != nil || x.V != 2 {
		t.Errorf("a text of one byte is read as %v, %v", x.V, err)
	}
	n := sqltype.NullOf(sqltype.TextOf(letter(27)))
	if text, err := n.MarshalText(); len(text) != 0 || !errors.Is(err, errLetter) {
		t.Errorf("the text of a letter that has none is %q, %v", text, err)
	}
	if data, err := n.MarshalJSON(); data != nil || !errors.Is(err, errLetter) {
		t.Errorf("the JSON of a letter that has none is %q, %v", data, err)
	}
	var out bytes.Buffer
	if err := n.MarshalGQLContext(t.Context(), &out); !errors.Is(err, errLetter) || out.Len() != 0 {
		t.Errorf("the GraphQL of a letter that has none is %q, %v", out.Bytes(), err)
	}
}

// noWriter is a connection that has ended.
type noWriter struct{}

var errWriter = errors.New("the connection has ended")

func (noWriter) Write([]byte) (int, error) { return 0, errWriter }

func TestGraphQLWriter(t *testing.T) {
	ctx, w := t.Context(), noWriter{}
	for i, err := range []error{
		sqltype.UUIDOf(guid{1}).MarshalGQLContext(ctx, w), sqltype.BinaryOf(guid{1}).MarshalGQLContext(ctx, w),
		sqltype.TextOf(guid{1}).MarshalGQLContext(ctx, w), sqltype.Int64Of(snowflake(1)).MarshalGQLContext(ctx, w),
		sqltype.Uint64Of(sequence(1)).MarshalGQLContext(ctx, w), sqltype.NullOf(sqltype.UUIDOf(guid{1})).MarshalGQLContext(ctx, w),
		sqltype.Null[sqltype.UUID[guid]]{}.MarshalGQLContext(ctx, w),
	} {
		if !errors.Is(err, errWriter) {
			t.Errorf("the writer of type %d fails: %v", i, err)
		}
	}
}

// wordy is an ID whose refusal has a length.
type wordy int64

type wordyError int

func (e wordyError) Error() string { return strings.Repeat("x", int(e)) }

func (wordy) MarshalText() ([]byte, error)       { return []byte("?"), nil }
func (w *wordy) UnmarshalText(text []byte) error { return wordyError(len(text)) }

// The hints of errors as they are written, and how much they show of long inputs and causes.
func TestHints(t *testing.T) {
	w := wiji.MustParse("06C30JKQ8M9R0006WB9G62J46V")
	form := w.UUID()
	const (
		binary = "sqltype.Binary[wiji.ID]: Scan of "
		uuid   = "sqltype.UUID[wiji.ID]: Scan of "
		fits   = "use the column type that fits this column"
	)
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		err  error
		want string
	}{
		{new(sqltype.Int64[letter]).Scan(int64(0)), `sqltype.Int64[sqltype_test.letter]: Scan of int64 0: not a valid ID: ` +
			`no ID of this type has that value: check that the column is the right one, and what other programs store there: its IsValid method refuses the value`},
		{new(sqltype.Int64[letter]).Scan(int64(13)), `sqltype.Int64[sqltype_test.letter]: Scan of int64 13: not a valid ID: ` +
			`no ID of this type has that value: check that the column is the right one, and what other programs store there: its IsValid method refuses the value`},
		{new(sqltype.Binary[wiji.ID]).Scan("x"), binary + `string "x": wrong kind of column: ` +
			`the driver returned text instead of 16 raw bytes: use sqltype.Text for a text column, sqltype.UUID for a uuid column`},
		{new(sqltype.Binary[wiji.ID]).Scan([]byte{0, 1}), binary + `[]uint8 0x0001 (2 bytes): wrong length: ` +
			`the ID has 16 raw bytes: give the column exactly that length`},
		{new(sqltype.Binary[wiji.ID]).Scan([]byte(form)), binary + `[]uint8 "` + form + `" (36 bytes): wrong length: ` +
			`this is UUID text instead of 16 raw bytes: use sqltype.UUID for a uuid column; in a column of bytes, rewrite the values that another program stored as text`},
		{new(sqltype.Binary[wiji.ID]).Scan([]byte("12")), binary + `[]uint8 "12" (2 bytes): wrong length: ` +
			`this looks like text instead of 16 raw bytes: use sqltype.Text for a text column, sqltype.Int64 or sqltype.Uint64 for an integer column`},
		{new(sqltype.Binary[wiji.ID]).Scan(true), binary + `bool true: wrong kind of column: a BINARY(16), bytea or BLOB column returns a []byte: ` + fits},
		{new(sqltype.List[sqltype.Binary[wiji.ID]]).Scan(`{0102}`), `sqltype.List[sqltype.Binary[wiji.ID]]: Scan of string "{0102}": element 0: ` +
			binary + `[]uint8 "0102" (4 bytes): character outside the alphabet: an element of a bytea[] has \x and 32 lower-case digits: SET bytea_output = 'hex'; use sqltype.Text for an array of text`},
		{new(sqltype.UUID[wiji.ID]).Scan([]byte(form + "0")), uuid + `[]uint8 "` + form + `0" (37 bytes): wrong length: ` +
			`UUID text has 36 characters: use sqltype.Text for a column of another text form`},
		{new(sqltype.UUID[wiji.ID]).Scan([]byte(form[:15])), uuid + `[]uint8 "` + form[:15] + `" (15 bytes): wrong length: ` +
			`UUID text has 36 characters: use sqltype.Text for a column of another text form`},
		{new(sqltype.UUID[wiji.ID]).Scan([]byte(form[:17])), uuid + `[]uint8 "` + form[:17] + `" (17 bytes): wrong length: ` +
			`UUID text has 36 characters: use sqltype.Text for a column of another text form`},
		{new(sqltype.UUID[wiji.ID]).Scan([3]byte{1, 2, 3}), uuid + `[3]uint8 [1 2 3]: wrong kind of column: a uuid column returns text of 36 characters: ` + fits},
		{new(sqltype.UUID[wiji.ID]).Scan([64]byte{}), uuid + `[64]uint8 [` + strings.Repeat("0 ", 63) + `0…: wrong kind of column: a uuid column returns text of 36 characters: ` + fits},
		{new(sqltype.UUID[wiji.ID]).Scan([]int{1}), uuid + `[]int: wrong kind of column: a uuid column returns text of 36 characters: ` + fits},
		{new(sqltype.Text[wordy]).UnmarshalJSON([]byte(`1`)), `sqltype.Text[sqltype_test.wordy]: UnmarshalJSON of []uint8 "1" (1 bytes): not a valid ID: ` +
			`write the ID as a JSON string: json: cannot unmarshal number into Go value of type string`},
		{new(sqltype.Text[wordy]).Scan(x(64)), `sqltype.Text[sqltype_test.wordy]: Scan of string "` + x(64) + `": not a valid ID: ` + x(64)},
		{new(sqltype.Text[wordy]).Scan(x(65)), `sqltype.Text[sqltype_test.wordy]: Scan of string "` + x(64) + `"…: not a valid ID: ` + x(65)},
		{new(sqltype.Text[wordy]).Scan(x(512)), `sqltype.Text[sqltype_test.wordy]: Scan of string "` + x(64) + `"…: not a valid ID: ` + x(512)},
		{new(sqltype.Text[wordy]).Scan(x(513)), `sqltype.Text[sqltype_test.wordy]: Scan of string "` + x(64) + `"…: not a valid ID: ` + x(512) + "…"},
		{errorOf(sqltype.TextOf(deaf{1}).Value()), `sqltype.Text[sqltype_test.deaf]: Value: missing method: *sqltype_test.deaf has no UnmarshalText, ` +
			`so its text cannot be read: add one, or use a column type of another form`},
		{errorOf(sqltype.NullOf(sqltype.TextOf(deaf{})).Value()), `sqltype.Text[sqltype_test.deaf]: Value: missing method: *sqltype_test.deaf has no UnmarshalText, ` +
			`so its text cannot be read: add one, or use a column type of another form`},
		{errorOf(sqltype.NullOf(sqltype.UUIDOf(wiji.ID{})).Value()), `sqltype.UUID[wiji.ID]: Value of wiji.ID "00000000000000000000000000": zero ID: ` +
			`the zero value is no ID of this format: generate one, or send NULL; for the first page of rows, compare with sqltype.After(key) or Before(key): ` +
			`wiji: binary 0x` + strings.Repeat("0", 32) + `: unknown version: version 0, not 1: use Inspect to read the fields of any version`},
		{errorOf(sqltype.Cursor{}.Value()), "sqltype.Cursor: Value: zero ID: the cursor was never set: make it with After or Before"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is\n\t%v\nwant\n\t%s", c.err, c.want)
		}
	}
}

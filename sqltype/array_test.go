package sqltype_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

type list interface {
	Array() sqltype.Array
	Args() []any
	GormDataType() string
}

// listTest tests what all lists promise.
type listTest struct {
	ids  list        // two IDs
	dst  sql.Scanner // a pointer to a list of the same type
	none list        // an empty list that is not nil
	null list        // nil
	text string
	also []any    // what a driver may hand over in place of text
	bad  []string // literals with an element that is refused
}

func (l listTest) run(t *testing.T) {
	name := strings.TrimPrefix(strings.Split(reflect.TypeOf(l.ids).String(), "[")[0], "sqltype.")
	t.Run(name, func(t *testing.T) {
		l.values(t)
		l.refusals(t)
		args := l.ids.Args()
		if len(args) != 2 || len(l.null.Args()) != 0 {
			t.Fatalf("Args gives %v", args)
		}
		if v, err := args[0].(driver.Valuer).Value(); err != nil || v == nil {
			t.Errorf("the value of %v is %v, %v", args[0], v, err)
		}
		if g := l.ids.GormDataType(); g != l.null.GormDataType() || !strings.Contains(g, " NOT sqltype_is_not_for_GORM") {
			t.Errorf("GormDataType gives %q", g)
		}
	})
}

// now returns what is in dst.
func (l listTest) now() any { return reflect.ValueOf(l.dst).Elem().Interface() }

func (l listTest) values(t *testing.T) {
	for want, ids := range map[any]list{l.text: l.ids, "{}": l.none, nil: l.null} {
		v, err := ids.Array().Value()
		if err != nil || v != want {
			t.Errorf("Value of %v is %#v, %v, want %#v", ids, v, err, want)
		}
		if err := l.dst.Scan(v); err != nil || !reflect.DeepEqual(l.now(), any(ids)) {
			t.Errorf("Scan(%#v) gives %#v, %v", v, l.now(), err)
		}
	}
	for _, src := range append(l.also, []byte(l.text)) {
		if err := l.dst.Scan(src); err != nil || !reflect.DeepEqual(l.now(), any(l.ids)) {
			t.Errorf("Scan(%s) gives %v, %v", src, l.now(), err)
		}
	}
}

func (l listTest) refusals(t *testing.T) {
	literals := append([]string{"", "{", "}", "{}}", "{{}}", "{,}", " {}", "{} ", "{ }", "[0:0]={}", "{NULL}", "{null}", `{"}`, `{"\}`, `{""}`, `{a}`,
		`{"a"b}`, "{{" + l.text[1:len(l.text)-1] + "}}", l.text[:len(l.text)-1], l.text[1:], l.text[:len(l.text)-1] + ",}",
		l.text[:len(l.text)-1] + ",NULL}", "[1:2]=" + l.text, strings.ReplaceAll(l.text, ",", ", "), strings.ReplaceAll(l.text, ",", ";"),
		strings.Repeat(l.text[:len(l.text)-1]+",", 50) + "?}"}, l.bad...)
	sources := []any{1.5, int64(1), true, []string{"a"}}
	for _, s := range literals {
		sources = append(sources, s, []byte(s))
	}
	for _, src := range sources {
		if err := l.dst.Scan(l.text); err != nil {
			t.Fatal(err)
		}
		err := l.dst.Scan(src)
		var ce *sqltype.ColumnError
		if !errors.As(err, &ce) || !strings.HasPrefix(ce.Column, strings.Split(reflect.TypeOf(l.ids).String(), "[")[0]+"[") || len(err.Error()) > 1200 {
			t.Errorf("Scan(%.100v) gives %v", src, err)
		}
		if !reflect.ValueOf(l.now()).IsNil() {
			t.Errorf("Scan(%.100v): %v beside the error", src, l.now())
		}
	}
	if err := l.dst.Scan(l.text[:len(l.text)-1] + ",NULL}"); !errors.Is(err, sqltype.ErrNull) || !strings.Contains(err.Error(), "element 2") {
		t.Errorf("an element that is NULL gives %v", err)
	}
}

// TestLists: lists of each column type as arrays of PostgreSQL.
func TestLists(t *testing.T) {
	a, b := wiji.New(), wiji.New()
	listTest{
		ids: sqltype.ListOf(sqltype.UUIDOf, a, b), dst: new(sqltype.List[sqltype.UUID[wiji.ID]]), none: sqltype.List[sqltype.UUID[wiji.ID]]{}, null: sqltype.ListOf(sqltype.UUIDOf[wiji.ID]),
		text: "{" + a.UUID() + "," + b.UUID() + "}",
		also: []any{`{"` + a.UUID() + `","` + b.UUID() + `"}`},
		bad:  []string{"{" + a.String() + "}", "{" + zeroUUID + "}", "{" + strings.ToUpper(a.UUID()) + "}", "{" + a.Hex() + "}"},
	}.run(t)
	listTest{
		ids: sqltype.ListOf(sqltype.BinaryOf, a, b), dst: new(sqltype.List[sqltype.Binary[wiji.ID]]), none: sqltype.List[sqltype.Binary[wiji.ID]]{}, null: sqltype.ListOf(sqltype.BinaryOf[wiji.ID]),
		text: `{"\\x` + a.Hex() + `","\\x` + b.Hex() + `"}`,
		bad: []string{"{" + a.Hex() + "}", `{\x` + a.Hex() + `}`, `{"\x` + a.Hex() + `"}`, `{"\\x` + strings.ToUpper(a.Hex()) + `"}`,
			`{"\\x` + a.Hex()[1:] + `"}`, `{"\\x` + a.Hex() + `00"}`, `{"\\x"}`, `{"\\000\\001"}`, `{"\\X` + a.Hex() + `"}`},
	}.run(t)
	listTest{
		ids: sqltype.ListOf(sqltype.TextOf, a, b), dst: new(sqltype.List[sqltype.Text[wiji.ID]]), none: sqltype.List[sqltype.Text[wiji.ID]]{}, null: sqltype.ListOf(sqltype.TextOf[wiji.ID]),
		text: `{"` + a.String() + `","` + b.String() + `"}`,
		also: []any{"{" + a.String() + "," + b.String() + "}"},
		bad:  []string{"{" + strings.ToLower(a.String()) + "}", "{" + a.UUID() + "}", `{"` + a.String() + ` "}`},
	}.run(t)
	listTest{
		ids: sqltype.ListOf(sqltype.Int64Of[snowflake], -1<<63, 1<<63-1), dst: new(sqltype.List[sqltype.Int64[snowflake]]), none: sqltype.List[sqltype.Int64[snowflake]]{}, null: sqltype.ListOf(sqltype.Int64Of[snowflake]),
		text: "{-9223372036854775808,9223372036854775807}",
		bad:  []string{"{9223372036854775808}", "{01}", "{1.0}", "{+1}"},
	}.run(t)
	listTest{
		ids: sqltype.ListOf(sqltype.Uint64Of[sequence], 1, 1<<64-1), dst: new(sqltype.List[sqltype.Uint64[sequence]]), none: sqltype.List[sqltype.Uint64[sequence]]{}, null: sqltype.ListOf(sqltype.Uint64Of[sequence]),
		text: "{1,18446744073709551615}",
		bad:  []string{"{18446744073709551616}", "{-1}", "{1e3}"},
	}.run(t)
}

// TestTextsQuoting sends texts that are special inside an array.
func TestTextsQuoting(t *testing.T) {
	want := sqltype.ListOf(sqltype.TextOf[word], `a"b`, `\`, `{}`, `,`, ` `, "NULL", "null", "é\n", `\\x00`)
	v := must(want.Array().Value())
	const text = `{"a\"b","\\","{}",","," ","NULL","null","é` + "\n" + `","\\\\x00"}`
	if v != text {
		t.Errorf("Value gives %s, want %s", v, text)
	}
	var got sqltype.List[sqltype.Text[word]]
	if err := got.Scan(v); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it comes back as %q, %v", got, err)
	}
}

// TestListOwnMemory: a list is not written to while its value is made.
func TestListOwnMemory(t *testing.T) {
	ids := sqltype.ListOf(sqltype.BinaryOf, swapped{1}, swapped{2})
	if _, err := ids.Array().Value(); err == nil || ids[0].V != (swapped{1}) || ids[1].V != (swapped{2}) {
		t.Errorf("the list is %v after %v", ids, err)
	}
	// Two goroutines may send one list: the race detector sees a write.
	shared := sqltype.ListOf(sqltype.BinaryOf, guid{1}, guid{2})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if _, err := shared.Array().Value(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestPlaceholders(t *testing.T) {
	for n, want := range map[int]string{-1: "NULL", 0: "NULL", 1: "?", 3: "?,?,?"} {
		if got := sqltype.Placeholders(n); got != want {
			t.Errorf("Placeholders(%d) = %q, want %q", n, got, want)
		}
	}
}

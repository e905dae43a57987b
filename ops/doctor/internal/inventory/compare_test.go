package inventory

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// sumOf returns a sum of texts.
func sumOf(values ...string) (s Sum) {
	var h hasher
	for _, v := range values {
		s.add(h.of([]byte(v)))
	}
	return s
}

// A sum is that of its values in any order, each as often as it is there.
func TestSum(t *testing.T) {
	if sumOf("a", "b", "b") != sumOf("b", "a", "b") {
		t.Error("the order counts")
	}
	for _, other := range [][]string{{"a", "b"}, {"a", "a", "b"}, {"ab", "b"}, {"a", "b", "c"}, {}} {
		if sumOf("a", "b", "b") == sumOf(other...) {
			t.Errorf("the sum of %q is that of a, b, b", other)
		}
	}
	var h hasher
	if h.of([]byte("ab"), []byte("c")) == h.of([]byte("a"), []byte("bc")) {
		t.Error("the ends of the parts do not count")
	}
	want := sumOf("a", "b")
	text, err := want.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var got Sum
	if err := got.UnmarshalText(text); err != nil || got != want {
		t.Errorf("%s gives %+v, %v", text, got, err)
	}
	for _, wrong := range []string{"", "0", string(text) + "0", strings.Repeat("g", 32)} {
		if got.UnmarshalText([]byte(wrong)) == nil {
			t.Errorf("%q is a sum", wrong)
		}
	}
	if high := (Sum{high: 1, low: 1<<64 - 1}); !func() bool { high.add(digest{15: 1}); return high == Sum{high: 2} }() {
		t.Errorf("the carry is lost: %+v", high)
	}
}

// shop is an inventory of two tables.
func shop() *Inventory {
	column := func(relation, name, sort string) Object {
		return Object{"column", relation, name, map[string]string{"type": sort}}
	}
	return &Inventory{
		Format: formatName, Version: Version,
		Objects: []Object{
			{"table", "", "orders", map[string]string{"column order": "id, user_id, note"}},
			{"table", "", "users", map[string]string{"column order": "id"}},
			{"view", "", "names", map[string]string{"definition": "SELECT id FROM users WHERE ((id)::text <> ''::text)"}},
			column("names", "id", "character varying(36)"),
			column("orders", "id", "bigint"), column("orders", "note", "text"), column("orders", "user_id", "character varying(36)"),
			{"foreign key", "orders", "orders_user", map[string]string{"ON DELETE": "CASCADE", "columns": "(user_id)"}},
			{"index", "orders", "noted", map[string]string{"definition": "CREATE INDEX noted ON orders (note)"}},
			{"index", "orders", "of_user", map[string]string{"definition": `CREATE INDEX of_user ON orders (user_id COLLATE "C" text_pattern_ops)`}},
			{"column", "users", "id", map[string]string{"type": "character varying(36)", "default": "(gen_random_uuid())::text", "not null": "yes", "collation": `"C"`}},
		},
		Tables: []Rows{
			{Name: "orders", Rows: 2, Exact: sumOf("o1", "o2"), Sum: sumOf("O1", "O2"), Columns: []Values{
				{Name: "id", Values: 2, Exact: sumOf("1", "2"), Sum: sumOf("1", "2")}, {Name: "user_id", Values: 2, Form: "uuid", Exact: sumOf("u1", "u2"), Sum: sumOf("U1", "U2")},
				{Name: "note", Values: 2, Exact: sumOf("a", "b"), Sum: sumOf("a", "b")},
			}},
			{Name: "users", Rows: 2, Exact: sumOf("r1", "r2"), Sum: sumOf("R1", "R2"), Columns: []Values{{Name: "id", Values: 2, Form: "uuid", Exact: sumOf("u1", "u2"), Sum: sumOf("U1", "U2")}}},
		},
	}
}

func (v *Inventory) object(kind, name string) *Object {
	return &v.Objects[slices.IndexFunc(v.Objects, func(o Object) bool { return o.Kind == kind && o.String() == name })]
}

func (v *Inventory) drop(kind, name string) {
	v.Objects = slices.DeleteFunc(v.Objects, func(o Object) bool { return o.Kind == kind && o.String() == name })
}

// moved is the shop with keys of another type.
func moved() *Inventory {
	v := shop()
	for _, name := range []string{"users.id", "orders.user_id", "names.id"} {
		o := v.object("column", name)
		o.Properties["type"] = "uuid"
		delete(o.Properties, "collation")
	}
	v.object("column", "users.id").Properties["default"] = "gen_random_uuid()"
	v.object("view", "view names").Properties["definition"] = "SELECT id FROM users WHERE id <> ''"
	v.object("index", "index of_user of orders").Properties["definition"] = "CREATE INDEX of_user ON orders (user_id)"
	for i := range v.Tables {
		v.Tables[i].Exact = sumOf("other" + v.Tables[i].Name)
		for k := range v.Tables[i].Columns {
			if c := &v.Tables[i].Columns[k]; c.Form != "" {
				c.Form, c.Exact = "", sumOf("bytes")
			}
		}
	}
	return v
}

func TestCompare(t *testing.T) {
	meant := []string{"orders.user_id: character varying(36) to uuid, values equal", "users.id: character varying(36) to uuid, default (gen_random_uuid())::text became gen_random_uuid(), values equal"}
	for name, c := range map[string]struct {
		after  func() *Inventory
		change func(after *Inventory)
		want   []string
	}{
		"nothing":       {shop, func(*Inventory) {}, nil},
		"a move":        {moved, func(*Inventory) {}, meant},
		"an index less": {moved, func(v *Inventory) { v.drop("index", "index noted of orders") }, slices.Concat(meant, []string{"index noted of orders is gone"})},
		"a table less": {shop, func(v *Inventory) {
			v.Objects = slices.DeleteFunc(v.Objects, func(o Object) bool { return o.Relation == "orders" || o.Name == "orders" })
			v.Tables = v.Tables[1:]
		}, []string{"table orders is gone"}},
		"another action": {moved, func(v *Inventory) {
			v.object("foreign key", "foreign key orders_user of orders").Properties["ON DELETE"] = "NO ACTION"
		}, slices.Concat(meant, []string{"foreign key orders_user of orders: ON DELETE CASCADE became NO ACTION"})},
		"no default":   {moved, func(v *Inventory) { delete(v.object("column", "users.id").Properties, "default") }, []string{meant[0], "users.id: character varying(36) to uuid, values equal", "users.id: default (gen_random_uuid())::text is gone"}},
		"NULL":         {moved, func(v *Inventory) { delete(v.object("column", "users.id").Properties, "not null") }, slices.Concat(meant, []string{"users.id: not null is gone"})},
		"a comment":    {moved, func(v *Inventory) { v.object("column", "users.id").Properties["comment"] = "key" }, slices.Concat(meant, []string{"users.id: comment key is new"})},
		"another view": {moved, func(v *Inventory) { v.object("view", "view names").Properties["definition"] = "SELECT id FROM users" }, slices.Concat(meant, []string{"view names: definition SELECT id FROM users WHERE ((id)::text <> ''::text) became SELECT id FROM users"})},
		"another index": {moved, func(v *Inventory) {
			v.object("index", "index noted of orders").Properties["definition"] = `CREATE INDEX noted ON orders (note COLLATE "C")`
		}, slices.Concat(meant, []string{`index noted of orders: definition CREATE INDEX noted ON orders (note) became CREATE INDEX noted ON orders (note COLLATE "C")`})},
		"column order": {shop, func(v *Inventory) {
			v.object("table", "table orders").Properties["column order"] = "user_id, id, note, late"
		}, []string{"table orders: the order of its columns was id, user_id, note and is user_id, id, note, late"}},
		"a note":          {moved, func(v *Inventory) { v.Tables[0].Columns[2].Exact, v.Tables[0].Sum = sumOf("a", "c"), sumOf("O3") }, slices.Concat(meant, []string{"orders.note: values differ"})},
		"exchanged":       {moved, func(v *Inventory) { v.Tables[0].Sum = sumOf("O3") }, slices.Concat(meant, []string{"orders: rows differ, although each column has the same values: they were exchanged between rows"})},
		"exchanged texts": {shop, func(v *Inventory) { v.Tables[0].Exact = sumOf("O3") }, []string{"orders: rows differ, although each column has the same values: they were exchanged between rows"}},
		"another ID":      {moved, func(v *Inventory) { v.Tables[1].Columns[0].Sum, v.Tables[1].Sum = sumOf("U1", "U3"), sumOf("R3") }, []string{meant[0], strings.Replace(meant[1], "values equal", "but values differ", 1), "users.id: values differ"}},
		"a row more": {moved, func(v *Inventory) {
			v.Tables[0].Rows, v.Tables[0].Sum, v.Tables[0].Columns[1].Sum = 3, sumOf("O3"), sumOf("U3")
		}, []string{"orders.user_id: character varying(36) to uuid, values not compared", meant[1], "orders: 2 rows became 3 rows"}},
		"no time":       {shop, func(v *Inventory) { v.Tables[0] = Rows{Name: "orders", Unread: "no time was left"} }, []string{"orders: its rows were not read: no time was left"}},
		"a type":        {shop, func(v *Inventory) { v.object("column", "orders.id").Properties["type"] = "integer" }, []string{"orders.id: type bigint became integer"}},
		"text to bytes": {shop, func(v *Inventory) { v.object("column", "orders.note").Properties["type"] = "bytea" }, []string{"orders.note: type text became bytea"}},
		"no right":      {shop, func(v *Inventory) { v.object("view", "view names").Properties[unreadable] = "SHOW VIEW" }, []string{"view names: the account may not read its text: use one with the right SHOW VIEW"}},
	} {
		t.Run(name, func(t *testing.T) {
			after := c.after()
			c.change(after)
			var got []string
			for _, d := range shop().Compare(after) {
				got = append(got, d.String())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// New keys are the last columns on PostgreSQL, old ones may be kept, and the sequence that counted them may go.
func TestCompareNewKeys(t *testing.T) {
	keyed := func() *Inventory {
		v := shop()
		v.Server.Product = "PostgreSQL"
		v.Keys, v.References = []string{"users.id"}, []Reference{{Column: "orders.user_id", From: []string{"orders.user_id"}, To: []string{"users.id"}}}
		v.Tables[0].Columns[1].Target, v.Tables[1].Columns[0].Key = "users.id", true
		v.Objects = append(v.Objects, Object{"sequence", "", "users_id_seq", map[string]string{"owned by": "users.id"}}, Object{"sequence", "", "orders_id_seq", map[string]string{"owned by": "orders.id"}})
		return v
	}
	after := keyed()
	after.object("table", "table orders").Properties["column order"] = "id, note, user_id"
	after.drop("sequence", "sequence users_id_seq")
	delete(after.object("column", "users.id").Properties, "default")
	after.Objects = append(after.Objects, Object{"column", "users", "old_id", map[string]string{}}, Object{"index", "users", "old", map[string]string{"definition": "CREATE INDEX old ON users (old_id)"}},
		Object{"table", "", "old_users", map[string]string{}}, Object{"table", "", "others", map[string]string{}}, Object{"index", "orders", "old", map[string]string{"definition": "CREATE INDEX old ON orders (old_id)"}})
	old := after.Tables[1].Columns[0]
	old.Name, old.Key = "old_id", false
	after.Tables[1].Columns[0].Exact = sumOf("new")
	after.Tables[1].Columns = append(after.Tables[1].Columns, old)
	after.Tables = append(after.Tables, Rows{Name: "old_users", Columns: []Values{old}}, Rows{Name: "others", Columns: []Values{{Name: "id", Exact: sumOf("x")}}})
	want := []string{
		"table orders: the order of its columns was id, user_id, note and is id, note, user_id",
		"orders.user_id: character varying(36), each value points to the same row", "users.id: character varying(36), default (gen_random_uuid())::text is gone, new keys",
		"users.old_id is new and holds the old keys of users.id", "index old of users is new, of old keys", "table old_users is new and holds the old keys of users.id",
		"table others is new", "index old of orders is new",
	}
	var got []string
	for _, d := range keyed().Compare(after) {
		got = append(got, d.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	after.drop("sequence", "sequence orders_id_seq")
	after.object("table", "table orders").Properties["column order"] = "note, id, user_id"
	if got := lines(Differs, keyed().Compare(after)); len(got) != 4 || got[0] != "table orders: the order of its columns was id, user_id, note and is note, id, user_id" || got[1] != "sequence orders_id_seq is gone" {
		t.Errorf("differs: %q", got)
	}
}

// What is written is read again, and other files are refused.
func TestRead(t *testing.T) {
	var b bytes.Buffer
	if err := shop().Write(&b); err != nil {
		t.Fatal(err)
	}
	v, err := Read(&b)
	if err != nil || len(shop().Compare(v)) > 0 || len(v.Compare(shop())) > 0 {
		t.Errorf("%v, %v", v, err)
	}
	for text, want := range map[string]string{
		"": "not an inventory", "[]": "not an inventory", `{"format": "x", "version": 1}`: "not an inventory",
		fmt.Sprintf(`{"format": %q, "version": 7}`, formatName): "version 7", fmt.Sprintf(`{"format": %q, "version": 1, "objects": 5}`, formatName): "not a whole inventory",
		fmt.Sprintf(`{"format": %q, "version": 1, "tables": [{"sum": "x"}]}`, formatName): "32 hexadecimal digits",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

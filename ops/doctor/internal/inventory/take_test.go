package inventory

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/ops/doctor/internal/idtext"
	"github.com/sortid/sortid/ops/doctor/internal/recorded"
)

func taken(t *testing.T, o Options) *Inventory {
	t.Helper()
	v, err := Take(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// lines are the differences of a class.
func lines(class Class, list []Difference) (out []string) {
	for _, d := range list {
		if d.Class == class {
			out = append(out, d.String())
		}
	}
	return out
}

// The bytes of IDs have the sums of their texts, in any case, for so many rows that the form is not
// known from the first ones.
func TestTextsAndBytes(t *testing.T) {
	for form, next := range map[idtext.Form]func() (string, []byte){
		idtext.UUID:      func() (string, []byte) { x := uuidv7.New(); return x.String(), x[:] },
		idtext.Hex:       func() (string, []byte) { x := uuidv7.New(); return strings.ReplaceAll(x.String(), "-", ""), x[:] },
		idtext.Crockford: func() (string, []byte) { x := ulid.New(); return x.String(), x[:] },
		"wiji":           func() (string, []byte) { x := wiji.New(); return x.String(), x[:] },
		idtext.SCRU160:   func() (string, []byte) { x := scru160.New(); return x.String(), x[:] },
	} {
		t.Run(string(form), func(t *testing.T) {
			var texts, raws []string
			for i := range 300 {
				s, raw := next()
				s = []string{s, strings.ToLower(s), strings.ToUpper(s)}[i%3]
				texts, raws = append(texts, fmt.Sprintf("('%s', '%s', %d)", s, s, i)), append(raws, fmt.Sprintf("(x'%x', x'%x', %d)", raw, raw, i))
			}
			create := "CREATE TABLE x (id %s PRIMARY KEY, copy %s, n INT)"
			text := recorded.File(t, fmt.Sprintf(create, "TEXT", "TEXT"), "INSERT INTO x VALUES "+strings.Join(texts, ", "))
			bytes := recorded.File(t, fmt.Sprintf(create, "BLOB", "BLOB"), "INSERT INTO x VALUES "+strings.Join(raws, ", "))
			before := taken(t, Options{DSN: text})
			check := func(want ...string) {
				t.Helper()
				list := before.Compare(taken(t, Options{DSN: bytes, Before: before}))
				if got := lines(Differs, list); !slices.Equal(got, want) || len(lines(Meant, list)) != 2 {
					t.Errorf("got %q, want %q", list, want)
				}
			}
			check()
			recorded.InFile(t, bytes, "UPDATE x SET n = 301 - n WHERE n IN (150, 151)")
			check("x: rows differ, although each column has the same values: they were exchanged between rows")
			recorded.InFile(t, bytes, "UPDATE x SET n = 301 - n WHERE n IN (150, 151)", "UPDATE x SET copy = substr(copy, 1, length(copy) - 1) || x'00' WHERE n = 299 AND substr(copy, -1) <> x'00'", "UPDATE x SET copy = substr(copy, 1, length(copy) - 1) || x'01' WHERE n = 299 AND hex(copy) = hex(id)")
			check("x.copy: values differ")
			recorded.InFile(t, bytes, "UPDATE x SET copy = id", "INSERT INTO x VALUES (x'00', x'00', 300)")
			check("x: 300 rows became 301 rows")
		})
	}
}

// A column with a value that is not an ID counts as it is, wherever that is.
func TestLateForm(t *testing.T) {
	const many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO x SELECT i, CASE WHEN i = %d THEN %s ELSE printf('0190163d-8694-739b-aea5-%%012x', i) END FROM n"
	for last, want := range map[string]idtext.Form{"NULL": idtext.UUID, "'none'": idtext.Plain, "5": idtext.Plain, "x'00'": idtext.Plain, "'01ARZ3NDEKTSV4RRFFQ69G5FAV'": idtext.Plain} {
		for _, at := range []int{1, 399} {
			v := taken(t, Options{DSN: recorded.File(t, "CREATE TABLE x (n INTEGER PRIMARY KEY, id)", fmt.Sprintf(many, at, last))})
			if got := v.Tables[0].Columns[1].Form; got != string(want) || v.Tables[0].Rows != 400 {
				t.Errorf("%s in row %d: form %q of %d rows, want %q", last, at, got, v.Tables[0].Rows, want)
			}
		}
	}
	// Hexadecimal digits may turn out to be of SCRU160.
	digits := "CREATE TABLE x (n INTEGER PRIMARY KEY, id)"
	v := taken(t, Options{DSN: recorded.File(t, digits, strings.ReplaceAll(fmt.Sprintf(many, 399, "'VVVVVVVVVVVVVVVV0000000000000001'"), "0190163d-8694-739b-aea5-", "0190163d8694739baea5"))})
	if got := v.Tables[0].Columns[1].Form; got != string(idtext.SCRU160) {
		t.Errorf("form %q, want scru160", got)
	}
}

// Tables for which no time is left are named, and not compared.
func TestNoTime(t *testing.T) {
	name := recorded.File(t, "CREATE TABLE x (id)", "CREATE TABLE y (id)", "INSERT INTO x VALUES (1)")
	v := taken(t, Options{DSN: name, For: 1})
	if got := v.Unread(); !slices.Equal(got, []string{"x: " + errNoTime.Error(), "y: " + errNoTime.Error()}) {
		t.Errorf("unread %q", got)
	}
	if list := lines(NotCompared, v.Compare(taken(t, Options{DSN: name}))); len(list) != 2 {
		t.Errorf("not compared %q", list)
	}
	if v := taken(t, Options{DSN: name, NoRows: true}); len(v.Tables) != 0 || v.Unread() != nil || len(v.Compare(taken(t, Options{DSN: name, Before: v}))) != 0 {
		t.Errorf("without rows: %+v", v)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Take(ctx, Options{DSN: name}); err == nil {
		t.Error("no error of a context that has ended")
	}
	if v := taken(t, Options{DSN: recorded.File(t, "CREATE TABLE slow (id)", "INSERT INTO slow VALUES (1)"), For: time.Minute}); v.Unread() != nil {
		t.Errorf("unread %q", v.Unread())
	}
}

// References are found through foreign keys of one column and of more, and through other references.
func TestFollow(t *testing.T) {
	schema := []string{
		"CREATE TABLE users (tenant, id PRIMARY KEY, boss REFERENCES users, UNIQUE (tenant, id))", "CREATE TABLE profiles (user_id PRIMARY KEY REFERENCES users (id))", "CREATE TABLE badges (n, profile REFERENCES profiles)",
		"CREATE TABLE members (t, u, UNIQUE (t, u), FOREIGN KEY (t, u) REFERENCES users (tenant, id))", "CREATE TABLE seats (a, b, FOREIGN KEY (b, a) REFERENCES members (u, t))", "CREATE TABLE visits (user_id)",
		"CREATE TABLE lone (u REFERENCES members (u))",
	}
	for _, c := range []struct {
		keys, references, without []string
		want                      string
	}{
		{nil, nil, nil, ""},
		{[]string{"profiles.user_id"}, nil, nil, "badges.profile: badges.profile -> profiles.user_id"},
		{[]string{"users.id"}, nil, []string{"lone"}, "badges.profile: badges.profile -> users.id; members.u: members.t members.u -> users.tenant users.id; profiles.user_id: profiles.user_id -> users.id; " +
			"seats.b: seats.a seats.b -> users.tenant users.id; users.boss: users.boss -> users.id"},
		{[]string{"users.id"}, nil, nil, "add -references lone.u=users.id if that alone names the row"},
		{[]string{"visits.user_id"}, []string{"lone.u=visits.user_id"}, nil, "lone.u: lone.u -> visits.user_id"},
		{[]string{"users.no"}, nil, nil, `-keys "users.no": no such column`},
		{[]string{"users"}, nil, nil, `-keys "users": no such column`},
		{[]string{"users.id"}, []string{"visits.user_id"}, nil, "write it like orders.user_id=users.id"},
		{[]string{"users.id"}, []string{"visits.no=users.id"}, nil, "no such column"},
		{[]string{"profiles.user_id"}, []string{"visits.user_id=users.id"}, nil, "users.id is not one of the keys"},
	} {
		statements := slices.Clone(schema)
		if c.without != nil {
			statements = statements[:len(statements)-1]
		}
		v, err := Take(t.Context(), Options{DSN: recorded.File(t, statements...), Keys: c.keys, References: c.references})
		got := fmt.Sprint(err)
		if err == nil {
			var list []string
			for _, r := range v.References {
				list = append(list, r.Column+": "+strings.Join(r.From, " ")+" -> "+strings.Join(r.To, " "))
			}
			slices.Sort(list)
			got = strings.Join(list, "; ")
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%q, %q\n got %s\nwant %s", c.keys, c.references, got, c.want)
		}
	}
}

// A graph of rows with few names is equal to itself with other keys, and differs if one reference
// points to a row that is not equal.
func TestNewKeysOfGraphs(t *testing.T) {
	const nodes, edges = 60, 80
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		names, parents, from, to := make([]int, nodes), make([]int, nodes), make([]int, edges), make([]int, edges)
		for i := range nodes {
			names[i], parents[i] = r.IntN(4), r.IntN(nodes+10)-10 // 10 of 70 have no parent
		}
		for i := range edges {
			from[i], to[i] = r.IntN(nodes), r.IntN(nodes)
		}
		file := func(key []int) string {
			var a, b []string
			for i, k := range key {
				parent := "NULL"
				if parents[i] >= 0 {
					parent = fmt.Sprint(key[parents[i]])
				}
				a = append(a, fmt.Sprintf("(%d, 'name %d', %s)", k, names[i], parent))
			}
			for i := range from {
				b = append(b, fmt.Sprintf("(%d, %d)", key[from[i]], key[to[i]]))
			}
			return recorded.File(t, "CREATE TABLE node (id INTEGER PRIMARY KEY, name, parent REFERENCES node (id))", "CREATE TABLE edge (a REFERENCES node (id), b REFERENCES node (id))",
				"INSERT INTO node VALUES "+strings.Join(a, ", "), "INSERT INTO edge VALUES "+strings.Join(b, ", "))
		}
		identity := make([]int, nodes)
		for i := range identity {
			identity[i] = i + 1
		}
		before := taken(t, Options{DSN: file(identity), Keys: []string{"node.id"}})
		compare := func() []string {
			return lines(Differs, before.Compare(taken(t, Options{DSN: file(r.Perm(nodes)), Before: before})))
		}
		if got := compare(); got != nil {
			t.Fatalf("seed %d: with other keys %q", seed, got)
		}
		i := r.IntN(edges)
		was := to[i]
		for names[to[i]] == names[was] {
			to[i] = r.IntN(nodes)
		}
		if got := compare(); !slices.Equal(got, []string{"edge.b: values differ"}) {
			t.Errorf("seed %d: with another edge %q", seed, got)
		}
		to[i] = was
		k := r.IntN(nodes)
		for was := parents[k]; parents[k] == was || parents[k] >= 0 && was >= 0 && names[parents[k]] == names[was]; {
			parents[k] = r.IntN(nodes+10) - 10
			if parents[k] < 0 && was < 0 {
				parents[k] = was
			}
		}
		if got := compare(); got == nil {
			t.Errorf("seed %d: with another parent nothing differs", seed)
		}
	}
}

// Rows that are equal but for their keys are counted.
func TestTwins(t *testing.T) {
	v := taken(t, Options{DSN: recorded.File(t, "CREATE TABLE node (id INTEGER PRIMARY KEY, name, parent REFERENCES node (id))",
		"INSERT INTO node VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', 1), (4, 'c', 2), (5, 'c', 2), (6, 'd', 9)"), Keys: []string{"node.id"}})
	if x := v.Tables[0]; x.Twins != 2 || x.Columns[2].Lost != 1 {
		t.Errorf("%d twins and %d references to no row, want 2 and 1", x.Twins, x.Columns[2].Lost)
	}
}

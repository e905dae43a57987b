package inspect

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

func TestClockOf(t *testing.T) {
	integer := source.Column{Name: "id", Type: "bigint", Class: source.Integer}
	text := source.Column{Name: "code", Type: "text", Class: source.Text}
	at := func(name, kind string) source.Column {
		return source.Column{Name: name, Type: kind, Class: source.Other}
	}
	for _, c := range []struct {
		want    string
		columns []source.Column
		primary []string
	}{
		{"created_at", []source.Column{text, at("updated_at", "timestamp with time zone"), at("created_at", "timestamp with time zone")}, nil},
		{"creationDate", []source.Column{integer, at("creationDate", "datetime(6)")}, []string{"id"}},
		{"inserted_on", []source.Column{at("seen", "DATETIME"), at("inserted_on", "TIMESTAMP")}, nil},
		{"seen", []source.Column{at("seen", "DATETIME")}, nil},
		{"id", []source.Column{text, integer}, []string{"id"}},
		{"", []source.Column{text, integer}, []string{"id", "code"}}, // of two columns, none alone is in order
		{"", []source.Column{text, integer}, []string{"code"}},
		{"", []source.Column{text, at("birthday", "date"), at("opens", "time without time zone"), at("created", "text")}, nil},
	} {
		table := &source.Table{Columns: c.columns}
		if c.primary != nil {
			table.Indexes = []source.Index{{Primary: true, Columns: c.primary}}
		}
		if got, made := clockOf(table); got != c.want || made != (c.want != "" && c.want != "seen") {
			t.Errorf("%+v: %q, want %q", c.columns, got, c.want)
		}
	}
}

// rows is a database with one table.
type rows struct {
	slow
	sample source.Sample
	asked  []string
}

func (s *rows) Sample(_ context.Context, _ *source.Table, columns []string) source.Sample {
	s.asked = columns
	return s.sample
}

// Each column of a key is in the report, whatever it holds.
func TestEveryKeyIsListed(t *testing.T) {
	table := &source.Table{
		Name: "t", HasPrimary: true,
		Columns: []source.Column{
			{Name: "slug", Type: "text", Class: source.Text}, {Name: "day", Type: "date", Class: source.Other}, {Name: "mail", Type: "text", Class: source.Text},
			{Name: "parent", Type: "bigint", Class: source.Integer}, {Name: "note", Type: "text", Class: source.Text}, {Name: "created_at", Type: "timestamp", Class: source.Other},
		},
		Indexes:    []source.Index{{Name: "t_pkey", Primary: true, Unique: true, Columns: []string{"slug", "day"}}, {Name: "t_mail", Unique: true, Columns: []string{"mail"}}},
		References: []source.Reference{{Columns: []string{"parent"}, Table: "p", To: []string{"id"}}},
	}
	values := map[string][]any{}
	for i := range 200 {
		values["slug"] = append(values["slug"], fmt.Sprintf("a-title-%03d", i))
		values["mail"] = append(values["mail"], fmt.Sprintf("person%d@example.org", i*7919%200))
		values["parent"] = append(values["parent"], nil)
		values["created_at"] = append(values["created_at"], time.Unix(int64(i), 0).UTC().Format(time.DateTime))
	}
	for _, c := range []struct {
		sample source.Sample
		want   []string
	}{
		{source.Sample{Values: values, Rows: 200}, []string{
			"slug [primary] ordered beside created_at: ", "day [primary] unknown beside : values of this type are not read",
			"mail [unique] random beside created_at: ", "parent [foreign] unknown beside : ",
		}},
		{source.Sample{Missing: source.Empty}, []string{
			"slug [primary] unknown beside : the table is empty", "day [primary] unknown beside : the table is empty",
			"mail [unique] unknown beside : the table is empty", "parent [foreign] unknown beside : the table is empty",
		}},
	} {
		s := &rows{sample: c.sample}
		s.tables = []*source.Table{table}
		s.figure = func(string) time.Duration { return 0 }
		r, err := examine(t.Context(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, k := range r.Columns {
			got = append(got, fmt.Sprintf("%s %v %s beside %s: %s", k.Name, k.Roles, k.Order, k.Beside, k.Missing))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		if want := []string{"slug", "mail", "parent", "created_at"}; !slices.Equal(s.asked, want) {
			t.Errorf("the sample has %q, want %q", s.asked, want)
		}
		var indexes []string
		for _, x := range r.Indexes {
			indexes = append(indexes, fmt.Sprintf("%s %s", x.Name, x.Order))
		}
		if want := []string{"t_pkey ordered", "t_mail random"}; c.sample.Missing == "" && !slices.Equal(indexes, want) || c.sample.Missing != "" && indexes != nil {
			t.Errorf("indexes %q", indexes)
		}
		if r.Columns[0].IDs.Form != idkind.Other {
			t.Errorf("the form is %q", r.Columns[0].IDs.Form)
		}
	}
}

// A reference to old rows is in no order, although its kind is.
func TestOrderOfReferences(t *testing.T) {
	const n = 300
	var placed, other, text []any
	for i := range n {
		id := func(i int) any {
			at := 1_780_000_000_000 + i*1_000_000
			return fmt.Sprintf("%08x-%04x-7%03x-8%03x-%012x", at>>16, at&0xFFFF, i*7919%4096, i*6133%4096, uint64(i)*0x9E3779B97F4A7C15>>16)
		}
		placed, other, text = append(placed, id(i)), append(other, id(i*7919%n)), append(text, fmt.Sprintf("INV-%08d", i*7919%n))
	}
	key := func(unique bool, columns ...string) source.Index {
		return source.Index{Unique: unique, Columns: columns}
	}
	for name, c := range map[string]struct {
		values []any
		roles  []Role
		index  source.Index
		sample source.Sample
		want   idkind.Order
	}{
		"primary":                {other, []Role{Primary}, key(true, "c"), source.Sample{Placed: true}, idkind.Ordered},
		"reference":              {other, []Role{Foreign}, key(false, "c"), source.Sample{Placed: true}, idkind.Random},
		"reference, no places":   {other, []Role{Foreign}, key(false, "c"), source.Sample{}, idkind.Unknown},
		"joined, no places":      {other, []Role{Joined}, key(false, "c"), source.Sample{}, idkind.Unknown},
		"lines with their order": {placed, []Role{Primary, Foreign}, key(true, "c", "line"), source.Sample{Placed: true}, idkind.Ordered},
		"of a tenant":            {placed, []Role{Primary}, key(true, "tenant", "c"), source.Sample{}, idkind.Ordered},
		"number":                 {text, []Role{Unique}, key(true, "c"), source.Sample{Placed: true}, idkind.Random},
	} {
		one := inspected{table: &source.Table{Name: "t", Columns: []source.Column{{Name: "c", Class: source.Text}}, Indexes: []source.Index{c.index}}, ids: make(map[string]idkind.Result)}
		r := &Report{Started: time.UnixMilli(1_790_000_000_000)}
		c.sample.Values = map[string][]any{"c": c.values}
		r.column(&one, one.table.Columns[0], c.roles, c.sample, r.isInOrderOfTime(one.table, c.sample))
		if got := r.Columns[0].Order; got != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, got, c.want, r.Columns[0].IDs)
		}
	}
}

// Beside a key that is in no order itself, nothing is seen.
func TestRandomClock(t *testing.T) {
	const n = 300
	for _, random := range []bool{false, true} {
		table := &source.Table{
			Name: "t", HasPrimary: true, Columns: []source.Column{{Name: "id", Type: "bigint", Class: source.Integer}, {Name: "code", Type: "text", Class: source.Text}},
			Indexes: []source.Index{{Name: "p", Primary: true, Unique: true, Clustered: true, Columns: []string{"id"}}, {Name: "u", Unique: true, Columns: []string{"code"}}},
		}
		table.Rows = source.Exactly(n)
		values := map[string][]any{}
		for i := range n {
			id := int64(i)
			if random {
				id = int64(uint64(i) * 0x9E3779B97F4A7C15 >> 1)
			}
			values["id"], values["code"] = append(values["id"], id), append(values["code"], fmt.Sprintf("INV-%08d", i*7919%n))
		}
		s := &rows{sample: source.Sample{Values: values, Rows: n, Placed: true}}
		s.tables, s.figure = []*source.Table{table}, func(string) time.Duration { return 0 }
		r, err := examine(t.Context(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := "random beside id"
		if random {
			want = "unknown beside "
		}
		if got := fmt.Sprintf("%s beside %s", r.Columns[1].Order, r.Columns[1].Beside); got != want {
			t.Errorf("random %v: %s, want %s", random, got, want)
		}
	}
}

// Rows of a few tenants go to the places of these, not to any.
func TestEntryOrder(t *testing.T) {
	for _, c := range []struct {
		order             idkind.Order
		sampled, distinct int
		want              idkind.Order
	}{
		{idkind.Random, 1000, 1000, idkind.Random}, {idkind.Random, 1000, 300, idkind.Random}, {idkind.Random, 1000, 200, idkind.Random}, {idkind.Random, 1000, 199, idkind.Unknown}, {idkind.Random, 1000, 20, idkind.Unknown}, {idkind.Ordered, 1000, 20, idkind.Ordered},
	} {
		if got := entryOrder(KeyColumn{Order: c.order, IDs: idkind.Result{Sampled: c.sampled, Distinct: c.distinct}}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// The roles of a column are those of all keys that have it, the most important first and each once.
func TestRolesOf(t *testing.T) {
	unique := secondary("u", "id", "mail")
	unique.Unique = true
	got := rolesOf(&source.Table{
		Indexes:    []source.Index{unique, primary("p", "id", "n"), secondary("i", "free"), unique},
		References: []source.Reference{{Columns: []string{"n", "mail"}}, {Columns: []string{"n"}}},
	})
	if want := map[string][]Role{"id": {Primary, Unique}, "mail": {Unique, Foreign}, "n": {Primary, Foreign}}; !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Values of a known layout are IDs in every key. Others are IDs if they identify rows, and not in other unique columns.
func TestHoldsIDs(t *testing.T) {
	likely := func(name string, order idkind.Order, chance float64) idkind.Result {
		ids := idsOf(idkind.Integer, 8, part(name, order))
		ids.Parts[0].Chance = chance
		return ids
	}
	for _, c := range []struct {
		what  string
		ids   idkind.Result
		roles []Role
		want  bool
	}{
		{"no IDs", idkind.Result{}, []Role{Primary, Foreign}, false},
		{"known", likely("UUIDv7", idkind.Ordered, -0.1), []Role{Unique}, true},
		{"no layout that is rare", likely("integers", idkind.Ordered, 0), []Role{Unique}, false},
		{"no order", likely("hashes", idkind.Unknown, -9), []Role{Unique}, false},
		{"unknown in a primary key", likely("integers", idkind.Unknown, 0), []Role{Unique, Primary}, true},
		{"unknown in a foreign key", likely("integers", idkind.Unknown, 0), []Role{Foreign}, true},
		{"unknown that join", likely("integers", idkind.Unknown, 0), []Role{Joined}, false},
		{"one kind of two is known", idsOf(idkind.Raw, 16, part("bytes", idkind.Unknown), part("UUIDv4", idkind.Random)), []Role{Unique}, true},
	} {
		if got := holdsIDs(c.ids, c.roles); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// The order of a reference is what the rows show, unless the column alone is a key.
func TestOrderOf(t *testing.T) {
	unique := func(x source.Index) source.Index { x.Unique = true; return x }
	key := primary("p", "c")
	key.Unique = false
	for _, c := range []struct {
		what  string
		index source.Index
		ids   idkind.Result
		roles []Role
		want  idkind.Order
	}{
		{"a key", secondary("i", "c"), v7Text, []Role{Primary}, idkind.Ordered},
		{"a foreign key", secondary("i", "c"), v7Text, []Role{Foreign}, idkind.Unknown},
		{"a column that joins", secondary("i", "c"), v7Text, []Role{Joined}, idkind.Unknown},
		{"a foreign key of random IDs", secondary("i", "c"), v4Text, []Role{Foreign}, idkind.Random},
		{"a foreign key that is unique", unique(secondary("i", "c")), v7Text, []Role{Foreign}, idkind.Ordered},
		{"a foreign key that is the primary key", key, v7Text, []Role{Foreign}, idkind.Ordered},
		{"a foreign key in a unique one", unique(secondary("i", "c", "d")), v7Text, []Role{Foreign}, idkind.Unknown},
		{"a foreign key beside a unique column", unique(secondary("i", "d")), v7Text, []Role{Foreign}, idkind.Unknown},
	} {
		if got := orderOf(&source.Table{Indexes: []source.Index{c.index}}, "c", c.roles, c.ids); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// The notes of a column say what else its values may be, and what they are not.
func TestNoteColumn(t *testing.T) {
	rivals := func(ids idkind.Result) idkind.Result {
		return with(ids, func(r *idkind.Result) { r.Parts[0].Rivals = []string{"a", "b"} })
	}
	random := v4Text.Parts[0].String()
	for _, c := range []struct {
		what string
		ids  idkind.Result
		want string
	}{
		{"no IDs", idkind.Result{}, ""}, {"in order", v7Text, ""}, {"random", v4Text, ""},
		{"in order, or other kinds", rivals(v7Text), "t.c could be as well: a, b"},
		{"random, or other kinds", rivals(v4Text), ""},
		{"random in the order of the rows", with(v4Text, func(r *idkind.Result) { r.Place = 1 }), "t.c holds " + random + ", but the rows lie in the order of the keys: they were sorted, or the keys have an order that their bits do not show"},
		{"in order, in the order of the rows", with(v7Text, func(r *idkind.Result) { r.Place, r.Negative = 1, 1 }), ""},
		{"random with a negative one", with(v4Text, func(r *idkind.Result) { r.Negative = 1 }), "t.c: negative values are right for signed hashes; unsigned IDs of 2^63 and more would sort first here"},
		{"random beside in order", idsOf(idkind.Raw, 16, part("UUIDv4", idkind.Random), part("UUIDv7", idkind.Ordered)), ""},
		{"in order beside random", rivals(with(idsOf(idkind.Raw, 16, part("UUIDv7", idkind.Ordered), part("UUIDv4", idkind.Random)), func(r *idkind.Result) { r.Place, r.Negative = 1, 1 })), "t.c could be as well: a, b"},
	} {
		var r Report
		r.noteColumn(KeyColumn{Table: "t", Name: "c", IDs: c.ids})
		if got := strings.Join(r.Notes, "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// The places of rows show their age if the table has no order, or one of a column that grows.
func TestInOrderOfTime(t *testing.T) {
	var counted []any
	for i := range 60 {
		counted = append(counted, int64(i))
	}
	for _, c := range []struct {
		what   string
		index  source.Index
		placed bool
		values []any
		next   uint64
		want   bool
	}{
		{"a heap", primary("p", "id"), true, nil, 0, true}, {"no places", primary("p", "id"), false, nil, 0, false},
		{"by a counter", holdsRows(primary("p", "id")), true, counted, 0, true}, {"by a counter, no places", holdsRows(primary("p", "id")), false, counted, 0, false},
		{"by random keys", holdsRows(primary("p", "id")), true, randomTexts(60), 0, false}, {"by a sequence", holdsRows(primary("p", "id")), true, nil, 1, true},
		{"by another column", holdsRows(secondary("p", "n")), true, counted, 0, false},
	} {
		one := table("t", 0, 1, secondary("i", "id"), c.index)
		one.Rows = source.Exactly(60)
		one.Columns[0].Next = c.next
		sample := sampleOf("id", c.values)
		sample.Placed = c.placed
		if got := (&Report{Started: time.UnixMilli(1_790_000_000_000)}).isInOrderOfTime(one, sample); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	if got := clustered(table("t", 0, 1, secondary("i", "n"), holdsRows(primary("p", "id", "n")))); got != "id" {
		t.Errorf("the rows are stored by %q", got)
	}
}

// The name of a time says whether it is the one at which a row was made.
func TestClockRank(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		want       int
	}{
		{"createdAt", "TIMESTAMP", clockMade}, {"creation", "datetime(6)", clockMade}, {"created_at", "bigint", 0}, {"created_at", "date", 0},
		{"inserted", "timestamp", clockInserted}, {"Added", "timestamp", clockInserted}, {"registered", "timestamp", clockInserted}, {"joined_at", "timestamp", clockInserted},
		{"sent", "timestamp", clockInserted}, {"posted", "timestamp", clockInserted}, {"placed_on", "timestamp", clockInserted}, {"updated_at", "timestamptz", clockOther}, {"due", "timestamp", clockOther},
	} {
		if got := clockRank(source.Column{Name: c.name, Type: c.kind}); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.name, c.kind, got, c.want)
		}
	}
	if clockMade <= clockInserted || clockInserted <= clockOther || clockOther <= 0 {
		t.Error("a better clock has a higher rank")
	}
	columns := []source.Column{{Name: "seen", Type: "timestamp"}, {Name: "added", Type: "timestamp"}, {Name: "inserted", Type: "timestamp"}, {Name: "due", Type: "timestamp"}}
	if name, made := clockOf(&source.Table{Columns: columns}); name != "added" || !made { // the first of the best
		t.Errorf("%s, %v", name, made)
	}
}

func TestWithClock(t *testing.T) {
	columns := make([]string, 1, 9)
	columns[0] = "id"
	for clock, want := range map[string]string{"": "[id]", "id": "[id]", "at": "[id at]"} {
		if got := fmt.Sprint(inspected{clock: clock}.withClock(columns)); got != want {
			t.Errorf("%q: %s", clock, got)
		}
	}
	if columns[:2][1] != "" {
		t.Error("the caller's columns are changed")
	}
}

// What is read of a table are the columns of its keys whose values can be, with the clock; the report has all.
func TestKinds(t *testing.T) {
	id := source.Column{Name: "id", Class: source.Text}
	day := source.Column{Name: "day", Class: source.Other}
	partitioned := func(n int) *source.Table {
		return &source.Table{Name: "t", Columns: []source.Column{id, {Name: "free", Class: source.Text}}, Indexes: []source.Index{primary("p", "id")}, Partitions: n, Partition: "t_9"}
	}
	for _, c := range []struct {
		what   string
		table  *source.Table
		sample source.Sample
		dry    bool
		asked  string
		keys   string
		notes  string
		unread bool
	}{
		{what: "no keys", table: &source.Table{Name: "t", Columns: []source.Column{id}, Partitions: 2, Partition: "t_9"}, notes: "t has 2 partitions: the figures are those of the largest, t_9"},
		{what: "one partition", table: partitioned(1), asked: "sample of t [id]\nruns of t", keys: "id", sample: sampleOf("id", randomTexts(60))},
		{what: "values that are not read", table: &source.Table{Name: "t", Columns: []source.Column{day}, Indexes: []source.Index{primary("p", "day")}}, keys: "day"},
		{what: "values that are not read, dry", dry: true, table: &source.Table{Name: "t", Columns: []source.Column{day}, Indexes: []source.Index{primary("p", "day")}}, keys: "day"},
		{what: "empty", table: partitioned(0), asked: "sample of t [id]", keys: "id", sample: source.Sample{Missing: source.Empty}, notes: "t: no sample: the table is empty"},
		{what: "no row", table: partitioned(0), asked: "sample of t [id]", keys: "id", sample: source.Sample{Missing: source.NoRow}, notes: "t: no sample: no row at the sampled places"},
		{what: "no right", table: partitioned(0), asked: "sample of t [id]", keys: "id", sample: source.Sample{Missing: "no right"}, notes: "t: no sample: no right", unread: true},
		{what: "dry", dry: true, table: partitioned(0), keys: "id", asked: "sample of t [id]\nruns of t"},
	} {
		s := &talk{answers: &answers{t: t, product: "SQLite"}, samples: map[string]source.Sample{"t": c.sample}}
		r := &Report{Server: s.Server(), dry: c.dry}
		one := r.kinds(t.Context(), s, c.table)
		if got := strings.Join(s.asked, "\n"); got != c.asked || strings.Join(one.keys, " ") != c.keys || strings.Join(r.Notes, "\n") != c.notes || (len(r.Unread) == 1) != c.unread {
			t.Errorf("%s: asked %q, keys %q, notes %q, unread %q", c.what, got, one.keys, r.Notes, r.Unread)
		}
		if c.dry && len(r.Columns) > 0 {
			t.Errorf("%s: columns %+v", c.what, r.Columns)
		}
	}
}

// The clock of a table is its primary key if that grows: by its sequence, or as the sample shows. A time is a clock
// whatever its values are.
func TestClockOfKinds(t *testing.T) {
	var counted, random []any
	for i := range 60 {
		counted, random = append(counted, int64(i)), append(random, int64(uint64(i+1)*0x9E3779B97F4A7C15>>1))
	}
	for _, c := range []struct {
		what   string
		values []any
		next   uint64
		time   string
		want   string
	}{
		{"a counter", counted, 0, "", "id"}, {"random", random, 0, "", ""}, {"random with a sequence", random, 1, "", "id"}, {"a time", random, 0, "at", "at"},
	} {
		one := table("t", 0, 1, primary("p", "n"))
		one.Columns = []source.Column{{Name: "id", Type: "bigint", Class: source.Integer, Next: c.next}}
		one.Indexes[0].Columns = []string{"id"}
		if c.time != "" {
			one.Columns = append(one.Columns, source.Column{Name: "at", Type: "timestamp", Class: source.Other})
		}
		one.Rows = source.Exactly(60)
		s := &talk{answers: &answers{t: t, product: "MySQL"}, samples: map[string]source.Sample{"t": sampleOf("id", c.values)}}
		if got := (&Report{}).kinds(t.Context(), s, one).clock; got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// What the report says of a column depends on its type, its place in the table, and the clock beside it.
func TestColumn(t *testing.T) {
	const n = 300
	const hashes = "signed hashes"
	var ulids, prices, shuffled, times, counted, signed []any
	for i := range n {
		x := uint64(i+1) * 0x9E3779B97F4A7C15
		at := 1_780_000_000_000 + uint64(i)*1000
		ulids = append(ulids, binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, at<<16|x>>48), x*0xBF58476D1CE4E5B9))
		prices = append(prices, fmt.Sprintf("%d.5", 9+i))
		shuffled = append(shuffled, fmt.Sprintf("INV-%08d", i*7919%n))
		times = append(times, time.UnixMilli(int64(at)).UTC().Format(time.DateTime))
		counted = append(counted, int64(i+1))
		signed = append(signed, int64(x*0xBF58476D1CE4E5B9))
	}
	for _, c := range []struct {
		what    string
		product string
		column  source.Column
		values  []any
		index   source.Index
		roles   []Role
		clock   string
		made    bool
		placed  bool
		rows    float64
		want    string // order, kind, and what is beside
		isID    bool
	}{
		{"ULID in MariaDB's uuid", "MariaDB", source.Column{Class: source.UUID}, ulids, primary("p", "c"), []Role{Primary}, "", false, false, 0, "unknown ULID ", true},
		{"ULID in PostgreSQL's uuid", "PostgreSQL", source.Column{Class: source.UUID}, ulids, primary("p", "c"), []Role{Primary}, "", false, false, 0, "ordered ULID ", true},
		{"ULID in MariaDB's bytes", "MariaDB", source.Column{Class: source.Bytes}, ulids, primary("p", "c"), []Role{Primary}, "", false, false, 0, "ordered ULID ", true},
		{"ULID that join", "MariaDB", source.Column{Class: source.Bytes}, ulids, secondary("p", "c"), []Role{Joined}, "", false, false, 0, "unknown ULID ", false},
		{"numbers", "PostgreSQL", source.Column{Class: source.Numeric}, prices, primary("p", "c"), []Role{Primary}, "", false, true, 0, "ordered other ", false},
		{"numbers as texts", "PostgreSQL", source.Column{Class: source.Text}, prices, primary("p", "c"), []Role{Primary}, "", false, true, 0, "unknown other ", false},
		{"numbers by which the rows are stored", "MySQL", source.Column{Class: source.Numeric}, prices, holdsRows(primary("p", "c")), []Role{Primary}, "", false, true, 0, "unknown other ", false},
		{"numbers without places", "PostgreSQL", source.Column{Class: source.Numeric}, prices, primary("p", "c"), []Role{Primary}, "", false, false, 0, "unknown other ", false},
		{"in no order beside the time of the row", "PostgreSQL", source.Column{Class: source.Text}, shuffled, primary("p", "c"), []Role{Unique}, "at", true, false, 0, "random other at", false},
		{"in no order beside another time", "PostgreSQL", source.Column{Class: source.Text}, shuffled, primary("p", "c"), []Role{Unique}, "at", false, false, 0, "unknown other at", false},
		{"in no order beside nothing", "PostgreSQL", source.Column{Class: source.Text}, shuffled, primary("p", "c"), []Role{Unique}, "", true, false, 0, "unknown other ", false},
		{"a counter that is the clock", "PostgreSQL", source.Column{Class: source.Integer}, counted, primary("p", "c"), []Role{Primary}, "c", true, false, n, "ordered sequence ", true},
		{hashes, "PostgreSQL", source.Column{Class: source.Integer}, signed, primary("p", "c"), []Role{Primary}, "", false, false, 0, "random random integers ", true},
		{"a counter of unknown rows", "PostgreSQL", source.Column{Class: source.Integer}, counted, primary("p", "c"), []Role{Primary}, "c", true, false, 0, "unknown integers ", true},
	} {
		c.column.Name = "c"
		one := inspected{table: &source.Table{Name: "t", Columns: []source.Column{c.column}, Indexes: []source.Index{c.index}}, ids: make(map[string]idkind.Result), clock: c.clock, made: c.made}
		if one.table.Rows = source.Unknown("never analyzed"); c.rows > 0 {
			one.table.Rows = source.Exactly(c.rows)
		}
		r := &Report{Server: source.Server{Product: c.product}, Started: time.UnixMilli(1_790_000_000_000)}
		r.column(&one, c.column, c.roles, source.Sample{Values: map[string][]any{"c": c.values, "at": times}, Rows: n}, c.placed)
		k, kind := r.Columns[0], "other"
		if len(k.IDs.Parts) > 0 {
			kind = k.IDs.Parts[0].Name
		}
		if got := fmt.Sprintf("%s %s %s", k.Order, kind, k.Beside); got != c.want || (len(one.ids) == 1) != c.isID || k.Table != "t" || k.Name != "c" || k.Missing != "" {
			t.Errorf("%s: %s, want %s; %d IDs, %+v", c.what, got, c.want, len(one.ids), k)
		}
		if got := strings.Contains(strings.Join(r.Notes, "\n"), "t.c: negative values are right for signed hashes"); got != (c.what == hashes) {
			t.Errorf("%s: notes %q", c.what, r.Notes)
		}
		if found := r.keyColumn("t", "c"); found != &r.Columns[0] || r.keyColumn("t", "d") != nil || r.keyColumn("u", "c") != nil {
			t.Errorf("%s: found %+v", c.what, found)
		}
	}
}

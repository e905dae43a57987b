package inspect

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// talk is a database that writes down what it is asked, and how much time is left to answer.
type talk struct {
	*answers
	tables  []*source.Table
	denied  []string
	err     error
	samples map[string]source.Sample // by the table's name
	took    map[string]time.Duration // by the question
	runs    []idkind.Run
	asked   []string
	catalog context.Context // of the last statement that read the catalog
}

func (s *talk) ask(ctx context.Context, format string, args ...any) {
	question, left := fmt.Sprintf(format, args...), ""
	if deadline, ok := ctx.Deadline(); ok {
		left = fmt.Sprintf(" in %v", time.Until(deadline).Round(time.Millisecond))
	}
	s.asked = append(s.asked, question+left)
	if d := s.took[question]; d > 0 {
		time.Sleep(d)
	}
}

func (s *talk) Tables(ctx context.Context, f source.Filter) ([]*source.Table, error) {
	s.ask(ctx, "tables %q", f.Table)
	return s.tables, s.err
}
func (s *talk) Denied() []string { return s.denied }
func (s *talk) Sample(ctx context.Context, t *source.Table, columns []string) source.Sample {
	s.ask(ctx, "sample of %s %v", t.Name, columns)
	return s.samples[t.Name]
}
func (s *talk) Runs(ctx context.Context, t *source.Table, _ source.Sample) []idkind.Run {
	s.ask(ctx, "runs of %s", t.Name)
	return s.runs
}
func (s *talk) Measure(ctx context.Context, t *source.Table, list []source.Index, _ source.Sample) []source.Figures {
	var names []string
	for _, x := range list {
		names = append(names, x.Name)
	}
	s.ask(ctx, "figures of %s %v", t.Name, names)
	figures := make([]source.Figures, len(list))
	for i := range list {
		figures[i] = source.Figures{Entries: entries, Bytes: source.Exactly(1e6), Leaves: source.Exactly(float64(60 + i)), Fill: source.Exactly(66)}
	}
	return figures
}
func (s *talk) Predict(ctx context.Context, t *source.Table, x source.Index, _ source.Sample, _ source.Figure, _ source.Filling) source.Pages {
	s.ask(ctx, "pages of %s.%s", t.Name, x.Name)
	return source.Pages{Leaves: source.Unknown("no rules"), All: source.Unknown("no rules")}
}
func (s *talk) Rewritten(context.Context, *source.Table, source.Sample, source.Figure) source.Figure {
	return source.Unknown("no rules")
}
func (s *talk) Query(ctx context.Context, _ string, _ func(*sql.Rows) error) error {
	s.ask(ctx, "catalog")
	s.catalog = ctx
	return s.err
}
func (s *talk) Note(text string, sent int) {
	s.asked = append(s.asked, fmt.Sprintf("note %q, sent %d times", text, sent))
}
func (s *talk) Statements() []source.Statement {
	return []source.Statement{{Text: "SELECT 1", Sent: 1}}
}

// randomTexts returns UUIDs of version 4, the same ones each time.
func randomTexts(n int) []any {
	var list []any
	for i := range n {
		x := uint64(i+1) * 0x9E3779B97F4A7C15
		list = append(list, fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", x>>32, x>>16&0xFFFF, x>>4&0xFFF, x*31>>52, x*0xBF58476D1CE4E5B9>>16))
	}
	return list
}

// sampleOf is a sample of one column.
func sampleOf(column string, values []any) source.Sample {
	return source.Sample{Values: map[string][]any{column: values}, Rows: len(values)}
}

// speaking is a database with two tables of which one has a key.
func speaking(t *testing.T, product string) *talk {
	users := table("users", 9, 8192, primary("users_pkey", "id"), secondary("users_n", "n"), secondary("users_id", "n", "id"))
	logs := &source.Table{Name: "logs", Columns: []source.Column{{Name: "text", Class: source.Text}}}
	return &talk{answers: &answers{t: t, product: product, storage: source.Storage{PageSize: 8192}}, tables: []*source.Table{users, logs}, samples: map[string]source.Sample{"users": sampleOf("id", randomTexts(60))}}
}

// An inspection reads the catalog, the samples of all tables with keys, the columns that may join them, the figures of
// their indexes, and then what changes save, each with its part of the time.
func TestOrderOfQuestions(t *testing.T) {
	for _, c := range []struct {
		what    string
		budget  time.Duration // 0 for none
		product string
		dry     bool
		want    string
	}{
		{"with the time of a run", Budget, "PostgreSQL", false, `
tables "u*" in 50s
sample of users [id] in 40s
runs of users in 40s
catalog in 42.5s
figures of users [users_pkey users_id] in 45s
pages of users.users_pkey in 50s
`},
		{"with more time", 2 * Budget, "PostgreSQL", false, `
tables "u*" in 1m40s
sample of users [id] in 1m20s
runs of users in 1m20s
catalog in 1m25s
figures of users [users_pkey users_id] in 1m30s
pages of users.users_pkey in 1m40s
`},
		{"without an end", 0, "PostgreSQL", false, `
tables "u*"
sample of users [id] in 40s
runs of users in 40s
catalog in 42.5s
figures of users [users_pkey users_id] in 45s
pages of users.users_pkey
`},
		{"a dry run", Budget, "PostgreSQL", true, `
tables "u*" in 50s
sample of users [id] in 40s
runs of users in 40s
note "SELECT …  -- from the catalog, what names users.id: the statements of doctor move", sent 0 times
note "SELECT DISTINCT …  -- some values of columns that are named like IDs, and which of them are keys", sent 0 times
note "SELECT …  -- about 1,500 rows of those that are keys", sent 0 times
figures of users [users_pkey users_id] in 45s
`},
		{"a dry run of SQLite", Budget, "SQLite", true, `
tables "u*" in 50s
sample of users [id] in 40s
runs of users in 40s
note "SELECT DISTINCT …  -- some values of columns that are named like IDs, and which of them are keys", sent 0 times
note "SELECT …  -- about 1,500 rows of those that are keys", sent 0 times
figures of users [users_pkey users_id] in 45s
`},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx := t.Context()
			if c.budget > 0 {
				var cancel func()
				ctx, cancel = context.WithTimeout(ctx, c.budget)
				defer cancel()
			}
			s := speaking(t, c.product)
			s.tables = s.tables[:1]
			r, err := examine(ctx, s, Options{Filter: source.Filter{Table: "u*"}, DryRun: c.dry})
			if err != nil {
				t.Fatal(err)
			}
			asked := slices.Compact(slices.DeleteFunc(s.asked, func(q string) bool { return strings.HasPrefix(q, "pages of users.users_id") }))
			if got, want := strings.Join(asked, "\n"), strings.TrimSpace(c.want); got != want {
				t.Errorf("%s: asked\n%s\nwant\n%s", c.what, got, want)
			}
			if len(r.Statements) != 1 || !r.Started.Equal(time.Now()) || r.Tables != 1 || len(r.Unread) != 0 || len(r.Notes) != 0 {
				t.Errorf("%s: %+v", c.what, r)
			}
			if !c.dry && s.catalog.Err() == nil {
				t.Errorf("%s: the context of the search for references goes on", c.what)
			}
			if names := indexNames(r); !c.dry && !slices.Equal(names, []string{"users_pkey random 60"}) || c.dry && names != nil {
				t.Errorf("%s: indexes %q", c.what, names)
			}
		})
	}
}

func indexNames(r *Report) (list []string) {
	for _, x := range r.Indexes {
		list = append(list, fmt.Sprintf("%s %s %g", x.Name, x.Order, x.Leaves.Value))
	}
	return list
}

// The tables that are left out have a note, which says how to select others.
func TestNoteOfMoreTables(t *testing.T) {
	for _, c := range []struct {
		product string
		tables  int
		want    string
	}{
		{"PostgreSQL", 101, "the database has more tables: only the 100 largest by the server's statistics were inspected; select others with -schema and -table"},
		{"MariaDB", 101, "the database has more tables: only the 100 largest by the server's statistics were inspected; select others with -table"},
		{"SQLite", 101, "the database has more tables: only the 100 first by name were inspected; select others with -table"},
		{"SQLite", 100, ""},
	} {
		s := &talk{answers: &answers{t: t, product: c.product}}
		for i := range c.tables {
			s.tables = append(s.tables, &source.Table{Name: fmt.Sprint("t", i)})
		}
		r, err := examine(t.Context(), s, Options{})
		if err != nil || strings.Join(r.Notes, "\n") != c.want || r.Tables != 100 {
			t.Errorf("%s: %d tables, notes %q, %v", c.product, r.Tables, r.Notes, err)
		}
	}
}

// Tables that the account may not read are named, up to six of them.
func TestNoteOfNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{nil, ""}, {[]string{"a"}, "the account may not read a"}, {[]string{"a", "b"}, "the account may not read a and b"},
		{strings.Split("abcdef", ""), "the account may not read a, b, c, d, e and f"}, {strings.Split("abcdefg", ""), "the account may not read a, b, c, d, e, f and 1 more"},
		{strings.Split("abcdefgh", ""), "the account may not read a, b, c, d, e, f and 2 more"},
	} {
		s := &talk{answers: &answers{t: t, product: "MySQL"}, denied: c.names}
		r, err := examine(t.Context(), s, Options{})
		if err != nil || strings.Join(r.Notes, "\n") != c.want {
			t.Errorf("%q: notes %q, %v", c.names, r.Notes, err)
		}
	}
	names := strings.Split("abcdefgh", "")
	if (&Report{}).noteNames("no", names); names[6] != "g" {
		t.Errorf("the names are changed: %q", names)
	}
}

// Without the catalog there is no report; without the columns that may be joined, there is one with a note.
func TestErrorsOfCatalog(t *testing.T) {
	s := speaking(t, "PostgreSQL")
	s.err = errors.New("no right")
	if r, err := examine(t.Context(), s, Options{}); r != nil || err == nil || err.Error() != "cannot read the catalog: no right" {
		t.Errorf("got %+v, %v", r, err)
	}
	if r, err := Run(t.Context(), Options{DSN: "no such file", Filter: source.Filter{Table: "["}}); r != nil || err == nil || !strings.HasPrefix(err.Error(), `the pattern "["`) {
		t.Errorf("a wrong pattern: %+v, %v", r, err)
	}
	if r, err := Run(t.Context(), Options{DSN: filepath.Join(t.TempDir(), "no such file")}); r != nil || err == nil || !strings.HasPrefix(err.Error(), "there is no SQLite file") {
		t.Errorf("no file: %+v, %v", r, err)
	}
	if r, err := Run(t.Context(), Options{DSN: sqliteFile(t, "CREATE TABLE t (id TEXT)"), Filter: source.Filter{Schema: "public"}}); r != nil || err == nil || !strings.HasPrefix(err.Error(), "cannot read the catalog: only PostgreSQL has schemas") {
		t.Errorf("a schema: %+v, %v", r, err)
	}
	if r, err := Run(interrupted{t.Context()}, Options{DSN: sqliteFile(t, "CREATE TABLE t (id TEXT)")}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted at the end: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Run(ctx, Options{DSN: sqliteFile(t, "CREATE TABLE t (id TEXT)")}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %+v, %v", r, err)
	}
}

// interrupted is a context that has ended when it is asked, and tells nobody before.
type interrupted struct{ context.Context }

func (interrupted) Err() error            { return context.Canceled }
func (interrupted) Done() <-chan struct{} { return nil }

// If the context ends while the tables are read, an inspection ends with its error; if the time ends, with a report.
func TestEndOfTime(t *testing.T) {
	for _, c := range []struct {
		what string
		took map[string]time.Duration
		want []string
	}{
		{"savings", map[string]time.Duration{"pages of users.users_pkey": 51 * time.Second}, []string{"time ran out after 50s: not all savings were computed"}},
		{"figures", map[string]time.Duration{"figures of users [users_pkey users_id]": 51 * time.Second}, []string{"time ran out: the indexes were not read of logs"}},
		{"samples", map[string]time.Duration{"sample of users [id]": 51 * time.Second}, []string{"time ran out: 1 table not examined, select them with -table: logs", "not all columns without foreign keys were compared with the keys that they hold: context deadline exceeded", "time ran out: the indexes were not read of users"}},
		{"half of the samples", map[string]time.Duration{"sample of users [id]": 44 * time.Second}, []string{"time ran out: 1 table not examined, select them with -table: logs", "not all columns without foreign keys were compared with the keys that they hold: context deadline exceeded"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), Budget)
			defer cancel()
			s := speaking(t, "PostgreSQL")
			s.took = c.took
			r, err := examine(ctx, patient{s}, Options{})
			if err != nil || !slices.Equal(r.Notes, c.want) {
				t.Errorf("%s: notes %q, %v", c.what, r.Notes, err)
			}
			if late := strings.HasSuffix(c.what, "samples"); late != slices.Equal(r.Unread, []string{"logs"}) {
				t.Errorf("%s: unread %q", c.what, r.Unread)
			}
		})
	}
}

// patient is a database whose catalog is not read after the end of the time.
type patient struct{ *talk }

func (p patient) Query(ctx context.Context, query string, each func(*sql.Rows) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.talk.Query(ctx, query, each)
}

// Each table has its share of the time that is left, which grows with what the others leave, and two seconds at least.
func TestShareOfTime(t *testing.T) {
	for _, c := range []struct {
		what       string
		left, took time.Duration
		shares     []string
		late       string
	}{
		{"quick", 40 * time.Second, 0, []string{"20s", "23.09s", "28.28s", "40s"}, ""},
		{"slow", 40 * time.Second, 10 * time.Second, []string{"20s", "17.32s", "14.14s", "10s"}, ""},
		{"little", 3 * time.Second, time.Second, []string{"2s", "2s", "1s"}, "d"},
		{"none", 0, 0, nil, "a b c d"},
	} {
		synctest.Test(t, func(t *testing.T) {
			tables := []*source.Table{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
			var shares []string
			var given context.Context
			late := (&Report{}).each(t.Context(), tables, time.Now().Add(c.left), func(ctx context.Context, i int) {
				if given != nil && given.Err() == nil {
					t.Errorf("%s: the context of a table goes on", c.what)
				}
				given = ctx
				deadline, _ := ctx.Deadline()
				if shares = append(shares, time.Until(deadline).Round(10*time.Millisecond).String()); len(shares) != i+1 {
					t.Errorf("table %d comes after %q", i, shares)
				}
				time.Sleep(c.took)
			})
			if !slices.Equal(shares, c.shares) || strings.Join(late, " ") != c.late {
				t.Errorf("%s: shares %q, late %q", c.what, shares, late)
			}
			ctx, cancel := context.WithCancel(t.Context())
			late = (&Report{}).each(ctx, tables, time.Now().Add(time.Hour), func(context.Context, int) { cancel() })
			if strings.Join(late, " ") != "b c d" {
				t.Errorf("after the end of the context: late %q", late)
			}
		})
	}
}

// The figures are those of the indexes that have a column of a key, or of all if a rebuild is one of all.
func TestWhatIsMeasured(t *testing.T) {
	for _, c := range []struct {
		what     string
		keys     []string
		missing  string
		dry      bool
		together bool
		want     []string
		figures  int
	}{
		{"an index of a key", []string{"id"}, "", false, false, []string{"figures of users [users_pkey users_id]"}, 2},
		{"all indexes", []string{"id"}, "", false, true, []string{"figures of users [users_pkey users_n users_id]"}, 3},
		{"no key", nil, "", false, true, nil, 0},
		{"no index of the key", []string{"other"}, "", false, false, nil, 0},
		{"no sample", []string{"id"}, "no right", false, false, nil, 0},
		{"a dry run", []string{"id"}, "", true, true, []string{"figures of users [users_pkey users_id]"}, 0},
		{"a dry run without a sample", []string{"id"}, "it was not read", true, false, []string{"figures of users [users_pkey users_id]"}, 0},
		{"a dry run without a key", nil, "", true, false, nil, 0},
	} {
		s := speaking(t, "MySQL")
		s.storage.Together = c.together
		r := &Report{dry: c.dry, Columns: []KeyColumn{{Table: "other", Name: "n"}, {Table: "users", Name: "id", Order: idkind.Random, IDs: v4Text}}}
		one := inspected{table: s.tables[0], keys: c.keys, sample: source.Sample{Missing: c.missing}}
		r.measure(t.Context(), s, &one)
		if !slices.Equal(s.asked, c.want) || len(one.figures) != c.figures {
			t.Errorf("%s: asked %q, %d figures", c.what, s.asked, len(one.figures))
		}
		want := []string{"users_pkey random 60"}
		if c.figures == 0 {
			want = nil
		}
		if got := indexNames(r); !slices.Equal(got, want) {
			t.Errorf("%s: indexes %q", c.what, got)
		}
	}
}

// An index of the report has the index's properties.
func TestIndexOfReport(t *testing.T) {
	s := speaking(t, "MySQL")
	x := source.Index{Name: "x", Columns: []string{"id", "n"}, Primary: true, Clustered: true, Unique: true}
	r := &Report{Columns: []KeyColumn{{Table: "users", Name: "id", Order: idkind.Ordered, IDs: v7Text}}}
	r.indexes(t.Context(), s, inspected{table: s.tables[0]}, []source.Index{x})
	if len(r.Indexes) != 1 {
		t.Fatalf("indexes %+v", r.Indexes)
	}
	got := r.Indexes[0]
	if got.Table != "users" || got.Name != "x" || !slices.Equal(got.Columns, x.Columns) || !got.Primary || !got.Clustered || got.Order != idkind.Ordered || got.Leaves.Value != 60 {
		t.Errorf("got %+v", got)
	}
}

// In a list of statements, those of doctor move stand for the columns whose type it may change.
func TestNoteMoves(t *testing.T) {
	table := &source.Table{Name: "t", Columns: []source.Column{
		{Name: "text", Class: source.Text}, {Name: "bytes", Class: source.Bytes}, {Name: "uuid", Class: source.UUID}, {Name: "n", Class: source.Integer}, {Name: "free", Class: source.Text},
	}}
	roles := map[string][]Role{"text": {Primary}, "bytes": {Foreign}, "uuid": {Unique}, "n": {Primary}}
	for product, want := range map[string]string{"PostgreSQL": "text bytes", "MySQL": "text bytes", "SQLite": ""} {
		s := speaking(t, product)
		(&Report{Server: s.Server()}).noteMoves(s, table, roles)
		var columns []string
		for _, note := range s.asked {
			_, name, _ := strings.Cut(note, "what names t.")
			name, rest, _ := strings.Cut(name, ":")
			if columns = append(columns, name); rest != ` the statements of doctor move", sent 0 times` {
				t.Errorf("note %s", note)
			}
		}
		if got := strings.Join(columns, " "); got != want {
			t.Errorf("%s: %q, want %q", product, got, want)
		}
	}
}

// Each kind of business key has a note with its columns, in the order of the report.
func TestNoteBusinessKeys(t *testing.T) {
	column := func(table, name, kind string) KeyColumn {
		return KeyColumn{Table: table, Name: name, IDs: idkind.Result{Business: kind}}
	}
	r := &Report{Columns: []KeyColumn{column("a", "id", "numbers with a check digit"), column("a", "n", ""), column("b", "id", "dates"), column("c", "id", "numbers with a check digit")}}
	r.noteBusinessKeys()
	want := []string{"no IDs of a generator but business keys, numbers with a check digit: a.id and c.id", "no IDs of a generator but business keys, dates: b.id"}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("got %q, want %q", r.Notes, want)
	}
}

package joined

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

func TestCompareNames(t *testing.T) {
	for _, c := range []struct {
		child, table, key string
		want              likeness
	}{
		{"user_id", "users", "id", likeKey},
		{"userId", `public."User"`, "id", likeKey},
		{"UserID", "users", "id", likeKey},
		{"user_uuid", "users", "id", likeKey},
		{"user_uuid", "users", "uuid", likeKey},
		{"users_id", "users", "id", likeKey},
		{"author_user_id", "users", "id", likeKey},
		{"user_id", "app_users", "id", likeKey},
		{"user_id", "profiles", "user_id", likeID},
		{"user_id", "users", "user_id", likeKey},
		{"category_id", "categories", "id", likeKey},
		{"pie_id", "pies", "id", likeKey}, {"tie_id", "tie", "id", likeKey}, {"day_id", "days", "id", likeKey}, {"fly_id", "flies", "id", likeKey},
		{"box_id", "boxes", "id", likeKey},
		{"address_id", "addresses", "id", likeKey},
		{"person_id", "people", "id", likeKey},
		{"owner_id", "users", "id", likeID},
		{"created_by", "users", "id", likeID},
		{"ownerid", "users", "id", likeID},
		{"user_name", "users", "id", unlike},
		{"note", "users", "id", unlike},
		{"thread_id", "ads", "id", likeID},
		{"transaction_id", "actions", "id", likeID},
		{"userid", "users", "id", likeKey},
		{"", "users", "id", unlike},
		{"id", "users", "id", likeID},
	} {
		if got := compareNames(Column{"x", c.child}, Column{c.table, c.key}); got != c.want {
			t.Errorf("%s beside %s.%s: %d, want %d", c.child, c.table, c.key, got, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	const raw = "\x01\x90\x16\x3d\x86\x94\x73\x9b\xae\xa5\x96\x6c\x26\xf8\xad\x91"
	u, err := ulid.FromBytes([]byte(raw))
	s := scru160.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		class class
		in    string
		want  value
	}{
		{texts, "0190163d-8694-739b-aea5-966c26f8ad91", value{FormUUID, raw, true}},
		{texts, "0190163d-8694-739b-aea5-966c26f8ad91  ", value{FormUUID, raw, true}},
		{texts, "0190163D-8694-739B-AEA5-966C26F8AD91", value{FormUUID + " in upper case", raw, true}},
		{texts, "0190163d8694739baea5966c26f8ad91", value{FormHex, raw, true}},
		{texts, u.String(), value{FormULID, raw, true}},
		{texts, strings.ToLower(u.String()), value{FormULID + " in lower case", raw, true}},
		{texts, s.String(), value{FormSCRU160, string(s[:]), true}},
		{uuids, "0190163d-8694-739b-aea5-966c26f8ad91", value{FormUUID, raw, true}},
		{rawBytes, raw, value{FormBytes, raw, true}},
		{rawBytes, "0190163d-8694-739b-aea5-966c26f8ad91", value{FormUUID, raw, true}},
		{texts, "00000000-0000-0000-0000-000000000000", value{FormUUID, strings.Repeat("\x00", 16), false}},
		{texts, "0190163d-8694-739b-aea5-966c26f8ad9", value{FormText, "0190163d-8694-739b-aea5-966c26f8ad9", false}},
		{texts, "gid://app/User/0190163d-8694-739b-aea5-966c26f8ad91", value{FormInside, raw, true}},
		{texts, "a note", value{FormText, "a note", false}},
		{integers, "42", value{FormInteger, "42", false}},
	} {
		got := c.class.read(c.in)
		if got != c.want {
			t.Errorf("%q is %+v, want %+v", c.in, got, c.want)
		}
		if in := strings.TrimRight(c.in, " "); got.form != FormInside && !slices.Contains(c.class.spellings(got), in) {
			t.Errorf("the spellings of %q are %q", in, c.class.spellings(got))
		}
	}
	// Each form is found by each other one.
	for _, form := range []string{"0190163d-8694-739b-aea5-966c26f8ad91", "0190163D8694739BAEA5966C26F8AD91", u.String()} {
		if !slices.Contains(rawBytes.spellings(texts.read(form)), raw) || !slices.Contains(texts.spellings(rawBytes.read(raw)), form) {
			t.Errorf("%q is not found as bytes, or by them", form)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		like                 likeness
		asked, found, others int
		ids                  bool
		want                 Verdict
	}{
		{unlike, 100, 100, 0, true, Joined},
		{unlike, 100, 1, 0, true, Joined}, // the others are orphans
		{likeKey, 100, 40, 2, true, Unclear},
		{unlike, 100, 40, 2, true, Unclear},
		{likeKey, 100, 0, 0, true, Different},
		{likeID, 100, 0, 0, true, 0},
		{likeKey, 100, 100, 0, false, Joined},
		{likeKey, 100, 90, 0, false, Unclear},
		{likeKey, 100, 90, 5, false, Joined},
		{likeID, 100, 100, 0, false, Unclear},
		{likeID, 100, 90, 0, false, 0},
		{likeID, 100, 90, 3, false, Unclear},
		{likeID, 100, 40, 3, false, 0},
		{unlike, 100, 90, 3, false, 0},
		{unlike, 100, 100, 0, false, 0},
	} {
		if got := verdict(c.like, c.asked, c.found, c.others, c.ids); got != c.want {
			t.Errorf("%+v is %d", c, got)
		}
	}
	for _, c := range []struct {
		like    likeness
		missing string
		same    bool
		want    Verdict
	}{{likeKey, "", true, Joined}, {likeKey, "", false, Unclear}, {likeKey, "denied", true, Unclear}, {likeID, "", true, 0}, {likeID, "denied", true, Unclear}} {
		if got := emptyVerdict(c.like, c.missing, c.same); got != c.want {
			t.Errorf("%+v is %d", c, got)
		}
	}
}

// aRails database has no foreign keys. Its users and posts have so many others in front of them.
func aRails(t *testing.T, others int) source.Source {
	t.Helper()
	name := filepath.Join(t.TempDir(), "app.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id := func(table string, n int) string { return fmt.Sprintf("%s0000-1234-4567-89ab-%012d", table, n) }
	for _, s := range []string{
		"CREATE TABLE users (id char(36) PRIMARY KEY, name text)", "CREATE TABLE posts (id char(36) PRIMARY KEY, user_id char(36), editor char(36), body text, blog_id char(36))",
		"CREATE TABLE comments (id char(36) PRIMARY KEY, commentable_id char(36), commentable_type text)", "CREATE TABLE drafts (user_id char(36), owner_id char(36), user_note text)",
		"CREATE TABLE files (id INTEGER PRIMARY KEY, user_id BLOB, counts INTEGER)", "CREATE TABLE logs (user_id char(36))",
		"CREATE TABLE versions (item_id text)", "CREATE TABLE pages (id char(36) PRIMARY KEY)", "CREATE TABLE parts (id char(36), day integer, user_id char(36), PRIMARY KEY (id, day))", "CREATE TABLE pieces (part_id char(36), n integer, PRIMARY KEY (part_id, n))", "CREATE TABLE links (page_id char(36))", // an own key, and a reference to it
	} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 60 {
		user, post := id("aaaa", n), id("bbbb", n)
		target, kind := user, "User"
		if n%2 == 1 {
			target, kind = post, "Post"
		}
		for _, s := range []string{
			fmt.Sprintf("INSERT INTO users VALUES ('%s', 'u%d')", user, n), fmt.Sprintf("INSERT INTO posts VALUES ('%s', '%s', '%s', 'text', '%s')", post, user, strings.ToUpper(user), id("cccc", n)),
			fmt.Sprintf("INSERT INTO comments VALUES ('%s', '%s', '%s')", id("dddd", n), target, kind), fmt.Sprintf("INSERT INTO files VALUES (%d, x'%s', 1)", n, strings.ReplaceAll(user, "-", "")),
			fmt.Sprintf("INSERT INTO versions VALUES ('%s'), ('%d'), ('%d')", user, n, n+1000), fmt.Sprintf("INSERT INTO logs VALUES ('%s'), ('%s')", id("eeee", n), id("aaaa", n%3)),
		} {
			if _, err := db.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, table := range []string{"users", "posts"} {
		s := "INSERT INTO " + table + " (id) WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT ?) SELECT printf('0000%04x-1234-4567-89ab-%012d', ?, n) FROM r"
		if _, err := db.Exec(s, others, int(table[0])); err != nil {
			t.Fatal(err)
		}
	}
	s, err := source.Open(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// The references are the same whether all keys are read or each ID is looked for.
func TestOf(t *testing.T) {
	for _, others := range []int{0, fewKeys + 1} {
		t.Run(fmt.Sprintf("%d others", others), func(t *testing.T) { testOf(t, aRails(t, others)) })
	}
}

func testOf(t *testing.T, db source.Source) {
	f, err := New(t.Context(), db, "SQLite")
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.Of(t.Context(), Column{"users", "id"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Reference{}
	for _, r := range list {
		got[r.Child.String()] = r
	}
	for child, want := range map[string]struct {
		verdict Verdict
		differs bool
		why     string
	}{
		"posts.user_id":           {Joined, false, "all of 60 sampled values of it are keys of users.id"},
		"posts.editor":            {Joined, true, "all of 60 sampled values of it are keys of users.id"},
		"comments.commentable_id": {Unclear, false, "30 of 60 sampled values of it are keys of users.id, and others of posts.id"},
		"drafts.user_id":          {Joined, false, "its name is like one of a reference to users.id, and it has no values"},
		"parts.user_id":           {Joined, false, "its name is like one of a reference to users.id, and it has no values"},
		"files.user_id":           {Joined, true, "all of 60 sampled values of it are keys of users.id"},
		"versions.item_id":        {Joined, false, "34 of 100 sampled values of it are keys of users.id"},
		"logs.user_id":            {Joined, false, "3 of 63 sampled values of it are keys of users.id"},
	} {
		r := got[child]
		if r.Verdict != want.verdict || r.Differs() != want.differs || r.Why() != want.why {
			t.Errorf("%s: verdict %d, differs %t (%s, %s), %s", child, r.Verdict, r.Differs(), r.ChildForm, r.KeyForm, r.Why())
		}
		delete(got, child)
	}
	for _, r := range got {
		t.Errorf("%s: %d, %s", r.Child, r.Verdict, r.Why())
	}
	byName := f.Named(func(c Column) bool { return c.Table != "logs" })
	named, err := byName.Of(t.Context(), Column{"users", "id"})
	if err != nil || slices.ContainsFunc(named, func(r Reference) bool { return r.Child.Name == "editor" || r.Child.Table == "logs" }) || len(named) != len(list)-2 {
		t.Errorf("named as an ID: %+v, %v", named, err)
	}
	// A key of two columns, which a partitioned table has.
	parts, err := f.Of(t.Context(), Column{"parts", "id"})
	if err != nil || len(parts) != 1 || parts[0].Child.String() != "pieces.part_id" {
		t.Errorf("parts.id: %+v, %v", parts, err)
	}
	// A column that is no key finds the key.
	list, err = f.Of(t.Context(), Column{"posts", "user_id"})
	if err != nil || len(list) != 1 || list[0].Key != (Column{"users", "id"}) || list[0].Verdict != Joined {
		t.Errorf("posts.user_id: %+v, %v", list, err)
	}
	if list, err := f.Of(t.Context(), Column{"no", "column"}); len(list) > 0 || err != nil {
		t.Errorf("an unknown column: %+v, %v", list, err)
	}
	if list, err := f.Blank(t.Context(), Column{"users", "id"}); err != nil || len(list) != 1 || list[0].String() != "drafts.owner_id" {
		t.Errorf("columns without values: %q, %v", list, err)
	}
}

// Numbers are keys of every table: only names tell them apart.
func TestOfNumbers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "app.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range []string{
		"CREATE TABLE users (id integer PRIMARY KEY, count integer)", "CREATE TABLE shops (id integer PRIMARY KEY, old_id integer UNIQUE)",
		"CREATE TABLE orders (id integer PRIMARY KEY, user_id integer, shop_id integer, payer_id integer, amount integer, external_id integer)",
		"INSERT INTO users (id, count) VALUES (1, 1), (2, 1), (3, 1)", "INSERT INTO shops VALUES (1, 1), (2, 2)", "INSERT INTO orders VALUES (1, 1, 1, 2, 2, 70), (2, 2, 1, 1, 1, 1)",
	} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	s, err := source.Open(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	f, err := New(t.Context(), s, "SQLite")
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.Of(t.Context(), Column{"users", "id"})
	if err != nil || len(list) != 2 || list[0].Child.Name != "user_id" || list[0].Verdict != Joined || list[1].Child.Name != "payer_id" || list[1].Verdict != Unclear {
		t.Errorf("%+v, %v", list, err)
	}
}

// All rows say what a sample cannot: the last one holds another key.
func TestHolds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "app.sqlite")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id := func(table string, n int) string { return fmt.Sprintf("%s0000-1234-4567-89ab-%012d", table, n) }
	for _, s := range []string{"CREATE TABLE firsts (id char(36) PRIMARY KEY)", "CREATE TABLE seconds (id char(36) PRIMARY KEY)", "CREATE TABLE trails (n integer, first_id char(36), second_id char(36), other_id char(36))"} {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 2 * sampledValues {
		first, second := id("aaaa", n), id("bbbb", n)
		mixed, left := first, second
		if n == 2*sampledValues-1 {
			mixed, left = second, first
		}
		for _, s := range []string{fmt.Sprintf("INSERT INTO firsts VALUES ('%s')", first), fmt.Sprintf("INSERT INTO seconds VALUES ('%s')", second), fmt.Sprintf("INSERT INTO trails VALUES (%d, '%s', '%s', '%s')", n, mixed, left, id("cccc", n))} {
			if _, err := db.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := source.Open(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	f, err := New(t.Context(), s, "SQLite")
	if err != nil {
		t.Fatal(err)
	}
	firsts, seconds := Column{"firsts", "id"}, Column{"seconds", "id"}
	if list, err := f.Of(t.Context(), firsts); err != nil || len(list) != 1 || list[0].Found != list[0].Asked {
		t.Errorf("%+v, %v", list, err)
	}
	if list := f.IDs(FormUUID); len(list) != 3 {
		t.Errorf("columns with IDs: %q", list)
	}
	for _, c := range []struct {
		child     string
		keys, may []Column
		want      Column
	}{
		{"first_id", nil, []Column{firsts}, seconds},
		{"first_id", nil, []Column{firsts, seconds}, Column{}},
		{"second_id", []Column{firsts}, nil, firsts},
		{"other_id", []Column{firsts, seconds}, nil, Column{}},
		{"other_id", nil, []Column{firsts}, Column{}},
	} {
		if got, err := f.Holds(t.Context(), Column{"trails", c.child}, c.keys, c.may); err != nil || got != c.want {
			t.Errorf("%s beside %q, %q: %+v, %v, want %q", c.child, c.keys, c.may, got, err, c.want)
		}
	}
}

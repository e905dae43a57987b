package joined

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// shapes are tables whose columns hold keys of others in every form, or seem to: in {key} is the type of a text, in {bytes}
// that of 16 bytes, in {json} that of a document, and in {hex …} a literal of bytes.
const shapes = `
CREATE TABLE users (id {key} PRIMARY KEY, n INT UNIQUE);
CREATE TABLE posts (id {key} PRIMARY KEY, title VARCHAR(40));
CREATE TABLE raws (id {bytes} PRIMARY KEY);
CREATE TABLE counters (id BIGINT PRIMARY KEY, name VARCHAR(40) UNIQUE);
CREATE TABLE parts (id {key}, region INT, PRIMARY KEY (id, region));
CREATE TABLE held (user_id {key}, post_id {key}, n INT, PRIMARY KEY (user_id, post_id));
INSERT INTO users VALUES ('0190163d-8694-739b-aea5-966c26f8ad01', 1), ('0190163d-8694-739b-aea5-966c26f8ad02', 2), ('0190163d-8694-739b-aea5-966c26f8ad03', 3), ('00000000-0000-0000-0000-000000000000', 4);
INSERT INTO posts VALUES ('0190163d-8694-739b-aea5-966c26f8ad11', 'a'), ('0190163d-8694-739b-aea5-966c26f8ad12', 'b');
INSERT INTO raws VALUES ({hex 0190163d8694739baea5966c26f8ad21}), ({hex 0190163d8694739baea5966c26f8ad22});
INSERT INTO counters VALUES (1, 'one'), (2, 'two'), (3, 'three');
INSERT INTO parts VALUES ('0190163d-8694-739b-aea5-966c26f8ad31', 1);
INSERT INTO held VALUES ('0190163d-8694-739b-aea5-966c26f8ad01', '0190163d-8694-739b-aea5-966c26f8ad11', 1);
CREATE TABLE logs (n INT PRIMARY KEY, user_id {key}, author VARCHAR(40), hexes VARCHAR(32), uppers VARCHAR(36), raw {bytes}, target VARCHAR(36), counter_id BIGINT, other BIGINT, raw_id VARCHAR(36), long_text VARCHAR(200), short VARCHAR(19), part_id {key}, nothing_id {key}, posts_ids {json}, titles VARCHAR(40), zero {key}, mixed VARCHAR(60));
INSERT INTO logs VALUES (1, '0190163d-8694-739b-aea5-966c26f8ad01', '0190163d-8694-739b-aea5-966c26f8ad02', '0190163d8694739baea5966c26f8ad01', '0190163D-8694-739B-AEA5-966C26F8AD01', {hex 0190163d8694739baea5966c26f8ad01}, '0190163d-8694-739b-aea5-966c26f8ad01', 1, 1, '0190163d-8694-739b-aea5-966c26f8ad21', 'user:0190163d-8694-739b-aea5-966c26f8ad01', 'a', '0190163d-8694-739b-aea5-966c26f8ad31', NULL, '["0190163d-8694-739b-aea5-966c26f8ad11", "0190163d-8694-739b-aea5-966c26f8ad12", 1]', 'a', '00000000-0000-0000-0000-000000000000', '0190163d-8694-739b-aea5-966c26f8ad01'),
  (2, '0190163d-8694-739b-aea5-966c26f8ad09', NULL, '0190163d8694739baea5966c26f8ad02', '0190163D-8694-739B-AEA5-966C26F8AD02', {hex 0190163d8694739baea5966c26f8ad09}, '0190163d-8694-739b-aea5-966c26f8ad12', 2, 2, NULL, 'nobody', 'b', NULL, NULL, '[]', 'z', '00000000-0000-0000-0000-000000000000', 'by hand');
CREATE TABLE companies (id INT PRIMARY KEY, "companyId" INT, users_id INT, manager INT);
INSERT INTO companies VALUES (1, 1, 1, 1), (2, 9, 1, 2);
`

// shapesOf returns the statements for a product.
func shapesOf(product string) []string {
	types := map[string][3]string{"PostgreSQL": {`varchar(36) COLLATE "C"`, "bytea", "jsonb"}, "MySQL": {"CHAR(36)", "BINARY(16)", "JSON"}, "MariaDB": {"CHAR(36)", "BINARY(16)", "JSON"}, "SQLite": {"TEXT", "BLOB", "TEXT"}}[product]
	text := strings.NewReplacer("{key}", types[0], "{bytes}", types[1], "{json}", types[2]).Replace(strings.TrimSpace(shapes))
	for strings.Contains(text, "{hex ") {
		before, after, _ := strings.Cut(text, "{hex ")
		digits, rest, _ := strings.Cut(after, "}")
		literal := "X'" + digits + "'"
		if product == "PostgreSQL" {
			literal = `'\x` + digits + "'"
		}
		text = before + literal + rest
	}
	list := strings.Split(strings.TrimSuffix(text, ";"), ";\n")
	switch product {
	case "PostgreSQL":
		list = append(list, "CREATE TABLE more (id uuid PRIMARY KEY, user_ids uuid[], computed text GENERATED ALWAYS AS (id::text) STORED)", "INSERT INTO more VALUES ('0190163d-8694-739b-aea5-966c26f8ad41', ARRAY['0190163d-8694-739b-aea5-966c26f8ad01']::uuid[])", "CREATE VIEW seen AS SELECT user_id FROM logs",
			"CREATE SCHEMA other", "CREATE TABLE other.notes (user_id varchar(36), more_id uuid)", "INSERT INTO other.notes VALUES ('0190163d-8694-739b-aea5-966c26f8ad03', '0190163d-8694-739b-aea5-966c26f8ad41')")
	case "MySQL", "MariaDB":
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], `"companyId"`, "`companyId`")
		}
	}
	return list
}

// The references to each key of such tables on each server, with what the verdicts are based on.
func TestOfShapes(t *testing.T) {
	keys := []Column{{"users", "id"}, {"users", "n"}, {"posts", "id"}, {"raws", "id"}, {"counters", "id"}, {"counters", "name"}, {"parts", "id"}, {"companies", "id"}, {"held", "user_id"}, {"logs", "user_id"}, {"more", "id"}, {"no", "column"}}
	for _, product := range []string{"PostgreSQL", "MySQL", "MariaDB"} {
		file := filepath.Join("testdata", strings.ToLower(product))
		s := recorded.Open(t, file+".json", product, shapesOf(product))
		recorded.Compare(t, file+".txt", found(t, s, product, keys))
		schema := ""
		if product == "PostgreSQL" {
			schema = "public."
		}
		s.EachFailure(t, func() (string, error) {
			f, err := New(t.Context(), s, product)
			if err != nil {
				return "", err
			}
			list, err := f.Of(t.Context(), Column{schema + "users", "id"})
			if err != nil {
				return "", err
			}
			said := strings.Join(f.Failed(), "\n") + fmt.Sprint(f.Missing(Column{schema + "users", "id"}))
			for _, r := range list {
				said += r.Missing
			}
			return said, nil
		}, func(query string) bool {
			return regexp.MustCompile(`^SELECT DISTINCT .* FROM (public\.|.)users`).MatchString(query) // the key's own values
		})
	}
	s, err := source.Open(t.Context(), recorded.File(t, shapesOf("SQLite")...), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	recorded.Compare(t, filepath.Join("testdata", "sqlite.txt"), found(t, s, "SQLite", keys))
}

// found returns what finders say of keys: one that looks at all columns, and one that looks at those that are named like IDs.
func found(t *testing.T, db Database, product string, keys []Column) string {
	t.Helper()
	var b strings.Builder
	f, err := New(t.Context(), db, product)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range f.columns {
		fmt.Fprintf(&b, "%s: class %d, %s of %d, unique %t, first %t, foreign %t, generated %t, denied %q\n", x.Column, x.class, x.kind, x.length, x.unique, x.first, x.foreign, x.generated, x.denied)
	}
	for i, f := range []*Finder{f, f.Named(func(c Column) bool { return !strings.HasSuffix(c.Table, "held") })} {
		for _, key := range keys {
			if product == "PostgreSQL" {
				key.Table = "public." + key.Table
			}
			list, err := f.Of(t.Context(), key)
			fmt.Fprintf(&b, "== %s, by %s, a key %t, %v\n", key, []string{"all columns", "names"}[i], f.IsKey(key), err)
			describe(t.Context(), &b, f, list, key)
		}
		fmt.Fprintf(&b, "failed %q\n", f.Failed())
		for _, form := range []string{FormUUID, FormHex, FormBytes, FormText} {
			fmt.Fprintf(&b, "IDs as %s: %v\n", form, f.IDs(form))
		}
	}
	in := func(table, name string) Column {
		if product == "PostgreSQL" {
			table = "public." + table
		}
		return Column{table, name}
	}
	for _, c := range []struct {
		of        Column
		keys, may []Column
	}{
		{in("logs", "user_id"), []Column{in("users", "id")}, nil}, {in("logs", "user_id"), []Column{in("posts", "id")}, nil}, {in("logs", "target"), []Column{in("posts", "id")}, []Column{in("users", "id")}},
		{in("logs", "target"), nil, []Column{in("users", "id")}}, {in("logs", "target"), nil, []Column{in("users", "id"), in("posts", "id")}}, {in("logs", "raw"), nil, nil}, {in("logs", "counter_id"), []Column{in("counters", "id")}, nil}, {in("no", "column"), nil, nil},
	} {
		held, err := f.Holds(t.Context(), c.of, c.keys, c.may)
		fmt.Fprintf(&b, "%s holds a key of %v and not of %v: %s, %v\n", c.of, c.keys, c.may, held, err)
	}
	for _, c := range []Column{in("users", "id"), in("logs", "user_id"), in("raws", "id"), in("no", "column")} {
		blank, err := f.Blank(t.Context(), c)
		fmt.Fprintf(&b, "blank like %s: %v, %v\n", c, blank, err)
	}
	return b.String()
}

func describe(ctx context.Context, b *strings.Builder, f *Finder, list []Reference, key Column) {
	for _, r := range list {
		fmt.Fprintf(b, "  %s %s in %s, key %s in %s, verdict %d, inside %t, mixed %t, by ID %t, foreign %t: %s\n", r.Child, r.ChildForm, r.ChildType, r.KeyForm, r.KeyType, r.Verdict, r.Inside, r.Mixed, r.ByID, r.Foreign, r.Why())
	}
	s, err := f.Sample(ctx, key)
	forms := []string{}
	for form, n := range s.Forms {
		forms = append(forms, fmt.Sprint(form, " ", n))
	}
	slices.Sort(forms)
	fmt.Fprintf(b, "  sample: %d values, %q, unique %t, named %t, length %d, %v; unread %v, missing %v\n", s.Values, forms, s.Unique, s.Named, s.Length, err, f.Unread(key), f.Missing(key))
}

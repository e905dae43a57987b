package move

import (
	"slices"
	"testing"
)

func TestUses(t *testing.T) {
	moved := []string{"id", "user_id", "manager_id", "Odd Name"}
	for _, c := range []struct {
		text  string
		want  use
		strip string // the text without casts; empty for the text itself
	}{
		{"(lower((email)::text) = 'x'::text)", useKept, ""},
		{"(manager_id IS NOT NULL)", useKept, ""},
		{"((id)::text <> (manager_id)::text)", useKept, "(id <> manager_id)"},
		{"(`id` <> `manager_id`)", useKept, ""},
		{"(u.id)::text = (o.user_id)::text", useKept, "u.id = o.user_id"},
		{"(((u.id)::text = (o.user_id)::text))", useKept, "((u.id = o.user_id))"},
		{"((u.id)::text IS DISTINCT FROM (o.user_id)::text)", useKept, "(u.id IS DISTINCT FROM o.user_id)"},
		{"(old.user_id IS NOT DISTINCT FROM new.user_id)", useKept, ""},
		{"u.id = o.user_id AND o.user_id = o.manager_id", useKept, ""},
		{"(u.id)::text = o.note", useText, ""},
		{"o.note = (u.id)::text", useText, ""},
		{"(u.id)::text = 'a'::text", useText, ""},
		{"(id)::text = ANY (ARRAY['a'::text])", useText, ""},
		{"u.id IN (SELECT 1)", useOther, ""},
		{"lower((id)::text)", useOther, ""},
		{"length(id) = 36", useOther, ""},
		{"((id)::text || 'x'::text)", useOther, ""},
		{"COALESCE(manager_id, id)", useOther, ""},
		{"COALESCE(note, id)", useOther, ""},
		{"SELECT u.id, (u.id)::text AS shown, count(u.id) AS n FROM users u GROUP BY u.id ORDER BY u.id DESC;", useKept, ""},
		{`SELECT "Odd Name" FROM x`, useKept, ""},
		{"SELECT id FROM x WHERE note = 'id <> 5'", useKept, ""},
		{"count(DISTINCT id)", useKept, ""},
		{"max(id)", useOther, ""},
		{"id > 'x'", useOther, ""},
		{"(id ~~ 'x%'::text)", useOther, ""},
		{"id_of(note) = 5", useKept, ""},
		{"", useKept, ""},
		{" SELECT u.name\n   FROM (users u\n     JOIN orders o ON (((u.id)::text = (o.user_id)::text)))\n  WHERE ((o.note)::text = 'x'::text)", useKept,
			" SELECT u.name\n   FROM (users u\n     JOIN orders o ON ((u.id = o.user_id)))\n  WHERE ((o.note)::text = 'x'::text)"},
		{"JOIN orders USING (id)", useKept, ""},
		{"(id)::character varying(36) = (user_id)::character varying", useKept, "id = user_id"},
		{"CASE WHEN (id = user_id) THEN 1 ELSE 2 END", useKept, ""},
		{"CASE WHEN true THEN id ELSE NULL::character varying END", useOther, ""},
		{"(id, user_id) = (manager_id, user_id)", useOther, ""},
		{"ROW(id, note) = ROW(user_id, note)", useOther, ""},
		{"id = user_id || 'x'", useText, ""},
		{"'x' || id = user_id", useText, ""},
		{"u.id = (SELECT o.user_id FROM orders o)", useText, ""},
		{"SELECT u.id || 'x' AS id FROM users u", useOther, ""},
		{"SELECT 5 AS id FROM users u", useKept, ""},
		{"SELECT DISTINCT u.id FROM users u", useKept, ""},
	} {
		tokens := tokensOf(c.text)
		got, casts := reader{tokens: tokens, moved: func(_, name string) bool { return slices.Contains(moved, name) }}.uses()
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.text, got, c.want)
		}
		want := c.strip
		if want == "" {
			want = c.text
		}
		if s := stripped(c.text, tokens, casts); c.want == useKept && s != want {
			t.Errorf("%s\nis without casts\n%s\nwant\n%s", c.text, s, want)
		}
		if keeps(c.text, moved) != (c.want == useKept) {
			t.Errorf("%s: keeps it: %t", c.text, keeps(c.text, moved))
		}
	}
}

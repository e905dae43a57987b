package move

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Which columns a view shows of those that move, and what becomes of its text. users.id and orders.user_id move, ages.id is
// computed by a view that is not read, and stock.id stays.
func TestView(t *testing.T) {
	for _, c := range []struct{ text, shown, without string }{
		{"SELECT u.id, u.name FROM public.users u", "id moves", ""},
		{"SELECT users.id AS user_id FROM public.users", "user_id moves", ""},
		{"SELECT u.name, u.id FROM public.users u", "id moves", ""},
		{"SELECT u.name FROM public.users u", "", ""},
		{"SELECT DISTINCT u.id AS a, u.name AS b FROM public.users u", "a moves", ""},
		{"SELECT DISTINCT ON (u.name, u.id) u.id, u.name AS id2 FROM public.users u", "id moves", ""},
		{"SELECT count(u.id) AS n, u.id FROM public.users u", "id moves", ""},
		{"SELECT lower(u.name, u.id), o.user_id AS x FROM public.users u JOIN public.orders o ON u.id = o.user_id", "x moves", ""},
		{"SELECT (u.id)::text AS id, u.id AS raw FROM public.users u", "raw moves", ""},
		{"SELECT u.id || 'x' AS id FROM public.users u", "", ""},
		{"SELECT a.id, s.id AS other FROM public.ages a, public.stock s", "id unsure", ""},
		{"SELECT s.id FROM public.stock s", "", ""},
		{"SELECT s.id, u.id AS uid FROM public.stock s, public.users u", "uid moves", ""},
		{"SELECT q.id FROM (SELECT u.id FROM public.users u) q", "id unsure", ""},
		{"SELECT q.x FROM (SELECT u.id AS x FROM public.users u) q", "x unsure", ""},
		{"SELECT q.name FROM (SELECT u.name FROM public.users u) q", "", ""},
		{"SELECT f.id FROM public.users f(id, name)", "id unsure", ""},
		{"SELECT u.id FROM public.users u WHERE u.name IN (SELECT o.user_id FROM public.orders o)", "id moves", ""},
		{`SELECT u.id AS "Odd, Name" FROM public.users u`, "Odd, Name moves", ""},
		{"SELECT u.id, u.id AS again FROM ONLY public.users u", "again moves, id moves", ""},
		{"SELECT u.id FROM (public.users u JOIN public.orders o ON (((u.id)::text = (o.user_id)::text)))", "id moves", "SELECT u.id FROM (public.users u JOIN public.orders o ON ((u.id = o.user_id)))"},
		{"SELECT 1 AS one, 'u.id' AS text FROM public.users u", "", ""},
		{"VALUES (1), (2)", "", ""},
	} {
		known := relations{"public.users": {"id": moves, "name": stays}, "public.orders": {"user_id": moves, "n": stays}, "public.ages": {"id": unsure}, "public.stock": {"id": stays}, "public.seen": {}}
		text, v := known.view("public.seen", " "+c.text+";")
		var shown []string
		for _, name := range slices.Sorted(maps.Keys(known["public.seen"])) {
			shown = append(shown, fmt.Sprint(name, map[motion]string{stays: " stays", moves: " moves", unsure: " unsure"}[known["public.seen"][name]]))
		}
		if got := strings.Join(shown, ", "); got != c.shown {
			t.Errorf("%s: shows %q, want %q", c.text, got, c.shown)
		}
		want := c.without
		if want == "" {
			want = c.text
		}
		if text != want || v.stripped != (c.without != "") {
			t.Errorf("%s: became %s, %t", c.text, text, v.stripped)
		}
	}
}

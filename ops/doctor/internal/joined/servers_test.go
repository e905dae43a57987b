package joined

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
)

// The references of a shop's users on each server, as its catalog and samples of its rows say: the recordings are those
// of package move.
func TestOfServers(t *testing.T) {
	const want = `
{}friends.user_id  in {key}, key  in {key}, verdict 1: its name is like one of a reference to {}users.id, and it has no values
{}logs.user_id UUID text in {key}, key UUID text in {key}, verdict 1: its only sampled value is a key of {}users.id
{}members.user_id  in {key}, key  in {key}, verdict 1: its name is like one of a reference to {}users.id, and it has no values
{}orders.user_id  in {key}, key  in {key}, verdict 1: its name is like one of a reference to {}users.id, and it has no values
{}friends.user_id: text {key} 36, unique false, first true
{}friends.friend_id: text {key} 36, unique false, first false
{}logs.n: integer {int} 0, unique true, first true
{}logs.user_id: text {key} 36, unique false, first false
{}logs.other_user: text {key} 36, unique false, first false
{}members.tenant: integer {int} 0, unique false, first false
{}members.user_id: text {key} 36, unique false, first false
{}members.role: text {text}(10) 10, unique false, first false
{}orders.n: integer {bigint} 0, unique false, first true
{}orders.user_id: text {key} 36, unique false, first false
{}orders.shop_id: integer {int} 0, unique false, first false
{}orders.note: text {text}(40) 40, unique false, first false
{}shops.id: integer {int} 0, unique true, first true
{}users.tenant: integer {int} 0, unique false, first false
{}users.id: text {key} 36, unique true, first true
{}users.manager_id: text {key} 36, unique false, first false
{}users.name: text {text}(40) 40, unique false, first false`
	for product, c := range map[string]struct{ schema, key, integer, bigint, text string }{
		"PostgreSQL": {"public.", "character varying(36)", "integer", "bigint", "character varying"}, "MySQL": {"", "char(36)", "int", "bigint", "varchar"}, "MariaDB": {"", "char(36)", "int(11)", "bigint(20)", "varchar"},
	} {
		want := strings.NewReplacer("{}", c.schema, "{key}", c.key, "{int}", c.integer, "{bigint}", c.bigint, "{text}", c.text).Replace(want)
		table := c.schema + "users"
		s := recorded.Open(t, filepath.Join("..", "move", "testdata", strings.ToLower(product)+".json"), product, nil)
		f, err := New(t.Context(), s, product)
		if err != nil {
			t.Fatal(err)
		}
		list, err := f.Of(t.Context(), Column{table, "id"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range list {
			got = append(got, fmt.Sprintf("%s %s in %s, key %s in %s, verdict %d: %s", r.Child, r.ChildForm, r.ChildType, r.KeyForm, r.KeyType, r.Verdict, r.Why()))
		}
		for _, x := range f.columns {
			got = append(got, fmt.Sprintf("%s: %s %s %d, unique %t, first %t", x.Column, map[class]string{texts: "text", integers: "integer"}[x.class], x.kind, x.length, x.unique, x.first))
			if x.foreign || x.generated || x.denied != "" {
				t.Errorf("%s: %+v", product, x)
			}
		}
		if got := strings.Join(got, "\n"); got != strings.TrimSpace(want) || !f.IsKey(Column{table, "id"}) || f.IsKey(Column{table, "name"}) || len(f.Failed()) > 0 {
			t.Errorf("%s: got\n%s\nfailed %q", product, got, f.Failed())
		}
	}
}

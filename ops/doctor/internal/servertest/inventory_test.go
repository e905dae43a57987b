package servertest

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/move"
)

// take reads an inventory.
func take(t *testing.T, o inventory.Options) *inventory.Inventory {
	t.Helper()
	v, err := inventory.Take(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if list := v.Unread(); list != nil {
		t.Fatalf("not read: %q", list)
	}
	return v
}

// differing are the differences of a class.
func differing(class inventory.Class, list []inventory.Difference) (out []string) {
	for _, d := range list {
		if d.Class == class {
			out = append(out, d.String())
		}
	}
	return out
}

// onlyMoved fails unless so many columns have moved and nothing else differs.
func onlyMoved(t *testing.T, before *inventory.Inventory, dsn string, columns int) {
	t.Helper()
	list := before.Compare(take(t, inventory.Options{DSN: dsn, Before: before}))
	if meant := differing(inventory.Meant, list); len(meant) != columns || len(list) != columns {
		t.Errorf("want %d columns moved and nothing else: %q", columns, list)
	}
}

// A move of the shop changes nothing but what it is for.
func TestInventoryOfMove(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			execute(t, db, aShop(kind)...)
			b := besideOf(t, db, kind)
			for range 150 {
				if err := b.write(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			before := take(t, inventory.Options{DSN: d.DSN})
			script, err := move.Script(t.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid", Reviewed: reviewedOf(kind)})
			if err != nil {
				t.Fatal(err)
			}
			if err := steps(t, db, script, func() {}); err != nil {
				t.Fatal(err)
			}
			onlyMoved(t, before, d.DSN, 6)
			list := before.Compare(take(t, inventory.Options{DSN: d.DSN}))
			if got := differing(inventory.Meant, list); !slices.ContainsFunc(got, func(s string) bool {
				return strings.HasPrefix(s, "orders.user_id: ") && strings.HasSuffix(s, ", values equal")
			}) {
				t.Errorf("meant: %q", got)
			}
		})
	}
}

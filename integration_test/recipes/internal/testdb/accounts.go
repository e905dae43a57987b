package testdb

import (
	"bytes"
	"database/sql"
	"slices"
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// Account is a row of the table accounts. A zero parent is NULL.
type Account struct {
	ID, Parent wiji.ID
	Name       string
}

// Parent returns the parent as a recipe's column has it: NULL for the zero ID.
func Parent(parent wiji.ID) (p sqltype.Null[sqltype.Binary[wiji.ID]]) {
	if !parent.IsZero() {
		p = sqltype.NullOf(sqltype.BinaryOf(parent))
	}
	return p
}

// Recipe is what a recipe does with the table accounts of a database.
type Recipe struct {
	DB        *sql.DB
	Insert    func(name string, parent wiji.ID) (wiji.ID, error)
	Get       func(wiji.ID) (Account, error)
	IsMissing func(error) bool // the error of Get for a key that is not there
	List      func(...wiji.ID) ([]Account, error)
	Page      func(last wiji.ID, n int) ([]Account, error)                 // nil if the recipe has none
	SetParent func(parent wiji.ID, ids ...wiji.ID) (rows int64, err error) // a zero parent clears it
	Delete    func(...wiji.ID) (rows int64, err error)
	// RefusesNoKeys: Delete without keys is an error.
	RefusesNoKeys bool
}

// Test tests that the recipe's functions concern the rows that they name, and no others, on each
// of [Servers].
func Test(t *testing.T, open func(t *testing.T, s Server) Recipe) {
	Each(t, func(t *testing.T, s Server) { open(t, s).test(t) })
}

func (r Recipe) test(t *testing.T) {
	var want []Account
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} { // each is the parent of the next
		a := Account{Name: name}
		if len(want) > 0 {
			a.Parent = want[len(want)-1].ID
		}
		var err error
		if a.ID, err = r.Insert(a.Name, a.Parent); err != nil || a.ID.IsZero() {
			t.Fatalf("%s: the key %v, error %v", name, a.ID, err)
		}
		if stored, ok := Stored(t, r.DB, "id", name).([]byte); !ok || !bytes.Equal(stored, a.ID[:]) {
			t.Errorf("the column holds %x, want %x", stored, a.ID[:])
		}
		want = append(want, a)
	}
	if stored := Stored(t, r.DB, "parent", "a"); stored != nil {
		t.Errorf("the column holds %v, want NULL", stored)
	}
	if got, err := r.Get(wiji.New()); !r.IsMissing(err) {
		t.Errorf("a key that is not there: %v, %v", got, err)
	}
	r.holds(t, want)
	list, err := r.List(want[5].ID, want[2].ID, wiji.New(), want[3].ID)
	if err != nil || !slices.Equal(list, []Account{want[2], want[3], want[5]}) {
		t.Errorf("a list: %v, error %v", list, err)
	}
	if list, err := r.List(); len(list) != 0 || err != nil {
		t.Errorf("no keys: %v, %v", list, err)
	}
	if r.Page != nil {
		r.pages(t, want)
	}

	rows := func(what string, want int64) func(n int64, err error) {
		return func(n int64, err error) {
			t.Helper()
			if err != nil || n != want {
				t.Errorf("%s: %d rows, want %d, error %v", what, n, want, err)
			}
		}
	}
	rows("set", 3)(r.SetParent(want[0].ID, want[3].ID, want[4].ID, want[7].ID, wiji.New()))
	want[3].Parent, want[4].Parent, want[7].Parent = want[0].ID, want[0].ID, want[0].ID
	rows("clear", 1)(r.SetParent(wiji.ID{}, want[1].ID))
	want[1].Parent = wiji.ID{}
	r.holds(t, want)
	rows("delete none", 0)(r.Delete(wiji.New()))
	if n, err := r.Delete(); n != 0 || (err != nil) != r.RefusesNoKeys {
		t.Errorf("delete without keys: %d rows, error %v", n, err)
	}
	rows("delete one", 1)(r.Delete(want[7].ID))
	rows("delete a list", 2)(r.Delete(want[6].ID, want[3].ID, wiji.New()))
	r.holds(t, slices.Delete(slices.Delete(want, 6, 8), 3, 4))
}

// holds fails the test unless the table has these accounts and no others.
func (r Recipe) holds(t *testing.T, want []Account) {
	t.Helper()
	for _, a := range want {
		if got, err := r.Get(a.ID); err != nil || got != a {
			t.Errorf("got %v, error %v, want %v", got, err, a)
		}
	}
	if n := Count(t, r.DB); n != len(want) {
		t.Errorf("%d rows, want %d", n, len(want))
	}
}

// pages fails the test unless pages of 1 to 4 accounts, from that of the zero ID on, have each
// account once, the newest first. Each page begins with the last key of the page before.
func (r Recipe) pages(t *testing.T, accounts []Account) {
	t.Helper()
	want := slices.Clone(accounts)
	slices.Reverse(want)
	for n := 1; n <= 4; n++ {
		var got []Account
		for last := (wiji.ID{}); ; last = got[len(got)-1].ID {
			page, err := r.Page(last, n)
			if err != nil || len(page) > n {
				t.Fatalf("after %v: %d of %d accounts, error %v", last, len(page), n, err)
			}
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("pages of %d: %v, want %v", n, got, want)
		}
	}
}

// Rows returns the rows that a statement affected.
func Rows(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Accounts converts the rows of a recipe.
func Accounts[A any](list []A, err error, convert func(A) Account) ([]Account, error) {
	var out []Account
	for _, a := range list {
		out = append(out, convert(a))
	}
	return out, err
}

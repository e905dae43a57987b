package matrix_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// checkNull: NULL goes into a column and comes back as NULL, whatever was in the
// target before, and is an error in a target that has no place for it.
func checkNull[T id.Fixed](t *testing.T, c *cell[T]) {
	rows := c.sorted(numbered(c.random(6)))
	for i := range rows {
		if i%2 == 1 { // so that one with and one without a parent take turns
			rows[i].Parent = &rows[i-1].ID
		}
	}
	must(t, "insert", c.store.InsertMany(t.Context(), rows))
	c.holds(t, "all", rows)
	must(t, "set to NULL", c.store.SetParent(t.Context(), rows[1].ID, nil))
	rows[1].Parent = nil
	must(t, "set to an ID", c.store.SetParent(t.Context(), rows[0].ID, &rows[5].ID))
	rows[0].Parent = &rows[5].ID
	c.holds(t, "all after the updates", rows)

	table := c.looseTable()
	c.exec("DELETE FROM " + table)
	c.exec("INSERT INTO " + table + " (id, parent_id, n) VALUES (NULL, NULL, 1)")
	got, err := c.store.From(table).All(t.Context())
	var beside scanError[T]
	switch {
	case c.store.Traits().plainNull:
		checkRows(t, "NULL in a plain field", got, err, []row[T]{{N: 1}})
	case !errors.Is(err, sqltype.ErrNull):
		t.Errorf("NULL in a plain ID gives %v, %v", got, err)
	case errors.As(err, &beside) && beside.beside.ID != *new(T):
		t.Errorf("NULL in a plain ID leaves %v", beside.beside.ID)
	}
}

// checkUnique: an ID that is there already is refused, as what it is, and so is
// the statement that has it among others.
func checkUnique[T id.Fixed](t *testing.T, c *cell[T]) {
	rows := numbered(c.random(9))
	must(t, "insert", c.store.InsertMany(t.Context(), rows[:5]))
	again := slices.Concat(rows[5:7], []row[T]{{ID: rows[2].ID, N: 99}}, rows[7:])
	for what, err := range map[string]error{
		"one row":      c.store.Insert(t.Context(), row[T]{ID: rows[2].ID, N: 99}),
		"among others": c.store.InsertMany(t.Context(), again),
		"twice in one": c.store.InsertMany(t.Context(), []row[T]{rows[5], rows[6], rows[5]}),
	} {
		if !duplicateKey.matches(err, c.store.Traits().translated) {
			t.Errorf("a duplicate, %s, is reported as %v", what, err)
		}
	}
	c.holds(t, "after the errors", rows[:5])
}

// checkRelation: a foreign key is held, and a join finds the rows that belong
// together.
func checkRelation[T id.Fixed](t *testing.T, c *cell[T]) {
	translated := c.store.Traits().translated
	ids := c.random(201)
	rows, absent := numbered(ids[:200]), ids[200]
	for i := range rows[1:] {
		if i%3 != 0 {
			rows[i+1].Parent = &rows[c.rand.IntN(i+1)].ID
		}
	}
	must(t, "insert", c.store.InsertMany(t.Context(), rows))
	numbers := map[T]int64{}
	for _, r := range rows {
		numbers[r.ID] = r.N
	}
	var want [][2]int64
	for _, r := range c.sorted(rows) {
		if r.Parent != nil {
			want = append(want, [2]int64{r.N, numbers[*r.Parent]})
		}
	}
	got, err := c.store.Families(t.Context())
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the join gives %d pairs and error %v, want %d: %v, want %v", len(got), err, len(want), got, want)
	}
	if err := c.store.Insert(t.Context(), row[T]{ID: c.random(1)[0], Parent: &absent}); !noParent.matches(err, translated) {
		t.Errorf("a parent that is not there is reported as %v", err)
	}
	if err := c.store.SetParent(t.Context(), rows[0].ID, &absent); !noParent.matches(err, translated) {
		t.Errorf("an update to a parent that is not there is reported as %v", err)
	}
	if _, err := c.store.Delete(t.Context(), *rows[2].Parent); !hasChildren.matches(err, translated) {
		t.Errorf("the removal of a parent is reported as %v", err)
	}
	c.holds(t, "after the errors", rows)
}

// checkDelete: the row of the ID is removed, and no other one; IDs with zero bytes
// and such that differ in one bit alone are among them.
func checkDelete[T id.Fixed](t *testing.T, c *cell[T]) {
	ids, _ := c.fitting(c.format.edges())
	rows := numbered(ids)
	must(t, "insert", c.store.InsertMany(t.Context(), rows))
	for range 6 {
		at := c.rand.IntN(len(rows))
		n, err := c.store.Delete(t.Context(), rows[at].ID)
		if err != nil || n != 1 {
			t.Fatalf("the removal of %v: %d rows, %v", rows[at].ID, n, err)
		}
		rows = slices.Delete(rows, at, at+1)
		c.holds(t, "after a removal", rows)
	}
	for _, v := range c.random(5) {
		if n, err := c.store.Delete(t.Context(), v); err != nil || n != 0 {
			t.Errorf("the removal of what is not there: %d rows, %v", n, err)
		}
	}
	c.holds(t, "after the removals", rows)
}

package matrix_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
)

// checkEdges: each ID that is likely to go wrong comes back as it was, is found by
// itself alone, and is in its place in the server's order.
func checkEdges[T id.Fixed](t *testing.T, c *cell[T]) {
	ids, _ := c.fitting(c.format.edges())
	rows := numbered(ids)
	for i := range rows[1:] { // so that the IDs go through the NULL form, too
		rows[i+1].Parent = &rows[i].ID
	}
	must(t, "insert", c.store.Transact(t.Context(), func(tx store[T]) error {
		for _, r := range rows {
			if err := tx.Insert(t.Context(), r); err != nil {
				return err
			}
		}
		return nil
	}))
	c.holds(t, "all", rows)
	for _, r := range rows {
		got, err := c.store.Find(t.Context(), r.ID)
		checkRows(t, "find", got, err, []row[T]{r})
	}
	got, err := c.store.Among(t.Context(), ids)
	checkRows(t, "among", got, err, c.sorted(rows))
}

// checkRefused: an ID that the column could not hold in its order is an error, and
// no row; as the key, and as a reference to another row.
func checkRefused[T id.Fixed](t *testing.T, c *cell[T]) {
	good := row[T]{ID: c.sample(), N: 1}
	must(t, "insert", c.store.Insert(t.Context(), good))
	_, unfit := c.fitting(c.format.edges())
	for _, v := range append(unfit, c.format.badBits...) {
		if v == *new(T) {
			continue // checkZero
		}
		if err := c.store.Insert(t.Context(), row[T]{ID: v, N: 2}); err == nil {
			t.Errorf("%v is inserted", v)
		}
		if err := c.store.InsertMany(t.Context(), []row[T]{{ID: c.random(1)[0], N: 3}, {ID: v, N: 4}}); err == nil {
			t.Errorf("%v is inserted beside another", v)
		}
		if err := c.store.Bulk(t.Context(), []row[T]{{ID: c.random(1)[0], N: 3}, {ID: v, N: 4}}); err == nil {
			t.Errorf("%v is inserted in bulk", v)
		}
		if err := c.store.SetParent(t.Context(), good.ID, &v); err == nil {
			t.Errorf("%v is made the parent", v)
		}
	}
	c.holds(t, "after the errors", []row[T]{good})
}

// checkRandom: hundreds of IDs come back as they were, and in the order of Go.
func checkRandom[T id.Fixed](t *testing.T, c *cell[T]) {
	n := 200
	if c.usual {
		n = 1000
	}
	rows := numbered(c.random(n))
	for batch := range slices.Chunk(rows, 500) {
		must(t, "insert", c.store.InsertMany(t.Context(), batch))
	}
	c.holds(t, "all", rows)
	for range 50 {
		r := rows[c.rand.IntN(n)]
		got, err := c.store.Find(t.Context(), r.ID)
		checkRows(t, "find", got, err, []row[T]{r})
	}
	some := slices.Clone(rows[n/4 : n/4+100])
	ids := make([]T, 0, len(some))
	for _, r := range some {
		ids = append(ids, r.ID)
	}
	ids = append(ids, c.random(20)...) // which are not there
	got, err := c.store.Among(t.Context(), ids)
	checkRows(t, "among", got, err, c.sorted(some))
	for _, v := range ids[len(some):] {
		got, err := c.store.Find(t.Context(), v)
		checkRows(t, "find what is not there", got, err, nil)
	}
}

// checkBulk: what the layer has for many rows takes the same IDs.
func checkBulk[T id.Fixed](t *testing.T, c *cell[T]) {
	ids, _ := c.fitting(c.format.edges())
	for _, v := range c.random(300) {
		if !slices.Contains(ids, v) {
			ids = append(ids, v)
		}
	}
	rows := numbered(ids)
	for i := range rows[1:] {
		if i%2 == 0 {
			rows[i+1].Parent = &rows[i/2].ID
		}
	}
	must(t, "bulk", c.store.Bulk(t.Context(), rows))
	c.holds(t, "all", rows)
}

// checkZero: a key that was never set does not become a row of zeros. A zero that
// the format holds for an ID is read as what it is, another one is an error.
func checkZero[T id.Fixed](t *testing.T, c *cell[T]) {
	var zero T
	err := c.store.Insert(t.Context(), row[T]{N: 1})
	rows, readErr := c.store.All(t.Context())
	must(t, "all", readErr)
	switch fills := c.store.Traits().fillsKey && c.format.fills; {
	case !fills && (err == nil || len(rows) > 0):
		t.Errorf("a row without a key: error %v, and rows %v", err, rows)
	case !fills && c.format.fills && !errors.Is(err, id.ErrZero):
		t.Errorf("a row without a key: %v, which is not %v", err, id.ErrZero)
	case fills && (err != nil || len(rows) != 1 || rows[0].ID == zero):
		t.Errorf("a row whose key is to be generated: error %v, and rows %v", err, rows)
	}
	c.clear()

	form := c.format.form(c.shape.of)
	_, err = c.raw.ExecContext(t.Context(), "INSERT INTO items (id, n) VALUES ("+c.server.placeholder(1)+", 1)", form.orNull(&zero))
	text, _ := zero.MarshalText()
	if c.format.zeroValid && (c.shape.of != aText || len(text) > 0) { // the zero IDs of this module have no text
		must(t, "a zero on purpose", err)
		c.holds(t, "a zero", []row[T]{{N: 1}})
	} else if err == nil {
		t.Errorf("a zero that is no ID is inserted on purpose")
	}
}

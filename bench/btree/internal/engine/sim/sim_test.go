package sim

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/internal/leafpage"
)

var binary16 = key.Form{Width: 16}

func prepare(t testing.TB, c engine.Conditions, s engine.Spec) *tree {
	t.Helper()
	e, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := e.Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, c := range []interface{ Close() error }{prepared, prepared, e} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	return prepared.(*tree)
}

func newWriter(t testing.TB, tr *tree) *writer {
	t.Helper()
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return w.(*writer)
}

// keys are n keys of a kind's source.
func keys(t testing.TB, src key.Source, n int) []driver.Valuer {
	t.Helper()
	list, err := drawn(t.Context(), src, n)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// drawn returns n keys of a source.
func drawn(ctx context.Context, src key.Source, n int) ([]driver.Valuer, error) {
	list := make([]driver.Valuer, n)
	for i := range list {
		var err error
		if list[i], err = src.Next(ctx); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func source(t testing.TB, name string, c key.Column) (key.Kind, key.Source) {
	t.Helper()
	kinds, _, err := key.Select([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if k.Name == name {
			return k, k.Open(1, key.Options{Column: c}).Writer(0)
		}
	}
	t.Fatalf("there is no key %s", name)
	return key.Kind{}, nil
}

// Sequential keys leave the pages as full as servers do, on every layout and for every
// form of key.
func TestSequentialKeys(t *testing.T) {
	const rows = 50_000
	for _, l := range layouts {
		for _, name := range []string{"counter", "counter20", "counter-bigint"} {
			k, src := source(t, name, key.Bytes)
			tr := prepare(t, engine.Conditions{BufferPool: 8 << 20}, engine.Spec{Layout: l.Name, Key: k.Form, Payload: 100})
			w := newWriter(t, tr)
			for range rows / 1000 {
				if err := w.Insert(t.Context(), keys(t, src, 1000), nil); err != nil {
					t.Fatal(err)
				}
			}
			r, err := tr.Measure(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			least, most := 91.5, 93.0
			if l.Name == NBTree {
				least, most = 89.5, 90.5
			}
			if got := r.Get(metric.LeafFill); got.Missing != "" || got.Value < least || got.Value > most {
				t.Errorf("%s %s: the leaf fill is %+v", l.Name, name, got)
			}
			if apart, p := r.Get(metric.Neighbours), r.Get(metric.PagesRead); apart != metric.Value(1) || p != metric.Value(0) {
				t.Errorf("%s %s: neighbours are %+v apart, read %+v", l.Name, name, apart, p)
			}
			if pages := r.Get(metric.LeafPages); pages.Missing != "" || pages.Value < 60 {
				t.Errorf("%s %s: %+v leaf pages", l.Name, name, pages)
			}
			if b := r.Get(metric.BytesPerRow); b.Missing != "" || b.Value < 20 || b.Value > 200 {
				t.Errorf("%s %s: %+v bytes a row", l.Name, name, b)
			}
			for _, name := range []string{metric.LogBytes, metric.PagesWritten} {
				if got := r.Get(name); got.Missing == "" {
					t.Errorf("%s: %s is %v of a tree without a log", l.Name, name, got.Value)
				}
			}
			leaves, err := tr.Leaves(t.Context())
			if err != nil || float64(len(leaves)) != r.Get(metric.LeafPages).Value {
				t.Errorf("%s %s: %d leaf pages are listed, %v", l.Name, name, len(leaves), err)
			}
		}
	}
}

// A small page cache reads more than a large one, an unlimited one does not say.
func TestPool(t *testing.T) {
	read := func(pool int64) metric.Reading {
		k, src := source(t, "uuidv4", key.Bytes)
		tr := prepare(t, engine.Conditions{BufferPool: pool}, engine.Spec{Layout: InnoDB, Key: k.Form, Payload: 100})
		w := newWriter(t, tr)
		if err := w.Insert(t.Context(), keys(t, src, 50_000), nil); err != nil {
			t.Fatal(err)
		}
		r, err := tr.Sample(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r.Get(metric.PagesRead)
	}
	small, large, none := read(5<<20), read(64<<20), read(0)
	if small.Value < 0.2 || large != metric.Value(0) || none.Missing == "" {
		t.Errorf("pages read per row with 5 MB %+v, with 64 MB %+v, unlimited %+v", small, large, none)
	}
}

// bytesKey is a key of its bytes.
type bytesKey string

func (k bytesKey) Value() (driver.Value, error) { return []byte(k), nil }

func TestDuplicates(t *testing.T) {
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: InnoDB, Key: binary16})
	w := newWriter(t, tr)
	same := []driver.Valuer{bytesKey("0000000000000000"), bytesKey("0000000000000000")}
	made := 0
	err := w.Insert(t.Context(), same, func(context.Context) (driver.Valuer, error) {
		made++
		return bytesKey(fmt.Sprintf("%016d", made)), nil
	})
	if err != nil || made != 1 {
		t.Fatalf("%d keys were replaced, %v", made, err)
	}
	if _, err := tr.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Insert(t.Context(), same[:1], nil); err == nil || !strings.Contains(err.Error(), "already") {
		t.Fatalf("a duplicate that nothing replaces: %v", err)
	}
	if r, err := tr.Measure(t.Context()); err == nil {
		t.Errorf("a tree with a part of a transaction was measured: %v", r)
	}
}

func TestRefusals(t *testing.T) {
	if e, err := Open(engine.Conditions{BufferPool: -1}); err == nil || e != nil {
		t.Errorf("got %v, %v", e, err)
	}
	e, _ := Open(engine.Conditions{})
	for what, s := range map[string]engine.Spec{
		"nothing": {Layout: "heap", Key: binary16},
		"payload": {Layout: InnoDB, Key: binary16, Payload: 10_000},
	} {
		if tr, err := e.Prepare(t.Context(), s); err == nil || tr != nil {
			t.Errorf("%s: got %v, %v", what, tr, err)
		}
	}
	if err := e.Check(engine.Spec{Layout: "heap", Key: binary16}); err == nil || isBlank(err) {
		t.Errorf("a layout that there is not: %v", err)
	}
	tr := prepare(t, engine.Conditions{}, engine.Spec{Layout: NBTree, Key: binary16})
	w := newWriter(t, tr)
	for _, k := range []driver.Valuer{bytesKey("short"), intKey(1), badKey{}, textKey("0190-not-a-uuid"), textKey("0190163d-8694-739b-aea5-966c26f8ad9g")} {
		if err := w.Insert(t.Context(), []driver.Valuer{k}, nil); err == nil {
			t.Errorf("the key %v was taken", k)
		}
	}
	if err := w.Insert(t.Context(), []driver.Valuer{textKey("0190163d-8694-739b-aea5-966c26f8ad91")}, nil); err != nil {
		t.Error(err)
	}
	_ = tr.Close()
	if _, err := tr.Measure(t.Context()); err == nil {
		t.Error("a closed tree was measured")
	}
	if err := w.Insert(t.Context(), []driver.Valuer{bytesKey("0000000000000000")}, nil); err == nil {
		t.Error("a row went into a closed tree")
	}
}

func isBlank(err error) bool {
	_, blank := engine.MissingReason(err)
	return blank
}

// Check and Prepare say the same of every payload that the benchmark can ask for.
func TestCheck(t *testing.T) {
	e, _ := Open(engine.Conditions{})
	for _, l := range layouts {
		for _, payload := range []int{0, 100, 7999, 8000, 8200, 16_384, 1 << 20} {
			s := engine.Spec{Layout: l.Name, Key: binary16, Payload: payload}
			err := e.Check(s)
			tr, preparing := e.Prepare(t.Context(), s)
			switch tooLarge := l.Name == InnoDB && payload >= 8200; {
			case tooLarge && (!isBlank(err) || !isBlank(preparing) || !strings.Contains(err.Error(), "smaller payload")):
				t.Errorf("%s, %d bytes: %v, and then %v", l.Name, payload, err, preparing)
			case !tooLarge && (err != nil || preparing != nil):
				t.Errorf("%s, %d bytes: %v, and then %v", l.Name, payload, err, preparing)
			}
			if tr != nil {
				_ = tr.Close()
			}
		}
	}
}

type intKey int64

func (k intKey) Value() (driver.Value, error) { return int64(k), nil }

type textKey string

func (k textKey) Value() (driver.Value, error) { return string(k), nil }

type badKey struct{}

func (badKey) Value() (driver.Value, error) { return 1.5, nil }

func TestDescribe(t *testing.T) {
	e, _ := Open(engine.Conditions{BufferPool: 1 << 20})
	d, err := e.Describe(t.Context())
	if err != nil || d.Name != engine.Simulator || !d.Simulated || len(d.Layouts) != 2 || !strings.Contains(d.Settings[0].Value, "1048576") {
		t.Errorf("%+v, %v", d, err)
	}
}

// A tree that is followed in part says how far its number of leaf pages may be off.
func TestEstimate(t *testing.T) {
	for _, l := range layouts {
		known, err := layoutOf(engine.Spec{Layout: l.Name, Key: binary16, Payload: 100})
		if err != nil {
			t.Fatal(err)
		}
		const keep, rows = 1 << 16, 200_000
		b, err := btree.New(known.rules, btree.Options{Keep: keep, TableRows: known.tableRows})
		if err != nil {
			t.Fatal(err)
		}
		_, random := source(t, "uuidv4", key.Bytes)
		for i, k := range keys(t, random, rows) {
			buffer, err := key.Append(nil, k)
			if err == nil {
				err = b.Insert(buffer)
			}
			if err != nil {
				t.Fatal(err)
			}
			if i == keep/2 {
				if r, ok := shape(b.Stats())[metric.LeafError]; ok {
					t.Errorf("%s: an exact tree is off by %+v", l.Name, r)
				}
			}
		}
		if r := shape(b.Stats())[metric.LeafError]; r.Value <= 0 || r.Value > 20 || r.Value != 100*b.Stats().Error {
			t.Errorf("%s: an estimate is off by %+v", l.Name, r)
		}
	}
}

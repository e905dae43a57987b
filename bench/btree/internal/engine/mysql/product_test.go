package mysql

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// TiDB is measured with what it offers: rows go in and are counted, and the readings of
// pages are blank with the reason. A server of MySQL's stands in for it here.
func TestTiDB(t *testing.T) {
	s, err := server.On(t.Context(), dbtest.Server(t, dbserver.MySQL))
	if err != nil {
		t.Fatal(err)
	}
	s.Product = server.Product{Name: server.TiDB, Version: "v7.5.1", Store: "TiDB has no leaf pages"}
	e, err := newEngine(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	d, err := e.Describe(t.Context())
	if err != nil || d.Version != "TiDB v7.5.1" || d.Generates != nil || !strings.Contains(strings.Join(d.Notes, " "), "no leaf pages") {
		t.Errorf("%+v, %v", d, err)
	}
	for _, layout := range []string{Clustered, Secondary} {
		tr, err := e.Prepare(t.Context(), engine.Spec{Layout: layout, Key: enginetest.Wide, Payload: 100})
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 500)), 100)
		for name, reading := range enginetest.Measure(t, tr) {
			if reading.Missing == "" {
				t.Errorf("%s is %v", name, reading.Value)
			}
		}
		enginetest.NoPages(t, tr, s.Product.Store)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]int{"9.7.4-2": 90704, "11.8.9-MariaDB": 110809, "8.4": 80400, "none": 0} {
		if got := versionNumber(text); got != want {
			t.Errorf("version %s is %d, want %d", text, got, want)
		}
	}
}

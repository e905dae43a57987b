package mysql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// TiDB is measured with what it offers: rows go in, are counted and read, its counter
// makes keys, and the readings of pages are blank with the reason. A server of MySQL's
// stands in for it here, whose own settings and checkpoints must not be taken for TiDB's.
func TestTiDB(t *testing.T) {
	s, err := server.On(t.Context(), dbtest.Server(t, dbserver.MySQL))
	if err != nil {
		t.Fatal(err)
	}
	s.Product = server.Product{Name: server.TiDB, Version: "v8.5.3", Store: "TiDB has no leaf pages"}
	s.Conditions = engine.Conditions{Checkpoints: engine.SeveralCheckpoints}
	e, err := newEngine(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	d, err := e.Describe(t.Context())
	if notes := strings.Join(d.Notes, " "); err != nil || d.Version != "TiDB v8.5.3" || !strings.Contains(notes, "no leaf pages") || !strings.Contains(notes, "TiDB has none") {
		t.Errorf("%+v, %v", d, err)
	}
	for _, setting := range d.Settings {
		if slices.Contains(described, setting.Name) {
			t.Errorf("%+v is no setting of TiDB's", setting)
		}
	}
	tr, err := e.Prepare(t.Context(), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 100})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Insert(t, tr, enginetest.Shuffled(seq(1, 500)), 100)
	for name, reading := range enginetest.Measure(t, tr) {
		if reading.Missing != s.Product.Store {
			t.Errorf("%s is %+v", name, reading)
		}
	}
	enginetest.NoPages(t, tr, s.Product.Store)
	if err := tr.Close(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Generates, []string{key.MadeIdentity}) {
		t.Errorf("TiDB makes %v", d.Generates)
	}
	subject(e).KeysMade(t, d.Generates, 10, 250, func(t *testing.T, _ engine.Tree) (n int) {
		if err := e.QueryRowContext(t.Context(), "SELECT COUNT(DISTINCT id) FROM item").Scan(&n); err != nil {
			t.Error(err)
		}
		return n
	})
	_, err = e.Prepare(t.Context(), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Generate: key.MadeWiji})
	if err == nil || !strings.Contains(err.Error(), "TiDB v8.5.3") || !strings.Contains(err.Error(), key.MadeIdentity) {
		t.Errorf("a key of this module's functions: %v", err)
	}
}

// The statement for TiDB asks to keep the rows in the key's tree, whatever its settings
// say. The other products always keep them there.
func TestClusteredTiDB(t *testing.T) {
	for product, want := range map[string]int{server.TiDB: 1, "MySQL": 0} {
		e := &Engine{Session: &server.Session{Product: server.Product{Name: product}}}
		ddl := e.schema(engine.Spec{Layout: Clustered, Key: enginetest.Wide}, "")
		if got := strings.Count(strings.Join(ddl, ";"), "PRIMARY KEY /*T![clustered_index] CLUSTERED */"); got != want {
			t.Errorf("%s: %s", product, ddl)
		}
	}
}

// The client repeats what the server rolled back in favour of another transaction, and
// nothing else.
func TestClassify(t *testing.T) {
	for number, want := range map[uint16]client.Class{
		1213: client.Victim, 8002: client.Victim, 8005: client.Victim, 8022: client.Victim, 8028: client.Victim, 9007: client.Victim,
		duplicateKey: client.Duplicate, 8004: client.Other, diskFull: client.DiskFull, tableFull: client.DiskFull,
		tooManyConnections: client.TooManyConnections, 1142: client.Refused, 1193: client.Refused,
	} {
		err := fmt.Errorf("a client: %w", &mysql.MySQLError{Number: number, Message: "the server's words"})
		if got, words := classify(err); got != want || words != "the server's words" {
			t.Errorf("%d: class %d, %q, want class %d", number, got, words, want)
		}
	}
	if got, _ := classify(mysql.ErrInvalidConn); got != client.Lost {
		t.Errorf("a lost connection is of class %d", got)
	}
}

func TestVersionNumber(t *testing.T) {
	for text, want := range map[string]int{"9.7.4-2": 90704, "11.8.9-MariaDB": 110809, "8.4": 80400, "none": 0} {
		if got := versionNumber(text); got != want {
			t.Errorf("version %s is %d, want %d", text, got, want)
		}
	}
}

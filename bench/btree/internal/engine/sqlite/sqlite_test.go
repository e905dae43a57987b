package sqlite

import (
	"database/sql/driver"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
)

// seq returns n keys of 16 bytes in order, the first being zero.
func seq(n int) []driver.Valuer {
	keys := make([]driver.Valuer, n)
	for i := range keys {
		keys[i] = enginetest.Raw(binary.BigEndian.AppendUint64(make([]byte, 8), uint64(i)))
	}
	return keys
}

func open(t *testing.T) *Engine {
	t.Helper()
	e, err := Open(t.TempDir(), engine.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Close(t, e)
	return e
}

func prepare(t *testing.T, e *Engine, s engine.Spec) *tree {
	t.Helper()
	return enginetest.Prepare(t, e, s).(*tree)
}

func insert(t *testing.T, tr engine.Tree, keys []driver.Valuer) {
	t.Helper()
	enginetest.Insert(t, tr, keys, 100)
}

func TestPrepareRefusesAnUnknownLayout(t *testing.T) {
	tr, err := open(t).Prepare(t.Context(), engine.Spec{Layout: "heap", Key: enginetest.Wide})
	if err == nil || tr != nil || !strings.Contains(err.Error(), `"heap"`) || !strings.Contains(err.Error(), Clustered) {
		t.Errorf("got %v, %v", tr, err)
	}
}

func TestDescribe(t *testing.T) {
	d, err := open(t).Describe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(d.Version, "3.") {
		t.Errorf("version %q", d.Version)
	}
	got := make(map[string]string)
	for _, s := range d.Settings {
		got[s.Name] = s.Value
	}
	for name, want := range map[string]string{"journal_mode": "wal", "synchronous": "1", "page_size": "4096"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

// Nothing is left behind, in a directory whose name a URI has to escape.
func TestCloseRemovesEverything(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "a b?c#d%41&e")
	if err := os.Mkdir(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	e, err := Open(parent, engine.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	tr := prepare(t, e, engine.Spec{Layout: Index, Key: enginetest.Wide})
	insert(t, tr, seq(10))
	if _, err := os.Stat(filepath.Join(tr.file.dir, "tree.db")); err != nil {
		t.Errorf("the database is not in its directory: %v", err)
	}
	for range 2 {
		if err := tr.Close(); err != nil {
			t.Errorf("closing the tree: %v", err)
		}
	}
	if left, _ := os.ReadDir(e.dir); len(left) != 0 {
		t.Errorf("a closed tree left %v", left)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(parent); len(left) != 0 {
		t.Errorf("a closed engine left %v", left)
	}
}

func TestOpenWithoutADirectory(t *testing.T) {
	e, err := Open(filepath.Join(t.TempDir(), "missing"), engine.Conditions{})
	if err == nil || e != nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("got %v, %v, want an error that names TMPDIR", e, err)
	}
}

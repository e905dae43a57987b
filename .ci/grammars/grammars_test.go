package grammars

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cloudspannerecosystem/memefish"
	cockroach "github.com/cockroachdb/cockroachdb-parser/pkg/sql/parser"
	tidb "github.com/pingcap/tidb/pkg/parser"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver" // the values of literals, which the parser needs
)

// parsers return an error for a statement that the server does not know.
var parsers = map[string]func(string) error{
	"cockroachdb": func(s string) error {
		_, err := cockroach.ParseOne(s)
		return err
	},
	"tidb": func(s string) error {
		_, err := tidb.New().ParseOneStmt(s, "", "")
		return err
	},
	"spanner": func(s string) error {
		_, err := memefish.ParseStatement("", s)
		return err
	},
}

var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "grammars")
	if err == nil {
		program = filepath.Join(dir, "sortid")
		build := exec.Command("go", "build", "-o", program, "github.com/sortid/sortid/cmd/sortid")
		build.Stderr = os.Stderr
		err = build.Run()
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// statements returns all statements of a design.
func statements(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, append([]string{"ddl", "-json"}, args...)...).Output()
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	var s struct {
		Create []string
		Range  []string
		One    string
	}
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return append(slices.Concat(s.Create, s.Range), s.One)
}

// The server's parser takes each statement of each design and format.
func TestStatements(t *testing.T) {
	designs := map[string][]string{"cockroachdb": {"hash", "shard"}, "tidb": {"hash", "shard"}, "spanner": {"shard"}}
	for server, list := range designs {
		for _, design := range list {
			for _, format := range []string{"wiji", "ulid", "uuidv7", "scru160", "ulidflake", "uid11"} {
				for _, s := range statements(t, "-server", server, "-design", design, "-format", format) {
					if err := parsers[server](s); err != nil {
						t.Errorf("%s, %s, %s: %v\n%s", server, design, format, err, s)
					}
				}
			}
		}
	}
}

// The parsers know what makes the designs: another server's statement is an error, and so
// is one whose clause is misspelled.
func TestParsersRefuse(t *testing.T) {
	for server, own := range map[string]string{"cockroachdb": "USING HASH", "tidb": "NONCLUSTERED", "spanner": "STORED"} {
		s := statements(t, "-server", server)[0]
		if !strings.Contains(s, own) {
			t.Fatalf("%s: the statement has no %s:\n%s", server, own, s)
		}
		if parsers[server](strings.Replace(s, own, own+"X", 1)) == nil {
			t.Errorf("%s: the parser takes %sX", server, own)
		}
		for other, parse := range parsers {
			if other != server && parse(s) == nil {
				t.Errorf("the parser of %s takes the statement of %s:\n%s", other, server, s)
			}
		}
	}
}

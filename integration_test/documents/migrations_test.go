package documents

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// TestMigrationsByClient runs what sortid migrations writes for the servers' clients and for
// flyway: up, an upgrade with another format, and down.
func TestMigrationsByClient(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "sortid")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/sortid/sortid/ops/sortid").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, kind := range dbserver.Kinds() {
		tool := "mysql"
		if kind == dbserver.Postgres {
			tool = "psql"
		}
		for _, tool := range []string{tool, "flyway"} {
			t.Run(string(kind)+"/"+tool, func(t *testing.T) {
				t.Parallel()
				c, dir := connect(t, dbtest.Open(t, kind)), t.TempDir()
				if kind != dbserver.Postgres {
					c = append(c, "--comments")
				}
				steps := func(formats string) {
					out, err := exec.Command(program, "migrations", "-server", string(kind), "-tool", tool, "-formats", formats, "-out", dir).CombinedOutput()
					if err != nil {
						t.Fatalf("%v: %s", err, out)
					}
					var text strings.Builder
					for line := range strings.Lines(string(out)) {
						if name := strings.TrimSpace(line); filepath.Base(filepath.Dir(name)) != "down" && filepath.Base(name)[0] != 'U' {
							text.WriteString(readFile(t, name))
						}
					}
					if out, err := c.run(t, text.String()); err != nil {
						t.Fatalf("%s: %v: %s", formats, err, out)
					}
				}
				makes := func(format string, want bool) {
					if _, err := c.run(t, "SELECT sortid_"+format+"_new();"); (err == nil) != want {
						t.Errorf("a new %s: %v, want %v", format, err, want)
					}
				}
				steps("wiji")
				makes("wiji", true)
				makes("uuid", false)
				steps("uuidv7")
				makes("wiji", true)
				makes("uuid", true)

				downs, err := filepath.Glob(filepath.Join(dir, map[bool]string{true: "U*.sql", false: "down/*.sql"}[tool == "flyway"]))
				if err != nil || len(downs) < 5 {
					t.Fatalf("%d files go down, %v", len(downs), err)
				}
				slices.Reverse(downs)
				var text strings.Builder
				for _, name := range downs {
					text.WriteString(readFile(t, name))
				}
				if out, err := c.run(t, text.String()); err != nil {
					t.Fatalf("down: %v: %s", err, out)
				}
				query := "SELECT count(*) FROM information_schema.routines WHERE routine_schema = DATABASE() AND routine_name LIKE 'sortid%';"
				if kind == dbserver.Postgres {
					query = "SELECT count(*) FROM pg_proc WHERE proname LIKE 'sortid%';"
				}
				if out, err := c.run(t, query); err != nil || !strings.Contains(out, " 0\n") && !strings.Contains(out, "\n0\n") {
					t.Errorf("down leaves functions: %s, %v", out, err)
				}
			})
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

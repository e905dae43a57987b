package matrix

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// testGqlgen has gqlgen make the server of a schema whose scalars are an ID, a typed ID, a column
// and a column that can be null, and sends it requests.
func testGqlgen(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, file := range map[string]string{
		"go.mod.txt": "go.mod", "schema.graphqls": "schema.graphqls", "gqlgen.yml": "gqlgen.yml", "model.go.txt": "model/model.go", "main.go.txt": "main.go",
	} {
		data, err := os.ReadFile("testdata/gqlgen/" + name)
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(data), "SORTID", root)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), "go", args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		var errs strings.Builder
		command.Stderr = &errs
		out, err := command.Output()
		if err != nil {
			t.Fatalf("go %v: %v\n%s%s", args, err, out, errs.String())
		}
		return string(out)
	}
	run("mod", "tidy")
	run("tool", "gqlgen", "generate")
	run("mod", "tidy") // what was generated imports more

	x, typed, key := wiji.New().String(), wiji.NewFor[user]().String(), ulidflake.New().String()
	requests := []struct{ variables, want string }{
		{
			`{"id":"` + x + `","user":"` + typed + `","key":"` + key + `","parent":"` + key + `"}`,
			`{"data":{"order":{"id":"` + x + `","user":"` + typed + `","key":"` + key + `","parent":"` + key + `"}}}`,
		},
		{
			`{"id":"` + x + `","user":null,"key":"` + key + `","parent":null}`,
			`{"data":{"order":{"id":"` + x + `","user":null,"key":"` + key + `","parent":null}}}`,
		},
		{`{"id":"","key":""}`, `{"data":{"order":{"id":"","user":null,"key":"","parent":null}}}`}, // zero IDs, as in JSON
		{`{"id":12,"key":""}`, `write the text as a JSON string`},
		{`{"id":"` + x + `","key":1}`, `write the ID as a JSON string`},
		{`{"id":"` + x + `","user":"` + x + `","key":""}`, `"path":["order","user"]`}, // without its prefix
		{`{"id":"wrong","key":""}`, `"path":["order","id"]`},
	}
	args := []string{"run", "."}
	for _, r := range requests {
		args = append(args, r.variables)
	}
	answers := strings.Split(strings.TrimSpace(run(args...)), "\n")
	if len(answers) != len(requests) {
		t.Fatalf("the answers are %q", answers)
	}
	for i, r := range requests {
		if !strings.Contains(answers[i], r.want) {
			t.Errorf("%s is answered by %s, want %s", r.variables, answers[i], r.want)
		}
	}
}

package matrix

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// module is a module of its own, in a new folder, for a library that generates code or whose
// requirements are not those of this module.
type module struct {
	t   *testing.T
	dir string
}

// newModule copies a module from testdata. The names of its Go files end in .txt there, and its
// go.mod has SORTID in place of the folder of this repository.
func newModule(t *testing.T, name string) module {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	m := module{t, t.TempDir()}
	from := os.DirFS("testdata/" + name)
	err = fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		to := filepath.Join(m.dir, strings.TrimSuffix(path, ".txt"))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return os.WriteFile(to, bytes.ReplaceAll(data, []byte("SORTID"), []byte(root)), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run runs the go command and returns what it writes to standard output.
func (m module) run(args ...string) string {
	m.t.Helper()
	command := exec.CommandContext(m.t.Context(), "go", args...)
	command.Dir = m.dir
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var errs strings.Builder
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		m.t.Fatalf("go %v: %v\n%s%s", args, err, out, errs.String())
	}
	return string(out)
}

// request is an argument of a module's program, and a part of the line that answers it.
type request struct{ text, want string }

// answers runs the program of the module, and checks its answers to requests.
func (m module) answers(requests []request) {
	m.t.Helper()
	args := []string{"run", "."}
	for _, r := range requests {
		args = append(args, r.text)
	}
	answers := strings.Split(strings.TrimSpace(m.run(args...)), "\n")
	if len(answers) != len(requests) {
		m.t.Fatalf("the answers are %q", answers)
	}
	for i, r := range requests {
		if !strings.Contains(answers[i], r.want) {
			m.t.Errorf("%s is answered by %s, want %s", r.text, answers[i], r.want)
		}
	}
}

// testGqlgen has gqlgen make the server of a schema whose scalars are an ID, a typed ID, a column
// and a column that can be null, and sends it requests.
func testGqlgen(t *testing.T) {
	m := newModule(t, "gqlgen")
	m.run("mod", "tidy")
	m.run("tool", "gqlgen", "generate")
	m.run("mod", "tidy") // what was generated imports more

	x, typed, key := wiji.New().String(), wiji.NewFor[user]().String(), ulidflake.New().String()
	m.answers([]request{
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
	})
}

// testOgen has ogen make the server of a schema whose fields are an ID, a typed ID and an ID of 64
// bits that can be null.
func testOgen(t *testing.T) {
	m := newModule(t, "ogen")
	m.run("mod", "tidy")
	m.run("tool", "ogen", "--target", "api", "--package", "api", "api.yaml")
	m.run("mod", "tidy") // what was generated imports more

	x, typed, number := wiji.New().String(), wiji.NewFor[user]().String(), ulidflake.New().String()
	m.answers([]request{
		{"/orders/" + x, `200 {"id":"` + x + `","number":null}`},
		{"/orders/" + x + "?user=" + typed + "&number=" + number, `200 {"id":"` + x + `","user":"` + typed + `","number":"` + number + `"}`},
		{"/orders/wrong", `400 `},
		{"/orders/" + x + "?user=" + x, `400 `}, // without its prefix
		{"/orders/" + x + "?number=1", `400 `},
	})
}

// testPgxmock: IDs are right as expected arguments and in rows. The module has an older pgx.
func testPgxmock(t *testing.T) {
	m := newModule(t, "pgxmock")
	m.run("mod", "tidy")
	m.run("test", ".")
}

// testLibSQL has a module of its own, as libSQL is a library in C for some platforms.
func testLibSQL(t *testing.T) {
	if cgo := strings.TrimSpace(newModule(t, "libsql").run("env", "CGO_ENABLED")); cgo != "1" || runtime.GOOS == "windows" {
		t.Skip("go-libsql needs cgo, and Linux or macOS")
	}
	m := newModule(t, "libsql")
	m.run("mod", "tidy")
	m.run("test", ".")
}

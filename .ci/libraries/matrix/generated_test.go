package matrix

import (
	"runtime"
	"strings"
	"testing"

	"github.com/sortid/sortid/.ci/libraries/internal/gomodule"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// request is an argument of a module's program, and a part of the line that answers it.
type request struct{ text, want string }

// answers runs the program of the module, and checks its answers to requests.
func answers(t *testing.T, m *gomodule.Module, requests []request) {
	t.Helper()
	args := []string{"run", "."}
	for _, r := range requests {
		args = append(args, r.text)
	}
	lines := strings.Split(strings.TrimSpace(m.Run(args...)), "\n")
	if len(lines) != len(requests) {
		t.Fatalf("the answers are %q", lines)
	}
	for i, r := range requests {
		if !strings.Contains(lines[i], r.want) {
			t.Errorf("%s is answered by %s, want %s", r.text, lines[i], r.want)
		}
	}
}

// testGqlgen has gqlgen make the server of a schema whose scalars are an ID, a typed ID, a column
// and a column that can be null, and sends it requests.
func testGqlgen(t *testing.T) {
	m := gomodule.New(t, "gqlgen")
	m.Run("mod", "tidy")
	m.Run("tool", "gqlgen", "generate")
	m.Run("mod", "tidy") // what was generated imports more

	x, typed, key := wiji.New().String(), wiji.NewFor[user]().String(), ulidflake.New().String()
	answers(t, m, []request{
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
	m := gomodule.New(t, "ogen")
	m.Run("mod", "tidy")
	m.Run("tool", "ogen", "--target", "api", "--package", "api", "api.yaml")
	m.Run("mod", "tidy") // what was generated imports more

	x, typed, number := wiji.New().String(), wiji.NewFor[user]().String(), ulidflake.New().String()
	answers(t, m, []request{
		{"/orders/" + x, `200 {"id":"` + x + `","number":null}`},
		{"/orders/" + x + "?user=" + typed + "&number=" + number, `200 {"id":"` + x + `","user":"` + typed + `","number":"` + number + `"}`},
		{"/orders/wrong", `400 `},
		{"/orders/" + x + "?user=" + x, `400 `}, // without its prefix
		{"/orders/" + x + "?number=1", `400 `},
	})
}

// testPgxmock: IDs are right as expected arguments and in rows. The module has an older pgx.
func testPgxmock(t *testing.T) {
	m := gomodule.New(t, "pgxmock")
	m.Run("mod", "tidy")
	m.Run("test", ".")
}

// testLibSQL has a module of its own, as libSQL is a library in C for some platforms.
func testLibSQL(t *testing.T) {
	if cgo := strings.TrimSpace(gomodule.New(t, "libsql").Run("env", "CGO_ENABLED")); cgo != "1" || runtime.GOOS == "windows" {
		t.Skip("go-libsql needs cgo, and Linux or macOS")
	}
	m := gomodule.New(t, "libsql")
	m.Run("mod", "tidy")
	m.Run("test", ".")
}

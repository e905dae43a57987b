package integration_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// consumer imports every package that promises to bring nothing along.
const consumer = `package main

import (
	"fmt"

	_ "github.com/sortid/sortid/id"
	_ "github.com/sortid/sortid/id/scru160"
	_ "github.com/sortid/sortid/id/uid11"
	_ "github.com/sortid/sortid/id/ulid"
	_ "github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	_ "github.com/sortid/sortid/migrations"
	"github.com/sortid/sortid/sqltype"
)

func main() {
	x := wiji.New()
	v, err := sqltype.BinaryOf(x).Value()
	fmt.Println(len(x.String()), len(v.([]byte)), err)
}
`

// consumerTest runs the exported conformance suite, from outside.
const consumerTest = `package main

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id/idtest"
	"github.com/sortid/sortid/id/wiji"
)

func TestConformance(t *testing.T) {
	idtest.Run(t, idtest.Format[wiji.ID]{
		Name: "wiji", Size: 16, TextSize: 26, Resolution: time.Microsecond,
		First: time.UnixMicro(0), Last: time.UnixMicro(wiji.MaxTextTimestamp), Monotonic: true,
		New: wiji.New, Parse: wiji.Parse, MustParse: wiji.MustParse, FromBytes: wiji.FromBytes, Valid: wiji.Valid,
		Min: wiji.Min, Max: wiji.Max, MinAt: wiji.MinAt, MaxAt: wiji.MaxAt,
		Generator: func(clock func() time.Time) func() (wiji.ID, error) { return (&wiji.Generator{Clock: clock}).New },
	})
}
`

// TestNoRequirements: a module that imports id/... and sqltype requires this
// module and nothing else, and its go.sum stays empty. go mod tidy looks at the
// tests of the packages that it finds, so a driver in one of them would show.
func TestNoRequirements(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", consumer)
	write("main_test.go", consumerTest)
	write("go.mod", "module example.com/consumer\n\ngo 1.26.0\n\n"+
		"require github.com/sortid/sortid v0.0.0\n\nreplace github.com/sortid/sortid => "+root+"\n")
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		// Without a proxy: a requirement that has to be fetched fails right here.
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("mod", "tidy")
	if got := run("run", "."); got != "26 16 <nil>\n" {
		t.Errorf("the program prints %q", got)
	}
	run("test", "-short", ".")
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(mod), "require"); n != 1 || strings.Contains(string(mod), "indirect") {
		t.Errorf("the consumer's go.mod requires more than this module:\n%s", mod)
	}
	if sum, err := os.ReadFile(filepath.Join(dir, "go.sum")); err == nil && len(sum) > 0 {
		t.Errorf("the consumer's go.sum is not empty:\n%s", sum)
	}
	// Not go list -m all: it reads the go.mod of modules that nobody needs here, which a
	// fresh machine has not.
	for _, m := range strings.Fields(run("list", "-deps", "-test", "-f", "{{with .Module}}{{.Path}}{{end}}", "./...")) {
		if m != "example.com/consumer" && m != "github.com/sortid/sortid" {
			t.Errorf("the consumer builds packages of %s", m)
		}
	}
}

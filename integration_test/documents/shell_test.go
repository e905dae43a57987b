package documents

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// commandSetups lists the tables of the database shop before the commands of a page, for
// Postgres and for MySQL, which then have the functions, too.
var commandSetups = map[string][2]string{
	"docs/partitions.md": {
		"CREATE TABLE events (id uuid PRIMARY KEY, note text) PARTITION BY RANGE (id);",
		"CREATE TABLE events (id BINARY(16) NOT NULL PRIMARY KEY, note TEXT);",
	},
}

// TestCommands runs the blocks of shell commands that are marked with run: in a folder that
// has what the root of the repository has, with the command sortid, and with psql and mysql
// connected to servers whose database shop is empty.
func TestCommands(t *testing.T) {
	t.Parallel()
	found := false
	for _, b := range blocks(t, "sh") {
		if !slices.Contains(b.marks, "run") {
			continue
		}
		found = true
		t.Run(b.page, func(t *testing.T) {
			t.Parallel()
			bin, dir := t.TempDir(), workspace(t)
			out, err := exec.Command("go", "build", "-o", bin, "github.com/sortid/sortid/ops/sortid").CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for i, name := range []string{"psql", "mysql"} {
				if !regexp.MustCompile(`(?m)\b` + name + ` `).MatchString(b.code) {
					continue
				}
				d := dbtest.Open(t, []dbserver.Kind{dbserver.Postgres, dbserver.MySQL}[i])
				if setup, ok := commandSetups[b.page]; ok {
					db := open(t, d)
					functions.Install(t, d.Server.Kind, db)
					run(t, db, setup[i])
				}
				connect(t, d).script(t, bin, name)
			}
			cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", b.code)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s:%d: %v\n%s", b.page, b.line, err, out)
			}
		})
	}
	if !found {
		t.Error("no block is marked with run")
	}
}

// workspace returns a folder with links to what is in the root of the repository.
func workspace(t *testing.T) string {
	t.Helper()
	from, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCommandsAreKnown: each line of the other blocks is a go command, which TestGoCommands
// checks. A block with others is run, or says why it cannot be.
func TestCommandsAreKnown(t *testing.T) {
	for _, b := range blocks(t, "sh") {
		// Package migrations/mysql runs the commands of its page.
		if b.fragment != "" || slices.Contains(b.marks, "run") || b.page == "migrations/mysql/README.md" {
			continue
		}
		for line := range strings.Lines(joined(b.code)) {
			if line = strings.TrimSpace(line); line != "" && !goCommand.MatchString(line) {
				t.Errorf("%s:%d: %q is no go command: mark the block with run, or with fragment: and the reason", b.page, b.line, line)
			}
		}
	}
}

// joined returns commands with one line for each.
func joined(code string) string { return regexp.MustCompile(`\\\n\s*`).ReplaceAllString(code, "") }

// goCommand is a command that go runs, after an environment or a change of the folder.
var goCommand = regexp.MustCompile(`(?:^|&& |[A-Z]+=\S+ )go (test|run|get|install) ([^#>|]*)`)

// goCall is the call of a command in a page or script.
type goCall struct {
	where, verb string
	words       []string
}

// goCalls returns the go commands in the pages, the scripts of .ci and the workflows.
func goCalls(t *testing.T) (list []goCall) {
	t.Helper()
	names := pages(t)
	for _, pattern := range []string{".ci/*", ".github/workflows/*", "CONTRIBUTING.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			if info, err := os.Stat(name); err == nil && !info.IsDir() {
				names = append(names, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
			}
		}
	}
	call := regexp.MustCompile("\\bgo (test|run) ([^#>|`\\n]*)")
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(joined(string(data)), -1) {
			list = append(list, goCall{name + ": " + m[0], m[1], strings.Fields(strings.NewReplacer("'", "", `"`, "").Replace(m[2]))})
		}
	}
	if len(list) < 40 {
		t.Errorf("there are %d go commands", len(list))
	}
	return list
}

// testFlags lists flags of go test itself.
var testFlags = []string{"run", "bench", "benchtime", "benchmem", "count", "v", "timeout", "parallel", "race", "short", "fuzz", "fuzztime", "cpu", "p"}

// imported matches the import of an internal package.
var imported = regexp.MustCompile(`"github\.com/sortid/sortid/([\w/]*internal/[\w/]+)"`)

// importsFlag reports whether a package that the code imports declares a flag, as a package for tests does.
func importsFlag(t *testing.T, code, name string) bool {
	t.Helper()
	declared := regexp.MustCompile(`flag\.\w+\("` + regexp.QuoteMeta(name) + `"`)
	return slices.ContainsFunc(imported.FindAllStringSubmatch(code, -1), func(m []string) bool { return declared.MatchString(source(t, m[1])) })
}

// TestGoCommands: the packages, tests, benchmarks and flags that commands name exist.
func TestGoCommands(t *testing.T) {
	for _, c := range goCalls(t) {
		var dirs []string
		for _, word := range c.words {
			if dir, ok := strings.CutPrefix(word, "./"); ok && !strings.ContainsAny(dir, "$…") {
				dirs = append(dirs, strings.TrimSuffix(strings.TrimSuffix(dir, "..."), "/"))
			} else if dir, ok := strings.CutPrefix(word, "github.com/sortid/sortid/"); ok {
				dir, _, _ = strings.Cut(dir, "@")
				dirs = append(dirs, dir)
			}
		}
		code := ""
		for _, dir := range dirs {
			code += source(t, dir)
			if code == "" {
				t.Errorf("%s: there is no package %s", c.where, dir)
			}
		}
		if code == "" {
			continue // of all packages, or of a variable
		}
		for i, word := range c.words {
			name, isFlag := strings.CutPrefix(word, "-")
			name, _, assigned := strings.Cut(name, "=")
			switch {
			case !isFlag || strings.ContainsAny(name, "$"):
			case c.verb == "test" && (name == "run" || name == "bench") && i+1 < len(c.words):
				c.checkNames(t, map[string]string{"run": "Test", "bench": "Benchmark"}[name], c.words[i+1], code)
			case c.verb == "test" && slices.Contains(testFlags, name) || name == "h":
			case !strings.Contains(code, `"`+name+`"`) && !importsFlag(t, code, name):
				t.Errorf("%s: there is no flag -%s", c.where, name)
			case c.verb == "test" && !assigned && slices.ContainsFunc(c.words[i:], func(w string) bool { return strings.HasPrefix(w, "./") }):
				t.Errorf("%s: go test takes all behind -%s for arguments of the test: name the packages first", c.where, name)
			}
		}
	}
}

// checkNames reports a pattern that matches no test or benchmark in the code.
func (c goCall) checkNames(t *testing.T, kind, pattern, code string) {
	t.Helper()
	if strings.ContainsAny(pattern, "^.$") && regexp.MustCompile(`^[\^.$]+$`).MatchString(pattern) {
		return // none, or all
	}
	first, _, _ := strings.Cut(pattern, "/")
	matcher, err := regexp.Compile(first)
	if err != nil {
		t.Errorf("%s: %v", c.where, err)
		return
	}
	for _, m := range regexp.MustCompile(`(?m)^func (`+kind+`\w*)\(`).FindAllStringSubmatch(code, -1) {
		if matcher.MatchString(m[1]) {
			return
		}
	}
	t.Errorf("%s: no %s matches %s", c.where, kind, pattern)
}

// source returns the Go code of a folder and those below it.
func source(t *testing.T, dir string) string {
	t.Helper()
	var code strings.Builder
	err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(dir)), func(name string, _ os.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) || filepath.Ext(name) != ".go" {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		code.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return code.String()
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/migrations"
)

// install runs the command migrations and returns the names of the files that it wrote.
func install(t *testing.T, dir string, args ...string) (names []string) {
	t.Helper()
	code, out, errOut := call("", append([]string{"migrations", "-out", dir}, args...)...)
	if code != exitOK {
		t.Fatalf("%q: exit code %d: %s", args, code, errOut)
	}
	for line := range strings.Lines(out) {
		name, err := filepath.Rel(dir, strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func readAll(t *testing.T, dir string, names []string) string {
	t.Helper()
	var b strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return b.String()
}

// comment matches a comment of SQL.
var comment = regexp.MustCompile(`(?m)--[^\n]*`)

// everything lists all sets of each server.
var everything = map[string]string{postgres: "functions,backfill,partitions,lease", mysql: "functions,backfill,partitions,lease",
	mariadb: "functions,backfill,partitions,lease", sqlite: "functions,lease", tidbServer: "lease"}

// TestMigrationsSmall: by default the files hold the functions alone. Where a folder has more, a later run takes nothing away
// and adds nothing.
func TestMigrationsSmall(t *testing.T) {
	for server, sets := range everything {
		dir := t.TempDir()
		small := install(t, dir, "-server", server, "-tool", "goose")
		if server == tidbServer {
			if len(small) != 1 || !strings.Contains(small[0], "lease") {
				t.Errorf("%s: %q", server, small)
			}
			continue
		}
		if found := regexp.MustCompile("backfill|partitions|retention|lease").FindString(strings.Join(small, "\n")); found != "" || len(small) == 0 {
			t.Errorf("%s: the files %q have %q", server, small, found)
		}
		if more := install(t, dir, "-server", server, "-tool", "goose", "-sets", sets); len(more) == 0 {
			t.Errorf("%s: -sets %s adds nothing", server, sets)
		}
		if again := install(t, dir, "-server", server, "-tool", "goose"); len(again) > 0 {
			t.Errorf("%s: a later run adds %q", server, again)
		}
	}
}

// TestMigrationsAll: with all sets, each statement of the server is in one file.
func TestMigrationsAll(t *testing.T) {
	for server, set := range sets {
		dir := t.TempDir()
		text := readAll(t, dir, install(t, dir, "-server", server, "-tool", "goose", "-sets", everything[server]))
		steps, err := migrations.Selection{}.Steps(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range steps {
			for _, s := range slices.Concat(u.Up, u.Down) {
				if !strings.Contains(text, "\n"+s) {
					t.Errorf("%s: no file has a statement of %s:\n%s", server, u.Name, s)
				}
			}
		}
	}
}

// TestMigrationsOfFormats: the files name no function of another format, and call none that is
// not in them.
func TestMigrationsOfFormats(t *testing.T) {
	created := regexp.MustCompile(`(?i)CREATE\s[^(]*?(?:FUNCTION|PROCEDURE|TABLE|DOMAIN|SEQUENCE|TRIGGER|INDEX)\s+(?:IF\s+NOT\s+EXISTS\s+)?(sortid_\w+)`)
	called := regexp.MustCompile(`\b(sortid_\w+)\(`)
	for _, server := range []string{postgres, mysql} {
		for _, f := range []struct{ formats, other string }{{"wiji", "(ulid|uuid|uid|xid|scru)"}, {"scru160,ulidflake", "(ulid_|uuid|uid|xid|wiji)"}, {"ulid", "(uuid|uid|xid|scru|wiji)"}} {
			dir := t.TempDir()
			names := install(t, dir, "-server", server, "-tool", "goose", "-formats", f.formats, "-sets", "functions,backfill,lease")
			code := comment.ReplaceAllString(readAll(t, dir, names), "")
			if found := regexp.MustCompile(`sortid_(internal_)?` + f.other).FindString(code); found != "" {
				t.Errorf("%s: the files of %s name %s", server, f.formats, found)
			}
			has := map[string]bool{}
			for _, m := range created.FindAllStringSubmatch(code, -1) {
				has[m[1]] = true
			}
			if len(has) < 20 {
				t.Errorf("%s: the files of %s create %d objects", server, f.formats, len(has))
			}
			for _, m := range called.FindAllStringSubmatch(code, -1) {
				if !has[m[1]] {
					t.Errorf("%s: the files of %s call %s, which they do not create", server, f.formats, m[1])
				}
			}
		}
	}
}

// TestMigrationsBehind: the files come after those of a folder, however these are named.
func TestMigrationsBehind(t *testing.T) {
	for name, tool := range map[string]string{"V41.7.2__goods.sql": "flyway", "V41_7__goods.sql": "flyway", "00041_goods.go": "goose", "41_goods.up.sql": "golang-migrate"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package migrations\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, written := range install(t, dir, "-server", mysql, "-tool", tool, "-formats", "wiji") {
			n, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(written))
			if err != nil || n < 42 {
				t.Errorf("behind %s: %s, %v", name, written, err)
			}
		}
	}
}

// TestMigrationsTern: tern reads both ways from one file, numbered without a gap, and knows PostgreSQL alone.
func TestMigrationsTern(t *testing.T) {
	dir := t.TempDir()
	names := install(t, dir, "-server", postgres, "-tool", ternTool, "-formats", "wiji")
	for i, name := range names {
		up, down, ok := strings.Cut(readAll(t, dir, []string{name}), "\n---- create above / drop below ----\n")
		if !ok || !strings.Contains(up, "CREATE ") || !strings.Contains(down, "DROP ") || !strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)) || strings.Contains(up, "{{") {
			t.Errorf("%s: %.200s\n…\n%.200s", name, up, down)
		}
	}
	if more := install(t, dir, "-server", postgres, "-tool", ternTool, "-formats", "ulid"); len(names) < 2 || len(more) == 0 {
		t.Errorf("%q, and later %q", names, more)
	}
	code, out, errOut := call("", "migrations", "-out", dir, "-server", mysql, "-tool", ternTool)
	if code != exitUsage || out != "" || !strings.Contains(errOut, "it is for PostgreSQL") {
		t.Errorf("on MySQL: exit code %d: %s%s", code, out, errOut)
	}
}

// TestMigrationsLater: a second run writes nothing, one with another format what is missing, and
// all behind the numbers that the folder has.
func TestMigrationsLater(t *testing.T) {
	for _, tool := range toolNames() {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "20260131120000_goods.sql"), []byte("SELECT 1;\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if tool == ternTool {
			continue // see TestMigrationsTern
		}
		run := func(formats string) []string {
			return install(t, dir, "-server", mysql, "-tool", tool, "-formats", formats)
		}
		first := run("wiji")
		if !slices.ContainsFunc(first, func(name string) bool { return strings.Contains(name, "20260131120001_") }) || len(first) < 4 {
			t.Errorf("%s: the first run writes %q", tool, first)
		}
		if again := run(""); len(again) > 0 { // not even the sets that the folder does not have
			t.Errorf("%s: a second run writes %q", tool, again)
		}
		// A later release has files with the next numbers.
		names, err := fs.Glob(os.DirFS(dir), "*00003_*ulid*")
		if err != nil || len(names) > 0 {
			t.Errorf("%s: %q, %v", tool, names, err)
		}
		later := run("uuidv7")
		text := strings.Join(later, "\n")
		for _, want := range []string{"00003_ulid", "00008_typed_ulid", "00009_uuid"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: UUIDv7, which needs ULID, adds no %s: %q", tool, want, later)
			}
		}
		for _, name := range later {
			if slices.Contains(first, name) || strings.Contains(name, "wiji") || strings.Contains(name, "common") {
				t.Errorf("%s: the second format writes %s again", tool, name)
			}
		}
		for _, want := range []string{"backfill", "lease", "partitions", "retention"} {
			if strings.Contains(text, want) {
				t.Errorf("%s: %s comes unasked", tool, want)
			}
		}
		if all := strings.Join(run("wiji,ulid,scru160,ulidflake,uid11"), "\n"); strings.Contains(all, "partitions") || !strings.Contains(all, "scru") {
			t.Errorf("%s: what can drop partitions comes unasked, or the formats do not: %s", tool, all)
		}
		backfill := strings.Join(install(t, dir, "-server", mysql, "-tool", tool, "-sets", "backfill"), "\n")
		if !strings.Contains(backfill, "00010_backfill_wiji") || !strings.Contains(backfill, "00010_backfill_uuidv7") || strings.Contains(backfill, "lease") {
			t.Errorf("%s: -sets backfill writes %s", tool, backfill)
		}
		partitions := install(t, dir, "-server", mysql, "-tool", tool, "-sets", "partitions")
		if text := strings.Join(partitions, "\n"); !strings.Contains(text, "partitions") || !strings.Contains(text, "retention") {
			t.Errorf("%s: -sets partitions writes %s", tool, text)
		}
	}
}

func TestMigrationsUsage(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"-tool goose -out " + dir:                                     `-server ""`,
		"-server postgres -out " + dir:                                `-tool ""`,
		"-server postgres -tool goose":                                "-out is missing",
		"-server postgres -tool goose -out " + dir + " x":             "takes no arguments",
		"-server postgres -tool goose -formats wiji,x -out " + dir:    `format "x"`,
		"-server sqlite -tool goose -formats ulidflake -out " + dir:   `-server sqlite: migrations: format "ulidflake": there is no SQL for it on this server: use wiji, ulid, scru160, uuidv7`,
		"-server postgres -tool goose -formats wiji, -out " + dir:     `format ""`,
		"-server postgres -tool liquibase -formats wiji -out " + dir:  `-tool "liquibase"`,
		"-server sqlserver -tool goose -formats wiji -out " + dir:     `-server "sqlserver"`,
		"-server tidb -tool golang-migrate -formats wiji -out " + dir: `-server tidb: migrations: format "wiji": there is no SQL`,
		"-server mysql -tool mysql -sets retention -out " + dir:       `set "retention": there is no SQL for it on this server: use functions, backfill, partitions, lease`,
		"-server mysql -tool mysql -sets lease, -out " + dir:          `set ""`,
		"-server mysql -tool mysql -sets partitions -out " + dir:      `set "partitions": it needs the set "functions" with all formats`,
	} {
		code, _, errOut := call("", append([]string{"migrations"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit code %d, %s", args, code, errOut)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("errors left %v, %v", entries, err)
	}
}

// TestMigrationsJSON: as JSON, each file is a line, with its name in the folder.
func TestMigrationsJSON(t *testing.T) {
	dir := t.TempDir()
	code, out, errOut := call("", "migrations", "-server", "sqlite", "-tool", "golang-migrate", "-formats", "wiji", "-json", "-out", dir)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	var names []string
	for line := range strings.Lines(out) {
		var w written
		if err := json.Unmarshal([]byte(line), &w); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		names = append(names, w.File)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 || len(entries) != len(names) {
		t.Fatalf("%d files, %v, and the names %q", len(entries), err, names)
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			t.Errorf("the file %s is not in %q", e.Name(), names)
		}
	}
}

// TestMigrationsCollision: a file is never written over.
func TestMigrationsCollision(t *testing.T) {
	d := &folder{path: t.TempDir()}
	if err := d.write("down/a.sql", "first"); err != nil {
		t.Fatal(err)
	}
	if err := d.write("down/a.sql", "second"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the second file: %v", err)
	}
	if text := readAll(t, d.path, []string{"down/a.sql"}); text != "first" {
		t.Errorf("the file has %q", text)
	}
	if err := d.write("down/a.sql/b.sql", "third"); err == nil {
		t.Error("a folder is made of a file")
	}
}

// TestToolFiles: the files of each tool, of a step with a statement that has a semicolon inside, and one that is in a
// comment for MySQL alone.
func TestToolFiles(t *testing.T) {
	step := migrations.Step{Up: []string{"CREATE a", "BEGIN b; END", "/*!80000 SET c */ /*M! DO 0 */"}, Down: []string{"DROP a"}}
	const (
		plainUp  = "CREATE a;\n\nBEGIN b; END;\n\n/*!80000 SET c */ /*M! DO 0 */;\n\n"
		clientUp = "CREATE a;\n\nDELIMITER //\nBEGIN b; END\n//\nDELIMITER ;\n\n/*!80000 SET c */ /*M! DO 0 */;\n\n"
		down     = "DROP a;\n\n"
		end      = "\n-- end of statement\n\n"
	)
	for _, x := range []struct {
		tool, server string
		want         []toolFile
	}{
		{"goose", mysql, []toolFile{{"00007_sortid_x.sql", "-- +goose Up\nCREATE a;\n\n-- +goose StatementBegin\nBEGIN b; END\n-- +goose StatementEnd\n\n" +
			"/*!80000 SET c */ /*M! DO 0 */;\n\n\n-- +goose Down\nDROP a;\n\n"}}},
		{"golang-migrate", mysql, []toolFile{{"00007_sortid_x.up.sql", plainUp}, {"00007_sortid_x.down.sql", down}}},
		{"atlas", mysql, []toolFile{{"00007_sortid_x.sql", "-- atlas:delimiter -- end of statement\n\nCREATE a" + end + "BEGIN b; END" + end + "SET c" + end}, {"down/00007_sortid_x.sql", down}}},
		{"atlas", mariadb, []toolFile{{"00007_sortid_x.sql", "-- atlas:delimiter -- end of statement\n\nCREATE a" + end + "BEGIN b; END" + end + "DO 0" + end}, {"down/00007_sortid_x.sql", down}}},
		{"dbmate", postgres, []toolFile{{"00007_sortid_x.sql", "-- migrate:up\n" + plainUp + "\n-- migrate:down\n" + down}}},
		{"flyway", mysql, []toolFile{{"V00007__sortid_x.sql", clientUp}, {"U00007__sortid_x.sql", down}}},
		{"flyway", postgres, []toolFile{{"V00007__sortid_x.sql", plainUp}, {"U00007__sortid_x.sql", down}}},
		{"tern", postgres, []toolFile{{"00007_sortid_x.sql", plainUp + "\n---- create above / drop below ----\n\n" + down}}},
		{"psql", postgres, []toolFile{{"00007_sortid_x.sql", plainUp}, {"down/00007_sortid_x.sql", down}}},
		{"mysql", mariadb, []toolFile{{"00007_sortid_x.sql", clientUp}, {"down/00007_sortid_x.sql", down}}},
		{"sqlite3", sqlite, []toolFile{{"00007_sortid_x.sql", plainUp}, {"down/00007_sortid_x.sql", down}}},
	} {
		i := slices.Index(toolNames(), x.tool)
		if got := tools[i].files("00007", "sortid_x", step, x.server); !slices.Equal(got, x.want) {
			t.Errorf("%s on %s:\n%q\nwant\n%q", x.tool, x.server, got, x.want)
		}
	}
}

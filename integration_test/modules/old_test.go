package modules

import (
	"strings"
	"testing"

	"golang.org/x/mod/semver"
	"golang.org/x/tools/txtar"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// additions lists files that add one package of a module to the program of
// testdata/old.txtar, and what the program then prints.
var additions = []struct{ name, module, source, want string }{
	{"id/wiji", ".", `package main

import "github.com/sortid/sortid/id/wiji"

func init() {
	added = func() string { return wiji.MustParse("069Q6ZXR120002M45BSQQG28T5").String() }
}
`, "069Q6ZXR120002M45BSQQG28T5"},
	{"sqltype", ".", `package main

import (
	"fmt"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

func init() {
	added = func() string {
		v, err := sqltype.BinaryOf(wiji.MustParse("069Q6ZXR120002M45BSQQG28T5")).Value()
		return fmt.Sprintf("%x %v", v, err)
	}
}
`, "064dcdfee02200002a10abcdef012345 <nil>"},
	{"migrations", ".", `package main

import (
	"fmt"
	"io/fs"

	"github.com/sortid/sortid/migrations"
)

func init() {
	added = func() string {
		names, err := fs.Glob(migrations.Postgres, "*.sql")
		return fmt.Sprint(len(names) > 0, err)
	}
}
`, "true <nil>"},
	{"pgxtype", "pgxtype", `package main

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
)

func init() {
	added = func() string {
		m := pgtype.NewMap()
		if err := pgxtype.Register(m); err != nil {
			return err.Error()
		}
		wire, err := m.Encode(pgtype.UUIDOID, pgtype.BinaryFormatCode, wiji.MustParse("069Q6ZXR120002M45BSQQG28T5"), nil)
		return fmt.Sprintf("%x %v", wire, err)
	}
}
`, "064dcdfee02200002a10abcdef012345 <nil>"},
	{"gormtype", "gormtype", `package main

import (
	"fmt"
	"sync"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm/schema"
)

func init() {
	added = func() string {
		type order struct{ ID gormtype.ID[wiji.ID] }
		s, err := schema.Parse(&order{}, &sync.Map{}, schema.NamingStrategy{})
		return fmt.Sprint(s.Table, " ", s.PrioritizedPrimaryField.DBName, " ", err)
	}
}
`, "orders id <nil>"},
}

// TestOldProgram adds one package to a program whose requirements are from 2024. In
// go.mod and go.sum only lines of this repository's modules change. Where pgxtype or
// gormtype states a higher version than the program has, the program becomes the one
// that requires that version by itself.
func TestOldProgram(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/old.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := publish(t)
	old := newProgram(t, r, archive.Files...)
	if diff := old.run(t, "mod", "tidy", "-diff"); diff != "" {
		t.Fatalf("testdata/old.txtar is not tidy:\n%s", diff)
	}
	for _, add := range additions {
		t.Run(add.name, func(t *testing.T) {
			module := r.module(t, add.module)
			stated := requirements(t, r.stated(t, module))
			want := newProgram(t, r, archive.Files...)
			want.raise(t, stated)

			p := newProgram(t, r, archive.Files...)
			p.write(t, "add.go", add.source)
			p.require(t, newer, module)
			p.run(t, "mod", "tidy")
			if got, want := p.run(t, "run", "."), "added: "+add.want+"\n"; got != want {
				t.Errorf("the program prints %q, want %q", got, want)
			}
			t.Logf("go.mod:\n%s", strings.Join(difference(old.read(t, "go.mod"), p.read(t, "go.mod")), "\n"))
			checkMod(t, want.read(t, "go.mod"), p.read(t, "go.mod"), stated)
			checkSum(t, want.read(t, "go.sum"), p.read(t, "go.sum"), stated)
		})
	}
}

// raise makes the program require the stated versions that are higher than its own.
func (p program) raise(t *testing.T, stated map[string]string) {
	t.Helper()
	for path, version := range requirements(t, p.read(t, "go.mod")) {
		if semver.Compare(stated[path], version) > 0 {
			t.Logf("the module states %s %s, the program has %s", path, stated[path], version)
			p.run(t, "mod", "edit", "-require="+path+"@"+stated[path])
		}
	}
	p.run(t, "mod", "tidy")
}

// checkMod compares the requirements of a program with those that it should have
// beside the repository's modules. A module that the program did not
// need before has the stated version.
func checkMod(t *testing.T, want, got string, stated map[string]string) {
	t.Helper()
	if was, is := goRelease(t, want), goRelease(t, got); was != is {
		t.Errorf("go.mod has go %s, want %s", is, was)
	}
	is := requirements(t, got)
	for path, version := range requirements(t, want) {
		if is[path] != version {
			t.Errorf("go.mod has %s %q, want %s", path, is[path], version)
		}
		delete(is, path)
	}
	for path, version := range is {
		if modproxy.Own(path) && version != newer || !modproxy.Own(path) && version != stated[path] {
			t.Errorf("go.mod has %s %s, and the module states %q", path, version, stated[path])
		}
	}
}

// checkSum does the same for go.sum. It may have the go.mod of a stated version
// that is lower than the program's: the go command reads it to compare them.
func checkSum(t *testing.T, want, got string, stated map[string]string) {
	t.Helper()
	diff := difference(want, got)
	t.Logf("go.sum:\n%s", strings.Join(diff, "\n"))
	for _, line := range diff {
		sign, rest, _ := strings.Cut(line, " ")
		path, rest, _ := strings.Cut(rest, " ")
		version, _, _ := strings.Cut(rest, " ")
		version = strings.TrimSuffix(version, "/go.mod")
		if !modproxy.Own(path) && (sign == "-" || stated[path] != version) {
			t.Errorf("go.sum: %s", line)
		}
	}
}

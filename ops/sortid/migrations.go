package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/migrations"
)

// tidbServer is a server of the command migrations.
const tidbServer = "tidb"

// sets lists the migrations of each server.
var sets = map[string]fs.FS{postgres: migrations.Postgres, mysql: migrations.MySQL, mariadb: migrations.MySQL, sqlite: migrations.SQLite,
	tidbServer: migrations.TiDB}

// written is a line of the result of migrations, as JSON.
type written struct {
	File string `json:"file"`
}

// migrations is the command migrations: it writes the steps that a folder lacks, with the
// numbers behind those that the folder has.
func (p *program) migrations(args []string) error {
	server := p.flags.String("server", "", "the `SERVER`: postgres, mysql, mariadb, sqlite or tidb")
	toolName := p.flags.String("tool", "", "the `TOOL` that reads the files: "+strings.Join(toolNames(), ", "))
	formatNames := p.flags.String("formats", "", "the `FORMATS`, with commas between them (those that DIR has, or all)")
	setNames := p.flags.String("sets", "", "any of the `SETS` functions, backfill, partitions and lease, with commas between them (those that DIR has, or functions)")
	out := p.flags.String("out", "", "the `DIR` of the files")
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	set, ok := sets[*server]
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == *toolName })
	switch {
	case len(rest) > 0:
		return usageError("migrations takes no arguments, and %q is one", rest[0])
	case !ok:
		return usageError("-server %q: use postgres, mysql, mariadb, sqlite or tidb", *server)
	case i < 0:
		return usageError("-tool %q: use %s", *toolName, strings.Join(toolNames(), ", "))
	case *toolName == ternTool && *server != postgres:
		return usageError("-tool tern: it is for PostgreSQL, and -server is %s: use %s", *server, strings.Join(slices.DeleteFunc(toolNames(), func(name string) bool { return name == ternTool }), ", "))
	case *out == "":
		return usageError("-out is missing: name the folder of the files")
	}
	d, err := readFolder(*out)
	if err != nil {
		return err
	}
	selection, err := d.selection(set)
	if err != nil {
		return err
	}
	if err := addNames(&selection, *formatNames, *setNames); err != nil {
		return err
	}
	if len(selection.Sets) == 0 && *server != tidbServer { // which has no functions
		selection.Sets = []string{"functions"}
	}
	steps, err := selection.Steps(set)
	if err != nil {
		return usageError("-server %s: %v", *server, err)
	}
	return p.writeSteps(tools[i], *server, d, steps)
}

// addNames adds the formats and sets of the flags to a selection.
func addNames(s *migrations.Selection, formatNames, setNames string) error {
	if formatNames != "" {
		for name := range strings.SplitSeq(formatNames, ",") {
			f, err := lookup(strings.TrimSpace(name))
			if err != nil {
				return err
			}
			s.Formats = append(s.Formats, f.Name)
		}
	}
	if setNames != "" {
		for name := range strings.SplitSeq(setNames, ",") {
			s.Sets = append(s.Sets, strings.TrimSpace(name))
		}
	}
	return nil
}

// writeSteps writes the steps that a folder lacks.
func (p *program) writeSteps(t tool, server string, d *folder, steps []migrations.Step) error {
	for _, u := range steps {
		if d.steps[u.Name] {
			continue
		}
		d.last++
		for _, f := range t.files(fmt.Sprintf("%05d", d.last), "sortid_"+u.Name, u, server) {
			if err := d.write(f.name, f.text); err != nil {
				return err
			}
			if p.asJSON {
				if err := p.writeJSON(written{f.name}); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintln(p.out, filepath.Join(d.path, f.name))
		}
	}
	if t.finish == nil {
		return nil
	}
	return t.finish(d)
}

// folder is a folder of migrations.
type folder struct {
	path  string
	last  uint64          // the greatest version
	steps map[string]bool // those that it has
}

// A version may have a letter of flyway before it, and a dot and more numbers behind it. goose
// has migrations in Go, too.
var (
	versionPattern = regexp.MustCompile(`^[VU]?(\d{1,18})[._].*\.(?:sql|go)$`)
	stepPattern    = regexp.MustCompile(`^[VU]?\d+_+sortid_(\d{5}_[a-z_0-9]+?)(?:\.up|\.down)?\.sql$`)
)

func readFolder(path string) (*folder, error) {
	d := &folder{path: path, steps: map[string]bool{}}
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if m := versionPattern.FindStringSubmatch(e.Name()); m != nil {
			n, err := strconv.ParseUint(m[1], 10, 64)
			if err != nil {
				return nil, err
			}
			d.last = max(d.last, n)
		}
		if m := stepPattern.FindStringSubmatch(e.Name()); m != nil {
			d.steps[m[1]] = true
		}
	}
	return d, nil
}

// selection returns what the folder has, or the zero value if it has no step.
func (d *folder) selection(set fs.FS) (s migrations.Selection, err error) {
	all, err := migrations.Selection{}.Steps(set)
	if err != nil {
		return s, err
	}
	for _, u := range all {
		if !d.steps[u.Name] {
			continue
		}
		if u.Format != "" {
			s.Formats = append(s.Formats, u.Format)
		}
		if u.Set != "" {
			s.Sets = append(s.Sets, u.Set)
		}
	}
	return s, nil
}

// write writes a new file.
func (d *folder) write(name, text string) error {
	path := filepath.Join(d.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.WriteString(text); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

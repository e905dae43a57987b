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
	names := p.flags.String("formats", "", "the `FORMATS`, with commas between them (those that DIR has, or all)")
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
	case *out == "":
		return usageError("-out is missing: name the folder of the files")
	}
	files, err := readSet(set)
	if err != nil {
		return err
	}
	d, err := readFolder(*out)
	if err != nil {
		return err
	}
	wanted, err := wantedFormats(*names, *server, files, d)
	if err != nil {
		return err
	}
	return p.writeSteps(tools[i], *server, d, stepsOf(files, wanted))
}

// writeSteps writes the steps that a folder lacks.
func (p *program) writeSteps(t tool, server string, d *folder, steps []step) error {
	for _, u := range steps {
		if d.steps[u.name] {
			continue
		}
		d.last++
		for _, f := range t.files(fmt.Sprintf("%05d", d.last), "sortid_"+u.name, u, server) {
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

// setFile is a file of the migrations.
type setFile struct {
	name     string // 00002_wiji
	format   string // its only format, or "" if it is of several or of none
	up, down []statement
}

// statement is a statement with the comments before it.
type statement struct {
	text    string
	whole   bool     // it contains semicolons
	formats []string // those that it names
	setting bool     // it belongs to all other statements of its file
}

// formatOf is the name of a format by the name in the server's functions.
var formatOf = map[string]string{"wiji": "wiji", "ulid": "ulid", "ulidflake": "ulidflake", "uid": "uid11", "xid": "uid11", "scru": "scru160", "uuid": "uuidv7"}

// readSet returns the files of a server.
func readSet(set fs.FS) ([]setFile, error) {
	names, err := fs.Glob(set, "*.sql")
	if err != nil {
		return nil, err
	}
	var files []setFile
	for _, name := range names {
		data, err := fs.ReadFile(set, name)
		if err != nil {
			return nil, err
		}
		_, text, begins := strings.Cut(string(data), "\n-- +goose Up\n")
		up, down, ends := strings.Cut(text, "\n-- +goose Down\n")
		if !begins || !ends {
			return nil, fmt.Errorf("%s has no up part or no down part", name)
		}
		base := strings.TrimSuffix(name, ".sql")
		files = append(files, setFile{base, formatOf[base[6:]], statements(up), statements(down)})
	}
	return files, nil
}

// statements returns the statements of a part of a file.
func statements(part string) (list []statement) {
	var text strings.Builder
	whole := false
	flush := func() {
		if code := strings.TrimSpace(comment.ReplaceAllString(text.String(), "")); code != "" {
			list = append(list, newStatement(text.String(), code, whole))
		}
		text.Reset()
	}
	for line := range strings.Lines(part) {
		switch {
		case strings.HasPrefix(line, "-- +goose StatementBegin"):
			whole = true
			continue
		case strings.HasPrefix(line, "-- +goose StatementEnd"):
			flush()
			whole = false
			continue
		}
		text.WriteString(line)
		if !whole && !strings.HasPrefix(line, "--") && strings.HasSuffix(strings.TrimSpace(comment.ReplaceAllString(line, "")), ";") {
			flush()
		}
	}
	flush()
	return list
}

var (
	comment    = regexp.MustCompile(`(?m)--[^\n]*`)
	formatName = regexp.MustCompile(`sortid_(?:internal_)?(wiji|ulidflake|ulid|uuid|uid|xid|scru)(?:_|\b)`)
)

func newStatement(text, code string, whole bool) statement {
	s := statement{text: strings.Trim(text, "\n") + "\n", whole: whole, setting: isSetting(code)}
	for _, m := range formatName.FindAllStringSubmatch(code, -1) {
		if f := formatOf[m[1]]; !slices.Contains(s.formats, f) {
			s.formats = append(s.formats, f)
		}
	}
	return s
}

// isSetting reports whether a statement sets the session for the others. MySQL's files prepare one
// such statement.
func isSetting(code string) bool {
	return slices.ContainsFunc([]string{"SET ", "DO ", "PREPARE ", "EXECUTE ", "DEALLOCATE "}, func(word string) bool { return strings.HasPrefix(code, word) })
}

// wantedFormats returns the formats of a flag and of a folder, and those that they need.
func wantedFormats(flag, server string, files []setFile, d *folder) (map[string]bool, error) {
	has := map[string]bool{}
	for _, f := range files {
		if f.format != "" {
			has[f.format] = true
		}
	}
	wanted := map[string]bool{}
	for name := range d.steps {
		if len(name) > 6 && formatOf[name[6:]] != "" {
			wanted[formatOf[name[6:]]] = true
		}
	}
	if flag == "" && len(wanted) == 0 {
		return has, nil
	}
	for name := range strings.SplitSeq(flag, ",") {
		if flag == "" {
			break
		}
		f, err := lookup(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if !has[f.name] {
			return nil, usageError("-formats %s: there is no SQL for it on %s", f.name, server)
		}
		wanted[f.name] = true
	}
	for grown := true; grown; {
		grown = false
		for _, f := range files {
			if f.format == "" || !wanted[f.format] {
				continue
			}
			for _, s := range f.up {
				for _, needed := range s.formats {
					grown = grown || !wanted[needed]
					wanted[needed] = true
				}
			}
		}
	}
	return wanted, nil
}

// step is what is installed at once: a file, or the part of it that is of one format or of none.
type step struct {
	name     string // 00007_typed_wiji
	up, down []statement
}

// stepsOf returns the steps of the wanted formats, in order. A file with a statement of several
// formats is a step if all of them are wanted, and so is a file that calls what it creates.
func stepsOf(files []setFile, wanted map[string]bool) (steps []step) {
	missing := map[string]bool{}
	for _, f := range files {
		if slices.ContainsFunc(f.up, func(s statement) bool { return s.callsAny(missing) }) {
			continue
		}
		if f.format != "" {
			if wanted[f.format] {
				steps = append(steps, step{f.name, f.up, f.down})
			}
			continue
		}
		formats, several := formatsIn(f)
		if several {
			if !slices.ContainsFunc(formats, func(name string) bool { return !wanted[name] }) {
				steps = append(steps, step{f.name, f.up, f.down})
				continue
			}
			for _, s := range f.down {
				for _, m := range dropped.FindAllStringSubmatch(s.text, -1) {
					missing[m[1]] = true
				}
			}
			continue
		}
		for _, part := range append([]string{""}, formats...) {
			if part != "" && !wanted[part] {
				continue
			}
			u := step{f.name, partOf(f.up, part), partOf(f.down, part)}
			if part != "" {
				u.name += "_" + part
			}
			if slices.ContainsFunc(u.up, func(s statement) bool { return !s.setting }) {
				steps = append(steps, u)
			}
		}
	}
	return steps
}

var (
	dropped = regexp.MustCompile(`(?i)DROP\s+\w+\s+(?:IF\s+EXISTS\s+)?(sortid_\w+)`)
	named   = regexp.MustCompile(`sortid_\w+`)
)

// callsAny reports whether the statement names one of the functions.
func (s statement) callsAny(functions map[string]bool) bool {
	return slices.ContainsFunc(named.FindAllString(s.text, -1), func(name string) bool { return functions[name] })
}

// formatsIn returns the formats of a file's statements, and whether one of these names several.
func formatsIn(f setFile) (formats []string, several bool) {
	for _, s := range f.up {
		several = several || len(s.formats) > 1
		for _, name := range s.formats {
			if !slices.Contains(formats, name) {
				formats = append(formats, name)
			}
		}
	}
	return formats, several
}

// partOf returns the statements of one format or, for "", of none, and the settings.
func partOf(list []statement, format string) (part []statement) {
	for _, s := range list {
		if s.setting || format == "" && len(s.formats) == 0 || slices.Contains(s.formats, format) {
			part = append(part, s)
		}
	}
	return part
}

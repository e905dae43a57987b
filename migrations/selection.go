package migrations

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Selection selects some of the migrations of a server. The zero value selects all of them, so that a list that is left empty
// takes nothing away from a database. The command sortid migrations selects the functions alone unless it is asked for more.
//
// What the selected functions call is selected, too: UUIDv7 on MySQL needs ULID. Partitions, which need the functions of all
// formats, are left out beside fewer of them.
type Selection struct {
	// Formats holds names of packages below id, such as "wiji". If it is empty, all formats of the
	// server are selected.
	Formats []string
	// Sets holds any of "functions", which generate, convert and check IDs, "backfill", which makes IDs for rows that exist
	// already, "partitions", which can drop partitions, and "lease", the table of package lease. If it is empty, all sets of
	// the server are selected.
	Sets []string
}

// Step is what one version installs: a file of the migrations, or the part of a file that belongs to one format or to
// no format.
type Step struct {
	// Name is, for example, "00007_typed_wiji". A later release has the same step under the same name.
	Name string
	// Format is the only format of the step. It is empty if the step belongs to none or to several.
	Format string
	// Set is the set of the step, or empty if all sets need it.
	Set string
	// Up and Down hold statements, with the comments before them and no semicolon at the end. All
	// statements of a step must run on the same connection.
	Up, Down []string

	version int // for goose
}

// FS returns the selected steps as a file system of goose files. A later release has a step under the same version. Steps
// that a wider selection adds can have lower versions than those that have run, so goose needs
// WithAllowOutofOrder(true). The errors are those of Steps.
//
// No step has the version of a file of [Postgres], [MySQL], [TiDB] or [SQLite]. A database that has run these runs the steps
// again, which changes nothing, but goose cannot go down there: "version not found".
func (s Selection) FS(files fs.FS) (fs.FS, error) {
	steps, err := s.Steps(files)
	if err != nil {
		return nil, err
	}
	list := make(stepFS, len(steps))
	for i, u := range steps {
		_, title, _ := strings.Cut(u.Name, "_")
		list[i] = stepFile{fmt.Sprintf("%05d_%s.sql", u.version, title), "-- +goose Up\n" + annotated(u.Up) + "-- +goose Down\n" + annotated(u.Down)}
	}
	return list, nil
}

// annotated returns statements as goose reads them.
func annotated(statements []string) string {
	var b strings.Builder
	for _, text := range statements {
		b.WriteString("-- +goose StatementBegin\n" + text + "\n-- +goose StatementEnd\n\n")
	}
	return b.String()
}

// Steps returns the selected steps of files, which is [Postgres], [MySQL], [TiDB] or [SQLite]. A program that runs them itself
// records their names. It runs the steps that it has not recorded in this order, and undoes steps in the reverse
// order. A name that the server does not have is an error, and so is a set that needs formats or sets that are not selected.
func (s Selection) Steps(files fs.FS) ([]Step, error) {
	parts, err := readParts(files)
	if err != nil {
		return nil, err
	}
	var formats, sets []string
	for _, p := range parts {
		formats, sets = appendNew(formats, p.Format), appendNew(sets, p.Set)
	}
	if err := check("format", s.Formats, formats); err != nil {
		return nil, err
	}
	if err := check("set", s.Sets, sets); err != nil {
		return nil, err
	}
	if len(s.Formats) > 0 {
		formats = withNeeded(s.Formats, parts)
	}
	if len(s.Sets) > 0 {
		sets = s.Sets
	}
	if slices.Contains(sets, setBackfill) && !slices.Contains(sets, setFunctions) {
		return nil, fmt.Errorf("migrations: set %q: it needs the set %q: select it, too", setBackfill, setFunctions)
	}
	steps := selected(parts, formats, sets)
	for _, set := range s.Sets {
		if !slices.ContainsFunc(steps, func(u Step) bool { return u.Set == set }) {
			return nil, fmt.Errorf("migrations: set %q: it needs the set %q with all formats: select them, too", set, setFunctions)
		}
	}
	return steps, nil
}

// appendNew appends a name that is not empty and not in the list.
func appendNew(list []string, name string) []string {
	if name == "" || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// check returns an error if a name is not among those of the server.
func check(kind string, names, known []string) error {
	for _, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		remedy := "use " + strings.Join(known, ", ")
		if len(known) == 0 {
			remedy = "name none"
		}
		return fmt.Errorf("migrations: %s %.40q: there is no SQL for it on this server: %s", kind, name, remedy)
	}
	return nil
}

// withNeeded returns the formats and those that they need.
func withNeeded(formats []string, parts []part) []string {
	list := slices.Clone(formats)
	for i := 0; i < len(list); i++ {
		for _, p := range parts {
			if p.Format != list[i] {
				continue
			}
			for _, needed := range p.formats {
				list = appendNew(list, needed)
			}
		}
	}
	return list
}

// selected returns the steps of the formats and sets, without those that name an object that only other steps
// create.
func selected(parts []part, formats, sets []string) (steps []Step) {
	present := map[string]bool{} // whether a selected step creates an object
	for _, p := range parts {
		in := p.Set == "" || slices.Contains(sets, p.Set)
		for _, format := range p.formats {
			in = in && slices.Contains(formats, format)
		}
		for _, name := range p.names {
			has, created := present[name]
			in = in && (has || !created)
		}
		for _, name := range p.creates {
			present[name] = present[name] || in
		}
		if in {
			steps = append(steps, p.Step)
		}
	}
	return steps
}

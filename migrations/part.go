package migrations

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/internal/format"
)

const (
	setFunctions = "functions"
	setBackfill  = "backfill"
)

// setOf lists the sets of files by their titles; "" is for all sets. Other files belong to setFunctions.
var setOf = map[string]string{"common": "", "partitions": "partitions", "retention": "partitions", "lease": "lease", "backfill": setBackfill}

// part is a step with what it needs.
type part struct {
	Step
	formats []string
	names   []string // of objects that it creates or calls
	creates []string
}

// readParts returns the parts of all files in their order.
func readParts(files fs.FS) (parts []part, err error) {
	paths, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, err
		}
		_, text, begins := strings.Cut(string(data), "\n-- +goose Up\n")
		up, down, ends := strings.Cut(text, "\n-- +goose Down\n")
		number, title, _ := strings.Cut(strings.TrimSuffix(path, ".sql"), "_")
		version, err := strconv.Atoi(number)
		if !begins || !ends || err != nil {
			return nil, fmt.Errorf("migrations: file %.40q: not one of this package: use Postgres, MySQL, TiDB or SQLite", path)
		}
		set, ok := setOf[title]
		if !ok {
			set = setFunctions
		}
		own, _ := format.OfFunction(title)
		file := Step{Name: number + "_" + title, Format: own.Name, Set: set, version: 100*version + own.Step}
		parts = append(parts, split(file, statements(up), statements(down))...)
	}
	return parts, nil
}

// split returns the parts of a file. It is one part if it is of one format, or if one of its statements names
// several formats.
func split(file Step, up, down []statement) (parts []part) {
	var formats []string
	several := false
	for _, s := range up {
		several = several || len(s.formats) > 1
		for _, name := range s.formats {
			formats = appendNew(formats, name)
		}
	}
	if file.Format != "" || several {
		return []part{newPart(file, up, down, formats)}
	}
	if own := partOf(up, ""); slices.ContainsFunc(own, func(s statement) bool { return !s.setting }) {
		parts = append(parts, newPart(file, own, partOf(down, ""), nil))
	}
	for _, f := range inOrder(formats) {
		u := file
		u.Name, u.Format = u.Name+"_"+f.Name, f.Name
		u.version += f.Step
		parts = append(parts, newPart(u, partOf(up, f.Name), partOf(down, f.Name), []string{f.Name}))
	}
	return parts
}

// inOrder returns the formats of some names in the order of their steps.
func inOrder(names []string) (list []format.Format) {
	for _, f := range format.All() {
		if slices.Contains(names, f.Name) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(f, g format.Format) int { return f.Step - g.Step })
	return list
}

// partOf returns the statements of one format or, for "", of none, and the settings.
func partOf(list []statement, format string) (own []statement) {
	for _, s := range list {
		if s.setting || format == "" && len(s.formats) == 0 || slices.Contains(s.formats, format) {
			own = append(own, s)
		}
	}
	return own
}

func newPart(u Step, up, down []statement, formats []string) part {
	p := part{Step: u, formats: formats}
	for _, s := range up {
		p.Up = append(p.Up, s.text)
		p.names = append(p.names, s.names...)
	}
	for _, s := range down {
		p.Down = append(p.Down, s.text)
		p.creates = append(p.creates, s.names[:min(1, len(s.names))]...) // each statement drops one object
	}
	return p
}

// statement is a statement with the comments before it.
type statement struct {
	text    string
	names   []string // those that begin with sortid_
	formats []string // of the names
	setting bool     // it belongs to all other statements of its file
}

// statements returns the statements of one half of a file.
func statements(half string) (list []statement) {
	var text strings.Builder
	flush := func() {
		if code := strings.TrimSpace(withoutComments(text.String())); code != "" {
			list = append(list, newStatement(text.String(), code))
		}
		text.Reset()
	}
	whole := false // the statement contains semicolons
	for line := range strings.Lines(half) {
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
		if !whole && strings.HasSuffix(strings.TrimSpace(withoutComments(line)), ";") {
			flush()
		}
	}
	flush()
	return list
}

// withoutComments returns a text without its comments.
func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "--")
		b.WriteString(strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

// settings begin statements that set the session. MySQL's files prepare one of these.
var settings = []string{"SET ", "DO ", "PREPARE ", "EXECUTE ", "DEALLOCATE "}

func newStatement(text, code string) statement {
	s := statement{text: strings.TrimSuffix(strings.TrimSpace(text), ";")}
	s.setting = slices.ContainsFunc(settings, func(word string) bool { return strings.HasPrefix(code, word) })
	for _, word := range strings.FieldsFunc(code, notOfName) {
		rest, found := strings.CutPrefix(word, "sortid_")
		if !found {
			continue
		}
		s.names = append(s.names, word)
		word, _, _ = strings.Cut(strings.TrimPrefix(rest, "internal_"), "_")
		f, _ := format.OfFunction(word)
		s.formats = appendNew(s.formats, f.Name)
	}
	return s
}

func notOfName(r rune) bool {
	return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

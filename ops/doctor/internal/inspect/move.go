package inspect

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// moveForm returns the name that doctor move has for how IDs are stored, empty if it has none.
func moveForm(ids idkind.Result) string {
	const hexDigits, bytes = 32, 16
	switch {
	case ids.Prefix != "":
		return ""
	case ids.Form == idkind.UUIDText:
		return "uuid"
	case ids.Form == idkind.Hex && ids.Length == hexDigits:
		return "hex"
	case ids.Form == idkind.Base32 && ids.Parts[0].Name == "Wiji":
		return "wiji"
	case ids.Form == idkind.Base32 && ids.Length == len("01ARZ3NDEKTSV4RRFFQ69G5FAV"):
		return "ulid"
	case ids.Form == idkind.Base32Hex && ids.Parts[0].Name == "SCRU160":
		return "scru160"
	case ids.Form == idkind.Raw && ids.Length == bytes:
		return "bytes"
	}
	return ""
}

// secondsPerGiB is how long the script of doctor move held its locks for each GiB of tables and
// indexes: docs/moving.md has the machine, and BenchmarkMove of servertest measures it.
var secondsPerGiB = map[string]float64{"PostgreSQL": 18, "MySQL": 35, "MariaDB": 29}

// plainName matches what a shell and all servers read as it is.
var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$`)

// moveName returns the name of a column as doctor move takes it.
func moveName(server source.Server, t *source.Table, c source.Column) string {
	if server.Product == "PostgreSQL" && !plainName.MatchString(t.Name) && t.Partitions == 0 {
		return t.SQL() + "." + c.Name
	}
	return t.Name + "." + c.Name
}

// moveCommand returns the command that prints the script. The DSN has a password and is left out.
func moveCommand(from, name string) string {
	if !plainName.MatchString(name) {
		name = "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	if from == "uuid" {
		return "doctor move DSN " + name + " > move.sql"
	}
	return "doctor move -from " + from + " DSN " + name + " > move.sql"
}

// scriptStep is the step that prints the script.
func scriptStep(from, name string) Step {
	return Step{Text: "Print the script, and run it on a copy first: " + moveCommand(from, name), Link: linkBinary}
}

// moveSteps returns what the script of doctor move does, or what it refuses; bytes is how large the
// tables and indexes are.
func (r *Report) moveSteps(ctx context.Context, s source.Source, t *source.Table, c source.Column, from string, bytes source.Figure) []Step {
	s.Note(moveNote(t, c), 1)
	finder, err := r.references(ctx, s)
	if err != nil {
		return []Step{{Text: "It was not planned here: " + err.Error() + "."}}
	}
	m, err := move.Of(ctx, s, move.Options{Columns: []string{moveName(r.Server, t, c)}, From: from, Sampled: true, Finder: finder})
	return planSteps(r.Server.Product, m, bytes, err)
}

// planSteps returns what a plan of doctor move does, or the error that it ended with.
func planSteps(product string, m move.Move, bytes source.Figure, err error) []Step {
	var refused *move.RefusedError
	switch {
	case errors.As(err, &refused):
		return []Step{{Text: "It prints none before you have looked at these: " + strings.Join(refused.Items, "; ") + "."}}
	case err != nil:
		return []Step{{Text: "It was not planned here: " + err.Error() + "."}}
	}
	tables := slices.Clone(m.Tables)
	for i, t := range tables {
		tables[i] = strings.TrimPrefix(t, "public.")
	}
	text := fmt.Sprintf("Readers and writers of %s wait meanwhile", english.And(tables))
	if rate := secondsPerGiB[product]; bytes.Known() {
		const gib = 1 << 30
		text += fmt.Sprintf(": some %s, at %.0f s a GiB as in docs/moving.md", seconds(rate*bytes.Value/gib), rate)
	}
	return []Step{{Text: "Of its statements, these write the tables again:", Code: m.Changes}, {Text: text + "."}}
}

// moveNote is what a list of statements has in place of those of doctor move.
func moveNote(t *source.Table, c source.Column) string {
	return fmt.Sprintf("SELECT …  -- from the catalog, what names %s.%s: the statements of doctor move", t.Name, c.Name)
}

// seconds writes a time.
func seconds(s float64) string {
	const minute, hour = 60, 3600
	switch {
	case s >= 2*hour:
		return fmt.Sprintf("%.0f hours", s/hour)
	case s >= 2*minute:
		return fmt.Sprintf("%.0f minutes", s/minute)
	case s < 1:
		return "1 s"
	}
	return fmt.Sprintf("%.0f s", s)
}

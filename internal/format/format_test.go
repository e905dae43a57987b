package format

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// No two formats share a name or a step, which would give two steps of the migrations one version.
func TestRows(t *testing.T) {
	names, steps := map[string]string{}, map[int]string{}
	for _, f := range All() {
		for _, name := range slices.Compact(append([]string{f.Name, f.Profile}, f.SQL...)) {
			if other := names[name]; name != "" && other != "" && other != f.Name {
				t.Errorf("%s and %s have the name %q", other, f.Name, name)
			}
			names[name] = f.Name
		}
		if other := steps[f.Step]; other != "" || f.Step < 1 || f.Step > len(formats) {
			t.Errorf("%s has the step %d, which is not the next one or that of %q", f.Name, f.Step, other)
		}
		steps[f.Step] = f.Name
		for _, name := range f.SQL {
			if !regexp.MustCompile(`^[a-z]+$`).MatchString(name) {
				t.Errorf("%s: functions of the server cannot begin with %q: use lower-case letters", f.Name, name)
			}
			if found, ok := OfFunction(name); !ok || found.Name != f.Name {
				t.Errorf("functions of %q are of %+v", name, found)
			}
		}
		if found, ok := Named(f.Name); !ok || found.Title != f.Title || f.Title == "" || len(f.SQL) == 0 {
			t.Errorf("%+v has no title, no name in the server, or is found as %+v", f, found)
		}
	}
	for _, word := range []string{"", "uid11", "scru160", "ulidflak", "internal"} {
		if f, ok := OfFunction(word); ok {
			t.Errorf("functions of %q are of %s", word, f.Name)
		}
	}
	if f, ok := Named("xid"); ok {
		t.Errorf("a profile is found as the format %s", f.Name)
	}
}

// A caller cannot change the table.
func TestAllCopies(t *testing.T) {
	All()[0].Name = "other"
	if All()[0].Name != formats[0].Name || Names()[0] != formats[0].Name {
		t.Error("a change of the result changes the table")
	}
}

// The table has a row for each package of a format, which is one with test vectors.
func TestPackages(t *testing.T) {
	files, err := filepath.Glob("../../id/*/testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var packages []string
	for _, file := range files {
		name := filepath.Base(filepath.Dir(filepath.Dir(file)))
		if filepath.Base(file) == name+".json" {
			packages = append(packages, name)
		}
	}
	names := Names()
	slices.Sort(names)
	if !slices.Equal(packages, names) {
		t.Errorf("id has the formats %q and the table %q", packages, names)
	}
	for _, name := range names {
		code, err := os.ReadFile("../../id/" + name + "/conformance_test.go")
		if err != nil {
			t.Errorf("%s has no conformance test: %v", name, err)
			continue
		}
		for _, call := range []string{"idtest.Run(t, format)", "idtest.Typed(t, format, ", "idtest.FuzzParse(f, format)", "idtest.FuzzFromBytes(f, format)"} {
			if !bytes.Contains(code, []byte(call)) {
				t.Errorf("%s: its conformance test does not call %s", name, call)
			}
		}
	}
}

// The facts of the formats: the sizes are those of their packages, and steps of migrations never change.
func TestFacts(t *testing.T) {
	for name, want := range map[string]Format{
		"wiji":      {Title: "Wiji", Size: 16, TextSize: 26, Step: 1, Partitioned: true},
		"ulid":      {Title: "ULID", Size: 16, TextSize: 26, Step: 2, Partitioned: true},
		"uuidv7":    {Title: "UUIDv7", Size: 16, TextSize: 36, Step: 3, Partitioned: true},
		"ulidflake": {Title: "Ulid-Flake", Size: 8, TextSize: 13, Step: 4, Partitioned: true},
		"uid11":     {Title: "uid11", Profile: "xid", Size: 8, TextSize: 11, HasCase: true, Step: 5, Partitioned: true},
		"scru160":   {Title: "SCRU160", Size: 20, TextSize: 32, Step: 6, Partitioned: true},
	} {
		got, _ := Named(name)
		if got.Name != name || got.Title != want.Title || got.Profile != want.Profile || got.Size != want.Size || got.TextSize != want.TextSize ||
			got.HasCase != want.HasCase || got.Step != want.Step || got.Partitioned != want.Partitioned {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if f, ok := Named("uuidv4"); ok {
		t.Errorf("uuidv4 is %+v", f)
	}
}

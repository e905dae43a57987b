package migrations

import (
	"io/fs"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sortid/sortid/internal/format"
)

func stepsOf(t *testing.T, s Selection, set string) []Step {
	t.Helper()
	steps, err := s.Steps(sets[set])
	if err != nil {
		t.Fatalf("%s: %+v: %v", set, s, err)
	}
	return steps
}

func namesOf(steps []Step) (names []string) {
	for _, u := range steps {
		names = append(names, u.Name)
	}
	return names
}

// All steps together create and drop what the files do, in the same order.
func TestEverything(t *testing.T) {
	changes := regexp.MustCompile(`(?m)^(?:/\*!80000 )?(?:CREATE|DROP|DO \$\$)[^\n;]*`)
	for set := range sets {
		_, texts := read(t, set)
		var got, want []string
		for _, text := range texts {
			up, down, _ := strings.Cut(text, "\n-- +goose Down\n")
			for _, half := range []string{up, down} {
				want = append(want, changes.FindAllString(half, -1)...)
			}
		}
		for _, u := range stepsOf(t, Selection{}, set) {
			for _, half := range [][]string{u.Up, u.Down} {
				got = append(got, changes.FindAllString(strings.Join(half, "\n"), -1)...)
			}
		}
		// A part of a file has its settings again, and follows the whole part before it.
		slices.Sort(want)
		slices.Sort(got)
		if got, want := slices.Compact(got), slices.Compact(want); len(want) < 2 || !slices.Equal(got, want) {
			t.Errorf("%s: the steps have %d statements and the files %d", set, len(got), len(want))
		}
	}
}

// A step is the same in each selection: name, version and statements. Versions increase and are above those of the files.
func TestStepsStay(t *testing.T) {
	for set := range sets {
		all := map[string]Step{}
		last := 99
		for _, u := range stepsOf(t, Selection{}, set) {
			if u.version <= last || len(u.Up) == 0 || len(u.Down) == 0 || u.Format != "" && u.version%100 == 0 {
				t.Errorf("%s: step %s has version %d after %d, %d and %d statements", set, u.Name, u.version, last, len(u.Up), len(u.Down))
			}
			last, all[u.Name] = u.version, u
			for _, text := range slices.Concat(u.Up, u.Down) {
				if text != strings.TrimSpace(text) || strings.HasSuffix(text, ";") {
					t.Errorf("%s: step %s: %q ends in a semicolon or in space", set, u.Name, text)
				}
			}
		}
		known := slices.DeleteFunc(format.Names(), func(name string) bool {
			return !slices.ContainsFunc(slices.Collect(maps.Values(all)), func(u Step) bool { return u.Format == name })
		})
		for chosen := 1; chosen < 1<<len(known); chosen++ {
			var s Selection
			for i, name := range known {
				if chosen>>i&1 == 1 {
					s.Formats = append(s.Formats, name)
				}
			}
			steps := stepsOf(t, s, set)
			for _, u := range steps {
				if !reflect.DeepEqual(u, all[u.Name]) {
					t.Errorf("%s: %q changes step %s", set, s.Formats, u.Name)
				}
			}
			if len(s.Formats) == len(known) && len(steps) != len(all) {
				t.Errorf("%s: %q selects %d of %d steps", set, s.Formats, len(steps), len(all))
			}
		}
	}
	// Those that a version of goose's table means, for ever.
	for _, u := range stepsOf(t, Selection{}, "mysql") {
		want := map[string]int{
			"00001_common": 100, "00002_wiji": 201, "00008_typed_ulid": 802, "00008_typed_ulidflake": 804, "00008_typed_uid11": 805,
			"00008_typed_scru160": 806, "00009_uuid": 903, "00013_retention": 1300,
		}[u.Name]
		if want > 0 && u.version != want {
			t.Errorf("%s has version %d, want %d", u.Name, u.version, want)
		}
	}
}

func TestSelection(t *testing.T) {
	for _, c := range []struct {
		set  string
		s    Selection
		want []string
		more bool   // others, too
		not  string // no step's name matches
	}{
		{"postgres", Selection{Formats: []string{"ulid"}}, []string{"00001_common", "00003_ulid", "00007_typed", "00007_typed_ulid", "00009_backfill", "00009_backfill_ulid", "00011_lease"}, false, "wiji"},
		{"postgres", Selection{Sets: []string{"lease"}}, []string{"00001_common", "00011_lease"}, false, "uid"},
		{"postgres", Selection{Sets: []string{"functions"}}, []string{"00002_wiji", "00008_uuid"}, true, "backfill|lease|partitions|retention"},
		{"postgres", Selection{Sets: []string{"functions", "backfill"}}, []string{"00002_wiji", "00008_uuid", "00009_backfill_uid11"}, true, "lease|partitions|retention"},
		{"postgres", Selection{Sets: []string{"functions", "partitions"}}, []string{"00010_partitions", "00012_retention"}, true, "lease"},
		{"postgres", Selection{Formats: []string{"uid11"}, Sets: []string{"lease", "functions"}}, []string{"00011_lease_uid11"}, true, "wiji|ulid"},
		{"postgres", Selection{Formats: []string{"uuidv7"}, Sets: []string{"functions"}}, []string{"00001_common", "00007_typed", "00008_uuid"}, false, "backfill|lease"},
		{"mysql", Selection{Formats: []string{"uuidv7"}, Sets: []string{"functions", "backfill"}}, []string{"00003_ulid", "00008_typed_ulid", "00009_uuid", "00010_backfill_uuidv7"}, true, "wiji|lease"},
		{"mysql", Selection{Formats: []string{"uid11"}}, []string{"00005_uid", "00006_xid", "00008_typed_uid11"}, true, "ulid|partitions"},
		{"sqlite", Selection{Formats: []string{"wiji"}, Sets: []string{"functions"}}, []string{"00001_wiji"}, false, "lease"},
		{"tidb", Selection{}, []string{"00001_lease"}, false, "common"},
	} {
		names := namesOf(stepsOf(t, c.s, c.set))
		if !c.more && !slices.Equal(names, c.want) {
			t.Errorf("%s: %+v selects %q, want %q", c.set, c.s, names, c.want)
		}
		for _, name := range c.want {
			if !slices.Contains(names, name) {
				t.Errorf("%s: %+v does not select %s", c.set, c.s, name)
			}
		}
		if found := regexp.MustCompile(c.not).FindString(strings.Join(names, " ")); found != "" {
			t.Errorf("%s: %+v selects %s: %q", c.set, c.s, found, names)
		}
	}
}

func TestSelectionErrors(t *testing.T) {
	for _, c := range []struct {
		files fs.FS
		s     Selection
		want  string
	}{
		{Postgres, Selection{Formats: []string{"wiji", "uuid"}}, `migrations: format "uuid": there is no SQL for it on this server: use wiji, ulid, ulidflake, uid11, scru160, uuidv7`},
		{Postgres, Selection{Formats: []string{""}}, `migrations: format "": there is no SQL`},
		{SQLite, Selection{Formats: []string{"uid11"}}, `migrations: format "uid11": there is no SQL for it on this server: use wiji, ulid, scru160, uuidv7`},
		{SQLite, Selection{Sets: []string{"partitions"}}, `migrations: set "partitions": there is no SQL for it on this server: use functions, lease`},
		{TiDB, Selection{Formats: []string{"wiji"}}, `migrations: format "wiji": there is no SQL for it on this server: name none`},
		{MySQL, Selection{Sets: []string{"lease", "retention"}}, `migrations: set "retention": there is no SQL for it on this server: use functions, backfill, partitions, lease`},
		{MySQL, Selection{Formats: []string{"wiji"}, Sets: []string{"functions", "partitions"}}, `migrations: set "partitions": it needs the set "functions" with all formats: select them, too`},
		{Postgres, Selection{Sets: []string{"backfill"}}, `migrations: set "backfill": it needs the set "functions": select it, too`},
		{MySQL, Selection{Sets: []string{"partitions"}}, `migrations: set "partitions": it needs the set "functions"`},
		{fstest.MapFS{"1_shop.sql": {Data: []byte("SELECT 1;\n")}}, Selection{}, `migrations: file "1_shop.sql": not one of this package: use Postgres, MySQL, TiDB or SQLite`},
	} {
		if _, err := c.s.Steps(c.files); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.s, err, c.want)
		}
		if _, err := c.s.FS(c.files); err == nil {
			t.Errorf("%+v: FS returns no error", c.s)
		}
	}
}

func TestSelectionFS(t *testing.T) {
	files, err := Selection{Formats: []string{"wiji"}}.FS(MySQL)
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(files, "00100_common.sql", "00201_wiji.sql", "00801_typed_wiji.sql"); err != nil {
		t.Error(err)
	}
	if _, err := fs.ReadDir(files, "00201_wiji.sql"); err == nil {
		t.Error("a file is read as a directory")
	}
}

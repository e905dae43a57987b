package suite

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/migrations"
)

// selection tests that a selection installs its functions alone, that wider ones add theirs in place up to all, and that
// everything goes down. The database is empty, and there is what all files make.
func (m Migrations) selection(t *testing.T, there []string) {
	before := m.catalog(t)
	outOfOrder := goose.WithAllowOutofOrder(true)
	provider := func(s migrations.Selection, o ...goose.ProviderOption) *goose.Provider {
		files, err := s.FS(m.Files)
		if err != nil {
			t.Fatal(err)
		}
		return m.provider(t, files, append(o, goose.WithTableName(m.Table))...)
	}
	up := func(p *goose.Provider) []string {
		if results, err := p.Up(t.Context()); err != nil || len(results) == 0 {
			t.Fatalf("%d steps went up: %v", len(results), err)
		}
		return m.catalog(t)
	}

	one := migrations.Selection{Formats: []string{"scru160"}, Sets: []string{"functions"}}
	first := up(provider(one))
	text := strings.Join(first, "\n")
	if found := regexp.MustCompile(`sortid_(?:internal_)?(?:wiji|ulid|uuid|uid|xid|lease|partition)\w*`).FindString(text); found != "" {
		t.Errorf("a selection of SCRU160 installs %s", found)
	}
	if !strings.Contains(text, "sortid_scru_") {
		t.Errorf("a selection of SCRU160 installs %q", first)
	}

	two := migrations.Selection{Formats: []string{"scru160", "wiji"}, Sets: one.Sets}
	if _, err := provider(two).Up(t.Context()); err == nil {
		t.Error("goose takes versions below the last one without WithAllowOutofOrder")
	}
	second := up(provider(two, outOfOrder))
	if len(second) <= len(first) {
		t.Error("a wider selection installs nothing")
	}
	for _, object := range first {
		if !slices.Contains(second, object) {
			t.Errorf("a wider selection changes %s", object)
		}
	}
	all := provider(migrations.Selection{}, outOfOrder)
	compareCatalogs(t, "all steps", up(all), there)
	m.up(t, all, 0)
	m.up(t, provider(migrations.Selection{Sets: one.Sets}, outOfOrder), 0)
	compareCatalogs(t, "the functions alone, after all", m.catalog(t), there)
	if _, err := all.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	compareCatalogs(t, "all steps down", m.catalog(t), before)

	// The sets one after the other, partitions last, though they have lower versions than leases.
	var sets []string
	for _, set := range m.sets(t) {
		sets = append(sets, set)
		text := strings.Join(up(provider(migrations.Selection{Sets: sets}, outOfOrder)), "\n")
		for _, other := range []string{"lease", "partitions"} {
			object := "sortid_" + strings.TrimSuffix(other, "s")
			if got, want := strings.Contains(text, object), slices.Contains(sets, other); got != want {
				t.Errorf("the sets %q install objects that begin with %s: %v, want %v", sets, object, got, want)
			}
		}
	}
	compareCatalogs(t, "all sets, one after the other", m.catalog(t), there)
	if _, err := all.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}

	up(m.provider(t, m.Files, goose.WithTableName(m.Table)))
	compareCatalogs(t, "the functions after the files", up(provider(migrations.Selection{Sets: one.Sets}, outOfOrder)), there)
	compareCatalogs(t, "all steps after the files", up(all), there)
}

// sets returns the sets of the server, of functions, backfill, lease and partitions.
func (m Migrations) sets(t *testing.T) (list []string) {
	steps, err := migrations.Selection{}.Steps(m.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		if step.Set != "" && !slices.Contains(list, step.Set) {
			list = append(list, step.Set)
		}
	}
	return slices.DeleteFunc([]string{"functions", "backfill", "lease", "partitions"}, func(set string) bool { return !slices.Contains(list, set) })
}

package suite

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	table "github.com/sortid/sortid/internal/format"
)

// unit is a format in a kind of column on a server: what one run exercises.
type unit struct {
	Server
	format
	column Column
}

// Run exercises the functions of all formats.
func Run(t *testing.T, s Server) {
	for _, row := range table.All() {
		for _, name := range row.SQL {
			if !slices.ContainsFunc(formats(), func(f format) bool { return f.name == name && f.library == row.Name && f.size == row.Size }) {
				t.Errorf("the functions of %q, which are of %s, are not tested: add them to formats", name, row.Name)
			}
		}
	}
	for _, f := range formats() {
		for _, c := range f.columns(s) {
			u := unit{Server: s, format: f, column: c}
			t.Run(f.name+"/"+c.Type, u.run)
		}
	}
}

func (u unit) run(t *testing.T) {
	t.Run("crossing", u.crossing)
	t.Run("null", u.null)
	if u.text != nil {
		t.Run("show", u.show)
		t.Run("parse", u.parsing)
		t.Run("vectors", u.golden)
		t.Run("typed", u.typedTexts)
		if u.column.Lengths {
			t.Run("lengths", u.lengths)
		}
	}
	if u.name == "uid" {
		t.Run("prefix", u.prefixes)
	}
	switch u.name {
	case "uid":
		t.Run("profiles", u.profiles)
	case "ulidflake":
		t.Run("settings", u.flake)
	}
	if u.time != nil {
		t.Run("time", u.times)
		t.Run("fields", u.fieldwise)
		t.Run("bounds", u.bounds)
	}
	if u.at != nil {
		t.Run("backfill", u.backfills)
		t.Run("backfill of one millisecond", u.backfillsOne)
	}
	if u.numbers {
		t.Run("backfill by numbers", u.numbered)
	}
	if u.generates {
		t.Run("generate", u.generate)
		t.Run("sessions", u.sessions)
		t.Run("rollback", u.rollback)
	}
}

// function returns a function's full name, and skips the test if the column has
// none of the kind.
func (u unit) function(t testing.TB, name string) string {
	t.Helper()
	full, ok := u.column.function(u.name + "_" + name)
	if !ok {
		t.Skipf("there is no function sortid_%s_%s for %s", u.name, name, u.column.Type)
	}
	return full
}

// onID is a call of a function of an ID, over the rows' v.
func (u unit) onID(t testing.TB, name string) string {
	t.Helper()
	return u.function(t, name) + "(" + u.column.In("v") + ")"
}

// onText is a call of a function of a text, over the rows' v.
func (u unit) onText(t testing.TB, name string) string {
	t.Helper()
	return u.function(t, name) + "(" + u.Text("v") + ")"
}

// onTime is a call of a function of a timestamp, over the rows' v.
func (u unit) onTime(t testing.TB, name string) string {
	t.Helper()
	return u.function(t, name) + "(" + u.Time("v") + ")"
}

// null: NULL in gives NULL out, for every function.
func (u unit) null(t *testing.T) {
	calls := map[string]string{}
	id := func(name string) { calls[name] = u.function(t, name) + "(" + u.column.In("NULL") + ")" }
	text := func(name string) { calls[name] = u.function(t, name) + "(" + u.Text("NULL") + ")" }
	at := func(name string) { calls[name] = u.function(t, name) + "(" + u.Server.Time("NULL") + ")" }
	if u.text != nil {
		id("text")
		id("valid")
		text("parse")
		text("valid_text")
	}
	for form := range u.forms {
		id(form)
	}
	if u.name == "uid" {
		text("prefix_min")
		text("prefix_max")
	}
	if u.time != nil {
		id("time")
		at("min_at")
		at("max_at")
		calls["fields"] = u.Fields(u.function(t, "fields") + "(" + u.column.In("NULL") + ")")
	}
	if u.at != nil {
		at("at")
	}
	for name, call := range calls {
		if got := u.each(t, call, []string{""}); got[0] != null {
			t.Errorf("%s: %s of NULL is %q", u.Name, name, got[0])
		}
	}
}

// random gives a source of random numbers that a failure can be repeated with.
func random(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the random numbers are those of rand.NewPCG(%d, 0)", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

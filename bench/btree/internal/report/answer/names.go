package answer

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/format"
)

// databases holds the names of databases that people use, and the layouts of the simulator that have
// their trees.
var databases = map[string]struct{ title, simulated string }{
	engine.SQLite: {title: "SQLite"}, engine.Postgres: {"PostgreSQL", "nbtree"}, engine.MySQL: {"MySQL", "innodb"}, engine.MariaDB: {"MariaDB", "innodb"},
}

// simulations holds whose trees the layouts of the simulator are, and what rebuilds them.
var simulations = map[string]struct{ database, rebuild string }{
	"nbtree": {"PostgreSQL", "REINDEX"}, "innodb": {"InnoDB", "OPTIMIZE TABLE"},
}

// keyTitles holds the names of kinds of key that people use.
var keyTitles = keyNames()

// keyNames returns the names of this module's formats and of others.
func keyNames() map[string]string {
	names := map[string]string{"uuidv4": "UUIDv4", "ksuid": "KSUID"}
	for _, f := range format.All() {
		names[f.Name] = f.Title
	}
	return names
}

// KeyName returns the name of a kind of key that people use.
func KeyName(key string) string { return cmp.Or(keyTitles[key], key) }

// number is the number at the beginning of a version.
var number = regexp.MustCompile(`^[0-9][0-9.]*`)

// database names the database of coordinates with its version, and the one that was asked for if it
// is another.
func (a *Answer) database(c trial.Coordinates) string {
	e := a.Engine(c.Engine)
	if e.Simulated {
		return cmp.Or(simulations[c.Layout].database, c.Layout) + " (simulated)"
	}
	name := cmp.Or(databases[e.Kind()].title, e.Kind())
	if e.Ordinal > 0 {
		name = fmt.Sprintf("%s-%d", name, e.Ordinal)
	}
	switch v := number.FindString(e.Version); {
	case v != "":
		name += " " + v
	case e.Version != "":
		name = e.Version // another product, whose version has its name
	}
	return name
}

// titleAxes holds the axes whose values every title says.
var titleAxes = []string{"rows", "payload", "writers", "batch"}

// title names the database of coordinates and the conditions on which its figures depend, such
// as "PostgreSQL 18.6, 20,000 rows, payload of 100 bytes, 8 writers, batches of 1,000 rows", and
// what else differs from other tables of the result.
func (a *Answer) title(c trial.Coordinates) string {
	parts := []string{a.database(c)}
	e := a.Engine(c.Engine)
	if len(e.Layouts) > 0 && e.Layouts[0].Name != c.Layout && !e.Simulated {
		parts = append(parts, a.Layout(c.Engine, c.Layout).Title)
	}
	for _, flag := range titleAxes {
		if text := trial.AxisOf(flag).Say(c); text != "" {
			parts = append(parts, text)
		}
	}
	if e.Pace > 0 {
		parts = append(parts, fmt.Sprintf("%v for a row", e.Pace))
	}
	return strings.Join(parts, ", ") + a.differing(c, titleAxes...)
}

package words

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/format"
)

// Names that people use.
var (
	databases = map[string]string{"sqlite": "SQLite", "postgres": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB"}
	simulated = map[string]string{"nbtree": "PostgreSQL (simulated)", "innodb": "InnoDB (simulated)"}
	keys      = keyNames()
)

// keyNames returns the names of this module's formats and of others.
func keyNames() map[string]string {
	names := map[string]string{"uuidv4": "UUIDv4", "ksuid": "KSUID"}
	for _, f := range format.All() {
		names[f.Name] = f.Title
	}
	return names
}

// KeyName returns the name of a key that people use, with the rest of its label.
func KeyName(label string) string {
	key, rest, more := strings.Cut(label, " ")
	if name, ok := keys[key]; ok {
		key = name
	}
	if more {
		key += " " + rest
	}
	return key
}

// number is the number at the beginning of a version.
var number = regexp.MustCompile(`^[0-9][0-9.]*`)

// Database names the database of coordinates with its version, and the one that was asked
// for if it is another.
func Database(r trial.Result, c trial.Coordinates) string {
	e := r.Engine(c.Engine)
	if e.Simulated {
		if name, ok := simulated[c.Layout]; ok {
			return name
		}
		return c.Layout + " (simulated)"
	}
	name, twin, merged := strings.Cut(c.Engine, "-")
	if title, ok := databases[name]; ok {
		name = title
	}
	if merged {
		name += "-" + twin
	}
	switch v := number.FindString(e.Version); {
	case v != "":
		name += " " + v
	case e.Version != "":
		name = e.Version // another product, whose version has its name
	}
	return name
}

// always holds the axes whose values every title says.
var always = []string{"rows", "payload", "writers", "batch"}

// Title names the database of coordinates and the conditions on which its figures depend, such
// as "PostgreSQL 18.6, 20,000 rows, payload of 100 bytes, 8 writers, batches of 1,000 rows", and
// what else differs from other tables of the result.
func Title(r trial.Result, c trial.Coordinates) string {
	parts := []string{Database(r, c)}
	if l := r.Engine(c.Engine).Layouts; len(l) > 0 && l[0].Name != c.Layout && !r.Engine(c.Engine).Simulated {
		parts = append(parts, r.Layout(c.Engine, c.Layout).Title)
	}
	for _, flag := range always {
		if text := trial.AxisOf(flag).Say(c); text != "" {
			parts = append(parts, text)
		}
	}
	if pace := r.Engine(c.Engine).Pace; pace > 0 {
		parts = append(parts, fmt.Sprintf("%v for a row", pace))
	}
	return strings.Join(parts, ", ") + Differences(r, c, always...)
}

// Simulated names the database whose trees a layout of the simulator has.
func Simulated(layout string) string {
	name, _, _ := strings.Cut(simulated[layout], " (")
	return name
}

// History says which keys a tree of a switch has.
func History(s trial.Switch, h trial.History) string {
	switch h {
	case trial.NewOnOld:
		return s.New + " on " + s.Old
	case trial.NewAlone:
		return s.New + " alone"
	}
	return s.Old
}

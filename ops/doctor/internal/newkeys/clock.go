package newkeys

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

// clock is where a table has the times of its rows.
type clock struct {
	column string // empty for the time of the move, in the order of the old keys
	kind   string // the type of the column
}

// now is what -time says of a table without times.
const now = "now"

// clockNames are the names of columns with the time of a row, without underscores and in lower case.
var clockNames = []string{"createdat", "insertedat", "createdon", "createddate", "created", "creationtime", "creationdate", "createtime", "createdate", "datecreated", "timecreated", "dateadded", "addedat"}

// timed is a column of a type for times.
type timed struct{ name, kind string }

// choose returns the clock of a table with these columns, or an error.
func (p *plan) choose(table string, columns []timed) (clock, error) {
	for _, o := range p.options.Times {
		name, column, ok := strings.Cut(o, "=")
		switch {
		case !ok:
			return clock{}, fmt.Errorf("-time %q: write table=column, or table=now", o)
		case name != table && name != unqualified(table):
			continue
		case column == now:
			return clock{}, nil
		}
		for _, c := range columns {
			if c.name == column {
				return clock{c.name, c.kind}, nil
			}
		}
		return clock{}, fmt.Errorf("-time %s: the table has no such column with times: write one of %s", o, strings.Join(append(namesOf(columns), now), ", "))
	}
	var found []timed
	for _, c := range columns {
		if slices.Contains(clockNames, strings.ToLower(strings.ReplaceAll(c.name, "_", ""))) {
			found = append(found, c)
		}
	}
	if len(found) == 1 {
		return clock{found[0].name, found[0].kind}, nil
	}
	has := "it has no column created_at"
	if len(found) > 1 {
		has = "it has " + english.And(namesOf(found))
	}
	return clock{}, fmt.Errorf("table %s: %s: name the column with the time of each row: -time %s=COLUMN, or -time %s=now for the time of the move, in the order of the old keys", table, has, unqualified(table), unqualified(table))
}

func namesOf(columns []timed) (list []string) {
	for _, c := range columns {
		list = append(list, c.name)
	}
	return list
}

// unqualified returns the name of a table without its schema and quotes.
func unqualified(table string) string {
	if strings.HasSuffix(table, `"`) {
		i := strings.LastIndex(table[:len(table)-1], `"`)
		return table[i+1 : len(table)-1]
	}
	return table[strings.LastIndexByte(table, '.')+1:]
}

// checkTimes returns an error for a -time of a table that gets no new keys.
func (p *plan) checkTimes() error {
	for _, o := range p.options.Times {
		name, _, _ := strings.Cut(o, "=")
		if !slices.ContainsFunc(p.tables, func(t *table) bool {
			return len(t.keys()) > 0 && (t.name == name || unqualified(t.name) == name)
		}) {
			return fmt.Errorf("-time %s: no key of this table moves: leave it out", o)
		}
	}
	return nil
}

// zoneless returns how the times of all types but one with a zone are taken.
func zoneless(withZone string) func(clock) string {
	return func(c clock) string {
		if c.kind == withZone {
			return ""
		}
		return ", which is taken as UTC"
	}
}

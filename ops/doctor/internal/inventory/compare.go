package inventory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

// Class says what a difference means.
type Class int

const (
	// Meant is what a move is for: the type of a column of IDs, and new keys.
	Meant Class = iota
	// Differs is what no move intends.
	Differs
	// NotCompared is what one of the two inventories does not have.
	NotCompared
)

// Difference is a difference between two inventories.
type Difference struct {
	Class Class
	// What is the object that differs, or the column or table whose rows do.
	What string
	// How says in which way.
	How string
}

func (d Difference) String() string { return d.What + d.How }

// Compare lists what differs in a later inventory of the same database, by its class and the order
// of the tables. The later one was taken with this one as Options.Before if that has keys, and may
// have been taken without it otherwise.
func (v *Inventory) Compare(after *Inventory) []Difference {
	c := &comparison{before: v, after: after, objects: map[[3]string]Object{}, tables: map[string]Rows{}, moved: map[string]bool{}, types: map[[2]string]bool{}, kept: map[string]string{}}
	for _, o := range after.Objects {
		c.objects[o.id()] = o
	}
	for _, t := range after.Tables {
		c.tables[t.Name] = t
	}
	c.moves()
	c.keeps()
	c.compareObjects()
	c.compareRows()
	slices.SortStableFunc(c.list, func(a, b Difference) int { return cmp.Compare(a.Class, b.Class) })
	return c.list
}

// comparison compares two inventories.
type comparison struct {
	before, after *Inventory
	objects       map[[3]string]Object // of after
	tables        map[string]Rows      // of after
	moved         map[string]bool      // columns that a move meant, as table.column
	types         map[[2]string]bool   // their types before and after
	kept          map[string]string    // new columns and tables that hold old keys, with the keys
	list          []Difference
}

func (o Object) id() [3]string { return [3]string{o.Kind, o.Relation, o.Name} }

func (c *comparison) add(class Class, what, how string) {
	c.list = append(c.list, Difference{class, what, how})
}

// compareObjects compares all objects.
func (c *comparison) compareObjects() {
	known, gone, fresh := map[[3]string]bool{}, map[string]bool{}, map[string]bool{}
	for _, o := range c.before.Objects {
		known[o.id()] = true
		if _, ok := c.objects[o.id()]; !ok {
			gone[o.owns()] = true
		}
	}
	for _, o := range c.after.Objects {
		if !known[o.id()] {
			fresh[o.owns()] = true
		}
	}
	for _, o := range c.before.Objects {
		now, ok := c.objects[o.id()]
		switch {
		case !ok && !gone[o.Relation] && !c.meantGone(o):
			c.add(Differs, o.String(), " is gone")
		case ok && o.Kind == "column" && c.moved[o.String()]:
			c.compareMoved(o, now)
		case ok:
			c.compareProperties(o, now)
		}
	}
	for _, o := range c.after.Objects {
		switch {
		case known[o.id()] || fresh[o.Relation]:
		case c.kept[o.String()] != "":
			c.add(Meant, o.String(), " is new and holds the old keys of "+c.kept[o.String()])
		case c.ofKept(o):
			c.add(Meant, o.String(), " is new, of old keys")
		default:
			c.add(Differs, o.String(), " is new")
		}
	}
}

// owns is what objects of the object have as their relation: they are gone with it, and new with it.
func (o Object) owns() string {
	switch {
	case o.Kind == "column":
		return o.String()
	case isRelation(o.Kind), o.Kind == "sequence":
		return o.Name
	case o.Kind == "schema":
		return "schema " + o.Name
	case o.Relation == "":
		return o.Name
	}
	return "\x00" // nothing
}

// compareProperties compares an object that is in both inventories.
func (c *comparison) compareProperties(before, now Object) {
	if right := cmp.Or(before.Properties[unreadable], now.Properties[unreadable]); right != "" {
		c.add(NotCompared, before.String(), ": the account may not read its text: use one with the right "+right)
		return
	}
	var changed []string
	implied := before.Kind == "column" && c.types[[2]string{before.Properties["type"], now.Properties["type"]}] && !c.hasRows(before.Relation)
	for _, name := range properties(before, now) {
		was, is := before.Properties[name], now.Properties[name]
		switch {
		case was == is:
		case name == order && c.sameOrder("", was, is):
		case name == order && c.sameOrder(before.Name, was, is):
			c.add(Meant, before.String(), ": the order of its columns was "+was+" and is "+is)
		case name == order:
			changed = append(changed, "the order of its columns was "+was+" and is "+is)
		case name == "owned by" && slices.Contains(c.before.Keys, was) && c.kept[is] == was:
			// The sequence counts the old keys still.
		case implied && slices.Contains(ofType, name):
			// A view, or the parent of partitions, has the types of the columns that moved.
		case c.names(before, was, is):
			// It only names the type of a column that moved.
		default:
			changed = append(changed, change(name, was, is))
		}
	}
	if changed != nil {
		c.add(Differs, before.String(), ": "+strings.Join(changed, "; "))
	}
}

// properties returns the names of the properties of both, in order.
func properties(a, b Object) []string {
	all := maps.Clone(a.Properties)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, b.Properties)
	return slices.Sorted(maps.Keys(all))
}

// sameOrder reports whether the columns that are in both lists are in one order. Those of a table whose
// keys are new do not count on PostgreSQL, which adds columns at the end.
func (c *comparison) sameOrder(table, was, is string) bool {
	a, b := strings.Split(was, ", "), strings.Split(is, ", ")
	both := func(list, other []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool {
			return !slices.Contains(other, s) || table != "" && c.before.Server.Product == "PostgreSQL" && c.rekeyed(table+"."+s)
		})
	}
	return slices.Equal(both(a, b), both(b, a))
}

// change says how a property changed.
func change(name, was, is string) string {
	switch {
	case was == "" && is == "yes":
		return name + " is new"
	case was == "yes" && is == "":
		return name + " is gone"
	case was == "":
		return name + " " + excerpt(is, 0) + " is new"
	case is == "":
		return name + " " + excerpt(was, 0) + " is gone"
	}
	at := firstDifference(was, is)
	return name + " " + excerpt(was, at) + " became " + excerpt(is, at)
}

// firstDifference returns where two texts begin to differ.
func firstDifference(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// excerpt returns a text on one line, and of a long one the part around a place.
func excerpt(s string, at int) string {
	const before, most = 20, 70
	if len(s) > most {
		from := max(0, at-before)
		to := min(from+most, len(s))
		cut := strings.ToValidUTF8(s[from:to], "")
		if from > 0 {
			cut = "…" + cut
		}
		if to < len(s) {
			cut += "…"
		}
		s = cut
	}
	return strings.Join(strings.Fields(s), " ")
}

// hasRows reports whether the rows of a relation are in both inventories.
func (c *comparison) hasRows(name string) bool {
	i := slices.IndexFunc(c.before.Tables, func(t Rows) bool { return t.Name == name })
	_, ok := c.tables[name]
	return i >= 0 && ok
}

// compareRows compares the rows of tables.
func (c *comparison) compareRows() {
	for _, t := range c.before.Tables {
		now, ok := c.tables[t.Name]
		switch {
		case !ok:
			// The table is gone, or a foreign table now.
		case t.Unread != "":
			c.add(NotCompared, t.Name, ": its rows were not read before: "+t.Unread)
		case now.Unread != "":
			c.add(NotCompared, t.Name, ": its rows were not read: "+now.Unread)
		default:
			c.compareTable(t, now)
		}
	}
}

// compareTable compares the rows of one table.
func (c *comparison) compareTable(t, now Rows) {
	exact := true                                                   // whether values count as they are
	same := !slices.ContainsFunc(now.Columns, func(x Values) bool { // whether the sums are of the same columns
		return !x.Late && !slices.ContainsFunc(t.Columns, func(v Values) bool { return v.Name == x.Name })
	})
	var differ []string
	for _, v := range t.Columns {
		i := slices.IndexFunc(now.Columns, func(x Values) bool { return x.Name == v.Name })
		if i < 0 {
			same = false
			continue
		}
		name, is := t.Name+"."+v.Name, now.Columns[i]
		if v.Key || v.Target != "" || c.moved[name] || c.typeOf(c.before.Objects, t.Name, v.Name) != c.typeOf(c.after.Objects, t.Name, v.Name) {
			exact = false
			if v.Sum != is.Sum {
				differ = append(differ, name+lostOf(v, is))
			}
		} else if v.Exact != is.Exact {
			differ = append(differ, name)
		}
	}
	if t.Rows != now.Rows {
		c.add(Differs, t.Name, fmt.Sprintf(": %s became %s", rowsOf(t.Rows), rowsOf(now.Rows)))
		return
	}
	for _, name := range differ {
		c.add(Differs, name, ": values differ")
	}
	switch {
	case differ != nil:
	case exact && same && t.Exact != now.Exact, !exact && same && t.Sum != now.Sum:
		c.add(Differs, t.Name, ": rows differ, although each column has the same values: they were exchanged between rows")
	}
}

// lostOf says how many more values of a reference point to no row than before.
func lostOf(was, is Values) string {
	if is.Lost <= was.Lost {
		return ""
	}
	return fmt.Sprintf(" (%s to no row of %s)", english.Count(is.Lost-was.Lost, "reference"), is.Target)
}

func rowsOf(n int64) string { return english.Count(int(n), "row") }

// typeOf returns the type of a column in a list of objects.
func (c *comparison) typeOf(list []Object, table, name string) string {
	i, ok := slices.BinarySearchFunc(list, [3]string{table, "column", name}, func(o Object, id [3]string) int {
		return cmp.Or(cmp.Compare(o.Relation, id[0]), cmp.Compare(o.Kind, id[1]), cmp.Compare(o.Name, id[2]))
	})
	if !ok {
		return ""
	}
	return list[i].Properties["type"]
}

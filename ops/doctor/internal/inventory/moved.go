package inventory

import (
	"regexp"
	"slices"
	"strings"
)

// moves finds the columns that a move meant: the keys and their references, by the options, and
// those whose texts of IDs became bytes. Whether these are the same IDs is another question.
func (c *comparison) moves() {
	for _, name := range c.before.Keys {
		c.moved[name] = true
	}
	for _, r := range c.before.References {
		c.moved[r.Column] = true
	}
	for _, t := range c.before.Tables {
		for _, v := range t.Columns {
			if name := t.Name + "." + v.Name; c.isMove(t, v) {
				c.moved[name] = true
			}
		}
	}
	for name := range c.moved {
		table, column := split(c.before.Objects, name)
		if was, is := c.typeOf(c.before.Objects, table, column), c.typeOf(c.after.Objects, table, column); was != is {
			c.types[[2]string{was, is}] = true
		}
	}
	if c.before.NoRows {
		c.movesByType()
	}
}

// split returns the table and the column of a name.
func split(list []Object, name string) (table, column string) {
	for _, o := range list {
		if o.Kind == "column" && o.String() == name {
			return o.Relation, o.Name
		}
	}
	return "", ""
}

// isMove reports whether a column that holds IDs has another type for them.
func (c *comparison) isMove(t Rows, v Values) bool {
	now, ok := c.tables[t.Name]
	i := slices.IndexFunc(now.Columns, func(x Values) bool { return x.Name == v.Name })
	if !ok || t.Unread != "" || now.Unread != "" || i < 0 {
		return false
	}
	return (v.Form != "" || now.Columns[i].Form != "" || v.Values == 0) && c.changesForm(t.Name, v.Name)
}

// changesForm reports whether the types of a column before and after are both for IDs, and one is for
// their texts and one for their bytes.
func (c *comparison) changesForm(table, name string) bool {
	was, is := c.typeOf(c.before.Objects, table, name), c.typeOf(c.after.Objects, table, name)
	return was != is && (holdsBytes.MatchString(is) && (holdsText.MatchString(was) || holdsBytes.MatchString(was)) || holdsBytes.MatchString(was) && holdsText.MatchString(is))
}

// movesByType takes every column that got a type for the bytes of IDs for one that a move meant.
func (c *comparison) movesByType() {
	isTable := map[string]bool{}
	for _, o := range c.before.Objects {
		isTable[o.Name] = isTable[o.Name] || o.Kind == "table"
	}
	for _, o := range c.before.Objects {
		if o.Kind == "column" && isTable[o.Relation] && c.changesForm(o.Relation, o.Name) {
			c.moved[o.String()] = true
			c.types[[2]string{o.Properties["type"], c.typeOf(c.after.Objects, o.Relation, o.Name)}] = true
		}
	}
}

var (
	holdsText  = regexp.MustCompile(`(?i)^(text|((national )?character varying|character|n?varchar|n?char|bpchar|clob)( ?\(\d+\))?|(tiny|medium|long)text)$`)
	holdsBytes = regexp.MustCompile(`(?i)^(uuid|bytea|blob|(var)?binary\(\d+\))$`)
)

// ofType are the properties that change with the type of a moved column.
var ofType = []string{"type", "collation", "character set", "storage", "compression"}

// ofKey are those that a new key may lose besides.
var ofKey = []string{"default", "identity", "extra", "generated", "AUTOINCREMENT"}

// compareMoved compares a column that a move meant.
func (c *comparison) compareMoved(before, now Object) {
	name := before.String()
	key := slices.Contains(c.before.Keys, name)
	rest := func(o Object) Object {
		p := map[string]string{}
		for k, v := range o.Properties {
			if !slices.Contains(ofType, k) && !(key && slices.Contains(ofKey, k)) {
				p[k] = v
			}
		}
		o.Properties = p
		return o
	}
	b, n := rest(before), rest(now)
	line := before.Properties["type"] + " to " + now.Properties["type"]
	if was, is := before.Properties["default"], now.Properties["default"]; was != is && was != "" && (is != "" || key) {
		line += ", " + change("default", was, is)
		delete(b.Properties, "default")
		delete(n.Properties, "default")
	}
	if before.Properties["type"] == now.Properties["type"] {
		line = strings.TrimPrefix(line, before.Properties["type"]+" to ")
	}
	c.add(Meant, name, ": "+line+", "+c.meaning(before))
	c.compareProperties(b, n)
}

// meaning says what is equal of a moved column.
func (c *comparison) meaning(o Object) string {
	name := o.String()
	for _, t := range c.before.Tables {
		if t.Name != o.Relation {
			continue
		}
		now, ok := c.tables[t.Name]
		i := slices.IndexFunc(t.Columns, func(v Values) bool { return v.Name == o.Name })
		k := slices.IndexFunc(now.Columns, func(v Values) bool { return v.Name == o.Name })
		switch {
		case !ok || i < 0 || k < 0:
		case slices.Contains(c.before.Keys, name) && t.Columns[i].Exact == now.Columns[k].Exact:
			return "same keys"
		case slices.Contains(c.before.Keys, name):
			return "new keys"
		case t.Rows != now.Rows:
		case t.Columns[i].Sum != now.Columns[k].Sum:
			return "but values differ"
		case t.Columns[i].Target != "":
			return "each value points to the same row"
		default:
			return "values equal"
		}
	}
	if slices.Contains(c.before.Keys, name) {
		return "new keys"
	}
	return "values not compared"
}

// meantGone reports whether an object goes with the old keys: a sequence that counted them.
func (c *comparison) meantGone(o Object) bool {
	return o.Kind == "sequence" && slices.Contains(c.before.Keys, o.Properties["owned by"])
}

// rekeyed reports whether a column has new keys, or refers to them.
func (c *comparison) rekeyed(column string) bool {
	return slices.Contains(c.before.Keys, column) || slices.ContainsFunc(c.before.References, func(r Reference) bool { return r.Column == column })
}

// keeps finds the new columns that hold the old values of a key, and the tables with such columns.
func (c *comparison) keeps() {
	for _, t := range c.after.Tables {
		for _, v := range t.Columns {
			if key := c.oldKey(v); key != "" && !c.moved[t.Name+"."+v.Name] {
				c.kept[t.Name+"."+v.Name], c.kept["table "+t.Name] = key, key
			}
		}
	}
}

// ofKept reports whether an index or a constraint names a column that holds old keys.
func (c *comparison) ofKept(o Object) bool {
	for name := range c.kept {
		column, ok := strings.CutPrefix(name, o.Relation+".")
		if ok && o.Relation != "" && regexp.MustCompile(`\b`+regexp.QuoteMeta(column)+`\b`).MatchString(o.Properties["definition"]+o.Properties["columns"]) {
			return true
		}
	}
	return false
}

// oldKey returns the key that had the values of a column before, or nothing.
func (c *comparison) oldKey(now Values) string {
	for _, t := range c.before.Tables {
		for _, v := range t.Columns {
			if v.Key && v.Values > 0 && v.Exact == now.Exact {
				return t.Name + "." + v.Name
			}
		}
	}
	return ""
}

// casts matches what PostgreSQL writes into an expression for the types of moved columns.
var casts = regexp.MustCompile(`::(text|uuid|bytea|bpchar|character varying|character|varchar)(\(\d+\))?(\[\])?| COLLATE (pg_catalog\.)?"[^"]+"| (text|varchar|bpchar|uuid|bytea)(_pattern)?_ops`)

// names reports whether a definition differs only in the types of columns that moved.
func (c *comparison) names(o Object, was, is string) bool {
	if was == "" || is == "" || !c.mentions(o, was) {
		return false
	}
	return typeless(was) == typeless(is)
}

// mentions reports whether a definition has the name of a column that moved.
func (c *comparison) mentions(o Object, definition string) bool {
	for name := range c.moved {
		if table, column := split(c.before.Objects, name); (o.Relation == table || o.Relation == "") && strings.Contains(definition, column) {
			return true
		}
	}
	return false
}

// typeless returns a definition without casts, parentheses and spaces.
func typeless(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(casts.ReplaceAllString(s, ""))), "")
}

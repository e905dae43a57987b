package matrix_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/dbserver"
)

// bad is what another program may have stored in place of an ID.
type bad struct {
	name  string
	in    content // the loose table that takes it
	value any     // as the driver takes it
}

// looseTable is the loose table whose column is like the cell's.
func (c *cell[T]) looseTable() string {
	of := c.shape.of
	if of == unsigned {
		of = signed
	}
	return looseTable(of)
}

// bads returns what the cell's column must not read.
func (c *cell[T]) bads() []bad {
	switch c.shape.of {
	case aText:
		return c.badTexts()
	case signed, unsigned:
		return c.badIntegers()
	}
	return c.badBytes()
}

func (c *cell[T]) badTexts() []bad {
	good := fmt.Sprint(c.sample())
	all := []bad{
		{"empty", aText, ""},
		{"space behind", aText, good + " "},
		{"space in front", aText, " " + good},
		{"newline behind", aText, good + "\n"},
		{"too short", aText, good[:len(good)-1]},
		{"too long", aText, good + good[:4]},
		{"letter outside ASCII", aText, "é" + good[2:]},
	}
	byColumn := c.store.Traits().byColumn
	if !byColumn {
		all = append(all, bad{"bytes in place of text", rawBytes, c.format.bits(c.sample())})
	}
	if !byColumn || c.format.size != 8 {
		all = append(all, bad{"a number in place of text", signed, int64(7)})
	}
	for _, s := range c.format.badText {
		all = append(all, bad{"text " + s, aText, s})
	}
	return all
}

func (c *cell[T]) badIntegers() []bad {
	all := []bad{
		{"negative", signed, int64(-1)},
		{"least", signed, int64(-1 << 63)},
		{"text in place of a number", aText, "seven"},
		{"bytes in place of a number", rawBytes, []byte{0, 1, 2, 3, 4, 5, 6}},
		{"no bytes in place of a number", rawBytes, []byte{}},
	}
	if c.server.kind == "" {
		all = append(all, bad{"a float", signed, 1.5}, bad{"a great float", signed, 1e18})
	}
	return all
}

func (c *cell[T]) badBytes() []bad {
	good := c.format.bits(c.sample())
	all := []bad{
		{"no bytes", rawBytes, []byte{}},
		{"too few bytes", rawBytes, good[1:]},
		{"too many bytes", rawBytes, append([]byte{0}, good...)},
		{"hex as bytes", rawBytes, fmt.Appendf(nil, "%x", good)},
		{"empty text", aText, ""},
		{"short text", aText, fmt.Sprint(c.sample())[1:]},
	}
	if c.shape.of != aUUID || c.format.textSize != 36 {
		// Bytes of UUID text are what some drivers give for a uuid column.
		all = append(all, bad{"the text as bytes", rawBytes, []byte(fmt.Sprint(c.sample()))})
	}
	for _, v := range c.format.badBits {
		all = append(all, bad{fmt.Sprintf("raw form %x", c.format.bits(v)), rawBytes, c.format.bits(v)})
		if c.shape.of == aUUID {
			h := fmt.Sprintf("%x", c.format.bits(v))
			all = append(all, bad{"uuid " + h, aUUID, h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]})
		}
	}
	return all
}

// checkBad: reading a stored value that is no ID of the column returns an error and
// the zero ID, for the key and for a reference.
func checkBad[T id.Fixed](t *testing.T, c *cell[T]) {
	for _, b := range c.bads() {
		table := looseTable(b.in)
		for _, column := range []string{"id", "parent_id"} {
			c.exec("DELETE FROM " + table)
			c.exec("INSERT INTO "+table+" ("+column+", n) VALUES ("+c.server.placeholder(1)+", 1)", b.value)
			if column == "parent_id" && !c.keyBeside(table, b) {
				continue
			}
			rows, err := c.store.From(table).All(t.Context())
			if err == nil {
				t.Errorf("%s in %s is read as %v", b.name, column, show(rows[0]))
				continue
			}
			var e scanError[T]
			if !errors.As(err, &e) {
				t.Errorf("%s in %s: %v, which is no error of reading", b.name, column, err)
			}
			if r := e.beside; column == "id" && r.ID != *new(T) || column == "parent_id" && r.Parent != nil && *r.Parent != *new(T) {
				t.Errorf("%s in %s leaves %v beside the error %v", b.name, column, show(r), err)
			}
		}
	}
}

// keyBeside gives the row a key that is good, if the table's columns take one.
func (c *cell[T]) keyBeside(table string, b bad) bool {
	if b.in != c.shape.of && !(b.in == signed && c.shape.of == unsigned) && !(b.in == rawBytes && c.server.kind == dbserver.Postgres) {
		return false
	}
	if b.in == rawBytes && c.shape.of != rawBytes {
		return false
	}
	c.exec("UPDATE "+table+" SET id = "+c.server.placeholder(1), c.format.form(c.shape.of).plain(c.sample()))
	return true
}

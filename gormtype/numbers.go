package gormtype

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
)

// GORM takes an array for a list of numbers unless it is a driver.Valuer, which the standard
// library's UUID is not: behind a parenthesis, as in "VALUES (?, ?)", and in a map.

// whole returns a statement in which such lists are IDs again, and its arguments, or nil.
func (c *catalog) whole(stmt *gorm.Statement, query string, args []any) (string, []any) {
	if len(c.expanded) == 0 || numbers(args) < 8 {
		return query, nil
	}
	if _, creates := stmt.Clauses["VALUES"]; creates { // Create expands no array: these are fields
		return query, nil
	}
	holders, skip := c.plan(stmt, query).holders, 0
	isPostgres := dialectOf(stmt) == place.Postgres
	if !isPostgres {
		skip = max(0, len(args)-len(holders))
	}
	list, at, removed := slices.Clone(args), 0, 0
	var out strings.Builder
	for i := 0; i < len(holders); i++ {
		h := holders[i]
		if i > 0 && h.argument <= holders[i-1].argument || h.argument+skip >= len(args) {
			return query, nil // GORM did not number them
		}
		out.WriteString(query[at:h.start])
		out.WriteByte(query[h.start])
		if isPostgres {
			out.WriteString(strconv.Itoa(h.argument + 1 - removed))
		}
		if id, n := c.idOf(query, holders[i:], args[skip:]); n > 0 {
			first := h.argument + skip - removed
			list = slices.Replace(list, first, first+n, id)
			i += n - 1
			removed += n - 1
		}
		at = holders[i].end
	}
	if removed == 0 {
		return query, nil
	}
	out.WriteString(query[at:])
	return out.String(), list
}

// numbers returns the most numbers of one byte that follow each other.
func numbers(args []any) (most int) {
	n := 0
	for _, v := range args {
		if _, ok := v.(uint8); !ok {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}

// idOf returns the ID that the first placeholders are, and their number, or 0.
func (c *catalog) idOf(query string, holders []planned, args []any) (any, int) {
	if first := holders[0]; first.field != nil && first.traits == nil {
		return nil, 0 // a column of numbers
	}
	var raw []byte
	for i, h := range holders {
		if h.argument >= len(args) || i > 0 && query[holders[i-1].end:h.start] != "," {
			break
		}
		b, ok := args[h.argument].(uint8)
		if !ok {
			break
		}
		raw = append(raw, b)
	}
	var id any
	size := 0
	for _, t := range c.expanded {
		if len(raw) == 0 || len(raw)%t.Len() != 0 {
			continue
		}
		if size > 0 { // of which type it is, only the column says
			return raw[:size], size
		}
		size = t.Len()
		v := reflect.New(t).Elem()
		reflect.Copy(v, reflect.ValueOf(raw[:size]))
		id = v.Interface()
	}
	return id, size
}

// isExpanded reports whether GORM takes a value of the type for a list of numbers.
func isExpanded(t reflect.Type) bool {
	return t.Kind() == reflect.Array && t.Elem().Kind() == reflect.Uint8 && !t.Implements(valuer)
}

// lost reports an ID in a map of Attrs and Assign, which GORM drops.
func (c *catalog) lost(stmt *gorm.Statement) error {
	if len(c.expanded) == 0 {
		return nil
	}
	for _, name := range []string{"attrs", "assigns"} {
		list := reflect.ValueOf(stmt).Elem().FieldByName(name)
		for i := 0; list.IsValid() && i < list.Len(); i++ {
			m := list.Index(i).Elem()
			if m.Kind() != reflect.Map {
				continue
			}
			for values := m.MapRange(); values.Next(); {
				v := values.Value()
				if v.Kind() == reflect.Interface {
					v = v.Elem()
				}
				if v.IsValid() && slices.Contains(c.expanded, v.Type()) {
					own := c.held[v.Type()]
					return columntype.Refuse(own.Description, "Attrs and Assign", typename.Of(own.ID), ErrPlain,
						"GORM drops it in a map: pass a struct, or gormtype.Of(id) in the map")
				}
			}
		}
	}
	return nil
}

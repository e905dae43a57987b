package gormtype

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// GORM takes an array for a list of numbers unless it is a driver.Valuer, which the standard
// library's UUID is not: behind a parenthesis, as in "VALUES (?, ?)", and in a map.

// whole returns a statement in which such lists are IDs again, and its arguments, or nil. Before its
// own arguments stand some of another one.
func (c *catalog) whole(known *plan, skip int, query string, args []any) (string, []any) {
	if numbers(args) < 8 {
		return query, nil
	}
	holders := known.holders
	list, at, removed := slices.Clone(args), 0, 0
	var out strings.Builder
	for i := 0; i < len(holders); i++ {
		h := holders[i]
		if i > 0 && h.Argument <= holders[i-1].Argument || h.Argument+skip >= len(args) {
			return query, nil // GORM did not number them
		}
		out.WriteString(query[at:h.Start])
		out.WriteByte(query[h.Start])
		if query[h.Start] == '$' {
			out.WriteString(strconv.Itoa(h.Argument + 1 - removed))
		}
		if id, n := c.idOf(query, holders[i:], args[skip:]); n > 0 {
			first := h.Argument + skip - removed
			list = slices.Replace(list, first, first+n, id)
			i += n - 1
			removed += n - 1
		}
		at = holders[i].End
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

// ambiguous is an ID of one of several types, of which nothing says which.
type ambiguous struct{}

// idOf returns the ID that the first placeholders are, and their number, or 0. A column of one of the
// types says which it is.
func (c *catalog) idOf(query string, holders []planned, args []any) (any, int) {
	first := holders[0]
	if first.field != nil && first.traits == nil && first.field.IndirectFieldType.Kind() != reflect.String {
		return nil, 0 // a column of numbers
	}
	var raw []byte
	for i, h := range holders {
		if h.Argument >= len(args) || i > 0 && (h.Argument != holders[i-1].Argument+1 || query[holders[i-1].End:h.Start] != ",") {
			break
		}
		b, ok := args[h.Argument].(uint8)
		if !ok {
			break
		}
		raw = append(raw, b)
	}
	var types []reflect.Type
	for _, t := range c.expanded {
		if len(raw) == 0 || len(raw)%t.Len() != 0 {
			continue
		}
		if types = append(types, t); first.traits != nil && first.traits.ID == t {
			types = []reflect.Type{t}
			break
		}
	}
	switch len(types) {
	case 0:
		return nil, 0
	case 1:
		v := reflect.New(types[0]).Elem()
		reflect.Copy(v, reflect.ValueOf(raw[:v.Len()]))
		return v.Interface(), v.Len()
	}
	return ambiguous{}, types[0].Len()
}

// wholeKey returns the condition of a list of numbers that is the ID of a field.
func wholeKey(sch *schema.Schema, in clause.IN) (clause.Eq, bool) {
	column, ok := in.Column.(clause.Column)
	if !ok || len(in.Values) < 8 {
		return clause.Eq{}, false
	}
	raw := make([]byte, 0, len(in.Values))
	for _, v := range in.Values {
		b, ok := v.(uint8)
		if !ok {
			return clause.Eq{}, false
		}
		raw = append(raw, b)
	}
	t := fieldOf(sch, column.Name).traits
	return clause.Eq{Column: column, Value: raw}, t != nil && len(raw) == t.Size
}

// isExpanded reports whether GORM takes a value of the type for a list of numbers.
func isExpanded(t reflect.Type) bool {
	return t.Kind() == reflect.Array && t.Elem().Kind() == reflect.Uint8 && !t.Implements(valuer)
}

// lost reports an ID in a map of Attrs and Assign, which GORM drops.
func (c *catalog) lost(stmt *gorm.Statement) error {
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

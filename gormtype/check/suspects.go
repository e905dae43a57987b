package check

import (
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm/clause"
)

// suspects has the server look through a whole column for values that may be no IDs.
// Whether they are is decided afterwards, by reading them.
func (c *checker) suspects(t target) ([]any, error) {
	var s suspicion
	switch {
	case t.StoresText():
		c.suspectText(t, &s)
	case t.StoresInteger():
		c.suspectInteger(t, &s)
	default:
		c.suspectBytes(t, &s)
	}
	if len(s.conditions) == 0 {
		return nil, nil
	}
	return c.read(t, strings.Join(s.conditions, " OR "), s.args...)
}

// suspicion is a condition that is true for suspects.
type suspicion struct {
	conditions []string
	args       []any
}

// or adds a condition. Each column in it is a clause.Column among its arguments.
func (s *suspicion) or(condition string, args ...any) {
	s.conditions, s.args = append(s.conditions, condition), append(s.args, args...)
}

// read returns up to sampleSize values of the column for which the condition is true.
func (c *checker) read(t target, condition string, args ...any) (values []any, err error) {
	column := clause.Column{Name: t.field.DBName}
	args = append([]any{column, clause.Table{Name: t.table}, column}, args...)
	err = eachRow(c.db, func(rows *sql.Rows) error {
		var v any
		err := rows.Scan(&v)
		values = append(values, v)
		return err
	}, "SELECT ? FROM ? WHERE ? IS NOT NULL AND ("+condition+") LIMIT "+strconv.Itoa(sampleSize)+mark(t), args...)
	return values, err
}

func (c *checker) suspectInteger(t target, s *suspicion) {
	column := clause.Column{Name: t.field.DBName}
	s.or("? <= 0", column)
	switch {
	case c.dialect == columntype.SQLite:
		s.or("typeof(?) <> 'integer'", column)
	case t.live.unsigned && t.IsSigned:
		s.or("? > 9223372036854775807", column)
	}
}

func (c *checker) suspectBytes(t target, s *suspicion) {
	column := clause.Column{Name: t.field.DBName}
	hex, isText := "LOWER(HEX(?))", "REGEXP"
	switch {
	case c.dialect == columntype.SQLite:
		s.or("typeof(?) <> 'blob' OR length(?) <> ?", column, column, t.Size)
		s.or("CAST(? AS text) NOT GLOB ?", column, "*[^"+textClass(t.Size)+"]*")
		hex = "lower(hex(?))"
	case t.live.dataType == "uuid":
		hex, isText = "replace(CAST(? AS text), '-', '')", ""
	case c.dialect == columntype.Postgres:
		s.or("octet_length(?) <> ?", column, t.Size)
		hex, isText = "encode(?, 'hex')", "~"
	default:
		s.or("LENGTH(?) <> ?", column, t.Size)
	}
	if c.dialect != columntype.SQLite && isText != "" {
		s.or(hex+" "+isText+" ?", column, textInHex(t.Size))
	}
	s.or(hex+" = ?", column, strings.Repeat("0", 2*t.Size))
	for i, digits := range t.digits() {
		if len(digits) > 0 && len(digits) < 16 {
			s.or(fmt.Sprintf("substr(%s, %d, 1) NOT IN ('%s')", hex, i+1, strings.Join(strings.Split(digits, ""), "', '")), column)
		}
	}
}

// textClass returns the characters of texts that a program may have stored in place of
// size raw bytes: of 8 bytes, those of a UUID's text. Eight random bytes are such a text
// once in 10^9, and more bytes once in 10^9 or less.
func textClass(size int) string {
	if size == 8 {
		return "0-9a-f-"
	}
	return "0-9A-Za-z-"
}

// textInHex matches the hexadecimal digits of such a text, also if the server padded it
// with zeros.
func textInHex(size int) string {
	letters := "4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]"
	if size == 8 {
		letters = "6[1-6]"
	}
	return "^(2d|3[0-9]|" + letters + "){4,}(00)*$"
}

func (c *checker) suspectText(t target, s *suspicion) {
	column := clause.Column{Name: t.field.DBName}
	classes := t.characters()
	if classes == nil {
		return
	}
	switch c.dialect {
	case columntype.Postgres:
		s.or(`CAST(? AS text) COLLATE "C" !~ ?`, column, "^"+repeated(classes)+"$")
	case columntype.MySQL:
		// A $ would match in front of a line feed at the end.
		s.or("CONVERT(? USING utf8mb4) COLLATE utf8mb4_bin NOT REGEXP ?", column, "^"+repeated(classes)+`\z`)
	default:
		s.or("typeof(?) <> 'text' OR ? NOT GLOB ?", column, column, strings.Join(classes, ""))
	}
	if zero := t.zero().Text; zero != "" {
		s.or("? = ?", column, zero)
	}
	// Many formats do not read the zero ID, whose text has the first character at each place.
	var first []byte
	for _, class := range classes {
		first = append(first, class[1])
	}
	if !t.canRead(string(first)) {
		s.or("? = ?", column, string(first))
	}
}

// repeated joins the classes of a regular expression.
func repeated(classes []string) string {
	var b strings.Builder
	for i := 0; i < len(classes); {
		n := 1
		for i+n < len(classes) && classes[i+n] == classes[i] {
			n++
		}
		fmt.Fprintf(&b, "%s{%d}", classes[i], n)
		i += n
	}
	return b.String()
}

func (t target) zero() columntype.Example { return t.Examples()[0] }

// canRead reports whether the field reads what a driver returns.
func (t target) canRead(v any) bool { return t.scan(v) == nil }

func (t target) scan(v any) error {
	_, _, err := t.Read(v)
	return err
}

// digits returns the hexadecimal digits that an ID can have at each place of its raw
// form. It tries them, so that it finds what a format fixes: the version of a Wiji. It
// is nil if T has no example.
func (t target) digits() []string {
	const all = "0123456789abcdef"
	digits := make([]string, 2*t.Size)
	for _, e := range t.Examples() {
		if !t.canRead(e.Raw) {
			continue
		}
		for i := range digits {
			raw := append([]byte(nil), e.Raw...)
			shift := 4 * (1 - i%2)
			for n := range all {
				raw[i/2] = raw[i/2]&^(15<<shift) | byte(n)<<shift
				if !strings.Contains(digits[i], all[n:n+1]) && t.canRead(raw) {
					digits[i] += all[n : n+1]
				}
			}
		}
	}
	return digits
}

// characters returns the class of the characters that an ID's text can have at each
// place, such as "[0-7]". It is nil if texts have several lengths or other characters.
func (t target) characters() []string {
	const tried = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-"
	var found [][len(tried)]bool
	for _, e := range t.Examples() {
		if e.Text == "" || !t.canRead(e.Text) {
			continue
		}
		if found == nil {
			found = make([][len(tried)]bool, len(e.Text))
		}
		if len(found) != len(e.Text) || strings.Trim(e.Text, tried) != "" {
			return nil
		}
		for i := range found {
			for n := range tried {
				found[i][n] = found[i][n] || t.canRead(e.Text[:i]+tried[n:n+1]+e.Text[i+1:])
			}
		}
	}
	var classes []string
	for _, place := range found {
		var class []byte
		for n, ok := range place {
			if ok {
				class = append(class, tried[n])
			}
		}
		classes = append(classes, "["+string(class)+"]")
	}
	return classes
}

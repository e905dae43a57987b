package gormtype

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm/clause"
)

// sampleSize is how many values of a column Check reads.
const sampleSize = 100

// values checks some values of a column for problems that the schema does not show.
func (c *checker) values(t target) error {
	sample, err := c.sample(t)
	if err != nil || len(sample) == 0 {
		return err
	}
	isBytes := t.kind == binary || t.kind == native && !t.integer
	if n, first := t.decimals(sample); n > 0 {
		c.report(t, DecimalValues, fmt.Sprintf("%d of %d values are decimal digits such as %s: a program stored the plain 64-bit ID", n, len(sample), first),
			"pass the ID in a column type, "+ctorNames[t.kind]+" or "+sqltypeCtors[t.kind]+", and rewrite the values")
		return nil
	}
	switch {
	case isBytes && allText(sample):
		c.report(t, TextValues, fmt.Sprintf("the column holds text such as %q instead of raw bytes", sample[0]),
			"replace the text by the raw bytes, in a column of the length of the ID")
	case isBytes && t.size == 16 && c.swapped(t, sample):
		c.report(t, SwappedValues, "the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs",
			"rewrite the values with UUID_TO_BIN(BIN_TO_UUID(x, 1))")
	default:
		if bad, err := t.unreadable(sample); err != nil {
			c.report(t, InvalidValues, fmt.Sprintf("%d of %d values cannot be read: %v", bad, len(sample), err),
				"fix the values, or use the column type that fits them")
		}
	}
	return nil
}

var sqltypeCtors = [...]string{native: "sqltype.Int64Of", text: "sqltype.TextOf", binary: "sqltype.BinaryOf"}

// decimals returns how many values of a text or bytes column are the decimal digits of a
// 64-bit ID, and the first of them. The number itself is one in a column of SQLite.
func (t target) decimals(values []any) (n int, first string) {
	if !t.integer || t.kind == native {
		return 0, ""
	}
	for _, v := range values {
		s := ""
		switch v := v.(type) {
		case []byte:
			s = string(v)
		case string:
			s = v
		case int64:
			s = strconv.FormatInt(v, 10)
		}
		// The text of an ID can consist of digits, and has another length. Of raw bytes, one
		// in 10^11 does.
		if s == "" || strings.Trim(s, "0123456789") != "" || t.kind == text && len(s) == t.sample() {
			continue
		}
		if n++; n == 1 {
			first = s
		}
	}
	return n, first
}

func (c *checker) sample(t target) (values []any, err error) {
	column := clause.Column{Name: t.field.DBName}
	err = eachRow(c.db, func(rows *sql.Rows) error {
		var v any
		err := rows.Scan(&v)
		values = append(values, v)
		return err
	}, "SELECT ? FROM ? WHERE ? IS NOT NULL LIMIT "+strconv.Itoa(sampleSize)+mark(t), column, clause.Table{Name: t.table}, column)
	return values, err
}

// mark returns a comment that names the columns' types. pgx keeps the plan of a
// statement by its text, and PostgreSQL refuses a plan whose columns have changed
// (cached plan must not change result type).
func mark(columns ...target) string {
	var b strings.Builder
	for _, t := range columns {
		b.WriteString(" " + t.live.shown + " " + t.live.collation)
	}
	keep := func(r rune) rune {
		if isNameRune(r) && r != '$' && r != '@' || strings.ContainsRune(" (),", r) {
			return r
		}
		return '_'
	}
	return " /*" + strings.Map(keep, b.String()) + " */"
}

// unreadable returns how many values the field cannot read, and the error of the
// first.
func (t target) unreadable(values []any) (n int, first error) {
	for _, v := range values {
		err := reflect.New(t.field.IndirectFieldType).Interface().(sql.Scanner).Scan(v)
		if err == nil {
			continue
		}
		if n++; first == nil {
			first = err
			var e *sqltype.ColumnError
			if errors.As(err, &e) && e.Err != nil {
				first = e.Err // which names the value; the column is named already
			}
		}
	}
	return n, first
}

// allText reports whether all values are printable text. Raw IDs are not: they begin
// with the upper bits of a time, and the chance that so many random bytes are
// printable is nil, except for a few values of 8 bytes.
func allText(values []any) bool {
	size := 0
	for _, v := range values {
		b, ok := v.([]byte)
		if !ok || len(b) == 0 {
			return false
		}
		for _, c := range b {
			if c < ' ' || c > '~' {
				return false
			}
		}
		size += len(b)
	}
	return size >= 16
}

// swapped reports whether values of 16 bytes have the halves of a time swapped. The
// times of the IDs tell it, where their type gives one.
func (c *checker) swapped(t target, values []any) bool {
	if c.dialect != mysql {
		return false // only there is a function that does it
	}
	restored := make([]any, len(values))
	for i, v := range values {
		b, ok := v.([]byte)
		if !ok || len(b) != 16 {
			return false
		}
		restored[i] = slices.Concat(b[4:8], b[2:4], b[0:2], b[8:16])
	}
	if likely, ok := t.likely(restored); ok {
		before, _ := t.likely(values)
		return before == 0 && likely == len(values)
	}
	return looksSwapped(values)
}

// likely returns how many values are IDs of a time that an ID is likely to have. ok
// is false if the ID's type does not tell its time.
func (t target) likely(values []any) (n int, ok bool) {
	for _, v := range values {
		dst := reflect.New(t.field.IndirectFieldType).Interface()
		err := dst.(sql.Scanner).Scan(v)
		at, tells := t.when(dst)
		if !tells {
			return 0, false
		}
		if err == nil && at.Year() >= 2000 && at.Year() < 2100 {
			n++
		}
	}
	return n, true
}

// looksSwapped looks at UUIDs, whose version RFC 9562 puts into byte 6, and a swap
// into byte 0: 1 or 7, the versions that have a time and no order of its own in a
// swap's way. UUIDs of version 6 have a 1 in byte 0 by themselves.
func looksSwapped(values []any) bool {
	first := values[0].([]byte)[0] >> 4
	sorted := true
	for _, v := range values {
		b := v.([]byte)
		if b[0]>>4 != first || b[8]>>6 != 2 {
			return false
		}
		sorted = sorted && b[6]>>4 == 6
	}
	return len(values) >= 4 && (first == 1 || first == 7) && !sorted
}

package check

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/sqltype"
)

// sampleSize is how many values of a column Check reads.
const sampleSize = 100

// values checks the values of a column for problems that the schema does not show: all
// that the server finds suspicious, and the first ones, whatever they are.
func (c *checker) values(t target) error {
	suspects, err := c.suspects(t)
	if err != nil || c.judgeValues(t, suspects) {
		return err
	}
	sample, err := c.read(t, "1 = 1")
	if err != nil || len(sample) == 0 {
		return err
	}
	if t.StoresBytes() && allText(sample) {
		c.reportText(t, sample)
		return nil
	}
	c.judgeValues(t, sample)
	return nil
}

// judgeValues reports what is wrong with values of a column, and whether anything is.
func (c *checker) judgeValues(t target, values []any) bool {
	if t.StoresBytes() && t.Size == 16 && c.swapped(t, values) {
		c.report(t, finding.SwappedUUID, "the halves of the time are swapped, as by UUID_TO_BIN(x, 1): the order is not that of the IDs",
			"rewrite the swapped values with UUID_TO_BIN(BIN_TO_UUID(x, 1))")
		return true
	}
	var zeros, decimals, texts, invalid []any
	for _, v := range values {
		switch {
		case t.isZero(v):
			if !columntype.HoldsZero(t.field) {
				zeros = append(zeros, v)
			}
		case t.isDecimal(v):
			decimals = append(decimals, v)
		case t.StoresBytes() && t.isText(v):
			texts = append(texts, v)
		case !t.canRead(v):
			invalid = append(invalid, v)
		}
	}
	if len(zeros) > 0 {
		c.report(t, finding.ZeroIDs, many(zeros)+" the zero ID, a key that was never set", "give the rows IDs, or NULL if the field is a pointer")
	}
	if len(decimals) > 0 {
		c.report(t, finding.DecimalDigits, many(decimals)+" decimal digits such as "+characters(decimals[0])+": a program stored the plain 64-bit ID",
			"pass the ID in a column type, "+t.Kind.Constructor()+" or "+t.Kind.SQLConstructor()+", and rewrite the values")
	}
	if len(texts) > 0 {
		c.reportText(t, texts)
	}
	if len(invalid) > 0 {
		c.report(t, finding.OtherValues, many(invalid)+" not readable: "+t.fault(invalid[0]).Error(), "fix the values, or use the column type that fits them")
	}
	return len(zeros)+len(decimals)+len(texts)+len(invalid) > 0
}

func (c *checker) reportText(t target, texts []any) {
	c.report(t, finding.TextInBytes, fmt.Sprintf("%s text such as %q instead of raw bytes", many(texts), texts[0]),
		"replace the text by the raw bytes, in a column of the length of the ID")
}

// many begins a sentence about values. There may be more than were read.
func many(values []any) string {
	switch n := len(values); n {
	case 1:
		return "1 value is"
	case sampleSize:
		return strconv.Itoa(n) + " or more values are"
	default:
		return strconv.Itoa(n) + " values are"
	}
}

// isZero reports whether a value is the zero ID, which some types read and others refuse.
func (t target) isZero(v any) bool {
	zero, s := t.zero(), characters(v)
	switch {
	case t.StoresText():
		return s != "" && s == zero.Text
	case t.StoresBytes():
		return s == string(zero.Raw) || t.live.dataType == "uuid" && s == columntype.UUIDText(zero.Raw)
	}
	return s == "0"
}

// isDecimal reports whether a value of a text or bytes column is the decimal digits of a
// 64-bit ID. The number itself is one in a column of SQLite.
func (t target) isDecimal(v any) bool {
	if !t.IsInteger || t.StoresInteger() {
		return false
	}
	s := characters(v)
	// The text of an ID can consist of digits, and has another length. Of raw bytes, one
	// in 10^11 does.
	return s != "" && strings.Trim(s, "0123456789") == "" && !(t.StoresText() && len(s) == t.SampleLength())
}

// characters returns a value that may be text.
func characters(v any) string {
	switch v := v.(type) {
	case []byte:
		return string(v)
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return ""
}

// isText reports whether a value is text in place of raw bytes.
func (t target) isText(v any) bool {
	s := characters(v)
	switch {
	case t.live.dataType == "uuid":
		return false // which drivers return as text
	case len(s) == t.Size:
		return textForm[t.Size == 8].MatchString(s)
	}
	return column.IsPrintable(s)
}

// textForm matches what textInHex matches, by whether the size is 8.
var textForm = map[bool]*regexp.Regexp{
	false: regexp.MustCompile("^[" + textClass(16) + "]{4,}\x00*$"),
	true:  regexp.MustCompile("^[" + textClass(8) + "]{4,}\x00*$"),
}

// mark returns a comment that names the columns' types. pgx keeps the plan of a
// statement by its text, and PostgreSQL refuses a plan whose columns have changed
// (cached plan must not change result type).
func mark(columns ...target) string {
	var b strings.Builder
	for _, t := range columns {
		b.WriteString(" " + t.live.shown + " " + t.live.collation)
	}
	return " /*" + withoutSigns(b.String(), " (),") + " */"
}

// fault returns why the field cannot read a value.
func (t target) fault(v any) error {
	err := t.scan(v)
	var e *sqltype.ColumnError
	if errors.As(err, &e) && e.Err != nil {
		return e.Err // which names the value; the column is named already
	}
	return err
}

// allText reports whether all values are printable text. Raw IDs are not: they begin
// with the upper bits of a time, and the chance that so many random bytes are
// printable is nil, except for a few values of 8 bytes.
func allText(values []any) bool {
	size := 0
	for _, v := range values {
		b, ok := v.([]byte)
		if !ok || !column.IsPrintable(b) {
			return false
		}
		size += len(b)
	}
	return size >= 16
}

// leastSwapped is how many values tell that UUID_TO_BIN(id, 1) swapped them. One of another
// kind looks so by chance: of random values, 1 in 89 restores to a year from 2000 to 2099,
// and of UUIDs of version 4, 1 in 1,424 to one of version 7.
const leastSwapped = 4

// swapped reports whether values of 16 bytes have the halves of a time swapped. The
// times of the IDs tell it, where their type gives one.
func (c *checker) swapped(t target, values []any) bool {
	if c.dialect != columntype.MySQL || len(values) < leastSwapped {
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
	if likely, ok := t.Likely(restored); ok {
		before, _ := t.Likely(values)
		return before == 0 && likely == len(values)
	}
	return looksSwapped(values)
}

// looksSwapped reports whether UUIDs are stored as UUID_TO_BIN(id, 1) stores them: RFC 9562
// has the version in byte 6, and the swap moves it to byte 0. It looks for the versions 1
// and 7; UUIDs of version 6 have a 1 in byte 0 by themselves.
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
	return (first == 1 || first == 7) && !sorted
}

package columntype

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"
)

// SQLType returns the type of a field's column, or an error in words that every
// server takes for a syntax error. That is the one way to make a migration fail:
// GORM ignores an error that is added while it asks for a type.
func SQLType(d Description, db *gorm.DB, field *schema.Field) string {
	dl := DialectOf(db)
	if dl == Unknown {
		return syntaxError(d, dl, "dialect "+DialectName(db)+": "+DialectDetail)
	}
	if fault := Contradiction(d, dl, field); fault != "" {
		return syntaxError(d, dl, fault)
	}
	if fault := zeroFill(dl, db, field); fault != "" {
		return syntaxError(d, dl, fault)
	}
	if live := liveText(d, dl, db, field); live != "" {
		return live
	}
	if tag := field.TagSettings["TYPE"]; tag != "" {
		return tag
	}
	if rowNumber(d, dl, field) {
		return "bigint"
	}
	return Types(d, dl, TextLength(d, field))[0]
}

// rowNumber reports whether a column of the type integer would be SQLite's own row
// number, although the field has a default: SQLite counts there, and has no use for
// the default. A bigint is a column like all others.
func rowNumber(d Description, dl Dialect, field *schema.Field) bool {
	return dl == SQLite && d.Kind == Native && d.IsInteger && field.PrimaryKey && field.TagSettings["DEFAULT"] != ""
}

// syntaxError returns words that are no type, as one token: servers show the token
// at which they stopped. A text in quotes is such a token, except on SQLite, which
// takes any words and texts for a type, but no variable; its variables may have
// anything in parentheses but spaces. A question mark would be read by GORM.
func syntaxError(d Description, dl Dialect, fault string) string {
	words := d.Name() + ": " + strings.NewReplacer("?", "", "'", "", `"`, "", "`", "").Replace(fault)
	if dl == SQLite {
		return "$error(" + strings.NewReplacer(" ", "_", "(", "[", ")", "]").Replace(words) + ")"
	}
	return "'" + words + "'"
}

// Refusal returns the fault in a statement of a migration that has the words of syntaxError in the
// place of a type, or the empty text.
func Refusal(sql string) string {
	if _, words, ok := strings.Cut(sql, "'gormtype."); ok {
		words, _, ok = strings.Cut(words, "'")
		if ok {
			return "gormtype." + words
		}
	}
	if _, words, ok := strings.Cut(sql, ` NOT "use `); ok { // of a plain ID, and of sql.Null
		words, _, _ = strings.Cut(words, `"`)
		return "gormtype: use " + words
	}
	if _, words, ok := strings.Cut(sql, "$error(gormtype."); ok {
		words, _, _ = strings.Cut(words, ")")
		return "gormtype." + strings.NewReplacer("_", " ").Replace(words)
	}
	return ""
}

// Types returns the column types that hold what a column type writes, the first
// being the one that a migration makes. n is the length of a text.
func Types(d Description, dl Dialect, n int) []string {
	length := "(" + strconv.Itoa(n) + ")"
	size := "(" + strconv.Itoa(d.Size) + ")"
	switch {
	case d.Kind == Text && dl == Postgres:
		return []string{`text COLLATE "C"`, "varchar" + length + ` COLLATE "C"`}
	case d.Kind == Text && dl == MySQL:
		const ascii = " CHARACTER SET ascii COLLATE ascii_bin"
		return []string{"varchar" + length + ascii, "char" + length + ascii}
	case d.Kind == Text:
		return []string{"text", "varchar" + length}
	case d.Kind == Native && d.IsInteger:
		return integerTypes(d, dl)
	case d.Kind == Native && d.Size == 16 && dl == Postgres:
		return []string{"uuid"}
	case dl == Postgres:
		return []string{"bytea"}
	case dl == MySQL:
		return []string{"binary" + size, "varbinary" + size}
	}
	return []string{"blob"}
}

func integerTypes(d Description, dl Dialect) []string {
	switch {
	case dl == MySQL && !d.IsSigned:
		return []string{"bigint unsigned"}
	case dl == SQLite:
		return []string{"integer", "bigint"}
	}
	return []string{"bigint"}
}

// TextLength returns the length of a text column: what a size tag says, else the
// length of T's text.
func TextLength(d Description, field *schema.Field) int {
	if d.Kind != Text {
		return 0
	}
	if n, err := strconv.Atoi(field.TagSettings["SIZE"]); err == nil {
		return n
	}
	return d.SampleLength()
}

// Contradiction says which of a field's tags contradicts its type, and is empty if
// none does.
func Contradiction(d Description, dl Dialect, field *schema.Field) string {
	if field.Serializer != nil {
		return "the tag serializer would replace the form of the column: remove it"
	}
	if utils.CheckTruth(field.TagSettings["AUTOINCREMENT"]) {
		return "the tag autoIncrement would make the server count IDs: remove it"
	}
	if fault := sizeContradiction(d, field); fault != "" {
		return fault
	}
	if HoldsZero(field) && d.refusesZero() {
		return "the tag zero would store the zero ID, which " + d.Name() + " does not read: remove it"
	}
	if expression := field.TagSettings["DEFAULT"]; expression != "" {
		if fault := cmp.Or(d.DefaultFault(expression), d.textFault(dl, expression)); fault != "" {
			return "the tag default:" + expression + " makes " + fault + ": remove it, or use one that makes the format of the field"
		}
	}
	tag, ok := field.TagSettings["TYPE"]
	if !ok {
		return ""
	}
	accepted := Types(d, dl, TextLength(d, field))
	if rowNumber(d, dl, field) {
		accepted = []string{"bigint"}
	}
	for _, t := range accepted {
		if folded(t) == folded(tag) {
			return ""
		}
	}
	if d.Kind == Text && ifFits(tag, dl, TextLength(d, field)) != "" && !d.IsCased() { // in any collation
		return ""
	}
	// MySQL shows the first 80 characters, which must name the tag.
	return fmt.Sprintf("the tag type:%s contradicts this type, which writes %s: remove the tag, or use the column type that fits",
		tag, strings.Join(accepted, " or "))
}

// PluginName is the name under which GORM knows the plugin.
const PluginName = "gormtype"

// Generators is the plugin as package check sees it.
type Generators interface {
	// Generates reports whether an option names a generator of an ID type.
	Generates(t reflect.Type) bool
}

// GeneratorFault says that a default tag makes the keys for which a program names a generator.
func GeneratorFault(d Description, field *schema.Field) string {
	return "the tag default:" + field.TagSettings["DEFAULT"] + " makes the values in the server, and gormtype.Generator of " + typename.Of(d.ID) +
		" makes none: remove the tag, or the option"
}

// refusesZero reports whether the zero ID of a column is not read.
func (d Description) refusesZero() bool {
	zero := d.Examples()[0]
	_, _, err := d.Read(map[bool]any{true: zero.Text, false: zero.Raw}[d.Kind == Text])
	if d.Kind == Native && d.IsInteger {
		_, _, err = d.Read(int64(0))
	}
	return err != nil
}

// IsCased reports whether two IDs can have texts that differ by the case of a letter alone.
func (d Description) IsCased() bool {
	for _, e := range d.Examples() {
		reads := func(i int, letter string) bool {
			_, _, err := d.Read(e.Text[:i] + letter + e.Text[i+1:])
			return err == nil
		}
		for i := range e.Text {
			if reads(i, "a") && reads(i, "A") || reads(i, "b") && reads(i, "B") {
				return true
			}
		}
	}
	return false
}

// sizeContradiction looks at a size tag. One that differs from the real length
// would make each migration change the column again.
func sizeContradiction(d Description, field *schema.Field) string {
	tag, ok := field.TagSettings["SIZE"]
	n, err := strconv.Atoi(tag)
	switch {
	case ok && err != nil:
		return "the tag size:" + tag + " is not a number: remove it"
	case d.Kind == Text:
		sample := d.SampleLength()
		if !ok && sample == 0 {
			return "the length of the text is unknown: add a tag with its maximum, such as size:32"
		}
		if ok && n < sample {
			return fmt.Sprintf("the tag size:%d is less than the text, which has %d characters: remove it", n, sample)
		}
	case ok && n != d.Size && !(d.IsInteger && n == 64): // GORM's size of an integer is in bits
		return fmt.Sprintf("the tag size:%d is not the length of the ID, which is %d bytes: remove it", n, d.Size)
	}
	return ""
}

// folded makes two spellings of a column type comparable.
func folded(t string) string { return strings.Join(strings.Fields(strings.ToLower(t)), " ") }

package columntype

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
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
	return d.Types(dl, field)[0]
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

// columnTypes holds the types of the columns that hold a form. (n) stands for the length.
var columnTypes = map[Dialect]map[Form][]string{
	Postgres: {
		TextForm: {`text COLLATE "C"`, `varchar(n) COLLATE "C"`}, IntegerForm: {"bigint"}, UUIDForm: {"uuid"}, BytesForm: {"bytea"},
	},
	MySQL: {
		TextForm:    {"varchar(n) CHARACTER SET ascii COLLATE ascii_bin", "char(n) CHARACTER SET ascii COLLATE ascii_bin"},
		IntegerForm: {"bigint"}, BytesForm: {"binary(n)", "varbinary(n)"},
	},
	SQLite: {TextForm: {"text", "varchar(n)"}, IntegerForm: {"integer", "bigint"}, BytesForm: {"blob"}},
}

// Types returns the column types that hold what a field's type writes, the first
// being the one that a migration makes.
func (d Description) Types(dl Dialect, field *schema.Field) []string {
	types := slices.Clone(columnTypes[dl][d.Form(dl)])
	for i, t := range types {
		types[i] = strings.Replace(t, "(n)", "("+strconv.Itoa(d.Length(field))+")", 1)
	}
	switch isInteger := d.StoresInteger(); {
	case isInteger && dl == MySQL && !d.IsSigned:
		types[0] += " unsigned"
	case isInteger && dl == SQLite && field.PrimaryKey && field.TagSettings["DEFAULT"] != "":
		// An integer would be SQLite's own row number: SQLite counts there, and has no
		// use for the default. A bigint is a column like all others.
		return types[1:]
	}
	return types
}

// Length returns the length of a field's column: bytes, or characters of a text, which are what
// a size tag says, else the length of T's text.
func (d Description) Length(field *schema.Field) int {
	if !d.StoresText() {
		return d.Size
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
	accepted := d.Types(dl, field)
	for _, t := range accepted {
		if folded(t) == folded(tag) {
			return ""
		}
	}
	if d.StoresText() && ifFits(tag, dl, d.Length(field)) != "" && !d.IsCased() { // in any collation
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
	_, _, err := d.Read(map[Form]any{TextForm: zero.Text, IntegerForm: int64(0), BytesForm: zero.Raw}[d.Form(Unknown)])
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
	case d.StoresText():
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

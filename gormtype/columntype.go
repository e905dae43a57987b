package gormtype

import (
	"fmt"
	"strconv"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"
)

// columnType returns the type of a field's column, or an error in words that every
// server takes for a syntax error. That is the one way to make a migration fail:
// GORM ignores an error that is added while it asks for a type.
func columnType(d description, db *gorm.DB, field *schema.Field) string {
	dl := dialectOf(db)
	if dl == unknown {
		return syntaxError(d, dl, "dialect "+dialectName(db)+": "+dialectDetail)
	}
	if fault := contradiction(d, dl, field); fault != "" {
		return syntaxError(d, dl, fault)
	}
	if fault := zeroFill(dl, db, field); fault != "" {
		return syntaxError(d, dl, fault)
	}
	if tag := field.TagSettings["TYPE"]; tag != "" {
		return tag
	}
	if rowNumber(d, dl, field) {
		return "bigint"
	}
	return types(d, dl, textLength(d, field))[0]
}

// rowNumber reports whether a column of the type integer would be SQLite's own row
// number, although the field has a default: SQLite counts there, and has no use for
// the default. A bigint is a column like all others.
func rowNumber(d description, dl dialect, field *schema.Field) bool {
	return dl == sqlite && d.kind == native && d.integer && field.PrimaryKey && field.TagSettings["DEFAULT"] != ""
}

// syntaxError returns words that are no type, as one token: servers show the token
// at which they stopped. A text in quotes is such a token, except on SQLite, which
// takes any words and texts for a type, but no variable; its variables may have
// anything in parentheses but spaces. A question mark would be read by GORM.
func syntaxError(d description, dl dialect, fault string) string {
	words := d.name() + ": " + strings.NewReplacer("?", "", "'", "", `"`, "", "`", "").Replace(fault)
	if dl == sqlite {
		return "$error(" + strings.NewReplacer(" ", "_", "(", "[", ")", "]").Replace(words) + ")"
	}
	return "'" + words + "'"
}

// types returns the column types that hold what a column type writes, the first
// being the one that a migration makes. n is the length of a text.
func types(d description, dl dialect, n int) []string {
	length := "(" + strconv.Itoa(n) + ")"
	size := "(" + strconv.Itoa(d.size) + ")"
	switch {
	case d.kind == text && dl == postgres:
		return []string{`text COLLATE "C"`, "varchar" + length + ` COLLATE "C"`}
	case d.kind == text && dl == mysql:
		const ascii = " CHARACTER SET ascii COLLATE ascii_bin"
		return []string{"varchar" + length + ascii, "char" + length + ascii}
	case d.kind == text:
		return []string{"text", "varchar" + length}
	case d.kind == native && d.integer && dl == mysql && !d.signed:
		return []string{"bigint unsigned"}
	case d.kind == native && d.integer && dl == sqlite:
		return []string{"integer", "bigint"}
	case d.kind == native && d.integer:
		return []string{"bigint"}
	case d.kind == native && d.size == 16 && dl == postgres:
		return []string{"uuid"}
	case dl == postgres:
		return []string{"bytea"}
	case dl == mysql:
		return []string{"binary" + size, "varbinary" + size}
	}
	return []string{"blob"}
}

// textLength returns the length of a text column: what a size tag says, else the
// length of T's text.
func textLength(d description, field *schema.Field) int {
	if d.kind != text {
		return 0
	}
	if n, err := strconv.Atoi(field.TagSettings["SIZE"]); err == nil {
		return n
	}
	return d.sample()
}

// contradiction says which of a field's tags contradicts its type, and is empty if
// none does.
func contradiction(d description, dl dialect, field *schema.Field) string {
	if field.Serializer != nil {
		return "the tag serializer would replace the form of the column: remove it"
	}
	if utils.CheckTruth(field.TagSettings["AUTOINCREMENT"]) {
		return "the tag autoIncrement would make the server count IDs: remove it"
	}
	if fault := sizeContradiction(d, field); fault != "" {
		return fault
	}
	tag, ok := field.TagSettings["TYPE"]
	if !ok {
		return ""
	}
	accepted := types(d, dl, textLength(d, field))
	if rowNumber(d, dl, field) {
		accepted = []string{"bigint"}
	}
	for _, t := range accepted {
		if folded(t) == folded(tag) {
			return ""
		}
	}
	// MySQL shows the first 80 characters, which must name the tag.
	return fmt.Sprintf("the tag type:%s contradicts this type, which writes %s: remove the tag, or use the column type that fits",
		tag, strings.Join(accepted, " or "))
}

// sizeContradiction looks at a size tag. One that differs from the real length
// would make each migration change the column again.
func sizeContradiction(d description, field *schema.Field) string {
	tag, ok := field.TagSettings["SIZE"]
	n, err := strconv.Atoi(tag)
	switch {
	case ok && err != nil:
		return "the tag size:" + tag + " is not a number: remove it"
	case d.kind == text:
		sample := d.sample()
		if !ok && sample == 0 {
			return "the length of the text is unknown: add a tag with its maximum, such as size:32"
		}
		if ok && n < sample {
			return fmt.Sprintf("the tag size:%d is less than the text, which has %d characters: remove it", n, sample)
		}
	case ok && n != d.size && !(d.integer && n == 64): // GORM's size of an integer is in bits
		return fmt.Sprintf("the tag size:%d is not the length of the ID, which is %d bytes: remove it", n, d.size)
	}
	return ""
}

// folded makes two spellings of a column type comparable.
func folded(t string) string { return strings.Join(strings.Fields(strings.ToLower(t)), " ") }

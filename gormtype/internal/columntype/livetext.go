package columntype

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/gormtype/internal/table"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// liveText returns the type, with its collation, of a column of texts that a migration must keep: that of the field, or, for a
// column that does not exist yet, that of the key to which it refers, or of its tag. It is empty if there is none that holds the texts.
//
// AutoMigrate never changes the type of a key. If it changed that of a column which refers to it, such as a char(36), servers
// would refuse the foreign key, and without one the two would be joined without an index.
func liveText(d Description, dl Dialect, db *gorm.DB, field *schema.Field) string {
	if !d.StoresText() || db.Statement == nil || db.Statement.ConnPool == nil || IsCalledBy(".Migrator.AlterColumn") && !IsCalledBy(".Migrator.AutoMigrate") {
		return ""
	}
	n := d.Length(field)
	own := table.Of(db.Statement)
	if own.Table == "" {
		own = table.Parse(field.Schema.Table)
	}
	if live := columnOf(db, own, field.DBName); live != "" {
		return ifFits(live, dl, n)
	}
	for _, r := range relation.All(field.Schema) {
		for _, ref := range r.References {
			if key := ref.PrimaryKey; ref.ForeignKey == field && key != nil && key != field {
				if live := cmp.Or(columnOf(db, table.Parse(key.Schema.Table), key.DBName), key.TagSettings["TYPE"]); live != "" {
					return ifFits(live, dl, n)
				}
			}
		}
	}
	return ""
}

// columnOf returns the type of a column, or the empty text.
func columnOf(db *gorm.DB, name table.Name, column string) string {
	live, _, _ := name.Ask(db.Statement, db.Statement.ConnPool)
	return live.Type(column)
}

// textType matches a type of texts: its length, if it has one, and what is behind it.
var textType = regexp.MustCompile(`(?i)^(` + textNames + `)\b\s*(?:\((\d+)\))?\s*(.*)$`)

// ifFits returns a column type if the column holds texts of a length and nothing else.
func ifFits(columnType string, dl Dialect, n int) string {
	m := textType.FindStringSubmatch(columnType)
	if m == nil {
		return ""
	}
	name, length := strings.ToLower(m[1]), math.MaxInt
	isPadded := !strings.Contains(name, "var") && !strings.HasSuffix(name, "text")
	if m[2] != "" {
		length, _ = strconv.Atoi(m[2])
	} else if isPadded {
		length = 1
	}
	if length < n || dl == Postgres && isPadded && length > n { // which returns the blanks
		return ""
	}
	return columnType
}

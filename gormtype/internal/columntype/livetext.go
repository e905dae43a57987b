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

// columnQueries select the type of a column, as GORM's migrations write it.
var columnQueries = map[Dialect]string{
	Postgres: `SELECT t.typname || CASE WHEN t.typname IN ('bpchar', 'varchar') AND a.atttypmod > 4 THEN '(' || a.atttypmod - 4 || ')' ELSE '' END ||
	CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || quote_ident(l.collname) ELSE '' END
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
WHERE a.attrelid = to_regclass(CASE WHEN $1 = '' THEN '' ELSE quote_ident($1) || '.' END || quote_ident($2)) AND a.attname = $3 AND NOT a.attisdropped`,
	MySQL: `SELECT CONCAT(COLUMN_TYPE, COALESCE(CONCAT(' CHARACTER SET ', CHARACTER_SET_NAME, ' COLLATE ', COLLATION_NAME), '')) FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = COALESCE(NULLIF(?, ''), DATABASE()) AND TABLE_NAME = ? AND COLUMN_NAME = ?`,
	SQLite: `SELECT c.type FROM pragma_table_list AS l, pragma_table_info(l.name, l.schema) AS c
WHERE (? IN ('', l.schema)) AND l.name = ? COLLATE NOCASE AND c.name = ? COLLATE NOCASE LIMIT 1`,
}

// columnOf returns the type of a column, or the empty text. It goes past GORM's callbacks: a plugin could ask a replica.
func columnOf(db *gorm.DB, name table.Name, column string) (columnType string) {
	rows, err := db.Statement.ConnPool.QueryContext(db.Statement.Context, columnQueries[DialectOf(db)], name.Schema, name.Table, column)
	if err != nil {
		return ""
	}
	defer rows.Close()
	if !rows.Next() || rows.Scan(&columnType) != nil {
		return ""
	}
	return columnType
}

// textType matches a type of texts: its length, if it has one, and what is behind it.
var textType = regexp.MustCompile(`(?i)^(character varying|character|bpchar|n?varchar|n?char|\w*text)\b\s*(?:\((\d+)\))?\s*(.*)$`)

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

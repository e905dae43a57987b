package check

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func sqliteTable(db *gorm.DB, space, table string) (liveTable, error) {
	if space == "" {
		space = "main"
	}
	master := `"` + strings.ReplaceAll(space, `"`, `""`) + `".sqlite_master`
	ofTable := func(kinds string) string { return " WHERE type IN (" + kinds + ") AND lower(tbl_name) = lower(@table)" }
	live, err := catalog{
		columns:   `SELECT name, type, "notnull", dflt_value, hidden FROM pragma_table_xinfo(@table, @space)`,
		addColumn: (*liveTable).addSQLiteColumn,
		relation:  "SELECT type = 'view', FALSE FROM " + master + ofTable("'table', 'view'"),
		keys: `SELECT k, k = '', part, 0 FROM (
			SELECT '' AS k, name AS part, pk AS n FROM pragma_table_xinfo(@table, @space) WHERE pk > 0
			UNION ALL SELECT l.name, COALESCE(i.name, ''), i.seqno FROM pragma_index_list(@table, @space) AS l, pragma_index_info(l.name, @space) AS i
			WHERE l."unique" AND NOT l.partial AND l.origin <> 'pk') AS parts ORDER BY k, n`,
		references: `SELECT "from", @space, "table", COALESCE("to", '') FROM pragma_foreign_key_list(@table, @space) ORDER BY id, seq`,
		// They cannot change the row that is stored, but update it afterwards.
		triggers: "SELECT name, sql, FALSE FROM " + master + ofTable("'trigger'") + " ORDER BY name",
	}.read(db, sql.Named("space", space), sql.Named("table", table))
	if err != nil {
		return live, err
	}
	if err := live.readSQLiteOrders(db, space, table); err != nil {
		return live, err
	}
	return live, eachRow(db, func(rows *sql.Rows) error {
		var ddl string
		err := rows.Scan(&ddl)
		live.readSQLite(ddl)
		return err
	}, "SELECT sql FROM "+master+ofTable("'table', 'view'"), sql.Named("table", table))
}

func (live *liveTable) addSQLiteColumn(rows *sql.Rows) error {
	var name string
	var notNull bool
	var hidden int
	var defaults sql.NullString
	var c liveColumn
	if err := rows.Scan(&name, &c.shown, &notNull, &defaults, &hidden); err != nil {
		return err
	}
	c.dataType, _, _ = strings.Cut(strings.ToLower(c.shown), "(")
	if c.dataType = strings.TrimSpace(c.dataType); c.dataType == "uuid" {
		c.dataType = "numeric" // SQLite has no uuid, and keeps texts and bytes there
	}
	c.nullable, c.defaults = !notNull, defaults.String
	if hidden >= 2 {
		c.maker = byExpression
	}
	live.columns[name] = c
	return nil
}

// readSQLite takes from a CREATE TABLE what SQLite tells nowhere else.
func (live *liveTable) readSQLite(ddl string) {
	ddl = quoted.ReplaceAllString(comments.ReplaceAllString(ddl, " "), "''")
	options := ddl[strings.LastIndexByte(ddl, ')')+1:]
	var primary liveKey
	if len(live.keys) > 0 && live.keys[0].primary {
		primary = live.keys[0]
	}
	noRowID, isStrict := matches(`\browid\b`, options), matches(`\bstrict\b`, options)
	for name, c := range live.columns {
		if isStrict && c.dataType == "any" {
			c.dataType = "blob" // which keeps every value, too
		}
		if slices.ContainsFunc(primary.parts, func(p keyPart) bool { return p.column == name }) {
			isRowID := len(primary.parts) == 1 && c.dataType == "integer" && !noRowID
			c.nullable = c.nullable && !isRowID && !noRowID
			if isRowID && matches(`\bautoincrement\b`, ddl) {
				c.maker = byCounter
			}
		}
		live.columns[name] = c
	}
}

// quoted matches names and texts in quotes.
var quoted = regexp.MustCompile("'[^']*'|\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\]")

// readSQLiteOrders sorts some texts as each column does: SQLite tells the collation of a
// column nowhere else.
func (live *liveTable) readSQLiteOrders(db *gorm.DB, space, table string) error {
	for name, c := range live.columns {
		if affinity := columntype.Affinity(c.dataType); affinity != "TEXT" && affinity != "BLOB" {
			continue
		}
		sorted := ""
		if err := eachRow(db, func(rows *sql.Rows) error {
			var s string
			err := rows.Scan(&s)
			sorted += s + ","
			return err
		}, "SELECT ? FROM ? WHERE 0 UNION SELECT 'a' UNION SELECT 'A' UNION SELECT 'B' UNION SELECT 'c' UNION SELECT 'c ' ORDER BY 1",
			clause.Column{Name: name}, clause.Table{Name: space + "." + table}); err != nil {
			return err
		}
		switch {
		case sorted == "A,B,a,c,c ,":
		case strings.Contains(sorted, "a") != strings.Contains(sorted, "A"):
			c.order, c.collation = caseless, "NOCASE"
		case strings.Count(sorted, "c") == 1:
			c.order, c.collation = otherOrder, "RTRIM"
		default:
			c.order, c.collation = otherOrder, "of the column"
		}
		live.columns[name] = c
	}
	return nil
}

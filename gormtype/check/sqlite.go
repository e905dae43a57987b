package check

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func sqliteTable(db *gorm.DB, space, table string) (liveTable, error) {
	if space == "" {
		space = "main"
	}
	live := liveTable{columns: map[string]liveColumn{}}
	var primary liveKey
	if err := eachRow(db, func(rows *sql.Rows) error { return live.addSQLiteColumn(rows, &primary) },
		`SELECT name, type, "notnull", dflt_value, hidden, pk FROM pragma_table_xinfo(?, ?) ORDER BY pk`, table, space); err != nil {
		return live, err
	}
	var parts keyParts
	if len(primary.parts) > 0 {
		parts.keys, parts.names = []liveKey{primary}, []string{""}
	}
	if err := eachRow(db, func(rows *sql.Rows) error {
		var key, column string
		err := rows.Scan(&key, &column)
		parts.add(key, false, keyPart{column: column})
		return err
	}, `SELECT l.name, COALESCE(i.name, '') FROM pragma_index_list(?, ?) AS l, pragma_index_info(l.name, ?) AS i
		WHERE l."unique" AND NOT l.partial AND l.origin <> 'pk' ORDER BY l.name, i.seqno`, table, space, space); err != nil {
		return live, err
	}
	live.keys = parts.keys
	if err := eachRow(db, live.addReference, `SELECT "from", ?, "table", COALESCE("to", '') FROM pragma_foreign_key_list(?, ?) ORDER BY id, seq`,
		space, table, space); err != nil {
		return live, err
	}
	// They cannot change the row that is stored, but update it afterwards.
	if err := eachRow(db, live.addTrigger, "SELECT name, sql, FALSE FROM "+sqliteMaster(space)+
		" WHERE type = 'trigger' AND lower(tbl_name) = lower(?) ORDER BY name", table); err != nil {
		return live, err
	}
	if err := live.readSQLiteOrders(db, space, table); err != nil {
		return live, err
	}
	return live, eachRow(db, func(rows *sql.Rows) error {
		var kind, ddl string
		err := rows.Scan(&kind, &ddl)
		live.isView = kind == "view"
		live.readSQLite(ddl, primary)
		return err
	}, "SELECT type, sql FROM "+sqliteMaster(space)+" WHERE type IN ('table', 'view') AND lower(name) = lower(?)", table)
}

func sqliteMaster(space string) string {
	return `"` + strings.ReplaceAll(space, `"`, `""`) + `".sqlite_master`
}

func (live *liveTable) addSQLiteColumn(rows *sql.Rows, primary *liveKey) error {
	var name string
	var notNull bool
	var hidden, place int
	var defaults sql.NullString
	var c liveColumn
	if err := rows.Scan(&name, &c.shown, &notNull, &defaults, &hidden, &place); err != nil {
		return err
	}
	c.dataType, _, _ = strings.Cut(strings.ToLower(c.shown), "(")
	c.dataType = strings.TrimSpace(c.dataType)
	c.nullable, c.defaults = !notNull, defaults.String
	if hidden >= 2 {
		c.maker = byExpression
	}
	if place > 0 {
		primary.primary = true
		primary.parts = append(primary.parts, keyPart{column: name})
	}
	live.columns[name] = c
	return nil
}

// readSQLite takes from a CREATE TABLE what SQLite tells nowhere else.
func (live *liveTable) readSQLite(ddl string, primary liveKey) {
	ddl = quoted.ReplaceAllString(comments.ReplaceAllString(ddl, " "), "''")
	options := ddl[strings.LastIndexByte(ddl, ')')+1:]
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
		if affinity := sqliteAffinity(c.dataType); affinity != "TEXT" && affinity != "BLOB" {
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

// sqliteAffinity is SQLite's own rule, which looks for parts of the type's name in
// this order (Datatypes in SQLite, section 3.1).
func sqliteAffinity(dataType string) string {
	for _, rule := range [][2]string{
		{"int", "INTEGER"}, {"char", "TEXT"}, {"clob", "TEXT"}, {"text", "TEXT"}, {"blob", "BLOB"},
		{"real", "REAL"}, {"floa", "REAL"}, {"doub", "REAL"},
	} {
		if strings.Contains(dataType, rule[0]) {
			return rule[1]
		}
	}
	if dataType == "" {
		return "BLOB"
	}
	return "NUMERIC"
}

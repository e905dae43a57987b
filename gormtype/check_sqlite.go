package gormtype

import (
	"database/sql"
	"slices"
	"strings"

	"gorm.io/gorm"
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
	if err := eachRow(db, live.addSQLiteTrigger, "SELECT name, sql FROM "+sqliteMaster(space)+
		" WHERE type = 'trigger' AND lower(tbl_name) = lower(?) ORDER BY name", table); err != nil {
		return live, err
	}
	return live, eachRow(db, func(rows *sql.Rows) error {
		var kind, ddl string
		err := rows.Scan(&kind, &ddl)
		live.isView = kind == "view"
		live.readSQLite(tokens(ddl, sqlite), primary)
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

// addSQLiteTrigger splits a CREATE TRIGGER. SQLite's triggers cannot change the row that is
// stored, but update it afterwards.
func (live *liveTable) addSQLiteTrigger(rows *sql.Rows) error {
	var t liveTrigger
	var ddl string
	if err := rows.Scan(&t.name, &ddl); err != nil {
		return err
	}
	list := tokens(ddl, sqlite)
	begin := until(list, "BEGIN")
	if begin == len(list) {
		return nil
	}
	if i := until(list, "WHEN"); i < begin {
		t.condition = ddl[list[i+1].at:list[begin].at]
	}
	t.body = ddl[list[begin].at:]
	live.triggers = append(live.triggers, t)
	return nil
}

// readSQLite takes from a CREATE TABLE what SQLite tells nowhere else.
func (live *liveTable) readSQLite(ddl []token, primary liveKey) {
	var counts, noRowID, strict bool
	depth := 0
	for i, t := range ddl {
		switch {
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case depth == 1 && t.is("AUTOINCREMENT"):
			counts = true
		case depth == 0 && t.is("ROWID") && ddl[i-1].is("WITHOUT"):
			noRowID = true
		case depth == 0 && i > 0 && t.is("STRICT"):
			strict = true
		}
	}
	for name, c := range live.columns {
		if strict && c.dataType == "any" {
			c.dataType = "blob" // which keeps every value, too
		}
		if i := slices.IndexFunc(primary.parts, func(p keyPart) bool { return p.column == name }); i >= 0 {
			isRowID := len(primary.parts) == 1 && c.dataType == "integer" && !noRowID
			c.nullable = c.nullable && !isRowID && !noRowID
			if counts && isRowID {
				c.maker = byCounter
			}
		}
		live.columns[name] = c
	}
	for name, collation := range sqliteCollations(ddl) {
		for column, c := range live.columns {
			if strings.EqualFold(column, name) {
				c.collation, c.order = collation, sqliteOrder(collation)
				live.columns[column] = c
			}
		}
	}
}

func sqliteOrder(collation string) order {
	switch strings.ToUpper(collation) {
	case "BINARY":
		return byteOrder
	case "NOCASE":
		return caseless
	}
	return otherOrder
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

// sqliteCollations finds the collations that a CREATE TABLE names for its columns,
// which SQLite tells nowhere else.
func sqliteCollations(ddl []token) map[string]string {
	collations := map[string]string{}
	depth, column, collate, first := 0, "", false, false
	for _, t := range ddl {
		switch {
		case t.text == "(":
			if depth++; depth == 1 {
				first = true
			}
		case t.text == ")":
			depth--
		case depth != 1:
		case t.text == ",":
			first = true
		case first:
			column, first = unquoted(t.text), false
		case collate:
			collations[column], collate = unquoted(t.text), false
		default:
			collate = t.is("COLLATE")
		}
	}
	return collations
}

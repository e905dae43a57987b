package check

import (
	"database/sql"
	"strings"

	"gorm.io/gorm"
)

// inTable selects a table of a schema, of the connection's own if it has no name.
const inTable = "table_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND table_name = ?"

const mysqlColumns = "SELECT column_name, data_type, column_type, character_maximum_length, is_nullable, collation_name, " +
	"column_default, extra FROM information_schema.columns WHERE " + inTable

const mysqlRelation = "SELECT table_type LIKE '%VIEW', COALESCE(create_options, '') LIKE '%partitioned%' " +
	"FROM information_schema.tables WHERE " + inTable

const mysqlKeys = "SELECT index_name, index_name = 'PRIMARY', COALESCE(column_name, ''), COALESCE(sub_part, 0) " +
	"FROM information_schema.statistics WHERE " + inTable + " AND non_unique = 0 ORDER BY index_name, seq_in_index"

const mysqlReferences = "SELECT column_name, referenced_table_schema, referenced_table_name, referenced_column_name " +
	"FROM information_schema.key_column_usage WHERE " + inTable + " AND referenced_column_name IS NOT NULL ORDER BY column_name"

// A role without the privilege TRIGGER sees none.
const mysqlTriggers = "SELECT trigger_name, action_statement, TRUE FROM information_schema.triggers " +
	"WHERE event_object_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND event_object_table = ? AND action_timing = 'BEFORE' " +
	"AND event_manipulation IN ('INSERT', 'UPDATE') ORDER BY trigger_name"

func mysqlTable(db *gorm.DB, space, table string) (liveTable, error) {
	live := liveTable{columns: map[string]liveColumn{}}
	if err := eachRow(db, live.addMySQLColumn, mysqlColumns, space, table); err != nil {
		return live, err
	}
	relation := func(rows *sql.Rows) error { return rows.Scan(&live.isView, &live.isSplit) }
	if err := eachRow(db, relation, mysqlRelation, space, table); err != nil {
		return live, err
	}
	var parts keyParts
	err := eachRow(db, func(rows *sql.Rows) error {
		var key string
		var primary bool
		var part keyPart
		err := rows.Scan(&key, &primary, &part.column, &part.prefix)
		parts.add(key, primary, part)
		return err
	}, mysqlKeys, space, table)
	live.keys = parts.keys
	if err != nil {
		return live, err
	}
	if err := eachRow(db, live.addReference, mysqlReferences, space, table); err != nil {
		return live, err
	}
	return live, eachRow(db, live.addTrigger, mysqlTriggers, space, table)
}

func (live *liveTable) addMySQLColumn(rows *sql.Rows) error {
	var name, nullable, extra string
	var length sql.NullInt64
	var collation, defaults sql.NullString
	var c liveColumn
	if err := rows.Scan(&name, &c.dataType, &c.shown, &length, &nullable, &collation, &defaults, &extra); err != nil {
		return err
	}
	c.dataType = strings.ToLower(c.dataType)
	c.length, c.nullable, c.collation, c.defaults = length.Int64, nullable == "YES", collation.String, defaults.String
	c.unsigned = strings.Contains(strings.ToLower(c.shown), "unsigned")
	c.order = mysqlOrder(c.collation)
	switch extra = strings.ToUpper(extra); { // DEFAULT_GENERATED is a default
	case strings.Contains(extra, "AUTO_INCREMENT"):
		c.maker = byCounter
	case strings.Contains(extra, "VIRTUAL") || strings.Contains(extra, "STORED") || strings.Contains(extra, "PERSISTENT"):
		c.maker = byExpression
	}
	live.columns[name] = c
	return nil
}

// mysqlOrder reads a collation's name: _bin compares bytes or, which is the same
// order, characters; _cs tells upper case from lower case and has the order of a
// language; the others are caseless.
func mysqlOrder(collation string) order {
	switch {
	case collation == "" || collation == "binary" || strings.HasSuffix(collation, "_bin"):
		return byteOrder
	case strings.HasSuffix(collation, "_cs"):
		return otherOrder
	}
	return caseless
}

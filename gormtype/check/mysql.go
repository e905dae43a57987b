package check

import (
	"database/sql"
	"strings"
)

// inTable selects a table of a schema, of the connection's own if it has no name.
const inTable = "table_schema = COALESCE(NULLIF(@space, ''), DATABASE()) AND table_name = @table"

var mysqlCatalog = catalog{
	columns: "SELECT column_name, data_type, column_type, character_maximum_length, is_nullable, collation_name, " +
		"column_default, extra FROM information_schema.columns WHERE " + inTable,
	addColumn: (*liveTable).addMySQLColumn,
	relation: "SELECT table_type LIKE '%VIEW', COALESCE(create_options, '') LIKE '%partitioned%' " +
		"FROM information_schema.tables WHERE " + inTable,
	keys: "SELECT index_name, index_name = 'PRIMARY', COALESCE(column_name, ''), COALESCE(sub_part, 0) " +
		"FROM information_schema.statistics WHERE " + inTable + " AND non_unique = 0 ORDER BY index_name, seq_in_index",
	references: "SELECT column_name, referenced_table_schema, referenced_table_name, referenced_column_name " +
		"FROM information_schema.key_column_usage WHERE " + inTable + " AND referenced_column_name IS NOT NULL ORDER BY column_name",
	// A role without the privilege TRIGGER sees none.
	triggers: "SELECT trigger_name, action_statement, TRUE FROM information_schema.triggers " +
		"WHERE event_object_schema = COALESCE(NULLIF(@space, ''), DATABASE()) AND event_object_table = @table AND action_timing = 'BEFORE' " +
		"AND event_manipulation IN ('INSERT', 'UPDATE') ORDER BY trigger_name",
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

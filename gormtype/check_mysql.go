package gormtype

import (
	"database/sql"
	"strings"

	"gorm.io/gorm"
)

func mysqlColumns(db *gorm.DB, space, table string) (map[string]liveColumn, error) {
	rows, err := db.Raw("SELECT column_name, data_type, column_type, character_maximum_length, is_nullable, collation_name, "+
		"column_default FROM information_schema.columns WHERE table_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND table_name = ?",
		space, table).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := map[string]liveColumn{}
	for rows.Next() {
		var name, nullable string
		var length sql.NullInt64
		var collation, defaults sql.NullString
		var c liveColumn
		if err := rows.Scan(&name, &c.dataType, &c.shown, &length, &nullable, &collation, &defaults); err != nil {
			return nil, err
		}
		c.dataType = strings.ToLower(c.dataType)
		c.length, c.nullable, c.collation, c.defaults = length.Int64, nullable == "YES", collation.String, defaults.String
		c.unsigned = strings.Contains(strings.ToLower(c.shown), "unsigned")
		c.order = mysqlOrder(c.collation)
		columns[name] = c
	}
	return columns, rows.Err()
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

package gormtype

import (
	"database/sql"
	"strings"

	"gorm.io/gorm"
)

// A column of a domain has the type of what the domain is of. The columns for the
// locale of a database have other names in each of the versions 15 to 17, and none
// before.
const postgresQuery = `SELECT a.attname, b.typname, format_type(a.atttypid, a.atttypmod),
	CASE WHEN b.typname IN ('varchar', 'bpchar') THEN greatest(a.atttypmod - 4, 0) ELSE 0 END,
	NOT (a.attnotnull OR t.typnotnull), COALESCE(pg_get_expr(f.adbin, f.adrelid), ''),
	l.collname, l.collprovider, l.collcollate, l.collisdeterministic,
	COALESCE(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', d.datcollate), COALESCE(to_jsonb(d)->>'datlocprovider', 'c')
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
LEFT JOIN pg_catalog.pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
JOIN pg_catalog.pg_database d ON d.datname = current_database()
WHERE a.attrelid = to_regclass(CAST(? AS text)) AND a.attnum > 0 AND NOT a.attisdropped`

func postgresColumns(db *gorm.DB, space, table string) (map[string]liveColumn, error) {
	rows, err := db.Raw(postgresQuery, quotedName(space, table)).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns := map[string]liveColumn{}
	for rows.Next() {
		var name, database, databaseProvider string
		var collation, provider, locale sql.NullString
		var deterministic sql.NullBool
		var c liveColumn
		if err := rows.Scan(&name, &c.dataType, &c.shown, &c.length, &c.nullable, &c.defaults,
			&collation, &provider, &locale, &deterministic, &database, &databaseProvider); err != nil {
			return nil, err
		}
		c.collation = collation.String
		switch {
		case c.dataType == "citext" || deterministic.Valid && !deterministic.Bool:
			c.order = caseless
		case provider.String == "d": // the database's own
			c.collation += " (" + database + ")"
			c.order = postgresOrder(databaseProvider, database)
		case provider.Valid:
			c.order = postgresOrder(provider.String, locale.String)
		}
		columns[name] = c
	}
	return columns, rows.Err()
}

// postgresOrder: the collations of the provider "builtin" compare code points, and
// those of libc under these names bytes, which is the same order.
func postgresOrder(provider, locale string) order {
	if provider == "b" {
		return byteOrder
	}
	if provider == "c" {
		switch strings.ToUpper(locale) {
		case "C", "POSIX", "C.UTF-8", "C.UTF8":
			return byteOrder
		}
	}
	return otherOrder
}

func quotedName(space, table string) string {
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	if space == "" {
		return quote(table)
	}
	return quote(space) + "." + quote(table)
}

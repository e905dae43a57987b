package check

import (
	"database/sql"
	"strings"
)

var postgresCatalog = catalog{
	// A column of a domain has the type of what the domain is of, and is NOT NULL if one of
	// its domains is. The columns for the locale of a database have other names in each of
	// the versions 15 to 17, and none before.
	columns: `WITH RECURSIVE base AS (
	SELECT a.attnum, a.atttypid AS type, a.atttypmod AS modifier, a.attnotnull AS filled, CAST(NULL AS text) COLLATE "C" AS fallback
	FROM pg_catalog.pg_attribute a
	WHERE a.attrelid = to_regclass(CAST(@table AS text)) AND a.attnum > 0 AND NOT a.attisdropped
	UNION ALL
	SELECT base.attnum, t.typbasetype, CASE WHEN base.modifier < 0 THEN t.typtypmod ELSE base.modifier END,
		base.filled OR t.typnotnull, COALESCE(base.fallback, t.typdefault)
	FROM base JOIN pg_catalog.pg_type t ON t.oid = base.type AND t.typtype = 'd'
)
SELECT a.attname, b.typname, format_type(a.atttypid, a.atttypmod),
	CASE WHEN b.typname IN ('varchar', 'bpchar') THEN greatest(base.modifier - 4, 0) ELSE 0 END,
	NOT base.filled, COALESCE(pg_get_expr(f.adbin, f.adrelid), base.fallback, ''),
	a.attidentity <> '', a.attgenerated <> '',
	l.collname, l.collprovider, l.collcollate, l.collisdeterministic,
	COALESCE(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', d.datcollate), COALESCE(to_jsonb(d)->>'datlocprovider', 'c')
FROM base
JOIN pg_catalog.pg_type b ON b.oid = base.type AND b.typtype <> 'd'
JOIN pg_catalog.pg_attribute a ON a.attrelid = to_regclass(CAST(@table AS text)) AND a.attnum = base.attnum
LEFT JOIN pg_catalog.pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
JOIN pg_catalog.pg_database d ON d.datname = current_database()`,
	addColumn: (*liveTable).addPostgresColumn,
	relation: `SELECT relkind NOT IN ('r', 'p'), relkind = 'p' OR relhassubclass
FROM pg_catalog.pg_class WHERE oid = to_regclass(CAST(@table AS text))`,
	keys: `SELECT x.relname, i.indisprimary, COALESCE(a.attname, ''), 0
FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
CROSS JOIN LATERAL unnest(CAST(i.indkey AS int2[])) WITH ORDINALITY AS k (attnum, n)
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
WHERE i.indrelid = to_regclass(CAST(@table AS text)) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND k.n <= i.indnkeyatts
ORDER BY x.relname, k.n`,
	references: `SELECT a.attname, n.nspname, c.relname, b.attname
FROM pg_catalog.pg_constraint f
JOIN pg_catalog.pg_class c ON c.oid = f.confrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (own, other)
JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own
JOIN pg_catalog.pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.other
WHERE f.conrelid = to_regclass(CAST(@table AS text)) AND f.contype = 'f' ORDER BY f.conname, a.attname`,
	// The functions of other languages are not read.
	triggers: `SELECT t.tgname, pg_get_triggerdef(t.oid) || chr(10) || p.prosrc, t.tgtype & 2 <> 0
FROM pg_catalog.pg_trigger t
JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid
JOIN pg_catalog.pg_language l ON l.oid = p.prolang AND l.lanname = 'plpgsql'
WHERE t.tgrelid = to_regclass(CAST(@table AS text)) AND NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgtype & 20 <> 0
ORDER BY t.tgname`,
}

func (live *liveTable) addPostgresColumn(rows *sql.Rows) error {
	var name, database, databaseProvider string
	var collation, provider, locale sql.NullString
	var deterministic sql.NullBool
	var identity, generated bool
	var c liveColumn
	if err := rows.Scan(&name, &c.dataType, &c.shown, &c.length, &c.nullable, &c.defaults, &identity, &generated,
		&collation, &provider, &locale, &deterministic, &database, &databaseProvider); err != nil {
		return err
	}
	switch {
	case generated:
		c.maker = byExpression
	case identity || strings.HasPrefix(c.defaults, "nextval("):
		c.maker = byCounter
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
	live.columns[name] = c
	return nil
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

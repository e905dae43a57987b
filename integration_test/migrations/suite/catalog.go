package suite

// The catalogs of the servers, for Migrations. goose's own tables do not count:
// it keeps them when everything has gone down.
const (
	PostgresCatalog = `
SELECT 'function ' || p.oid::regprocedure || ' ' || pg_get_functiondef(p.oid)
FROM pg_proc p JOIN pg_namespace s ON s.oid = p.pronamespace
WHERE s.nspname NOT IN ('pg_catalog', 'information_schema') AND p.prokind <> 'a'
UNION ALL
SELECT 'relation ' || c.relkind::text || ' ' || c.oid::regclass || ' ' || coalesce(c.reloptions::text, '')
FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
WHERE s.nspname NOT IN ('pg_catalog', 'information_schema') AND s.nspname NOT LIKE 'pg_toast%' AND s.nspname NOT LIKE 'pg_temp%'
  AND c.relname NOT LIKE '%migrations%' AND c.relname NOT LIKE 'goose_db_version%'
UNION ALL
SELECT 'type ' || t.typtype::text || ' ' || t.oid::regtype
FROM pg_type t JOIN pg_namespace s ON s.oid = t.typnamespace
WHERE s.nspname NOT IN ('pg_catalog', 'information_schema') AND s.nspname NOT LIKE 'pg_toast%' AND s.nspname NOT LIKE 'pg_temp%'
  AND t.typname NOT LIKE '%migrations%' AND t.typname NOT LIKE '%goose_db_version%'
UNION ALL
SELECT 'constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
FROM pg_constraint c JOIN pg_namespace s ON s.oid = c.connamespace
WHERE s.nspname NOT IN ('pg_catalog', 'information_schema')
  AND c.conname NOT LIKE '%migrations%' AND c.conname NOT LIKE 'goose_db_version%'
UNION ALL
SELECT 'cast ' || c.castsource::regtype || ' ' || c.casttarget::regtype FROM pg_cast c WHERE c.oid >= 16384
UNION ALL
SELECT 'operator ' || o.oid::regoperator FROM pg_operator o WHERE o.oid >= 16384
UNION ALL
SELECT 'schema ' || nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_%' AND nspname <> 'information_schema'`

	// MySQLCatalog is MariaDB's as well.
	MySQLCatalog = `
SELECT CONCAT(ROUTINE_TYPE, ' ', ROUTINE_NAME, ' ', SHA2(CONCAT_WS(' ', DTD_IDENTIFIER, ROUTINE_DEFINITION, IS_DETERMINISTIC, SQL_DATA_ACCESS, SQL_MODE), 256))
FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()
UNION ALL
SELECT CONCAT('parameter ', SPECIFIC_NAME, ' ', ORDINAL_POSITION, ' ', COALESCE(PARAMETER_NAME, ''), ' ', DTD_IDENTIFIER)
FROM information_schema.PARAMETERS WHERE SPECIFIC_SCHEMA = DATABASE()
UNION ALL
SELECT CONCAT(TABLE_TYPE, ' ', TABLE_NAME) FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT LIKE '%migrations%' AND TABLE_NAME NOT LIKE 'goose_db_version%'
UNION ALL
SELECT CONCAT('trigger ', TRIGGER_NAME) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()
UNION ALL
SELECT CONCAT('event ', EVENT_NAME) FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()`

	SQLiteCatalog = `
SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
WHERE tbl_name NOT LIKE '%migrations%' AND tbl_name NOT LIKE 'goose_db_version%' AND name <> 'sqlite_sequence'`
)

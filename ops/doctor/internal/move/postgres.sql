WITH RECURSIVE setting AS MATERIALIZED (
  SELECT set_config('search_path', 'pg_catalog', true) AS path
), moved (root, relid, attname) AS (
  SELECT to_regclass(m.relation)::oid, to_regclass(m.relation)::oid, m.name::name
  FROM setting, (VALUES {{columns}}) AS m (relation, name) WHERE path IS NOT NULL
  UNION SELECT m.root, i.inhrelid, m.attname FROM moved AS m JOIN pg_inherits AS i ON i.inhparent = m.relid
), attributes AS (
  SELECT m.root, a.* FROM moved AS m JOIN pg_attribute AS a ON a.attrelid = m.relid AND a.attname = m.attname
), dependent AS (
  SELECT d.classid, d.objid, d.objsubid, a.attrelid, a.attnum, a.attname
  FROM attributes AS a JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
), views (relid, level) AS (
  SELECT r.ev_class, 1 FROM dependent AS d JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid AND r.rulename = '_RETURN'
  UNION SELECT r.ev_class, v.level + 1 FROM views AS v JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = v.relid
  JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid AND r.rulename = '_RETURN' AND r.ev_class <> v.relid
), relations AS (
  SELECT c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS shown FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
), words (relid, isview, name, relation, attribute) AS MATERIALIZED (
  -- A pattern finds each name: as a word, or, if it has other characters, as a text has it in quotes.
  SELECT relid, isview, name, CASE WHEN relation ~ '^\w+$' THEN '\m' || relation || '\M' ELSE regexp_replace(relation, '(\W)', '\\\1', 'g') END,
    CASE WHEN attribute ~ '^\w+$' THEN '\m' || attribute || '\M' ELSE regexp_replace(attribute, '(\W)', '\\\1', 'g') END
  FROM (SELECT DISTINCT a.attrelid AS relid, false AS isview, a.attname AS name, replace(c.relname, '"', '""') AS relation, replace(a.attname, '"', '""') AS attribute FROM attributes AS a JOIN pg_class AS c ON c.oid = a.attrelid
    UNION ALL SELECT DISTINCT v.relid, true, NULL::name, replace(c.relname, '"', '""'), NULL FROM views AS v JOIN pg_class AS c ON c.oid = v.relid) AS names
)
-- The columns.
SELECT 'column' AS kind, r.shown AS relation, a.attname::text AS name,
  format_type(a.atttypid, a.atttypmod) || ' ' || a.attcollation || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') AS definition,
  '' AS expression, CASE WHEN r.relkind NOT IN ('r', 'p') THEN 'its relation is no table' ELSE '' END AS problem, 0 AS level
FROM attributes AS a JOIN relations AS r ON r.oid = a.attrelid LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
UNION ALL
-- Constraints. Those of partitions that a parent has are part of the parent's.
SELECT DISTINCT CASE c.contype WHEN 'p' THEN 'primary key' WHEN 'u' THEN 'unique constraint' WHEN 'f' THEN 'foreign key' WHEN 'c' THEN 'check' ELSE 'constraint' END,
  r.shown, c.conname::text, pg_get_constraintdef(c.oid),
  coalesce(pg_get_expr(c.conbin, c.conrelid), CASE c.contype WHEN 'f' THEN obj_description(c.oid, 'pg_constraint') END, ''),
  CASE WHEN c.contype NOT IN ('p', 'u', 'f', 'c') THEN 'only primary keys, unique, foreign keys and checks come back by themselves: drop it before and add it afterwards' ELSE '' END, 0
FROM dependent AS d JOIN pg_constraint AS c ON d.classid = 'pg_constraint'::regclass AND c.oid = d.objid JOIN relations AS r ON r.oid = c.conrelid
WHERE c.conparentid = 0 AND c.contype <> 'n' AND (c.contype = 'f' OR c.conislocal)
UNION ALL
SELECT DISTINCT 'index', r.shown, x.relname::text, pg_get_indexdef(x.oid),
  concat_ws(' AND ', pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid)),
  CASE WHEN am.amname NOT IN ('btree', 'hash') THEN 'an index of ' || am.amname || ' does not come back by itself: drop it before and create it afterwards'
    WHEN EXISTS (SELECT FROM unnest(i.indkey::int2[], i.indclass::oid[], i.indcollation::oid[]) AS k (attnum, class, collated)
      JOIN attributes AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum JOIN pg_opclass AS o ON o.oid = k.class
      WHERE NOT o.opcdefault OR k.collated NOT IN (0, a.attcollation))
    THEN 'its operator class or collation is of texts alone: drop it before and create another afterwards' ELSE '' END, 0
FROM dependent AS d JOIN relations AS x ON d.classid = 'pg_class'::regclass AND x.oid = d.objid AND x.relkind IN ('i', 'I') AND NOT x.relispartition
JOIN pg_index AS i ON i.indexrelid = x.oid JOIN relations AS r ON r.oid = i.indrelid JOIN pg_am AS am ON am.oid = x.relam
UNION ALL
SELECT CASE r.relkind WHEN 'v' THEN 'view' ELSE 'materialized view' END, r.shown, r.shown, pg_get_viewdef(r.oid), '',
  CASE WHEN r.relkind <> 'v' THEN 'it has rows and indexes of its own: drop it before and create it afterwards'
    WHEN EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = r.oid) OR EXISTS (SELECT FROM pg_rewrite AS w WHERE w.ev_class = r.oid AND w.rulename <> '_RETURN')
      OR EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = r.oid AND (a.attacl IS NOT NULL OR a.atthasdef))
      OR EXISTS (SELECT FROM pg_description AS c WHERE c.objoid = r.oid AND c.objsubid > 0)
    THEN 'it has rules, triggers, defaults, or rights or comments on columns: drop it before and create it afterwards'
    WHEN r.relacl::text LIKE '%*%' THEN 'it has rights with GRANT OPTION: drop it before and create it afterwards'
    WHEN EXISTS (SELECT FROM pg_depend AS p JOIN pg_proc AS f ON p.classid = 'pg_proc'::regclass AND f.oid = p.objid WHERE p.refclassid = 'pg_class'::regclass AND p.refobjid = r.oid)
    THEN 'a function depends on it: drop both before and create them afterwards' ELSE '' END, max(v.level)
FROM views AS v JOIN relations AS r ON r.oid = v.relid GROUP BY r.oid, r.relkind, r.shown, r.relacl
UNION ALL
SELECT DISTINCT 'trigger', r.shown, t.tgname::text, pg_get_triggerdef(t.oid), t.tgenabled::text || coalesce(obj_description(t.oid, 'pg_trigger'), ''), '', 0
FROM dependent AS d JOIN pg_trigger AS t ON d.classid = 'pg_trigger'::regclass AND t.oid = d.objid AND NOT t.tgisinternal AND t.tgparentid = 0
JOIN relations AS r ON r.oid = t.tgrelid
UNION ALL
SELECT DISTINCT 'generated column', r.shown, g.attname::text, pg_get_expr(e.adbin, e.adrelid), '', 'it is computed from the texts: drop it before and add it afterwards', 0
FROM dependent AS d JOIN pg_attrdef AS e ON d.classid = 'pg_attrdef'::regclass AND e.oid = d.objid
JOIN pg_attribute AS g ON g.attrelid = e.adrelid AND g.attnum = e.adnum JOIN relations AS r ON r.oid = e.adrelid
WHERE g.attgenerated <> ''
UNION ALL
SELECT DISTINCT 'partition key', r.shown, a.attname::text, pg_get_partkeydef(r.oid), '', 'a table cannot be partitioned by a column that changes its type', 0
FROM attributes AS a JOIN relations AS r ON r.oid = a.attrelid JOIN pg_partitioned_table AS p ON p.partrelid = a.attrelid
WHERE a.attnum = ANY (p.partattrs::int2[]) OR (p.partexprs IS NOT NULL AND EXISTS (SELECT FROM words AS w WHERE NOT w.isview AND w.relid = a.attrelid AND w.name = a.attname AND pg_get_partkeydef(r.oid) ~ w.attribute))
UNION ALL
SELECT DISTINCT 'statistics', r.shown, e.stxname::text, pg_get_statisticsobjdef(e.oid), '', CASE WHEN e.stxexprs IS NULL THEN '' ELSE 'an expression of texts: drop it before and create it afterwards' END, 0
FROM dependent AS d JOIN pg_statistic_ext AS e ON d.classid = 'pg_statistic_ext'::regclass AND e.oid = d.objid JOIN relations AS r ON r.oid = e.stxrelid
UNION ALL
SELECT DISTINCT 'policy', r.shown, w.polname::text, concat_ws(' WITH CHECK ', pg_get_expr(w.polqual, w.polrelid), pg_get_expr(w.polwithcheck, w.polrelid)), '', 'it does not come back by itself: drop it before and create it afterwards', 0
FROM dependent AS d JOIN pg_policy AS w ON d.classid = 'pg_policy'::regclass AND w.oid = d.objid JOIN relations AS r ON r.oid = w.polrelid
UNION ALL
SELECT DISTINCT 'rule', r.shown, w.rulename::text, pg_get_ruledef(w.oid), '', 'it does not come back by itself: drop it before and create it afterwards', 0
FROM dependent AS d JOIN pg_rewrite AS w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid AND w.rulename <> '_RETURN' JOIN relations AS r ON r.oid = w.ev_class
UNION ALL
-- Whatever else depends on the columns, of kinds that later versions have too.
SELECT DISTINCT 'object', '', pg_describe_object(d.classid, d.objid, d.objsubid), '', '', 'it does not come back by itself: drop it before and create it afterwards', 0
FROM dependent AS d
WHERE d.classid NOT IN ('pg_constraint'::regclass, 'pg_trigger'::regclass, 'pg_statistic_ext'::regclass, 'pg_policy'::regclass)
  AND NOT (d.classid = 'pg_class'::regclass AND (SELECT relkind IN ('i', 'I', 'S') FROM pg_class WHERE oid = d.objid)) -- an owned sequence stays
  AND d.classid <> 'pg_rewrite'::regclass
  AND NOT (d.classid = 'pg_attrdef'::regclass AND EXISTS (SELECT FROM pg_attrdef AS e JOIN pg_attribute AS g ON g.attrelid = e.adrelid AND g.attnum = e.adnum
    WHERE e.oid = d.objid AND (g.attgenerated <> '' OR (g.attrelid = d.attrelid AND g.attnum = d.attnum))))
UNION ALL
-- The text of a function depends on nothing. It counts if it has the names of a table or view, or is a trigger of the table, and the name of a column.
SELECT DISTINCT 'function', '', f.oid::regprocedure::text, f.prosrc, '', '', 0
FROM pg_proc AS f JOIN pg_namespace AS n ON n.oid = f.pronamespace JOIN pg_language AS l ON l.oid = f.prolang
WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_' AND l.lanname NOT IN ('c', 'internal') AND f.proname NOT LIKE 'sortid\_%'
  AND NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = 'pg_proc'::regclass AND e.objid = f.oid AND e.deptype = 'e')
  AND (f.prosrc ~* (SELECT string_agg(DISTINCT relation, '|') FROM words) OR EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgfoid = f.oid)) -- this leaves few functions to the conditions below, which take long
  AND EXISTS (SELECT FROM words AS a WHERE NOT a.isview AND (f.prosrc ~* a.attribute OR f.prosrc ~ '\*') AND (
      f.prosrc ~* a.relation
      OR EXISTS (SELECT FROM words AS v WHERE v.isview AND f.prosrc ~* v.relation)
      OR EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgfoid = f.oid AND t.tgrelid = a.relid)))

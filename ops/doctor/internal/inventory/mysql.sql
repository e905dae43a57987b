SELECT CASE t.table_type WHEN 'VIEW' THEN 'view' WHEN 'SEQUENCE' THEN 'sequence' ELSE 'table' END AS kind, '' AS relation, t.table_name AS name,
  NULLIF(NULLIF(NULLIF(t.table_type, 'BASE TABLE'), 'VIEW'), 'SEQUENCE') AS sort, t.engine AS engine, LOWER(t.row_format) AS `row format`, t.table_collation AS collation,
  t.create_options AS options, CASE WHEN t.table_type <> 'VIEW' THEN t.table_comment END AS comment
FROM information_schema.tables AS t WHERE t.table_schema = DATABASE();

SELECT 'column' AS kind, c.table_name AS relation, c.column_name AS name, c.ordinal_position AS position, c.column_type AS type, CASE c.is_nullable WHEN 'NO' THEN 'yes' END AS `not null`,
  c.column_default AS `default`, NULLIF(c.generation_expression, '') AS `generated`, NULLIF(TRIM(REPLACE(c.extra, 'DEFAULT_GENERATED', '')), '') AS extra, c.character_set_name AS `character set`, c.collation_name AS collation, c.column_comment AS comment{{column}}
FROM information_schema.columns AS c JOIN information_schema.tables AS t ON t.table_schema = DATABASE() AND t.table_name = c.table_name
WHERE c.table_schema = DATABASE() AND t.table_type NOT IN ('VIEW', 'SEQUENCE') ORDER BY c.table_name, c.ordinal_position;

SELECT 'index' AS kind, s.table_name AS relation, s.index_name AS name,
  GROUP_CONCAT(CONCAT({{part}}, CASE WHEN s.sub_part IS NULL THEN '' ELSE CONCAT('(', s.sub_part, ')') END, CASE s.collation WHEN 'D' THEN ' DESC' ELSE '' END) ORDER BY s.seq_in_index SEPARATOR ', ') AS columns,
  CASE MAX(s.non_unique) WHEN 0 THEN 'yes' END AS `unique`, MAX(s.index_type) AS type, MAX(s.index_comment) AS comment, {{hidden}} AS invisible
FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() GROUP BY s.table_name, s.index_name;

SELECT 'foreign key' AS kind, k.table_name AS relation, k.constraint_name AS name,
  CONCAT('(', GROUP_CONCAT(k.column_name ORDER BY k.ordinal_position SEPARATOR ', '), ')') AS columns,
  CONCAT(CASE WHEN k.referenced_table_schema = DATABASE() THEN '' ELSE CONCAT(k.referenced_table_schema, '.') END, k.referenced_table_name, '(', GROUP_CONCAT(k.referenced_column_name ORDER BY k.ordinal_position SEPARATOR ', '), ')') AS `references`,
  r.update_rule AS `ON UPDATE`, r.delete_rule AS `ON DELETE`
FROM information_schema.key_column_usage AS k
JOIN information_schema.referential_constraints AS r ON r.constraint_schema = DATABASE() AND r.table_name = k.table_name AND r.constraint_name = k.constraint_name
WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL
GROUP BY k.table_name, k.constraint_name, k.referenced_table_schema, k.referenced_table_name, r.update_rule, r.delete_rule;

-- Those of other databases. No row of them is no reading of their rules either.
SELECT 'foreign key' AS kind, CONCAT(k.table_schema, '.', k.table_name) AS relation, k.constraint_name AS name,
  CONCAT('(', GROUP_CONCAT(k.column_name ORDER BY k.ordinal_position SEPARATOR ', '), ')') AS columns,
  CONCAT(k.referenced_table_name, '(', GROUP_CONCAT(k.referenced_column_name ORDER BY k.ordinal_position SEPARATOR ', '), ')') AS `references`,
  r.update_rule AS `ON UPDATE`, r.delete_rule AS `ON DELETE`
FROM information_schema.key_column_usage AS k
JOIN information_schema.referential_constraints AS r ON r.constraint_schema = k.constraint_schema AND r.table_name = k.table_name AND r.constraint_name = k.constraint_name
WHERE k.table_schema <> DATABASE() AND k.referenced_table_schema = DATABASE()
GROUP BY k.table_schema, k.table_name, k.constraint_name, k.referenced_table_name, r.update_rule, r.delete_rule;

SELECT 'partition' AS kind, p.table_name AS relation, CONCAT_WS('.', p.partition_name, p.subpartition_name) AS name,
  CONCAT_WS(' ', p.partition_method, p.partition_expression) AS method, CONCAT_WS(' ', p.subpartition_method, p.subpartition_expression) AS submethod, p.partition_description AS bound, p.partition_comment AS comment
FROM information_schema.partitions AS p WHERE p.table_schema = DATABASE() AND p.partition_name IS NOT NULL;

SELECT 'view' AS kind, '' AS relation, v.table_name AS name, v.view_definition AS definition, NULLIF(v.check_option, 'NONE') AS `check option`, v.definer AS owner, v.security_type AS security,
  CASE v.view_definition WHEN '' THEN 'SHOW VIEW' END AS unreadable{{view}}
FROM information_schema.views AS v WHERE v.table_schema = DATABASE();

SELECT 'trigger' AS kind, t.event_object_table AS relation, t.trigger_name AS name, CONCAT_WS(' ', t.action_timing, t.event_manipulation) AS `at`, t.action_order AS position,
  t.action_statement AS definition, t.definer AS owner, t.sql_mode AS sql_mode, t.character_set_client AS `character set`
FROM information_schema.triggers AS t WHERE t.trigger_schema = DATABASE();

SELECT LOWER(r.routine_type) AS kind, '' AS relation, r.routine_name AS name, r.routine_definition AS definition, r.dtd_identifier AS `returns`,
  (SELECT GROUP_CONCAT(CONCAT_WS(' ', p.parameter_mode, p.parameter_name, p.dtd_identifier) ORDER BY p.ordinal_position SEPARATOR ', ') FROM information_schema.parameters AS p
    WHERE p.specific_schema = DATABASE() AND p.specific_name = r.specific_name AND p.routine_type = r.routine_type AND p.ordinal_position > 0) AS parameters,
  CASE r.is_deterministic WHEN 'YES' THEN 'yes' END AS `deterministic`, r.sql_data_access AS `data access`, r.security_type AS security, r.definer AS owner, r.sql_mode AS sql_mode, r.routine_comment AS comment,
  CASE WHEN r.routine_definition IS NULL THEN 'SHOW_ROUTINE' END AS unreadable
FROM information_schema.routines AS r WHERE r.routine_schema = DATABASE();

SELECT 'event' AS kind, '' AS relation, e.event_name AS name, e.event_definition AS definition, CONCAT_WS(' ', e.execute_at, e.interval_value, e.interval_field, e.starts, e.ends, e.time_zone) AS schedule,
  e.status AS status, e.on_completion AS completion, e.definer AS owner, e.sql_mode AS sql_mode, e.event_comment AS comment
FROM information_schema.events AS e WHERE e.event_schema = DATABASE();

SELECT 'grant to' AS kind, p.table_name AS relation, p.grantee AS name, GROUP_CONCAT(CONCAT(p.privilege_type, CASE p.is_grantable WHEN 'YES' THEN ' with grant option' ELSE '' END) ORDER BY p.privilege_type SEPARATOR ', ') AS rights
FROM information_schema.table_privileges AS p WHERE p.table_schema = DATABASE() GROUP BY p.table_name, p.grantee
UNION ALL
SELECT 'grant to', CONCAT(p.table_name, '.', p.column_name), p.grantee, GROUP_CONCAT(CONCAT(p.privilege_type, CASE p.is_grantable WHEN 'YES' THEN ' with grant option' ELSE '' END) ORDER BY p.privilege_type SEPARATOR ', ')
FROM information_schema.column_privileges AS p WHERE p.table_schema = DATABASE() GROUP BY p.table_name, p.column_name, p.grantee
UNION ALL
SELECT 'grant to', 'the database', p.grantee, GROUP_CONCAT(CONCAT(p.privilege_type, CASE p.is_grantable WHEN 'YES' THEN ' with grant option' ELSE '' END) ORDER BY p.privilege_type SEPARATOR ', ')
FROM information_schema.schema_privileges AS p WHERE p.table_schema = DATABASE() GROUP BY p.grantee;

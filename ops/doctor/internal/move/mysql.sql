SELECT 'column' AS kind, c.table_name AS relation, c.column_name AS name, CONCAT_WS(' ', c.column_type, c.is_nullable, c.column_default, c.extra, c.collation_name) AS definition, '' AS problem
FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND (c.table_name, c.column_name) IN ({{columns}})
UNION ALL
SELECT 'index', s.table_name, s.index_name, GROUP_CONCAT(CONCAT_WS(' ', s.non_unique, s.column_name, s.sub_part, s.collation) ORDER BY s.seq_in_index),
  CASE WHEN MAX((s.table_name, s.column_name) IN ({{columns}}) AND s.sub_part IS NOT NULL) THEN 'it holds a part of each text: drop it before and create another afterwards'
    WHEN MAX((s.table_name, s.column_name) IN ({{columns}}) AND s.index_type <> 'BTREE' AND s.index_type <> 'HASH') THEN 'its type is of texts alone: drop it before' ELSE '' END
FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name IN ({{tables}}) GROUP BY s.table_name, s.index_name
UNION ALL
SELECT 'foreign key', k.table_name, k.constraint_name,
  GROUP_CONCAT(CONCAT_WS(' ', k.column_name, k.referenced_table_name, k.referenced_column_name, r.update_rule, r.delete_rule) ORDER BY k.ordinal_position),
  CASE WHEN k.referenced_table_schema <> DATABASE() THEN CONCAT('it is of the database ', k.table_schema, ': drop it before and add it afterwards') ELSE '' END
FROM information_schema.key_column_usage AS k
JOIN information_schema.referential_constraints AS r ON r.constraint_schema = DATABASE() AND r.table_name = k.table_name AND r.constraint_name = k.constraint_name
WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL AND (k.table_name, k.constraint_name) IN (
  SELECT u.table_name, u.constraint_name FROM information_schema.key_column_usage AS u WHERE u.table_schema = DATABASE() AND u.referenced_table_name IS NOT NULL
  AND ((u.table_name, u.column_name) IN ({{columns}}) OR (u.referenced_table_schema = DATABASE() AND (u.referenced_table_name, u.referenced_column_name) IN ({{columns}}))))
GROUP BY k.table_schema, k.referenced_table_schema, k.table_name, k.constraint_name
UNION ALL
SELECT 'foreign key', k.table_name, k.constraint_name, GROUP_CONCAT(CONCAT_WS(' ', k.column_name, k.referenced_table_name, k.referenced_column_name) ORDER BY k.ordinal_position),
  CONCAT('it is of the database ', k.table_schema, ': drop it before and add it afterwards')
FROM information_schema.key_column_usage AS k
WHERE k.table_schema <> DATABASE() AND k.referenced_table_schema = DATABASE() AND (k.referenced_table_name, k.referenced_column_name) IN ({{columns}})
GROUP BY k.table_schema, k.table_name, k.constraint_name
UNION ALL
SELECT 'check', {{check_table}}, c.constraint_name, c.check_clause, '' FROM {{checks}} AND {{check_named}}
UNION ALL
SELECT 'generated column', c.table_name, c.column_name, c.generation_expression, 'it, or an index of it, is computed from the texts: drop it before and add it afterwards'
FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND {{generated}}
{{functional}}
UNION ALL
SELECT DISTINCT 'partition key', p.table_name, p.table_name, CONCAT_WS(' ', p.partition_expression, p.subpartition_expression), 'a table cannot be partitioned by a column that changes its type'
FROM information_schema.partitions AS p WHERE p.table_schema = DATABASE() AND {{partitioned}}
UNION ALL
SELECT 'trigger', t.event_object_table, t.trigger_name, t.action_statement, '' FROM information_schema.triggers AS t
WHERE t.event_object_schema = DATABASE() AND ({{trigger_own}} OR {{trigger_other}})
UNION ALL
SELECT 'view', '', v.table_name, v.view_definition, CASE WHEN v.view_definition = '' THEN 'the account may not read it: use one with SHOW VIEW' ELSE '' END
FROM information_schema.views AS v WHERE v.table_schema = DATABASE() AND (v.view_definition = '' OR {{view}})
UNION ALL
SELECT 'routine', '', r.routine_name, COALESCE(r.routine_definition, ''), CASE WHEN r.routine_definition IS NULL THEN 'the account may not read it: use one with SHOW_ROUTINE' ELSE '' END
FROM information_schema.routines AS r WHERE r.routine_schema = DATABASE() AND r.routine_name NOT LIKE 'sortid\_%' AND (r.routine_definition IS NULL OR {{routine}})
UNION ALL
SELECT 'event', '', e.event_name, e.event_definition, '' FROM information_schema.events AS e WHERE e.event_schema = DATABASE() AND {{event}}
UNION ALL
SELECT 'cluster', '', 'wsrep_on', '', '' FROM {{wsrep}}

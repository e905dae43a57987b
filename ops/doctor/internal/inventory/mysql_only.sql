SELECT 'check' AS kind, t.table_name AS relation, c.constraint_name AS name, c.check_clause AS definition, CASE t.enforced WHEN 'NO' THEN 'no' END AS enforced
FROM information_schema.check_constraints AS c
JOIN information_schema.table_constraints AS t ON t.constraint_schema = DATABASE() AND t.constraint_name = c.constraint_name AND t.constraint_type = 'CHECK'
WHERE c.constraint_schema = DATABASE();

SELECT 'histogram' AS kind, s.table_name AS relation, s.column_name AS name, CAST(JSON_EXTRACT(s.histogram, '$."number-of-buckets-specified"') AS CHAR) AS buckets
FROM information_schema.column_statistics AS s WHERE s.schema_name = DATABASE();

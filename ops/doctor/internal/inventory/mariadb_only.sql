SELECT 'check' AS kind, c.table_name AS relation, c.constraint_name AS name, c.check_clause AS definition, CASE c.level WHEN 'Column' THEN 'the column' END AS `of`
FROM information_schema.check_constraints AS c WHERE c.constraint_schema = DATABASE();

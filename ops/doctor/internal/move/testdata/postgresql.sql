-- Moves columns with UUID text of 36 characters to uuid, on PostgreSQL 18.6:
--   public.users.id
--   public.friends.friend_id
--   public.friends.user_id
--   public.members.user_id
--   public.orders.user_id
--   public.users.manager_id
--   public.logs.user_id

-- Read this first:
--   -leave logs.other_user: nothing needs it
--   -reviewed touched: nothing needs it
--   public.logs.user_id moves too: no foreign key says so, but its only sampled value is a key of public.users.id

-- Rehearse it on a copy. It is one transaction: if a statement fails, nothing has changed.
-- From LOCK TABLE to COMMIT it holds ACCESS EXCLUSIVE locks on all tables of the plan: readers and
-- writers wait. PostgreSQL writes the tables and their indexes again meanwhile, which needs as much
-- free space as they take. Transactions with REPEATABLE READ that are older see empty tables afterwards.

-- Running programs: after COMMIT, prepared statements of open sessions fail with 42804 or 42883. pgx prepares
-- them again after one error for each statement and connection, other drivers when they connect again: restart
-- the programs, or end their sessions (RECONNECT of pgbouncer). A parameter that a program declares as text
-- (id = $1::text) fails in new sessions too: remove the cast.

BEGIN ISOLATION LEVEL READ COMMITTED;
SELECT set_config('sortid_move.path', current_setting('search_path'), true);
SET LOCAL search_path = pg_catalog;
SET LOCAL lock_timeout = '3s';

-- The plan: what becomes of each object that names the columns.
CREATE TEMPORARY TABLE sortid_move_plan (kind text, relation text, name text, hash text, step text) ON COMMIT DROP;
INSERT INTO pg_temp.sortid_move_plan VALUES
  ('check', 'public.users', 'no_own_manager', '7d1c332fc2c6d598eb0d9a7398ae960f205fcb55d7665575618db5ec77857987', 'PostgreSQL builds it again with the type'),
  ('column', 'public.friends', 'friend_id', 'a80ce40b106656f7847182150f3502838b906bacbc45cfd166abe61f6a344216', 'gets the new type in its place'),
  ('column', 'public.users', 'id', '77c353d5b2f70469c68c3bd9db241c2e7001fccdb3e6df315018da0a42fbe72c', 'gets the new type in its place'),
  ('column', 'public.users', 'manager_id', 'a80ce40b106656f7847182150f3502838b906bacbc45cfd166abe61f6a344216', 'gets the new type in its place'),
  ('column', 'public.friends', 'user_id', 'a80ce40b106656f7847182150f3502838b906bacbc45cfd166abe61f6a344216', 'gets the new type in its place'),
  ('column', 'public.logs', 'user_id', 'a80ce40b106656f7847182150f3502838b906bacbc45cfd166abe61f6a344216', 'gets the new type in its place'),
  ('column', 'public.members', 'user_id', 'a80ce40b106656f7847182150f3502838b906bacbc45cfd166abe61f6a344216', 'gets the new type in its place'),
  ('column', 'public.orders', 'user_id', 'a80ce40b106656f7847182150f3502838b906bacbc45cfd166abe61f6a344216', 'gets the new type in its place'),
  ('foreign key', 'public.friends', 'friends_friend', 'ac197f830adbaa5f8383b66e7e756b1357b58648558df1785bab92377988c62f', 'dropped, and added again with its name'),
  ('foreign key', 'public.friends', 'friends_user', 'd631f36898dce0b2d556c1511f3752c5b518435db3659de8171e8189ee73834f', 'dropped, and added again with its name'),
  ('foreign key', 'public.members', 'members_user', '917118c32418b9a36f107b1cef98b614e8f659ec555831406fd39c06480cbd89', 'dropped, and added again with its name'),
  ('foreign key', 'public.orders', 'orders_user', 'bdc0442c22ddbb112ff4ff28eefdba5c7c1707515da7c5587323c3d5a7b06b69', 'dropped, and added again with its name'),
  ('foreign key', 'public.orders', 'unchecked', '88a2d8952d6256d66cfd49739a1f962028221a91fa8fd6c2cdcccef9aa70320f', 'dropped, and added again with its name'),
  ('foreign key', 'public.users', 'users_manager', '9f2a2f6cd063d3a1705b78c9e4b5eb45c5a5d90c374ffd1c0c8ead8047b1d6da', 'dropped, and added again with its name'),
  ('index', 'public.users', 'managed', 'c1ea47c73964c53043bdd06816815e4e12d88157a654b85e29a10b22c6fdedfc', 'PostgreSQL builds it again with the type'),
  ('index', 'public.orders', 'orders_of_shop', 'b76dfcbefc818972b7dfe5019a1ec7ce4d231c50b1af3b122d0a9627d8c4216b', 'PostgreSQL builds it again with the type'),
  ('index', 'public.orders', 'orders_recent', '7b824f63d604b1c9d163b7ee5bb8d360ce36101636c75e51e71706a6e2e6c5d4', 'PostgreSQL builds it again with the type'),
  ('primary key', 'public.friends', 'friends_pkey', 'a7796caef593d76bd2b74074bef49fe75461d00ffb28f067db837af2ae0c287f', 'PostgreSQL builds it again with the type'),
  ('primary key', 'public.orders', 'orders_pkey', 'e485a6f8fbf3a7530ccae1af407049ee758ac250c3d77bf7724550511767574a', 'PostgreSQL builds it again with the type'),
  ('primary key', 'public.users', 'users_pkey', '8c8464f42472e42ee190fc91ca8db79b5351d3a4609040516578d229c56f6fa5', 'PostgreSQL builds it again with the type'),
  ('statistics', 'public.members', 'members_both', 'aad940b81a85defac448338cb58532d969aa86801d1caf93aef806bc0c31d535', 'PostgreSQL builds it again with the type'),
  ('trigger', 'public.orders', 'touched', '9c57038ed59184d0deb4253d49799da2ce49437a7dc72105141cc998382ed815', 'dropped, and created again'),
  ('unique constraint', 'public.orders', 'one_note', 'b6bd40b30b6e271a0404f1c61bed78d0554910a4a560245e4e2d5971ca64ec0d', 'PostgreSQL builds it again with the type'),
  ('unique constraint', 'public.users', 'users_tenant_id_key', 'f0576f70d1efff53fa5d3c5b8011570b92f08c64d6b1f174df21762170caf40a', 'PostgreSQL builds it again with the type'),
  ('view', 'public.named', 'public.named', '15238bdc1c09e2d887b5462821b286d914e5dad85ab0c2371d1b7891d277ac77', 'dropped, and created again with its owner, rights and comment, without casts of the columns'),
  ('view', 'public.names', 'public.names', '344f536aef022aa55a448336c9c5d67e9f719a8a4f1d287770b25505798171cc', 'dropped, and created again with its owner, rights and comment');

-- The preflight: the objects that name the columns now.
CREATE TEMPORARY VIEW sortid_move_found AS
WITH RECURSIVE setting AS MATERIALIZED (
  SELECT set_config('search_path', 'pg_catalog', true) AS path
), moved (root, relid, attname) AS (
  SELECT to_regclass(m.relation)::oid, to_regclass(m.relation)::oid, m.name::name
  FROM setting, (VALUES ('public.users', 'id'), ('public.friends', 'friend_id'), ('public.friends', 'user_id'), ('public.members', 'user_id'), ('public.orders', 'user_id'), ('public.users', 'manager_id'), ('public.logs', 'user_id')) AS m (relation, name) WHERE path IS NOT NULL
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
      OR EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgfoid = f.oid AND t.tgrelid = a.relid)));
CREATE FUNCTION pg_temp.sortid_move_stop(early boolean) RETURNS void LANGUAGE plpgsql AS $sortid$
DECLARE missing text;
BEGIN
  IF 7 = (SELECT count(*) FROM (VALUES ('public.users', 'id'), ('public.friends', 'friend_id'), ('public.friends', 'user_id'), ('public.members', 'user_id'), ('public.orders', 'user_id'), ('public.users', 'manager_id'), ('public.logs', 'user_id')) AS m (relation, name) JOIN pg_attribute AS a ON a.attrelid = to_regclass(m.relation) AND a.attname = m.name AND format_type(a.atttypid, NULL) = 'uuid') THEN
    RAISE EXCEPTION 'the columns have moved already: nothing is left to do';
  END IF;
  IF early THEN
    RETURN;
  END IF;
  SELECT string_agg(kind || ' ' || name || ' ' || relation, ', ') INTO missing FROM (
    (SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found EXCEPT SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan)
    UNION ALL (SELECT kind, relation, name, hash FROM pg_temp.sortid_move_plan EXCEPT SELECT kind, relation, name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM pg_temp.sortid_move_found)
  ) AS different;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'the schema is not that of the plan: %: print the script again', missing;
  END IF;
END
$sortid$;
SELECT pg_temp.sortid_move_stop(true);
SELECT f.kind, f.relation, f.name, coalesce(p.step, 'NO LINE IN THE PLAN') AS step FROM pg_temp.sortid_move_found AS f
LEFT JOIN pg_temp.sortid_move_plan AS p ON (p.kind, p.relation, p.name, p.hash) = (f.kind, f.relation, f.name, encode(sha256(convert_to(f.definition, 'UTF8')), 'hex'));
SELECT pg_temp.sortid_move_stop(false);

-- From here on readers and writers wait. If other transactions hold the tables for three seconds, it fails: repeat it.
LOCK TABLE public.users, public.friends, public.members, public.orders, public.logs IN ACCESS EXCLUSIVE MODE;
SELECT pg_temp.sortid_move_stop(false);


-- Everything that a row can make fail is counted before the first change. Each count reads its table.
DO $sortid$
DECLARE n bigint;
  cased_0 bigint;
  cased_1 bigint;
  cased_2 bigint;
  cased_3 bigint;
  cased_4 bigint;
  cased_5 bigint;
  cased_6 bigint;
BEGIN
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_0 FROM (SELECT ("id")::text AS v FROM public.users) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.users.id', n, 'UUID text of 36 characters'; END IF;
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_1 FROM (SELECT ("friend_id")::text AS v FROM public.friends) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.friends.friend_id', n, 'UUID text of 36 characters'; END IF;
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_2 FROM (SELECT ("user_id")::text AS v FROM public.friends) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.friends.user_id', n, 'UUID text of 36 characters'; END IF;
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_3 FROM (SELECT ("user_id")::text AS v FROM public.members) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.members.user_id', n, 'UUID text of 36 characters'; END IF;
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_4 FROM (SELECT ("user_id")::text AS v FROM public.orders) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.orders.user_id', n, 'UUID text of 36 characters'; END IF;
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_5 FROM (SELECT ("manager_id")::text AS v FROM public.users) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.users.manager_id', n, 'UUID text of 36 characters'; END IF;
  SELECT count(*) FILTER (WHERE v !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'), count(*) FILTER (WHERE v <> LOWER(v)) INTO n, cased_6 FROM (SELECT ("user_id")::text AS v FROM public.logs) AS s;
  IF n > 0 THEN RAISE EXCEPTION '%: % rows hold no %: correct them', 'public.logs.user_id', n, 'UUID text of 36 characters'; END IF;
  IF cased_0 > 0 THEN
    SELECT count(*) INTO n FROM (SELECT FROM public.users WHERE (LOWER(("id")::text)) IS NOT NULL GROUP BY LOWER(("id")::text) HAVING count(*) > 1) AS s;
    IF n > 0 THEN RAISE EXCEPTION '%: % keys are written in two cases, and become one: keep one row of each', 'index users_pkey of public.users', n; END IF;
  END IF;
  IF cased_0 > 0 THEN
    SELECT count(*) INTO n FROM (SELECT FROM public.users WHERE (tenant) IS NOT NULL AND (LOWER(("id")::text)) IS NOT NULL GROUP BY tenant, LOWER(("id")::text) HAVING count(*) > 1) AS s;
    IF n > 0 THEN RAISE EXCEPTION '%: % keys are written in two cases, and become one: keep one row of each', 'index users_tenant_id_key of public.users', n; END IF;
  END IF;
  IF cased_2 > 0 OR cased_1 > 0 THEN
    SELECT count(*) INTO n FROM (SELECT FROM public.friends WHERE (LOWER(("user_id")::text)) IS NOT NULL AND (LOWER(("friend_id")::text)) IS NOT NULL GROUP BY LOWER(("user_id")::text), LOWER(("friend_id")::text) HAVING count(*) > 1) AS s;
    IF n > 0 THEN RAISE EXCEPTION '%: % keys are written in two cases, and become one: keep one row of each', 'index friends_pkey of public.friends', n; END IF;
  END IF;
  IF cased_4 > 0 THEN
    SELECT count(*) INTO n FROM (SELECT FROM public.orders WHERE (LOWER(("user_id")::text)) IS NOT NULL AND (note) IS NOT NULL GROUP BY LOWER(("user_id")::text), note HAVING count(*) > 1) AS s;
    IF n > 0 THEN RAISE EXCEPTION '%: % keys are written in two cases, and become one: keep one row of each', 'index one_note of public.orders', n; END IF;
  END IF;
  IF cased_4 > 0 THEN
    SELECT count(*) INTO n FROM (SELECT FROM public.orders WHERE (n) IS NOT NULL AND (LOWER(("user_id")::text)) IS NOT NULL GROUP BY n, LOWER(("user_id")::text) HAVING count(*) > 1) AS s;
    IF n > 0 THEN RAISE EXCEPTION '%: % keys are written in two cases, and become one: keep one row of each', 'index orders_pkey of public.orders', n; END IF;
  END IF;
  SELECT count(*) INTO n FROM public.friends AS c WHERE c."friend_id" IS NOT NULL AND NOT EXISTS (SELECT FROM public.users AS k WHERE k."id" = c."friend_id");
  IF n > 0 THEN RAISE EXCEPTION '%: % rows reference no row of %: correct them', 'public.friends.friend_id', n, 'public.users'; END IF;
  SELECT count(*) INTO n FROM public.friends AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT FROM public.users AS k WHERE k."id" = c."user_id");
  IF n > 0 THEN RAISE EXCEPTION '%: % rows reference no row of %: correct them', 'public.friends.user_id', n, 'public.users'; END IF;
  SELECT count(*) INTO n FROM public.members AS c WHERE c."tenant" IS NOT NULL AND c."user_id" IS NOT NULL AND NOT EXISTS (SELECT FROM public.users AS k WHERE k."tenant" = c."tenant" AND k."id" = c."user_id");
  IF n > 0 THEN RAISE EXCEPTION '%: % rows reference no row of %: correct them', 'public.members.tenant, user_id', n, 'public.users'; END IF;
  SELECT count(*) INTO n FROM public.orders AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT FROM public.users AS k WHERE k."id" = c."user_id");
  IF n > 0 THEN RAISE EXCEPTION '%: % rows reference no row of %: correct them', 'public.orders.user_id', n, 'public.users'; END IF;
  SELECT count(*) INTO n FROM public.users AS c WHERE c."manager_id" IS NOT NULL AND NOT EXISTS (SELECT FROM public.users AS k WHERE k."id" = c."manager_id");
  IF n > 0 THEN RAISE EXCEPTION '%: % rows reference no row of %: correct them', 'public.users.manager_id', n, 'public.users'; END IF;
END
$sortid$;

-- Foreign keys, views and triggers are dropped first: PostgreSQL changes no type below them.
DROP VIEW public.names;
DROP VIEW public.named;
DROP TRIGGER "touched" ON public.orders;
ALTER TABLE public.friends DROP CONSTRAINT "friends_friend";
ALTER TABLE public.friends DROP CONSTRAINT "friends_user";
ALTER TABLE public.members DROP CONSTRAINT "members_user";
ALTER TABLE public.orders DROP CONSTRAINT "orders_user";
ALTER TABLE public.orders DROP CONSTRAINT "unchecked";
ALTER TABLE public.users DROP CONSTRAINT "users_manager";

-- These rewrite the tables and build their indexes again. Each takes as long as that.
ALTER TABLE public.users
  ALTER COLUMN "id" DROP DEFAULT,
  ALTER COLUMN "id" TYPE uuid USING ("id")::text::uuid,
  ALTER COLUMN "id" SET DEFAULT ((gen_random_uuid())::text)::text::uuid,
  ALTER COLUMN "manager_id" TYPE uuid USING ("manager_id")::text::uuid;
ALTER TABLE public.friends
  ALTER COLUMN "friend_id" TYPE uuid USING ("friend_id")::text::uuid,
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid;
ALTER TABLE public.members
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid;
ALTER TABLE public.orders
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid;
ALTER TABLE public.logs
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid;

-- Each foreign key reads both tables, unless it is NOT VALID.
ALTER TABLE public.friends ADD CONSTRAINT "friends_friend" FOREIGN KEY (friend_id) REFERENCES public.users(id);
ALTER TABLE public.friends ADD CONSTRAINT "friends_user" FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE public.members ADD CONSTRAINT "members_user" FOREIGN KEY (tenant, user_id) REFERENCES public.users(tenant, id) ON UPDATE CASCADE;
ALTER TABLE public.orders ADD CONSTRAINT "orders_user" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
COMMENT ON CONSTRAINT "orders_user" ON public.orders IS 'the buyer';
ALTER TABLE public.orders ADD CONSTRAINT "unchecked" FOREIGN KEY (user_id) REFERENCES public.users(id) DEFERRABLE NOT VALID;
ALTER TABLE public.users ADD CONSTRAINT "users_manager" FOREIGN KEY (manager_id) REFERENCES public.users(id);
CREATE TRIGGER touched BEFORE UPDATE OF user_id ON public.orders FOR EACH ROW WHEN ((old.user_id IS DISTINCT FROM new.user_id)) EXECUTE FUNCTION public.touch();
ALTER TABLE public.orders DISABLE TRIGGER "touched";
COMMENT ON TRIGGER "touched" ON public.orders IS 'touches';
CREATE VIEW public.named WITH (security_barrier=true) AS
SELECT u.id,
    u.name,
    o.note
   FROM (public.users u
     JOIN public.orders o ON ((o.user_id = u.id)));
ALTER VIEW public.named OWNER TO sortid;
CREATE VIEW public.names AS
SELECT id,
    name
   FROM public.named;
ALTER VIEW public.names OWNER TO sortid;
REVOKE ALL ON public.names FROM PUBLIC, sortid;
COMMENT ON VIEW public.names IS 'names';
GRANT INSERT ON public.names TO sortid;
GRANT SELECT ON public.names TO sortid;
GRANT UPDATE ON public.names TO sortid;
GRANT DELETE ON public.names TO sortid;
GRANT TRUNCATE ON public.names TO sortid;
GRANT REFERENCES ON public.names TO sortid;
GRANT TRIGGER ON public.names TO sortid;
GRANT MAINTAIN ON public.names TO sortid;
GRANT SELECT ON public.names TO PUBLIC;
DROP VIEW pg_temp.sortid_move_found;
DROP FUNCTION pg_temp.sortid_move_stop(boolean);

-- A tool that has a transaction of its own finds its tables again.
SELECT set_config('search_path', current_setting('sortid_move.path'), true);
COMMIT;

-- Statistics of the new columns, while the tables are in use.
ANALYZE public.users;
ANALYZE public.friends;
ANALYZE public.members;
ANALYZE public.orders;
ANALYZE public.logs;
SELECT CASE WHEN 7 = (SELECT count(*) FROM (VALUES ('public.users', 'id'), ('public.friends', 'friend_id'), ('public.friends', 'user_id'), ('public.members', 'user_id'), ('public.orders', 'user_id'), ('public.users', 'manager_id'), ('public.logs', 'user_id')) AS m (relation, name) JOIN pg_attribute AS a ON a.attrelid = to_regclass(m.relation) AND a.attname = m.name AND format_type(a.atttypid, NULL) = 'uuid')
  THEN 'The keys have moved. Connect again: prepared statements of open sessions fail with 42804 or 42883.' ELSE 'The keys have NOT moved, and nothing has changed: see the first error.' END AS now;
-- notes: -leave logs.other_user: nothing needs it; -reviewed touched: nothing needs it; public.logs.user_id moves too: no foreign key says so, but its only sampled value is a key of public.users.id
-- changes: ALTER TABLE public.users
  ALTER COLUMN "id" DROP DEFAULT,
  ALTER COLUMN "id" TYPE uuid USING ("id")::text::uuid,
  ALTER COLUMN "id" SET DEFAULT ((gen_random_uuid())::text)::text::uuid,
  ALTER COLUMN "manager_id" TYPE uuid USING ("manager_id")::text::uuid; ALTER TABLE public.friends
  ALTER COLUMN "friend_id" TYPE uuid USING ("friend_id")::text::uuid,
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid; ALTER TABLE public.members
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid; ALTER TABLE public.orders
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid; ALTER TABLE public.logs
  ALTER COLUMN "user_id" TYPE uuid USING ("user_id")::text::uuid;
-- tables: public.users, public.friends, public.members, public.orders, public.logs

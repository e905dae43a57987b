SELECT CASE r.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence' WHEN 'c' THEN 'type' ELSE 'table' END AS kind, '' AS relation, r.shown AS name,
  CASE r.relkind WHEN 'p' THEN 'partitioned by ' || pg_get_partkeydef(r.oid) WHEN 'f' THEN 'foreign' ELSE '' END AS sort,
  CASE WHEN r.relispartition THEN pg_get_expr(r.relpartbound, r.oid) END AS partition,
  (SELECT string_agg(i.inhparent::regclass::text, ', ' ORDER BY i.inhseqno) FROM pg_inherits AS i WHERE i.inhrelid = r.oid) AS parent,
  CASE r.relpersistence WHEN 'u' THEN 'unlogged' END AS persistence, pg_get_userbyid(r.relowner) AS owner,
  (SELECT string_agg(o, ', ' ORDER BY o) FROM unnest(r.reloptions) AS o) AS options,
  (SELECT s.srvname || ' ' || coalesce(array_to_string(f.ftoptions, ', '), '') FROM pg_foreign_table AS f JOIN pg_foreign_server AS s ON s.oid = f.ftserver WHERE f.ftrelid = r.oid) AS server,
  CASE WHEN am.amname <> 'heap' THEN am.amname END AS access, (SELECT spcname FROM pg_tablespace WHERE oid = r.reltablespace) AS tablespace,
  CASE WHEN r.relforcerowsecurity THEN 'enabled and forced' WHEN r.relrowsecurity THEN 'enabled' END AS "row security",
  CASE WHEN r.relkind IN ('r', 'p') THEN CASE r.relreplident WHEN 'd' THEN '' WHEN 'n' THEN 'nothing' WHEN 'f' THEN 'full'
    ELSE 'index ' || coalesce((SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = r.oid AND indisreplident), 'that is gone') END END AS "replica identity",
  CASE WHEN r.relkind IN ('v', 'm') THEN pg_get_viewdef(r.oid) END AS definition, CASE WHEN r.relkind = 'm' AND NOT r.relispopulated THEN 'no' END AS populated,
  CASE WHEN r.reloftype <> 0 THEN r.reloftype::regtype::text END AS "of type", obj_description(r.oid, 'pg_class') AS comment,
  (SELECT concat_ws(' ', s.seqtypid::regtype, 'START', s.seqstart, 'INCREMENT', s.seqincrement, 'MINVALUE', s.seqmin, 'MAXVALUE', s.seqmax, 'CACHE', s.seqcache, CASE WHEN s.seqcycle THEN 'CYCLE' END)
    FROM pg_sequence AS s WHERE s.seqrelid = r.oid) AS counts,
  (SELECT o.shown || '.' || a.attname FROM pg_depend AS d JOIN relations AS o ON o.oid = d.refobjid JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE r.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.objid = r.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass) AS "owned by"
FROM relations AS r LEFT JOIN pg_am AS am ON am.oid = r.relam WHERE r.relkind IN ('r', 'p', 'f', 'v', 'm', 'S', 'c')
  AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = r.oid AND d.deptype = 'i' AND d.refobjsubid > 0);

SELECT 'column' AS kind, r.shown AS relation, a.attname::text AS name, a.attnum AS position, format_type(a.atttypid, a.atttypmod) AS type,
  CASE WHEN a.attnotnull THEN coalesce((SELECT 'as ' || conname || CASE WHEN connoinherit THEN ' NO INHERIT' ELSE '' END || CASE WHEN convalidated THEN '' ELSE ' NOT VALID' END
    FROM pg_constraint WHERE conrelid = a.attrelid AND contype = 'n' AND conkey = ARRAY[a.attnum] LIMIT 1), 'yes') END AS "not null",
  CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END AS "default",
  CASE a.attgenerated WHEN 's' THEN 'stored ' || pg_get_expr(d.adbin, d.adrelid) WHEN 'v' THEN 'virtual ' || pg_get_expr(d.adbin, d.adrelid) END AS generated,
  CASE WHEN a.attidentity <> '' THEN CASE a.attidentity WHEN 'a' THEN 'always ' ELSE 'by default ' END || (SELECT concat_ws(' ', s.seqrelid::regclass, 'START', s.seqstart, 'INCREMENT', s.seqincrement, 'MAXVALUE', s.seqmax, 'CACHE', s.seqcache)
    FROM pg_depend AS e JOIN pg_sequence AS s ON s.seqrelid = e.objid WHERE e.classid = 'pg_class'::regclass AND e.refclassid = 'pg_class'::regclass AND e.refobjid = a.attrelid AND e.refobjsubid = a.attnum AND e.deptype = 'i') END AS identity,
  CASE WHEN a.attcollation <> t.typcollation THEN a.attcollation::regcollation::text END AS collation,
  CASE WHEN a.attstorage <> t.typstorage THEN a.attstorage::text END AS storage, nullif(to_jsonb(a) ->> 'attcompression', '') AS compression,
  nullif(to_jsonb(a) ->> 'attstattarget', '-1') AS "statistics target",
  (SELECT string_agg(o, ', ' ORDER BY o) FROM unnest(a.attoptions) AS o) AS options, array_to_string(a.attfdwoptions, ', ') AS "foreign options",
  CASE WHEN a.attinhcount > 0 AND a.attislocal THEN 'yes' END AS "declared again", col_description(a.attrelid, a.attnum) AS comment
FROM relations AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type AS t ON t.oid = a.atttypid
LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE r.relkind IN ('r', 'p', 'f', 'v', 'm', 'c') ORDER BY r.shown, a.attnum;

SELECT 'index' AS kind, r.shown AS relation, x.relname::text AS name, pg_get_indexdef(x.oid) AS definition, CASE WHEN NOT i.indisvalid THEN 'no' END AS valid,
  CASE WHEN i.indisclustered THEN 'yes' END AS clustered, (SELECT spcname FROM pg_tablespace WHERE oid = x.reltablespace) AS tablespace,
  (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = x.oid) AS parent,
  (SELECT string_agg(a.attnum || ' ' || (to_jsonb(a) ->> 'attstattarget'), ', ' ORDER BY a.attnum) FROM pg_attribute AS a
    WHERE a.attrelid = x.oid AND coalesce(to_jsonb(a) ->> 'attstattarget', '-1') <> '-1') AS "statistics targets", obj_description(x.oid, 'pg_class') AS comment
FROM relations AS r JOIN pg_index AS i ON i.indrelid = r.oid JOIN pg_class AS x ON x.oid = i.indexrelid
WHERE NOT EXISTS (SELECT FROM pg_constraint AS c WHERE c.conindid = x.oid AND c.contype IN ('p', 'u', 'x'));

SELECT CASE c.contype WHEN 'p' THEN 'primary key' WHEN 'u' THEN 'unique constraint' WHEN 'f' THEN 'foreign key' WHEN 'c' THEN 'check' WHEN 'x' THEN 'exclusion constraint' ELSE 'constraint' END AS kind,
  coalesce(r.shown, c.contypid::regtype::text) AS relation, c.conname::text AS name,
  CASE WHEN c.contype IN ('p', 'u') THEN pg_get_indexdef(c.conindid) WHEN c.contype <> 'f' THEN pg_get_constraintdef(c.oid) END AS definition,
  CASE WHEN c.contype = 'f' THEN substring(pg_get_constraintdef(c.oid) FROM '^FOREIGN KEY (\(.*\)) REFERENCES ') END AS columns,
  CASE WHEN c.contype = 'f' THEN coalesce(f.shown, c.confrelid::regclass::text) || substring(pg_get_constraintdef(c.oid) FROM ' REFERENCES [^(]*(\([^)]*\))') END AS "references",
  CASE WHEN c.contype = 'f' THEN CASE c.confmatchtype WHEN 'f' THEN 'full' END END AS match,
  CASE WHEN c.contype = 'f' THEN CASE c.confupdtype WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END END AS "ON UPDATE",
  CASE WHEN c.contype = 'f' THEN CASE c.confdeltype WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END
    || coalesce(' (' || (SELECT string_agg(a.attname, ', ') FROM pg_attribute AS a WHERE a.attrelid = c.conrelid AND to_jsonb(c) -> 'confdelsetcols' @> to_jsonb(a.attnum)) || ')', '') END AS "ON DELETE",
  CASE WHEN c.condeferred THEN 'initially deferred' WHEN c.condeferrable THEN 'initially immediate' END AS deferrable, CASE WHEN NOT c.convalidated THEN 'no' END AS validated,
  CASE WHEN to_jsonb(c) ->> 'conenforced' = 'false' THEN 'no' END AS enforced, CASE WHEN c.coninhcount > 0 AND c.conislocal THEN 'yes' END AS "declared again",
  CASE WHEN i.indisclustered THEN 'yes' END AS clustered, CASE WHEN NOT i.indisvalid THEN 'no' END AS valid,
  CASE WHEN c.contype IN ('p', 'u', 'x') THEN (SELECT spcname FROM pg_tablespace AS s JOIN pg_class AS x ON x.reltablespace = s.oid WHERE x.oid = c.conindid) END AS tablespace,
  concat_ws(' ', obj_description(c.oid, 'pg_constraint'), CASE WHEN c.contype IN ('p', 'u', 'x') THEN obj_description(c.conindid, 'pg_class') END) AS comment
FROM pg_constraint AS c LEFT JOIN relations AS r ON r.oid = c.conrelid LEFT JOIN relations AS f ON f.oid = c.confrelid
LEFT JOIN pg_index AS i ON i.indexrelid = c.conindid AND c.contype IN ('p', 'u', 'x')
WHERE (r.oid IS NOT NULL OR c.contypid IN (SELECT oid FROM types)) AND c.contype NOT IN ('n', 't');

SELECT 'trigger' AS kind, r.shown AS relation, t.tgname::text AS name, pg_get_triggerdef(t.oid) AS definition,
  CASE t.tgenabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'on replicas' WHEN 'A' THEN 'always' END AS enabled, obj_description(t.oid, 'pg_trigger') AS comment
FROM pg_trigger AS t JOIN relations AS r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal;

SELECT 'rule' AS kind, r.shown AS relation, w.rulename::text AS name, pg_get_ruledef(w.oid) AS definition,
  CASE w.ev_enabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'on replicas' WHEN 'A' THEN 'always' END AS enabled, obj_description(w.oid, 'pg_rewrite') AS comment
FROM pg_rewrite AS w JOIN relations AS r ON r.oid = w.ev_class WHERE w.rulename <> '_RETURN';

SELECT 'policy' AS kind, r.shown AS relation, p.polname::text AS name, CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END AS "for",
  CASE WHEN NOT p.polpermissive THEN 'yes' END AS restrictive, (SELECT string_agg(CASE x WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x) END, ', ' ORDER BY x) FROM unnest(p.polroles) AS x) AS "to",
  pg_get_expr(p.polqual, p.polrelid) AS "using", pg_get_expr(p.polwithcheck, p.polrelid) AS "with check", obj_description(p.oid, 'pg_policy') AS comment
FROM pg_policy AS p JOIN relations AS r ON r.oid = p.polrelid;

SELECT 'statistics' AS kind, r.shown AS relation, s.stxname::text AS name, pg_get_statisticsobjdef(s.oid) AS definition, pg_get_userbyid(s.stxowner) AS owner,
  nullif(to_jsonb(s) ->> 'stxstattarget', '-1') AS "statistics target", obj_description(s.oid, 'pg_statistic_ext') AS comment
FROM pg_statistic_ext AS s JOIN relations AS r ON r.oid = s.stxrelid;

SELECT CASE f.prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' ELSE 'function' END AS kind, '' AS relation, f.oid::regprocedure::text AS name,
  CASE WHEN f.prokind <> 'a' THEN pg_get_functiondef(f.oid) ELSE (SELECT (to_jsonb(a) - 'aggfnoid')::text FROM pg_aggregate AS a WHERE a.aggfnoid = f.oid) END AS definition,
  pg_get_userbyid(f.proowner) AS owner, obj_description(f.oid, 'pg_proc') AS comment
FROM pg_proc AS f WHERE f.oid IN (SELECT oid FROM functions);

SELECT 'type' AS kind, '' AS relation, t.oid::regtype::text AS name, pg_get_userbyid(t.typowner) AS owner,
  CASE t.typtype WHEN 'e' THEN (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) FROM pg_enum AS e WHERE e.enumtypid = t.oid)
    WHEN 'd' THEN concat_ws(' ', format_type(t.typbasetype, t.typtypmod), CASE WHEN t.typnotnull THEN 'NOT NULL' END, 'DEFAULT ' || t.typdefault, CASE WHEN t.typcollation <> 0 THEN 'COLLATE ' || t.typcollation::regcollation END)
    WHEN 'r' THEN (SELECT g.rngsubtype::regtype::text FROM pg_range AS g WHERE g.rngtypid = t.oid) END AS definition, obj_description(t.oid, 'pg_type') AS comment
FROM pg_type AS t WHERE t.oid IN (SELECT oid FROM types);

SELECT 'schema' AS kind, '' AS relation, n.nspname::text AS name, pg_get_userbyid(n.nspowner) AS owner, obj_description(n.oid, 'pg_namespace') AS comment FROM pg_namespace AS n WHERE n.oid IN (SELECT oid FROM schemas);

SELECT 'extension' AS kind, '' AS relation, e.extname::text AS name, e.extversion AS version, e.extnamespace::regnamespace::text AS schema FROM pg_extension AS e;

SELECT 'event trigger' AS kind, '' AS relation, e.evtname::text AS name, e.evtevent::text AS event, e.evtfoid::regprocedure::text AS function, e.evttags::text AS tags,
  CASE e.evtenabled WHEN 'D' THEN 'no' WHEN 'R' THEN 'on replicas' WHEN 'A' THEN 'always' END AS enabled, obj_description(e.oid, 'pg_event_trigger') AS comment
FROM pg_event_trigger AS e;

SELECT 'publication' AS kind, '' AS relation, p.pubname::text AS name, pg_get_userbyid(p.pubowner) AS owner, CASE WHEN p.puballtables THEN 'yes' END AS "all tables",
  concat_ws(', ', CASE WHEN p.pubinsert THEN 'insert' END, CASE WHEN p.pubupdate THEN 'update' END, CASE WHEN p.pubdelete THEN 'delete' END, CASE WHEN p.pubtruncate THEN 'truncate' END) AS operations,
  CASE WHEN p.pubviaroot THEN 'yes' END AS "via root", obj_description(p.oid, 'pg_publication') AS comment
FROM pg_publication AS p;

SELECT 'place in publication' AS kind, r.shown AS relation, p.pubname::text AS name,
  (SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute AS a WHERE a.attrelid = r.oid AND a.attnum::text = ANY (string_to_array(to_jsonb(m) ->> 'prattrs', ' '))) AS columns,
  pg_get_expr(m.prqual, m.prrelid) AS "where"
FROM pg_publication_rel AS m JOIN pg_publication AS p ON p.oid = m.prpubid JOIN relations AS r ON r.oid = m.prrelid;

SELECT 'grant to' AS kind, r.shown AS relation, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END AS name,
  string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN ' with grant option' ELSE '' END, ', ' ORDER BY a.privilege_type) AS rights
FROM relations AS r CROSS JOIN LATERAL aclexplode(r.relacl) AS a WHERE a.grantee <> r.relowner GROUP BY r.shown, a.grantee
UNION ALL
SELECT 'grant to', r.shown || '.' || c.attname, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END,
  string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN ' with grant option' ELSE '' END, ', ' ORDER BY a.privilege_type)
FROM relations AS r JOIN pg_attribute AS c ON c.attrelid = r.oid AND NOT c.attisdropped CROSS JOIN LATERAL aclexplode(c.attacl) AS a WHERE a.grantee <> r.relowner GROUP BY r.shown, c.attname, a.grantee
UNION ALL
SELECT 'grant to', f.oid::regprocedure::text, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END,
  string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN ' with grant option' ELSE '' END, ', ' ORDER BY a.privilege_type)
FROM pg_proc AS f CROSS JOIN LATERAL aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS a WHERE f.oid IN (SELECT oid FROM functions) AND a.grantee <> f.proowner GROUP BY f.oid, a.grantee
UNION ALL
SELECT 'grant to', 'schema ' || n.nspname, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END,
  string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN ' with grant option' ELSE '' END, ', ' ORDER BY a.privilege_type)
FROM pg_namespace AS n CROSS JOIN LATERAL aclexplode(n.nspacl) AS a WHERE n.oid IN (SELECT oid FROM schemas) AND a.grantee <> n.nspowner GROUP BY n.nspname, a.grantee;

SELECT 'default grants' AS kind, '' AS relation, concat_ws(' ', pg_get_userbyid(d.defaclrole), nullif(d.defaclnamespace, 0)::regnamespace, d.defaclobjtype) AS name, d.defaclacl::text AS rights FROM pg_default_acl AS d;

-- Partitions of {{.Table}}: one for each {{.Every}} (UTC), of the IDs of {{.Format}} in {{.Column}}.
-- Run it with psql -v ON_ERROR_STOP=1. It adds what is missing, and can run again.
-- The table must exist:
--   CREATE TABLE {{.Table.SQL}} ({{.ColumnSQL}} {{.Type.SQL}} PRIMARY KEY, ...) PARTITION BY RANGE ({{.ColumnSQL}});

DO $sortid$
DECLARE
    parent constant regclass := to_regclass({{text .Table.SQL}});
    schema constant text := (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = parent);
    rest regclass; -- the DEFAULT partition
    part record;
    misplaced boolean;
BEGIN
    IF parent IS NULL THEN
        RAISE undefined_table USING MESSAGE = {{text (print .Table ": no such table: create it, or set the search_path")}};
    END IF;
    IF NOT EXISTS (SELECT FROM pg_partitioned_table p
        JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
        JOIN pg_type t ON t.oid = a.atttypid
        WHERE p.partrelid = parent AND p.partstrat = 'r' AND p.partnatts = 1 AND a.attname = {{text .Column}}
{{- if .Type.IsText}}
            AND ('text'::regtype IN (t.oid, t.typbasetype) OR 'varchar'::regtype IN (t.oid, t.typbasetype))
            AND p.partcollation[0] IN (SELECT oid FROM pg_collation WHERE collname IN ('C', 'POSIX'))
{{- else}}
            AND {{text .Type.SQL}}::regtype IN (t.oid, t.typbasetype)
{{- end}}) THEN
        RAISE wrong_object_type USING MESSAGE = {{text (print .Table ": not partitioned by RANGE of a column " .Column " of the type " .Type.SQL ": create a table that is, and move the rows")}};
    END IF;
    PERFORM set_config('bytea_output', 'hex', true);
    SELECT nullif(partdefid, 0)::regclass INTO rest FROM pg_partitioned_table WHERE partrelid = parent;
    FOR part IN
        WITH period (name, first, until) AS (VALUES
{{- range $i, $p := .Partitions}}
            {{if $i}}, {{end}}({{text $p.Name}}, {{text $p.First.Value}}::{{$.Type.SQL}}, {{text $p.End.Value}}::{{$.Type.SQL}}) -- from {{$p.First.Time}}
{{- end}}
        ), present AS (
            SELECT nullif(btrim(b[1], ''''), 'MINVALUE')::{{.Type.SQL}} AS first, nullif(btrim(b[2], ''''), 'MAXVALUE')::{{.Type.SQL}} AS until
            FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
                regexp_match(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM [(](.*)[)] TO [(](.*)[)]$') AS b
            WHERE i.inhparent = parent AND b IS NOT NULL
        )
        -- A partition of another length can end within a period.
        SELECT p.name, p.until, coalesce((SELECT b.until FROM present b WHERE (b.first IS NULL OR b.first <= p.first) AND b.until > p.first), p.first) AS first
        FROM period p
        WHERE NOT EXISTS (SELECT FROM present b WHERE (b.first IS NULL OR b.first <= p.first) AND (b.until IS NULL OR b.until >= p.until))
        ORDER BY 3
    LOOP
        IF rest IS NOT NULL THEN
            EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I >= %L AND %I < %L)', rest, {{text .Column}}, part.first, {{text .Column}}, part.until) INTO misplaced;
            IF misplaced THEN
                RAISE check_violation USING MESSAGE = format('%s: the DEFAULT partition %s has rows of %s: move them to a table, and attach it', {{text (print .Table)}}, rest, part.name),
                    DETAIL = format('The rows are those with %I >= %L AND %I < %L.', {{text .Column}}, part.first, {{text .Column}}, part.until);
            END IF;
        END IF;
        -- ATTACH does not block reads and writes of the other partitions; PARTITION OF would.
        EXECUTE format('CREATE TABLE %I.%I (LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)', schema, part.name, parent);
        EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (%L) TO (%L)', parent, schema, part.name, part.first, part.until);
    END LOOP;
END
$sortid$;
{{- with .DropBefore}}

-- Drop the partitions that end at {{.Time}} or before. psql runs the statements of each row;
-- CONCURRENTLY does not block the table, works outside of transactions only, and not if there is a DEFAULT partition.
SELECT format('ALTER TABLE %s DETACH PARTITION %s%s', i.inhparent::regclass, c.oid::regclass,
        CASE WHEN i.inhdetachpending THEN ' FINALIZE' WHEN p.partdefid = 0 THEN ' CONCURRENTLY' END),
    format('DROP TABLE %s', c.oid::regclass)
FROM pg_partitioned_table p JOIN pg_inherits i ON i.inhparent = p.partrelid JOIN pg_class c ON c.oid = i.inhrelid,
    regexp_match(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM [(].*[)] TO [(](.*)[)]$') AS b
WHERE p.partrelid = to_regclass({{text $.Table.SQL}}) AND nullif(btrim(b[1], ''''), 'MAXVALUE')::{{$.Type.SQL}} <= {{text .Value}}
ORDER BY nullif(btrim(b[1], ''''), 'MAXVALUE')::{{$.Type.SQL}}
\gexec
{{- end}}

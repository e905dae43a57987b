-- Dropping old partitions by the time in the key. docs/partitions.md has examples.
--
--   SELECT * FROM sortid_partitions_before('events', 'wiji', now() - interval '12 months');    -- what the next line would drop
--   CALL sortid_partitions_drop_before('events', 'wiji', now() - interval '12 months');
--
-- The caller must own the table. A DEFAULT partition, and one that ends with MAXVALUE, is never dropped.

-- +goose Up

-- sortid_internal_partitions_plan lists the partitions that end at a bound or before, and those that an earlier run has
-- detached, and reads their oldest and newest IDs. problem says why a partition must not be dropped. A detached
-- partition is a table with a comment, which is written before it is detached.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_plan(parent regclass, format text, kind text, cutoff timestamptz, bound bytea, quarantine integer, parts regprocedure, reader regprocedure, counted boolean)
RETURNS TABLE (part regclass, action text, first text, until text, total bigint, bytes bigint, oldest timestamptz, newest timestamptz, problem text, pending boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET standard_conforming_strings = 'on' SET lock_timeout = '10s' SET row_security = off AS $$
DECLARE
    divided constant name := (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = parent);
    mark constant text := 'sortid: partition of ' || parent || ', ';
    latest timestamptz; -- of the newest ID of the table
    early boolean;
    seen record;
    old record;
BEGIN
    IF bound IS NULL OR cutoff IS NULL OR quarantine IS NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table, a format, a time and a number of days' USING ERRCODE = 'null_value_not_allowed';
    ELSIF cutoff >= clock_timestamp() THEN
        RAISE EXCEPTION 'partitions: table %: drop before %: not in the past: use an earlier time', parent, cutoff USING ERRCODE = 'invalid_parameter_value';
    ELSIF quarantine NOT BETWEEN 0 AND 36500 THEN
        RAISE EXCEPTION 'partitions: table %: % days of quarantine: out of range: use 0 to 36500', parent, quarantine USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format('SELECT %s($1, $2, k) FROM (SELECT %I::text AS k FROM %s ORDER BY %I DESC LIMIT 1) AS ks', reader::oid::regproc, divided, parent, divided)
        INTO latest USING format, kind;
    FOR old IN EXECUTE format('SELECT part, first, until, low, NULL::timestamptz AS since, pending, legible, NULL AS marked FROM %s($1, $2) WHERE NOT legible OR high <= $3
        UNION ALL SELECT c.oid::regclass, NULL, NULL, NULL, (regexp_match(d.description, ''detached ([0-9TZ:-]+)''))[1]::timestamptz, false, true, split_part(substr(d.description, length($4) + 1), '','', 1)
        FROM pg_description d JOIN pg_class c ON c.oid = d.objoid
        WHERE d.classoid = ''pg_class''::regclass AND d.objsubid = 0 AND starts_with(d.description, $4) AND c.relkind IN (''r'', ''p'') AND NOT c.relispartition
            AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = $1)
        ORDER BY low NULLS FIRST, part', parts::oid::regproc) USING parent, kind, bound, mark
    LOOP
        part := old.part;
        first := coalesce(old.first, CASE WHEN old.since IS NULL THEN 'MINVALUE' END);
        until := old.until;
        pending := old.pending;
        problem := NULL;
        total := NULL;
        bytes := (SELECT coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(old.part)) FROM pg_partition_tree(old.part));
        action := CASE
            WHEN old.since IS NULL AND NOT pending THEN CASE WHEN quarantine = 0 THEN 'drop' ELSE 'detach' END
            WHEN coalesce(old.since, '-infinity') + quarantine * interval '1 day' <= clock_timestamp() THEN 'drop'
            ELSE 'keep' END;
        BEGIN
            EXECUTE format('SELECT count(*) AS rows, count(t) AS good, max(t) AS newest FROM (SELECT k, %s($1, $2, k) AS t
                FROM (SELECT %I::text AS k FROM %s ORDER BY %I DESC LIMIT 100) AS ks) AS ts', reader::oid::regproc, divided, old.part, divided) INTO seen USING format, kind;
            EXECUTE format('SELECT %s($1, $2, k) FROM (SELECT %I::text AS k FROM %s ORDER BY %I LIMIT 1) AS ks', reader::oid::regproc, divided, old.part, divided) INTO oldest USING format, kind;
            IF counted THEN
                EXECUTE format('SELECT count(*) FROM %s', old.part) INTO total;
            END IF;
        EXCEPTION WHEN undefined_column OR insufficient_privilege OR data_exception THEN
            problem := 'cannot be read: ' || SQLERRM;
        END;
        newest := seen.newest;
        IF problem IS NOT NULL THEN
            NULL;
        ELSIF NOT old.legible THEN
            problem := 'has bounds that cannot be read';
        ELSIF old.marked <> format THEN
            problem := 'was detached as one of ' || old.marked;
        ELSIF seen.good < seen.rows THEN
            problem := 'has IDs that are not of the format';
        ELSIF newest >= cutoff THEN
            problem := 'has an ID of ' || newest;
        ELSIF newest < '1990-01-01 00:00Z' THEN
            problem := 'has an ID of ' || newest || ' as its newest, which no program has made';
        ELSIF format = 'uid11' AND newest < timestamptz '2011-11-13 00:00Z' + (clock_timestamp() - timestamptz '2024-01-01 00:00Z') / 4 THEN
            -- The Ulid-Flakes of all time until now, read as xids, are of these first months.
            problem := 'has an ID of ' || newest || ' as its newest, which may be a Ulid-Flake';
        ELSIF seen.rows > 0 AND latest > clock_timestamp() + interval '10 years' AND format NOT IN ('wiji', 'uuidv7') THEN
            problem := 'is of a table with an ID of ' || latest;
        ELSIF old.since IS NULL AND old.low IS NULL AND latest = newest THEN
            -- All IDs are in the first partition. In another format their times would be far from its end.
            EXECUTE format('SELECT coalesce(%s($1, $2, $3), now()) - interval ''400 days'' > $4', reader::oid::regproc) INTO early USING format, kind, old.until, newest;
            IF early THEN
                problem := 'has all IDs of the table, the newest of ' || newest || ', long before the end of the partition';
            END IF;
        END IF;
        RETURN NEXT;
        seen := NULL;
        oldest := NULL;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_sound raises the problem of a plan.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_sound(parent regclass, format text, part regclass, action text, problem text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF problem IS NOT NULL AND action <> 'keep' THEN
        RAISE EXCEPTION 'partitions: table %: format %: the partition % %: nothing was dropped: check the format, or drop it by hand', parent, quote_literal(format), part, problem
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_mark writes the comment of a partition that is to be detached.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_mark(parent regclass, format text, part regclass) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
BEGIN
    EXECUTE format('COMMENT ON TABLE %s IS %L', part, 'sortid: partition of ' || parent || ', ' || format || ', detached '
        || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_drop locks the partitions of a plan, makes the plan again, and follows it. It drops nothing if a
-- partition has a problem. It cannot detach CONCURRENTLY, which Postgres does not allow in a function or procedure.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_drop(parent regclass, format text, kind text, cutoff timestamptz, bound bytea, quarantine integer,
    parts regprocedure, reader regprocedure, planner regprocedure, sounder regprocedure, marker regprocedure) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    planned constant text := format('SELECT * FROM %s($1, $2, $3, $4, $5, $6, $7, $8, false)', planner::oid::regproc);
    attached boolean;
    found regclass[];
    part regclass;
    old record;
BEGIN
    -- The locks of the check are given back, so that no lock is raised from a weaker one.
    BEGIN
        FOR old IN EXECUTE planned USING parent, format, kind, cutoff, bound, quarantine, parts, reader LOOP
            EXECUTE format('SELECT %s($1, $2, $3, $4, $5)', sounder::oid::regproc) USING parent, format, old.part, old.action, old.problem;
            IF old.action <> 'keep' THEN
                attached := coalesce(attached, false) OR EXISTS (SELECT FROM pg_class WHERE oid = old.part AND relispartition);
                found := found || old.part;
            END IF;
        END LOOP;
        RAISE SQLSTATE 'SD001';
    EXCEPTION WHEN SQLSTATE 'SD001' THEN
        NULL;
    END;
    IF found IS NULL THEN
        RETURN;
    END IF;
    IF attached THEN
        EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', parent);
    END IF;
    FOREACH part IN ARRAY found LOOP
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', part);
    END LOOP;
    FOR old IN EXECUTE planned USING parent, format, kind, cutoff, bound, quarantine, parts, reader LOOP
        EXECUTE format('SELECT %s($1, $2, $3, $4, $5)', sounder::oid::regproc) USING parent, format, old.part, old.action, old.problem;
    END LOOP;
    FOR old IN EXECUTE planned USING parent, format, kind, cutoff, bound, quarantine, parts, reader LOOP
        CONTINUE WHEN old.part <> ALL (found) OR old.action = 'keep';
        IF EXISTS (SELECT FROM pg_class WHERE oid = old.part AND relispartition) THEN
            IF old.action = 'detach' THEN
                EXECUTE format('SELECT %s($1, $2, $3)', marker::oid::regproc) USING parent, format, old.part;
            END IF;
            EXECUTE format('ALTER TABLE %s DETACH PARTITION %s %s', parent, old.part, CASE WHEN old.pending THEN 'FINALIZE' ELSE '' END);
        END IF;
        IF old.action = 'drop' THEN
            EXECUTE format('DROP TABLE %s', old.part);
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_least returns the least ID of a time as bytes that sort like the column. A time before all
-- IDs of the format is its first time.
CREATE OR REPLACE FUNCTION sortid_internal_partitions_least(format text, kind text, at timestamptz) RETURNS bytea
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN sortid_internal_partition_order(kind, sortid_internal_partition_bound(format, kind,
    greatest(at, CASE format WHEN 'ulidflake' THEN '2024-01-01 00:00Z' WHEN 'uid11' THEN '2011-11-11 11:11:11.111Z' ELSE '1970-01-01 00:00Z' END::timestamptz)));

-- sortid_partitions_before lists what sortid_partitions_drop_before would drop or detach, and the detached partitions that it
-- would keep. problem says why it would drop nothing. It counts the rows, and changes nothing.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_partitions_before(parent regclass, format text, at timestamptz, quarantine_days integer DEFAULT 0)
RETURNS TABLE (name text, action text, first text, until text, total bigint, bytes bigint, oldest timestamptz, newest timestamptz, problem text)
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT sortid_internal_partitions_record(parent, format, sortid_internal_partition_kind(parent, format), 'sortid_partitioned'::regclass,
        'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure,
        'sortid_internal_partition_bound(text,text,timestamptz)'::regprocedure, false);
    SELECT p.part::text, p.action, p.first, p.until, p.total, p.bytes, p.oldest, p.newest, p.problem
    FROM sortid_internal_partitions_plan(parent, format, sortid_internal_partition_kind(parent, format), at,
        sortid_internal_partitions_least(format, sortid_internal_partition_kind(parent, format), at), quarantine_days,
        'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure, true) AS p;
END;
-- +goose StatementEnd

-- sortid_partitions_drop_before drops the partitions whose IDs are all of times before at. With a quarantine it detaches
-- them, and drops those that were detached so many days ago or more. If a partition has an ID that is not of the
-- format, or not of a time before at, it drops nothing.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_partitions_drop_before(parent regclass, format text, at timestamptz, quarantine_days integer DEFAULT 0)
LANGUAGE sql
BEGIN ATOMIC
    SELECT sortid_internal_partitions_drop(parent, format, kind, at, sortid_internal_partitions_least(format, kind, at), quarantine_days,
        'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure,
        'sortid_internal_partitions_plan(regclass,text,text,timestamptz,bytea,integer,regprocedure,regprocedure,boolean)'::regprocedure,
        'sortid_internal_partitions_sound(regclass,text,regclass,text,text)'::regprocedure, 'sortid_internal_partitions_mark(regclass,text,regclass)'::regprocedure)
    FROM sortid_internal_partitions_begin(parent, format) AS kind;
END;
-- +goose StatementEnd

-- sortid_partitions_detach_before returns the statements that detach the old partitions CONCURRENTLY, for psql's \gexec. It
-- makes the checks of sortid_partitions_drop_before, which must be called afterwards: it makes them again, and drops
-- what was detached. Beside a DEFAULT partition Postgres cannot detach CONCURRENTLY, and it returns none.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_partitions_detach_before(parent regclass, format text, at timestamptz, quarantine_days integer DEFAULT 0) RETURNS SETOF text
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT sortid_internal_partitions_sound(parent, format, p.part, p.action, p.problem),
        CASE WHEN c.relispartition THEN sortid_internal_partitions_mark(parent, format, p.part) END
    FROM sortid_internal_partitions_begin(parent, format) AS kind,
        sortid_internal_partitions_plan(parent, format, kind, at, sortid_internal_partitions_least(format, kind, at), quarantine_days,
            'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure, false) AS p
        JOIN pg_class c ON c.oid = p.part;
    SELECT format('ALTER TABLE %s DETACH PARTITION %s %s', parent, p.part, CASE WHEN p.pending THEN 'FINALIZE' ELSE 'CONCURRENTLY' END)
    FROM sortid_internal_partition_kind(parent, format) AS kind, sortid_internal_partition_parts(parent, kind) AS p
    WHERE p.high <= sortid_internal_partitions_least(format, kind, at)
        AND (p.pending OR (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = parent) = 0)
    ORDER BY p.high;
END;
-- +goose StatementEnd

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_partitions_detach_before(regclass, text, timestamptz, integer);
DROP PROCEDURE sortid_partitions_drop_before(regclass, text, timestamptz, integer);
DROP FUNCTION sortid_partitions_before(regclass, text, timestamptz, integer);
DROP FUNCTION sortid_internal_partitions_least(text, text, timestamptz);
DROP FUNCTION sortid_internal_partitions_drop(regclass, text, text, timestamptz, bytea, integer, regprocedure, regprocedure, regprocedure, regprocedure, regprocedure);
DROP FUNCTION sortid_internal_partitions_mark(regclass, text, regclass);
DROP FUNCTION sortid_internal_partitions_sound(regclass, text, regclass, text, text);
DROP FUNCTION sortid_internal_partitions_plan(regclass, text, text, timestamptz, bytea, integer, regprocedure, regprocedure, boolean);

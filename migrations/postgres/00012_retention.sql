-- Dropping old partitions by the time in the key. docs/partitions.md has examples.
--
--   SELECT * FROM sortid_partitions_before('events', 'wiji', now() - interval '12 months');    -- what the next line would drop
--   CALL sortid_partitions_drop_before('events', 'wiji', now() - interval '12 months');
--
-- The caller must own the table. A DEFAULT partition, and one that ends with MAXVALUE, is never dropped.

-- +goose Up

-- sortid_internal_partition_fit returns a condition in SQL on a key: it is an ID of the format and, as a text, the one
-- that the format's function writes. For a key sortid_internal_partition_time says the same; this is for millions, for which
-- regular expressions take five times as long as btrim.
CREATE OR REPLACE FUNCTION sortid_internal_partition_fit(format text, kind text, key text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(CASE kind || ' ' || format
    WHEN 'uuid wiji' THEN 'get_byte(uuid_send(@), 9) >> 4 = 1'
    WHEN 'uuid ulid' THEN '@ IS NOT NULL'
    WHEN 'uuid uuidv7' THEN 'get_byte(uuid_send(@), 6) >> 4 = 7 AND get_byte(uuid_send(@), 8) >> 6 = 2'
    WHEN 'bytea wiji' THEN 'CASE octet_length(@) WHEN 16 THEN get_byte(@, 9) >> 4 = 1 END'
    WHEN 'bytea ulid' THEN 'octet_length(@) = 16'
    WHEN 'bytea uuidv7' THEN 'CASE octet_length(@) WHEN 16 THEN get_byte(@, 6) >> 4 = 7 AND get_byte(@, 8) >> 6 = 2 END'
    WHEN 'bytea scru160' THEN 'octet_length(@) = 20'
    WHEN 'bytea ulidflake' THEN 'CASE octet_length(@) WHEN 8 THEN get_byte(@, 0) < 128 END'
    WHEN 'bytea uid11' THEN 'octet_length(@) = 8'
    WHEN 'bigint ulidflake' THEN '@ >= 0'
    WHEN 'bigint uid11' THEN '@ >= 0'
    WHEN 'text wiji' THEN 'CASE octet_length(@) WHEN 26 THEN get_byte(textsend(@), 0) < 50 AND chr(get_byte(textsend(@), 14)) IN (''0'', ''2'', ''4'', ''6'', ''8'', ''A'', ''C'', ''E'', ''G'', ''J'', ''M'', ''P'', ''R'', ''T'', ''W'', ''Y'') AND get_byte(textsend(@), 15) BETWEEN 52 AND 55 AND btrim(textsend(@), ''0123456789ABCDEFGHJKMNPQRSTVWXYZ''::bytea) = ''''::bytea END'
    WHEN 'text ulid' THEN 'CASE octet_length(@) WHEN 26 THEN get_byte(textsend(@), 0) < 56 AND btrim(textsend(@), ''0123456789ABCDEFGHJKMNPQRSTVWXYZ''::bytea) = ''''::bytea END'
    WHEN 'text uuidv7' THEN 'CASE octet_length(@) WHEN 36 THEN @ COLLATE "C" LIKE ''________-____-7___-____-____________'' AND get_byte(textsend(@), 19) IN (56, 57, 97, 98) AND octet_length(replace(@, ''-'', '''')) = 32 AND btrim(textsend(@), ''0123456789abcdef-''::bytea) = ''''::bytea END'
    WHEN 'text scru160' THEN 'octet_length(@) = 32 AND btrim(textsend(@), ''0123456789ABCDEFGHIJKLMNOPQRSTUV''::bytea) = ''''::bytea'
    WHEN 'text ulidflake' THEN 'CASE octet_length(@) WHEN 13 THEN get_byte(textsend(@), 0) < 56 AND btrim(textsend(@), ''0123456789ABCDEFGHJKMNPQRSTVWXYZ''::bytea) = ''''::bytea END'
    WHEN 'text uid11' THEN 'octet_length(@) = 11 AND btrim(textsend(@), ''123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz''::bytea) = ''''::bytea AND @ COLLATE "C" <= ''jpXCZedGfVQ'''
END, '@', key);

-- sortid_internal_partitions_plan lists the partitions that end at a bound or before, and those that an earlier run has
-- detached, and reads all IDs: of none, of those that are due, or of all. lowest is the bound as the column has it. problem says why a partition must not be
-- dropped. A detached partition is a table with a comment, which is written before it is detached.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_plan(parent regclass, format text, kind text, cutoff timestamptz, lowest text, bound bytea, quarantine integer, clock_is_right boolean, reading text,
    parts regprocedure, reader regprocedure, fitter regprocedure)
RETURNS TABLE (part regclass, action text, first text, until text, total bigint, bytes bigint, oldest timestamptz, newest timestamptz, problem text, pending boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET standard_conforming_strings = 'on' SET lock_timeout = '10s' SET row_security = off AS $$
DECLARE
    divided constant name := (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = parent);
    mark constant text := 'sortid: partition of ' || parent || ', ';
    ends constant text := 'SELECT %s($1, $2, (SELECT %I::text AS k FROM %s WHERE %s ORDER BY %I %s LIMIT 1))';
    fit text; -- the condition for an ID
    latest timestamptz; -- of the newest ID of the table
    early boolean;
    other text; -- a key that is no ID
    seen record;
    old record;
BEGIN
    IF bound IS NULL OR cutoff IS NULL OR quarantine IS NULL OR clock_is_right IS NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table, a format, a time, a number of days and a boolean' USING ERRCODE = 'null_value_not_allowed';
    ELSIF cutoff >= clock_timestamp() THEN
        RAISE EXCEPTION 'partitions: table %: drop before %: not in the past: use an earlier time', parent, cutoff USING ERRCODE = 'invalid_parameter_value';
    ELSIF quarantine NOT BETWEEN 0 AND 36500 THEN
        RAISE EXCEPTION 'partitions: table %: % days of quarantine: out of range: use 0 to 36500', parent, quarantine USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format('SELECT %s($1, $2, $3)', fitter::oid::regproc) INTO fit USING format, kind, quote_ident(divided);
    IF reading <> 'none' THEN
        EXECUTE format(ends, reader::oid::regproc, divided, parent, fit, divided, 'DESC') INTO latest USING format, kind;
    END IF;
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
        oldest := NULL;
        newest := NULL;
        bytes := NULL;
        action := CASE
            WHEN old.marked IS NULL THEN CASE WHEN quarantine = 0 THEN 'drop' ELSE 'detach' END
            WHEN coalesce(old.since, '-infinity') + quarantine * interval '1 day' <= clock_timestamp() THEN 'drop'
            ELSE 'keep' END;
        IF pending AND reading = 'all' THEN
            BEGIN
                EXECUTE format('LOCK TABLE %s IN ACCESS SHARE MODE NOWAIT', old.part);
            EXCEPTION WHEN lock_not_available THEN -- a FINALIZE, which waits for this transaction
                problem := 'is being detached by another session';
                RETURN NEXT;
                CONTINUE;
            END;
        END IF;
        bytes := (SELECT coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(old.part)) FROM pg_partition_tree(old.part));
        IF reading = 'none' OR reading = 'due' AND action = 'keep' THEN
            RETURN NEXT;
            CONTINUE;
        END IF;
        BEGIN
            EXECUTE format('SELECT count(*) AS rows, count(*) FILTER (WHERE (%s) IS NOT TRUE) AS odd, count(*) FILTER (WHERE %I >= %L) AS late FROM %s',
                fit, divided, lowest, old.part) INTO seen;
            total := seen.rows;
            EXECUTE format(ends, reader::oid::regproc, divided, old.part, fit, divided, '') INTO oldest USING format, kind;
            EXECUTE format(ends, reader::oid::regproc, divided, old.part, fit, divided, 'DESC') INTO newest USING format, kind;
            IF seen.odd > 0 THEN
                EXECUTE format('SELECT %I::text FROM %s WHERE (%s) IS NOT TRUE LIMIT 1', divided, old.part, fit) INTO other;
            END IF;
        EXCEPTION WHEN syntax_error_or_access_rule_violation OR data_exception THEN
            problem := 'cannot be read: ' || SQLERRM;
        END;
        IF problem IS NOT NULL THEN
            NULL;
        ELSIF NOT old.legible THEN
            problem := 'has bounds that cannot be read';
        ELSIF old.marked <> format THEN
            problem := 'was detached as one of ' || old.marked;
        ELSIF seen.odd > 0 THEN
            problem := format('has %s of %s keys that are not IDs of the format in its own form, such as %L, and can be of any time', seen.odd, seen.rows, left(other, 64));
        ELSIF seen.late > 0 OR newest >= cutoff THEN
            problem := format('has an ID of %s, and %s of %s IDs at or after the limit', newest, seen.late, seen.rows);
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
        -- The newest ID has the time of its writer's clock. If it is not near the present, the server's clock can be wrong.
        IF problem IS NULL AND seen.rows > 0 AND NOT clock_is_right AND (latest BETWEEN cutoff AND clock_timestamp() + interval '1 day') IS NOT TRUE THEN
            problem := format('is of a table %s, and the server''s clock says %s; if that is right, pass clock_is_right => true',
                coalesce('whose newest ID is of ' || latest, 'without IDs'), date_trunc('second', clock_timestamp()));
        END IF;
        RETURN NEXT;
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
        RAISE EXCEPTION 'partitions: table %: format %: the partition % %: nothing was dropped: correct it, or drop the partition by hand', parent, quote_literal(format), part, problem
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

-- sortid_internal_partitions_claim waits until no other run drops or detaches partitions of the table, and keeps others from it
-- until the transaction ends. It returns false if another run waits in a DETACH, which lasts as long as the transactions that
-- have used the table: that run goes on with the work. A session that has the claim and begins no transaction meanwhile was left,
-- or is behind a connection pool, and counts no more. This does not wait for the lock, because a FINALIZE of the other run waits for
-- this transaction.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_claim(parent regclass, patience interval) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    space constant integer := hashtext('sortid_partitions_drop');
    number constant integer := parent::oid::bigint::bit(32)::integer;
    own constant boolean := EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
        WHERE l.locktype = 'advisory' AND l.classid = (space & 4294967295)::oid AND l.objid = parent AND l.granted AND l.pid = pg_backend_pid());
    began constant timestamptz := clock_timestamp();
    waited boolean := false;
    other integer; -- the process that has the claim
    busy boolean; -- it has a transaction
    was_busy boolean := false;
    detaching timestamptz; -- since when a partition is between the two transactions of DETACH CONCURRENTLY
    late boolean;
BEGIN
    IF parent IS NULL THEN
        RETURN true; -- an error of what follows
    END IF;
    LOOP
        IF pg_try_advisory_xact_lock(space, number) THEN
            IF own THEN -- sortid_internal_partitions_hold has taken it for the session
                PERFORM pg_advisory_unlock(space, number);
            END IF;
            IF waited THEN
                RAISE NOTICE 'partitions: table %: another run was dropping old partitions: this one goes on with what is left', parent;
            END IF;
            RETURN true;
        END IF;
        waited := true;
        late := clock_timestamp() > began + patience;
        other := (SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
            WHERE l.locktype = 'advisory' AND l.classid = (space & 4294967295)::oid AND l.objid = parent AND l.granted);
        busy := EXISTS (SELECT FROM pg_locks WHERE locktype = 'virtualxid' AND pid = other);
        was_busy := was_busy OR busy;
        IF busy THEN
            detaching := CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhparent = parent AND inhdetachpending) THEN coalesce(detaching, clock_timestamp()) END;
        END IF;
        IF late AND detaching IS NOT NULL OR busy AND (detaching < clock_timestamp() - interval '1 second' OR pg_backend_pid() = ANY (pg_blocking_pids(other))) THEN
            RAISE NOTICE 'partitions: table %: another run is detaching old partitions, and waits for other sessions: this one leaves them to it', parent;
            RETURN false;
        ELSIF late AND was_busy THEN
            RAISE EXCEPTION 'partitions: table %: another run did not end within ten seconds: run it again', parent USING ERRCODE = 'lock_not_available';
        ELSIF late THEN
            RETURN true;
        END IF;
        PERFORM pg_sleep(0.02);
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_hold keeps the claim of this transaction for the session, until it claims the table again. It returns
-- false if the transaction has none.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_hold(parent regclass) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    space constant integer := hashtext('sortid_partitions_drop');
BEGIN
    IF EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
        WHERE l.locktype = 'advisory' AND l.classid = (space & 4294967295)::oid AND l.objid = parent AND l.granted AND l.pid = pg_backend_pid()) THEN
        PERFORM pg_advisory_lock(space, parent::oid::bigint::bit(32)::integer);
        RETURN true;
    END IF;
    RETURN false;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_drop follows a plan. While it reads the IDs, other sessions can write to all partitions but
-- those that are due, and read all. Then it locks the table for a moment. It drops nothing if a partition has a problem. It
-- cannot detach CONCURRENTLY, which Postgres does not allow in a function or procedure.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_drop(parent regclass, format text, kind text, cutoff timestamptz, quarantine integer, clock_is_right boolean,
    planner regprocedure, sounder regprocedure, marker regprocedure) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    planned constant text := format('SELECT * FROM %s($1, $2, $3, $4, $5, $6, $7)', planner::oid::regproc);
    attached regclass[] := '{}';
    due regclass[] := '{}';
    detached regclass[] := '{}'; -- of those that are due, these only
    final regclass[] := '{}'; -- an interrupted DETACH CONCURRENTLY
    part regclass;
    old record;
BEGIN
    FOR old IN EXECUTE planned USING parent, format, kind, cutoff, quarantine, clock_is_right, 'none' LOOP
        IF old.action <> 'keep' THEN
            due := due || old.part;
            BEGIN
                EXECUTE format('LOCK TABLE %s IN SHARE MODE', old.part);
            EXCEPTION WHEN undefined_table OR syntax_error THEN -- a table that is gone is a number
                RAISE EXCEPTION 'partitions: table %: another session changed the partitions: run it again', parent USING ERRCODE = 'lock_not_available';
            END;
        END IF;
    END LOOP;
    FOR old IN EXECUTE planned USING parent, format, kind, cutoff, quarantine, clock_is_right, 'due' LOOP
        CONTINUE WHEN old.part <> ALL (due);
        EXECUTE format('SELECT %s($1, $2, $3, $4, $5)', sounder::oid::regproc) USING parent, format, old.part, old.action, old.problem;
        IF EXISTS (SELECT FROM pg_class WHERE oid = old.part AND relispartition) THEN
            attached := attached || old.part;
        END IF;
        IF old.action = 'detach' THEN
            detached := detached || old.part;
        END IF;
        IF old.pending THEN
            final := final || old.part;
        END IF;
    END LOOP;
    -- The lock on the table is raised above that on a partition. A session that has used the table and now waits for the partition
    -- would be in a deadlock, and the server could end it. It looks for one after a second: this waits less at a time.
    PERFORM set_config('lock_timeout', '900ms', true);
    FOR attempt IN 1 .. 11 LOOP
        IF EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation IN (SELECT coalesce(t.relid, d) FROM unnest(due) AS d LEFT JOIN LATERAL pg_partition_tree(d) AS t ON true)) THEN
            RAISE EXCEPTION 'partitions: table %: another session waits for an old partition: nothing was dropped: run it again', parent USING ERRCODE = 'lock_not_available';
        END IF;
        BEGIN
            IF attached <> '{}' THEN
                EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', parent);
            END IF;
            FOREACH part IN ARRAY due LOOP
                EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', part);
            END LOOP;
            EXIT;
        EXCEPTION WHEN lock_not_available THEN
            IF attempt = 11 THEN
                RAISE EXCEPTION 'partitions: table %: other sessions have used it for ten seconds: nothing was dropped: run it again', parent USING ERRCODE = 'lock_not_available';
            END IF;
        END;
    END LOOP;
    FOREACH part IN ARRAY due LOOP
        IF part = ANY (detached) THEN
            EXECUTE format('SELECT %s($1, $2, $3)', marker::oid::regproc) USING parent, format, part;
        END IF;
        IF part = ANY (attached) THEN
            EXECUTE format('ALTER TABLE %s DETACH PARTITION %s %s', parent, part, CASE WHEN part = ANY (final) THEN 'FINALIZE' ELSE '' END);
        END IF;
        IF part <> ALL (detached) THEN
            EXECUTE format('DROP TABLE %s', part);
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_least returns the least ID of a time as a text for a column of that kind. A time before all IDs of
-- the format is its first time.
CREATE OR REPLACE FUNCTION sortid_internal_partitions_least(format text, kind text, at timestamptz) RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN sortid_internal_partition_bound(format, kind,
    greatest(at, CASE format WHEN 'ulidflake' THEN '2024-01-01 00:00Z' WHEN 'uid11' THEN '2011-11-11 11:11:11.111Z' ELSE '1970-01-01 00:00Z' END::timestamptz));

-- sortid_internal_partitions_planned makes the plan for a kind of column.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_planned(parent regclass, format text, kind text, at timestamptz, quarantine integer, clock_is_right boolean, reading text)
RETURNS TABLE (part regclass, action text, first text, until text, total bigint, bytes bigint, oldest timestamptz, newest timestamptz, problem text, pending boolean)
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT * FROM sortid_internal_partitions_plan(parent, format, kind, at, sortid_internal_partitions_least(format, kind, at),
        sortid_internal_partition_order(kind, sortid_internal_partitions_least(format, kind, at)), quarantine, clock_is_right, reading,
        'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure,
        'sortid_internal_partition_fit(text,text,text)'::regprocedure);
END;
-- +goose StatementEnd

-- sortid_partitions_before lists what sortid_partitions_drop_before would drop or detach, and the detached partitions that it
-- would keep. problem says why it would drop nothing. It reads all their rows, and changes nothing.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_partitions_before(parent regclass, format text, at timestamptz, quarantine_days integer DEFAULT 0, clock_is_right boolean DEFAULT false)
RETURNS TABLE (name text, action text, first text, until text, total bigint, bytes bigint, oldest timestamptz, newest timestamptz, problem text)
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT sortid_internal_partitions_record(parent, format, sortid_internal_partition_kind(parent, format), 'sortid_partitioned'::regclass,
        'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure,
        'sortid_internal_partition_bound(text,text,timestamptz)'::regprocedure, false);
    SELECT p.part::text, p.action, p.first, p.until, p.total, p.bytes, p.oldest, p.newest, p.problem
    FROM sortid_internal_partitions_planned(parent, format, sortid_internal_partition_kind(parent, format), at, quarantine_days, clock_is_right, 'all') AS p;
END;
-- +goose StatementEnd

-- sortid_partitions_drop_before drops the partitions whose IDs are all of times before at. With a quarantine it detaches
-- them, and drops those that were detached so many days ago or more. It drops nothing if a partition has a key that is not
-- an ID of the format in its own form, or not of a time before at. Nor does it if the newest ID of the table is of a time
-- before at, or more than a day ahead, which can mean that the server's clock is wrong, unless clock_is_right.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_partitions_drop_before(parent regclass, format text, at timestamptz, quarantine_days integer DEFAULT 0, clock_is_right boolean DEFAULT false)
LANGUAGE sql
BEGIN ATOMIC
    SELECT sortid_internal_partitions_drop(parent, format, kind, at, quarantine_days, clock_is_right,
        'sortid_internal_partitions_planned(regclass,text,text,timestamptz,integer,boolean,text)'::regprocedure,
        'sortid_internal_partitions_sound(regclass,text,regclass,text,text)'::regprocedure, 'sortid_internal_partitions_mark(regclass,text,regclass)'::regprocedure)
    FROM sortid_internal_partitions_claim(parent, interval '10 seconds') AS mine,
        LATERAL (SELECT sortid_internal_partitions_begin(parent, format) AS kind WHERE mine) AS b;
END;
-- +goose StatementEnd

-- sortid_partitions_detach_before returns the statements that detach the old partitions CONCURRENTLY, for psql's \gexec. It
-- makes the checks of sortid_partitions_drop_before, which must be called afterwards in the same session: it makes them
-- again, and drops what was detached. Meanwhile other runs wait. Beside a DEFAULT partition Postgres cannot detach
-- CONCURRENTLY, and it returns none.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_partitions_detach_before(parent regclass, format text, at timestamptz, quarantine_days integer DEFAULT 0, clock_is_right boolean DEFAULT false) RETURNS SETOF text
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    -- The statement's own view of pg_class is older than the claim.
    SELECT sortid_internal_partitions_sound(parent, format, p.part, p.action, p.problem),
        CASE WHEN p.pending OR EXISTS (SELECT FROM pg_partition_ancestors(p.part) AS a WHERE a.relid = parent) THEN sortid_internal_partitions_mark(parent, format, p.part) END
    FROM sortid_internal_partitions_claim(parent, interval '10 seconds') AS mine,
        LATERAL (SELECT sortid_internal_partitions_begin(parent, format) AS kind WHERE mine) AS b,
        LATERAL sortid_internal_partitions_planned(parent, format, b.kind, at, quarantine_days, clock_is_right, 'due') AS p;
    SELECT format('ALTER TABLE %s DETACH PARTITION %s %s', parent, p.part, CASE WHEN p.pending THEN 'FINALIZE' ELSE 'CONCURRENTLY' END)
    FROM sortid_internal_partitions_hold(parent) AS held, LATERAL (SELECT sortid_internal_partition_kind(parent, format) AS kind WHERE held) AS k,
        LATERAL sortid_internal_partition_parts(parent, k.kind) AS p
    WHERE p.high <= sortid_internal_partition_order(k.kind, sortid_internal_partitions_least(format, k.kind, at))
        AND (p.pending OR (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = parent) = 0)
    ORDER BY p.pending DESC, p.high; -- beside a pending DETACH there is no other one
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
DROP FUNCTION sortid_partitions_detach_before(regclass, text, timestamptz, integer, boolean);
DROP PROCEDURE sortid_partitions_drop_before(regclass, text, timestamptz, integer, boolean);
DROP FUNCTION sortid_partitions_before(regclass, text, timestamptz, integer, boolean);
DROP FUNCTION sortid_internal_partitions_drop(regclass, text, text, timestamptz, integer, boolean, regprocedure, regprocedure, regprocedure);
DROP FUNCTION sortid_internal_partitions_planned(regclass, text, text, timestamptz, integer, boolean, text);
DROP FUNCTION sortid_internal_partitions_least(text, text, timestamptz);
DROP FUNCTION sortid_internal_partitions_hold(regclass);
DROP FUNCTION sortid_internal_partitions_claim(regclass, interval);
DROP FUNCTION sortid_internal_partitions_mark(regclass, text, regclass);
DROP FUNCTION sortid_internal_partitions_sound(regclass, text, regclass, text, text);
DROP FUNCTION sortid_internal_partitions_plan(regclass, text, text, timestamptz, text, bytea, integer, boolean, text, regprocedure, regprocedure, regprocedure);
DROP FUNCTION sortid_internal_partition_fit(text, text, text);

-- Partitions by the time in the key, for pg_cron and other schedulers, and the functions that
-- pg_partman asks for. docs/partitions.md has examples.
--
--   CREATE TABLE events (id uuid PRIMARY KEY DEFAULT sortid_wiji_new(), ...) PARTITION BY RANGE (id);
--   CALL sortid_partitions_ensure('events', 'wiji', 'month', 3);
--
-- The formats have the names of the Go packages: wiji, ulid, uuidv7, scru160, ulidflake, uid11. The
-- procedures run with the caller's rights. The caller must own the table. 00012_retention.sql drops partitions.
--
-- Functions in PL/pgSQL get the functions of these files that they call as arguments (00001_common.sql says why).

-- +goose Up

-- sortid_wiji_time_encoder and the other functions of this name return the text form of the least ID of a
-- time: pg_partman's time_encoder for a column of texts. That for a column of uuid is sortid_wiji_min_at.
CREATE OR REPLACE FUNCTION sortid_wiji_time_encoder(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_wiji_text(sortid_wiji_min_at(at));
CREATE OR REPLACE FUNCTION sortid_ulid_time_encoder(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulid_text(sortid_ulid_min_at(at));
CREATE OR REPLACE FUNCTION sortid_uuid_time_encoder(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uuid_text(sortid_uuid_min_at(at));
CREATE OR REPLACE FUNCTION sortid_scru_time_encoder(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_scru_text(sortid_scru_min_at(at));
CREATE OR REPLACE FUNCTION sortid_ulidflake_time_encoder(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulidflake_text(sortid_ulidflake_min_at(at));
CREATE OR REPLACE FUNCTION sortid_xid_time_encoder(at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_text(sortid_xid_min_at_bytes(at));

-- sortid_wiji_time_decoder and the other functions of this name return the time of an ID of any text form:
-- pg_partman's time_decoder. pg_partman up to 5.3 calls it with a text, whatever the type of the column;
-- later versions ask for a function that takes the type of the column.
CREATE OR REPLACE FUNCTION sortid_wiji_time_decoder(input text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_wiji_time(sortid_wiji_parse(input));
CREATE OR REPLACE FUNCTION sortid_wiji_time_decoder(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_wiji_time(id);
CREATE OR REPLACE FUNCTION sortid_ulid_time_decoder(input text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulid_time(sortid_ulid_parse(input));
CREATE OR REPLACE FUNCTION sortid_ulid_time_decoder(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulid_time(id);
CREATE OR REPLACE FUNCTION sortid_uuid_time_decoder(input text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uuid_time(sortid_uuid_parse(input));
CREATE OR REPLACE FUNCTION sortid_uuid_time_decoder(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uuid_time(id);
CREATE OR REPLACE FUNCTION sortid_scru_time_decoder(input text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_scru_time(sortid_scru_parse(input));
CREATE OR REPLACE FUNCTION sortid_ulidflake_time_decoder(input text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulidflake_time(sortid_ulidflake_parse(input));
CREATE OR REPLACE FUNCTION sortid_xid_time_decoder(input text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_xid_time(sortid_uid_parse_bytes(input));

-- sortid_internal_partition_kind returns the type of the column that divides a table: uuid, bytea, bigint or
-- text. A table or a type that IDs of the format cannot divide is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partition_kind(parent regclass, format text) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    size constant integer := CASE WHEN format IN ('wiji', 'ulid', 'uuidv7') THEN 16 WHEN format = 'scru160' THEN 20 WHEN format IN ('ulidflake', 'uid11') THEN 8 END;
    kind text;
    bytewise boolean;
BEGIN
    IF size IS NULL THEN
        RAISE EXCEPTION 'partitions: format %: unknown: use wiji, ulid, uuidv7, scru160, ulidflake or uid11', quote_literal(format) USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT CASE coalesce(nullif(t.typbasetype, 0), t.oid)
            WHEN 'uuid'::regtype THEN 'uuid' WHEN 'bytea'::regtype THEN 'bytea' WHEN 'bigint'::regtype THEN 'bigint'
            WHEN 'text'::regtype THEN 'text' WHEN 'varchar'::regtype THEN CASE WHEN a.atttypmod < 0 OR a.atttypmod - 4 >=
                CASE format WHEN 'uuidv7' THEN 36 WHEN 'scru160' THEN 32 WHEN 'ulidflake' THEN 13 WHEN 'uid11' THEN 11 ELSE 26 END THEN 'text' END END,
        p.partcollation[0] IN (0, 950, 951) AND (SELECT opcdefault FROM pg_opclass WHERE oid = p.partclass[0]) -- the collations C and POSIX
    INTO kind, bytewise
    FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] JOIN pg_type t ON t.oid = a.atttypid
    WHERE p.partrelid = parent AND p.partstrat = 'r' AND p.partnatts = 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'partitions: table %: not partitioned by RANGE of one column: create it with PARTITION BY RANGE, and move the rows', parent
            USING ERRCODE = 'wrong_object_type';
    ELSIF kind IS NULL OR NOT bytewise OR kind = 'uuid' AND size <> 16 OR kind = 'bigint' AND size <> 8 THEN
        RAISE EXCEPTION 'partitions: table %: its partition column cannot hold IDs of % in order: use the type that docs/columns.md names', parent, format
            USING ERRCODE = 'datatype_mismatch';
    END IF;
    RETURN kind;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partition_bound returns the least ID of a time as a text for a column of that kind.
CREATE OR REPLACE FUNCTION sortid_internal_partition_bound(format text, kind text, at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE kind || ' ' || format
    WHEN 'uuid wiji' THEN sortid_wiji_min_at(at)::text
    WHEN 'uuid ulid' THEN sortid_ulid_min_at(at)::text
    WHEN 'uuid uuidv7' THEN sortid_uuid_min_at(at)::text
    WHEN 'bigint ulidflake' THEN sortid_ulidflake_min_at(at)::text
    WHEN 'bigint uid11' THEN sortid_xid_min_at(at)::text
    WHEN 'text wiji' THEN sortid_wiji_time_encoder(at)
    WHEN 'text ulid' THEN sortid_ulid_time_encoder(at)
    WHEN 'text uuidv7' THEN sortid_uuid_time_encoder(at)
    WHEN 'text scru160' THEN sortid_scru_time_encoder(at)
    WHEN 'text ulidflake' THEN sortid_ulidflake_time_encoder(at)
    WHEN 'text uid11' THEN sortid_xid_time_encoder(at)
    ELSE chr(92) || 'x' || encode(CASE format
        WHEN 'wiji' THEN sortid_wiji_bytes(sortid_wiji_min_at(at))
        WHEN 'ulid' THEN sortid_ulid_bytes(sortid_ulid_min_at(at))
        WHEN 'uuidv7' THEN sortid_uuid_bytes(sortid_uuid_min_at(at))
        WHEN 'scru160' THEN sortid_scru_min_at(at)
        WHEN 'ulidflake' THEN int8send(sortid_ulidflake_min_at(at))
        WHEN 'uid11' THEN sortid_xid_min_at_bytes(at) END, 'hex')
END;

-- sortid_internal_partition_raw returns the bytes of a key of the column. A text must be the one that the format's
-- function writes, because others sort elsewhere, and so do negative numbers; NULL means that it is not.
CREATE OR REPLACE FUNCTION sortid_internal_partition_raw(format text, kind text, key text) RETURNS bytea
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN CASE kind || CASE WHEN kind = 'text' THEN ' ' || format ELSE '' END
    WHEN 'uuid' THEN uuid_send(key::uuid)
    WHEN 'bytea' THEN key::bytea
    WHEN 'bigint' THEN CASE WHEN key::bigint >= 0 THEN int8send(key::bigint) END
    WHEN 'text wiji' THEN CASE WHEN sortid_wiji_valid_text(key) THEN
        CASE WHEN sortid_wiji_text(sortid_wiji_parse(key)) = key COLLATE "C" THEN uuid_send(sortid_wiji_parse(key)) END END
    WHEN 'text ulid' THEN CASE WHEN sortid_ulid_valid_text(key) THEN
        CASE WHEN sortid_ulid_text(sortid_ulid_parse(key)) = key COLLATE "C" THEN uuid_send(sortid_ulid_parse(key)) END END
    WHEN 'text uuidv7' THEN CASE WHEN sortid_uuid_valid_text(key) THEN
        CASE WHEN sortid_uuid_text(sortid_uuid_parse(key)) = key COLLATE "C" THEN uuid_send(sortid_uuid_parse(key)) END END
    WHEN 'text scru160' THEN CASE WHEN sortid_scru_valid_text(key) THEN
        CASE WHEN sortid_scru_text(sortid_scru_parse(key)) = key COLLATE "C" THEN sortid_scru_parse(key) END END
    WHEN 'text ulidflake' THEN CASE WHEN sortid_ulidflake_valid_text(key) THEN
        CASE WHEN sortid_ulidflake_text(sortid_ulidflake_parse(key)) = key COLLATE "C" THEN int8send(sortid_ulidflake_parse(key)) END END
    WHEN 'text uid11' THEN CASE WHEN sortid_uid_valid_text(key) THEN
        CASE WHEN sortid_uid_text(sortid_uid_parse_bytes(key)) = key COLLATE "C" THEN sortid_uid_parse_bytes(key) END END
END;

-- sortid_internal_partition_moment returns the time of the bytes of an ID; NULL if they are not of the format.
CREATE OR REPLACE FUNCTION sortid_internal_partition_moment(format text, raw bytea) RETURNS timestamptz
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN CASE octet_length(raw) || ' ' || format
    WHEN '16 wiji' THEN CASE WHEN sortid_wiji_valid(encode(raw, 'hex')::uuid) THEN sortid_wiji_time(encode(raw, 'hex')::uuid) END
    WHEN '16 ulid' THEN sortid_ulid_time(encode(raw, 'hex')::uuid)
    WHEN '16 uuidv7' THEN CASE WHEN sortid_uuid_valid(encode(raw, 'hex')::uuid) THEN sortid_uuid_time(encode(raw, 'hex')::uuid) END
    WHEN '20 scru160' THEN sortid_scru_time(raw)
    WHEN '8 ulidflake' THEN CASE WHEN get_byte(raw, 0) < 128 THEN sortid_ulidflake_time(sortid_internal_word(raw, 0)) END
    WHEN '8 uid11' THEN sortid_xid_time(sortid_internal_word(raw, 0))
END;

-- sortid_internal_partition_time returns the time of a key of the column; NULL if it is not an ID of the format.
CREATE OR REPLACE FUNCTION sortid_internal_partition_time(format text, kind text, key text) RETURNS timestamptz
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN sortid_internal_partition_moment(format, sortid_internal_partition_raw(format, kind, key));

-- sortid_internal_partition_order returns bytes that sort as the values of the column do.
CREATE OR REPLACE FUNCTION sortid_internal_partition_order(kind text, value text) RETURNS bytea
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN CASE kind
    WHEN 'uuid' THEN uuid_send(value::uuid)
    WHEN 'bytea' THEN value::bytea
    WHEN 'bigint' THEN int8send(value::bigint # '-9223372036854775808'::bigint)
    ELSE convert_to(value, getdatabaseencoding())
END;

-- sortid_internal_partition_value returns the value of a literal of a bound; NULL for MINVALUE and MAXVALUE.
CREATE OR REPLACE FUNCTION sortid_internal_partition_value(literal text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN left(literal, 1) = '''' THEN replace(substr(literal, 2, length(literal) - 2), '''''', '''')
    WHEN literal NOT IN ('MINVALUE', 'MAXVALUE') THEN literal END;

-- sortid_internal_partition_parts lists the partitions of a table without the DEFAULT one: their bounds as the
-- server writes them, and as bytes that sort like the column. NULL is MINVALUE or MAXVALUE. If legible is false, these
-- files cannot read the bounds. pg_get_expr with the partition would wait for its lock: in a deadlock, if a DETACH FINALIZE has that.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partition_parts(parent regclass, kind text)
RETURNS TABLE (part regclass, first text, until text, low bytea, high bytea, pending boolean, legible boolean)
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET bytea_output = 'hex' SET standard_conforming_strings = 'on'
BEGIN ATOMIC
    SELECT c.oid::regclass, v.first, v.until, sortid_internal_partition_order(kind, v.first), sortid_internal_partition_order(kind, v.until), i.inhdetachpending, b IS NOT NULL
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        LEFT JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, 0),
            '^FOR VALUES FROM [(](MINVALUE|''(?:[^'']|'''')*''|-?[0-9]+)[)] TO [(](MAXVALUE|''(?:[^'']|'''')*''|-?[0-9]+)[)]$') AS b ON true
        CROSS JOIN LATERAL (SELECT sortid_internal_partition_value(b[1]) AS first, sortid_internal_partition_value(b[2]) AS until) AS v
    WHERE i.inhparent = parent AND pg_get_expr(c.relpartbound, 0) <> 'DEFAULT';
END;
-- +goose StatementEnd

-- sortid_internal_partition_starts returns the starts, in UTC, of the period of a time and of those after
-- it, up to the last one ahead of the present period, and the end of that.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partition_starts(every text, ahead integer, start_time timestamptz) RETURNS timestamptz[]
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    present timestamp;
    period interval;
    first timestamp;
BEGIN
    IF every NOT IN ('hour', 'day', 'week', 'month', 'quarter', 'year') THEN
        RAISE EXCEPTION 'partitions: period %: unknown: use hour, day, week, month, quarter or year', quote_literal(every) USING ERRCODE = 'invalid_parameter_value';
    ELSIF ahead NOT BETWEEN 0 AND 1000 THEN
        RAISE EXCEPTION 'partitions: % periods ahead: out of range: use 0 to 1000', ahead USING ERRCODE = 'invalid_parameter_value';
    END IF;
    present := date_trunc(every, now() AT TIME ZONE 'UTC');
    first := date_trunc(every, start_time AT TIME ZONE 'UTC');
    period := CASE every WHEN 'quarter' THEN interval '3 months' ELSE ('1 ' || every)::interval END;
    IF first + 8192 * period < present OR first = 'infinity' THEN
        RAISE EXCEPTION 'partitions: from %: more than 8192 periods from the present one: use a longer period, or another time', start_time USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN ARRAY(SELECT at AT TIME ZONE 'UTC' FROM generate_series(first, greatest(first, present) + (ahead + 1) * period, period) AS at ORDER BY at);
END
$$;
-- +goose StatementEnd

-- sortid_partitioned has the format of the IDs of each table from the first call on. The names are those of the
-- catalogue. If a table of that name has another format now, delete its row.
CREATE TABLE IF NOT EXISTS sortid_partitioned (
    table_schema text COLLATE "C" NOT NULL,
    table_name   text COLLATE "C" NOT NULL,
    column_name  text COLLATE "C" NOT NULL,
    format       text COLLATE "C" NOT NULL CHECK (format IN ('wiji', 'ulid', 'uuidv7', 'scru160', 'ulidflake', 'uid11')),
    PRIMARY KEY (table_schema, table_name)
);

-- sortid_internal_partitions_turn waits until no other run works on the table, ten seconds at most. The lock ends with the
-- transaction. Checks read what was committed since it began, so they need READ COMMITTED.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_turn(parent regclass) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
BEGIN
    IF parent IS NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table and a format' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
        RAISE EXCEPTION 'partitions: table %: the transaction is %: use READ COMMITTED', parent, upper(current_setting('transaction_isolation'))
            USING ERRCODE = 'active_sql_transaction';
    ELSIF NOT (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = parent) THEN
        RAISE EXCEPTION 'partitions: table %: % does not own it: call the procedure as its owner', parent, current_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('sortid_partitions'), parent::oid::bigint::bit(32)::integer);
EXCEPTION WHEN lock_not_available THEN
    RAISE EXCEPTION 'partitions: table %: another run did not end within ten seconds: run it again', parent USING ERRCODE = 'lock_not_available';
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_add adds partitions from each start to the next, with the bounds of the starts, for what
-- no partition covers. A table is created and attached, which blocks neither reads nor writes.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_add(parent regclass, every text, kind text, starts timestamptz[], bounds text[], orders bytea[], parts regprocedure) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET standard_conforming_strings = 'on' SET lock_timeout = '10s' SET row_security = off AS $$
DECLARE
    label constant text := CASE every WHEN 'hour' THEN 'YYYY_MM_DD_HH24' WHEN 'day' THEN 'YYYY_MM_DD' WHEN 'week' THEN 'IYYY"_w"IW'
        WHEN 'month' THEN 'YYYY_MM' WHEN 'quarter' THEN 'YYYY"_q"Q' ELSE 'YYYY' END;
    rest constant regclass := (SELECT nullif(partdefid, 0) FROM pg_partitioned_table WHERE partrelid = parent);
    divided constant name := (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = parent);
    home record; -- the schema and the name of the table
    part record;
    first text; -- where the gap begins, and where it ends
    until text;
    covered bytea;
    name text;
    misplaced boolean;
BEGIN
    IF parent IS NULL OR starts IS NULL OR array_position(bounds, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table, a format, a period, a number and a time' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    SELECT n.nspname AS schema, c.relname AS own INTO home FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = parent;
    FOR i IN 1 .. cardinality(starts) - 1 LOOP
        first := bounds[i];
        covered := orders[i];
        -- The last row is the end of the period.
        FOR part IN EXECUTE format('SELECT first, until, low, high, legible FROM %s($1, $2) WHERE NOT legible OR (low IS NULL OR low < $4) AND (high IS NULL OR high > $3)
            UNION ALL SELECT $5, NULL, $4, NULL, true ORDER BY low NULLS FIRST', parts::oid::regproc) USING parent, kind, orders[i], orders[i + 1], bounds[i + 1]
        LOOP
            IF NOT part.legible THEN
                RAISE EXCEPTION 'partitions: table %: a bound cannot be read: use literals as bounds', parent USING ERRCODE = 'wrong_object_type';
            END IF;
            until := part.first;
            IF covered IS NOT NULL AND part.low > covered THEN
                name := home.own || '_p' || to_char(starts[i] AT TIME ZONE 'UTC', label);
                FOR n IN 2 .. 100 LOOP
                    EXIT WHEN to_regclass(format('%I.%I', home.schema, name)) IS NULL;
                    name := home.own || '_p' || to_char(starts[i] AT TIME ZONE 'UTC', label) || '_' || n;
                END LOOP;
                IF octet_length(name) > 63 THEN
                    RAISE EXCEPTION 'partitions: table %: the partition % has a name of more than 63 bytes: use a shorter name', parent, name USING ERRCODE = 'name_too_long';
                END IF;
                IF rest IS NOT NULL THEN
                    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I >= %L AND %I < %L)', rest, divided, first, divided, until) INTO misplaced;
                    IF misplaced THEN
                        RAISE EXCEPTION 'partitions: table %: the DEFAULT partition % has rows of %: move them to a table, and attach it', parent, rest, name
                            USING ERRCODE = 'check_violation', DETAIL = format('The rows are those with %I >= %L AND %I < %L.', divided, first, divided, until);
                    END IF;
                END IF;
                EXECUTE format('CREATE TABLE %I.%I (LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)', home.schema, name, parent);
                EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (%L) TO (%L)', parent, home.schema, name, first, until);
            END IF;
            covered := CASE WHEN part.high IS NULL OR covered IS NULL THEN NULL ELSE greatest(covered, part.high) END;
            first := CASE WHEN covered = part.high THEN part.until ELSE first END;
        END LOOP;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_record compares the format with the one that is recorded for the table. If there is none, it
-- checks the format: bounds that are the least IDs of quarters of an hour are evidence, and so are the newest IDs of
-- a table in use. Without evidence it is an error, unless the table is empty. Then it records the format.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_record(parent regclass, format text, kind text, records regclass, parts regprocedure, reader regprocedure, bounder regprocedure, write boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET standard_conforming_strings = 'on' SET lock_timeout = '10s' SET row_security = off AS $$
DECLARE
    home constant text[] := (SELECT ARRAY[n.nspname, c.relname, a.attname] FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_partitioned_table p ON p.partrelid = c.oid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0] WHERE c.oid = parent);
    remedy text;
    known record;
    part record;
    keys constant text := 'SELECT count(*) AS rows, count(t) AS good, max(t) AS newest FROM (SELECT %s($1, $2, k) AS t FROM (SELECT %I::text AS k FROM %s ORDER BY %I DESC LIMIT 100) AS ks) AS ts';
    seen record;
    exact bigint := 0;
    odd bigint := 0;
BEGIN
    IF format IS NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table and a format' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    BEGIN
        EXECUTE format('SELECT format, column_name FROM %s WHERE table_schema = $1 AND table_name = $2', records) INTO known USING home[1], home[2];
    EXCEPTION WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'partitions: table %: % may not read and write the formats: GRANT SELECT, INSERT ON % TO %', parent, current_user, records, quote_ident(current_user) USING ERRCODE = 'insufficient_privilege';
    END;
    IF known.format = format AND known.column_name = home[3] THEN
        RETURN;
    ELSIF known.format IS NOT NULL THEN
        RAISE EXCEPTION 'partitions: table %: format %: the table is recorded with % in the column %: use this format, or delete the row from % if the table is another one',
            parent, quote_literal(format), known.format, quote_literal(known.column_name), records USING ERRCODE = 'datatype_mismatch';
    END IF;
    remedy := format('use the format of the IDs; if it is the one, INSERT INTO %s VALUES (%L, %L, %L, %L)', records, home[1], home[2], home[3], format);
    FOR part IN EXECUTE format('SELECT p.part, p.until, (SELECT bool_and(%s($2, $3, at) = value AND extract(epoch FROM at)::numeric %% 900 = 0) IS TRUE
            FROM (SELECT value, %s($2, $3, value) AS at FROM (VALUES (p.first), (p.until)) AS v (value) WHERE value IS NOT NULL) AS b) AS exact
        FROM %s($1, $3) AS p', bounder::oid::regproc, reader::oid::regproc, parts::oid::regproc) USING parent, format, kind
    LOOP
        exact := exact + part.exact::integer;
        odd := odd + (NOT part.exact)::integer;
        IF part.until IS NOT NULL THEN
            EXECUTE format(keys, reader::oid::regproc, home[3], part.part, home[3]) INTO seen USING format, kind;
            IF seen.good < seen.rows THEN
                RAISE EXCEPTION 'partitions: table %: format %: the partition % has other IDs: %', parent, quote_literal(format), part.part, remedy USING ERRCODE = 'datatype_mismatch';
            END IF;
        END IF;
    END LOOP;
    EXECUTE format(keys, reader::oid::regproc, home[3], parent, home[3]) INTO seen USING format, kind;
    IF seen.rows > 0 AND (exact = 0 OR odd > 0) AND (seen.good < seen.rows OR seen.newest NOT BETWEEN clock_timestamp() - interval '1 year' AND clock_timestamp() + interval '1 day') THEN
        RAISE EXCEPTION 'partitions: table %: format %: neither the bounds nor the newest IDs are evidence of it%: %', parent, quote_literal(format),
            CASE WHEN seen.good = seen.rows THEN ', whose times would end at ' || seen.newest ELSE '' END, remedy USING ERRCODE = 'datatype_mismatch';
    END IF;
    IF write THEN
        BEGIN
            EXECUTE format('INSERT INTO %s VALUES ($1, $2, $3, $4)', records) USING home[1], home[2], home[3], format;
        EXCEPTION WHEN insufficient_privilege THEN
            RAISE EXCEPTION 'partitions: table %: % may not read and write the formats: GRANT SELECT, INSERT ON % TO %', parent, current_user, records, quote_ident(current_user) USING ERRCODE = 'insufficient_privilege';
        END;
    END IF;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_begin waits for the table, and checks and records its format. It returns the kind of the
-- column.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_begin(parent regclass, format text) RETURNS text
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT sortid_internal_partitions_turn(parent);
    SELECT sortid_internal_partitions_record(parent, format, sortid_internal_partition_kind(parent, format), 'sortid_partitioned'::regclass,
        'sortid_internal_partition_parts(regclass,text)'::regprocedure, 'sortid_internal_partition_time(text,text,text)'::regprocedure,
        'sortid_internal_partition_bound(text,text,timestamptz)'::regprocedure, true);
    SELECT sortid_internal_partition_kind(parent, format);
END;
-- +goose StatementEnd

-- sortid_internal_partitions_ensure is sortid_partitions_ensure_from as a function.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_ensure(parent regclass, format text, every text, ahead integer, start_time timestamptz) RETURNS void
LANGUAGE sql VOLATILE
BEGIN ATOMIC
    SELECT sortid_internal_partitions_add(parent, every, kind, starts,
        ARRAY(SELECT sortid_internal_partition_bound(format, kind, at) FROM unnest(starts) AS at ORDER BY at),
        ARRAY(SELECT sortid_internal_partition_order(kind, sortid_internal_partition_bound(format, kind, at)) FROM unnest(starts) AS at ORDER BY at),
        'sortid_internal_partition_parts(regclass,text)'::regprocedure)
    FROM sortid_internal_partition_starts(every, ahead, start_time) AS starts, sortid_internal_partitions_begin(parent, format) AS kind;
END;
-- +goose StatementEnd

-- sortid_partitions_ensure adds the partitions of the present period and of those ahead, in UTC. It changes nothing if
-- they exist. sortid_partitions_ensure_from begins with the period of a time.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_partitions_ensure(parent regclass, format text, every text DEFAULT 'month', ahead integer DEFAULT 3)
LANGUAGE sql
BEGIN ATOMIC
    SELECT sortid_internal_partitions_ensure(parent, format, every, ahead, now());
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_partitions_ensure_from(parent regclass, format text, every text, ahead integer, start_time timestamptz)
LANGUAGE sql
BEGIN ATOMIC
    SELECT sortid_internal_partitions_ensure(parent, format, every, ahead, start_time);
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
DROP PROCEDURE sortid_partitions_ensure_from(regclass, text, text, integer, timestamptz);
DROP PROCEDURE sortid_partitions_ensure(regclass, text, text, integer);
DROP FUNCTION sortid_internal_partitions_ensure(regclass, text, text, integer, timestamptz);
DROP FUNCTION sortid_internal_partitions_begin(regclass, text);
DROP FUNCTION sortid_internal_partitions_record(regclass, text, text, regclass, regprocedure, regprocedure, regprocedure, boolean);
DROP FUNCTION sortid_internal_partitions_add(regclass, text, text, timestamptz[], text[], bytea[], regprocedure);
DROP FUNCTION sortid_internal_partitions_turn(regclass);
DROP TABLE sortid_partitioned;
DROP FUNCTION sortid_internal_partition_starts(text, integer, timestamptz);
DROP FUNCTION sortid_internal_partition_parts(regclass, text);
DROP FUNCTION sortid_internal_partition_value(text);
DROP FUNCTION sortid_internal_partition_order(text, text);
DROP FUNCTION sortid_internal_partition_time(text, text, text);
DROP FUNCTION sortid_internal_partition_moment(text, bytea);
DROP FUNCTION sortid_internal_partition_raw(text, text, text);
DROP FUNCTION sortid_internal_partition_bound(text, text, timestamptz);
DROP FUNCTION sortid_internal_partition_kind(regclass, text);
DROP FUNCTION sortid_xid_time_decoder(text);
DROP FUNCTION sortid_ulidflake_time_decoder(text);
DROP FUNCTION sortid_scru_time_decoder(text);
DROP FUNCTION sortid_uuid_time_decoder(uuid);
DROP FUNCTION sortid_uuid_time_decoder(text);
DROP FUNCTION sortid_ulid_time_decoder(uuid);
DROP FUNCTION sortid_ulid_time_decoder(text);
DROP FUNCTION sortid_wiji_time_decoder(uuid);
DROP FUNCTION sortid_wiji_time_decoder(text);
DROP FUNCTION sortid_xid_time_encoder(timestamptz);
DROP FUNCTION sortid_ulidflake_time_encoder(timestamptz);
DROP FUNCTION sortid_scru_time_encoder(timestamptz);
DROP FUNCTION sortid_uuid_time_encoder(timestamptz);
DROP FUNCTION sortid_ulid_time_encoder(timestamptz);
DROP FUNCTION sortid_wiji_time_encoder(timestamptz);

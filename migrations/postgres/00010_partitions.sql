-- Partitions by the time in the key, for pg_cron and other schedulers, and the functions that
-- pg_partman asks for. docs/partitions.md has examples.
--
--   CREATE TABLE events (id uuid PRIMARY KEY DEFAULT sortid_wiji_new(), ...) PARTITION BY RANGE (id);
--   CALL sortid_partitions_ensure('events', 'wiji', 'month', 3);
--   CALL sortid_partitions_drop_before('events', 'wiji', now() - interval '12 months');
--
-- The formats have the names of the Go packages: wiji, ulid, uuidv7, scru160, ulidflake, uid11. The
-- procedures run with the caller's rights. The caller must own the table.

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
            WHEN 'text'::regtype THEN 'text' WHEN 'varchar'::regtype THEN 'text' END,
        p.partcollation[0] = 0 OR EXISTS (SELECT FROM pg_collation c WHERE c.oid = p.partcollation[0] AND c.collname IN ('C', 'POSIX'))
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

-- sortid_internal_partition_starts returns the starts, in UTC, of the present period and of those after it,
-- and the end of the last one.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partition_starts(every text, ahead integer) RETURNS timestamptz[]
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    present timestamp;
BEGIN
    IF every NOT IN ('hour', 'day', 'week', 'month', 'quarter', 'year') THEN
        RAISE EXCEPTION 'partitions: period %: unknown: use hour, day, week, month, quarter or year', quote_literal(every) USING ERRCODE = 'invalid_parameter_value';
    ELSIF ahead NOT BETWEEN 0 AND 1000 THEN
        RAISE EXCEPTION 'partitions: % periods ahead: out of range: use 0 to 1000', ahead USING ERRCODE = 'invalid_parameter_value';
    END IF;
    present := date_trunc(every, now() AT TIME ZONE 'UTC');
    RETURN ARRAY(SELECT (present + n * CASE every WHEN 'quarter' THEN interval '3 months' ELSE ('1 ' || every)::interval END) AT TIME ZONE 'UTC'
        FROM generate_series(0, ahead + 1) AS n ORDER BY n);
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_add adds the partitions from each start to the next, with the bounds of the starts,
-- but for those that the partitions of the table cover. If a partition of another length ends within a period,
-- the new one begins there. A table is created and attached, which blocks neither reads nor writes. Bounds are
-- compared as texts of one length.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_add(parent regclass, every text, starts timestamptz[], bounds text[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET lock_timeout = '10s' AS $$
DECLARE
    label constant text := CASE every WHEN 'hour' THEN 'YYYY_MM_DD_HH24' WHEN 'day' THEN 'YYYY_MM_DD' WHEN 'week' THEN 'IYYY"_w"IW'
        WHEN 'month' THEN 'YYYY_MM' WHEN 'quarter' THEN 'YYYY"_q"Q' ELSE 'YYYY' END;
    rest constant regclass := (SELECT nullif(partdefid, 0) FROM pg_partitioned_table WHERE partrelid = parent);
    divided constant name := (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = parent);
    part record;
    misplaced boolean;
BEGIN
    IF parent IS NULL OR starts IS NULL OR array_position(bounds, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table, a format, a period and a number' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    FOR part IN
        WITH period AS (
            SELECT c.relname || '_p' || to_char(starts[i] AT TIME ZONE 'UTC', label) AS name, n.nspname AS schema, bounds[i] AS first, bounds[i + 1] AS until,
                lpad(bounds[i], 64, '0') COLLATE "C" AS low, lpad(bounds[i + 1], 64, '0') COLLATE "C" AS high
            FROM generate_series(1, cardinality(starts) - 1) AS i, pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = parent
        ), present AS (
            SELECT btrim(b[2], '''') AS until, lpad(nullif(btrim(b[1], ''''), 'MINVALUE'), 64, '0') AS low, lpad(nullif(btrim(b[2], ''''), 'MAXVALUE'), 64, '0') AS high
            FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
                regexp_match(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM [(](.*)[)] TO [(](.*)[)]$') AS b
            WHERE i.inhparent = parent AND b IS NOT NULL
        )
        SELECT p.name, p.schema, p.until, coalesce((SELECT b.until FROM present b WHERE (b.low IS NULL OR b.low <= p.low) AND b.high > p.low), p.first) AS first
        FROM period p
        WHERE NOT EXISTS (SELECT FROM present b WHERE (b.low IS NULL OR b.low <= p.low) AND (b.high IS NULL OR b.high >= p.high))
        ORDER BY p.low
    LOOP
        IF octet_length(part.name) > 63 THEN
            RAISE EXCEPTION 'partitions: table %: the partition % has a name of more than 63 bytes: use a shorter name', parent, part.name USING ERRCODE = 'name_too_long';
        END IF;
        IF rest IS NOT NULL THEN
            EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I >= %L AND %I < %L)', rest, divided, part.first, divided, part.until) INTO misplaced;
            IF misplaced THEN
                RAISE EXCEPTION 'partitions: table %: the DEFAULT partition % has rows of %: move them to a table, and attach it', parent, rest, part.name
                    USING ERRCODE = 'check_violation', DETAIL = format('The rows are those with %I >= %L AND %I < %L.', divided, part.first, divided, part.until);
            END IF;
        END IF;
        EXECUTE format('CREATE TABLE %I.%I (LIKE %s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)', part.schema, part.name, parent);
        EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (%L) TO (%L)', parent, part.schema, part.name, part.first, part.until);
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_partitions_drop drops the partitions that end at a bound or before. It cannot do that
-- CONCURRENTLY: that is not allowed within a function or procedure. It waits ten seconds for the table.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_partitions_drop(parent regclass, bound text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET bytea_output = 'hex' SET lock_timeout = '10s' AS $$
DECLARE
    part record;
BEGIN
    IF parent IS NULL OR bound IS NULL THEN
        RAISE EXCEPTION 'partitions: an argument is NULL: use a table, a format and a time' USING ERRCODE = 'null_value_not_allowed';
    END IF;
    FOR part IN
        SELECT c.oid::regclass AS name, CASE WHEN i.inhdetachpending THEN ' FINALIZE' ELSE '' END AS finalize
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
            regexp_match(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM [(].*[)] TO [(](.*)[)]$') AS b
        WHERE i.inhparent = parent AND lpad(nullif(btrim(b[1], ''''), 'MAXVALUE'), 64, '0') <= lpad(bound, 64, '0') COLLATE "C"
    LOOP
        EXECUTE format('ALTER TABLE %s DETACH PARTITION %s%s', parent, part.name, part.finalize);
        EXECUTE format('DROP TABLE %s', part.name);
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_partitions_ensure adds the partitions of the present period and of those ahead, in UTC. It changes
-- nothing if they are there.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_partitions_ensure(parent regclass, format text, every text DEFAULT 'month', ahead integer DEFAULT 3)
LANGUAGE sql
BEGIN ATOMIC
    SELECT sortid_internal_partitions_add(parent, every, starts,
        ARRAY(SELECT sortid_internal_partition_bound(format, sortid_internal_partition_kind(parent, format), at) FROM unnest(starts) AS at ORDER BY at))
    FROM sortid_internal_partition_starts(every, ahead) AS starts;
END;
-- +goose StatementEnd

-- sortid_partitions_drop_before drops the partitions whose IDs are all of times before at.
-- +goose StatementBegin
CREATE OR REPLACE PROCEDURE sortid_partitions_drop_before(parent regclass, format text, at timestamptz)
LANGUAGE sql
BEGIN ATOMIC
    SELECT sortid_internal_partitions_drop(parent, sortid_internal_partition_bound(format, sortid_internal_partition_kind(parent, format), at));
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
DROP PROCEDURE sortid_partitions_drop_before(regclass, text, timestamptz);
DROP PROCEDURE sortid_partitions_ensure(regclass, text, text, integer);
DROP FUNCTION sortid_internal_partitions_drop(regclass, text);
DROP FUNCTION sortid_internal_partitions_add(regclass, text, timestamptz[], text[]);
DROP FUNCTION sortid_internal_partition_starts(text, integer);
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

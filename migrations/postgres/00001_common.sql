-- Objects that all formats share. The functions of the interface, which applications call,
-- are named sortid_<format>_...; names that begin with sortid_internal_ belong to these files
-- alone and may change with any step. sortid_grant is the only function of this file that an
-- administrator calls.
--
-- Rules for all files of this folder:
--
--   * Objects are created in the first schema of the search_path, and work whatever the
--     search_path is later. Functions that call others of these files, or that name a
--     sequence, have a body in standard SQL (RETURN ...): PostgreSQL resolves its names when
--     the function is created and follows them when the schema is renamed. Functions in
--     PL/pgSQL call the system catalog only; the sequences come as arguments.
--   * A function that runs with its owner's rights (SECURITY DEFINER) has a body in standard
--     SQL, and what it calls in PL/pgSQL sets its search_path. A caller's search_path can
--     therefore not put another function or operator in their place.
--   * A file can run again, over an earlier version of its objects: functions are replaced,
--     and tables, sequences and domains are kept. Defaults, checks and open sessions go on.
--   * No literal contains a backslash, whose meaning depends on standard_conforming_strings.
--   * Texts are compared in the collation "C", whatever the caller's collation is.
--   * NULL returns NULL.
--
-- Settings at installation:
--
--   sortid.role   the role that may use the functions; PUBLIC if it is not set
--
-- With plain psql:  sed '/^-- .goose Down/,$d' FILE | psql -v ON_ERROR_STOP=1 -1 DATABASE

-- +goose Up

-- +goose StatementBegin
DO $$
BEGIN
    IF current_setting('server_version_num')::integer < 140000 THEN
        RAISE EXCEPTION 'sortid: PostgreSQL %: functions with a body in standard SQL are missing: use PostgreSQL 14 or later', current_setting('server_version')
            USING ERRCODE = 'feature_not_supported';
    END IF;
    IF current_schema() IS NULL OR NOT has_schema_privilege(current_schema(), 'CREATE') THEN
        RAISE EXCEPTION 'sortid: cannot be installed: % may not create functions in the schema %, the first of its search_path',
            quote_ident(current_user), coalesce(quote_ident(current_schema()), '(none)')
            USING ERRCODE = 'insufficient_privilege',
            HINT = 'Create a schema (CREATE SCHEMA sortid) and put it first: SET search_path = sortid, public. Or ask the owner to GRANT CREATE ON SCHEMA.';
    END IF;
END
$$;
-- +goose StatementEnd

-- The variables of a session.
--
-- ROLLBACK and ROLLBACK TO SAVEPOINT undo what SET and set_config have set, so a generator
-- that kept its state in a setting would return an ID twice. They do not undo a session's
-- last value of a sequence: setval() writes it, currval() reads it, and other sessions do not
-- see it. The sequences of these files are therefore used as variables of a session; the
-- value of the sequence itself means nothing. (The exceptions are the sequences whose names
-- end in _state, which all sessions share, and sortid_internal_lock.)
--
-- currval() fails in a session that has not written yet. Each generator has a setting that
-- tells that it has: its value is the number (OID) of the generator's sequence and the
-- session's block of sortid_internal_session, in one bigint. The OID differs if the functions
-- are in another schema or were installed again, and the block differs after DISCARD
-- SEQUENCES. If the setting has another value, or a rollback has removed it, the generator's
-- slow path looks at the sequences and goes on from their values if the session has written
-- them. Otherwise it starts a new state, whose IDs differ from all others by the clock and by
-- random bits, as those of another session do.
--
-- Generators with a state write, so they are refused in read-only transactions and on a
-- standby. All other functions work there.
--
-- A session takes blocks of 2^24 values, so it rarely touches the sequence itself. There are
-- 2^31 blocks before they repeat.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_session MINVALUE 0 START 0 MAXVALUE 36028797018963967 CACHE 16777216 CYCLE;

-- sortid_internal_variable prepares a sequence for use as a variable: it is unlogged where
-- the server can do that (PostgreSQL 15 and later), since a crash ends all sessions.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_variable(name regclass) RETURNS void
LANGUAGE plpgsql VOLATILE STRICT AS $$
BEGIN
    IF current_setting('server_version_num')::integer >= 150000
        AND (SELECT relpersistence = 'p' FROM pg_class WHERE oid = name) THEN
        EXECUTE format('ALTER SEQUENCE %s SET UNLOGGED', name);
    END IF;
END
$$;
-- +goose StatementEnd
-- sortid_internal_grantees lists the roles that may use the functions, as GRANT writes them: the
-- role that the setting sortid.role names, and those that the installed files have given the
-- rights to; or PUBLIC, if the setting is missing and PUBLIC had the rights or there were none.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_grantees(blocks regclass) RETURNS text[]
LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
    named constant text := nullif(current_setting('sortid.role', true), '');
    acl constant aclitem[] := (SELECT relacl FROM pg_class WHERE oid = blocks);
BEGIN
    IF named IS NULL AND (acl IS NULL OR has_sequence_privilege('public', blocks, 'USAGE')) THEN
        RETURN ARRAY['PUBLIC'];
    END IF;
    RETURN ARRAY(SELECT quote_ident(named) WHERE named IS NOT NULL
        UNION SELECT quote_ident(r.rolname) FROM aclexplode(acl) AS a JOIN pg_roles AS r ON r.oid = a.grantee
        WHERE a.privilege_type = 'USAGE' AND r.oid <> (SELECT relowner FROM pg_class WHERE oid = blocks));
END
$$;
-- +goose StatementEnd

-- sortid_internal_grant gives roles what calling the functions needs: EXECUTE on all functions and procedures
-- of these files, USAGE on the sequence of blocks, and USAGE and UPDATE on the variables. Only
-- the owner has rights to the states that sessions share. If alone is true, PUBLIC loses its
-- rights.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_grant(grantees text[], blocks regclass, alone boolean) RETURNS void
LANGUAGE plpgsql VOLATILE STRICT AS $$
DECLARE
    home constant oid := (SELECT relnamespace FROM pg_class WHERE oid = blocks);
    target record;
    grantee text;
BEGIN
    FOR target IN
        SELECT 'ROUTINE ' || oid::regprocedure AS object, 'EXECUTE' AS rights FROM pg_proc
        WHERE pronamespace = home AND starts_with(proname, 'sortid_') AND pg_has_role(proowner, 'USAGE')
        UNION ALL
        SELECT 'SEQUENCE ' || oid::regclass, CASE WHEN oid = blocks THEN 'USAGE' ELSE 'USAGE, UPDATE' END FROM pg_class
        WHERE relnamespace = home AND relkind = 'S' AND starts_with(relname, 'sortid_internal_') AND pg_has_role(relowner, 'USAGE')
            AND relname <> 'sortid_internal_lock' AND right(relname, 6) <> '_state'
    LOOP
        IF alone THEN
            EXECUTE 'REVOKE ALL ON ' || target.object || ' FROM PUBLIC';
        END IF;
        FOREACH grantee IN ARRAY grantees LOOP
            EXECUTE 'GRANT ' || target.rights || ' ON ' || target.object || ' TO ' || grantee;
        END LOOP;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- sortid_internal_settle gives the rights at the end of each file.
CREATE OR REPLACE FUNCTION sortid_internal_settle(blocks regclass) RETURNS void
LANGUAGE sql VOLATILE STRICT
RETURN sortid_internal_grant(sortid_internal_grantees(blocks), blocks, 'PUBLIC' <> ALL (sortid_internal_grantees(blocks)));

-- sortid_grant gives a further role the rights that calling the functions needs; 'public' means
-- every role. The owner also calls it after a restore without rights (pg_restore --no-privileges).
CREATE OR REPLACE FUNCTION sortid_grant(role text) RETURNS void
LANGUAGE sql VOLATILE STRICT
RETURN sortid_internal_grant(ARRAY[CASE WHEN lower(role) = 'public' THEN 'PUBLIC' ELSE quote_ident(role) END],
    'sortid_internal_session'::regclass, false);

-- sortid_internal_now is the present time in microseconds since 1970. The float has 53 bits,
-- which is exact until 2112; later it may be off by one microsecond, and never goes back.
CREATE OR REPLACE FUNCTION sortid_internal_now() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint;

-- sortid_internal_tick is the number of the tick of a time: how many times unit, in
-- microseconds, fits between the format's first tick and the time. The last tick is given by
-- its beginning. A time outside of the lifetime is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_tick(format text, at timestamptz, first_tick timestamptz, last_tick timestamptz, unit bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF at < first_tick OR at >= last_tick + unit * interval '1 microsecond' THEN
        RAISE EXCEPTION '%: time %: outside the format''s lifetime, % to %: check the clock or the argument', format,
            CASE WHEN isfinite(at) THEN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ||
                CASE WHEN at < '0001-01-01 00:00:00+00' THEN ' BC' ELSE '' END ELSE at::text END,
            to_char(first_tick AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
            to_char(last_tick AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
            USING ERRCODE = 'datetime_field_overflow';
    END IF;
    -- The difference is an interval, because the epoch of a timestamptz is not immutable.
    RETURN (extract(epoch FROM at - first_tick) * 1000000)::bigint / unit;
END
$$;
-- +goose StatementEnd

-- sortid_internal_moment is the beginning of a tick, the inverse of sortid_internal_tick.
-- Seconds and the rest are multiplied apart, because intervals are multiplied in floating
-- point.
CREATE OR REPLACE FUNCTION sortid_internal_moment(tick bigint, first_tick timestamp, per_second bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (first_tick + (tick / per_second) * interval '1 second'
    + (tick % per_second * (1000000 / per_second)) * interval '1 microsecond') AT TIME ZONE 'UTC';

-- sortid_internal_sized returns bytes of the given length; another length is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_sized(format text, raw bytea, size integer) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF octet_length(raw) <> size THEN
        RAISE EXCEPTION '%: binary 0x%: wrong length: % bytes: use % bytes', format,
            encode(substring(raw FOR 32), 'hex') || CASE WHEN octet_length(raw) > 32 THEN '...' ELSE '' END, octet_length(raw), size
            USING ERRCODE = 'invalid_binary_representation';
    END IF;
    RETURN raw;
END
$$;
-- +goose StatementEnd

-- sortid_internal_word is the 8 bytes from an offset on as an integer, whose sign is the
-- first bit.
CREATE OR REPLACE FUNCTION sortid_internal_word(raw bytea, from_byte integer) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || encode(substring(raw FROM from_byte + 1 FOR 8), 'hex'))::bit(64)::bigint;

-- sortid_internal_encode returns the Base32 text of raw bytes, with the given number of
-- characters, in Crockford's alphabet or in base32hex. 40 bits at a time become eight bytes of
-- five bits, and one addition turns all eight into characters: 0 to 9 begin at 48, letters are
-- 7 further on, and one further after each letter that Crockford leaves out. A byte b is at
-- least n if b + 64 - n has the bit 64.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_encode(raw bytea, characters integer, crockford boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    hex text COLLATE "C" := lpad(encode(raw, 'hex'), (characters + 7) / 8 * 10, '0');
    digits bytea := '';
    v bigint;
BEGIN
    FOR i IN 1 .. length(hex) BY 10 LOOP
        v := ('x' || substr(hex, i, 10))::bit(40)::bigint;
        v := (v << 21 & 2233785415175766016) |
            (v << 18 & 8725724278030336) |
            (v << 15 & 34084860461056) |
            (v << 12 & 133143986176) |
            (v << 9 & 520093696) |
            (v << 6 & 2031616) |
            (v << 3 & 7936) |
            (v & 31);
        digits := digits || int8send(v + 3472328296227680304 + 7 * ((v + 3906369333256140342) >> 6 & 72340172838076673)
            + CASE WHEN crockford THEN ((v + 3327647950551526958) >> 6 & 72340172838076673) + ((v + 3182967604875373612) >> 6 & 72340172838076673)
                + ((v + 3038287259199220266) >> 6 & 72340172838076673) + ((v + 2676586395008836901) >> 6 & 72340172838076673)
            ELSE 0 END);
    END LOOP;
    RETURN right(encode(digits, 'escape'), characters);
END
$$;
-- +goose StatementEnd

-- sortid_internal_decode returns the bytes of a text, or NULL if the text is not valid. A text
-- of the given number of characters is Base32: letters are the characters that it may have,
-- and digits the characters 0 to O (48 to 79) that they mean. If others is true, hexadecimal
-- digits in either case are read too, with or without a UUID's hyphens.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_decode(input text, characters integer, size integer, letters text, digits text, others boolean) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    t text COLLATE "C" := input;
    hex text COLLATE "C";
    raw bytea := '';
    v bigint;
BEGIN
    IF octet_length(t) = characters THEN
        IF translate(t, letters, '') COLLATE "C" <> '' THEN
            RETURN NULL;
        END IF;
        hex := encode(decode(lpad(translate(t, letters, digits), (characters + 7) / 8 * 8, '0'), 'escape'), 'hex');
        FOR i IN 1 .. length(hex) BY 16 LOOP
            v := ('x' || substr(hex, i, 16))::bit(64)::bigint - 3472328296227680304;
            raw := raw || substring(int8send(
                (v >> 21 & 1065151889408) |
                (v >> 18 & 33285996544) |
                (v >> 15 & 1040187392) |
                (v >> 12 & 32505856) |
                (v >> 9 & 1015808) |
                (v >> 6 & 31744) |
                (v >> 3 & 992) |
                (v & 31)) FROM 4);
        END LOOP;
        -- The bytes in front of the result must be zero.
        IF rtrim(substring(raw FOR octet_length(raw) - size), decode('00', 'hex')) <> ''::bytea THEN
            RETURN NULL;
        END IF;
        RETURN substring(raw FROM octet_length(raw) - size + 1);
    END IF;
    IF others AND octet_length(t) = 36 AND size = 16
        AND substr(t, 9, 1) || substr(t, 14, 1) || substr(t, 19, 1) || substr(t, 24, 1) COLLATE "C" = '----' THEN
        t := replace(t, '-', '');
    END IF;
    IF others AND octet_length(t) = 2 * size AND translate(t, '0123456789abcdefABCDEF', '') COLLATE "C" = '' THEN
        RETURN decode(t, 'hex');
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- sortid_internal_refuse raises the error for a text that is not valid, and does not return.
-- sizes are the lengths that are allowed, sizes_said the same in words. A text of the first
-- length consists of letters, which alphabet describes; the others are hexadecimal. If length
-- and characters are right, rule is what the text breaks, and remedy what to do.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_refuse(format text, form text, input text, sizes integer[], sizes_said text,
    letters text, alphabet text, rule text, remedy text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    t text COLLATE "C" := input;
    raw bytea := convert_to(input, getdatabaseencoding());
    size integer := octet_length(input);
    known text COLLATE "C" := CASE WHEN size = sizes[1] OR form = 'prefix' THEN letters ELSE '0123456789abcdefABCDEF' END;
    -- The beginning of the input, with quotes and control characters escaped.
    shown text := to_json(left(input, 64))::text || CASE WHEN length(input) > 64 THEN '... (' || size || ' bytes)' ELSE '' END;
    said text := rule || ': ' || remedy;
    kind text := CASE WHEN form = 'prefix' OR size = sizes[1] THEN form WHEN size = 36 THEN 'uuid' ELSE 'hex' END;
BEGIN
    IF size <> ALL (sizes) THEN
        kind := form;
        said := 'wrong length: ' || size || ' bytes: use ' || sizes_said;
    ELSIF kind COLLATE "C" = 'uuid' AND (get_byte(raw, 8) <> 45 OR get_byte(raw, 13) <> 45 OR get_byte(raw, 18) <> 45 OR get_byte(raw, 23) <> 45) THEN
        said := 'misplaced separator: put hyphens after 8, 12, 16 and 20 digits';
    ELSE
        FOR i IN 1 .. length(t) LOOP
            IF strpos(known, substr(t, i, 1)) = 0 AND NOT (kind COLLATE "C" = 'uuid' AND octet_length(left(t, i - 1)) IN (8, 13, 18, 23)) THEN
                said := 'character outside the alphabet: ' || to_json(substr(t, i, 1))::text || ' at byte ' || octet_length(left(t, i - 1)) ||
                    ': use ' || CASE WHEN known = letters THEN alphabet ELSE 'hexadecimal digits' END;
                EXIT;
            END IF;
        END LOOP;
    END IF;
    RAISE EXCEPTION '%: % %: %', format, kind, shown, said USING ERRCODE = 'invalid_text_representation';
END
$$;
-- +goose StatementEnd

-- sortid_internal_setting returns a generator's setting that is within its limits; another one
-- is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_setting(format text, name text, value integer, minimum integer, maximum integer) RETURNS integer
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF value IS NULL OR value < minimum OR value > maximum THEN
        RAISE EXCEPTION '%: cannot generate: invalid setting: % is %: use % to %', format, name, coalesce(value::text, 'NULL'), minimum, maximum
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN value;
END
$$;
-- +goose StatementEnd

-- The generators that all sessions share number their IDs: the millisecond since the epoch,
-- followed by a field of width bits. In a new millisecond the field begins at a random value, and
-- each further number adds a random step; a field that counts begins at 0 and adds 1. The state is a
-- sequence's own value, which no rollback takes back.
--
-- If the clock goes back, the last millisecond is held. If it goes back by more than ten seconds,
-- because it was wrong before, the generator follows it. If the field is full, the generator waits
-- for the next millisecond. All waits end after some ten seconds with an error.
--
-- One session at a time may write a state. The lock is free when the value of the sequence
-- sortid_internal_lock is the sequence's number (OID) times 2^31. nextval() adds one: the session
-- that gets one more than the free value holds the lock, and setval() frees it. Only the owner may
-- call them on this sequence, so no other role can take the lock; an advisory lock would be open to
-- every role. The lock is taken and freed within one expression, which nothing interrupts; what
-- could fail or wait there is done before. A value that belongs to another OID comes from a first
-- installation, a crash or a restore. The first session that sees it sets the free value, under the
-- lock of the table sortid_internal_guard.
--
-- sortid_internal_shared returns the next number. steps is how many steps there are: 255 for one
-- byte, 65535 for two, and 1 for a field that counts. free is the value of the lock that is free.
-- The functions that call it run with their owner's rights.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_lock MINVALUE 0 START 0;
CREATE TABLE IF NOT EXISTS sortid_internal_guard ();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_shared(format text, state regclass, lock regclass, free bigint, guard regclass, epoch_millis bigint, max_millis bigint, width integer, steps bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    waited integer;
    missed integer;
    random bigint;
    now bigint;
    made bigint;
BEGIN
    LOOP
        now := (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint / 1000 - epoch_millis;
        random := CASE WHEN steps = 1 THEN 0 ELSE uuid_hash_extended(gen_random_uuid(), 0) & 9223372036854775807 END;
        -- The new number; NULL if the field is full, -1 if the lock is not free, -2 if there can be
        -- none. The transaction gets its number and locks the sequence against ALTER before.
        made := CASE
            WHEN now < 0 OR now > max_millis OR pg_is_in_recovery() OR pg_current_xact_id() IS NULL OR pg_sequence_last_value(state) < 0 THEN -2
            WHEN nextval(lock) <> free + 1 THEN -1
            WHEN setval(state, CASE WHEN pg_sequence_last_value(state) >> width >= now THEN pg_sequence_last_value(state) + 1 + random % steps
                    ELSE now << width | (random & ((1::bigint << width) - 1)) END) >> width <= now THEN
                CASE WHEN setval(lock, free) = free THEN currval(state) END
            -- The last number is ahead of the clock, by more than ten seconds or less, or its field is full.
            WHEN (currval(state) >> width) - now > 10000 THEN
                CASE WHEN setval(state, now << width | (random & ((1::bigint << width) - 1))) + setval(lock, free) > 0 THEN currval(state) END
            WHEN (currval(state) - 1 - random % steps) >> width = currval(state) >> width THEN
                CASE WHEN setval(lock, free) = free THEN currval(state) END
            WHEN setval(state, currval(state) - 1 - random % steps) + setval(lock, free) > 0 THEN NULL::bigint
            END;
        IF made >= 0 THEN
            RETURN made;
        ELSIF made IS NULL THEN
            PERFORM pg_sleep(0.001);
            waited := coalesce(waited, 0) + 1;
        ELSIF made = -2 THEN
            IF current_setting('transaction_read_only')::boolean THEN
                RAISE EXCEPTION '%: cannot generate in a read-only transaction: use a transaction that may write', format USING ERRCODE = 'read_only_sql_transaction';
            END IF;
            RAISE EXCEPTION '%: time %: outside the format''s lifetime: check the clock', format, clock_timestamp()
                USING ERRCODE = 'datetime_field_overflow';
        ELSIF pg_sequence_last_value(lock) BETWEEN free AND free + 2147483647 THEN
            -- The lock is free again in a moment, if the session that holds it is running.
            missed := coalesce(missed, 0) + 1;
            IF missed % 32 = 0 THEN
                PERFORM pg_sleep(0.001);
            END IF;
        ELSE
            -- The block ends with an error, whose rollback gives the table's lock back.
            BEGIN
                EXECUTE format('LOCK TABLE %s IN EXCLUSIVE MODE NOWAIT', guard);
                IF pg_sequence_last_value(lock) NOT BETWEEN free AND free + 2147483647 THEN
                    PERFORM setval(lock, free);
                END IF;
                RAISE lock_not_available;
            EXCEPTION WHEN lock_not_available THEN
                missed := coalesce(missed, 0) + 1;
            END;
        END IF;
        IF waited = 10000 THEN
            RAISE EXCEPTION '%: cannot generate: sequence exhausted: the field of a millisecond is full and the clock stands still: set the clock right', format
                USING ERRCODE = 'object_not_in_prerequisite_state';
        ELSIF missed = 320000 THEN
            RAISE EXCEPTION '%: cannot generate: the lock of the shared generators was not free for ten seconds: ALTER SEQUENCE % RESTART frees it', format, lock
                USING ERRCODE = 'lock_not_available', HINT = 'The statement waits for the transactions that use the lock.';
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_variable('sortid_internal_session'), sortid_internal_variable('sortid_internal_lock');
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_internal_shared(text, regclass, regclass, bigint, regclass, bigint, bigint, integer, bigint);
DROP TABLE sortid_internal_guard;
DROP SEQUENCE sortid_internal_lock;
DROP FUNCTION sortid_internal_setting(text, text, integer, integer, integer);
DROP FUNCTION sortid_internal_refuse(text, text, text, integer[], text, text, text, text, text);
DROP FUNCTION sortid_internal_decode(text, integer, integer, text, text, boolean);
DROP FUNCTION sortid_internal_encode(bytea, integer, boolean);
DROP FUNCTION sortid_internal_word(bytea, integer);
DROP FUNCTION sortid_internal_sized(text, bytea, integer);
DROP FUNCTION sortid_internal_moment(bigint, timestamp, bigint);
DROP FUNCTION sortid_internal_tick(text, timestamptz, timestamptz, timestamptz, bigint);
DROP FUNCTION sortid_internal_now();
DROP FUNCTION sortid_grant(text);
DROP FUNCTION sortid_internal_settle(regclass);
DROP FUNCTION sortid_internal_grant(text[], regclass, boolean);
DROP FUNCTION sortid_internal_grantees(regclass);
DROP FUNCTION sortid_internal_variable(regclass);
DROP SEQUENCE sortid_internal_session;

-- What the formats have in common: a counter that tells sessions apart, the clock,
-- and the functions that read, refuse and show. An application has no need to call
-- any of them.
--
-- Rules that all files of this folder keep:
--
--   * Objects land in the first schema of the search_path, and work when another one
--     is first later: a function that calls others, or names a sequence, is written
--     in standard SQL (RETURN ...), whose names are resolved when it is created, and
--     is followed when a schema is renamed; a function in PL/pgSQL calls nothing but
--     the system catalog's.
--   * Texts are compared in the collation "C", whatever that of the caller.
--   * NULL gives NULL.
--
-- With plain psql:  sed '/^-- .goose Down/,$d' FILE | psql -v ON_ERROR_STOP=1 -1 DATABASE

-- +goose Up

-- +goose StatementBegin
DO $$
BEGIN
    IF current_setting('server_version_num')::integer < 150000 THEN
        RAISE EXCEPTION 'sortid needs PostgreSQL 15 or later, and this is %: unlogged sequences are missing', current_setting('server_version')
            USING ERRCODE = 'feature_not_supported';
    END IF;
    IF current_schema() IS NULL OR NOT has_schema_privilege(current_schema(), 'CREATE') THEN
        RAISE EXCEPTION 'sortid cannot be installed: % may not create functions in the schema %, the first of its search_path',
            quote_ident(current_user), coalesce(quote_ident(current_schema()), '(none)')
            USING ERRCODE = 'insufficient_privilege',
            HINT = 'Create a schema of its own (CREATE SCHEMA sortid) and put it first: SET search_path = sortid, public. Or ask the owner to GRANT CREATE ON SCHEMA.';
    END IF;
END
$$;
-- +goose StatementEnd

-- The variables of a session.
--
-- A setting (SET, set_config) goes back to its old value when a transaction or a
-- savepoint is rolled back, and would have an identifier given out twice. What does
-- not go back is a session's last value of a sequence: setval() writes it, currval()
-- reads it, and other sessions do not see it. So the sequences of these files are
-- variables, and nobody minds the value that a sequence itself has. They are
-- unlogged: after a crash there is no session left to remember anything. (Those of
-- sortid_shared are logged: there the sequence's own value is the state, for all
-- sessions, and has to outlive a crash and reach a standby.)
--
-- currval() fails in a session that has not yet written. A session knows that it has
-- by a setting that holds the number of its block of sortid_session. A setting that
-- was rolled back, or a block that is another one (DISCARD SEQUENCES), sends the
-- generator to its slow path, which looks at what there is. DISCARD ALL, and DISCARD
-- SEQUENCES, make a new session of it: one that knows nothing of the IDs before, and
-- differs from them by the clock and by random bits, as other sessions do.
--
-- Generators that have a state write, and therefore are refused in read-only
-- transactions and on a standby; everything else works there.
--
-- Values are taken in blocks of 2^24, so a session touches the sequence itself
-- once.
CREATE UNLOGGED SEQUENCE sortid_session MINVALUE 0 START 0 CACHE 16777216 CYCLE;

-- Who may call a function may use its variables: functions are open to all as well.
GRANT USAGE, UPDATE ON SEQUENCE sortid_session TO PUBLIC;

-- The present time in microseconds since 1970. The float has 53 bits, which is exact
-- until 2112; later it may be off by one microsecond, and never goes back.
CREATE FUNCTION sortid_now() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint;

-- The number of a tick: how many times unit, in microseconds, fit between the format's
-- first tick and a time. The last tick is given by its beginning.
-- +goose StatementBegin
CREATE FUNCTION sortid_tick(format text, at timestamptz, first_tick timestamptz, last_tick timestamptz, unit bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF at < first_tick OR at >= last_tick + unit * interval '1 microsecond' THEN
        RAISE EXCEPTION '%: time % is outside the format''s lifetime, % to %: check the clock or the argument', format,
            CASE WHEN isfinite(at) THEN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ||
                CASE WHEN at < '0001-01-01 00:00:00+00' THEN ' BC' ELSE '' END ELSE at::text END,
            to_char(first_tick AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
            to_char(last_tick AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
            USING ERRCODE = 'datetime_field_overflow';
    END IF;
    -- The distance is taken as an interval: the epoch of a timestamptz is no immutable function.
    RETURN (extract(epoch FROM at - first_tick) * 1000000)::bigint / unit;
END
$$;
-- +goose StatementEnd

-- The beginning of a tick, the inverse of sortid_tick. Seconds and the rest are apart
-- because an interval is multiplied in floating point.
CREATE FUNCTION sortid_moment(tick bigint, first_tick timestamp, per_second bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (first_tick + (tick / per_second) * interval '1 second'
    + (tick % per_second * (1000000 / per_second)) * interval '1 microsecond') AT TIME ZONE 'UTC';

-- Bytes that have the length they must have, or an error.
-- +goose StatementBegin
CREATE FUNCTION sortid_sized(format text, raw bytea, size integer) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF octet_length(raw) <> size THEN
        RAISE EXCEPTION '%: binary 0x%: wrong length: % bytes where % are needed', format,
            encode(substring(raw FOR 32), 'hex') || CASE WHEN octet_length(raw) > 32 THEN '...' ELSE '' END, octet_length(raw), size
            USING ERRCODE = 'invalid_binary_representation';
    END IF;
    RETURN raw;
END
$$;
-- +goose StatementEnd

-- The 8 bytes from an offset on as an integer; its sign is the first bit.
CREATE FUNCTION sortid_word(raw bytea, from_byte integer) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || encode(substring(raw FROM from_byte + 1 FOR 8), 'hex'))::bit(64)::bigint;

-- The Base32 text of raw bytes: so many characters, the most significant first, of
-- Crockford's alphabet or of base32hex. 40 bits at a time become eight bytes of five
-- bits each, and all eight at once their characters: 0 to 9 are 48 and on, letters have
-- 7 more, and one more after each of the letters that Crockford leaves out. A byte b is
-- at least n if b + 64 - n has the bit 64.
-- +goose StatementBegin
CREATE FUNCTION sortid_encode(raw bytea, characters integer, crockford boolean) RETURNS text
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

-- The bytes of a text, so many of them, or NULL where it is none: Base32 of so many
-- characters, where letters are what is read, and digits the characters 0 to O, the
-- 32 from 48 on, that they stand for; and, if others is true, hexadecimal digits in
-- either case, which may have a UUID's hyphens.
-- +goose StatementBegin
CREATE FUNCTION sortid_decode(input text, characters integer, size integer, letters text, digits text, others boolean) RETURNS bytea
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
        -- What is in front of the bytes that are wanted must be zero.
        IF rtrim(substring(raw FOR octet_length(raw) - size), '\x00') <> '' THEN
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

-- Says why a text is refused, and does not return. sizes has the lengths that are
-- right, as an array and in words. A text of the first length is made of letters,
-- which alphabet describes; the others are hexadecimal. Where length and characters
-- are right, it is the rule, and what is to be said of it.
-- +goose StatementBegin
CREATE FUNCTION sortid_refuse(format text, form text, input text, sizes integer[], sizes_said text,
    letters text, alphabet text, rule text, rule_said text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    t text COLLATE "C" := input;
    raw bytea := convert_to(input, getdatabaseencoding());
    size integer := octet_length(input);
    known text COLLATE "C" := CASE WHEN size = sizes[1] OR form = 'prefix' THEN letters ELSE '0123456789abcdefABCDEF' END;
    -- As much of the input as helps to find it, with quotes and control characters escaped.
    shown text := to_json(left(input, 64))::text || CASE WHEN length(input) > 64 THEN '... (' || size || ' bytes)' ELSE '' END;
    said text := rule || ': ' || rule_said;
    kind text := CASE WHEN form = 'prefix' OR size = sizes[1] THEN form WHEN size = 36 THEN 'uuid' ELSE 'hex' END;
BEGIN
    IF size <> ALL (sizes) THEN
        kind := form;
        said := 'wrong length: ' || size || ' bytes where ' || sizes_said || ' are needed';
    ELSIF kind COLLATE "C" = 'uuid' AND (get_byte(raw, 8) <> 45 OR get_byte(raw, 13) <> 45 OR get_byte(raw, 18) <> 45 OR get_byte(raw, 23) <> 45) THEN
        said := 'misplaced separator: the UUID form has its hyphens after 8, 12, 16 and 20 digits';
    ELSE
        FOR i IN 1 .. length(t) LOOP
            IF strpos(known, substr(t, i, 1)) = 0 AND NOT (kind COLLATE "C" = 'uuid' AND octet_length(left(t, i - 1)) IN (8, 13, 18, 23)) THEN
                said := 'character outside the alphabet: ' || to_json(substr(t, i, 1))::text || ' at byte ' || octet_length(left(t, i - 1)) ||
                    ' is not in ' || CASE WHEN known = letters THEN alphabet ELSE 'the hexadecimal digits' END;
                EXIT;
            END IF;
        END LOOP;
    END IF;
    RAISE EXCEPTION '%: % %: %', format, kind, shown, said USING ERRCODE = 'invalid_text_representation';
END
$$;
-- +goose StatementEnd

-- A setting of a generator that is within its limits, or an error.
-- +goose StatementBegin
CREATE FUNCTION sortid_setting(format text, name text, value integer, minimum integer, maximum integer) RETURNS integer
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF value IS NULL OR value < minimum OR value > maximum THEN
        RAISE EXCEPTION '%: cannot generate: invalid setting: % is %; it must be % to %', format, name, coalesce(value::text, 'NULL'), minimum, maximum
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN value;
END
$$;
-- +goose StatementEnd

-- The next number of a generator that all sessions share: the millisecond since the
-- epoch, followed by a field of so many bits. In a new millisecond the field begins at
-- a random value, and each further number adds a random step of so many bytes; with
-- entropy 0 it begins at 0 and adds 1.
--
-- The state is the sequence's own value, which no rollback takes back. It is read and
-- written under an advisory lock of the session, which is taken and given back within
-- one expression. CASE keeps its parts in order, and nothing in it waits: a statement
-- that is cancelled while it waits for a lock of the session may end up with the lock.
--
-- When the clock goes back, the last millisecond is held; by more than ten seconds,
-- because it had been wrong before, and the generator follows it. When the field is
-- full, it waits for the next millisecond.
-- +goose StatementBegin
CREATE FUNCTION sortid_shared(format text, state regclass, epoch_millis bigint, max_millis bigint, width integer, entropy integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
    space constant integer := 'pg_sequence'::regclass::oid::integer;
    key constant integer := (state::oid::bigint - 2147483648)::integer;
    hold constant bigint := 10000;
    waited integer := 0;
    missed integer := 0;
    random bytea;
    now bigint;
    fresh bigint := 0;
    step bigint := 1;
    made bigint;
BEGIN
    -- Whatever could fail under the lock, and leave it behind, must fail before.
    IF current_setting('transaction_read_only')::boolean THEN
        RAISE EXCEPTION '%: cannot generate in a read-only transaction', format USING ERRCODE = 'read_only_sql_transaction';
    ELSIF NOT has_sequence_privilege(state, 'UPDATE') OR NOT has_sequence_privilege(state, 'USAGE') THEN
        RAISE EXCEPTION '%: cannot generate: % needs the rights USAGE and UPDATE on the sequence %', format, quote_ident(current_user), state
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- This locks the sequence against ALTER until the transaction ends, so that nothing waits below.
    made := pg_sequence_last_value(state);
    LOOP
        now := (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint / 1000 - epoch_millis;
        IF now < 0 OR now > max_millis THEN
            RAISE EXCEPTION '%: time % is outside the format''s lifetime: check the clock', format, clock_timestamp()
                USING ERRCODE = 'datetime_field_overflow';
        END IF;
        IF entropy > 0 THEN
            random := uuid_send(gen_random_uuid());
            fresh := ('x' || encode(substring(random FOR 3), 'hex'))::bit(24)::bigint & ((1::bigint << width) - 1);
            step := ('x' || encode(substring(random FROM 14 FOR entropy), 'hex'))::bit(24)::bigint >> (24 - 8 * entropy);
            CONTINUE WHEN step = 0;
        END IF;
        -- The new number; NULL if the field is full, -1 if another session has the lock.
        made := CASE
            WHEN NOT pg_try_advisory_lock(space, key) THEN -1
            WHEN setval(state, CASE
                WHEN pg_sequence_last_value(state) IS NULL OR now > pg_sequence_last_value(state) >> width
                    OR (pg_sequence_last_value(state) >> width) - now > hold THEN now << width | fresh
                WHEN (pg_sequence_last_value(state) + step) >> width = pg_sequence_last_value(state) >> width
                    THEN pg_sequence_last_value(state) + step
                END) IS NULL THEN CASE WHEN pg_advisory_unlock(space, key) THEN NULL::bigint END
            WHEN pg_advisory_unlock(space, key) THEN currval(state)
            END;
        IF made >= 0 THEN
            RETURN made;
        END IF;
        IF made IS NULL THEN
            PERFORM pg_sleep(0.001);
            waited := waited + 1;
        ELSE
            -- The lock is free again in a moment, if who has it is running.
            missed := missed + 1;
            IF missed % 32 = 0 THEN
                PERFORM pg_sleep(0.001);
            END IF;
        END IF;
        IF waited = 20000 THEN
            RAISE EXCEPTION '%: cannot generate: sequence exhausted: the field of a millisecond is full and the clock stands still: set it right', format
                USING ERRCODE = 'object_not_in_prerequisite_state';
        ELSIF missed = 1000000 THEN
            RAISE EXCEPTION '%: cannot generate: another session keeps the advisory lock (%, %): end it', format, space, key
                USING ERRCODE = 'lock_not_available';
        END IF;
    END LOOP;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_shared(text, regclass, bigint, bigint, integer, integer);
DROP FUNCTION sortid_setting(text, text, integer, integer, integer);
DROP FUNCTION sortid_refuse(text, text, text, integer[], text, text, text, text, text);
DROP FUNCTION sortid_decode(text, integer, integer, text, text, boolean);
DROP FUNCTION sortid_encode(bytea, integer, boolean);
DROP FUNCTION sortid_word(bytea, integer);
DROP FUNCTION sortid_sized(text, bytea, integer);
DROP FUNCTION sortid_moment(bigint, timestamp, bigint);
DROP FUNCTION sortid_tick(text, timestamptz, timestamptz, timestamptz, bigint);
DROP FUNCTION sortid_now();
DROP SEQUENCE sortid_session;

-- Wiji 1.0.0 in a uuid column: 56 bits of microseconds, a sequence of 16 bits, the
-- version, 52 random bits.
--
--   CREATE TABLE t (id uuid PRIMARY KEY DEFAULT sortid_wiji_new(), ...);
--   CREATE TABLE t (id sortid_wiji PRIMARY KEY DEFAULT sortid_wiji_new(), ...);  -- no other version goes in
--   SELECT * FROM t WHERE id >= sortid_wiji_min_at('2026-11-01 00:00Z') AND id < sortid_wiji_min_at('2026-12-01 00:00Z');
--   CREATE VIEW t_text AS SELECT sortid_wiji_text(id) AS id_text, t.* FROM t;

-- +goose Up

-- A uuid that is a Wiji. The check calls functions of the system catalog only, so an
-- application that wants no domain can copy it.
-- +goose StatementBegin
DO $$
BEGIN
    CREATE DOMAIN sortid_wiji AS uuid
        CONSTRAINT sortid_wiji_version CHECK (get_byte(uuid_send(VALUE), 9) >> 4 = 1);
EXCEPTION WHEN duplicate_object THEN
    NULL; -- kept
END
$$;
-- +goose StatementEnd

-- sortid_internal_wiji_bits returns the bytes of a text of any version, or NULL if the text is
-- not valid. I and L are read as 1, O as 0, U as V.
CREATE OR REPLACE FUNCTION sortid_internal_wiji_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_decode(input, 26, 16,
    '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzILOUilou',
    '0123456789:;<=>?@ABCDEFGHIJKLMNO:;<=>?@ABCDEFGHIJKLMNO110K110K', true);

-- sortid_internal_wiji_checked returns the bytes of a text of the given length, or NULL if
-- they are not a Wiji. A text of 26 characters has two bits less for the time.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_wiji_checked(raw bytea, characters integer) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN CASE WHEN get_byte(raw, 9) >> 4 = 1 AND (characters <> 26 OR get_byte(raw, 0) < 64) THEN raw END;
END
$$;
-- +goose StatementEnd

-- sortid_internal_wiji_refuse raises the error for a text whose bytes are raw, or NULL.
CREATE OR REPLACE FUNCTION sortid_internal_wiji_refuse(input text, raw bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sortid_internal_refuse('wiji', 'text', input, ARRAY[26, 36, 32], '26 (Base32), 36 (UUID form) or 32 (hex)',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzILOUilou',
    'Crockford''s Base32 alphabet (I, L, O and U are read as 1, 1, 0 and V)',
    CASE WHEN raw IS NULL THEN 'overflow'
        WHEN octet_length(input) = 26 AND get_byte(raw, 0) >= 64 THEN 'first character out of range'
        ELSE 'unknown version' END,
    CASE WHEN raw IS NULL THEN 'use a text that begins with 0 or 1, a time before 2540-11-08'
        WHEN octet_length(input) = 26 AND get_byte(raw, 0) >= 64
            THEN 'use the UUID, hex or binary form for times from 2540-11-08 on'
        ELSE 'version ' || (get_byte(raw, 9) >> 4) || ': use functions that read it, these read version 1' END);

-- sortid_wiji_parse returns the ID of a text: 26 characters of Base32, the UUID form, or 32
-- hexadecimal digits, in either case. A version other than 1, or a text that begins with 2 to
-- 7, is an error (sections 3.3 and 8).
CREATE OR REPLACE FUNCTION sortid_wiji_parse(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(coalesce(sortid_internal_wiji_checked(sortid_internal_wiji_bits(input), octet_length(input)),
    sortid_internal_wiji_refuse(input, sortid_internal_wiji_bits(input))), 'hex')::uuid;

-- sortid_wiji_valid_text reports whether sortid_wiji_parse accepts the text. It never fails.
CREATE OR REPLACE FUNCTION sortid_wiji_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_internal_wiji_checked(sortid_internal_wiji_bits(input), octet_length(input)) IS NOT NULL END;

-- sortid_wiji_valid reports whether the version is 1.
CREATE OR REPLACE FUNCTION sortid_wiji_valid(id uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN get_byte(uuid_send(id), 9) >> 4 = 1;

-- sortid_wiji_text returns 26 characters of Base32, for any value.
CREATE OR REPLACE FUNCTION sortid_wiji_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_encode(uuid_send(id), 26, true);

-- sortid_wiji_uuid returns the UUID form, as the type shows it too.
CREATE OR REPLACE FUNCTION sortid_wiji_uuid(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id::text;

-- sortid_wiji_hex returns 32 hexadecimal digits.
CREATE OR REPLACE FUNCTION sortid_wiji_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');

-- sortid_wiji_bytes returns the 16 bytes.
CREATE OR REPLACE FUNCTION sortid_wiji_bytes(id uuid) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid_send(id);

-- sortid_wiji_from_bytes returns the ID of 16 bytes, whose version must be 1.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_wiji_versioned(raw bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF get_byte(raw, 9) >> 4 <> 1 THEN
        RAISE EXCEPTION 'wiji: binary 0x%: unknown version: version %: use functions that read it, these read version 1', encode(raw, 'hex'), get_byte(raw, 9) >> 4
            USING ERRCODE = 'invalid_binary_representation';
    END IF;
    RETURN raw;
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE FUNCTION sortid_wiji_from_bytes(raw bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(sortid_internal_wiji_versioned(sortid_internal_sized('wiji', raw, 16)), 'hex')::uuid;

-- sortid_wiji_time returns the time of an ID, to the microsecond.
CREATE OR REPLACE FUNCTION sortid_wiji_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_moment(('x' || encode(substring(uuid_send(id) FOR 7), 'hex'))::bit(56)::bigint, '1970-01-01', 1000000);

-- sortid_wiji_min_at returns the least ID of the microsecond of a time. A time outside of the
-- lifetime is an error.
CREATE OR REPLACE FUNCTION sortid_wiji_min_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('wiji', at, '1970-01-01 00:00:00Z', '2540-11-07 23:35:09.481983Z', 1)), 14, '0') || '000010000000000000')::uuid;

-- sortid_wiji_max_at returns the greatest ID of the microsecond of a time.
CREATE OR REPLACE FUNCTION sortid_wiji_max_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('wiji', at, '1970-01-01 00:00:00Z', '2540-11-07 23:35:09.481983Z', 1)), 14, '0') || 'ffff1fffffffffffff')::uuid;

-- sortid_wiji_fields returns the fields of any value: microseconds since 1970, the number
-- within the microsecond, the version, the random field.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_wiji_fields(id uuid, OUT micros bigint, OUT sequence integer, OUT version integer, OUT random bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    hex text := encode(uuid_send(id), 'hex');
BEGIN
    micros := ('x' || left(hex, 14))::bit(56)::bigint;
    sequence := ('x' || substr(hex, 15, 4))::bit(16)::integer;
    version := ('x' || substr(hex, 19, 1))::bit(4)::integer;
    random := ('x' || right(hex, 13))::bit(52)::bigint;
END
$$;
-- +goose StatementEnd

-- The generator of a session, by sections 3.1 to 3.4: strictly increasing IDs, and a random
-- field that the session draws once. The state is in variables that no rollback takes back
-- (see the first file):
--
--   sortid_internal_wiji_clock      the last ID's microseconds, times 256, plus its number
--                                   within the microsecond, or 255
--   sortid_internal_wiji_sequence   the same microseconds, as far as they fit 47 bits, and the
--                                   number from 256 on, in the 16 bits below
--   sortid_internal_wiji_node       the version and the random field
--
-- The setting sortid.wiji tells that the session has written them.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_wiji_clock MINVALUE 0 START 0;
CREATE SEQUENCE IF NOT EXISTS sortid_internal_wiji_sequence MINVALUE 0 START 0;
CREATE SEQUENCE IF NOT EXISTS sortid_internal_wiji_node MINVALUE 0 START 0;

-- sortid_internal_wiji_slow makes the ID in the rare cases: a session's first ID, a setting
-- that was lost, a clock that stands still or goes back. The last timestamp is held and the
-- sequence counts on; if it is used up, the function waits for the clock. If the clock has
-- gone back by more than ten seconds, because it was wrong before, the function follows it
-- with a new random field.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_wiji_slow(clock regclass, sequence regclass, node regclass, session regclass) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
    hold constant bigint := 10000000;
    known constant text := ((nextval(session) >> 24) | (clock::oid::bigint << 31))::text;
    last bigint;
    past bigint;
    random bigint;
    number bigint := 0;
    now bigint;
BEGIN
    BEGIN
        random := currval(node);
        past := currval(sequence);
        last := currval(clock);
    EXCEPTION WHEN object_not_in_prerequisite_state THEN
        last := NULL; -- the session has not generated here
    END;
    FOR attempt IN 1 .. 20000 LOOP
        now := (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint;
        IF now NOT BETWEEN 0 AND 18014398509481983 THEN
            RAISE EXCEPTION 'wiji: time %: outside the format''s lifetime, 1970-01-01T00:00:00Z to 2540-11-07T23:35:09.481983Z: check the clock', clock_timestamp()
                USING ERRCODE = 'datetime_field_overflow';
        END IF;
        IF last IS NULL OR (last >> 8) - now > hold THEN
            -- The clock is written last: a session that has written it has written the others.
            past := setval(sequence, 0);
            random := setval(node, ('x1' || replace(right(gen_random_uuid()::text, 14), '-', ''))::bit(56)::bigint);
            EXIT;
        END IF;
        EXIT WHEN now > last >> 8;
        now := last >> 8;
        number := (last & 255) + 1;
        IF number = 256 AND past >> 16 = now & 140737488355327 THEN
            number := (past & 65535) + 1;
        END IF;
        EXIT WHEN number < 65536;
        number := 0;
        now := NULL;
        PERFORM pg_sleep(0.0005);
    END LOOP;
    IF now IS NULL THEN
        RAISE EXCEPTION 'wiji: cannot generate: sequence exhausted: all 65,536 IDs of a microsecond are used up and the clock stands still: set the clock right'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF number > 255 THEN
        PERFORM setval(sequence, (now & 140737488355327) << 16 | number), setval(clock, now << 8 | 255);
    ELSE
        PERFORM setval(clock, now << 8 | number);
    END IF;
    IF current_setting('sortid.wiji', true) IS DISTINCT FROM known THEN
        PERFORM set_config('sortid.wiji', known, false);
    END IF;
    RETURN (lpad(to_hex(now), 14, '0') || lpad(to_hex(number), 4, '0') || to_hex(random))::uuid;
END
$$;
-- +goose StatementEnd

-- sortid_wiji_new returns a new ID, greater than all that the session made before, including
-- those of transactions that were rolled back. It is one expression, so the planner puts it in
-- the place of the call: if the session is known and the clock is not behind, the ID is the
-- greater of the clock and the last ID plus one.
CREATE OR REPLACE FUNCTION sortid_wiji_new() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN current_setting('sortid.wiji', true) IS DISTINCT FROM
            ((nextval('sortid_internal_session'::regclass) >> 24) | ('sortid_internal_wiji_clock'::regclass::oid::bigint << 31))::text THEN
        sortid_internal_wiji_slow('sortid_internal_wiji_clock'::regclass, 'sortid_internal_wiji_sequence'::regclass,
            'sortid_internal_wiji_node'::regclass, 'sortid_internal_session'::regclass)
    WHEN currval('sortid_internal_wiji_clock'::regclass) >= (sortid_internal_now() << 8) + 255 THEN
        sortid_internal_wiji_slow('sortid_internal_wiji_clock'::regclass, 'sortid_internal_wiji_sequence'::regclass,
            'sortid_internal_wiji_node'::regclass, 'sortid_internal_session'::regclass)
    -- The low byte of the sequence follows the time already, and its high byte is put before it.
    ELSE (encode(overlay(
            int8send(setval('sortid_internal_wiji_clock'::regclass, greatest(sortid_internal_now() << 8, currval('sortid_internal_wiji_clock'::regclass) + 1)))
            PLACING decode('00', 'hex') FROM 8 FOR 0), 'hex')
        || to_hex(currval('sortid_internal_wiji_node'::regclass)))::uuid
END;

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_variable('sortid_internal_wiji_clock');
    PERFORM sortid_internal_variable('sortid_internal_wiji_sequence');
    PERFORM sortid_internal_variable('sortid_internal_wiji_node');
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_wiji_new();
DROP FUNCTION sortid_internal_wiji_slow(regclass, regclass, regclass, regclass);
DROP SEQUENCE sortid_internal_wiji_node;
DROP SEQUENCE sortid_internal_wiji_sequence;
DROP SEQUENCE sortid_internal_wiji_clock;
DROP FUNCTION sortid_wiji_fields(uuid);
DROP FUNCTION sortid_wiji_max_at(timestamptz);
DROP FUNCTION sortid_wiji_min_at(timestamptz);
DROP FUNCTION sortid_wiji_time(uuid);
DROP FUNCTION sortid_wiji_from_bytes(bytea);
DROP FUNCTION sortid_internal_wiji_versioned(bytea);
DROP FUNCTION sortid_wiji_bytes(uuid);
DROP FUNCTION sortid_wiji_hex(uuid);
DROP FUNCTION sortid_wiji_uuid(uuid);
DROP FUNCTION sortid_wiji_text(uuid);
DROP FUNCTION sortid_wiji_valid(uuid);
DROP FUNCTION sortid_wiji_valid_text(text);
DROP FUNCTION sortid_wiji_parse(text);
DROP FUNCTION sortid_internal_wiji_refuse(text, bytea);
DROP FUNCTION sortid_internal_wiji_checked(bytea, integer);
DROP FUNCTION sortid_internal_wiji_bits(text);
DROP DOMAIN sortid_wiji;

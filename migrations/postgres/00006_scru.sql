-- SCRU160 0.1.0 in a bytea column of 20 bytes: 48 bits of milliseconds, a counter of
-- 16 bits, 96 random bits.
--
--   CREATE TABLE t (id sortid_scru PRIMARY KEY DEFAULT sortid_scru_new(), ...);
--   SELECT * FROM t WHERE id >= sortid_scru_min_at('2026-11-01 00:00Z') AND id < sortid_scru_min_at('2026-12-01 00:00Z');
--   CREATE VIEW t_text AS SELECT sortid_scru_text(id) AS id_text, t.* FROM t;

-- +goose Up

-- A bytea of 20 bytes.
-- +goose StatementBegin
DO $$
BEGIN
    CREATE DOMAIN sortid_scru AS bytea
        CONSTRAINT sortid_scru_size CHECK (octet_length(VALUE) = 20);
EXCEPTION WHEN duplicate_object THEN
    NULL; -- kept
END
$$;
-- +goose StatementEnd

-- sortid_internal_scru_bits returns the bytes of a text of 32 characters of base32hex or 40
-- hexadecimal digits, or NULL if the text is not valid.
CREATE OR REPLACE FUNCTION sortid_internal_scru_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_decode(input, 32, 20,
    '0123456789ABCDEFGHIJKLMNOPQRSTUVabcdefghijklmnopqrstuv',
    '0123456789:;<=>?@ABCDEFGHIJKLMNO:;<=>?@ABCDEFGHIJKLMNO', true);

-- sortid_scru_parse returns the ID of a text: 32 characters of base32hex or 40 hexadecimal
-- digits, in either case.
CREATE OR REPLACE FUNCTION sortid_scru_parse(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(sortid_internal_scru_bits(input),
    sortid_internal_refuse('scru160', 'text', input, ARRAY[32, 40], '32 (base32hex) or 40 (hex)',
        '0123456789ABCDEFGHIJKLMNOPQRSTUVabcdefghijklmnopqrstuv', 'the base32hex alphabet, 0 to 9 and A to V', '', ''));

-- sortid_scru_valid_text reports whether sortid_scru_parse accepts the text. It never fails.
CREATE OR REPLACE FUNCTION sortid_scru_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_internal_scru_bits(input) IS NOT NULL END;

-- sortid_scru_valid reports whether there are 20 bytes: any 160 bits are a SCRU160, even with a
-- reserved timestamp.
CREATE OR REPLACE FUNCTION sortid_scru_valid(id bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN octet_length(id) = 20;

-- sortid_scru_text returns 32 characters of base32hex.
CREATE OR REPLACE FUNCTION sortid_scru_text(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_encode(sortid_internal_sized('scru160', id, 20), 32, false);

-- sortid_scru_hex returns 40 hexadecimal digits.
CREATE OR REPLACE FUNCTION sortid_scru_hex(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(sortid_internal_sized('scru160', id, 20), 'hex');

-- sortid_scru_time returns the time of an ID, to the millisecond.
CREATE OR REPLACE FUNCTION sortid_scru_time(id bytea) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_moment(sortid_internal_word(sortid_internal_sized('scru160', id, 20), 0) >> 16 & 281474976710655, '1970-01-01', 1000);

-- sortid_scru_min_at and sortid_scru_max_at return the least and the greatest ID of the
-- millisecond of a time. A time outside of the lifetime is an error.
CREATE OR REPLACE FUNCTION sortid_scru_min_at(at timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_tick('scru160', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000) << 16)
    || decode('000000000000000000000000', 'hex');
CREATE OR REPLACE FUNCTION sortid_scru_max_at(at timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_tick('scru160', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000) << 16 | 65535)
    || decode('ffffffffffffffffffffffff', 'hex');

-- sortid_scru_fields returns milliseconds since 1970, the counter, the field random16, and the 10
-- bytes of random80. sortid_internal_scru_split does so without checking the length.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_scru_split(id bytea, OUT millis bigint, OUT counter integer, OUT random16 integer, OUT random80 bytea)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := ('x' || encode(substring(id FOR 6), 'hex'))::bit(48)::bigint;
    counter := get_byte(id, 6) << 8 | get_byte(id, 7);
    random16 := get_byte(id, 8) << 8 | get_byte(id, 9);
    random80 := substring(id FROM 11);
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE FUNCTION sortid_scru_fields(id bytea, OUT millis bigint, OUT counter integer, OUT random16 integer, OUT random80 bytea)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_scru_split(sortid_internal_sized('scru160', id, 20));

-- The generator of a session: a counter of 16 bits that begins at a random value of 15 bits in
-- each millisecond, and 96 random bits in each ID. The state is the last ID's millisecond and
-- counter, in a variable that no rollback takes back (see the first file). The setting
-- sortid.scru tells that the session has written it.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_scru_clock MINVALUE -9223372036854775808 START 0;

-- sortid_internal_scru_slow returns the next millisecond and counter in a new millisecond and in
-- the rare cases: a session's first ID, a setting that was lost, a clock that goes back, a
-- counter at its end. The last millisecond is held; if its counter is used up, the function waits
-- for the clock. If the clock has gone back by more than ten seconds, because it was wrong before,
-- the function follows it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_scru_slow(clock regclass, session regclass) RETURNS bigint
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
    hold constant bigint := 10000;
    known constant text := ((nextval(session) >> 24) | (clock::oid::bigint << 31))::text;
    state bigint;
    last bigint;
    now bigint;
BEGIN
    IF current_setting('sortid.scru', true) IS DISTINCT FROM known THEN
        BEGIN
            state := currval(clock);
        EXCEPTION WHEN object_not_in_prerequisite_state THEN
            state := NULL; -- the session has not generated here
        END;
    ELSE
        state := currval(clock);
    END IF;
    last := state >> 16 & 281474976710655;
    FOR attempt IN 1 .. 20000 LOOP
        now := (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint / 1000;
        IF now NOT BETWEEN 1 AND 281474976710654 THEN
            RAISE EXCEPTION 'scru160: cannot generate: reserved timestamp: time %: outside the format''s lifetime for generators: set the clock right', clock_timestamp()
                USING ERRCODE = 'datetime_field_overflow';
        END IF;
        IF last IS NULL OR now > last OR last - now > hold THEN
            state := now << 16 | (('x' || right(gen_random_uuid()::text, 4))::bit(16)::bigint & 32767);
        ELSIF state & 65535 < 65535 THEN
            state := state + 1;
        ELSE
            PERFORM pg_sleep(0.0005);
            CONTINUE;
        END IF;
        PERFORM setval(clock, state);
        IF current_setting('sortid.scru', true) IS DISTINCT FROM known THEN
            PERFORM set_config('sortid.scru', known, false);
        END IF;
        RETURN state;
    END LOOP;
    RAISE EXCEPTION 'scru160: cannot generate: sequence exhausted: the counter of a millisecond is used up and the clock stands still: set the clock right'
        USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;
-- +goose StatementEnd

-- sortid_scru_new returns a new ID, greater than all that the session made before, including
-- those of transactions that were rolled back. It is one expression, so the planner puts it in
-- the place of the call. The random bits are those of a random UUID without the bytes that hold
-- its version and its variant.
CREATE OR REPLACE FUNCTION sortid_scru_new() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN int8send(CASE
        WHEN current_setting('sortid.scru', true) IS DISTINCT FROM
                ((nextval('sortid_internal_session'::regclass) >> 24) | ('sortid_internal_scru_clock'::regclass::oid::bigint << 31))::text THEN
            sortid_internal_scru_slow('sortid_internal_scru_clock'::regclass, 'sortid_internal_session'::regclass)
        WHEN currval('sortid_internal_scru_clock'::regclass) >> 16 <> sortid_internal_now() / 1000
            OR currval('sortid_internal_scru_clock'::regclass) & 65535 = 65535 THEN
            sortid_internal_scru_slow('sortid_internal_scru_clock'::regclass, 'sortid_internal_session'::regclass)
        ELSE setval('sortid_internal_scru_clock'::regclass, currval('sortid_internal_scru_clock'::regclass) + 1)
    END) || overlay(uuid_send(gen_random_uuid()) PLACING ''::bytea FROM 6 FOR 4);

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_variable('sortid_internal_scru_clock');
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_scru_new();
DROP FUNCTION sortid_internal_scru_slow(regclass, regclass);
DROP SEQUENCE sortid_internal_scru_clock;
DROP FUNCTION sortid_scru_fields(bytea);
DROP FUNCTION sortid_internal_scru_split(bytea);
DROP FUNCTION sortid_scru_max_at(timestamptz);
DROP FUNCTION sortid_scru_min_at(timestamptz);
DROP FUNCTION sortid_scru_time(bytea);
DROP FUNCTION sortid_scru_hex(bytea);
DROP FUNCTION sortid_scru_text(bytea);
DROP FUNCTION sortid_scru_valid(bytea);
DROP FUNCTION sortid_scru_valid_text(text);
DROP FUNCTION sortid_scru_parse(text);
DROP FUNCTION sortid_internal_scru_bits(text);
DROP DOMAIN sortid_scru;

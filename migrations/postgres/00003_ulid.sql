-- ULID in a uuid column: 48 bits of milliseconds, 80 random bits.
--
--   CREATE TABLE t (id uuid PRIMARY KEY DEFAULT sortid_ulid_new(), ...);
--   SELECT * FROM t WHERE id >= sortid_ulid_min_at('2026-11-01 00:00Z') AND id < sortid_ulid_min_at('2026-12-01 00:00Z');
--   CREATE VIEW t_text AS SELECT sortid_ulid_text(id) AS id_text, t.* FROM t;
--
-- Every uuid is a ULID, so a column needs no CHECK.

-- +goose Up

-- sortid_internal_ulid_bits returns the bytes of a text, or NULL if the text is not valid. I, L,
-- O and U are not letters of a ULID.
CREATE OR REPLACE FUNCTION sortid_internal_ulid_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_decode(input, 26, 16,
    '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
    '0123456789:;<=>?@ABCDEFGHIJKLMNO:;<=>?@ABCDEFGHIJKLMNO', true);

-- sortid_ulid_parse returns the ID of a text: 26 characters of Base32, or two forms that the
-- specification does not have, the UUID form and 32 hexadecimal digits, in either case. A text
-- greater than 7ZZZZZZZZZZZZZZZZZZZZZZZZZ is an error.
CREATE OR REPLACE FUNCTION sortid_ulid_parse(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(coalesce(sortid_internal_ulid_bits(input),
    sortid_internal_refuse('ulid', 'text', input, ARRAY[26, 36, 32], '26 (Base32), 36 (UUID form) or 32 (hex)',
        '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz', 'Crockford''s Base32 alphabet without I, L, O and U',
        'overflow', 'use a text up to 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, which is 128 bits')), 'hex')::uuid;

-- sortid_ulid_valid_text reports whether sortid_ulid_parse accepts the text. It never fails.
CREATE OR REPLACE FUNCTION sortid_ulid_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_internal_ulid_bits(input) IS NOT NULL END;

-- sortid_ulid_valid returns true: any 128 bits are a ULID.
CREATE OR REPLACE FUNCTION sortid_ulid_valid(id uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id = id;

-- sortid_ulid_text returns 26 characters of Base32.
CREATE OR REPLACE FUNCTION sortid_ulid_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_encode(uuid_send(id), 26, true);

-- sortid_ulid_uuid returns the UUID form, as the type shows it too.
CREATE OR REPLACE FUNCTION sortid_ulid_uuid(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id::text;

-- sortid_ulid_bytes returns the 16 bytes.
CREATE OR REPLACE FUNCTION sortid_ulid_bytes(id uuid) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid_send(id);

-- sortid_ulid_from_bytes returns the ID of 16 bytes.
CREATE OR REPLACE FUNCTION sortid_ulid_from_bytes(raw bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(sortid_internal_sized('ulid', raw, 16), 'hex')::uuid;

-- sortid_ulid_time returns the time of an ID, to the millisecond.
CREATE OR REPLACE FUNCTION sortid_ulid_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_moment(('x' || encode(substring(uuid_send(id) FOR 6), 'hex'))::bit(48)::bigint, '1970-01-01', 1000);

-- sortid_ulid_min_at returns the least ID of the millisecond of a time. A time outside of the
-- lifetime is an error.
CREATE OR REPLACE FUNCTION sortid_ulid_min_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('ulid', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)), 12, '0') || '00000000000000000000')::uuid;

-- sortid_ulid_max_at returns the greatest ID of the millisecond of a time.
CREATE OR REPLACE FUNCTION sortid_ulid_max_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('ulid', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)), 12, '0') || 'ffffffffffffffffffff')::uuid;

-- sortid_ulid_fields returns milliseconds since 1970 and the random field of 10 bytes.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_ulid_fields(id uuid, OUT millis bigint, OUT random bytea)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    raw bytea := uuid_send(id);
BEGIN
    millis := ('x' || encode(substring(raw FOR 6), 'hex'))::bit(48)::bigint;
    random := substring(raw FROM 7);
END
$$;
-- +goose StatementEnd

-- The generator of a session, by the section Monotonicity: a new random field in each
-- millisecond, and within a millisecond the last random field plus one. The state is the last
-- ID, in the two variables sortid_internal_ulid_high and _low, which no rollback takes back
-- (see the first file). The setting sortid.ulid tells that the session has written them.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_ulid_high MINVALUE -9223372036854775808 START 0;
CREATE SEQUENCE IF NOT EXISTS sortid_internal_ulid_low MINVALUE -9223372036854775808 START 0;

-- sortid_internal_ulid_slow makes the ID of a new millisecond and in the rare cases: a session's
-- first ID, a setting that was lost, a clock that goes back, a random field at its end. The last
-- millisecond is held; if the random field cannot be incremented any further, the function waits
-- for the next millisecond. If the clock has gone back by more than ten seconds, because it was
-- wrong before, the function follows it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_ulid_slow(high regclass, low regclass, session regclass) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
    hold constant bigint := 10000;
    known constant text := ((nextval(session) >> 24) | (high::oid::bigint << 31))::text;
    h bigint;
    l bigint;
    last bigint;
    now bigint;
    random text;
BEGIN
    IF current_setting('sortid.ulid', true) IS DISTINCT FROM known THEN
        BEGIN
            l := currval(low);
            h := currval(high);
        EXCEPTION WHEN object_not_in_prerequisite_state THEN
            h := NULL; -- the session has not generated here
        END;
    ELSE
        h := currval(high);
        l := currval(low);
    END IF;
    last := h >> 16 & 281474976710655;
    FOR attempt IN 1 .. 20000 LOOP
        now := (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint / 1000;
        IF now NOT BETWEEN 0 AND 281474976710655 THEN
            RAISE EXCEPTION 'ulid: time %: outside the format''s lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock', clock_timestamp()
                USING ERRCODE = 'datetime_field_overflow';
        END IF;
        IF last IS NULL OR now > last OR last - now > hold THEN
            -- The bits of a random UUID that are neither its version nor its variant.
            random := replace(gen_random_uuid()::text, '-', '');
            h := now << 16 | ('x' || left(random, 4))::bit(16)::bigint;
            l := ('x' || right(random, 12) || substr(random, 5, 4))::bit(64)::bigint;
        ELSIF l = 9223372036854775807 THEN
            l := -9223372036854775808; -- the bits of the next unsigned integer
        ELSIF l <> -1 THEN
            l := l + 1;
        ELSIF h & 65535 < 65535 THEN
            l := 0;
            h := h + 1;
        ELSE
            PERFORM pg_sleep(0.0005);
            CONTINUE;
        END IF;
        -- A session that has written the second variable has written both.
        PERFORM setval(low, l), setval(high, h);
        IF current_setting('sortid.ulid', true) IS DISTINCT FROM known THEN
            PERFORM set_config('sortid.ulid', known, false);
        END IF;
        RETURN encode(int8send(h) || int8send(l), 'hex')::uuid;
    END LOOP;
    RAISE EXCEPTION 'ulid: cannot generate: overflow: the random field cannot be incremented any further and the clock stands still: set the clock right'
        USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;
-- +goose StatementEnd

-- sortid_ulid_new returns a new ID, greater than all that the session made before, including
-- those of transactions that were rolled back. It is one expression, so the planner puts it in
-- the place of the call: within a millisecond, the last ID plus one.
CREATE OR REPLACE FUNCTION sortid_ulid_new() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN current_setting('sortid.ulid', true) IS DISTINCT FROM
            ((nextval('sortid_internal_session'::regclass) >> 24) | ('sortid_internal_ulid_high'::regclass::oid::bigint << 31))::text THEN
        sortid_internal_ulid_slow('sortid_internal_ulid_high'::regclass, 'sortid_internal_ulid_low'::regclass, 'sortid_internal_session'::regclass)
    -- Another millisecond, or a carry: -1 is all ones, and the greatest integer is followed by the least.
    WHEN currval('sortid_internal_ulid_high'::regclass) >> 16 <> sortid_internal_now() / 1000
        OR currval('sortid_internal_ulid_low'::regclass) IN (-1, 9223372036854775807) THEN
        sortid_internal_ulid_slow('sortid_internal_ulid_high'::regclass, 'sortid_internal_ulid_low'::regclass, 'sortid_internal_session'::regclass)
    ELSE encode(int8send(currval('sortid_internal_ulid_high'::regclass))
        || int8send(setval('sortid_internal_ulid_low'::regclass, currval('sortid_internal_ulid_low'::regclass) + 1)), 'hex')::uuid
END;

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_variable('sortid_internal_ulid_high');
    PERFORM sortid_internal_variable('sortid_internal_ulid_low');
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_ulid_new();
DROP FUNCTION sortid_internal_ulid_slow(regclass, regclass, regclass);
DROP SEQUENCE sortid_internal_ulid_low;
DROP SEQUENCE sortid_internal_ulid_high;
DROP FUNCTION sortid_ulid_fields(uuid);
DROP FUNCTION sortid_ulid_max_at(timestamptz);
DROP FUNCTION sortid_ulid_min_at(timestamptz);
DROP FUNCTION sortid_ulid_time(uuid);
DROP FUNCTION sortid_ulid_from_bytes(bytea);
DROP FUNCTION sortid_ulid_bytes(uuid);
DROP FUNCTION sortid_ulid_uuid(uuid);
DROP FUNCTION sortid_ulid_text(uuid);
DROP FUNCTION sortid_ulid_valid(uuid);
DROP FUNCTION sortid_ulid_valid_text(text);
DROP FUNCTION sortid_ulid_parse(text);
DROP FUNCTION sortid_internal_ulid_bits(text);

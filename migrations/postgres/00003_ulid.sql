-- ULID in a uuid column: 48 bits of milliseconds, 80 random bits.
--
--   CREATE TABLE t (id uuid PRIMARY KEY DEFAULT sortid_ulid_new(), ...);
--   SELECT * FROM t WHERE id >= sortid_ulid_min_at('2026-11-01 00:00Z') AND id < sortid_ulid_min_at('2026-12-01 00:00Z');
--   CREATE VIEW t_text AS SELECT sortid_ulid_text(id) AS id_text, t.* FROM t;
--
-- Every uuid is a ULID, so there is nothing for a CHECK to check.

-- +goose Up

-- The bytes of a text; NULL if it has none. I, L, O and U are no letters of a ULID.
CREATE FUNCTION sortid_ulid_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_decode(input, 26, 16,
    '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
    '0123456789:;<=>?@ABCDEFGHIJKLMNO:;<=>?@ABCDEFGHIJKLMNO', true);

-- The ID of a text: 26 characters of Base32, or, which the specification does not
-- have, the UUID form or 32 hexadecimal digits, in either case. A text beyond
-- 7ZZZZZZZZZZZZZZZZZZZZZZZZZ is an error.
CREATE FUNCTION sortid_ulid_parse(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(coalesce(sortid_ulid_bits(input),
    sortid_refuse('ulid', 'text', input, ARRAY[26, 36, 32], '26 (Base32), 36 (UUID form) or 32 (hex)',
        '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz', 'Crockford''s Base32 alphabet, which leaves out I, L, O and U',
        'overflow', 'the value does not fit 128 bits, whose greatest text is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ')), 'hex')::uuid;

-- Whether sortid_ulid_parse takes the text. It never fails.
CREATE FUNCTION sortid_ulid_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_ulid_bits(input) IS NOT NULL END;

-- True: any 128 bits are a ULID.
CREATE FUNCTION sortid_ulid_valid(id uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id = id;

-- The text, 26 characters of Base32.
CREATE FUNCTION sortid_ulid_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_encode(uuid_send(id), 26, true);

-- The UUID form, as the column shows it anyway.
CREATE FUNCTION sortid_ulid_uuid(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id::text;

-- The 16 bytes.
CREATE FUNCTION sortid_ulid_bytes(id uuid) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid_send(id);

-- The ID of 16 bytes.
CREATE FUNCTION sortid_ulid_from_bytes(raw bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(sortid_sized('ulid', raw, 16), 'hex')::uuid;

-- The time of an ID, to the millisecond.
CREATE FUNCTION sortid_ulid_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_moment(('x' || encode(substring(uuid_send(id) FOR 6), 'hex'))::bit(48)::bigint, '1970-01-01', 1000);

-- The least ID of the millisecond of a time; a time without IDs is an error.
CREATE FUNCTION sortid_ulid_min_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_tick('ulid', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)), 12, '0') || '00000000000000000000')::uuid;

-- The greatest ID of the millisecond of a time; a time without IDs is an error.
CREATE FUNCTION sortid_ulid_max_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_tick('ulid', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)), 12, '0') || 'ffffffffffffffffffff')::uuid;

-- The fields: milliseconds since 1970, and the random field of 10 bytes.
-- +goose StatementBegin
CREATE FUNCTION sortid_ulid_fields(id uuid, OUT millis bigint, OUT random bytea)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    raw bytea := uuid_send(id);
BEGIN
    millis := ('x' || encode(substring(raw FOR 6), 'hex'))::bit(48)::bigint;
    random := substring(raw FROM 7);
END
$$;
-- +goose StatementEnd

-- The generator of a session, by the section Monotonicity: in a new millisecond with a
-- random field of its own, within a millisecond with the last random field plus one.
-- The state is the last ID, in two variables that no rollback takes back (see the first
-- file), and the setting sortid.ulid, the block of sortid_session of the session that
-- has written them.
CREATE UNLOGGED SEQUENCE sortid_ulid_high MINVALUE -9223372036854775808 START 0;
CREATE UNLOGGED SEQUENCE sortid_ulid_low MINVALUE -9223372036854775808 START 0;
GRANT USAGE, UPDATE ON SEQUENCE sortid_ulid_high, sortid_ulid_low TO PUBLIC;

-- A new millisecond, and the rare cases of sortid_ulid_new: a session's first ID, a
-- clock that goes back, a random field at its end. The last millisecond is held, and
-- when the random field cannot count any further, the next millisecond is waited for.
-- A clock that has gone back by more than ten seconds, because it had been wrong
-- before, is followed.
-- +goose StatementBegin
CREATE FUNCTION sortid_ulid_slow(high regclass, low regclass, session regclass) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
    hold constant bigint := 10000;
    block text := (nextval(session) >> 24)::text;
    h bigint;
    l bigint;
    last bigint;
    now bigint;
    random text;
BEGIN
    IF current_setting('sortid.ulid', true) IS DISTINCT FROM block THEN
        BEGIN
            h := currval(high);
            l := currval(low);
        EXCEPTION WHEN object_not_in_prerequisite_state THEN
            h := NULL;
        END;
        PERFORM set_config('sortid.ulid', block, false);
    ELSE
        h := currval(high);
        l := currval(low);
    END IF;
    last := h >> 16 & 281474976710655;
    FOR attempt IN 1 .. 20000 LOOP
        now := (date_part('epoch', clock_timestamp()) * 1000000::double precision)::bigint / 1000;
        IF now NOT BETWEEN 0 AND 281474976710655 THEN
            RAISE EXCEPTION 'ulid: time % is outside the format''s lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock', clock_timestamp()
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
        RETURN encode(int8send(setval(high, h)) || int8send(setval(low, l)), 'hex')::uuid;
    END LOOP;
    RAISE EXCEPTION 'ulid: cannot generate: overflow: the random field cannot be incremented any further and the clock stands still: set it right'
        USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;
-- +goose StatementEnd

-- A new ID, greater than all that the session made before, also than those of
-- transactions that were rolled back. It is one expression, so that the planner puts
-- it in the place of the call: within a millisecond, the last ID plus one.
CREATE FUNCTION sortid_ulid_new() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN current_setting('sortid.ulid', true) IS DISTINCT FROM (nextval('sortid_session'::regclass) >> 24)::text THEN
        sortid_ulid_slow('sortid_ulid_high'::regclass, 'sortid_ulid_low'::regclass, 'sortid_session'::regclass)
    -- Another millisecond, or a carry: -1 is all ones, and the greatest integer is followed by the least.
    WHEN currval('sortid_ulid_high'::regclass) >> 16 <> sortid_now() / 1000
        OR currval('sortid_ulid_low'::regclass) IN (-1, 9223372036854775807) THEN
        sortid_ulid_slow('sortid_ulid_high'::regclass, 'sortid_ulid_low'::regclass, 'sortid_session'::regclass)
    ELSE encode(int8send(currval('sortid_ulid_high'::regclass))
        || int8send(setval('sortid_ulid_low'::regclass, currval('sortid_ulid_low'::regclass) + 1)), 'hex')::uuid
END;

-- +goose Down
DROP FUNCTION sortid_ulid_new();
DROP FUNCTION sortid_ulid_slow(regclass, regclass, regclass);
DROP SEQUENCE sortid_ulid_low;
DROP SEQUENCE sortid_ulid_high;
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
DROP FUNCTION sortid_ulid_bits(text);

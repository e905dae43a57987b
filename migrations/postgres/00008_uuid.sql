-- UUIDv7 (RFC 9562) in a uuid column: 48 bits of milliseconds, the version, 12 bits of the time
-- within the millisecond (rand_a), the variant, 62 random bits (rand_b). The functions are named
-- sortid_uuid_..., because names contain no digits.
--
--   CREATE TABLE t (id uuid PRIMARY KEY DEFAULT sortid_uuid_new(), ...);
--   CREATE TABLE t (id sortid_uuid PRIMARY KEY DEFAULT sortid_uuid_new(), ...);  -- no other version goes in
--   SELECT * FROM t WHERE id >= sortid_uuid_min_at('2026-11-01 00:00Z') AND id < sortid_uuid_min_at('2026-12-01 00:00Z');

-- +goose Up

-- A uuid that is a UUIDv7. The check calls functions of the system catalog only, so an
-- application that wants no domain can copy it.
-- +goose StatementBegin
DO $$
BEGIN
    CREATE DOMAIN sortid_uuid AS uuid
        CONSTRAINT sortid_uuid_version CHECK (get_byte(uuid_send(VALUE), 6) >> 4 = 7 AND get_byte(uuid_send(VALUE), 8) >> 6 = 2);
EXCEPTION WHEN duplicate_object THEN
    NULL; -- kept
END
$$;
-- +goose StatementEnd

-- sortid_uuid_valid reports whether the version is 7 and the variant is that of RFC 9562.
CREATE OR REPLACE FUNCTION sortid_uuid_valid(id uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN get_byte(uuid_send(id), 6) >> 4 = 7 AND get_byte(uuid_send(id), 8) >> 6 = 2;

-- sortid_internal_uuid_bits returns the bytes of a text of any version, or NULL if the text is
-- not a UUID: 36 characters, or 32 hexadecimal digits.
CREATE OR REPLACE FUNCTION sortid_internal_uuid_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_decode(input, -1, 16, '', '', true);

-- sortid_internal_uuid_checked returns bytes, or NULL if they are not a UUIDv7.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uuid_checked(raw bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN CASE WHEN get_byte(raw, 6) >> 4 = 7 AND get_byte(raw, 8) >> 6 = 2 THEN raw END;
END
$$;
-- +goose StatementEnd

-- sortid_internal_uuid_said says which version and variant bytes have. It is not NULL if they are.
CREATE OR REPLACE FUNCTION sortid_internal_uuid_said(raw bytea) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce('version ' || (get_byte(raw, 6) >> 4) || ', variant ' || (get_byte(raw, 8) >> 6)::bit(2)::text ||
    ': use the type uuid for other versions, these functions read version 7, variant 10', '');

-- sortid_uuid_parse returns the ID of a text: 36 characters with hyphens, or 32 hexadecimal
-- digits, in either case. Another version or variant is an error.
CREATE OR REPLACE FUNCTION sortid_uuid_parse(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(coalesce(sortid_internal_uuid_checked(sortid_internal_uuid_bits(input)),
    -- No text has the length -1, that of a form in another alphabet.
    sortid_internal_refuse('uuidv7', 'text', input, ARRAY[-1, 36, 32], '36 (with hyphens) or 32 (hex)', '', '',
        'unknown version', sortid_internal_uuid_said(sortid_internal_uuid_bits(input)))), 'hex')::uuid;

-- sortid_uuid_valid_text reports whether sortid_uuid_parse accepts the text. It never fails.
CREATE OR REPLACE FUNCTION sortid_uuid_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_internal_uuid_checked(sortid_internal_uuid_bits(input)) IS NOT NULL END;

-- sortid_uuid_text returns 36 characters, for any value, as the type shows it too.
CREATE OR REPLACE FUNCTION sortid_uuid_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id::text;

-- sortid_uuid_typed_text returns a TypeID (version 0.3), for any value: the prefix, an underscore and
-- 26 characters of Base32 in lower case.
CREATE OR REPLACE FUNCTION sortid_uuid_typed_text(prefix text, id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('uuidv7', prefix) || translate(sortid_internal_encode(uuid_send(id), 26, true), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');

-- sortid_internal_uuid_suffix returns the ID of the text of a TypeID after its prefix.
CREATE OR REPLACE FUNCTION sortid_internal_uuid_suffix(input text, raw bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN encode(coalesce(sortid_internal_uuid_checked(raw),
    sortid_internal_refuse('uuidv7', 'text', input, ARRAY[26], '26 after the prefix',
        '0123456789abcdefghjkmnpqrstvwxyz', 'Crockford''s Base32 alphabet without i, l, o and u, in lower case',
        CASE WHEN raw IS NULL THEN 'overflow' ELSE 'unknown version' END,
        CASE WHEN raw IS NULL THEN 'use a text up to 7zzzzzzzzzzzzzzzzzzzzzzzzz, which is 128 bits' ELSE sortid_internal_uuid_said(raw) END)), 'hex')::uuid;

-- sortid_uuid_typed_parse returns the ID of a TypeID with that prefix. Another prefix, or none, is an
-- error, and so is a UUID of another version.
CREATE OR REPLACE FUNCTION sortid_uuid_typed_parse(prefix text, input text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN prefix IS NOT NULL AND input IS NOT NULL THEN
    sortid_internal_uuid_suffix(sortid_internal_unmark('uuidv7', sortid_internal_mark('uuidv7', prefix), input, 26),
        sortid_internal_decode(sortid_internal_unmark('uuidv7', sortid_internal_mark('uuidv7', prefix), input, 26), 26, 16,
            '0123456789abcdefghjkmnpqrstvwxyz', '0123456789:;<=>?@ABCDEFGHIJKLMNO', false)) END;

-- sortid_uuid_hex returns 32 hexadecimal digits.
CREATE OR REPLACE FUNCTION sortid_uuid_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');

-- sortid_uuid_bytes returns the 16 bytes.
CREATE OR REPLACE FUNCTION sortid_uuid_bytes(id uuid) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid_send(id);

-- sortid_uuid_from_bytes returns the ID of 16 bytes, which must be a UUIDv7.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uuid_versioned(raw bytea, said text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF get_byte(raw, 6) >> 4 <> 7 OR get_byte(raw, 8) >> 6 <> 2 THEN
        RAISE EXCEPTION 'uuidv7: binary 0x%: unknown version: %', encode(raw, 'hex'), said
            USING ERRCODE = 'invalid_binary_representation';
    END IF;
    RETURN raw;
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE FUNCTION sortid_uuid_from_bytes(raw bytea) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(sortid_internal_uuid_versioned(sortid_internal_sized('uuidv7', raw, 16),
    sortid_internal_uuid_said(sortid_internal_sized('uuidv7', raw, 16))), 'hex')::uuid;

-- sortid_uuid_time returns the time of an ID, to the millisecond: other generators put anything
-- into rand_a.
CREATE OR REPLACE FUNCTION sortid_uuid_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_moment(('x' || encode(substring(uuid_send(id) FOR 6), 'hex'))::bit(48)::bigint, '1970-01-01', 1000);

-- sortid_uuid_min_at returns the least ID of the millisecond of a time, of any generator. A time
-- outside of the lifetime is an error.
CREATE OR REPLACE FUNCTION sortid_uuid_min_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('uuidv7', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)), 12, '0') || '70008000000000000000')::uuid;

-- sortid_uuid_max_at returns the greatest ID of the millisecond of a time, of any generator.
CREATE OR REPLACE FUNCTION sortid_uuid_max_at(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('uuidv7', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)), 12, '0') || '7fffbfffffffffffffff')::uuid;

-- sortid_uuid_fields returns milliseconds since 1970, rand_a and rand_b of any value.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_uuid_fields(id uuid, OUT millis bigint, OUT rand_a integer, OUT random bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    hex text := encode(uuid_send(id), 'hex');
BEGIN
    millis := ('x' || left(hex, 12))::bit(48)::bigint;
    rand_a := ('x' || substr(hex, 14, 3))::bit(12)::integer;
    random := ('x' || right(hex, 16))::bit(64)::bigint & 4611686018427387903;
END
$$;
-- +goose StatementEnd

-- The generator of a session, by section 6.2, method 3: rand_a continues the milliseconds in steps
-- of 1/4096 ms. Within a step, or if the clock goes back, the last step plus one. rand_b is 62 new
-- random bits, which gen_random_uuid() has together with the variant in its last 16 digits.
--
-- PostgreSQL 18 has such a generator, uuidv7(), which sortid_uuid_new calls. Before, the state is
-- the last step, in the variable sortid_internal_uuid_step, which no rollback takes back (see the
-- first file). The setting sortid.uuid tells that the session has written it.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_uuid_step MINVALUE 0 START 0;

-- sortid_internal_uuid_now is the present time in steps since 1970. The float is exact until 2039;
-- later it may be off by some steps, and never goes back.
CREATE OR REPLACE FUNCTION sortid_internal_uuid_now() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN floor(date_part('epoch', clock_timestamp()) * 4096000::double precision)::bigint;

-- sortid_internal_uuid_slow makes the step in the rare cases: a session's first ID, a setting that
-- was lost, or a clock that has gone back by more than ten seconds, because it was wrong before:
-- then it follows the clock.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uuid_slow(step regclass, session regclass) RETURNS bigint
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $$
DECLARE
    hold constant bigint := 40960000;
    known constant text := ((nextval(session) >> 24) | (step::oid::bigint << 31))::text;
    now constant bigint := floor(date_part('epoch', clock_timestamp()) * 4096000::double precision)::bigint;
    last bigint;
BEGIN
    BEGIN
        last := currval(step);
    EXCEPTION WHEN object_not_in_prerequisite_state THEN
        last := NULL; -- the session has not generated here
    END;
    IF now NOT BETWEEN 0 AND 1152921504606846975 THEN
        RAISE EXCEPTION 'uuidv7: time %: outside the format''s lifetime, 1970-01-01T00:00:00Z to 10889-08-02T05:31:50.655Z: check the clock', clock_timestamp()
            USING ERRCODE = 'datetime_field_overflow';
    END IF;
    IF last IS NULL OR last - now > hold THEN
        last := now - 1;
    END IF;
    PERFORM setval(step, greatest(last + 1, now));
    IF current_setting('sortid.uuid', true) IS DISTINCT FROM known THEN
        PERFORM set_config('sortid.uuid', known, false);
    END IF;
    RETURN currval(step);
END
$$;
-- +goose StatementEnd

-- sortid_internal_uuid_next returns the next step of the session.
CREATE OR REPLACE FUNCTION sortid_internal_uuid_next() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN current_setting('sortid.uuid', true) IS DISTINCT FROM
            ((nextval('sortid_internal_session'::regclass) >> 24) | ('sortid_internal_uuid_step'::regclass::oid::bigint << 31))::text THEN
        sortid_internal_uuid_slow('sortid_internal_uuid_step'::regclass, 'sortid_internal_session'::regclass)
    WHEN sortid_internal_uuid_now() NOT BETWEEN currval('sortid_internal_uuid_step'::regclass) - 40960000 AND 1152921504606846975 THEN
        sortid_internal_uuid_slow('sortid_internal_uuid_step'::regclass, 'sortid_internal_session'::regclass)
    ELSE setval('sortid_internal_uuid_step'::regclass, greatest(currval('sortid_internal_uuid_step'::regclass) + 1, sortid_internal_uuid_now()))
END;

-- sortid_internal_uuid_own makes an ID without uuidv7().
CREATE OR REPLACE FUNCTION sortid_internal_uuid_own() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN (overlay(lpad(to_hex(sortid_internal_uuid_next()), 15, '0') PLACING '7' FROM 13 FOR 0) || right(gen_random_uuid()::text, 17))::uuid;

-- sortid_uuid_new returns a new ID, greater than all that the session made before, including
-- those of transactions that were rolled back. PostgreSQL 18 and later get another body.
CREATE OR REPLACE FUNCTION sortid_uuid_new() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_internal_uuid_own();

-- +goose StatementBegin
DO $$
BEGIN
    IF current_setting('server_version_num')::integer >= 180000 THEN
        EXECUTE 'CREATE OR REPLACE FUNCTION sortid_uuid_new() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL UNSAFE RETURN uuidv7()';
    END IF;
    PERFORM sortid_internal_variable('sortid_internal_uuid_step');
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_uuid_new();
DROP FUNCTION sortid_internal_uuid_own();
DROP FUNCTION sortid_internal_uuid_next();
DROP FUNCTION sortid_internal_uuid_slow(regclass, regclass);
DROP FUNCTION sortid_internal_uuid_now();
DROP SEQUENCE sortid_internal_uuid_step;
DROP FUNCTION sortid_uuid_fields(uuid);
DROP FUNCTION sortid_uuid_max_at(timestamptz);
DROP FUNCTION sortid_uuid_min_at(timestamptz);
DROP FUNCTION sortid_uuid_time(uuid);
DROP FUNCTION sortid_uuid_from_bytes(bytea);
DROP FUNCTION sortid_internal_uuid_versioned(bytea, text);
DROP FUNCTION sortid_uuid_bytes(uuid);
DROP FUNCTION sortid_uuid_hex(uuid);
DROP FUNCTION sortid_uuid_typed_parse(text, text);
DROP FUNCTION sortid_internal_uuid_suffix(text, bytea);
DROP FUNCTION sortid_uuid_typed_text(text, uuid);
DROP FUNCTION sortid_uuid_text(uuid);
DROP FUNCTION sortid_uuid_valid_text(text);
DROP FUNCTION sortid_uuid_parse(text);
DROP FUNCTION sortid_internal_uuid_said(bytea);
DROP FUNCTION sortid_internal_uuid_checked(bytea);
DROP FUNCTION sortid_internal_uuid_bits(text);
DROP FUNCTION sortid_uuid_valid(uuid);
DROP DOMAIN sortid_uuid;

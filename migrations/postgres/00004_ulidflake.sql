-- Ulid-Flake in a bigint column: 43 bits of milliseconds since 2024 and 20 random
-- bits, or 15 random bits and a scalability number of 5.
--
--   CREATE TABLE t (id bigint PRIMARY KEY DEFAULT sortid_ulidflake_new(), ...);
--   CREATE TABLE t (id sortid_ulidflake PRIMARY KEY DEFAULT sortid_ulidflake_new(), ...);
--   SELECT * FROM t WHERE id >= sortid_ulidflake_min_at('2026-11-01 00:00Z') AND id < sortid_ulidflake_min_at('2026-12-01 00:00Z');
--   CREATE VIEW t_text AS SELECT sortid_ulidflake_text(id) AS id_text, t.* FROM t;

-- +goose Up

-- A bigint that is a Ulid-Flake.
-- +goose StatementBegin
DO $$
BEGIN
    CREATE DOMAIN sortid_ulidflake AS bigint
        CONSTRAINT sortid_ulidflake_sign CHECK (VALUE >= 0);
EXCEPTION WHEN duplicate_object THEN
    NULL; -- kept
END
$$;
-- +goose StatementEnd

-- sortid_internal_ulidflake_bits returns the bytes of a text, or NULL if the text is not valid
-- or its first bit is set, which sortid_internal_ulidflake_checked finds.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_ulidflake_checked(raw bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN CASE WHEN get_byte(raw, 0) < 128 THEN raw END;
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE FUNCTION sortid_internal_ulidflake_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_ulidflake_checked(sortid_internal_decode(input, 13, 8,
    '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
    '0123456789:;<=>?@ABCDEFGHIJKLMNO:;<=>?@ABCDEFGHIJKLMNO', false));

-- sortid_ulidflake_parse returns the ID of a text: 13 characters of Base32, in either case. A
-- text greater than 7ZZZZZZZZZZZZ is an error.
CREATE OR REPLACE FUNCTION sortid_ulidflake_parse(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sortid_internal_word(coalesce(sortid_internal_ulidflake_bits(input),
    sortid_internal_refuse('ulidflake', 'text', input, ARRAY[13], '13',
        '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
        'Crockford''s Base32 alphabet without I, L, O and U',
        'overflow', 'use a text that begins with 0 to 7, up to 7ZZZZZZZZZZZZ')), 0);

-- sortid_ulidflake_valid_text reports whether sortid_ulidflake_parse accepts the text. It never
-- fails.
CREATE OR REPLACE FUNCTION sortid_ulidflake_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_internal_ulidflake_bits(input) IS NOT NULL END;

-- sortid_ulidflake_valid reports whether the sign bit is 0.
CREATE OR REPLACE FUNCTION sortid_ulidflake_valid(id bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id >= 0;

-- sortid_ulidflake_text returns 13 characters of Base32, for any value. The text of a negative
-- value begins with 8 to F, and sortid_ulidflake_parse refuses it.
CREATE OR REPLACE FUNCTION sortid_ulidflake_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_encode(int8send(id), 13, true);

-- sortid_ulidflake_time returns the time of an ID, to the millisecond.
CREATE OR REPLACE FUNCTION sortid_ulidflake_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_moment(id >> 20 & 17592186044415, '2024-01-01', 1000);

-- sortid_ulidflake_min_at returns the least ID of the millisecond of a time. A time outside of
-- the lifetime is an error.
CREATE OR REPLACE FUNCTION sortid_ulidflake_min_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_tick('ulidflake', at, '2024-01-01 00:00:00Z', '2302-09-27 15:10:22.207Z', 1000) << 20;

-- sortid_ulidflake_max_at returns the greatest ID of the millisecond of a time.
CREATE OR REPLACE FUNCTION sortid_ulidflake_max_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_tick('ulidflake', at, '2024-01-01 00:00:00Z', '2302-09-27 15:10:22.207Z', 1000) << 20 | 1048575;

-- sortid_ulidflake_fields returns the fields of any value in the stand-alone layout:
-- milliseconds since 2024 and the random field.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_ulidflake_fields(id bigint, OUT millis bigint, OUT random integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := id >> 20 & 17592186044415;
    random := id & 1048575;
END
$$;
-- +goose StatementEnd

-- sortid_ulidflake_scalable returns the fields of any value in the scalable layout:
-- milliseconds since 2024, the random field and the scalability number.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_ulidflake_scalable(id bigint, OUT millis bigint, OUT random integer, OUT scalability integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := id >> 20 & 17592186044415;
    random := id >> 5 & 32767;
    scalability := id & 31;
END
$$;
-- +goose StatementEnd

-- The last number of each layout. All sessions share them, so the sequences are logged: their
-- values outlive a crash and reach a standby. Only the owner may write them.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_ulidflake_state MINVALUE 0 START 0;
CREATE SEQUENCE IF NOT EXISTS sortid_internal_ulidflake_scalable_state MINVALUE 0 START 0;

-- sortid_ulidflake_new returns a new ID of the stand-alone layout, greater than all that were
-- made in the database before. The database is one generator, because 20 random bits do not
-- keep its sessions apart. Within a millisecond the random field grows by a random step of one
-- byte; if it is full, the function waits for the next millisecond: some 4,000 a millisecond.
-- It runs with its owner's rights, which the state needs.
CREATE OR REPLACE FUNCTION sortid_ulidflake_new() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
RETURN sortid_internal_shared('ulidflake', 'sortid_internal_ulidflake_state'::regclass,
    'sortid_internal_lock'::regclass, 'sortid_internal_lock'::regclass::oid::bigint << 31, 'sortid_internal_guard'::regclass,
    1704067200000, 8796093022207, 20, 255);

-- sortid_internal_ulidflake and sortid_internal_ulidflake_scalable return the next number of a
-- layout, for a number of steps: 255, 65535 or 16777215. They run with their owner's rights.
CREATE OR REPLACE FUNCTION sortid_internal_ulidflake(steps bigint) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
RETURN sortid_internal_shared('ulidflake', 'sortid_internal_ulidflake_state'::regclass,
    'sortid_internal_lock'::regclass, 'sortid_internal_lock'::regclass::oid::bigint << 31, 'sortid_internal_guard'::regclass,
    1704067200000, 8796093022207, 20, greatest(255, least(steps, 16777215)));
CREATE OR REPLACE FUNCTION sortid_internal_ulidflake_scalable(steps bigint) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
RETURN sortid_internal_shared('ulidflake', 'sortid_internal_ulidflake_scalable_state'::regclass,
    'sortid_internal_lock'::regclass, 'sortid_internal_lock'::regclass::oid::bigint << 31, 'sortid_internal_guard'::regclass,
    1704067200000, 8796093022207, 15, greatest(255, least(steps, 65535)));

-- sortid_ulidflake_new_with returns a new ID with settings. scalability is this database's
-- number in the scalable layout, 0 to 31; NULL selects the stand-alone layout. entropy_bytes is
-- how many bytes a step is drawn from, 1 to 3, in the scalable layout 1 or 2; NULL means 1. More
-- bytes make the next ID harder to guess and fill the random field sooner: after its first ID a
-- millisecond holds some 4,096, 16 or 1/16 more, and in the scalable layout 128 or 1/2.
CREATE OR REPLACE FUNCTION sortid_ulidflake_new_with(scalability integer, entropy_bytes integer) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN scalability IS NULL THEN
        sortid_internal_ulidflake((1::bigint << 8 * sortid_internal_setting('ulidflake', 'entropy_bytes', coalesce(entropy_bytes, 1), 1, 3)) - 1)
    ELSE
        sortid_internal_ulidflake_scalable((1::bigint << 8 * sortid_internal_setting('ulidflake', 'entropy_bytes', coalesce(entropy_bytes, 1), 1, 2)) - 1) << 5
        | sortid_internal_setting('ulidflake', 'scalability', scalability, 0, 31)::bigint
END;

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_ulidflake_new_with(integer, integer);
DROP FUNCTION sortid_internal_ulidflake_scalable(bigint);
DROP FUNCTION sortid_internal_ulidflake(bigint);
DROP FUNCTION sortid_ulidflake_new();
DROP SEQUENCE sortid_internal_ulidflake_scalable_state;
DROP SEQUENCE sortid_internal_ulidflake_state;
DROP FUNCTION sortid_ulidflake_scalable(bigint);
DROP FUNCTION sortid_ulidflake_fields(bigint);
DROP FUNCTION sortid_ulidflake_max_at(timestamptz);
DROP FUNCTION sortid_ulidflake_min_at(timestamptz);
DROP FUNCTION sortid_ulidflake_time(bigint);
DROP FUNCTION sortid_ulidflake_text(bigint);
DROP FUNCTION sortid_ulidflake_valid(bigint);
DROP FUNCTION sortid_ulidflake_valid_text(text);
DROP FUNCTION sortid_ulidflake_parse(text);
DROP FUNCTION sortid_internal_ulidflake_bits(text);
DROP FUNCTION sortid_internal_ulidflake_checked(bytea);
DROP DOMAIN sortid_ulidflake;

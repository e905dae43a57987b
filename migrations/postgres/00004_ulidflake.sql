-- Ulid-Flake in a bigint column: 43 bits of milliseconds since 2024 and 20 random
-- bits, or 15 random bits and a scalability number of 5.
--
--   CREATE TABLE t (id bigint PRIMARY KEY DEFAULT sortid_ulidflake_new(), ...);
--   CREATE TABLE t (id sortid_ulidflake PRIMARY KEY DEFAULT sortid_ulidflake_new(), ...);
--   SELECT * FROM t WHERE id >= sortid_ulidflake_min_at('2026-11-01 00:00Z') AND id < sortid_ulidflake_min_at('2026-12-01 00:00Z');
--   CREATE VIEW t_text AS SELECT sortid_ulidflake_text(id) AS id_text, t.* FROM t;

-- +goose Up

-- A bigint that is a Ulid-Flake.
CREATE DOMAIN sortid_ulidflake AS bigint
    CONSTRAINT sortid_ulidflake_sign CHECK (VALUE >= 0);

-- The bytes of a text; NULL if it has none, or if the first bit is set.
-- +goose StatementBegin
CREATE FUNCTION sortid_ulidflake_checked(raw bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN CASE WHEN get_byte(raw, 0) < 128 THEN raw END;
END
$$;
-- +goose StatementEnd
CREATE FUNCTION sortid_ulidflake_bits(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulidflake_checked(sortid_decode(input, 13, 8,
    '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
    '0123456789:;<=>?@ABCDEFGHIJKLMNO:;<=>?@ABCDEFGHIJKLMNO', false));

-- The ID of a text: 13 characters of Base32, in either case. A text beyond
-- 7ZZZZZZZZZZZZ is an error.
CREATE FUNCTION sortid_ulidflake_parse(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sortid_word(coalesce(sortid_ulidflake_bits(input),
    sortid_refuse('ulidflake', 'text', input, ARRAY[13], '13',
        '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
        'Crockford''s Base32 alphabet (0-9 and A-Z without I, L, O and U)',
        'overflow', 'the greatest text is 7ZZZZZZZZZZZZ: a text begins with 0 to 7')), 0);

-- Whether sortid_ulidflake_parse takes the text. It never fails.
CREATE FUNCTION sortid_ulidflake_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_ulidflake_bits(input) IS NOT NULL END;

-- Whether the sign bit is 0.
CREATE FUNCTION sortid_ulidflake_valid(id bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id >= 0;

-- The text, 13 characters of Base32, of any value: that of a negative one begins with
-- 8 to F, and sortid_ulidflake_parse refuses it.
CREATE FUNCTION sortid_ulidflake_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_encode(int8send(id), 13, true);

-- The time of an ID, to the millisecond.
CREATE FUNCTION sortid_ulidflake_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_moment(id >> 20 & 17592186044415, '2024-01-01', 1000);

-- The least ID of the millisecond of a time; a time without IDs is an error.
CREATE FUNCTION sortid_ulidflake_min_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_tick('ulidflake', at, '2024-01-01 00:00:00Z', '2302-09-27 15:10:22.207Z', 1000) << 20;

-- The greatest ID of the millisecond of a time; a time without IDs is an error.
CREATE FUNCTION sortid_ulidflake_max_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_tick('ulidflake', at, '2024-01-01 00:00:00Z', '2302-09-27 15:10:22.207Z', 1000) << 20 | 1048575;

-- The fields of any value in the stand-alone layout: milliseconds since 2024, and the
-- random field.
-- +goose StatementBegin
CREATE FUNCTION sortid_ulidflake_fields(id bigint, OUT millis bigint, OUT random integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := id >> 20 & 17592186044415;
    random := id & 1048575;
END
$$;
-- +goose StatementEnd

-- The fields of any value in the scalable layout: milliseconds since 2024, the random
-- field, and the scalability number.
-- +goose StatementBegin
CREATE FUNCTION sortid_ulidflake_scalable(id bigint, OUT millis bigint, OUT random integer, OUT scalability integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := id >> 20 & 17592186044415;
    random := id >> 5 & 32767;
    scalability := id & 31;
END
$$;
-- +goose StatementEnd

-- The last number of each layout, of all sessions.
CREATE SEQUENCE sortid_ulidflake_state MINVALUE 0 START 0;
CREATE SEQUENCE sortid_ulidflake_scalable_state MINVALUE 0 START 0;
GRANT USAGE, UPDATE ON SEQUENCE sortid_ulidflake_state, sortid_ulidflake_scalable_state TO PUBLIC;

-- A new ID of the stand-alone layout, greater than all that were made in the database
-- before: the database is one generator, as 20 random bits would not keep its sessions
-- apart. Within a millisecond the random field grows by a random step of one byte, and
-- when it is full the next millisecond is waited for: some 4,000 a millisecond.
CREATE FUNCTION sortid_ulidflake_new() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_shared('ulidflake', 'sortid_ulidflake_state'::regclass, 1704067200000, 8796093022207, 20, 1);

-- A new ID with settings. scalability is this database's number in the scalable
-- layout, 0 to 31; NULL stands for the stand-alone layout. entropy_bytes is how many
-- bytes a step is drawn from, 1 to 3, in the scalable layout 1 or 2; NULL stands for 1.
-- More bytes make the next ID harder to guess, and fill the random field sooner: after
-- its first ID a millisecond holds some 4,096, 16 or 1/16 more, and in the scalable
-- layout 128 or 1/2.
CREATE FUNCTION sortid_ulidflake_new_with(scalability integer, entropy_bytes integer) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN scalability IS NULL THEN
        sortid_shared('ulidflake', 'sortid_ulidflake_state'::regclass, 1704067200000, 8796093022207, 20,
            sortid_setting('ulidflake', 'entropy_bytes', coalesce(entropy_bytes, 1), 1, 3))
    ELSE
        sortid_shared('ulidflake', 'sortid_ulidflake_scalable_state'::regclass, 1704067200000, 8796093022207, 15,
            sortid_setting('ulidflake', 'entropy_bytes', coalesce(entropy_bytes, 1), 1, 2)) << 5
        | sortid_setting('ulidflake', 'scalability', scalability, 0, 31)::bigint
END;

-- +goose Down
DROP FUNCTION sortid_ulidflake_new_with(integer, integer);
DROP FUNCTION sortid_ulidflake_new();
DROP SEQUENCE sortid_ulidflake_scalable_state;
DROP SEQUENCE sortid_ulidflake_state;
DROP FUNCTION sortid_ulidflake_scalable(bigint);
DROP FUNCTION sortid_ulidflake_fields(bigint);
DROP FUNCTION sortid_ulidflake_max_at(timestamptz);
DROP FUNCTION sortid_ulidflake_min_at(timestamptz);
DROP FUNCTION sortid_ulidflake_time(bigint);
DROP FUNCTION sortid_ulidflake_text(bigint);
DROP FUNCTION sortid_ulidflake_valid(bigint);
DROP FUNCTION sortid_ulidflake_valid_text(text);
DROP FUNCTION sortid_ulidflake_parse(text);
DROP FUNCTION sortid_ulidflake_bits(text);
DROP FUNCTION sortid_ulidflake_checked(bytea);
DROP DOMAIN sortid_ulidflake;

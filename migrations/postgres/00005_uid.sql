-- uid11 in a bigint column, below 2^63, or in a bytea column of 8 bytes; and its
-- profile xid: 42 bits of milliseconds since 2011-11-11T11:11:11.111Z, 22 random bits.
--
--   CREATE TABLE t (id bigint PRIMARY KEY DEFAULT sortid_xid_new(), ...);       -- until 2081-07-18
--   CREATE TABLE t (id sortid_uid PRIMARY KEY DEFAULT sortid_xid_new_bytes(), ...);
--   SELECT * FROM t WHERE id >= sortid_xid_min_at('2026-11-01 00:00Z') AND id < sortid_xid_min_at('2026-12-01 00:00Z');
--   SELECT * FROM t WHERE id BETWEEN sortid_uid_prefix_min('1C3') AND sortid_uid_prefix_max('1C3');
--   CREATE VIEW t_text AS SELECT sortid_uid_text(id) AS id_text, t.* FROM t;
--
-- xids of one millisecond collide by chance (0.12 % among 100, 95 % among 5,000): for
-- rows in bulk take sortid_uid_ts_seq_rand(), whose times are an xid's as well, and
-- which never gives out an ID twice.

-- +goose Up

-- The 8 bytes of a uid11, and a bigint that is one.
CREATE DOMAIN sortid_uid AS bytea
    CONSTRAINT sortid_uid_size CHECK (octet_length(VALUE) = 8);
CREATE DOMAIN sortid_xid AS bigint
    CONSTRAINT sortid_xid_sign CHECK (VALUE >= 0);

-- The 64 bits of a text as a signed integer, negative from 2^63 on; NULL if the text is
-- no uid11. Texts sort as their values do.
-- +goose StatementBegin
CREATE FUNCTION sortid_uid_bits(input text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    alphabet constant text COLLATE "C" := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    t text COLLATE "C" := input;
    upper bigint;
    lower bigint;
BEGIN
    IF octet_length(t) <> 11 OR translate(t, alphabet, '') COLLATE "C" <> '' OR t > 'jpXCZedGfVQ' THEN
        RETURN NULL;
    END IF;
    upper := (strpos(alphabet, substr(t, 1, 1)) - 1) * 656356768::bigint +
        (strpos(alphabet, substr(t, 2, 1)) - 1) * 11316496::bigint +
        (strpos(alphabet, substr(t, 3, 1)) - 1) * 195112::bigint +
        (strpos(alphabet, substr(t, 4, 1)) - 1) * 3364::bigint +
        (strpos(alphabet, substr(t, 5, 1)) - 1) * 58 +
        (strpos(alphabet, substr(t, 6, 1)) - 1);
    lower := (strpos(alphabet, substr(t, 7, 1)) - 1) * 11316496::bigint +
        (strpos(alphabet, substr(t, 8, 1)) - 1) * 195112::bigint +
        (strpos(alphabet, substr(t, 9, 1)) - 1) * 3364::bigint +
        (strpos(alphabet, substr(t, 10, 1)) - 1) * 58 +
        (strpos(alphabet, substr(t, 11, 1)) - 1);
    -- 2^63 is 14052375912 * 58^5 + 533403392. The sum stays within 64 bits, in this order.
    IF upper > 14052375912 OR upper = 14052375912 AND lower >= 533403392 THEN
        RETURN (upper - 14052375913) * 656356768 + (lower + 656356768 - 533403392) + (-9223372036854775808);
    END IF;
    RETURN upper * 656356768 + lower;
END
$$;
-- +goose StatementEnd

-- The text of 64 bits.
-- +goose StatementBegin
CREATE FUNCTION sortid_uid_shown(bits bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    alphabet constant text COLLATE "C" := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    -- The unsigned value divided by 58^5, by way of its half.
    half bigint := bits >> 1 & 9223372036854775807;
    rest bigint := half % 656356768 * 2 + (bits & 1);
    upper bigint := half / 656356768 * 2 + rest / 656356768;
    lower bigint := rest % 656356768;
BEGIN
    RETURN substr(alphabet, (upper / 656356768)::integer + 1, 1) || substr(alphabet, (upper / 11316496 % 58)::integer + 1, 1) ||
        substr(alphabet, (upper / 195112 % 58)::integer + 1, 1) || substr(alphabet, (upper / 3364 % 58)::integer + 1, 1) ||
        substr(alphabet, (upper / 58 % 58)::integer + 1, 1) || substr(alphabet, (upper % 58)::integer + 1, 1) ||
        substr(alphabet, (lower / 11316496)::integer + 1, 1) || substr(alphabet, (lower / 195112 % 58)::integer + 1, 1) ||
        substr(alphabet, (lower / 3364 % 58)::integer + 1, 1) || substr(alphabet, (lower / 58 % 58)::integer + 1, 1) ||
        substr(alphabet, (lower % 58)::integer + 1, 1);
END
$$;
-- +goose StatementEnd

-- 64 bits as a bigint, or an error from 2^63 on.
-- +goose StatementBegin
CREATE FUNCTION sortid_uid_signed(bits bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF bits < 0 THEN
        RAISE EXCEPTION 'uid11: uint64 %: overflow: 2^63 and more does not fit a bigint: use a bytea column and the functions whose names end in _bytes',
            bits::numeric + 18446744073709551616 USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    RETURN bits;
END
$$;
-- +goose StatementEnd

-- The 64 bits of 8 bytes, or an error.
CREATE FUNCTION sortid_uid_raw(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_word(sortid_sized('uid11', id, 8), 0);

-- The 64 bits of a text, or an error: 11 characters of Base58, at most jpXCZedGfVQ.
CREATE FUNCTION sortid_uid_read(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(sortid_uid_bits(input),
    sortid_word(sortid_refuse('uid11', 'text', input, ARRAY[11], '11', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
        'Bitcoin''s Base58 alphabet (1-9, A-Z and a-z without I, O and l)',
        'overflow', 'the value does not fit 64 bits: the greatest text is jpXCZedGfVQ'), 0));

-- The ID of a text, below 2^63.
CREATE FUNCTION sortid_uid_parse(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sortid_uid_signed(sortid_uid_read(input));

-- The 8 bytes of a text.
CREATE FUNCTION sortid_uid_parse_bytes(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN int8send(sortid_uid_read(input));

-- Whether sortid_uid_parse_bytes takes the text. It never fails.
CREATE FUNCTION sortid_uid_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_uid_bits(input) IS NOT NULL END;

-- Whether the value is a uid11: 0 and more, or 8 bytes.
CREATE FUNCTION sortid_uid_valid(id bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id >= 0;
CREATE FUNCTION sortid_uid_valid(id bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN octet_length(id) = 8;

-- The text, 11 characters. A negative bigint, which is no uid11, is shown as the
-- unsigned integer of its bits.
CREATE FUNCTION sortid_uid_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_shown(id);
CREATE FUNCTION sortid_uid_text(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_shown(sortid_uid_raw(id));

-- From one type of column to the other.
CREATE FUNCTION sortid_uid_bytes(id bigint) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_uid_signed(id));
CREATE FUNCTION sortid_uid_from_bytes(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_signed(sortid_uid_raw(id));

-- The text that a prefix of 1 to 11 characters is filled up to, with the alphabet's
-- first or last character; the latter is at most the greatest text. A prefix with
-- which no ID begins is an error.
CREATE FUNCTION sortid_uid_prefix(input text, filler text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN octet_length(input) >= 1 AND octet_length(input) <= 11 AND sortid_uid_bits(rpad(input, 11, '1')) IS NOT NULL THEN
        least(rpad(input, 11, filler) COLLATE "C", 'jpXCZedGfVQ')
    WHEN sortid_refuse('uid11', 'prefix', input, ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], '1 to 11',
        '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
        'Bitcoin''s Base58 alphabet (1-9, A-Z and a-z without I, O and l)',
        'overflow', 'no ID begins with it: the greatest text is jpXCZedGfVQ') IS NULL THEN NULL
END;

-- The least and the greatest ID whose text begins with a prefix, for BETWEEN. What
-- does not fit a bigint is cut off; where nothing is left, it is an error.
CREATE FUNCTION sortid_uid_prefix_min(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse(sortid_uid_prefix(input, '1'));
CREATE FUNCTION sortid_uid_prefix_max(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN sortid_uid_prefix_min(input) IS NULL THEN NULL
    WHEN sortid_uid_bits(sortid_uid_prefix(input, 'z')) < 0 THEN 9223372036854775807
    ELSE sortid_uid_bits(sortid_uid_prefix(input, 'z')) END;
CREATE FUNCTION sortid_uid_prefix_min_bytes(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse_bytes(sortid_uid_prefix(input, '1'));
CREATE FUNCTION sortid_uid_prefix_max_bytes(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse_bytes(sortid_uid_prefix(input, 'z'));

-- The time of an xid, to the millisecond; also of an ID of the profiles snowish and
-- ts-seq-rand with the xid's epoch.
CREATE FUNCTION sortid_xid_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_moment(id >> 22 & 4398046511103, '2011-11-11 11:11:11.111', 1000);
CREATE FUNCTION sortid_xid_time(id bytea) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_xid_time(sortid_uid_raw(id));

-- The millisecond of a time, before 22 bits of zeros or ones.
CREATE FUNCTION sortid_xid_bound(at timestamptz, low bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_tick('uid11', at, '2011-11-11 11:11:11.111Z', '2151-03-25 18:46:22.214Z', 1000) << 22 | low;

-- The least and the greatest xid of the millisecond of a time; a time without xids is
-- an error, and so is one that a bigint does not hold, from 2081-07-18T02:58:46.663Z on.
CREATE FUNCTION sortid_xid_min_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_signed(sortid_xid_bound(at, 0));
CREATE FUNCTION sortid_xid_max_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_signed(sortid_xid_bound(at, 4194303));
CREATE FUNCTION sortid_xid_min_at_bytes(at timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_xid_bound(at, 0));
CREATE FUNCTION sortid_xid_max_at_bytes(at timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_xid_bound(at, 4194303));

-- The fields of an xid: milliseconds since 2011-11-11T11:11:11.111Z, and the random
-- field.
-- +goose StatementBegin
CREATE FUNCTION sortid_xid_fields(id bigint, OUT millis bigint, OUT random integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := id >> 22 & 4398046511103;
    random := id & 4194303;
END
$$;
-- +goose StatementEnd
CREATE FUNCTION sortid_xid_fields(id bytea, OUT millis bigint, OUT random integer)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_xid_fields(sortid_uid_raw(id));

-- The 64 bits of a new xid, or an error when the clock is outside the lifetime.
CREATE FUNCTION sortid_xid_bits() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN sortid_xid_bound(clock_timestamp(), ('x' || right(gen_random_uuid()::text, 6))::bit(24)::bigint & 4194303);

-- A new xid (section 8.3): the present millisecond and 22 random bits. There is no
-- order within a millisecond.
CREATE FUNCTION sortid_xid_new() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN sortid_uid_signed(sortid_xid_bits());
CREATE FUNCTION sortid_xid_new_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN int8send(sortid_xid_bits());

-- A new ID of the profile full-random: 64 random bits, without a time and without an
-- order.
CREATE FUNCTION sortid_uid_random_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN substring(overlay(uuid_send(gen_random_uuid()) PLACING ''::bytea FROM 7 FOR 3) FOR 8);

-- The last number of the profiles with a sequence, of all sessions.
CREATE SEQUENCE sortid_uid_state MINVALUE 0 START 0;
GRANT USAGE, UPDATE ON SEQUENCE sortid_uid_state TO PUBLIC;

-- The millisecond since 2011-11-11T11:11:11.111Z and the number within it, 12 bits,
-- which no other call in this database gets. 4,096 a millisecond, then it waits.
CREATE FUNCTION sortid_uid_sequence(max_millis bigint) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_shared('uid11', 'sortid_uid_state'::regclass, 1321009871111, max_millis, 12, 0);

-- A new ID of the profile ts-seq-rand: 42 bits of milliseconds, a sequence of 12 bits
-- and 10 random bits, greater than all of this profile that were made in the database
-- before.
CREATE FUNCTION sortid_uid_ts_seq_rand_bits() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_uid_sequence(4398046511103) << 10 | (('x' || right(gen_random_uuid()::text, 3))::bit(12)::bigint & 1023);
CREATE FUNCTION sortid_uid_ts_seq_rand() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_uid_signed(sortid_uid_ts_seq_rand_bits());
CREATE FUNCTION sortid_uid_ts_seq_rand_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN int8send(sortid_uid_ts_seq_rand_bits());

-- A millisecond and the number within it with 10 bits put between.
-- +goose StatementBegin
CREATE FUNCTION sortid_uid_snowish_of(number bigint, machine integer) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN number >> 12 << 22 | (machine::bigint << 12) | (number & 4095);
END
$$;
-- +goose StatementEnd

-- A new ID of the profile snowish: 41 bits of milliseconds, this database's machine
-- number of 0 to 1023, and a sequence of 12 bits, greater than all with this machine
-- number that were made in the database before.
CREATE FUNCTION sortid_uid_snowish(machine integer) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_uid_snowish_of(sortid_uid_sequence(2199023255551), sortid_setting('uid11', 'machine', machine, 0, 1023));
CREATE FUNCTION sortid_uid_snowish_bytes(machine integer) RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN int8send(sortid_uid_snowish(machine));

-- +goose Down
DROP FUNCTION sortid_uid_snowish_bytes(integer);
DROP FUNCTION sortid_uid_snowish(integer);
DROP FUNCTION sortid_uid_snowish_of(bigint, integer);
DROP FUNCTION sortid_uid_ts_seq_rand_bytes();
DROP FUNCTION sortid_uid_ts_seq_rand();
DROP FUNCTION sortid_uid_ts_seq_rand_bits();
DROP FUNCTION sortid_uid_sequence(bigint);
DROP SEQUENCE sortid_uid_state;
DROP FUNCTION sortid_uid_random_bytes();
DROP FUNCTION sortid_xid_new_bytes();
DROP FUNCTION sortid_xid_new();
DROP FUNCTION sortid_xid_bits();
DROP FUNCTION sortid_xid_fields(bytea);
DROP FUNCTION sortid_xid_fields(bigint);
DROP FUNCTION sortid_xid_max_at_bytes(timestamptz);
DROP FUNCTION sortid_xid_min_at_bytes(timestamptz);
DROP FUNCTION sortid_xid_max_at(timestamptz);
DROP FUNCTION sortid_xid_min_at(timestamptz);
DROP FUNCTION sortid_xid_bound(timestamptz, bigint);
DROP FUNCTION sortid_xid_time(bytea);
DROP FUNCTION sortid_xid_time(bigint);
DROP FUNCTION sortid_uid_prefix_max_bytes(text);
DROP FUNCTION sortid_uid_prefix_min_bytes(text);
DROP FUNCTION sortid_uid_prefix_max(text);
DROP FUNCTION sortid_uid_prefix_min(text);
DROP FUNCTION sortid_uid_prefix(text, text);
DROP FUNCTION sortid_uid_from_bytes(bytea);
DROP FUNCTION sortid_uid_bytes(bigint);
DROP FUNCTION sortid_uid_text(bytea);
DROP FUNCTION sortid_uid_text(bigint);
DROP FUNCTION sortid_uid_valid(bytea);
DROP FUNCTION sortid_uid_valid(bigint);
DROP FUNCTION sortid_uid_valid_text(text);
DROP FUNCTION sortid_uid_parse_bytes(text);
DROP FUNCTION sortid_uid_parse(text);
DROP FUNCTION sortid_uid_read(text);
DROP FUNCTION sortid_uid_raw(bytea);
DROP FUNCTION sortid_uid_signed(bigint);
DROP FUNCTION sortid_uid_shown(bigint);
DROP FUNCTION sortid_uid_bits(text);
DROP DOMAIN sortid_xid;
DROP DOMAIN sortid_uid;

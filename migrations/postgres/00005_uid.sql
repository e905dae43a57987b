-- uid11 in a bigint column, below 2^63, or in a bytea column of 8 bytes; and its
-- profile xid: 42 bits of milliseconds since 2011-11-11T11:11:11.111Z, 22 random bits.
--
--   CREATE TABLE t (id bigint PRIMARY KEY DEFAULT sortid_xid_new(), ...);       -- until 2081-07-18
--   CREATE TABLE t (id sortid_uid PRIMARY KEY DEFAULT sortid_xid_new_bytes(), ...);
--   SELECT * FROM t WHERE id >= sortid_xid_min_at('2026-11-01 00:00Z') AND id < sortid_xid_min_at('2026-12-01 00:00Z');
--   SELECT * FROM t WHERE id BETWEEN sortid_uid_prefix_min('1C3') AND sortid_uid_prefix_max('1C3');
--   CREATE VIEW t_text AS SELECT sortid_uid_text(id) AS id_text, t.* FROM t;
--
-- xids of one millisecond collide by chance (0.12 % among 100, 95 % among 5,000). For rows in
-- bulk use sortid_uid_ts_seq_rand(), whose times are an xid's too and which never returns an ID
-- twice.

-- +goose Up

-- The 8 bytes of a uid11, and a bigint that is a uid11.
-- +goose StatementBegin
DO $$
BEGIN
    CREATE DOMAIN sortid_uid AS bytea
        CONSTRAINT sortid_uid_size CHECK (octet_length(VALUE) = 8);
EXCEPTION WHEN duplicate_object THEN
    NULL; -- kept
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
DO $$
BEGIN
    CREATE DOMAIN sortid_xid AS bigint
        CONSTRAINT sortid_xid_sign CHECK (VALUE >= 0);
EXCEPTION WHEN duplicate_object THEN
    NULL; -- kept
END
$$;
-- +goose StatementEnd

-- sortid_internal_uid_bits returns the 64 bits of a text as a signed integer, negative from 2^63
-- on, or NULL if the text is not a uid11. Texts sort as their values do.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uid_bits(input text) RETURNS bigint
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

-- sortid_internal_uid_shown returns the text of 64 bits.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uid_shown(bits bigint) RETURNS text
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

-- sortid_internal_uid_signed returns 64 bits as a bigint; 2^63 and more is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uid_signed(bits bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF bits < 0 THEN
        RAISE EXCEPTION 'uid11: uint64 %: overflow of bigint from 2^63 on: use a bytea column and the functions whose names end in _bytes',
            bits::numeric + 18446744073709551616 USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    RETURN bits;
END
$$;
-- +goose StatementEnd

-- sortid_internal_uid_raw returns the 64 bits of 8 bytes; another length is an error.
CREATE OR REPLACE FUNCTION sortid_internal_uid_raw(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_word(sortid_internal_sized('uid11', id, 8), 0);

-- sortid_internal_uid_read returns the 64 bits of a text: 11 characters of Base58, at most
-- jpXCZedGfVQ. Another text is an error.
CREATE OR REPLACE FUNCTION sortid_internal_uid_read(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(sortid_internal_uid_bits(input),
    sortid_internal_word(sortid_internal_refuse('uid11', 'text', input, ARRAY[11], '11', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
        'Bitcoin''s Base58 alphabet (1-9, A-Z and a-z without I, O and l)',
        'overflow', 'use a text up to jpXCZedGfVQ, which is 64 bits'), 0));

-- sortid_uid_parse returns the ID of a text; 2^63 and more is an error.
CREATE OR REPLACE FUNCTION sortid_uid_parse(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sortid_internal_uid_signed(sortid_internal_uid_read(input));

-- sortid_uid_parse_bytes returns the 8 bytes of a text.
CREATE OR REPLACE FUNCTION sortid_uid_parse_bytes(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN int8send(sortid_internal_uid_read(input));

-- sortid_uid_valid_text reports whether sortid_uid_parse_bytes accepts the text. It never fails.
CREATE OR REPLACE FUNCTION sortid_uid_valid_text(input text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN input IS NOT NULL THEN sortid_internal_uid_bits(input) IS NOT NULL END;

-- sortid_uid_valid reports whether the value is a uid11: 0 and more, or 8 bytes.
CREATE OR REPLACE FUNCTION sortid_uid_valid(id bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN id >= 0;
CREATE OR REPLACE FUNCTION sortid_uid_valid(id bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN octet_length(id) = 8;

-- sortid_uid_text returns 11 characters of Base58. A negative bigint, which is not a uid11, is
-- shown as the unsigned integer of its bits.
CREATE OR REPLACE FUNCTION sortid_uid_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_uid_shown(id);
CREATE OR REPLACE FUNCTION sortid_uid_text(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_uid_shown(sortid_internal_uid_raw(id));

-- sortid_uid_bytes and sortid_uid_from_bytes convert from one type of column to the other.
CREATE OR REPLACE FUNCTION sortid_uid_bytes(id bigint) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_uid_signed(id));
CREATE OR REPLACE FUNCTION sortid_uid_from_bytes(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_uid_signed(sortid_internal_uid_raw(id));

-- sortid_internal_uid_prefix fills a prefix of 1 to 11 characters up, with the alphabet's first
-- or last character, to at most the greatest text. A prefix with which no ID begins is an error.
CREATE OR REPLACE FUNCTION sortid_internal_uid_prefix(input text, filler text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN octet_length(input) >= 1 AND octet_length(input) <= 11 AND sortid_internal_uid_bits(rpad(input, 11, '1')) IS NOT NULL THEN
        least(rpad(input, 11, filler) COLLATE "C", 'jpXCZedGfVQ')
    WHEN sortid_internal_refuse('uid11', 'prefix', input, ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], '1 to 11',
        '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
        'Bitcoin''s Base58 alphabet (1-9, A-Z and a-z without I, O and l)',
        'overflow', 'use a prefix of a text up to jpXCZedGfVQ') IS NULL THEN NULL
END;

-- sortid_uid_prefix_min and sortid_uid_prefix_max return the least and the greatest ID whose text
-- begins with a prefix, for BETWEEN. For a bigint the range ends below 2^63; a range that begins
-- there is an error.
CREATE OR REPLACE FUNCTION sortid_uid_prefix_min(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse(sortid_internal_uid_prefix(input, '1'));
CREATE OR REPLACE FUNCTION sortid_uid_prefix_max(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN sortid_uid_prefix_min(input) IS NULL THEN NULL
    WHEN sortid_internal_uid_bits(sortid_internal_uid_prefix(input, 'z')) < 0 THEN 9223372036854775807
    ELSE sortid_internal_uid_bits(sortid_internal_uid_prefix(input, 'z')) END;
CREATE OR REPLACE FUNCTION sortid_uid_prefix_min_bytes(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse_bytes(sortid_internal_uid_prefix(input, '1'));
CREATE OR REPLACE FUNCTION sortid_uid_prefix_max_bytes(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse_bytes(sortid_internal_uid_prefix(input, 'z'));

-- sortid_xid_time returns the time of an xid, to the millisecond, and that of an ID of the
-- profiles snowish and ts-seq-rand.
CREATE OR REPLACE FUNCTION sortid_xid_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_moment(id >> 22 & 4398046511103, '2011-11-11 11:11:11.111', 1000);
CREATE OR REPLACE FUNCTION sortid_xid_time(id bytea) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_xid_time(sortid_internal_uid_raw(id));

-- sortid_internal_xid_bound returns the millisecond of a time, before 22 bits of low.
CREATE OR REPLACE FUNCTION sortid_internal_xid_bound(at timestamptz, low bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_tick('uid11', at, '2011-11-11 11:11:11.111Z', '2151-03-25 18:46:22.214Z', 1000) << 22 | low;

-- sortid_xid_min_at and sortid_xid_max_at return the least and the greatest xid of the
-- millisecond of a time. A time outside of the lifetime is an error; so is, for a bigint, a time
-- from 2081-07-18T02:58:46.663Z on.
CREATE OR REPLACE FUNCTION sortid_xid_min_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_uid_signed(sortid_internal_xid_bound(at, 0));
CREATE OR REPLACE FUNCTION sortid_xid_max_at(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_uid_signed(sortid_internal_xid_bound(at, 4194303));
CREATE OR REPLACE FUNCTION sortid_xid_min_at_bytes(at timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_xid_bound(at, 0));
CREATE OR REPLACE FUNCTION sortid_xid_max_at_bytes(at timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_xid_bound(at, 4194303));

-- sortid_xid_fields returns milliseconds since 2011-11-11T11:11:11.111Z and the random field.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_xid_fields(id bigint, OUT millis bigint, OUT random integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    millis := id >> 22 & 4398046511103;
    random := id & 4194303;
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE FUNCTION sortid_xid_fields(id bytea, OUT millis bigint, OUT random integer)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_xid_fields(sortid_internal_uid_raw(id));

-- sortid_internal_xid_bits returns the 64 bits of a new xid.
CREATE OR REPLACE FUNCTION sortid_internal_xid_bits() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN sortid_internal_xid_bound(clock_timestamp(), uuid_hash_extended(gen_random_uuid(), 0) & 4194303);

-- sortid_xid_new returns a new xid (section 8.3): the present millisecond and 22 random bits.
-- Within a millisecond xids have no order.
CREATE OR REPLACE FUNCTION sortid_xid_new() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN sortid_internal_uid_signed(sortid_internal_xid_bits());
CREATE OR REPLACE FUNCTION sortid_xid_new_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN int8send(sortid_internal_xid_bits());

-- sortid_uid_random_bytes returns a new ID of the profile full-random: 64 random bits, without a
-- time and without an order.
CREATE OR REPLACE FUNCTION sortid_uid_random_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN substring(overlay(uuid_send(gen_random_uuid()) PLACING ''::bytea FROM 7 FOR 3) FOR 8);

-- The last number of the profiles with a sequence. All sessions share it, so the sequence is
-- logged. Only the owner may write it.
CREATE SEQUENCE IF NOT EXISTS sortid_internal_uid_state MINVALUE 0 START 0;

-- sortid_internal_uid_sequence returns the millisecond since 2011-11-11T11:11:11.111Z and a number
-- of 12 bits within it, which no other call in this database gets. After 4,096 in a millisecond
-- it waits for the next. It runs with its owner's rights.
CREATE OR REPLACE FUNCTION sortid_internal_uid_sequence(max_millis bigint) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
RETURN sortid_internal_shared('uid11', 'sortid_internal_uid_state'::regclass,
    'sortid_internal_lock'::regclass, 'sortid_internal_lock'::regclass::oid::bigint << 31, 'sortid_internal_guard'::regclass,
    1321009871111, max_millis, 12, 1);

-- sortid_uid_ts_seq_rand returns a new ID of the profile ts-seq-rand: 42 bits of milliseconds, a
-- sequence of 12 bits and 10 random bits, greater than all of this profile that were made in the
-- database before.
CREATE OR REPLACE FUNCTION sortid_internal_uid_ts_seq_rand_bits() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_internal_uid_sequence(4398046511103) << 10 | (uuid_hash_extended(gen_random_uuid(), 0) & 1023);
CREATE OR REPLACE FUNCTION sortid_uid_ts_seq_rand() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_internal_uid_signed(sortid_internal_uid_ts_seq_rand_bits());
CREATE OR REPLACE FUNCTION sortid_uid_ts_seq_rand_bytes() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN int8send(sortid_internal_uid_ts_seq_rand_bits());

-- sortid_internal_uid_snowish_of puts a machine number of 10 bits between a millisecond and the
-- number within it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_uid_snowish_of(number bigint, machine integer) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN number >> 12 << 22 | (machine::bigint << 12) | (number & 4095);
END
$$;
-- +goose StatementEnd

-- sortid_uid_snowish returns a new ID of the profile snowish: 41 bits of milliseconds, this
-- database's machine number of 0 to 1023, and a sequence of 12 bits, greater than all with this
-- machine number that were made in the database before. Each database needs another number.
CREATE OR REPLACE FUNCTION sortid_uid_snowish(machine integer) RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN sortid_internal_uid_snowish_of(sortid_internal_uid_sequence(2199023255551), sortid_internal_setting('uid11', 'machine', machine, 0, 1023));
CREATE OR REPLACE FUNCTION sortid_uid_snowish_bytes(machine integer) RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN int8send(sortid_uid_snowish(machine));

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_uid_snowish_bytes(integer);
DROP FUNCTION sortid_uid_snowish(integer);
DROP FUNCTION sortid_internal_uid_snowish_of(bigint, integer);
DROP FUNCTION sortid_uid_ts_seq_rand_bytes();
DROP FUNCTION sortid_uid_ts_seq_rand();
DROP FUNCTION sortid_internal_uid_ts_seq_rand_bits();
DROP FUNCTION sortid_internal_uid_sequence(bigint);
DROP SEQUENCE sortid_internal_uid_state;
DROP FUNCTION sortid_uid_random_bytes();
DROP FUNCTION sortid_xid_new_bytes();
DROP FUNCTION sortid_xid_new();
DROP FUNCTION sortid_internal_xid_bits();
DROP FUNCTION sortid_xid_fields(bytea);
DROP FUNCTION sortid_xid_fields(bigint);
DROP FUNCTION sortid_xid_max_at_bytes(timestamptz);
DROP FUNCTION sortid_xid_min_at_bytes(timestamptz);
DROP FUNCTION sortid_xid_max_at(timestamptz);
DROP FUNCTION sortid_xid_min_at(timestamptz);
DROP FUNCTION sortid_internal_xid_bound(timestamptz, bigint);
DROP FUNCTION sortid_xid_time(bytea);
DROP FUNCTION sortid_xid_time(bigint);
DROP FUNCTION sortid_uid_prefix_max_bytes(text);
DROP FUNCTION sortid_uid_prefix_min_bytes(text);
DROP FUNCTION sortid_uid_prefix_max(text);
DROP FUNCTION sortid_uid_prefix_min(text);
DROP FUNCTION sortid_internal_uid_prefix(text, text);
DROP FUNCTION sortid_uid_from_bytes(bytea);
DROP FUNCTION sortid_uid_bytes(bigint);
DROP FUNCTION sortid_uid_text(bytea);
DROP FUNCTION sortid_uid_text(bigint);
DROP FUNCTION sortid_uid_valid(bytea);
DROP FUNCTION sortid_uid_valid(bigint);
DROP FUNCTION sortid_uid_valid_text(text);
DROP FUNCTION sortid_uid_parse_bytes(text);
DROP FUNCTION sortid_uid_parse(text);
DROP FUNCTION sortid_internal_uid_read(text);
DROP FUNCTION sortid_internal_uid_raw(bytea);
DROP FUNCTION sortid_internal_uid_signed(bigint);
DROP FUNCTION sortid_internal_uid_shown(bigint);
DROP FUNCTION sortid_internal_uid_bits(text);
DROP DOMAIN sortid_xid;
DROP DOMAIN sortid_uid;

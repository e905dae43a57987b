-- IDs for rows that exist before their IDs: sortid_<format>_at fills a key from the row's
-- created_at, as the function At of the Go packages does.
--
--   UPDATE orders SET key = sortid_wiji_at(created_at);
--
-- The 64-bit formats have too few random bits for that: of 1,000 xids of one millisecond, two would
-- be the same with a probability of 11 %. Their function takes the number of the row within its
-- millisecond, from 1 on, and fails when the millisecond is full.
-- sortid_xid_min_at is the same for all rows of a millisecond:
--
--   UPDATE orders o SET key = sortid_xid_at(o.created_at, r.number)
--   FROM (SELECT id, row_number() OVER (PARTITION BY sortid_xid_min_at(created_at) ORDER BY created_at, id) AS number
--     FROM orders) r WHERE r.id = o.id;

-- +goose Up

-- sortid_wiji_at returns a new ID dated at. Its sequence number and its random field are drawn for
-- each call: 68 random bits. A time outside of the lifetime is an error.
CREATE OR REPLACE FUNCTION sortid_wiji_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN (lpad(to_hex(sortid_internal_tick('wiji', at, '1970-01-01 00:00:00Z', '2540-11-07 23:35:09.481983Z', 1)), 14, '0')
    || left(gen_random_uuid()::text, 4) || '1' || replace(right(gen_random_uuid()::text, 14), '-', ''))::uuid;

-- sortid_ulid_at returns a new ID dated at, with 80 random bits: those of a random UUID without the
-- bytes that hold its version and its variant.
CREATE OR REPLACE FUNCTION sortid_ulid_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN encode(substring(int8send(sortid_internal_tick('ulid', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000)) FROM 3)
    || substring(overlay(uuid_send(gen_random_uuid()) PLACING ''::bytea FROM 7 FOR 3) FOR 10), 'hex')::uuid;

-- sortid_uuid_at returns a new ID dated at: rand_a is the time within the millisecond in steps of
-- 1/4096 ms, and rand_b is 62 random bits, which gen_random_uuid() has together with the variant in
-- its last 16 digits.
CREATE OR REPLACE FUNCTION sortid_uuid_at(at timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN (overlay(lpad(to_hex(sortid_internal_tick('uuidv7', at, '1970-01-01 00:00:00Z', '10889-08-02 05:31:50.655Z', 1000) << 12
        | (extract(microseconds FROM at)::bigint % 1000 * 4096 / 1000)), 15, '0') PLACING '7' FROM 13 FOR 0)
    || right(gen_random_uuid()::text, 17))::uuid;

-- sortid_scru_at returns a new ID dated at. The counter is a random initial value of 15 bits, and
-- the last 96 bits are random. The first and the last millisecond of the format are reserved.
CREATE OR REPLACE FUNCTION sortid_scru_at(at timestamptz) RETURNS bytea
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_tick('scru160', at, '1970-01-01 00:00:00.001Z', '10889-08-02 05:31:50.654Z', 1000) + 1 << 16
        | (uuid_hash_extended(gen_random_uuid(), 0) & 32767))
    || overlay(uuid_send(gen_random_uuid()) PLACING ''::bytea FROM 6 FOR 4);

-- sortid_internal_nth returns the ID of a row by its number within the millisecond: the least ID,
-- and from there on. The first millisecond of a format begins with the zero ID, which means "no ID"
-- and is left out. A number for which the millisecond, which has size IDs, has no ID is an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_nth(format text, least_id bigint, size bigint, number bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    skipped constant bigint := CASE least_id WHEN 0 THEN 1 ELSE 0 END;
BEGIN
    IF number < 1 THEN
        RAISE EXCEPTION '%: row % of a millisecond: out of range: number the rows of each millisecond from 1', format, number
            USING ERRCODE = 'numeric_value_out_of_range';
    ELSIF number > size - skipped THEN
        RAISE EXCEPTION '%: row % of a millisecond: sequence exhausted: it has % IDs: date the other rows a millisecond later, or use a format with more bits',
            format, number, size - skipped USING ERRCODE = 'numeric_value_out_of_range';
    END IF;
    RETURN least_id + skipped + number - 1;
END
$$;
-- +goose StatementEnd

-- sortid_ulidflake_at returns the ID, in the stand-alone layout, of a row that has this number
-- within the millisecond of at: 1 to 1048576.
CREATE OR REPLACE FUNCTION sortid_ulidflake_at(at timestamptz, number bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_nth('ulidflake', sortid_ulidflake_min_at(at), 1048576, number);

-- sortid_xid_at returns the xid of a row that has this number within the millisecond of at: 1 to
-- 4194304. For a bigint, a time from 2081-07-18T02:58:46.663Z on is an error.
CREATE OR REPLACE FUNCTION sortid_xid_at(at timestamptz, number bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_nth('uid11', sortid_xid_min_at(at), 4194304, number);
CREATE OR REPLACE FUNCTION sortid_xid_at_bytes(at timestamptz, number bigint) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN int8send(sortid_internal_nth('uid11', sortid_internal_xid_bound(at, 0), 4194304, number));

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_xid_at_bytes(timestamptz, bigint);
DROP FUNCTION sortid_xid_at(timestamptz, bigint);
DROP FUNCTION sortid_ulidflake_at(timestamptz, bigint);
DROP FUNCTION sortid_internal_nth(text, bigint, bigint, bigint);
DROP FUNCTION sortid_scru_at(timestamptz);
DROP FUNCTION sortid_uuid_at(timestamptz);
DROP FUNCTION sortid_ulid_at(timestamptz);
DROP FUNCTION sortid_wiji_at(timestamptz);

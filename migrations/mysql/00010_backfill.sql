-- IDs for rows that exist before their IDs: sortid_<format>_at fills a key from the row's
-- created_at, a time in UTC, as the function At of the Go packages does.
--
--   UPDATE orders SET `key` = sortid_wiji_at(created_at);
--
-- The 64-bit formats have too few random bits for that: of 1,000 xids of one millisecond, two would
-- be the same with a probability of 11 %. Their function takes the number of the row within its
-- millisecond, from 1 on, and fails when the millisecond is full.
-- sortid_xid_min_at is the same for all rows of a millisecond:
--
--   UPDATE orders o JOIN (
--     SELECT id, ROW_NUMBER() OVER (PARTITION BY sortid_xid_min_at(created_at) ORDER BY created_at, id) AS number FROM orders
--   ) r ON r.id = o.id SET o.`key` = sortid_xid_at(o.created_at, r.number);

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_wiji_at returns a new ID dated at. Its sequence number and its random field are drawn for
-- each call: 68 random bits. A time outside of the lifetime is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('wiji', at, 0, 18014398509481983, '1970-01-01 to 2540-11-07 23:35:09.481983')), 14, '0'),
  HEX(RANDOM_BYTES(2)), '1', RIGHT(HEX(RANDOM_BYTES(7)), 13)))
-- +goose StatementEnd

-- sortid_ulid_at returns a new ID dated at, with 80 random bits.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('ulid', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'),
  HEX(RANDOM_BYTES(10))))
-- +goose StatementEnd

-- sortid_uuid_at returns a new ID dated at: rand_a is the time within the millisecond in steps of
-- 1/4096 ms, and rand_b is 62 random bits.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE micros BIGINT DEFAULT sortid_internal_micros('uuidv7', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655');
  DECLARE random BINARY(8) DEFAULT RANDOM_BYTES(8);
  RETURN UNHEX(CONCAT(LPAD(HEX(micros DIV 1000), 12, '0'), '7', LPAD(HEX(micros MOD 1000 * 4096 DIV 1000), 3, '0'),
    HEX(ASCII(LEFT(random, 1)) & 63 | 128), HEX(SUBSTR(random, 2))));
END
-- +goose StatementEnd

-- sortid_scru_at returns a new ID dated at. The counter is a random initial value of 15 bits, and
-- the last 96 bits are random. The first and the last millisecond of the format are reserved.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(20)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('scru160', at, 1000, 253402300799999999, '1970-01-01 00:00:00.001 to 10889-08-02') DIV 1000), 12, '0'),
  LPAD(HEX(CONV(HEX(RANDOM_BYTES(2)), 16, 10) & 32767), 4, '0'), HEX(RANDOM_BYTES(12))))
-- +goose StatementEnd

-- sortid_internal_nth returns the ID of a row by its number within the millisecond: the least ID,
-- and from there on. The first millisecond of a format begins with the zero ID, which means "no ID"
-- and is left out. A number for which the millisecond, which has size IDs, has no ID is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_nth */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_nth(format VARCHAR(20) CHARACTER SET ascii, least_id BIGINT UNSIGNED, size BIGINT, number BIGINT)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE skipped INT DEFAULT least_id = 0;
  IF number < 1 THEN
    RETURN sortid_internal_fault(CONCAT(format, ': row'), number, 'out of range: number the rows of each millisecond from 1');
  ELSEIF number > size - skipped THEN
    RETURN sortid_internal_fault(CONCAT(format, ': row'), number,
      CONCAT('sequence exhausted: its millisecond has ', size - skipped, ' IDs: date it a millisecond later'));
  END IF;
  RETURN least_id + skipped + number - 1;
END
-- +goose StatementEnd

-- sortid_ulidflake_at returns the ID, in the stand-alone layout, of a row that has this number
-- within the millisecond of at: 1 to 1048576.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_at(at VARCHAR(64) CHARACTER SET ascii, number BIGINT)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_internal_nth('ulidflake', sortid_ulidflake_min_at(at), 1048576, number)
-- +goose StatementEnd

-- sortid_xid_at returns the xid of a row that has this number within the millisecond of at: 1 to
-- 4194304.
/*!80000 DROP FUNCTION IF EXISTS sortid_xid_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_xid_at(at VARCHAR(64) CHARACTER SET ascii, number BIGINT)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_internal_nth('uid11', sortid_xid_min_at(at), 4194304, number)
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_xid_at;
DROP FUNCTION IF EXISTS sortid_ulidflake_at;
DROP FUNCTION IF EXISTS sortid_internal_nth;
DROP FUNCTION IF EXISTS sortid_scru_at;
DROP FUNCTION IF EXISTS sortid_uuid_at;
DROP FUNCTION IF EXISTS sortid_ulid_at;
DROP FUNCTION IF EXISTS sortid_wiji_at;

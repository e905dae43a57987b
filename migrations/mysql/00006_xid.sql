-- xid, the profile of uid11 with a time: 42 bits of milliseconds since 2011-11-11
-- 11:11:11.111, 22 random. The column is BIGINT UNSIGNED; texts are those of sortid_uid_text
-- and sortid_uid_parse. Times are DATETIME in UTC.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_xid_new makes an xid: the milliseconds and 22 random bits. It keeps no state.
-- Within a millisecond xids have no order and can collide: declare the key column unique and
-- repeat an INSERT that fails with a duplicate key, or use sortid_uid_ts_seq_rand.
/*!80000 DROP FUNCTION IF EXISTS sortid_xid_new */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_xid_new()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
-- One statement, because each costs time. The time is that of sortid_internal_clock, which is called if
-- it needs checks, and if it is within an hour of the lifetime's ends or beyond them.
RETURN IF(TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) BETWEEN 1 AND 899999999
    AND UTC_TIMESTAMP(6) BETWEEN TIMESTAMP'2011-11-11 12:11:12' AND TIMESTAMP'2151-03-25 17:46:22',
  ((TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000 - 1321009871111 << 22)
    | (CONV(HEX(RANDOM_BYTES(3)), 16, 10) & 4194303),
  sortid_internal_xid_settle())
-- +goose StatementEnd

-- sortid_internal_xid_settle is sortid_xid_new for times that need checks.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_xid_settle */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_xid_settle()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE micros BIGINT DEFAULT sortid_internal_clock();
  RETURN IF(micros BETWEEN 1321009871111000 AND 5719056382214999,
    (micros DIV 1000 - 1321009871111 << 22) | (CONV(HEX(RANDOM_BYTES(3)), 16, 10) & 4194303),
    sortid_internal_time_fault('uid11', TIMESTAMPADD(MICROSECOND, micros, TIMESTAMP'1970-01-01 00:00:00'), '2011-11-11 11:11:11.111 to 2151-03-25 18:46:22.214'));
END
-- +goose StatementEnd

-- sortid_xid_time returns the time of any unsigned 64-bit integer.
/*!80000 DROP FUNCTION IF EXISTS sortid_xid_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_xid_time(id DECIMAL(20, 0))
RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(id BETWEEN 0 AND 18446744073709551615,
  TIMESTAMPADD(MICROSECOND, CAST((CAST(id AS UNSIGNED) >> 22) + 1321009871111 AS SIGNED) * 1000, TIMESTAMP'1970-01-01 00:00:00.000'),
  IF(id IS NULL, NULL, sortid_internal_fault('uid11: uint64', id, 'overflow: an ID is 0 to 18446744073709551615; use BIGINT UNSIGNED')))
-- +goose StatementEnd

-- sortid_xid_min_at returns the least ID of a millisecond. The IDs made from a up to and not
-- including b are id >= sortid_xid_min_at(a) AND id < sortid_xid_min_at(b).
/*!80000 DROP FUNCTION IF EXISTS sortid_xid_min_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_xid_min_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_internal_micros('uid11', at, 1321009871111000, 5719056382214999, '2011-11-11 11:11:11.111 to 2151-03-25 18:46:22.214') DIV 1000 - 1321009871111 << 22
-- +goose StatementEnd

-- sortid_xid_max_at returns the greatest ID of a millisecond.
/*!80000 DROP FUNCTION IF EXISTS sortid_xid_max_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_xid_max_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_internal_micros('uid11', at, 1321009871111000, 5719056382214999, '2011-11-11 11:11:11.111 to 2151-03-25 18:46:22.214') DIV 1000 - 1321009871111 << 22 | 4194303
-- +goose StatementEnd

-- sortid_xid_fields returns the fields of any unsigned 64-bit integer: a JSON object of millis, which
-- count from 2011-11-11 11:11:11.111, and random.
/*!80000 DROP FUNCTION IF EXISTS sortid_xid_fields */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_xid_fields(id DECIMAL(20, 0))
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF id NOT BETWEEN 0 AND 18446744073709551615 THEN
    RETURN sortid_internal_fault('uid11: uint64', id, 'overflow: an ID is 0 to 18446744073709551615; use BIGINT UNSIGNED');
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT('millis', CAST(id AS UNSIGNED) >> 22, 'random', CAST(id AS UNSIGNED) & 4194303));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_xid_fields;
DROP FUNCTION IF EXISTS sortid_xid_max_at;
DROP FUNCTION IF EXISTS sortid_xid_min_at;
DROP FUNCTION IF EXISTS sortid_xid_time;
DROP FUNCTION IF EXISTS sortid_internal_xid_settle;
DROP FUNCTION IF EXISTS sortid_xid_new;

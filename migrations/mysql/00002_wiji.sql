-- Wiji: 56 bits of microseconds, 16 of a sequence, 4 of the version, 52 random.
-- The column is BINARY(16). Times are DATETIME(6) in UTC.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_wiji_new makes an ID that is greater than all that the session made before.
--
-- Each session has its own random field, which it draws from the server's
-- cryptographic source when it makes its first ID. A rollback does not change the
-- state, which is in session variables:
--
--   @sortid_wiji       the low 48 bits of the last microsecond, and the sequence
--   @sortid_wiji_head  the high 8 bits of the microsecond, as two hexadecimal digits
--   @sortid_wiji_tail  the version and the random field, as 14 digits
--
-- A connection that a pool resets starts over with another random field. If the clock
-- stands still or goes back, the function holds the last microsecond and increments the
-- sequence. If the sequence is used up, the function waits for the clock. If the clock
-- is more than ten seconds behind, the session starts over. The function does not use
-- the last of the 65,536 numbers: it marks a sequence that is used up.
--
-- The function makes an ID with two statements, because statements and calls cost time.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_new */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_new()
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- The time of sortid_internal_clock without its checks. The casts keep a variable that has no
  -- value yet from turning the sum into a floating-point number.
  SET @sortid_wiji = GREATEST(
    (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) << 16,
    CAST(@sortid_wiji AS UNSIGNED) + 1);
  -- The checks: there is a state, its sequence is not used up, and its time is within the first
  -- quarter of an hour of the statement and at most ten seconds ahead.
  RETURN IF(
    CAST(@sortid_wiji AS UNSIGNED) & 65535 < 65535
      AND CAST(CAST(@sortid_wiji AS UNSIGNED) >> 16 AS SIGNED)
        - CAST(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) & 281474976710655 AS SIGNED)
        BETWEEN 1 AND LEAST(899999999, TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) + 10000000),
    UNHEX(CONCAT(@sortid_wiji_head, LPAD(HEX(CAST(@sortid_wiji AS UNSIGNED)), 16, '0'), @sortid_wiji_tail)),
    sortid_internal_wiji_settle());
END
-- +goose StatementEnd

-- sortid_internal_wiji_settle makes the ID when it is the first of the session, when the sequence
-- is used up, or when the time needs the checks of sortid_internal_clock.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_wiji_settle */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_wiji_settle()
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE last BIGINT DEFAULT
    CAST(CONV(@sortid_wiji_head, 16, 10) AS SIGNED) << 48 | CAST(@sortid_wiji AS UNSIGNED) >> 16;
  DECLARE used_up BOOLEAN DEFAULT CAST(@sortid_wiji AS UNSIGNED) & 65535 = 65535;
  DECLARE now BIGINT DEFAULT IF(used_up, sortid_internal_clock_past(last), sortid_internal_clock());
  IF now NOT BETWEEN 0 AND 18014398509481983 THEN
    RETURN sortid_internal_time_fault('wiji', TIMESTAMPADD(MICROSECOND, now, TIMESTAMP'1970-01-01 00:00:00'), '1970-01-01 to 2540-11-07 23:35:09.481983');
  END IF;
  IF last IS NULL OR @sortid_wiji_tail IS NULL OR last - now > 10000000 OR (used_up AND now <= last) THEN
    SET @sortid_wiji = now << 16, @sortid_wiji_head = LPAD(HEX(now >> 48), 2, '0'),
      @sortid_wiji_tail = CONCAT('1', RIGHT(HEX(RANDOM_BYTES(7)), 13));
  ELSEIF now > last THEN
    SET @sortid_wiji = now << 16, @sortid_wiji_head = LPAD(HEX(now >> 48), 2, '0');
  END IF;
  RETURN UNHEX(CONCAT(@sortid_wiji_head, LPAD(HEX(CAST(@sortid_wiji AS UNSIGNED)), 16, '0'), @sortid_wiji_tail));
END
-- +goose StatementEnd

-- sortid_wiji_text returns any 16 bytes as 26 characters of Crockford's Base32.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_text(id LONGBLOB)
RETURNS CHAR(26) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16,
  -- CONV takes 64 bits and makes the digits 0 to V. Each letter that is put in place
  -- of another is free by then.
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CONCAT(
    LPAD(CONV(HEX(LEFT(id, 1)), 16, 32), 2, '0'),
    LPAD(CONV(SUBSTR(HEX(id), 3, 15), 16, 32), 12, '0'),
    LPAD(CONV(SUBSTR(HEX(id), 18), 16, 32), 12, '0')),
  'V', 'Z'), 'U', 'Y'), 'T', 'X'), 'S', 'W'), 'R', 'V'), 'Q', 'T'), 'P', 'S'),
  'O', 'R'), 'N', 'Q'), 'M', 'P'), 'L', 'N'), 'K', 'M'), 'J', 'K'), 'I', 'J'),
  IF(id IS NULL, NULL, sortid_internal_length_fault('wiji', id, 16)))
-- +goose StatementEnd

-- sortid_wiji_uuid returns any 16 bytes in the UUID form.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_uuid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_uuid(id LONGBLOB)
RETURNS CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16,
  LOWER(CONCAT_WS('-', HEX(LEFT(id, 4)), HEX(SUBSTR(id, 5, 2)), HEX(SUBSTR(id, 7, 2)), HEX(SUBSTR(id, 9, 2)), HEX(SUBSTR(id, 11)))),
  IF(id IS NULL, NULL, sortid_internal_length_fault('wiji', id, 16)))
-- +goose StatementEnd

-- sortid_wiji_hex returns any 16 bytes as 32 hexadecimal digits.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_hex */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_hex(id LONGBLOB)
RETURNS CHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16, LOWER(HEX(id)), IF(id IS NULL, NULL, sortid_internal_length_fault('wiji', id, 16)))
-- +goose StatementEnd

-- sortid_wiji_parse reads one of the three forms, in either case: Base32 with the
-- substitutions of section 5.1, the UUID form, or hexadecimal digits. The version must
-- be 1, and a Base32 text begins with 0 or 1 (section 8).
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_parse(form LONGBLOB)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE digits CHAR(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT sortid_internal_digits(form, TRUE);
  IF SUBSTR(digits, 19, 1) = '1' AND (LENGTH(form) <> 26 OR digits < '4') THEN
    RETURN UNHEX(digits);
  END IF;
  IF form IS NULL THEN
    RETURN NULL;
  ELSEIF digits IS NULL THEN
    RETURN sortid_internal_digits_fault('wiji', form, 'Crockford''s Base32 (I, L, O, U count as 1, 1, 0, V)');
  ELSEIF LENGTH(form) = 26 AND digits >= '4' THEN
    RETURN sortid_internal_fault('wiji: text', form, 'first character out of range: use 0 or 1, or the UUID form from 2540 on');
  END IF;
  RETURN sortid_internal_fault('wiji: text', form, CONCAT('unknown version: ', CONV(SUBSTR(digits, 19, 1), 16, 10), ' where 1 is needed'));
END
-- +goose StatementEnd

-- sortid_wiji_valid returns whether bytes are a Wiji: 16 of them, of version 1.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_valid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_valid(id LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LENGTH(id) = 16 AND SUBSTR(id, 10, 1) BETWEEN 0x10 AND 0x1F
-- +goose StatementEnd

-- sortid_wiji_valid_text returns whether sortid_wiji_parse accepts a text.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_valid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_valid_text(form LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE digits CHAR(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT sortid_internal_digits(form, TRUE);
  RETURN IF(form IS NULL, NULL, COALESCE(SUBSTR(digits, 19, 1) = '1' AND (LENGTH(form) <> 26 OR digits < '4'), FALSE));
END
-- +goose StatementEnd

-- sortid_wiji_time returns the time of any 16 bytes.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_time(id LONGBLOB)
RETURNS DATETIME(6)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16,
  TIMESTAMPADD(MICROSECOND, CAST(CONV(HEX(LEFT(id, 7)), 16, 10) AS SIGNED), TIMESTAMP'1970-01-01 00:00:00.000000'),
  IF(id IS NULL, NULL, sortid_internal_length_fault('wiji', id, 16)))
-- +goose StatementEnd

-- sortid_wiji_min_at returns the least ID of a microsecond. The IDs made from a up to and
-- not including b are id >= sortid_wiji_min_at(a) AND id < sortid_wiji_min_at(b).
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_min_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_min_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('wiji', at, 0, 18014398509481983, '1970-01-01 to 2540-11-07 23:35:09.481983')), 14, '0'), '000010000000000000'))
-- +goose StatementEnd

-- sortid_wiji_max_at returns the greatest ID of a microsecond.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_max_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_max_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('wiji', at, 0, 18014398509481983, '1970-01-01 to 2540-11-07 23:35:09.481983')), 14, '0'), 'FFFF1FFFFFFFFFFFFF'))
-- +goose StatementEnd

-- sortid_wiji_fields returns the fields of any 16 bytes: a JSON object of micros, sequence,
-- version and random.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_fields */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_fields(id LONGBLOB)
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF LENGTH(id) <> 16 THEN
    RETURN sortid_internal_length_fault('wiji', id, 16);
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT(
    'micros', CAST(CONV(HEX(LEFT(id, 7)), 16, 10) AS UNSIGNED),
    'sequence', CAST(CONV(HEX(SUBSTR(id, 8, 2)), 16, 10) AS UNSIGNED),
    'version', CAST(CONV(LEFT(HEX(SUBSTR(id, 10, 1)), 1), 16, 10) AS UNSIGNED),
    'random', CAST(CONV(SUBSTR(HEX(SUBSTR(id, 10)), 2), 16, 10) AS UNSIGNED)));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_wiji_fields;
DROP FUNCTION IF EXISTS sortid_wiji_max_at;
DROP FUNCTION IF EXISTS sortid_wiji_min_at;
DROP FUNCTION IF EXISTS sortid_wiji_time;
DROP FUNCTION IF EXISTS sortid_wiji_valid_text;
DROP FUNCTION IF EXISTS sortid_wiji_valid;
DROP FUNCTION IF EXISTS sortid_wiji_parse;
DROP FUNCTION IF EXISTS sortid_wiji_hex;
DROP FUNCTION IF EXISTS sortid_wiji_uuid;
DROP FUNCTION IF EXISTS sortid_wiji_text;
DROP FUNCTION IF EXISTS sortid_internal_wiji_settle;
DROP FUNCTION IF EXISTS sortid_wiji_new;

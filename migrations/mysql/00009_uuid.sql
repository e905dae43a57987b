-- UUIDv7 (RFC 9562): 48 bits of milliseconds, the version, 12 of the time within the millisecond
-- (rand_a), the variant, 62 random (rand_b). The column is BINARY(16). Times are DATETIME in UTC.
-- The functions are named sortid_uuid_..., because names contain no digits.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_uuid_new makes an ID that is greater than all that the session made before, by section
-- 6.2, method 3: rand_a continues the milliseconds in steps of 1/4096 ms. Within a step, or if the
-- clock goes back, the function uses the last step plus one. If the clock is more than ten seconds
-- behind, the function follows it. The state is in a session variable, which a rollback does not
-- change: @sortid_uuid, the last step since 1970.
--
-- On MariaDB 11.7 and later it is the server's own UUID_v7, which all sessions share: its IDs have
-- the same layout and are in order for the whole server.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_new */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_new()
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  /*M!110700 RETURN CAST(UUID_v7() AS BINARY(16)); */
  -- The time of sortid_internal_clock without its checks, in steps: 512 are 125 microseconds.
  SET @sortid_uuid = GREATEST(
    (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) << 9) DIV 125,
    CAST(@sortid_uuid AS UNSIGNED) + 1);
  -- The checks: there is a state, and its time is within the first quarter of an hour of the statement
  -- and not more than ten seconds ahead.
  RETURN IF(CAST(CAST(@sortid_uuid AS UNSIGNED) * 125 >> 9 AS SIGNED) - TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6))
      BETWEEN 1 AND LEAST(899999999, TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) + 10000000),
    UNHEX(CONCAT(LPAD(HEX(CAST(@sortid_uuid AS UNSIGNED) >> 12 << 16 | CAST(@sortid_uuid AS UNSIGNED) & 4095 | 28672), 16, '0'),
      HEX(CAST(CONV(HEX(RANDOM_BYTES(8)), 16, 10) AS UNSIGNED) & 4611686018427387903 | 9223372036854775808))),
    sortid_internal_uuid_settle());
END
-- +goose StatementEnd

-- sortid_internal_uuid_settle makes the ID when it is the first of the session, or when the time needs
-- the checks of sortid_internal_clock. @sortid_uuid is the step that the time without them gave.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uuid_settle */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uuid_settle()
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE step BIGINT;
  DECLARE micros BIGINT DEFAULT sortid_internal_clock();
  IF micros NOT BETWEEN 0 AND 281474976710655999 THEN
    RETURN sortid_internal_time_fault('uuidv7', TIMESTAMPADD(MICROSECOND, micros, TIMESTAMP'1970-01-01 00:00:00'), '1970-01-01 to 10889-08-02 05:31:50.655');
  END IF;
  SET step = micros DIV 125 * 512 + micros MOD 125 * 512 DIV 125;
  IF @sortid_uuid IS NULL OR CAST(@sortid_uuid AS SIGNED) NOT BETWEEN step AND step + 40960000 THEN
    SET @sortid_uuid = step;
  END IF;
  RETURN UNHEX(CONCAT(LPAD(HEX(CAST(@sortid_uuid AS UNSIGNED) >> 12 << 16 | CAST(@sortid_uuid AS UNSIGNED) & 4095 | 28672), 16, '0'),
    HEX(CAST(CONV(HEX(RANDOM_BYTES(8)), 16, 10) AS UNSIGNED) & 4611686018427387903 | 9223372036854775808)));
END
-- +goose StatementEnd

-- sortid_uuid_text returns any 16 bytes as 36 characters: lower-case digits with hyphens.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_text(id LONGBLOB)
RETURNS CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16,
  LOWER(CONCAT_WS('-', HEX(LEFT(id, 4)), HEX(SUBSTR(id, 5, 2)), HEX(SUBSTR(id, 7, 2)), HEX(SUBSTR(id, 9, 2)), HEX(SUBSTR(id, 11)))),
  IF(id IS NULL, NULL, sortid_internal_length_fault('uuidv7', id, 16)))
-- +goose StatementEnd

-- sortid_uuid_hex returns any 16 bytes as 32 hexadecimal digits.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_hex */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_hex(id LONGBLOB)
RETURNS CHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16, LOWER(HEX(id)), IF(id IS NULL, NULL, sortid_internal_length_fault('uuidv7', id, 16)))
-- +goose StatementEnd

-- sortid_internal_uuid_digits returns the 32 hexadecimal digits of a text: 36 characters with
-- hyphens, or 32 hexadecimal digits, of any version. It returns NULL for anything else.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uuid_digits */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uuid_digits(form LONGBLOB)
RETURNS CHAR(32) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(form) IN (32, 36), sortid_internal_digits(form, FALSE), NULL)
-- +goose StatementEnd

-- sortid_internal_uuid_versioned returns whether 32 digits have the version 7 and the variant of RFC
-- 9562.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uuid_versioned */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uuid_versioned(digits CHAR(32) CHARACTER SET ascii COLLATE ascii_bin)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN SUBSTR(digits, 13, 1) = '7' AND SUBSTR(digits, 17, 1) IN ('8', '9', 'A', 'B')
-- +goose StatementEnd

-- sortid_uuid_parse reads 36 characters with hyphens, or 32 hexadecimal digits, in either case. The
-- version must be 7, and the variant that of RFC 9562.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_parse(form LONGBLOB)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE digits CHAR(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT sortid_internal_uuid_digits(form);
  IF form IS NULL OR sortid_internal_uuid_versioned(digits) THEN
    RETURN UNHEX(digits);
  ELSEIF digits IS NOT NULL THEN
    RETURN sortid_internal_fault('uuidv7: text', form, 'unknown version: use version 7 and variant 10');
  ELSEIF LENGTH(form) IN (32, 36) THEN
    RETURN sortid_internal_digits_fault('uuidv7', form, '');
  END IF;
  RETURN sortid_internal_fault('uuidv7: text', form, 'wrong length: use 36 bytes with hyphens or 32 of hex');
END
-- +goose StatementEnd

-- sortid_uuid_typed_text returns a TypeID (version 0.3) of any 16 bytes: the prefix, an underscore and
-- 26 characters of Base32 in lower case.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_typed_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_typed_text(prefix LONGBLOB, id LONGBLOB)
RETURNS VARCHAR(90) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_internal_mark('uuidv7', prefix),
  IF(LENGTH(id) = 16, LOWER(sortid_ulid_text(id)), IF(id IS NULL, NULL, sortid_internal_length_fault('uuidv7', id, 16))))
-- +goose StatementEnd

-- sortid_uuid_typed_parse returns the ID of a TypeID with that prefix. Another prefix, or none, is an
-- error, and so is a UUID of another version.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_typed_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_typed_parse(prefix LONGBLOB, form LONGBLOB)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE letters VARCHAR(26) CHARACTER SET latin1 COLLATE latin1_bin
    DEFAULT CONVERT(sortid_internal_unmark('uuidv7', sortid_internal_mark('uuidv7', prefix), form, 26) USING latin1);
  DECLARE digits CHAR(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT sortid_internal_digits(letters, FALSE);
  IF letters IS NULL THEN
    RETURN NULL;
  ELSEIF letters NOT REGEXP '^[0-9a-hjkmnp-tv-z]{26}\\z' THEN
    RETURN sortid_internal_fault('uuidv7: text', form, 'character outside the alphabet: use Base32 without i, l, o, u in lower case');
  ELSEIF digits IS NULL THEN
    RETURN sortid_internal_fault('uuidv7: text', form, 'overflow: the greatest text is 7zzzzzzzzzzzzzzzzzzzzzzzzz');
  ELSEIF NOT sortid_internal_uuid_versioned(digits) THEN
    RETURN sortid_internal_fault('uuidv7: text', form, 'unknown version: use version 7 and variant 10');
  END IF;
  RETURN UNHEX(digits);
END
-- +goose StatementEnd

-- sortid_uuid_valid returns whether bytes are a UUIDv7.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_valid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_valid(id LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16, sortid_internal_uuid_versioned(HEX(id)), IF(id IS NULL, NULL, FALSE))
-- +goose StatementEnd

-- sortid_uuid_valid_text returns whether sortid_uuid_parse accepts a text.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_valid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_valid_text(form LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(form IS NULL, NULL, COALESCE(sortid_internal_uuid_versioned(sortid_internal_uuid_digits(form)), FALSE))
-- +goose StatementEnd

-- sortid_uuid_time returns the time of any 16 bytes, to the millisecond: other generators put
-- anything into rand_a. A DATETIME ends with the year 9999, and a UUIDv7 may be later: then it is an
-- error, and sortid_uuid_fields has the milliseconds.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_time(id LONGBLOB)
RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE millis BIGINT DEFAULT CAST(CONV(HEX(LEFT(id, 6)), 16, 10) AS SIGNED);
  IF LENGTH(id) <> 16 THEN
    RETURN sortid_internal_length_fault('uuidv7', id, 16);
  ELSEIF millis > 253402300799999 THEN
    RETURN sortid_internal_fault('uuidv7: binary', HEX(id), 'out of range: the year is past 9999; sortid_uuid_fields shows it');
  END IF;
  RETURN TIMESTAMPADD(MICROSECOND, millis * 1000, TIMESTAMP'1970-01-01 00:00:00.000');
END
-- +goose StatementEnd

-- sortid_uuid_min_at returns the least ID of a millisecond, of any generator. The IDs made from a up
-- to and not including b are id >= sortid_uuid_min_at(a) AND id < sortid_uuid_min_at(b).
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_min_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_min_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('uuidv7', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'), '70008000000000000000'))
-- +goose StatementEnd

-- sortid_uuid_max_at returns the greatest ID of a millisecond, of any generator.
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_max_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_max_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('uuidv7', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'), '7FFFBFFFFFFFFFFFFFFF'))
-- +goose StatementEnd

-- sortid_uuid_fields returns the fields of any 16 bytes: a JSON object of millis, rand_a and random
-- (rand_b).
/*!80000 DROP FUNCTION IF EXISTS sortid_uuid_fields */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uuid_fields(id LONGBLOB)
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF LENGTH(id) <> 16 THEN
    RETURN sortid_internal_length_fault('uuidv7', id, 16);
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT(
    'millis', CAST(CONV(HEX(LEFT(id, 6)), 16, 10) AS UNSIGNED),
    'rand_a', CAST(CONV(SUBSTR(HEX(id), 14, 3), 16, 10) AS UNSIGNED),
    'random', CAST(CONV(HEX(SUBSTR(id, 9)), 16, 10) AS UNSIGNED) & 4611686018427387903));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_uuid_fields;
DROP FUNCTION IF EXISTS sortid_uuid_max_at;
DROP FUNCTION IF EXISTS sortid_uuid_min_at;
DROP FUNCTION IF EXISTS sortid_uuid_time;
DROP FUNCTION IF EXISTS sortid_uuid_valid_text;
DROP FUNCTION IF EXISTS sortid_uuid_valid;
DROP FUNCTION IF EXISTS sortid_uuid_typed_parse;
DROP FUNCTION IF EXISTS sortid_uuid_typed_text;
DROP FUNCTION IF EXISTS sortid_uuid_parse;
DROP FUNCTION IF EXISTS sortid_internal_uuid_versioned;
DROP FUNCTION IF EXISTS sortid_internal_uuid_digits;
DROP FUNCTION IF EXISTS sortid_uuid_hex;
DROP FUNCTION IF EXISTS sortid_uuid_text;
DROP FUNCTION IF EXISTS sortid_internal_uuid_settle;
DROP FUNCTION IF EXISTS sortid_uuid_new;

-- SCRU160: 48 bits of milliseconds, 16 of a counter, 96 random. The column is BINARY(20).
-- Times are DATETIME in UTC.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_scru_new makes an ID that is greater than all that the session made before. The
-- counter begins with 15 random bits in each millisecond, and adds one for each ID; the last
-- 96 bits are random in each ID.
--
-- The state is @sortid_scru, the milliseconds and the counter of the session's last ID, which
-- a rollback does not change. If the clock stands still or goes back, the function holds the
-- last millisecond. If the counter is used up, the function waits for the next millisecond. If
-- the clock is more than ten seconds behind, the session starts over.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_new */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_new()
RETURNS BINARY(20)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- The time of sortid_internal_clock without its checks, which sortid_internal_scru_turn makes: a time that
  -- needs them is not within the ten seconds, or is a later millisecond. The casts keep a
  -- variable that has no value yet from making floating-point numbers.
  SET @sortid_scru = IF(
    (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000
      BETWEEN CAST(CAST(@sortid_scru AS UNSIGNED) >> 16 AS SIGNED) - 10000 AND CAST(@sortid_scru AS UNSIGNED) >> 16
      AND CAST(@sortid_scru AS UNSIGNED) & 65535 < 65535,
    CAST(@sortid_scru AS UNSIGNED) + 1,
    sortid_internal_scru_turn());
  RETURN CONCAT(UNHEX(LPAD(HEX(CAST(@sortid_scru AS UNSIGNED)), 16, '0')), RANDOM_BYTES(12));
END
-- +goose StatementEnd

-- sortid_internal_scru_turn returns the milliseconds and the counter of the first ID of a millisecond.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_scru_turn */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_scru_turn()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE state BIGINT UNSIGNED DEFAULT CAST(@sortid_scru AS UNSIGNED);
  DECLARE last BIGINT DEFAULT state >> 16;
  DECLARE micros BIGINT DEFAULT sortid_internal_clock();
  IF micros DIV 1000 BETWEEN last - 10000 AND last THEN
    IF state & 65535 < 65535 THEN
      RETURN state + 1;
    END IF;
    SET micros = sortid_internal_clock_past(last * 1000 + 999);
  END IF;
  -- Generators must not use the first and the last millisecond of the format.
  IF micros NOT BETWEEN 1000 AND 281474976710654999 THEN
    RETURN sortid_internal_time_fault('scru160', TIMESTAMPADD(MICROSECOND, micros, TIMESTAMP'1970-01-01 00:00:00'), '1970-01-01 to 10889-08-02 05:31:50.655');
  END IF;
  RETURN (micros DIV 1000 << 16) | (CONV(HEX(RANDOM_BYTES(2)), 16, 10) & 32767);
END
-- +goose StatementEnd

-- sortid_scru_text returns any 20 bytes as 32 characters of base32hex.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_text(id LONGBLOB)
RETURNS CHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 20,
  -- CONV takes 64 bits, and 15 hexadecimal digits are twelve characters.
  CONCAT(
    LPAD(CONV(LEFT(HEX(id), 15), 16, 32), 12, '0'),
    LPAD(CONV(SUBSTR(HEX(id), 16, 15), 16, 32), 12, '0'),
    LPAD(CONV(SUBSTR(HEX(id), 31), 16, 32), 8, '0')),
  IF(id IS NULL, NULL, sortid_internal_length_fault('scru160', id, 20)))
-- +goose StatementEnd

-- sortid_scru_hex returns any 20 bytes as 40 hexadecimal digits.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_hex */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_hex(id LONGBLOB)
RETURNS CHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 20, LOWER(HEX(id)), IF(id IS NULL, NULL, sortid_internal_length_fault('scru160', id, 20)))
-- +goose StatementEnd

-- sortid_scru_parse reads 32 characters of base32hex, or 40 hexadecimal digits, in either case.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_parse(form LONGBLOB)
RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE letters VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_bin DEFAULT CONVERT(LEFT(form, 40) USING latin1);
  CASE LENGTH(form)
  WHEN 32 THEN
    IF letters REGEXP '[^0-9A-Va-v]' THEN
      RETURN sortid_internal_fault('scru160: text', form, 'character outside the alphabet: use base32hex, 0 to 9 and A to V');
    END IF;
    RETURN UNHEX(CONCAT(
      LPAD(CONV(LEFT(letters, 12), 32, 16), 15, '0'),
      LPAD(CONV(SUBSTR(letters, 13, 12), 32, 16), 15, '0'),
      LPAD(CONV(SUBSTR(letters, 25), 32, 16), 10, '0')));
  WHEN 40 THEN
    IF letters REGEXP '[^0-9A-Fa-f]' THEN
      RETURN sortid_internal_fault('scru160: hex', form, 'character outside the alphabet: use the hexadecimal digits');
    END IF;
    RETURN UNHEX(letters);
  ELSE
    RETURN IF(form IS NULL, NULL, sortid_internal_fault('scru160: text', form, 'wrong length: use 32 bytes of base32hex or 40 of hex'));
  END CASE;
END
-- +goose StatementEnd

-- sortid_scru_valid returns whether bytes are a SCRU160: any 20 are.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_valid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_valid(id LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LENGTH(id) = 20
-- +goose StatementEnd

-- sortid_scru_valid_text returns whether sortid_scru_parse accepts a text.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_valid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_valid_text(form LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CASE LENGTH(form)
  WHEN 32 THEN CONVERT(form USING latin1) COLLATE latin1_bin REGEXP '^[0-9A-Va-v]{32}$'
  WHEN 40 THEN CONVERT(form USING latin1) COLLATE latin1_bin REGEXP '^[0-9A-Fa-f]{40}$'
  ELSE IF(form IS NULL, NULL, FALSE)
END
-- +goose StatementEnd

-- sortid_scru_time returns the time of any 20 bytes. A DATETIME ends with the year 9999, and a
-- SCRU160 may be later: then it is an error, and sortid_scru_fields has the milliseconds.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_time(id LONGBLOB)
RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE millis BIGINT DEFAULT CAST(CONV(HEX(LEFT(id, 6)), 16, 10) AS SIGNED);
  IF LENGTH(id) <> 20 THEN
    RETURN sortid_internal_length_fault('scru160', id, 20);
  ELSEIF millis > 253402300799999 THEN
    RETURN sortid_internal_fault('scru160: binary', HEX(id), 'out of range: the year is past 9999; sortid_scru_fields shows it');
  END IF;
  RETURN TIMESTAMPADD(MICROSECOND, millis * 1000, TIMESTAMP'1970-01-01 00:00:00.000');
END
-- +goose StatementEnd

-- sortid_scru_min_at returns the least ID of a millisecond. The IDs made from a up to and not
-- including b are id >= sortid_scru_min_at(a) AND id < sortid_scru_min_at(b).
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_min_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_min_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('scru160', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'), REPEAT('0', 28)))
-- +goose StatementEnd

-- sortid_scru_max_at returns the greatest ID of a millisecond.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_max_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_max_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('scru160', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'), REPEAT('F', 28)))
-- +goose StatementEnd

-- sortid_scru_fields returns the fields of any 20 bytes: a JSON object of millis, counter, random16,
-- and random80 as 20 hexadecimal digits.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_fields */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_fields(id LONGBLOB)
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF LENGTH(id) <> 20 THEN
    RETURN sortid_internal_length_fault('scru160', id, 20);
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT(
    'millis', CAST(CONV(HEX(LEFT(id, 6)), 16, 10) AS UNSIGNED),
    'counter', CAST(CONV(HEX(SUBSTR(id, 7, 2)), 16, 10) AS UNSIGNED),
    'random16', CAST(CONV(HEX(SUBSTR(id, 9, 2)), 16, 10) AS UNSIGNED),
    'random80', LOWER(HEX(SUBSTR(id, 11)))));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_scru_fields;
DROP FUNCTION IF EXISTS sortid_scru_max_at;
DROP FUNCTION IF EXISTS sortid_scru_min_at;
DROP FUNCTION IF EXISTS sortid_scru_time;
DROP FUNCTION IF EXISTS sortid_scru_valid_text;
DROP FUNCTION IF EXISTS sortid_scru_valid;
DROP FUNCTION IF EXISTS sortid_scru_parse;
DROP FUNCTION IF EXISTS sortid_scru_hex;
DROP FUNCTION IF EXISTS sortid_scru_text;
DROP FUNCTION IF EXISTS sortid_internal_scru_turn;
DROP FUNCTION IF EXISTS sortid_scru_new;

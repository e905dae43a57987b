-- ULID: 48 bits of milliseconds, 80 random. The column is BINARY(16). Times are DATETIME
-- in UTC.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_ulid_new makes an ID that is greater than all that the session made before. A
-- new millisecond gets a new random field; within a millisecond the random field grows by
-- one.
--
-- The state is in session variables, which a rollback does not change:
--
--   @sortid_ulid         the low 64 bits of the last ID
--   @sortid_ulid_head    its high 64 bits, as 16 hexadecimal digits
--   @sortid_ulid_millis  its millisecond
--
-- If the clock stands still or goes back, the function holds the last millisecond. If the
-- clock is more than ten seconds behind, the session starts over.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_new */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_new()
RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- The time of sortid_internal_clock without its checks, which sortid_internal_ulid_turn makes: a time
  -- that needs them is not within the ten seconds, or is a later millisecond. The casts
  -- keep a variable that has no value yet from making floating-point numbers.
  SET @sortid_ulid = IF(
    (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000
      BETWEEN CAST(@sortid_ulid_millis AS SIGNED) - 10000 AND CAST(@sortid_ulid_millis AS SIGNED)
      AND CAST(@sortid_ulid AS UNSIGNED) < 18446744073709551615,
    CAST(@sortid_ulid AS UNSIGNED) + 1,
    sortid_internal_ulid_turn());
  RETURN UNHEX(CONCAT(@sortid_ulid_head, LPAD(HEX(CAST(@sortid_ulid AS UNSIGNED)), 16, '0')));
END
-- +goose StatementEnd

-- sortid_internal_ulid_turn returns the low 64 bits of the first ID of a millisecond, and of an ID
-- whose low 64 bits are used up.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_ulid_turn */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_ulid_turn()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE last BIGINT DEFAULT CAST(@sortid_ulid_millis AS SIGNED);
  DECLARE low BIGINT UNSIGNED DEFAULT CAST(@sortid_ulid AS UNSIGNED);
  DECLARE micros BIGINT DEFAULT sortid_internal_clock();
  DECLARE random BINARY(10);
  IF micros DIV 1000 BETWEEN last - 10000 AND last THEN
    IF low < 18446744073709551615 THEN
      RETURN low + 1;
    ELSEIF RIGHT(@sortid_ulid_head, 4) <> 'FFFF' THEN
      SET @sortid_ulid_head = CONCAT(LEFT(@sortid_ulid_head, 12), LPAD(HEX(CONV(RIGHT(@sortid_ulid_head, 4), 16, 10) + 1), 4, '0'));
      RETURN 0;
    END IF;
    -- The random field is used up. The next millisecond has another.
    SET micros = sortid_internal_clock_past(last * 1000 + 999);
  END IF;
  IF micros NOT BETWEEN 0 AND 281474976710655999 THEN
    RETURN sortid_internal_time_fault('ulid', TIMESTAMPADD(MICROSECOND, micros, TIMESTAMP'1970-01-01 00:00:00'), '1970-01-01 to 10889-08-02 05:31:50.655');
  END IF;
  SET random = RANDOM_BYTES(10);
  SET @sortid_ulid_millis = micros DIV 1000,
    @sortid_ulid_head = CONCAT(LPAD(HEX(micros DIV 1000), 12, '0'), HEX(LEFT(random, 2)));
  RETURN CAST(CONV(HEX(RIGHT(random, 8)), 16, 10) AS UNSIGNED);
END
-- +goose StatementEnd

-- sortid_ulid_text returns any 16 bytes as 26 characters of Crockford's Base32. It is
-- the same as sortid_wiji_text: a call would cost as much as the work.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_text(id LONGBLOB)
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
  IF(id IS NULL, NULL, sortid_internal_length_fault('ulid', id, 16)))
-- +goose StatementEnd

-- sortid_ulid_uuid returns any 16 bytes in the UUID form, which the specification does not
-- mention.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_uuid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_uuid(id LONGBLOB)
RETURNS CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(LENGTH(id) = 16,
  LOWER(CONCAT_WS('-', HEX(LEFT(id, 4)), HEX(SUBSTR(id, 5, 2)), HEX(SUBSTR(id, 7, 2)), HEX(SUBSTR(id, 9, 2)), HEX(SUBSTR(id, 11)))),
  IF(id IS NULL, NULL, sortid_internal_length_fault('ulid', id, 16)))
-- +goose StatementEnd

-- sortid_ulid_parse reads 26 characters of Base32, the UUID form, or 32 hexadecimal
-- digits, in either case. I, L, O and U are refused, and so is what is more than 128 bits.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_parse(form LONGBLOB)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE digits CHAR(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT sortid_internal_digits(form, FALSE);
  IF digits IS NULL AND form IS NOT NULL THEN
    RETURN sortid_internal_digits_fault('ulid', form, 'Crockford''s Base32 without I, L, O and U');
  END IF;
  RETURN UNHEX(digits);
END
-- +goose StatementEnd

-- sortid_ulid_valid returns whether bytes are a ULID: any 16 are.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_valid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_valid(id LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LENGTH(id) = 16
-- +goose StatementEnd

-- sortid_ulid_valid_text returns whether sortid_ulid_parse accepts a text.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_valid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_valid_text(form LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(form IS NULL, NULL, sortid_internal_digits(form, FALSE) IS NOT NULL)
-- +goose StatementEnd

-- sortid_ulid_time returns the time of any 16 bytes. A DATETIME ends with the year 9999, and a
-- ULID may be later: then it is an error, and sortid_ulid_fields has the milliseconds.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_time(id LONGBLOB)
RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE millis BIGINT DEFAULT CAST(CONV(HEX(LEFT(id, 6)), 16, 10) AS SIGNED);
  IF LENGTH(id) <> 16 THEN
    RETURN sortid_internal_length_fault('ulid', id, 16);
  ELSEIF millis > 253402300799999 THEN
    RETURN sortid_internal_fault('ulid: binary', HEX(id), 'out of range: the year is past 9999; sortid_ulid_fields shows it');
  END IF;
  RETURN TIMESTAMPADD(MICROSECOND, millis * 1000, TIMESTAMP'1970-01-01 00:00:00.000');
END
-- +goose StatementEnd

-- sortid_ulid_min_at returns the least ID of a millisecond. The IDs made from a up to and not
-- including b are id >= sortid_ulid_min_at(a) AND id < sortid_ulid_min_at(b).
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_min_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_min_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('ulid', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'), '00000000000000000000'))
-- +goose StatementEnd

-- sortid_ulid_max_at returns the greatest ID of a millisecond.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_max_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_max_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_internal_micros('ulid', at, 0, 253402300799999999, '1970-01-01 to 10889-08-02 05:31:50.655') DIV 1000), 12, '0'), 'FFFFFFFFFFFFFFFFFFFF'))
-- +goose StatementEnd

-- sortid_ulid_fields returns the fields of any 16 bytes: a JSON object of millis and random, the
-- latter as 20 hexadecimal digits.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_fields */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_fields(id LONGBLOB)
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF LENGTH(id) <> 16 THEN
    RETURN sortid_internal_length_fault('ulid', id, 16);
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT(
    'millis', CAST(CONV(HEX(LEFT(id, 6)), 16, 10) AS UNSIGNED),
    'random', LOWER(HEX(SUBSTR(id, 7)))));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_ulid_fields;
DROP FUNCTION IF EXISTS sortid_ulid_max_at;
DROP FUNCTION IF EXISTS sortid_ulid_min_at;
DROP FUNCTION IF EXISTS sortid_ulid_time;
DROP FUNCTION IF EXISTS sortid_ulid_valid_text;
DROP FUNCTION IF EXISTS sortid_ulid_valid;
DROP FUNCTION IF EXISTS sortid_ulid_parse;
DROP FUNCTION IF EXISTS sortid_ulid_uuid;
DROP FUNCTION IF EXISTS sortid_ulid_text;
DROP FUNCTION IF EXISTS sortid_internal_ulid_turn;
DROP FUNCTION IF EXISTS sortid_ulid_new;

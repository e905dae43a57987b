-- Ulid-Flake: a sign bit of 0, 43 bits of milliseconds since 2024, 20 random. The column is
-- BIGINT. Times are DATETIME in UTC.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_ulidflake_new makes an ID of the stand-alone layout that is greater than all that
-- the session made before. The high 12 bits of the random field are those of the turn, which the
-- sessions of a server share (sortid_internal_turn), so they do not repeat IDs of each other. The
-- low 8 are random: in its millisecond the next ID is 1 to 511 greater.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_new */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_new()
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- The next turn of the same millisecond, as sortid_internal_turn computes it, which is called for
  -- others: statements and calls cost time. The time is that of sortid_internal_clock without its
  -- checks: one that needs them is not within the ten seconds, or is a later millisecond. The casts
  -- keep a variable that has no value yet from making floating-point numbers.
  SET @sortid_turn_last = @sortid_turn, @sortid_turn = IF(
    (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000
      BETWEEN CAST(CAST(@sortid_turn AS UNSIGNED) >> 12 AS SIGNED) - 10000 AND CAST(@sortid_turn AS UNSIGNED) >> 12,
    CAST(@sortid_turn AS UNSIGNED) & ~4095 | (UUID_SHORT() & 4095) + CAST(@sortid_turn_start AS UNSIGNED) & 4095,
    sortid_internal_turn());
  -- The bounds are the lifetime, 2024 to 2302.
  RETURN IF(CAST(@sortid_turn AS UNSIGNED) BETWEEN GREATEST(6979859251200000, COALESCE(CAST(@sortid_turn_last AS UNSIGNED), 0) + 1) AND 43008656270163967,
    CAST(CAST(@sortid_turn AS UNSIGNED) - 6979859251200000 << 8 | ASCII(RANDOM_BYTES(1)) AS SIGNED),
    sortid_internal_ulidflake_settle());
END
-- +goose StatementEnd

-- sortid_internal_ulidflake_settle makes the ID when the turn is not greater than the last one, or
-- is outside the lifetime.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_ulidflake_settle */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_ulidflake_settle()
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  SET @sortid_turn = @sortid_turn_last;
  SET @sortid_turn = sortid_internal_turn();
  RETURN IF(CAST(@sortid_turn AS UNSIGNED) BETWEEN 6979859251200000 AND 43008656270163967,
    CAST(CAST(@sortid_turn AS UNSIGNED) - 6979859251200000 << 8 | ASCII(RANDOM_BYTES(1)) AS SIGNED),
    sortid_internal_time_fault('ulidflake', TIMESTAMPADD(MICROSECOND, (CAST(@sortid_turn AS SIGNED) DIV 4096) * 1000, TIMESTAMP'1970-01-01 00:00:00'),
      '2024-01-01 to 2302-09-27 15:10:22.207'));
END
-- +goose StatementEnd

-- sortid_ulidflake_new_with is sortid_ulidflake_new with the settings of the specification.
--
-- scalability selects the layout with the number of the generator, 0 to 31: servers with different
-- numbers never make the same ID, and neither do the sessions of a server with one number. NULL
-- selects the stand-alone layout. entropy_bytes is how many bytes a step is drawn from: 1 to 3, in
-- the scalable layout 1 or 2; NULL selects 1. Steps of 2 and 3 bytes make the next ID harder to guess
-- and fill the random field sooner. They leave no room for the turn that sessions share: IDs of two
-- sessions then differ by chance or by their numbers. The state of these is @sortid_ulidflake, the
-- last ID.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_new_with */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_new_with(scalability INT, entropy_bytes INT)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE shift INT DEFAULT IF(scalability IS NULL, 0, 5);
  DECLARE size INT DEFAULT COALESCE(entropy_bytes, 1);
  DECLARE last, next, step, micros BIGINT;
  IF scalability NOT BETWEEN 0 AND 31 THEN
    RETURN sortid_internal_fault('ulidflake: scalability', scalability, 'invalid setting: use 0 to 31, or NULL');
  ELSEIF size NOT BETWEEN 1 AND IF(scalability IS NULL, 3, 2) THEN
    RETURN sortid_internal_fault('ulidflake: entropy_bytes', size, 'invalid setting: use 1 to 3, or to 2 with a scalability');
  ELSEIF size = 1 THEN
    RETURN IF(scalability IS NULL, sortid_ulidflake_new(), CAST(sortid_ulidflake_new() & ~31 | scalability AS SIGNED));
  END IF;
  -- Whatever the session made last, this ID is greater: the turn is the one that is set below, or a later one.
  SET last = CAST(@sortid_ulidflake AS SIGNED), micros = sortid_internal_clock();
  IF NOT (CAST(@sortid_turn AS SIGNED) <=> ((last >> 20) + 1704067200000 << 12 | 4095)) THEN
    SET last = (CAST(@sortid_turn AS SIGNED) - 6979859251200000) * 256 + 255;
  END IF;
  IF micros DIV 1000 - 1704067200000 BETWEEN (last >> 20) - 10000 AND last >> 20 THEN
    -- Any number of so many bytes but zero, each as likely as another: 48 random bits
    -- leave a remainder that is uneven by less than a millionth.
    SET step = 1 + CAST(CONV(HEX(RANDOM_BYTES(6)), 16, 10) AS SIGNED) MOD ((1 << 8 * size) - 1);
    SET next = ((last >> shift) + step << shift) | COALESCE(scalability, 0);
    IF next >> 20 <> last >> 20 THEN
      SET next = NULL, micros = sortid_internal_clock_past(((last >> 20) + 1704067200000) * 1000 + 999);
    END IF;
  END IF;
  IF next IS NULL THEN
    IF micros NOT BETWEEN 1704067200000000 AND 10500160222207999 THEN
      RETURN sortid_internal_time_fault('ulidflake', TIMESTAMPADD(MICROSECOND, micros, TIMESTAMP'1970-01-01 00:00:00'), '2024-01-01 to 2302-09-27 15:10:22.207');
    END IF;
    SET next = (micros DIV 1000 - 1704067200000 << 20)
      | ((CAST(CONV(HEX(RANDOM_BYTES(3)), 16, 10) AS SIGNED) & (1048575 >> shift)) << shift) | COALESCE(scalability, 0);
  END IF;
  -- The session's next turn is of a later millisecond than this one.
  SET @sortid_ulidflake = next, @sortid_turn = (next >> 20) + 1704067200000 << 12 | 4095;
  RETURN next;
END
-- +goose StatementEnd

-- sortid_ulidflake_text returns any 64-bit integer as 13 characters of Crockford's Base32. The
-- parameter is wider than a BIGINT, so that no sql_mode cuts a number that does not fit.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_text(id DECIMAL(20, 0))
RETURNS CHAR(13) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(id BETWEEN -9223372036854775808 AND 9223372036854775807,
  -- CONV makes the digits 0 to V. Each letter that is put in place of another is free by
  -- then.
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    LPAD(CONV(HEX(CAST(id AS SIGNED)), 16, 32), 13, '0'),
  'V', 'Z'), 'U', 'Y'), 'T', 'X'), 'S', 'W'), 'R', 'V'), 'Q', 'T'), 'P', 'S'),
  'O', 'R'), 'N', 'Q'), 'M', 'P'), 'L', 'N'), 'K', 'M'), 'J', 'K'), 'I', 'J'),
  IF(id IS NULL, NULL, sortid_internal_fault('ulidflake: int64', id, 'overflow: an ID is 0 to 9223372036854775807')))
-- +goose StatementEnd

-- sortid_ulidflake_parse reads 13 characters of Crockford's Base32, in either case. The first
-- is 0 to 7; I, L, O and U are refused.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_parse(form LONGBLOB)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF form IS NULL THEN
    RETURN NULL;
  ELSEIF NOT sortid_ulidflake_valid_text(form) THEN
    IF LENGTH(form) <> 13 THEN
      RETURN sortid_internal_fault('ulidflake: text', form, 'wrong length: use 13 bytes of Base32');
    ELSEIF CONVERT(form USING latin1) COLLATE latin1_bin REGEXP '[^0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]' THEN
      RETURN sortid_internal_fault('ulidflake: text', form, 'character outside the alphabet: use Crockford''s Base32 without I, L, O and U');
    END IF;
    RETURN sortid_internal_fault('ulidflake: text', form, 'overflow: the greatest text is 7ZZZZZZZZZZZZ');
  END IF;
  -- The letters of CONV, which uses all of the alphabet. Each is free when it is taken.
  RETURN CAST(CONV(
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(UPPER(CONVERT(form USING latin1)),
    'J', 'I'), 'K', 'J'), 'M', 'K'), 'N', 'L'), 'P', 'M'), 'Q', 'N'), 'R', 'O'),
    'S', 'P'), 'T', 'Q'), 'V', 'R'), 'W', 'S'), 'X', 'T'), 'Y', 'U'), 'Z', 'V'), 32, 10) AS SIGNED);
END
-- +goose StatementEnd

-- sortid_ulidflake_valid returns whether a number is a Ulid-Flake: its sign bit is 0.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_valid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_valid(id DECIMAL(20, 0))
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN id BETWEEN 0 AND 9223372036854775807
-- +goose StatementEnd

-- sortid_ulidflake_valid_text returns whether sortid_ulidflake_parse accepts a text.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_valid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_valid_text(form LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LENGTH(form) = 13
  AND CONVERT(form USING latin1) COLLATE latin1_bin REGEXP '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{12}$'
-- +goose StatementEnd

-- sortid_ulidflake_time returns the time of any 64-bit integer.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_time(id DECIMAL(20, 0))
RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(id BETWEEN -9223372036854775808 AND 9223372036854775807,
  TIMESTAMPADD(MICROSECOND, ((CAST(id AS SIGNED) >> 20) + 1704067200000) * 1000, TIMESTAMP'1970-01-01 00:00:00.000'),
  IF(id IS NULL, NULL, sortid_internal_fault('ulidflake: int64', id, 'overflow: an ID is 0 to 9223372036854775807')))
-- +goose StatementEnd

-- sortid_ulidflake_min_at returns the least ID of a millisecond. The IDs made from a up to and not
-- including b are id >= sortid_ulidflake_min_at(a) AND id < sortid_ulidflake_min_at(b).
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_min_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_min_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_internal_micros('ulidflake', at, 1704067200000000, 10500160222207999, '2024-01-01 to 2302-09-27 15:10:22.207') DIV 1000 - 1704067200000 << 20
-- +goose StatementEnd

-- sortid_ulidflake_max_at returns the greatest ID of a millisecond.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_max_at */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_max_at(at VARCHAR(64) CHARACTER SET ascii)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_internal_micros('ulidflake', at, 1704067200000000, 10500160222207999, '2024-01-01 to 2302-09-27 15:10:22.207') DIV 1000 - 1704067200000 << 20 | 1048575
-- +goose StatementEnd

-- sortid_ulidflake_fields returns the fields of any 64-bit integer, in the stand-alone layout: a JSON
-- object of millis, which count from 2024, and random.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_fields */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_fields(id DECIMAL(20, 0))
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF id NOT BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
    RETURN sortid_internal_fault('ulidflake: int64', id, 'overflow: an ID is 0 to 9223372036854775807');
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT('millis', CAST(id AS SIGNED) >> 20, 'random', CAST(id AS SIGNED) & 1048575));
END
-- +goose StatementEnd

-- sortid_ulidflake_scalable returns the fields of any 64-bit integer, in the scalable layout: a JSON
-- object of millis, random and scalability. An ID does not show its layout.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_scalable */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_scalable(id DECIMAL(20, 0))
RETURNS JSON
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF id NOT BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
    RETURN sortid_internal_fault('ulidflake: int64', id, 'overflow: an ID is 0 to 9223372036854775807');
  END IF;
  RETURN IF(id IS NULL, NULL, JSON_OBJECT(
    'millis', CAST(id AS SIGNED) >> 20, 'random', CAST(id AS SIGNED) >> 5 & 32767, 'scalability', CAST(id AS SIGNED) & 31));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_ulidflake_scalable;
DROP FUNCTION IF EXISTS sortid_ulidflake_fields;
DROP FUNCTION IF EXISTS sortid_ulidflake_max_at;
DROP FUNCTION IF EXISTS sortid_ulidflake_min_at;
DROP FUNCTION IF EXISTS sortid_ulidflake_time;
DROP FUNCTION IF EXISTS sortid_ulidflake_valid_text;
DROP FUNCTION IF EXISTS sortid_ulidflake_valid;
DROP FUNCTION IF EXISTS sortid_ulidflake_parse;
DROP FUNCTION IF EXISTS sortid_ulidflake_text;
DROP FUNCTION IF EXISTS sortid_ulidflake_new_with;
DROP FUNCTION IF EXISTS sortid_internal_ulidflake_settle;
DROP FUNCTION IF EXISTS sortid_ulidflake_new;

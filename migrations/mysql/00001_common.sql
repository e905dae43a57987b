-- Helpers that the functions of all formats share. Names that begin with
-- sortid_internal_ are not part of the interface and may change with any version.
--
-- Each function replaces the one of its name, so a later file can hold a new version of a
-- function, and all files can run again. MariaDB, which reads the comments with M!, replaces
-- it in one step. MySQL, which reads those with !80000, drops the function and creates it
-- again; a call in between fails with error 1305. docs/server.md says how to upgrade. A later
-- file creates a new helper before the functions that call it. A helper that takes other
-- parameters than before gets another name, because the functions of the version before
-- call it until they are replaced.
--
-- For MySQL 8.0.16 and MariaDB 10.11 or later. The role needs CREATE ROUTINE and
-- ALTER ROUTINE (to replace and to remove functions) on the database, and EXECUTE to call
-- them. With the binary log on, the server also asks for the privilege SUPER or for
-- log_bin_trust_function_creators = 1 while these files run (error 1419).
-- docs/server.md has the privileges of each step.
--
-- Parameters are LONGBLOB, which takes any bytes in any character set, and leaves the
-- length to be checked here. Texts are of utf8mb4_bin, because that is the collation that
-- wins against the one of a literal, and so is compared byte by byte.

-- +goose Up

-- TiDB, which speaks MySQL's protocol, has no stored functions: it fails here, with this text, and
-- not after some of the statements. The other servers do not evaluate the call.
/*!80000 DO IF(CONCAT(VERSION(), @@version_comment) LIKE '%TiDB%', UUID_TO_BIN('TiDB has no stored functions: make IDs in the client, and use migrations/tidb for leases'), 0) */ /*M! DO 0 */;

-- A function keeps the sql_mode that it was created in. This one is the same
-- everywhere, and lets MariaDB read the files in its Oracle mode too. It also keeps the character
-- set of the client: with that of a shell without UTF-8, the names of tables would become question marks.
--
-- Replacing a function waits for the transactions that have called it, and callers wait
-- behind it. After ten seconds the file fails (error 1205) with the function in place.
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_internal_trial exists only because it is created first. If the server does not
-- let this role create functions (errors 1044, 1370 and 1419), the files fail here, and
-- not after MySQL has dropped a function that tables use.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_trial */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_trial()
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN TRUE
-- +goose StatementEnd

-- sortid_internal_fault raises an error that names the kind of input, the input, and the rule
-- with its remedy. MySQL allows 128 characters; the function cuts the input to fit. It
-- returns a value so that an expression can call it; DO would swallow the error on
-- MariaDB. It is not DETERMINISTIC, because MariaDB would then call it while it prepares
-- the expression, even if that branch is never evaluated.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_fault */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_fault(what VARCHAR(40) CHARACTER SET ascii, input LONGBLOB, rule VARCHAR(100) CHARACTER SET ascii)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE shown LONGTEXT CHARACTER SET latin1 DEFAULT CONVERT(LEFT(input, 200) USING latin1);
  DECLARE room INT DEFAULT 128 - LENGTH(what) - LENGTH(rule) - 5;
  DECLARE message VARCHAR(128) CHARACTER SET ascii;
  -- Bytes beyond ASCII and control characters do not go into a message.
  SET shown = REGEXP_REPLACE(shown, '[^ -~]', '?');
  IF LENGTH(shown) > room THEN
    SET shown = CONCAT(LEFT(shown, room - 3), '...');
  END IF;
  SET message = CONCAT(what, ' ''', shown, ''': ', rule);
  SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = message;
  RETURN NULL;
END
-- +goose StatementEnd

-- sortid_internal_length_fault raises the error for an ID of the wrong length.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_length_fault */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_length_fault(format VARCHAR(20) CHARACTER SET ascii, id LONGBLOB, size INT)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  RETURN sortid_internal_fault(CONCAT(format, ': binary'), CONCAT('0x', HEX(LEFT(id, 32))),
    CONCAT('wrong length: ', LENGTH(id), ' bytes where ', size, ' are needed; for text use the parse function'));
END
-- +goose StatementEnd

-- sortid_internal_time_fault raises the error for a time that has no ID. NULL is the
-- time of the clock.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_time_fault */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_time_fault(format VARCHAR(20) CHARACTER SET ascii, at VARCHAR(40) CHARACTER SET ascii, lifetime VARCHAR(60) CHARACTER SET ascii)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE message VARCHAR(128) CHARACTER SET ascii
    DEFAULT CONCAT(format, ': time ', COALESCE(CONCAT('''', at, ''''), 'of the clock'), ': outside the lifetime, ', lifetime, ': check it');
  SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
  RETURN NULL;
END
-- +goose StatementEnd

-- sortid_internal_micros returns the microseconds since 1970 of a time in UTC, from least to
-- greatest. The parameter is text, because the servers convert an offset into the session's
-- time zone, or drop it, before a DATETIME parameter is set, and ignore what follows a time.
-- Nanoseconds, which Go's driver sends, are cut and not rounded.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_micros */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_micros(format VARCHAR(20) CHARACTER SET ascii, at VARCHAR(64) CHARACTER SET ascii, least_micros BIGINT, greatest_micros BIGINT, lifetime VARCHAR(60) CHARACTER SET ascii)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE micros BIGINT;
  DECLARE EXIT HANDLER FOR 1292 RETURN sortid_internal_fault(CONCAT(format, ': time'), at, 'no such date or time: check it');
  IF at NOT REGEXP '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?)?\\z' THEN
    RETURN sortid_internal_fault(CONCAT(format, ': time'), at, 'not a time in UTC: write 2026-01-31 12:00:00.000000, without an offset');
  END IF;
  SET micros = TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', LEFT(at, 26));
  IF micros BETWEEN least_micros AND greatest_micros OR at IS NULL THEN
    RETURN micros;
  END IF;
  RETURN sortid_internal_time_fault(format, at, lifetime);
END
-- +goose StatementEnd

-- sortid_internal_clock returns the time in microseconds since 1970.
--
-- NOW and UTC_TIMESTAMP keep their value while a statement runs; SYSDATE moves, but is
-- in the session's time zone. SYSDATE less NOW is the time that has passed. The function
-- trusts it below a quarter of an hour: no change to or from daylight saving time can
-- lie within it, and no SET timestamp can cause it. Otherwise, and if the server runs
-- with --sysdate-is-now, the clock of UUID decides, which has no zone. On MariaDB that
-- clock can be off by all corrections of the system's clock since the server started, so
-- it decides the zone only.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_clock */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_clock()
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE passed BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6));
  DECLARE now BIGINT DEFAULT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + passed;
  DECLARE uuid CHAR(36) CHARACTER SET ascii;
  DECLARE ticks BIGINT;
  IF passed BETWEEN 1 AND 899999999 THEN
    RETURN now;
  END IF;
  SET uuid = UUID();
  -- 100 ns since 1582, made microseconds since 1970.
  SET ticks = (CAST(CONV(CONCAT(SUBSTR(uuid, 16, 3), SUBSTR(uuid, 10, 4), LEFT(uuid, 8)), 16, 10) AS SIGNED) - 122192928000000000) DIV 10;
  IF passed = 0 THEN
    RETURN ticks;
  END IF;
  RETURN now - 900000000 * CAST(ROUND((now - ticks) / 900000000) AS SIGNED);
END
-- +goose StatementEnd

-- sortid_internal_clock_past waits until the clock has passed a microsecond, and returns the
-- time. It does not wait for a clock that is more than ten seconds behind.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_clock_past */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_clock_past(last BIGINT)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE now BIGINT DEFAULT sortid_internal_clock();
  WHILE now <= last AND last - now <= 10000000 DO
    IF last - now > 2000 THEN
      DO SLEEP(0.001);
    END IF;
    SET now = sortid_internal_clock();
  END WHILE;
  RETURN now;
END
-- +goose StatementEnd

-- sortid_internal_turn returns the turn of an ID of 64 bits: the milliseconds since 1970, shifted
-- left by 12 bits, and a number within them. It is greater than all before in the session. No other
-- session of the server gets it, as long as they take at most 4,096 in a millisecond together and
-- the clock is not set back.
--
-- The sessions share the counter of UUID_SHORT, which belongs to no transaction and takes no lock
-- that lasts. A millisecond begins its count at a number that all sessions compute and that IDs do
-- not show: a hash of the millisecond and of constants of the server. The session's state is
--
--   @sortid_turn        the last turn
--   @sortid_turn_start  the number that its millisecond adds to the counter
--
-- If the clock stands still or goes back, the function holds the last millisecond. If the number
-- is not greater than the last one, it waits for the next millisecond, or takes it at once if the
-- clock is behind. If the clock is more than ten seconds behind, the session starts over.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_turn */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_turn()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE last BIGINT DEFAULT CAST(@sortid_turn AS SIGNED);
  DECLARE millis BIGINT DEFAULT sortid_internal_clock() DIV 1000;
  DECLARE next BIGINT;
  IF millis BETWEEN (last >> 12) - 10000 AND last >> 12 THEN
    SET next = last & ~4095 | (UUID_SHORT() & 4095) + CAST(@sortid_turn_start AS UNSIGNED) & 4095;
    IF next > last THEN
      RETURN next;
    ELSEIF millis < CAST(last >> 12 AS SIGNED) - 1 THEN
      SET millis = (last >> 12) + 1;
    ELSE
      SET millis = sortid_internal_clock_past((last >> 12) * 1000 + 999) DIV 1000;
    END IF;
  END IF;
  SET @sortid_turn_start = CAST(CONV(LEFT(SHA2(CONVERT(CONCAT(millis, ' ', RIGHT(UUID(), 12), ' ', @@hostname /*!80000 , @@server_uuid */)
    USING utf8mb4), 256), 3), 16, 10) AS UNSIGNED);
  RETURN millis << 12 | (UUID_SHORT() & 4095) + CAST(@sortid_turn_start AS UNSIGNED) & 4095;
END
-- +goose StatementEnd

-- sortid_internal_digits returns the 32 hexadecimal digits of a text of 128 bits: 26 characters
-- of Crockford's Base32, with his substitutions if the caller asks for them, 36 of the
-- UUID form, or 32 hexadecimal digits. It returns NULL for anything else.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_digits */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_digits(form LONGBLOB, substitutions BOOLEAN)
RETURNS CHAR(32) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- Any byte is a character of latin1, and none beyond ASCII has a capital within.
  DECLARE letters VARCHAR(36) CHARACTER SET latin1 COLLATE latin1_bin DEFAULT UPPER(CONVERT(LEFT(form, 36) USING latin1));
  CASE LENGTH(form)
  WHEN 26 THEN
    IF substitutions THEN
      SET letters = REPLACE(REPLACE(REPLACE(REPLACE(letters, 'I', '1'), 'L', '1'), 'O', '0'), 'U', 'V');
    END IF;
    IF letters NOT REGEXP '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' THEN
      RETURN NULL;
    END IF;
    -- The letters of CONV, which uses all of the alphabet. Each is free when it is taken.
    SET letters =
      REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
      REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(letters,
      'J', 'I'), 'K', 'J'), 'M', 'K'), 'N', 'L'), 'P', 'M'), 'Q', 'N'), 'R', 'O'),
      'S', 'P'), 'T', 'Q'), 'V', 'R'), 'W', 'S'), 'X', 'T'), 'Y', 'U'), 'Z', 'V');
    -- CONV takes 64 bits, and twelve characters are 60.
    RETURN CONCAT(LPAD(CONV(LEFT(letters, 2), 32, 16), 2, '0'),
      LPAD(CONV(SUBSTR(letters, 3, 12), 32, 16), 15, '0'), LPAD(CONV(SUBSTR(letters, 15), 32, 16), 15, '0'));
  WHEN 36 THEN
    IF letters REGEXP '^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$' THEN
      RETURN REPLACE(letters, '-', '');
    END IF;
  WHEN 32 THEN
    IF letters REGEXP '^[0-9A-F]{32}$' THEN
      RETURN letters;
    END IF;
  ELSE
    RETURN NULL;
  END CASE;
  RETURN NULL;
END
-- +goose StatementEnd

-- sortid_internal_digits_fault raises the error for a text that sortid_internal_digits does not read.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_digits_fault */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_digits_fault(format VARCHAR(20) CHARACTER SET ascii, form LONGBLOB, alphabet VARCHAR(60) CHARACTER SET ascii)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE letters VARCHAR(36) CHARACTER SET latin1 COLLATE latin1_bin DEFAULT UPPER(CONVERT(LEFT(form, 36) USING latin1));
  CASE LENGTH(form)
  WHEN 26 THEN
    IF letters REGEXP '[^0-9A-Z]' OR LEFT(letters, 1) NOT BETWEEN '8' AND 'Z' OR sortid_internal_digits(CONCAT('0', SUBSTR(form, 2)), format = 'wiji') IS NULL
      OR (format <> 'wiji' AND LEFT(letters, 1) IN ('I', 'L', 'O', 'U')) THEN
      RETURN sortid_internal_fault(CONCAT(format, ': text'), form, CONCAT('character outside the alphabet: use ', alphabet));
    END IF;
    RETURN sortid_internal_fault(CONCAT(format, ': text'), form, IF(format = 'wiji', 'overflow: use 0 or 1 first, or the UUID form from 2540 on',
      'overflow: the greatest text is 7ZZZZZZZZZZZZZZZZZZZZZZZZZ'));
  WHEN 36 THEN
    IF CONCAT(SUBSTR(letters, 9, 1), SUBSTR(letters, 14, 1), SUBSTR(letters, 19, 1), SUBSTR(letters, 24, 1)) <> '----' THEN
      RETURN sortid_internal_fault(CONCAT(format, ': uuid'), form, 'misplaced separator: hyphens stand after 8, 12, 16 and 20 digits');
    END IF;
    RETURN sortid_internal_fault(CONCAT(format, ': uuid'), form, 'character outside the alphabet: use the hexadecimal digits');
  WHEN 32 THEN
    RETURN sortid_internal_fault(CONCAT(format, ': hex'), form, 'character outside the alphabet: use the hexadecimal digits');
  ELSE
    RETURN sortid_internal_fault(CONCAT(format, ': text'), form, 'wrong length: use 26 bytes of Base32, 36 of the UUID form or 32 of hex');
  END CASE;
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_internal_digits_fault;
DROP FUNCTION IF EXISTS sortid_internal_digits;
DROP FUNCTION IF EXISTS sortid_internal_turn;
DROP FUNCTION IF EXISTS sortid_internal_clock_past;
DROP FUNCTION IF EXISTS sortid_internal_clock;
DROP FUNCTION IF EXISTS sortid_internal_micros;
DROP FUNCTION IF EXISTS sortid_internal_time_fault;
DROP FUNCTION IF EXISTS sortid_internal_length_fault;
DROP FUNCTION IF EXISTS sortid_internal_fault;
DROP FUNCTION IF EXISTS sortid_internal_trial;

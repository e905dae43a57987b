-- uid11: an unsigned integer of 64 bits, as text 11 characters of Base58. The column is
-- BIGINT UNSIGNED. Its profile xid is in the next file.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_uid_random makes an ID of the profile full-random: 64 random bits, without a time
-- and without an order.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_random */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_random()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(RANDOM_BYTES(8)), 16, 10) AS UNSIGNED)
-- +goose StatementEnd

-- sortid_internal_uid_sequence returns the milliseconds since the epoch and a number within them, shifted
-- left by 12 bits and in the low 12, always greater than before in the session.
--
-- The state is @sortid_uid, the last result. If the clock stands still or goes back, the
-- function holds the last millisecond. If its 4,096 numbers are used up, the function waits
-- for the next millisecond. If the clock is more than ten seconds behind, the session starts
-- over.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uid_sequence */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uid_sequence()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE last BIGINT DEFAULT CAST(@sortid_uid AS SIGNED);
  DECLARE micros BIGINT DEFAULT sortid_internal_clock();
  IF micros DIV 1000 - 1321009871111 BETWEEN (last >> 12) - 10000 AND last >> 12 THEN
    IF last & 4095 < 4095 THEN
      SET @sortid_uid = last + 1;
      RETURN last + 1;
    END IF;
    SET micros = sortid_internal_clock_past(((last >> 12) + 1321009871111) * 1000 + 999);
  END IF;
  IF micros NOT BETWEEN 1321009871111000 AND 5719056382214999 THEN
    RETURN sortid_internal_time_fault('uid11', TIMESTAMPADD(MICROSECOND, micros, TIMESTAMP'1970-01-01 00:00:00'), '2011-11-11 11:11:11.111 to 2151-03-25 18:46:22.214');
  END IF;
  SET @sortid_uid = micros DIV 1000 - 1321009871111 << 12;
  RETURN CAST(@sortid_uid AS UNSIGNED);
END
-- +goose StatementEnd

-- sortid_internal_uid_claim claims a machine number for the session, by a user lock of the server that
-- the session keeps until it ends or is reset. If another session has the number, it is an error.
-- The IDs of the session that had it before may be of the present millisecond, so that one counts
-- as used up.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uid_claim */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uid_claim(machine INT)
RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF COALESCE(GET_LOCK(CONCAT('sortid.snowish.', machine), 0), 0) <> 1 THEN
    RETURN sortid_internal_fault('uid11: machine', machine,
      CONCAT('in use by connection ', COALESCE(IS_USED_LOCK(CONCAT('sortid.snowish.', machine)), 'of another'), ': use one number per session'));
  END IF;
  SET @sortid_uid = GREATEST(COALESCE(CAST(@sortid_uid AS SIGNED), 0) | 4095, (sortid_internal_clock() DIV 1000 - 1321009871111 << 12) | 4095);
  RETURN machine;
END
-- +goose StatementEnd

-- sortid_internal_uid_leased checks a number of sortid_internal_uid_sequence for a machine number that
-- the session has claimed: its time is before the end of the claim, and it is greater than all
-- before, of this session and of the former holders.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uid_leased */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uid_leased(sequence BIGINT)
RETURNS BOOLEAN
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF (sequence >> 12) + 1321009871111 >= CAST(@sortid_lease_mark AS SIGNED) THEN
    RETURN sortid_internal_fault('uid11: machine', @sortid_lease_number, 'its claim has ended: CALL sortid_lease_claim again');
  ELSEIF sequence <= CAST(@sortid_lease_floor AS SIGNED) THEN
    RETURN sortid_internal_fault('uid11: machine', @sortid_lease_number, 'the clock went back: set it right');
  END IF;
  SET @sortid_lease_floor = sequence;
  RETURN TRUE;
END
-- +goose StatementEnd

-- sortid_uid_snowish makes an ID of the profile snowish, with the xid's epoch, that is greater
-- than all that the session made before. The machine number, 0 to 1023, belongs to one session of
-- the server at a time: another session that uses it gets an error. Servers need different numbers.
-- NULL means the number that sortid_lease_claim has claimed for the session.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_snowish */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_snowish(machine INT)
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE sequence BIGINT UNSIGNED;
  DECLARE number INT DEFAULT COALESCE(machine, CAST(@sortid_lease_number AS SIGNED));
  IF number IS NULL OR number NOT BETWEEN 0 AND 1023 THEN
    RETURN sortid_internal_fault('uid11: machine', COALESCE(number, 'NULL'), 'invalid setting: use 0 to 1023, or CALL sortid_lease_claim first');
  END IF;
  IF NOT (IS_USED_LOCK(CONCAT('sortid.snowish.', number)) <=> CONNECTION_ID()) THEN
    SET sequence = sortid_internal_uid_claim(number);
  END IF;
  SET sequence = sortid_internal_uid_sequence();
  IF machine IS NULL AND NOT sortid_internal_uid_leased(sequence) THEN
    RETURN NULL;
  END IF;
  IF sequence >> 53 > 0 THEN
    RETURN sortid_internal_time_fault('uid11: snowish', NULL, '2011-11-11 11:11:11.111 to 2081-07-18 02:58:46.662');
  END IF;
  RETURN (sequence >> 12 << 22) | number << 12 | sequence & 4095;
END
-- +goose StatementEnd

-- sortid_uid_ts_seq_rand makes an ID of the profile ts-seq-rand, with the xid's epoch, that is
-- greater than all that the session made before. The time and the sequence are those of the turn,
-- which the sessions of a server share (sortid_internal_turn), so they do not repeat IDs of each
-- other. IDs of two servers differ by the sequence and 10 random bits.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_ts_seq_rand */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_ts_seq_rand()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- As in sortid_ulidflake_new.
  SET @sortid_turn_last = @sortid_turn, @sortid_turn = IF(
    (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000
      BETWEEN CAST(CAST(@sortid_turn AS UNSIGNED) >> 12 AS SIGNED) - 10000 AND CAST(@sortid_turn AS UNSIGNED) >> 12,
    CAST(@sortid_turn AS UNSIGNED) & ~4095 | (UUID_SHORT() & 4095) + CAST(@sortid_turn_start AS UNSIGNED) & 4095,
    sortid_internal_turn());
  -- The bounds are the lifetime, 2011 to 2151.
  RETURN IF(CAST(@sortid_turn AS UNSIGNED) BETWEEN GREATEST(5410856432070656, COALESCE(CAST(@sortid_turn_last AS UNSIGNED), 0) + 1) AND 23425254941552639,
    CAST(@sortid_turn AS UNSIGNED) - 5410856432070656 << 10 | CONV(HEX(RANDOM_BYTES(2)), 16, 10) & 1023,
    sortid_internal_uid_settle());
END
-- +goose StatementEnd

-- sortid_internal_uid_settle makes the ID when the turn is not greater than the last one, or is
-- outside the lifetime.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_uid_settle */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_uid_settle()
RETURNS BIGINT UNSIGNED
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  SET @sortid_turn = @sortid_turn_last;
  SET @sortid_turn = sortid_internal_turn();
  RETURN IF(CAST(@sortid_turn AS UNSIGNED) BETWEEN 5410856432070656 AND 23425254941552639,
    CAST(@sortid_turn AS UNSIGNED) - 5410856432070656 << 10 | CONV(HEX(RANDOM_BYTES(2)), 16, 10) & 1023,
    sortid_internal_time_fault('uid11', TIMESTAMPADD(MICROSECOND, (CAST(@sortid_turn AS SIGNED) DIV 4096) * 1000, TIMESTAMP'1970-01-01 00:00:00'),
      '2011-11-11 11:11:11.111 to 2151-03-25 18:46:22.214'));
END
-- +goose StatementEnd

-- sortid_uid_text returns any unsigned 64-bit integer as 11 characters of Bitcoin's Base58. The
-- parameter is wider than that, so that no sql_mode cuts a number that does not fit.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_text(id DECIMAL(20, 0))
RETURNS CHAR(11) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE alphabet CHAR(58) CHARACTER SET ascii COLLATE ascii_bin
    DEFAULT '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  DECLARE number BIGINT UNSIGNED;
  IF id NOT BETWEEN 0 AND 18446744073709551615 THEN
    RETURN sortid_internal_fault('uid11: uint64', id, 'overflow: an ID is 0 to 18446744073709551615; use BIGINT UNSIGNED');
  END IF;
  SET number = id;
  RETURN CONCAT(
    SUBSTR(alphabet, 1 + number DIV 430804206899405824, 1),
    SUBSTR(alphabet, 1 + number DIV 7427658739644928 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 128063081718016 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 2207984167552 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 38068692544 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 656356768 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 11316496 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 195112 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 3364 MOD 58, 1),
    SUBSTR(alphabet, 1 + number DIV 58 MOD 58, 1),
    SUBSTR(alphabet, 1 + number MOD 58, 1));
END
-- +goose StatementEnd

-- sortid_uid_parse reads 11 characters of Bitcoin's Base58. Upper-case and lower-case letters
-- differ. A text above jpXCZedGfVQ is more than 64 bits and refused.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_parse(form LONGBLOB)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE alphabet CHAR(58) CHARACTER SET latin1 COLLATE latin1_bin
    DEFAULT '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  DECLARE letters VARCHAR(11) CHARACTER SET latin1 COLLATE latin1_bin DEFAULT CONVERT(LEFT(form, 11) USING latin1);
  IF form IS NULL THEN
    RETURN NULL;
  ELSEIF LENGTH(form) <> 11 THEN
    RETURN sortid_internal_fault('uid11: text', form, 'wrong length: use 11 bytes of Base58');
  ELSEIF letters REGEXP '[^1-9A-HJ-NP-Za-km-z]' THEN
    RETURN sortid_internal_fault('uid11: text', form, 'character outside the alphabet: use Bitcoin''s Base58 (without 0, I, O and l)');
  ELSEIF letters > 'jpXCZedGfVQ' THEN
    RETURN sortid_internal_fault('uid11: text', form, 'overflow: the greatest text is jpXCZedGfVQ');
  END IF;
  RETURN
    CAST(INSTR(alphabet, SUBSTR(letters, 1, 1)) - 1 AS UNSIGNED) * 430804206899405824 +
    CAST(INSTR(alphabet, SUBSTR(letters, 2, 1)) - 1 AS UNSIGNED) * 7427658739644928 +
    CAST(INSTR(alphabet, SUBSTR(letters, 3, 1)) - 1 AS UNSIGNED) * 128063081718016 +
    CAST(INSTR(alphabet, SUBSTR(letters, 4, 1)) - 1 AS UNSIGNED) * 2207984167552 +
    CAST(INSTR(alphabet, SUBSTR(letters, 5, 1)) - 1 AS UNSIGNED) * 38068692544 +
    CAST(INSTR(alphabet, SUBSTR(letters, 6, 1)) - 1 AS UNSIGNED) * 656356768 +
    CAST(INSTR(alphabet, SUBSTR(letters, 7, 1)) - 1 AS UNSIGNED) * 11316496 +
    CAST(INSTR(alphabet, SUBSTR(letters, 8, 1)) - 1 AS UNSIGNED) * 195112 +
    CAST(INSTR(alphabet, SUBSTR(letters, 9, 1)) - 1 AS UNSIGNED) * 3364 +
    CAST(INSTR(alphabet, SUBSTR(letters, 10, 1)) - 1 AS UNSIGNED) * 58 +
    CAST(INSTR(alphabet, SUBSTR(letters, 11, 1)) - 1 AS UNSIGNED);
END
-- +goose StatementEnd

-- sortid_uid_valid returns whether a number is a uid11: any of 64 bits is.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_valid */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_valid(id DECIMAL(20, 0))
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN id BETWEEN 0 AND 18446744073709551615
-- +goose StatementEnd

-- sortid_uid_valid_text returns whether sortid_uid_parse accepts a text.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_valid_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_valid_text(form LONGBLOB)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LENGTH(form) = 11
  AND CONVERT(form USING latin1) COLLATE latin1_bin REGEXP '^[1-9A-HJ-NP-Za-km-z]{11}$' AND form <= 'jpXCZedGfVQ'
-- +goose StatementEnd

-- sortid_uid_prefix_min returns the least ID whose text begins with a prefix of 1 to 11
-- characters: id BETWEEN sortid_uid_prefix_min(p) AND sortid_uid_prefix_max(p).
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_prefix_min */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_prefix_min(prefix LONGBLOB)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF prefix IS NULL THEN
    RETURN NULL;
  ELSEIF LENGTH(prefix) NOT BETWEEN 1 AND 11 THEN
    RETURN sortid_internal_fault('uid11: prefix', prefix, 'wrong length: use 1 to 11 bytes');
  ELSEIF CONVERT(prefix USING latin1) COLLATE latin1_bin REGEXP '[^1-9A-HJ-NP-Za-km-z]' THEN
    RETURN sortid_internal_fault('uid11: prefix', prefix, 'character outside the alphabet: use Bitcoin''s Base58 (without 0, I, O and l)');
  ELSEIF prefix > LEFT('jpXCZedGfVQ', LENGTH(prefix)) THEN
    RETURN sortid_internal_fault('uid11: prefix', prefix, 'overflow: no ID begins with it, the greatest text is jpXCZedGfVQ');
  END IF;
  RETURN sortid_uid_parse(CONCAT(prefix, LEFT('11111111111', 11 - LENGTH(prefix))));
END
-- +goose StatementEnd

-- sortid_uid_prefix_max returns the greatest ID whose text begins with a prefix.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_prefix_max */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_prefix_max(prefix LONGBLOB)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- Refuses a text that is not a prefix.
  DECLARE least BIGINT UNSIGNED DEFAULT sortid_uid_prefix_min(prefix);
  IF prefix IS NULL THEN
    RETURN NULL;
  ELSEIF prefix = LEFT('jpXCZedGfVQ', LENGTH(prefix)) THEN
    RETURN 18446744073709551615;
  END IF;
  RETURN sortid_uid_parse(CONCAT(prefix, LEFT('zzzzzzzzzzz', 11 - LENGTH(prefix))));
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_uid_prefix_max;
DROP FUNCTION IF EXISTS sortid_uid_prefix_min;
DROP FUNCTION IF EXISTS sortid_uid_valid_text;
DROP FUNCTION IF EXISTS sortid_uid_valid;
DROP FUNCTION IF EXISTS sortid_uid_parse;
DROP FUNCTION IF EXISTS sortid_uid_text;
DROP FUNCTION IF EXISTS sortid_internal_uid_settle;
DROP FUNCTION IF EXISTS sortid_uid_ts_seq_rand;
DROP FUNCTION IF EXISTS sortid_uid_snowish;
DROP FUNCTION IF EXISTS sortid_internal_uid_leased;
DROP FUNCTION IF EXISTS sortid_internal_uid_claim;
DROP FUNCTION IF EXISTS sortid_internal_uid_sequence;
DROP FUNCTION IF EXISTS sortid_uid_random;

-- Dropping old partitions by the time in the key. docs/partitions.md has examples.
--
--   CALL sortid_partitions_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 12 MONTH, 0, FALSE);      -- what the next line would drop
--   CALL sortid_partitions_drop_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 12 MONTH, 0, FALSE);
--
-- A partition up to MAXVALUE is never dropped. The procedures run with the caller's rights.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_internal_partition_fit returns a condition in SQL on a key: it is an ID of the format and, as a text, the one
-- that the format's function writes. For a key sortid_internal_partition_time says the same; this is for millions.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_fit */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_fit(format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, divided VARCHAR(64) CHARACTER SET utf8mb4)
RETURNS VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN REPLACE(CASE CONCAT(kind, ' ', format)
  WHEN 'binary wiji' THEN 'LENGTH(@) = 16 AND SUBSTR(@, 10, 1) BETWEEN X''10'' AND X''1F'''
  WHEN 'binary ulid' THEN 'LENGTH(@) = 16'
  WHEN 'binary uuidv7' THEN 'LENGTH(@) = 16 AND SUBSTR(@, 7, 1) BETWEEN X''70'' AND X''7F'' AND SUBSTR(@, 9, 1) BETWEEN X''80'' AND X''BF'''
  WHEN 'binary scru160' THEN 'LENGTH(@) = 20'
  WHEN 'binary ulidflake' THEN 'LENGTH(@) = 8 AND SUBSTR(@, 1, 1) < X''80'''
  WHEN 'binary uid11' THEN 'LENGTH(@) = 8'
  WHEN 'bigint ulidflake' THEN '@ >= 0'
  WHEN 'bigint uid11' THEN '@ >= 0'
  -- The length is there because $ also matches before a last end of a line.
  WHEN 'text wiji' THEN 'CHAR_LENGTH(@) = 26 AND CONVERT(@ USING ascii) COLLATE ascii_bin REGEXP ''^[01][0-9A-HJKMNP-TV-Z]{13}[02468ACEGJMPRTWY][4-7][0-9A-HJKMNP-TV-Z]{10}$'''
  WHEN 'text ulid' THEN 'CHAR_LENGTH(@) = 26 AND CONVERT(@ USING ascii) COLLATE ascii_bin REGEXP ''^[0-7][0-9A-HJKMNP-TV-Z]{25}$'''
  WHEN 'text uuidv7' THEN 'CHAR_LENGTH(@) = 36 AND CONVERT(@ USING ascii) COLLATE ascii_bin REGEXP ''^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'''
  WHEN 'text scru160' THEN 'CHAR_LENGTH(@) = 32 AND CONVERT(@ USING ascii) COLLATE ascii_bin REGEXP ''^[0-9A-V]{32}$'''
  WHEN 'text ulidflake' THEN 'CHAR_LENGTH(@) = 13 AND CONVERT(@ USING ascii) COLLATE ascii_bin REGEXP ''^[0-7][0-9A-HJKMNP-TV-Z]{12}$'''
  WHEN 'text uid11' THEN 'CHAR_LENGTH(@) = 11 AND CONVERT(@ USING ascii) COLLATE ascii_bin REGEXP ''^[1-9A-HJ-NP-Za-km-z]{11}$'' AND CONVERT(@ USING ascii) COLLATE ascii_bin <= ''jpXCZedGfVQ'''
  END, '@', CONCAT('`', REPLACE(divided, '`', '``'), '`'))
-- +goose StatementEnd

-- sortid_internal_partition_end returns the time of the first ID of a partition or a table in a direction: ASC is the
-- oldest, DESC the newest. It commits before, to read what all sessions have committed.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_end */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_end(source VARCHAR(300) CHARACTER SET utf8mb4, divided VARCHAR(64) CHARACTER SET utf8mb4,
  format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, direction VARCHAR(4) CHARACTER SET ascii, OUT made DATETIME(6))
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  COMMIT;
  CALL sortid_internal_partition_run(CONCAT('SELECT MAX(sortid_internal_partition_time(''', format, ''', ''', kind, ''', id)) INTO @sortid_made FROM (SELECT `',
    REPLACE(divided, '`', '``'), '` AS id FROM ', source, ' WHERE ', sortid_internal_partition_fit(format, kind, divided), ' ORDER BY 1 ', direction, ' LIMIT 1) AS ids'));
  COMMIT;
  SET made = @sortid_made;
END
-- +goose StatementEnd

-- sortid_internal_partition_check reads all keys of a partition or a detached one. It returns how many there are, the times of
-- the oldest and newest IDs, and why it must not be dropped. lowest is the least ID of the limit as a literal. latest is the
-- time of the newest ID of the table. ending is the end of the first partition: if that has all IDs of the table,
-- their times would be far from its end in another format.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_check */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_check(source VARCHAR(300) CHARACTER SET utf8mb4, divided VARCHAR(64) CHARACTER SET utf8mb4,
  format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, cutoff DATETIME(6), lowest VARCHAR(80) CHARACTER SET utf8mb4, latest DATETIME(6), ending DATETIME(6),
  clock_is_right BOOLEAN, OUT total BIGINT, OUT newest DATETIME(6), OUT oldest DATETIME(6), OUT problem VARCHAR(80) CHARACTER SET ascii)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE odd, late BIGINT;
  DECLARE present DATETIME(6) DEFAULT LEAST(UTC_TIMESTAMP(6), TIMESTAMP'1970-01-01 00:00:00' + INTERVAL sortid_internal_clock() MICROSECOND);
  DECLARE id VARCHAR(200) CHARACTER SET utf8mb4 DEFAULT CONCAT('`', REPLACE(divided, '`', '``'), '`');
  COMMIT;
  CALL sortid_internal_partition_run(CONCAT('SELECT COUNT(*), COUNT(*) - COALESCE(SUM(', sortid_internal_partition_fit(format, kind, divided), '), 0), COALESCE(SUM(',
    IF(kind = 'text', CONCAT('CONVERT(', id, ' USING ascii) COLLATE ascii_bin'), id), ' >= ', lowest, '), 0) INTO @sortid_total, @sortid_odd, @sortid_late FROM ', source));
  COMMIT;
  SET total = @sortid_total, odd = @sortid_odd, late = @sortid_late;
  CALL sortid_internal_partition_end(source, divided, format, kind, 'DESC', newest);
  CALL sortid_internal_partition_end(source, divided, format, kind, 'ASC', oldest);
  SET problem = CASE
    WHEN odd > 0 THEN CONCAT(odd, ' of ', total, ' keys are not of the format in its own form')
    WHEN late > 0 OR newest >= cutoff THEN CONCAT('has an ID of ', LEFT(newest, 19), ', ', late, ' of ', total, ' after the limit')
    WHEN newest < '1990-01-01' THEN CONCAT('its newest ID would be of ', LEFT(newest, 19), ': check the format')
    WHEN total > 0 AND latest > present + INTERVAL 10 YEAR AND format NOT IN ('wiji', 'uuidv7') THEN CONCAT('the table has an ID of ', LEFT(latest, 19), ': check the format')
    WHEN latest = newest AND newest < ending - INTERVAL 400 DAY THEN CONCAT('has all IDs of the table, up to ', LEFT(newest, 19), ': check the format')
    -- The Ulid-Flakes of all time until now, read as xids, are of these first months.
    WHEN format = 'uid11' AND newest < TIMESTAMP'2011-11-13 00:00:00' + INTERVAL TIMESTAMPDIFF(SECOND, TIMESTAMP'2024-01-01 00:00:00', UTC_TIMESTAMP()) DIV 4 SECOND
      THEN CONCAT('has an ID of ', LEFT(newest, 10), ', which may be a Ulid-Flake: check the format')
    -- The newest ID has the time of its writer's clock. If it is not near the present, the server's clock can be wrong.
    WHEN total > 0 AND NOT clock_is_right AND COALESCE(latest NOT BETWEEN cutoff AND present + INTERVAL 1 DAY, TRUE)
      THEN CONCAT('newest ID of the table: ', COALESCE(LEFT(latest, 19), 'none'), ': if the clock is right, pass TRUE') END;
END
-- +goose StatementEnd

-- sortid_internal_partition_detach exchanges a partition for a new table, whose comment names it, and drops the empty
-- partition. If a row has come into the partition meanwhile, it stays for the next run.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_detach */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_detach(wanted VARCHAR(64) CHARACTER SET utf8mb4, part VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE own VARCHAR(140) CHARACTER SET utf8mb4 DEFAULT CONCAT('`', REPLACE(wanted, '`', '``'), '`');
  DECLARE old VARCHAR(140) CHARACTER SET utf8mb4 DEFAULT CONCAT('`', REPLACE(part, '`', '``'), '`');
  DECLARE name VARCHAR(64) CHARACTER SET utf8mb4 DEFAULT LEFT(CONCAT(wanted, '_', part), 64);
  DECLARE aside VARCHAR(140) CHARACTER SET utf8mb4;
  DECLARE suffix INT DEFAULT 1;
  WHILE EXISTS (SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = name) DO
    SET suffix = suffix + 1;
    SET name = CONCAT(LEFT(CONCAT(wanted, '_', part), 59), '_', suffix);
  END WHILE;
  SET aside = CONCAT('`', REPLACE(name, '`', '``'), '`');
  CALL sortid_internal_partition_run(CONCAT_WS(' ', 'CREATE TABLE', aside, 'LIKE', own));
  CALL sortid_internal_partition_run(CONCAT('ALTER TABLE ', aside, ' COMMENT = ',
    QUOTE(CONCAT('sortid: ', aside, ', partition of ', own, ', ', format, ', detached ', DATE_FORMAT(UTC_TIMESTAMP(), '%Y-%m-%d %H:%i:%s'))), ' REMOVE PARTITIONING'));
  CALL sortid_internal_partition_run(CONCAT('ALTER TABLE ', own, ' EXCHANGE PARTITION ', old, ' WITH TABLE ', aside));
  CALL sortid_internal_partition_run(CONCAT('SELECT EXISTS (SELECT * FROM ', own, ' PARTITION (', old, ')) INTO @sortid_rows'));
  IF NOT @sortid_rows THEN
    CALL sortid_internal_partition_run(CONCAT('ALTER TABLE ', own, ' DROP PARTITION ', old));
  END IF;
END
-- +goose StatementEnd

-- sortid_internal_partition_retain visits the partitions that end at a time or before, and then the tables that earlier
-- runs have detached. It lists them; or it checks all of them, and then drops or detaches each, after it has checked it
-- again.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_retain */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_retain(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, at VARCHAR(64) CHARACTER SET ascii,
  quarantine_days INT, clock_is_right BOOLEAN, list BOOLEAN)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE divided, part VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE own VARCHAR(140) CHARACTER SET utf8mb4;
  DECLARE source VARCHAR(300) CHARACTER SET utf8mb4;
  DECLARE method VARCHAR(200) CHARACTER SET utf8mb4;
  DECLARE first, until, rest, shown LONGTEXT CHARACTER SET utf8mb4;
  DECLARE turn VARCHAR(64) CHARACTER SET ascii;
  DECLARE kind, action VARCHAR(6) CHARACTER SET ascii;
  DECLARE problem VARCHAR(80) CHARACTER SET ascii;
  DECLARE lowest VARCHAR(80) CHARACTER SET utf8mb4;
  DECLARE bound VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE cutoff, latest, ending, newest, oldest, since DATETIME(6);
  DECLARE size INT DEFAULT 0;
  DECLARE bytes, total BIGINT;
  DECLARE pass INT DEFAULT IF(list, 2, 1); -- the first one checks, the second one changes
  DECLARE attached BOOLEAN;
  DECLARE gone VARCHAR(64) CHARACTER SET utf8mb4; -- what another run has dropped meanwhile
  DECLARE code INT;
  DECLARE fault BIGINT;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    GET DIAGNOSTICS CONDITION 1 code = MYSQL_ERRNO;
    ROLLBACK;
    IF turn IS NOT NULL THEN
      DO RELEASE_LOCK(turn);
    END IF;
    IF code = 1684 THEN
      SET fault = sortid_internal_fault('partitions: table', wanted, 'another session is altering it: run it again');
    END IF;
    RESIGNAL;
  END;
  SET cutoff = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL sortid_internal_micros('partitions', at, 0, 253402300799999999, '1970 to 9999') MICROSECOND;
  IF cutoff IS NULL THEN
    SET fault = sortid_internal_fault('partitions: time', 'NULL', 'missing: use a time in UTC');
  ELSEIF cutoff >= LEAST(UTC_TIMESTAMP(6), TIMESTAMP'1970-01-01 00:00:00' + INTERVAL sortid_internal_clock() MICROSECOND) THEN
    SET fault = sortid_internal_fault('partitions: time', at, 'not in the past, in UTC: use an earlier time');
  ELSEIF quarantine_days NOT BETWEEN 0 AND 36500 OR quarantine_days IS NULL THEN
    SET fault = sortid_internal_fault('partitions: days of quarantine', COALESCE(quarantine_days, 'NULL'), 'out of range: use 0 to 36500');
  ELSEIF clock_is_right IS NULL THEN
    SET fault = sortid_internal_fault('partitions: clock_is_right', 'NULL', 'missing: use TRUE or FALSE');
  END IF;
  CALL sortid_internal_partition_column(wanted, format, divided, kind, method);
  CALL sortid_internal_partition_turn(wanted, turn);
  CALL sortid_internal_partition_column(wanted, format, divided, kind, method);
  IF method IS NULL THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'has no partitions: CALL sortid_partitions_ensure first');
  END IF;
  SET own = CONCAT('`', REPLACE(wanted, '`', '``'), '`'), size = sortid_internal_partition_size(format);
  CALL sortid_internal_partition_record(wanted, divided, format, kind, NOT list);
  -- A time before all IDs of the format is its first time.
  SET lowest = sortid_internal_partition_bound(format, kind,
    GREATEST(cutoff, CAST(CASE format WHEN 'ulidflake' THEN '2024-01-01' WHEN 'uid11' THEN '2011-11-11 11:11:11.111' ELSE '1970-01-01' END AS DATETIME(6))));
  SET bound = sortid_internal_partition_order(kind, size, lowest);
  CALL sortid_internal_partition_end(own, divided, format, kind, 'DESC', latest);
  IF EXISTS (SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted)
    AND sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION) IS NULL) THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'a bound cannot be read: use bounds of ASCII letters and digits');
  ELSEIF NOT list AND quarantine_days >= 0 AND NOT EXISTS (SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted
    AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND (PARTITION_DESCRIPTION = 'MAXVALUE' OR sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION) > bound)) THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'no partition would be left: CALL sortid_partitions_ensure first');
  END IF;
  REPEAT
    -- The partitions in their order.
    SET part = NULL, until = NULL, attached = TRUE;
    REPEAT
      SET first = until, until = NULL, bytes = NULL, since = NULL, rest = NULL;
      IF attached THEN
        SET part = NULL;
        SELECT PARTITION_NAME, PARTITION_DESCRIPTION, DATA_LENGTH + INDEX_LENGTH INTO part, until, bytes FROM information_schema.PARTITIONS
          WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_DESCRIPTION <> 'MAXVALUE'
            AND sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION) <= bound AND (first IS NULL
              OR sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION) > sortid_internal_partition_order(kind, size, first))
          ORDER BY PARTITION_ORDINAL_POSITION LIMIT 1;
        SET attached = part IS NOT NULL;
        IF NOT attached THEN
          SET part = '';
        END IF;
      END IF;
      IF NOT attached THEN
        -- The detached tables in the order of their names. The comment ends with the format and the time.
        SET first = NULL, source = part, part = NULL;
        SELECT TABLE_NAME, DATA_LENGTH + INDEX_LENGTH, SUBSTR(TABLE_COMMENT, CHAR_LENGTH(CONCAT('sortid: `', REPLACE(TABLE_NAME, '`', '``'), '`, partition of ', own, ', ')) + 1)
          INTO part, bytes, rest FROM information_schema.TABLES
          WHERE TABLE_SCHEMA = DATABASE() AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, TABLE_NAME) AND CAST(TABLE_NAME AS BINARY) > CAST(source AS BINARY)
            AND INSTR(CAST(TABLE_COMMENT AS BINARY), CAST(CONCAT('sortid: `', REPLACE(TABLE_NAME, '`', '``'), '`, partition of ', own, ', ') AS BINARY)) = 1
          ORDER BY CAST(TABLE_NAME AS BINARY) LIMIT 1;
      END IF;
      IF part IS NOT NULL THEN
        SET source = CONCAT('`', REPLACE(part, '`', '``'), '`'), ending = NULL, problem = NULL, action = 'drop';
        IF attached THEN
          SET source = CONCAT(own, ' PARTITION (', source, ')'), action = IF(quarantine_days > 0, 'detach', 'drop');
          IF first IS NULL THEN
            SET ending = COALESCE(sortid_internal_partition_bound_time(format, kind, sortid_internal_partition_order(kind, size, until)), UTC_TIMESTAMP());
          END IF;
        ELSE
          SET since = IF(RIGHT(rest, 19) REGEXP '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$', CAST(RIGHT(rest, 19) AS DATETIME), UTC_TIMESTAMP());
          SET action = IF(since + INTERVAL quarantine_days DAY <= UTC_TIMESTAMP(), 'drop', 'keep');
        END IF;
        BEGIN
          -- The lock is one server's. A run on another node of a cluster can drop what this one has listed: 1507, which is 1644 here,
          -- or 1735, and 1051 or 1146 for a detached table.
          DECLARE EXIT HANDLER FOR 1051, 1146, 1644, 1735
          BEGIN
            ROLLBACK;
            IF (SELECT COUNT(*) = 0 OR attached AND SUM(PARTITION_NAME = part) > 0 FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted
                AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_NAME IS NOT NULL)
              OR NOT attached AND EXISTS (SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = part
                AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, part)) THEN
              RESIGNAL;
            END IF;
            SET gone = part;
          END;
          CALL sortid_internal_partition_check(source, divided, format, kind, cutoff, lowest, latest, ending, clock_is_right, total, newest, oldest, problem);
          IF rest NOT LIKE CONCAT(format, ', %') THEN
            SET problem = 'was detached with another format';
          END IF;
          IF list THEN
            SET shown = CONCAT_WS(' UNION ALL ', shown, CONCAT('SELECT ', QUOTE(part), ' AS name, ', QUOTE(action), ' AS action, ', QUOTE(IF(attached, COALESCE(first, 'MINVALUE'), NULL)), ' AS first, ',
              QUOTE(until), ' AS until, ', total, ' AS total, ', COALESCE(bytes, 'NULL'), ' AS bytes, ', QUOTE(oldest), ' AS oldest, ', QUOTE(newest), ' AS newest, ', QUOTE(problem), ' AS problem'));
          ELSEIF problem IS NOT NULL AND action <> 'keep' THEN
            SET fault = sortid_internal_fault('partitions: partition', part, CONCAT(problem, ': nothing dropped'));
          ELSEIF pass = 2 AND attached THEN
            IF action = 'detach' AND newest IS NOT NULL THEN
              CALL sortid_internal_partition_detach(wanted, part, format);
            ELSE
              CALL sortid_internal_partition_run(CONCAT('ALTER TABLE ', own, ' DROP PARTITION `', REPLACE(part, '`', '``'), '`'));
            END IF;
          ELSEIF pass = 2 AND action = 'drop' THEN
            CALL sortid_internal_partition_run(CONCAT('DROP TABLE ', source));
          END IF;
        END;
      END IF;
    UNTIL part IS NULL END REPEAT;
    SET pass = pass + 1;
  UNTIL pass > 2 END REPEAT;
  DO RELEASE_LOCK(turn);
  SET turn = NULL;
  IF list THEN
    CALL sortid_internal_partition_run(COALESCE(shown,
      'SELECT NULL AS name, NULL AS action, NULL AS first, NULL AS until, 0 AS total, 0 AS bytes, NULL AS oldest, NULL AS newest, NULL AS problem FROM DUAL WHERE FALSE'));
  ELSEIF gone IS NOT NULL THEN
    SET problem = CONCAT('partitions: another run dropped ', REGEXP_REPLACE(LEFT(gone, 30), '[^ -~]', '?'), ': this one went on');
    SIGNAL SQLSTATE '01000' SET MESSAGE_TEXT = problem;
  END IF;
END
-- +goose StatementEnd

-- sortid_partitions_before lists what sortid_partitions_drop_before would drop or detach, and the detached tables that it would
-- keep. problem says why it would drop nothing. It reads all their rows, and changes nothing. bytes is the server's estimate.
/*!80000 DROP PROCEDURE IF EXISTS sortid_partitions_before */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_partitions_before(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, at VARCHAR(64) CHARACTER SET ascii, quarantine_days INT,
  clock_is_right BOOLEAN)
MODIFIES SQL DATA SQL SECURITY INVOKER
CALL sortid_internal_partition_retain(wanted, format, at, quarantine_days, clock_is_right, TRUE)
-- +goose StatementEnd

-- sortid_partitions_drop_before drops the partitions whose IDs are all of times before at, which is in UTC. With a quarantine
-- it makes them tables, and drops those that it made so many days ago or more. It drops nothing if a partition
-- has a key that is not an ID of the format in its own form, or not of a time before at. Nor does it if the newest ID of the
-- table is of a time before at, or more than a day ahead, which can mean that the server's clock is wrong, unless
-- clock_is_right.
/*!80000 DROP PROCEDURE IF EXISTS sortid_partitions_drop_before */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_partitions_drop_before(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, at VARCHAR(64) CHARACTER SET ascii, quarantine_days INT,
  clock_is_right BOOLEAN)
MODIFIES SQL DATA SQL SECURITY INVOKER
CALL sortid_internal_partition_retain(wanted, format, at, quarantine_days, clock_is_right, FALSE)
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP PROCEDURE IF EXISTS sortid_partitions_drop_before;
DROP PROCEDURE IF EXISTS sortid_partitions_before;
DROP PROCEDURE IF EXISTS sortid_internal_partition_retain;
DROP PROCEDURE IF EXISTS sortid_internal_partition_detach;
DROP PROCEDURE IF EXISTS sortid_internal_partition_check;
DROP PROCEDURE IF EXISTS sortid_internal_partition_end;
DROP FUNCTION IF EXISTS sortid_internal_partition_fit;

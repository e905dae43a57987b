-- Partitions by the time in the key, for events. docs/partitions.md has examples.
--
--   CALL sortid_partitions_ensure('events', 'wiji', 'month', 3);
--
-- The table is in the database of the procedures. The formats have the names of the Go packages: wiji,
-- ulid, uuidv7, scru160, ulidflake, uid11. The procedures run with the caller's rights.
-- 00013_retention.sql drops partitions.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_internal_partition_size returns the bytes of an ID.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_size */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_size(format VARCHAR(20) CHARACTER SET ascii)
RETURNS INT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CASE WHEN format IN ('wiji', 'ulid', 'uuidv7') THEN 16 WHEN format = 'scru160' THEN 20 WHEN format IN ('ulidflake', 'uid11') THEN 8
  WHEN format IS NULL THEN NULL ELSE sortid_internal_fault('partitions: format', format, 'unknown: use wiji, ulid, uuidv7, scru160, ulidflake or uid11') END
-- +goose StatementEnd

-- sortid_internal_partition_bound returns the least ID of a time as the literal of a column of a kind: binary, bigint
-- or text.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_bound */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_bound(format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, at VARCHAR(64) CHARACTER SET ascii)
RETURNS VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CASE kind
  WHEN 'bigint' THEN IF(format = 'ulidflake', sortid_ulidflake_min_at(at), sortid_xid_min_at(at))
  WHEN 'text' THEN CONCAT('''', CASE format
    WHEN 'wiji' THEN sortid_wiji_text(sortid_wiji_min_at(at))
    WHEN 'ulid' THEN sortid_ulid_text(sortid_ulid_min_at(at))
    WHEN 'uuidv7' THEN sortid_uuid_text(sortid_uuid_min_at(at))
    WHEN 'scru160' THEN sortid_scru_text(sortid_scru_min_at(at))
    WHEN 'ulidflake' THEN sortid_ulidflake_text(sortid_ulidflake_min_at(at))
    ELSE sortid_uid_text(sortid_xid_min_at(at)) END, '''')
  ELSE CONCAT('_binary 0x', CASE format
    WHEN 'wiji' THEN HEX(sortid_wiji_min_at(at))
    WHEN 'ulid' THEN HEX(sortid_ulid_min_at(at))
    WHEN 'uuidv7' THEN HEX(sortid_uuid_min_at(at))
    WHEN 'scru160' THEN HEX(sortid_scru_min_at(at))
    WHEN 'ulidflake' THEN LPAD(HEX(sortid_ulidflake_min_at(at)), 16, '0')
    ELSE LPAD(HEX(sortid_xid_min_at(at)), 16, '0') END)
  END
-- +goose StatementEnd

-- sortid_internal_partition_order returns a bound, as a literal or as information_schema.PARTITIONS describes it, as a
-- text that sorts as the column does: hexadecimal digits, or a number from 0 on. MariaDB describes bytes that are UTF-8
-- as a text with escapes. NULL means that the bound cannot be read; MAXVALUE is the text itself.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_order */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_order(kind VARCHAR(6) CHARACTER SET ascii, size INT, description LONGTEXT CHARACTER SET utf8mb4)
RETURNS VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE content LONGBLOB;
  IF description = 'MAXVALUE' THEN
    RETURN description;
  ELSEIF kind = 'bigint' THEN
    RETURN IF(description REGEXP '^-?[0-9]+$', LPAD(CAST(description AS DECIMAL(21)) + 9223372036854775808, 20, '0'), NULL);
  ELSEIF kind = 'binary' AND LEFT(description, 10) = '_binary 0x' THEN
    RETURN RPAD(UPPER(SUBSTR(description, 11)), 2 * size, '0');
  ELSEIF LEFT(description, 1) <> '''' OR kind = 'text' AND description NOT REGEXP '^''[0-9A-Za-z_-]*''$' THEN
    RETURN NULL;
  END IF;
  SET content = CONVERT(SUBSTR(description, 2, CHAR_LENGTH(description) - 2) USING binary);
  -- A byte FF, which is not in UTF-8, marks the backslashes that mean one.
  SET content = REPLACE(content, X'5C5C', X'FF');
  SET content = REPLACE(REPLACE(REPLACE(REPLACE(content, X'5C30', X'00'), X'5C6E', X'0A'), X'5C72', X'0D'), X'2727', X'27');
  SET content = REPLACE(content, X'FF', X'5C');
  RETURN IF(kind = 'binary', RPAD(HEX(content), 2 * size, '0'), HEX(content));
END
-- +goose StatementEnd

-- sortid_internal_partition_time returns the time of a key of the column, or NULL if it is not an ID of the format. A text
-- must be the one that the format's function writes, because others sort elsewhere.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_time(format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, id LONGBLOB)
RETURNS DATETIME(6)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE number DECIMAL(20, 0);
  DECLARE raw LONGBLOB DEFAULT id;
  -- A function that does not read the key says so by an error.
  DECLARE EXIT HANDLER FOR SQLEXCEPTION RETURN NULL;
  IF kind = 'text' THEN
    CASE format
    WHEN 'wiji' THEN SET raw = sortid_wiji_parse(id);
    WHEN 'ulid' THEN SET raw = sortid_ulid_parse(id);
    WHEN 'uuidv7' THEN SET raw = sortid_uuid_parse(id);
    WHEN 'scru160' THEN SET raw = sortid_scru_parse(id);
    WHEN 'ulidflake' THEN SET number = sortid_ulidflake_parse(id);
    ELSE SET number = sortid_uid_parse(id);
    END CASE;
    IF id <> CONVERT(CASE format WHEN 'wiji' THEN sortid_wiji_text(raw) WHEN 'ulid' THEN sortid_ulid_text(raw)
      WHEN 'uuidv7' THEN sortid_uuid_text(raw) WHEN 'scru160' THEN sortid_scru_text(raw)
      WHEN 'ulidflake' THEN sortid_ulidflake_text(number) ELSE sortid_uid_text(number) END USING binary) THEN
      RETURN NULL;
    END IF;
  ELSEIF kind = 'bigint' THEN
    SET number = CAST(CONVERT(id USING ascii) AS DECIMAL(20, 0));
  ELSEIF LENGTH(id) <> sortid_internal_partition_size(format) THEN
    RETURN NULL;
  ELSEIF LENGTH(id) = 8 THEN
    SET number = CAST(CONV(HEX(id), 16, 10) AS DECIMAL(20, 0));
  END IF;
  CASE format
  WHEN 'wiji' THEN RETURN IF(sortid_wiji_valid(raw), sortid_wiji_time(raw), NULL);
  WHEN 'ulid' THEN RETURN sortid_ulid_time(raw);
  WHEN 'uuidv7' THEN RETURN IF(sortid_uuid_valid(raw), sortid_uuid_time(raw), NULL);
  WHEN 'scru160' THEN RETURN sortid_scru_time(raw);
  WHEN 'ulidflake' THEN RETURN IF(sortid_ulidflake_valid(number), sortid_ulidflake_time(number), NULL);
  ELSE RETURN IF(sortid_uid_valid(number), sortid_xid_time(number), NULL);
  END CASE;
END
-- +goose StatementEnd

-- sortid_internal_partition_bound_time returns the time of a bound of sortid_internal_partition_order, or NULL.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_bound_time */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_bound_time(format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, bound VARCHAR(600) CHARACTER SET utf8mb4)
RETURNS DATETIME(6)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF kind = 'bigint' THEN
    RETURN sortid_internal_partition_time(format, kind, CAST(bound AS DECIMAL(21)) - 9223372036854775808);
  END IF;
  RETURN sortid_internal_partition_time(format, kind, UNHEX(bound));
END
-- +goose StatementEnd

-- sortid_internal_partition_own reports whether a schema and a name are those of a table of this database, as the server
-- compares names. information_schema also finds names of another case or with other accents.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_own */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_own(home VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci,
  name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci, wanted VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci)
RETURNS BOOLEAN
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN IF(@@lower_case_table_names = 0, CAST(name AS BINARY) = CAST(wanted AS BINARY) AND CAST(home AS BINARY) = CAST(CONVERT(DATABASE() USING utf8mb4) AS BINARY),
  CAST(LOWER(name) AS BINARY) = CAST(LOWER(wanted) AS BINARY) AND CAST(LOWER(home) AS BINARY) = CAST(LOWER(CONVERT(DATABASE() USING utf8mb4)) AS BINARY))
-- +goose StatementEnd

-- sortid_internal_partition_start returns the start of a period: that of at, or the one that is n periods later.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_start */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_start(every VARCHAR(10) CHARACTER SET ascii, at DATETIME, n INT)
RETURNS DATETIME
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CASE
  WHEN every IS NULL THEN NULL
  WHEN every = 'hour' THEN TIMESTAMP(DATE(at)) + INTERVAL HOUR(at) + n HOUR
  WHEN every = 'day' THEN TIMESTAMP(DATE(at)) + INTERVAL n DAY
  WHEN every = 'week' THEN TIMESTAMP(DATE(at)) + INTERVAL 7 * n - WEEKDAY(at) DAY
  WHEN every = 'month' THEN TIMESTAMP(MAKEDATE(YEAR(at), 1)) + INTERVAL MONTH(at) - 1 + n MONTH
  WHEN every = 'quarter' THEN TIMESTAMP(MAKEDATE(YEAR(at), 1)) + INTERVAL QUARTER(at) - 1 + n QUARTER
  WHEN every = 'year' THEN TIMESTAMP(MAKEDATE(YEAR(at), 1)) + INTERVAL n YEAR
  ELSE sortid_internal_fault('partitions: period', every, 'unknown: use hour, day, week, month, quarter or year')
  END
-- +goose StatementEnd

-- sortid_internal_partition_name returns the name of the partition of a period.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_name */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_name(every VARCHAR(10) CHARACTER SET ascii, start DATETIME)
RETURNS VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT('p', CASE every WHEN 'quarter' THEN CONCAT(YEAR(start), '_q', QUARTER(start)) ELSE DATE_FORMAT(start,
  CASE every WHEN 'hour' THEN '%Y_%m_%d_%H' WHEN 'day' THEN '%Y_%m_%d' WHEN 'week' THEN '%x_w%v' WHEN 'month' THEN '%Y_%m' ELSE '%Y' END) END)
-- +goose StatementEnd

-- sortid_partitioned has the format of the IDs of each table from the first call on. If a table of that name has
-- another format now, delete its row.
CREATE TABLE IF NOT EXISTS sortid_partitioned (
  table_name  VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
  column_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  format      VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
) ENGINE = InnoDB;

-- sortid_internal_partition_run runs a statement. It waits ten seconds for open transactions, and the session keeps its
-- own limit. 1493, 1507 and 1517 mean that another session changed the partitions. MySQL asks by 1615 to prepare a
-- statement again, before it does anything.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_run */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_run(statement LONGTEXT CHARACTER SET utf8mb4)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE wait BIGINT DEFAULT @@SESSION.lock_wait_timeout;
  DECLARE attempts INT DEFAULT 0;
  DECLARE refused BOOLEAN;
  DECLARE fault BIGINT;
  DECLARE EXIT HANDLER FOR 1493, 1507, 1517
  BEGIN
    SET SESSION lock_wait_timeout = wait;
    SET fault = sortid_internal_fault('partitions: statement', statement, 'another session changed the partitions: run it again');
  END;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET SESSION lock_wait_timeout = wait;
    RESIGNAL;
  END;
  SET SESSION lock_wait_timeout = 10;
  SET @sortid_statement = statement;
  REPEAT
    SET attempts = attempts + 1, refused = FALSE;
    BEGIN
      DECLARE EXIT HANDLER FOR 1615
      BEGIN
        SET refused = TRUE;
        IF attempts = 100 THEN
          RESIGNAL;
        END IF;
      END;
      PREPARE sortid_statement FROM @sortid_statement;
      EXECUTE sortid_statement;
    END;
  UNTIL NOT refused END REPEAT;
  DEALLOCATE PREPARE sortid_statement;
  SET SESSION lock_wait_timeout = wait;
END
-- +goose StatementEnd

-- sortid_internal_partition_column returns the name of a table as the server stores it, the column that divides it, or
-- shall divide it, and the kind of the column. A table that cannot be divided is an error. The read of the table waits for
-- an ALTER TABLE of another session, and its transaction keeps the next one waiting: MariaDB's information_schema
-- has no table that is just being altered, and says so by 1684.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_column */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_column(INOUT wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii,
  OUT divided VARCHAR(64) CHARACTER SET utf8mb4, OUT kind VARCHAR(6) CHARACTER SET ascii, OUT method VARCHAR(200) CHARACTER SET utf8mb4)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE size INT DEFAULT sortid_internal_partition_size(format);
  DECLARE obstacle, known VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE fault BIGINT;
  IF format IS NULL THEN
    SET fault = sortid_internal_fault('partitions: format', 'NULL', 'missing: use wiji, ulid, uuidv7, scru160, ulidflake or uid11');
  ELSEIF wanted IS NULL THEN
    SET fault = sortid_internal_fault('partitions: table', 'NULL', 'missing: use the name of a table');
  END IF;
  START TRANSACTION;
  BEGIN
    -- information_schema has only the tables that the role may use. This tells a missing right from a missing table.
    DECLARE EXIT HANDLER FOR 1103, 1146
      SET fault = sortid_internal_fault('partitions: table', wanted, 'missing in the database of the procedures: create it there');
    CALL sortid_internal_partition_run(CONCAT('SELECT EXISTS (SELECT * FROM `', REPLACE(wanted, '`', '``'), '`) INTO @sortid_rows'));
  END;
  SET known = (SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted
    AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND TABLE_TYPE = 'BASE TABLE');
  IF known IS NULL THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'not a table of the database of the procedures: create it there');
  END IF;
  SET wanted = known;
  SET obstacle = (SELECT CONSTRAINT_NAME FROM information_schema.KEY_COLUMN_USAGE
    WHERE REFERENCED_TABLE_NAME IS NOT NULL AND (TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted)
      OR REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = wanted AND sortid_internal_partition_own(REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, wanted)) LIMIT 1);
  IF obstacle IS NOT NULL THEN
    SET fault = sortid_internal_fault('partitions: foreign key', obstacle, 'a partitioned table can have none: drop it');
  END IF;
  SET method = (SELECT CONCAT(PARTITION_METHOD, '(', PARTITION_EXPRESSION, ')') FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) LIMIT 1);
  IF EXISTS (SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted)
    AND SUBPARTITION_NAME IS NOT NULL) THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'has subpartitions: divide it again, by RANGE COLUMNS without SUBPARTITION BY');
  END IF;
  SET divided = (SELECT IF(COUNT(*) = 1, MAX(COLUMN_NAME), NULL) FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND INDEX_NAME = 'PRIMARY');
  IF method LIKE 'RANGE COLUMNS(`%`)' AND method NOT LIKE '%`,`%' THEN
    SET divided = REPLACE(SUBSTR(method, 16, CHAR_LENGTH(method) - 17), '``', '`');
  ELSEIF method IS NOT NULL OR divided IS NULL THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'not divided by RANGE COLUMNS, and no primary key of one column: add one');
  END IF;
  SET obstacle = (SELECT INDEX_NAME FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND NON_UNIQUE = 0
    GROUP BY INDEX_NAME HAVING SUM(COLUMN_NAME = divided) = 0 LIMIT 1);
  IF obstacle IS NOT NULL THEN
    SET fault = sortid_internal_fault('partitions: unique key', obstacle, 'the partition column must be in it: add the column');
  END IF;
  SET kind = (SELECT CASE WHEN COLUMN_TYPE = CONCAT('binary(', size, ')') THEN 'binary'
      WHEN DATA_TYPE = 'bigint' AND size = 8 AND (COLUMN_TYPE LIKE '%unsigned%') = (format = 'uid11') THEN 'bigint'
      WHEN DATA_TYPE IN ('char', 'varchar') AND RIGHT(COLLATION_NAME, 4) = '_bin'
        AND CHARACTER_MAXIMUM_LENGTH >= CASE format WHEN 'uuidv7' THEN 36 WHEN 'scru160' THEN 32 WHEN 'ulidflake' THEN 13 WHEN 'uid11' THEN 11 ELSE 26 END THEN 'text' END
    FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND COLUMN_NAME = divided);
  IF kind IS NULL THEN
    SET fault = sortid_internal_fault('partitions: column', divided, CONCAT('it does not hold ', format, ' in order: see docs/columns.md'));
  END IF;
  COMMIT;
END
-- +goose StatementEnd

-- sortid_internal_partition_turn waits until no other run works on the table, ten seconds at most, and returns the name of
-- the lock.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_turn */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_turn(wanted VARCHAR(64) CHARACTER SET utf8mb4, OUT turn VARCHAR(64) CHARACTER SET ascii)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE fault BIGINT;
  DECLARE name VARCHAR(64) CHARACTER SET ascii DEFAULT CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '.', wanted), 224));
  IF COALESCE(GET_LOCK(name, 10), 0) <> 1 THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'another run did not end within ten seconds: run it again');
  END IF;
  SET turn = name;
END
-- +goose StatementEnd

-- sortid_internal_partition_seen reads the newest IDs of a partition or a table, a hundred at most: how many there are, how
-- many are of the format, and the time of the newest. It also reads the time of the oldest. It commits before, to read
-- what all sessions have committed.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_seen */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_seen(source VARCHAR(300) CHARACTER SET utf8mb4, divided VARCHAR(64) CHARACTER SET utf8mb4,
  format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, OUT seen INT, OUT good INT, OUT newest DATETIME(6), OUT oldest DATETIME(6))
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE ids LONGTEXT CHARACTER SET utf8mb4 DEFAULT CONCAT('(SELECT sortid_internal_partition_time(''', format, ''', ''', kind,
    ''', id) AS made FROM (SELECT `', REPLACE(divided, '`', '``'), '` AS id FROM ', source, ' ORDER BY 1');
  COMMIT;
  CALL sortid_internal_partition_run(CONCAT('SELECT COUNT(*), COUNT(made), MAX(made) INTO @sortid_seen, @sortid_good, @sortid_newest FROM ', ids, ' DESC LIMIT 100) AS ids) AS times'));
  CALL sortid_internal_partition_run(CONCAT('SELECT MIN(made) INTO @sortid_oldest FROM ', ids, ' LIMIT 1) AS ids) AS times'));
  COMMIT;
  SET seen = @sortid_seen, good = @sortid_good, newest = @sortid_newest, oldest = @sortid_oldest;
END
-- +goose StatementEnd

-- sortid_internal_partition_record compares the format with the one that is recorded for the table. If there is none, it
-- checks the format: bounds that are the least IDs of quarters of an hour are evidence, and so are the newest IDs of
-- a table in use. Without evidence it is an error, unless the table is empty. Then it records the format.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_record */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_record(wanted VARCHAR(64) CHARACTER SET utf8mb4, divided VARCHAR(64) CHARACTER SET utf8mb4,
  format VARCHAR(20) CHARACTER SET ascii, kind VARCHAR(6) CHARACTER SET ascii, writes BOOLEAN)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE known VARCHAR(20) CHARACTER SET ascii DEFAULT (SELECT r.format FROM sortid_partitioned r WHERE r.table_name = wanted);
  DECLARE known_column VARCHAR(64) CHARACTER SET utf8mb4 DEFAULT (SELECT r.column_name FROM sortid_partitioned r WHERE r.table_name = wanted);
  DECLARE own VARCHAR(140) CHARACTER SET utf8mb4 DEFAULT CONCAT('`', REPLACE(wanted, '`', '``'), '`');
  DECLARE size INT DEFAULT sortid_internal_partition_size(format);
  DECLARE part VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE bound LONGTEXT CHARACTER SET utf8mb4;
  DECLARE place, seen, good, exact_bounds, odd_bounds INT DEFAULT 0;
  DECLARE made, newest, oldest DATETIME(6);
  DECLARE fault BIGINT;
  IF known <> format OR CAST(known_column AS BINARY) <> CAST(divided AS BINARY) THEN
    SET fault = sortid_internal_fault('partitions: format', format, CONCAT('sortid_partitioned has ', known, ' for this table: use it, or delete the row of another table'));
  ELSEIF known IS NULL THEN
    REPEAT
      SET place = (SELECT MIN(PARTITION_ORDINAL_POSITION) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted
        AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_DESCRIPTION <> 'MAXVALUE' AND PARTITION_ORDINAL_POSITION > place);
      IF place IS NOT NULL THEN
        SELECT PARTITION_NAME, sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION) INTO part, bound FROM information_schema.PARTITIONS
          WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_ORDINAL_POSITION = place;
        SET made = sortid_internal_partition_bound_time(format, kind, bound);
        IF made IS NOT NULL AND MICROSECOND(made) = 0 AND TIMESTAMPDIFF(SECOND, '1970-01-01', made) MOD 900 = 0
          AND sortid_internal_partition_order(kind, size, sortid_internal_partition_bound(format, kind, made)) = bound THEN
          SET exact_bounds = exact_bounds + 1;
        ELSE
          SET odd_bounds = odd_bounds + 1;
        END IF;
        CALL sortid_internal_partition_seen(CONCAT(own, ' PARTITION (`', REPLACE(part, '`', '``'), '`)'), divided, format, kind, seen, good, newest, oldest);
        IF good < seen THEN
          SET fault = sortid_internal_fault('partitions: format', format, 'the table has other IDs: use their format; if it is this one, INSERT INTO sortid_partitioned');
        END IF;
      END IF;
    UNTIL place IS NULL END REPEAT;
    CALL sortid_internal_partition_seen(own, divided, format, kind, seen, good, newest, oldest);
    IF seen > 0 AND (exact_bounds = 0 OR odd_bounds > 0)
      AND (good < seen OR newest NOT BETWEEN UTC_TIMESTAMP() - INTERVAL 1 YEAR AND UTC_TIMESTAMP() + INTERVAL 1 DAY) THEN
      SET fault = sortid_internal_fault('partitions: format', format, 'bounds and newest IDs are no evidence of it: use another, or INSERT INTO sortid_partitioned');
    END IF;
    IF writes THEN
      INSERT INTO sortid_partitioned (table_name, column_name, format) VALUES (wanted, divided, format);
      COMMIT;
    END IF;
  END IF;
END
-- +goose StatementEnd

-- sortid_partitions_ensure_from adds the partitions from the period of a time, in UTC, up to those ahead of the present one. It
-- changes nothing if they exist. A table that is empty need not be partitioned: its primary key divides it. REORGANIZE
-- moves the rows of a partition up to MAXVALUE.
/*!80000 DROP PROCEDURE IF EXISTS sortid_partitions_ensure_from */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_partitions_ensure_from(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, every VARCHAR(10) CHARACTER SET ascii, ahead INT,
  start_time VARCHAR(64) CHARACTER SET ascii)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE divided, rest VARCHAR(140) CHARACTER SET utf8mb4;
  DECLARE method VARCHAR(200) CHARACTER SET utf8mb4;
  DECLARE name VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE turn VARCHAR(64) CHARACTER SET ascii;
  DECLARE kind VARCHAR(6) CHARACTER SET ascii;
  DECLARE last, bound VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE missing LONGTEXT CHARACTER SET utf8mb4;
  DECLARE present DATETIME DEFAULT UTC_TIMESTAMP();
  DECLARE since DATETIME;
  DECLARE size, suffix, n INT DEFAULT 0;
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
  IF ahead NOT BETWEEN 0 AND 1000 OR ahead IS NULL THEN
    SET fault = sortid_internal_fault('partitions: periods ahead', COALESCE(ahead, 'NULL'), 'out of range: use 0 to 1000');
  ELSEIF every IS NULL THEN
    SET fault = sortid_internal_fault('partitions: period', 'NULL', 'missing: use hour, day, week, month, quarter or year');
  ELSEIF start_time IS NULL THEN
    SET fault = sortid_internal_fault('partitions: time', 'NULL', 'missing: use a time in UTC');
  END IF;
  SET since = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL sortid_internal_micros('partitions', start_time, 0, 253370764799999999, '1970 to 9998') DIV 1000000 SECOND;
  SET since = sortid_internal_partition_start(every, since, 0), present = sortid_internal_partition_start(every, present, 0);
  CALL sortid_internal_partition_column(wanted, format, divided, kind, method);
  CALL sortid_internal_partition_turn(wanted, turn);
  CALL sortid_internal_partition_column(wanted, format, divided, kind, method);
  SET size = sortid_internal_partition_size(format);
  IF method IS NULL AND @sortid_rows THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'has rows and no partitions: move the rows to a partitioned table');
  END IF;
  CALL sortid_internal_partition_record(wanted, divided, format, kind, TRUE);
  IF EXISTS (SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted)
    AND PARTITION_DESCRIPTION IS NOT NULL AND sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION) IS NULL) THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'a bound cannot be read: use bounds of ASCII letters and digits');
  END IF;
  SET last = COALESCE((SELECT MAX(sortid_internal_partition_order(kind, size, PARTITION_DESCRIPTION)) FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_DESCRIPTION <> 'MAXVALUE'), '');
  SET rest = (SELECT MAX(CONCAT('`', REPLACE(PARTITION_NAME, '`', '``'), '`')) FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_DESCRIPTION = 'MAXVALUE');
  WHILE sortid_internal_partition_start(every, since, n) <= sortid_internal_partition_start(every, GREATEST(since, present), ahead) DO
    IF n > 8191 THEN
      SET fault = sortid_internal_fault('partitions: time', start_time, 'these are more than 8192 partitions: use a longer period, or a later time');
    END IF;
    SET bound = sortid_internal_partition_bound(format, kind, sortid_internal_partition_start(every, since, n + 1));
    IF last < sortid_internal_partition_order(kind, size, bound) THEN
      SET suffix = 1, name = sortid_internal_partition_name(every, sortid_internal_partition_start(every, since, n));
      WHILE EXISTS (SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted
        AND sortid_internal_partition_own(TABLE_SCHEMA, TABLE_NAME, wanted) AND PARTITION_NAME = name) DO
        SET suffix = suffix + 1;
        SET name = CONCAT(sortid_internal_partition_name(every, sortid_internal_partition_start(every, since, n)), '_', suffix);
      END WHILE;
      SET missing = CONCAT_WS(', ', missing, CONCAT('PARTITION ', name, ' VALUES LESS THAN (', bound, ')'));
    END IF;
    SET n = n + 1;
  END WHILE;
  IF missing IS NOT NULL THEN
    CALL sortid_internal_partition_run(CONCAT('ALTER TABLE `', REPLACE(wanted, '`', '``'), '` ', CASE
      WHEN method IS NULL THEN CONCAT('PARTITION BY RANGE COLUMNS(`', REPLACE(divided, '`', '``'), '`) (', missing, ')')
      WHEN rest IS NULL THEN CONCAT('ADD PARTITION (', missing, ')')
      ELSE CONCAT('REORGANIZE PARTITION ', rest, ' INTO (', missing, ', PARTITION ', rest, ' VALUES LESS THAN (MAXVALUE))') END));
  END IF;
  DO RELEASE_LOCK(turn);
END
-- +goose StatementEnd

-- sortid_partitions_ensure adds the partitions of the present period and of those ahead.
/*!80000 DROP PROCEDURE IF EXISTS sortid_partitions_ensure */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_partitions_ensure(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, every VARCHAR(10) CHARACTER SET ascii, ahead INT)
MODIFIES SQL DATA SQL SECURITY INVOKER
CALL sortid_partitions_ensure_from(wanted, format, every, ahead, UTC_TIMESTAMP())
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP PROCEDURE IF EXISTS sortid_partitions_ensure;
DROP PROCEDURE IF EXISTS sortid_partitions_ensure_from;
DROP PROCEDURE IF EXISTS sortid_internal_partition_record;
DROP PROCEDURE IF EXISTS sortid_internal_partition_seen;
DROP PROCEDURE IF EXISTS sortid_internal_partition_turn;
DROP PROCEDURE IF EXISTS sortid_internal_partition_column;
DROP PROCEDURE IF EXISTS sortid_internal_partition_run;
DROP TABLE IF EXISTS sortid_partitioned;
DROP FUNCTION IF EXISTS sortid_internal_partition_name;
DROP FUNCTION IF EXISTS sortid_internal_partition_start;
DROP FUNCTION IF EXISTS sortid_internal_partition_own;
DROP FUNCTION IF EXISTS sortid_internal_partition_bound_time;
DROP FUNCTION IF EXISTS sortid_internal_partition_time;
DROP FUNCTION IF EXISTS sortid_internal_partition_order;
DROP FUNCTION IF EXISTS sortid_internal_partition_bound;
DROP FUNCTION IF EXISTS sortid_internal_partition_size;

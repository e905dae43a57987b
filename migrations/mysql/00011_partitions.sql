-- Partitions by the time in the key, for events. docs/partitions.md has examples.
--
--   CALL sortid_partitions_ensure('events', 'wiji', 'month', 3);
--   CALL sortid_partitions_drop_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 12 MONTH);
--
-- The table is in the database of the procedures. The formats have the names of the Go packages: wiji,
-- ulid, uuidv7, scru160, ulidflake, uid11. The procedures run with the caller's rights: they need ALTER
-- and SELECT on the table, and DROP to drop partitions.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout;
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

-- sortid_internal_partition_key returns a bound, as a literal or as information_schema.PARTITIONS describes it, as a
-- text that sorts as the column does. MariaDB describes bytes that are UTF-8 as a text with escapes.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_partition_key */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_partition_key(description LONGTEXT CHARACTER SET utf8mb4)
RETURNS VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE content LONGBLOB;
  IF LEFT(description, 10) = '_binary 0x' THEN
    RETURN UPPER(SUBSTR(description, 11));
  ELSEIF LEFT(description, 1) <> '''' THEN
    RETURN LPAD(description, 20, '0');
  END IF;
  SET content = CONVERT(SUBSTR(description, 2, CHAR_LENGTH(description) - 2) USING binary);
  -- A byte FF, which is not in UTF-8, marks the backslashes that mean one.
  SET content = REPLACE(content, X'5C5C', X'FF');
  SET content = REPLACE(REPLACE(REPLACE(REPLACE(content, X'5C30', X'00'), X'5C6E', X'0A'), X'5C72', X'0D'), X'2727', X'27');
  RETURN HEX(REPLACE(content, X'FF', X'5C'));
END
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

-- sortid_internal_partition_column returns the column of a table that divides it, or shall divide it, and the kind of
-- the column. A table that cannot be divided is an error.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_column */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_column(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii,
  OUT divided VARCHAR(64) CHARACTER SET utf8mb4, OUT kind VARCHAR(6) CHARACTER SET ascii, OUT method VARCHAR(200) CHARACTER SET utf8mb4)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE size INT DEFAULT sortid_internal_partition_size(format);
  DECLARE obstacle VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE fault BIGINT;
  IF format IS NULL THEN
    SET fault = sortid_internal_fault('partitions: format', 'NULL', 'missing: use wiji, ulid, uuidv7, scru160, ulidflake or uid11');
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted) OR wanted IS NULL THEN
    SET fault = sortid_internal_fault('partitions: table', COALESCE(wanted, 'NULL'), 'missing in the database of the procedures: create it there');
  END IF;
  SET obstacle = (SELECT CONSTRAINT_NAME FROM information_schema.KEY_COLUMN_USAGE
    WHERE REFERENCED_TABLE_NAME IS NOT NULL AND (TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted OR REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = wanted) LIMIT 1);
  IF obstacle IS NOT NULL THEN
    SET fault = sortid_internal_fault('partitions: foreign key', obstacle, 'a partitioned table can have none: drop it');
  END IF;
  SET method = (SELECT CONCAT(PARTITION_METHOD, '(', PARTITION_EXPRESSION, ')') FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted LIMIT 1);
  SET divided = (SELECT IF(COUNT(*) = 1, MAX(COLUMN_NAME), NULL) FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND INDEX_NAME = 'PRIMARY');
  IF method LIKE 'RANGE COLUMNS(`%`)' THEN
    SET divided = REPLACE(SUBSTR(method, 16, CHAR_LENGTH(method) - 17), '``', '`');
  ELSEIF method IS NOT NULL OR divided IS NULL THEN
    SET fault = sortid_internal_fault('partitions: table', wanted, 'not divided by RANGE COLUMNS, and no primary key of one column: add one');
  END IF;
  SET obstacle = (SELECT INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND NON_UNIQUE = 0
    GROUP BY INDEX_NAME HAVING SUM(COLUMN_NAME = divided) = 0 LIMIT 1);
  IF obstacle IS NOT NULL THEN
    SET fault = sortid_internal_fault('partitions: unique key', obstacle, 'the partition column must be in it: add the column');
  END IF;
  SET kind = (SELECT CASE WHEN COLUMN_TYPE = CONCAT('binary(', size, ')') THEN 'binary'
      WHEN DATA_TYPE = 'bigint' AND size = 8 AND (COLUMN_TYPE LIKE '%unsigned%') = (format = 'uid11') THEN 'bigint'
      WHEN DATA_TYPE IN ('char', 'varchar') AND RIGHT(COLLATION_NAME, 4) = '_bin' THEN 'text' END
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND COLUMN_NAME = divided);
  IF kind IS NULL THEN
    SET fault = sortid_internal_fault('partitions: column', divided, CONCAT('it does not hold ', format, ' in order: see docs/columns.md'));
  END IF;
END
-- +goose StatementEnd

-- sortid_internal_partition_run runs a statement that changes the table. It waits ten seconds for open transactions.
/*!80000 DROP PROCEDURE IF EXISTS sortid_internal_partition_run */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_internal_partition_run(statement LONGTEXT CHARACTER SET utf8mb4)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE wait BIGINT DEFAULT @@SESSION.lock_wait_timeout;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET SESSION lock_wait_timeout = wait;
    RESIGNAL;
  END;
  SET SESSION lock_wait_timeout = 10;
  SET @sortid_statement = statement;
  PREPARE sortid_statement FROM @sortid_statement;
  EXECUTE sortid_statement;
  DEALLOCATE PREPARE sortid_statement;
  SET SESSION lock_wait_timeout = wait;
END
-- +goose StatementEnd

-- sortid_partitions_ensure adds the partitions of the present period and of those ahead, in UTC. It changes nothing if
-- they are there. A table that is empty need not be partitioned: its primary key divides it. REORGANIZE moves the
-- rows of a partition up to MAXVALUE.
/*!80000 DROP PROCEDURE IF EXISTS sortid_partitions_ensure */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_partitions_ensure(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, every VARCHAR(10) CHARACTER SET ascii, ahead INT)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE divided, rest VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE method VARCHAR(200) CHARACTER SET utf8mb4;
  DECLARE kind VARCHAR(6) CHARACTER SET ascii;
  DECLARE last, bound VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE missing LONGTEXT CHARACTER SET utf8mb4;
  DECLARE present DATETIME DEFAULT UTC_TIMESTAMP();
  DECLARE n INT DEFAULT 0;
  DECLARE fault BIGINT;
  IF ahead NOT BETWEEN 0 AND 1000 OR ahead IS NULL THEN
    SET fault = sortid_internal_fault('partitions: periods ahead', COALESCE(ahead, 'NULL'), 'out of range: use 0 to 1000');
  END IF;
  IF every IS NULL THEN
    SET fault = sortid_internal_fault('partitions: period', 'NULL', 'missing: use hour, day, week, month, quarter or year');
  END IF;
  CALL sortid_internal_partition_column(wanted, format, divided, kind, method);
  SET last = COALESCE((SELECT MAX(sortid_internal_partition_key(PARTITION_DESCRIPTION)) FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND PARTITION_DESCRIPTION <> 'MAXVALUE'), '');
  WHILE n <= ahead DO
    SET bound = sortid_internal_partition_bound(format, kind, sortid_internal_partition_start(every, present, n + 1));
    IF last < sortid_internal_partition_key(bound) THEN
      SET missing = CONCAT_WS(', ', missing, CONCAT('PARTITION ', sortid_internal_partition_name(every, sortid_internal_partition_start(every, present, n)),
        ' VALUES LESS THAN (', bound, ')'));
    END IF;
    SET n = n + 1;
  END WHILE;
  IF missing IS NOT NULL THEN
    IF method IS NULL THEN
      CALL sortid_internal_partition_run(CONCAT('SELECT EXISTS (SELECT * FROM `', REPLACE(wanted, '`', '``'), '`) INTO @sortid_rows'));
      IF @sortid_rows THEN
        SET fault = sortid_internal_fault('partitions: table', wanted, 'has rows and no partitions: move the rows to a partitioned table');
      END IF;
    END IF;
    SET rest = CONCAT('`', REPLACE((SELECT MAX(PARTITION_NAME) FROM information_schema.PARTITIONS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted AND PARTITION_DESCRIPTION = 'MAXVALUE'), '`', '``'), '`');
    CALL sortid_internal_partition_run(CONCAT('ALTER TABLE `', REPLACE(wanted, '`', '``'), '` ', CASE
      WHEN method IS NULL THEN CONCAT('PARTITION BY RANGE COLUMNS(`', REPLACE(divided, '`', '``'), '`) (', missing, ')')
      WHEN rest IS NULL THEN CONCAT('ADD PARTITION (', missing, ')')
      ELSE CONCAT('REORGANIZE PARTITION ', rest, ' INTO (', missing, ', PARTITION ', rest, ' VALUES LESS THAN (MAXVALUE))') END));
  END IF;
END
-- +goose StatementEnd

-- sortid_partitions_drop_before drops the partitions whose IDs are all of times before at, which is in UTC.
/*!80000 DROP PROCEDURE IF EXISTS sortid_partitions_drop_before */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_partitions_drop_before(wanted VARCHAR(64) CHARACTER SET utf8mb4, format VARCHAR(20) CHARACTER SET ascii, at VARCHAR(64) CHARACTER SET ascii)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE divided, old VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE method VARCHAR(200) CHARACTER SET utf8mb4;
  DECLARE kind VARCHAR(6) CHARACTER SET ascii;
  DECLARE before_key VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE fault BIGINT;
  CALL sortid_internal_partition_column(wanted, format, divided, kind, method);
  SET before_key = sortid_internal_partition_key(sortid_internal_partition_bound(format, kind, at));
  IF before_key IS NULL THEN
    SET fault = sortid_internal_fault('partitions: time', 'NULL', 'missing: use a time in UTC');
  END IF;
  REPEAT
    SET old = (SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = wanted
      AND PARTITION_DESCRIPTION <> 'MAXVALUE' AND sortid_internal_partition_key(PARTITION_DESCRIPTION) <= before_key LIMIT 1);
    IF old IS NOT NULL THEN
      CALL sortid_internal_partition_run(CONCAT('ALTER TABLE `', REPLACE(wanted, '`', '``'), '` DROP PARTITION `', REPLACE(old, '`', '``'), '`'));
    END IF;
  UNTIL old IS NULL END REPEAT;
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;

-- +goose Down
DROP PROCEDURE IF EXISTS sortid_partitions_drop_before;
DROP PROCEDURE IF EXISTS sortid_partitions_ensure;
DROP PROCEDURE IF EXISTS sortid_internal_partition_run;
DROP PROCEDURE IF EXISTS sortid_internal_partition_column;
DROP FUNCTION IF EXISTS sortid_internal_partition_name;
DROP FUNCTION IF EXISTS sortid_internal_partition_start;
DROP FUNCTION IF EXISTS sortid_internal_partition_key;
DROP FUNCTION IF EXISTS sortid_internal_partition_bound;
DROP FUNCTION IF EXISTS sortid_internal_partition_size;

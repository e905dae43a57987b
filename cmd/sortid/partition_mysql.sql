-- Partitions of {{.Table}}: one for each {{.Every}} (UTC), of the IDs of {{.Format}} in {{.Column}}.
-- Run it with the client {{.Client}}. It adds what is missing, and can run again.
-- The table must exist. If it is empty, it need not be partitioned:
--   CREATE TABLE {{.Table.SQL}} ({{.ColumnSQL}} {{.Type.SQL}} NOT NULL PRIMARY KEY, ...);

SET NAMES utf8mb4;
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES', lock_wait_timeout = 10;
{{- $procedure := .Sibling "sortid_partition_once"}}

DROP PROCEDURE IF EXISTS {{$procedure}};
DELIMITER $sortid$
CREATE PROCEDURE {{$procedure}}() MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE missing LONGTEXT CHARACTER SET utf8mb4;
  DECLARE problem VARCHAR(128) CHARACTER SET utf8mb4;
  DECLARE old VARCHAR(64) CHARACTER SET utf8mb4;
  DECLARE foreign_key VARCHAR(200) CHARACTER SET utf8mb4 DEFAULT (
    SELECT CONCAT(TABLE_NAME, '.', CONSTRAINT_NAME) FROM information_schema.KEY_COLUMN_USAGE
    WHERE REFERENCED_TABLE_NAME IS NOT NULL AND (TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}}
      OR REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = {{text .Table.Name}}) LIMIT 1);
  DECLARE unique_key VARCHAR(64) CHARACTER SET utf8mb4 DEFAULT (
    SELECT INDEX_NAME FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}} AND NON_UNIQUE = 0
    GROUP BY INDEX_NAME HAVING SUM(COLUMN_NAME = {{text .Column}}) = 0 LIMIT 1);
  DECLARE method VARCHAR(200) CHARACTER SET utf8mb4 DEFAULT (
    SELECT CONCAT(PARTITION_METHOD, '(', PARTITION_EXPRESSION, ')') FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}} LIMIT 1);
  DECLARE rest VARCHAR(64) CHARACTER SET utf8mb4 DEFAULT ( -- the partition up to MAXVALUE
    SELECT MAX(PARTITION_NAME) FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}} AND PARTITION_DESCRIPTION = 'MAXVALUE');
  DECLARE last VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT COALESCE((
    SELECT MAX({{template "bound"}}) FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}} AND PARTITION_DESCRIPTION <> 'MAXVALUE'), '');

  IF NOT EXISTS (SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}}) THEN
    SET problem = LEFT({{text (print .Table ": no such table: create it first")}}, 128);
  ELSEIF NOT EXISTS (SELECT * FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text .Table.Name}} AND COLUMN_NAME = {{text .Column}} AND {{.Type.Condition}}) THEN
    SET problem = LEFT({{text (print .Table ": column " .Column ": missing, or not " .Type.SQL ": see -column and -type")}}, 128);
  ELSEIF foreign_key IS NOT NULL THEN
    SET problem = LEFT(CONCAT({{text (print .Table ": foreign key ")}}, foreign_key, ': drop it: a partitioned table can have none'), 128);
  ELSEIF unique_key IS NOT NULL THEN
    SET problem = LEFT(CONCAT({{text (print .Table ": unique key ")}}, unique_key, {{text (print ": add the column " .Column ": a partitioned table asks for it")}}), 128);
  ELSEIF method <> {{text .Method}} THEN
    SET problem = LEFT(CONCAT({{text (print .Table ": partitioned by ")}}, method, {{text (print ": want " .Method)}}), 128);
  ELSEIF method IS NULL THEN
    IF EXISTS (SELECT * FROM {{.Table.SQL}}) THEN
      SET problem = LEFT({{text (print .Table ": has rows and no partitions: move the rows to a partitioned table")}}, 128);
    END IF;
  END IF;
  IF problem IS NOT NULL THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = problem;
  END IF;

  -- The IDs up to, but not including, the bound.
{{- range .Partitions}}
  IF last < {{text .End.Key}} THEN
    SET missing = CONCAT_WS(', ', missing, {{text (print "PARTITION " .Name " VALUES LESS THAN (" .End.Value ")")}}); -- up to {{.End.Time}}
  END IF;
{{- end}}
  IF missing IS NOT NULL THEN
    -- REORGANIZE moves the rows of the partition up to MAXVALUE.
    SET @sortid_statement = CONCAT({{text (print "ALTER TABLE " .Table.SQL " ")}}, CASE
      WHEN method IS NULL THEN CONCAT({{text (print "PARTITION BY RANGE COLUMNS(" .ColumnSQL ") (")}}, missing, ')')
      WHEN rest IS NULL THEN CONCAT('ADD PARTITION (', missing, ')')
      ELSE CONCAT('REORGANIZE PARTITION `', REPLACE(rest, '`', '``'), '` INTO (', missing, ', PARTITION `', REPLACE(rest, '`', '``'), '` VALUES LESS THAN (MAXVALUE))')
      END);
    PREPARE sortid_statement FROM @sortid_statement;
    EXECUTE sortid_statement;
    DEALLOCATE PREPARE sortid_statement;
  END IF;
{{- with .DropBefore}}

  -- Drop the partitions that end at {{.Time}} or before.
  REPEAT
    SET old = (SELECT PARTITION_NAME FROM information_schema.PARTITIONS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = {{text $.Table.Name}} AND PARTITION_DESCRIPTION <> 'MAXVALUE' AND {{template "bound"}} <= {{text .Key}} LIMIT 1);
    IF old IS NOT NULL THEN
      SET @sortid_statement = CONCAT({{text (print "ALTER TABLE " $.Table.SQL " DROP PARTITION `")}}, REPLACE(old, '`', '``'), '`');
      PREPARE sortid_statement FROM @sortid_statement;
      EXECUTE sortid_statement;
      DEALLOCATE PREPARE sortid_statement;
    END IF;
  UNTIL old IS NULL END REPEAT;
{{- end}}
END
$sortid$
DELIMITER ;
CALL {{$procedure}}();
DROP PROCEDURE {{$procedure}};
SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;

{{- /* A bound as a text that sorts as the column does: hexadecimal digits, or a number. MariaDB shows bytes that are UTF-8 as a text with escapes. */ -}}
{{- define "bound" -}}
CONVERT(CASE WHEN LEFT(PARTITION_DESCRIPTION, 10) = '_binary 0x' THEN UPPER(SUBSTR(PARTITION_DESCRIPTION, 11))
      WHEN LEFT(PARTITION_DESCRIPTION, 1) = '''' THEN HEX(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
        CONVERT(SUBSTR(PARTITION_DESCRIPTION, 2, CHAR_LENGTH(PARTITION_DESCRIPTION) - 2) USING binary), X'5C5C', X'FF'), X'5C30', X'00'), X'5C6E', X'0A'), X'5C72', X'0D'), X'2727', X'27'), X'FF', X'5C'))
      ELSE LPAD(PARTITION_DESCRIPTION, 20, '0') END USING utf8mb4) COLLATE utf8mb4_bin
{{- end}}

-- Typed texts: a prefix, an underscore and the text of an ID, in lower case where the parser
-- ignores the case, as the types For[K] of the Go packages show the ID of a K with a prefix.
--
--   CREATE VIEW users_text AS SELECT sortid_wiji_typed_text('user', id) AS id_text, u.* FROM users u;
--   SELECT * FROM users WHERE id = sortid_wiji_typed_parse('user', 'user_069q6zxr120002m45bsqqg28t5');
--
-- A prefix keeps the rule of TypeID: 1 to 63 characters a to z and _, with a letter at each end.

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- sortid_internal_mark returns the prefix and its underscore. A prefix that breaks the rule is
-- an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_mark */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_mark(format VARCHAR(20) CHARACTER SET ascii, prefix LONGBLOB)
RETURNS VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE letters VARCHAR(64) CHARACTER SET latin1 COLLATE latin1_bin DEFAULT CONVERT(LEFT(prefix, 64) USING latin1);
  IF prefix IS NULL THEN
    RETURN NULL;
  ELSEIF letters REGEXP '^[a-z]([a-z_]{0,61}[a-z])?\\z' THEN
    RETURN CONCAT(letters, '_');
  END IF;
  RETURN sortid_internal_fault(CONCAT(format, ': prefix'), prefix, 'invalid setting: use 1 to 63 characters a to z and _, a letter at each end');
END
-- +goose StatementEnd

-- sortid_internal_unmark returns the text after the prefix, which has the given length in bytes.
/*!80000 DROP FUNCTION IF EXISTS sortid_internal_unmark */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_internal_unmark(format VARCHAR(20) CHARACTER SET ascii, mark LONGBLOB, form LONGBLOB, size INT)
RETURNS LONGBLOB
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  IF mark IS NULL OR form IS NULL THEN
    RETURN NULL;
  ELSEIF LEFT(form, LENGTH(mark)) <> mark THEN
    RETURN sortid_internal_fault(CONCAT(format, ': text'), form, CONCAT('wrong prefix: use ', LEFT(mark, 40)));
  ELSEIF LENGTH(form) <> LENGTH(mark) + size THEN
    RETURN sortid_internal_fault(CONCAT(format, ': text'), form, CONCAT('wrong length: use ', size, ' bytes after the prefix'));
  END IF;
  RETURN SUBSTR(form, LENGTH(mark) + 1);
END
-- +goose StatementEnd

-- sortid_wiji_typed_text returns the prefix and the text in lower case, for any value.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_typed_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_typed_text(prefix LONGBLOB, id LONGBLOB)
RETURNS VARCHAR(90) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_internal_mark('wiji', prefix), LOWER(sortid_wiji_text(id)))
-- +goose StatementEnd

-- sortid_wiji_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_wiji_typed_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_wiji_typed_parse(prefix LONGBLOB, form LONGBLOB)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_wiji_parse(sortid_internal_unmark('wiji', sortid_internal_mark('wiji', prefix), form, 26))
-- +goose StatementEnd

-- sortid_ulid_typed_text returns the prefix and the text in lower case, for any value.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_typed_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_typed_text(prefix LONGBLOB, id LONGBLOB)
RETURNS VARCHAR(90) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_internal_mark('ulid', prefix), LOWER(sortid_ulid_text(id)))
-- +goose StatementEnd

-- sortid_ulid_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulid_typed_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulid_typed_parse(prefix LONGBLOB, form LONGBLOB)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_ulid_parse(sortid_internal_unmark('ulid', sortid_internal_mark('ulid', prefix), form, 26))
-- +goose StatementEnd

-- sortid_ulidflake_typed_text returns the prefix and the text in lower case, for any value.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_typed_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_typed_text(prefix LONGBLOB, id DECIMAL(20, 0))
RETURNS VARCHAR(77) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_internal_mark('ulidflake', prefix), LOWER(sortid_ulidflake_text(id)))
-- +goose StatementEnd

-- sortid_ulidflake_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_ulidflake_typed_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_ulidflake_typed_parse(prefix LONGBLOB, form LONGBLOB)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_ulidflake_parse(sortid_internal_unmark('ulidflake', sortid_internal_mark('ulidflake', prefix), form, 13))
-- +goose StatementEnd

-- sortid_uid_typed_text returns the prefix and the text, for any value.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_typed_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_typed_text(prefix LONGBLOB, id DECIMAL(20, 0))
RETURNS VARCHAR(75) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_internal_mark('uid11', prefix), sortid_uid_text(id))
-- +goose StatementEnd

-- sortid_uid_typed_parse returns the ID of a text with that prefix. Another prefix, or
-- none, is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_uid_typed_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_uid_typed_parse(prefix LONGBLOB, form LONGBLOB)
RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_uid_parse(sortid_internal_unmark('uid11', sortid_internal_mark('uid11', prefix), form, 11))
-- +goose StatementEnd

-- sortid_scru_typed_text returns the prefix and the text in lower case, for any value.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_typed_text */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_typed_text(prefix LONGBLOB, id LONGBLOB)
RETURNS VARCHAR(96) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_internal_mark('scru160', prefix), LOWER(sortid_scru_text(id)))
-- +goose StatementEnd

-- sortid_scru_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
/*!80000 DROP FUNCTION IF EXISTS sortid_scru_typed_parse */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ FUNCTION sortid_scru_typed_parse(prefix LONGBLOB, form LONGBLOB)
RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_scru_parse(sortid_internal_unmark('scru160', sortid_internal_mark('scru160', prefix), form, 32))
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP FUNCTION IF EXISTS sortid_scru_typed_parse;
DROP FUNCTION IF EXISTS sortid_scru_typed_text;
DROP FUNCTION IF EXISTS sortid_uid_typed_parse;
DROP FUNCTION IF EXISTS sortid_uid_typed_text;
DROP FUNCTION IF EXISTS sortid_ulidflake_typed_parse;
DROP FUNCTION IF EXISTS sortid_ulidflake_typed_text;
DROP FUNCTION IF EXISTS sortid_ulid_typed_parse;
DROP FUNCTION IF EXISTS sortid_ulid_typed_text;
DROP FUNCTION IF EXISTS sortid_wiji_typed_parse;
DROP FUNCTION IF EXISTS sortid_wiji_typed_text;
DROP FUNCTION IF EXISTS sortid_internal_unmark;
DROP FUNCTION IF EXISTS sortid_internal_mark;

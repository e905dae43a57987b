-- What the files of the schemas make their rows with. It is dropped before the schema is read.
CREATE TABLE numbers (n int PRIMARY KEY);
INSERT INTO numbers WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 200) SELECT n FROM r;
-- key_of returns a UUID of version 4, the same for the same arguments.
CREATE FUNCTION key_of(kind varchar(64), n bigint) RETURNS char(36) CHARACTER SET ascii DETERMINISTIC
RETURN INSERT(INSERT(INSERT(INSERT(INSERT(INSERT(LEFT(SHA2(CONCAT(kind, n), 256), 32), 13, 1, '4'), 17, 1, '8'), 21, 0, '-'), 17, 0, '-'), 13, 0, '-'), 9, 0, '-');

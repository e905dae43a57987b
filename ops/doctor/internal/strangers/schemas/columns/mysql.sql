-- Columns with defaults, and tables with no row: each case is a move of its own.
--
-- move: made.id
-- reviewed: seen
-- move: made_by_trigger.id
-- refused: makes
-- move: constant.id
-- either: constant
-- move: emptied.id
-- either: emptied
-- move: updated.id
-- move: nobody.id
-- with: nobody_refers.nobody_id
-- move: only_key.id
-- move: last_one.id
-- move: varchar255.id
-- move: texts.id
-- refused: texts.id
-- move: binaries.id
-- found: binaries_of.binary_id
-- move: hexes.id
-- from: hex
-- found: hexes_of.hex_id
-- move: forms.id
-- refused: forms_of.form_id
-- move: enums.id
-- refused: enums.id
--
-- Nothing in the expressions of these indexes and checks moves.
-- move: beside.id
-- mysql: -- either: beside_email
-- unnamed: beside_check
--
-- The user names a review that nothing needs.
-- move: reviewed.id
-- reviewed: nothing_of_this_name
--
-- What is not there, what is no table, what is a number.
-- move: missing.id
-- unknown: missing.id
-- move: made.missing
-- unknown: made.missing
-- move: seen.id
-- unknown: seen
-- move: numbers_too.id
-- refused: numbers_too.id
-- move: nowhere
-- unknown: nowhere
-- move: done.id
-- refused: done.id
CREATE TABLE made (id char(36) NOT NULL DEFAULT (uuid()) COMMENT 'it''s made', n int, PRIMARY KEY (id));
INSERT INTO made SELECT key_of('made', n), n FROM numbers WHERE n <= 20;
CREATE VIEW seen AS SELECT n, id FROM made;

-- A trigger that goes on with texts: it must be read, and changed before.
CREATE TABLE made_by_trigger (id char(36) NOT NULL, n int, PRIMARY KEY (id));
INSERT INTO made_by_trigger SELECT key_of('made_by_trigger', n), n FROM numbers WHERE n <= 20;
CREATE TRIGGER makes BEFORE INSERT ON made_by_trigger FOR EACH ROW SET NEW.id = COALESCE(NULLIF(NEW.id, ''), UUID());

CREATE TABLE constant (id char(36) PRIMARY KEY, boss_id char(36) NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', n int);
INSERT INTO constant (id, n) SELECT key_of('constant', n), n FROM numbers WHERE n <= 20;
CREATE TABLE emptied (id char(36) NOT NULL DEFAULT '', n int, PRIMARY KEY (id));
INSERT INTO emptied SELECT key_of('emptied', n), n FROM numbers WHERE n <= 20;
CREATE TABLE updated (id char(36) PRIMARY KEY, at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP);
INSERT INTO updated SELECT key_of('updated', n), '2001-02-03 04:05:06' FROM numbers WHERE n <= 20;

CREATE TABLE nobody (id char(36) PRIMARY KEY, n int);
CREATE TABLE nobody_refers (n int PRIMARY KEY, nobody_id char(36) NOT NULL);
CREATE TABLE only_key (id char(36) PRIMARY KEY);
INSERT INTO only_key SELECT key_of('only_key', n) FROM numbers WHERE n <= 20;
CREATE TABLE last_one (a text, b int, id char(36) PRIMARY KEY);
INSERT INTO last_one SELECT 'a', n, key_of('last', n) FROM numbers WHERE n <= 20;
CREATE TABLE varchar255 (id varchar(255) CHARACTER SET utf8mb4 PRIMARY KEY, n int);
INSERT INTO varchar255 SELECT key_of('varchar255', n), n FROM numbers WHERE n <= 20;
CREATE TABLE texts (id text, n int, PRIMARY KEY (id(36)));
INSERT INTO texts SELECT key_of('texts', n), n FROM numbers WHERE n <= 20;
CREATE TABLE binaries (id binary(36) PRIMARY KEY, n int);
CREATE TABLE binaries_of (binary_id varbinary(64), n int);
INSERT INTO binaries SELECT key_of('binaries', n), n FROM numbers WHERE n <= 20;
INSERT INTO binaries_of SELECT UPPER(key_of('binaries', n)), n FROM numbers WHERE n <= 20;
CREATE TABLE hexes (id char(32) PRIMARY KEY, n int);
CREATE TABLE hexes_of (hex_id char(32), n int);
INSERT INTO hexes SELECT REPLACE(key_of('hexes', n), '-', ''), n FROM numbers WHERE n <= 20;
INSERT INTO hexes_of SELECT UPPER(REPLACE(key_of('hexes', n), '-', '')), n FROM numbers WHERE n <= 20;
CREATE TABLE forms (id char(36) PRIMARY KEY, n int);
CREATE TABLE forms_of (n int, form_id char(32));
INSERT INTO forms SELECT key_of('forms', n), n FROM numbers WHERE n <= 20;
INSERT INTO forms_of SELECT n, REPLACE(key_of('forms', n), '-', '') FROM numbers WHERE n <= 20;
CREATE TABLE enums (id enum('0190163d-8694-739b-aea5-966c26f8ad91', '0190163d-8694-739b-aea5-966c26f8ad92') PRIMARY KEY);
INSERT INTO enums VALUES ('0190163d-8694-739b-aea5-966c26f8ad91');

CREATE TABLE beside (id char(36) PRIMARY KEY, email varchar(100), n int, CONSTRAINT beside_check CHECK (LENGTH(email) > 1));
-- mysql: CREATE INDEX beside_email ON beside ((LOWER(email)), id);
INSERT INTO beside SELECT key_of('beside', n), CONCAT(n, '@example.com'), n FROM numbers WHERE n <= 20;

CREATE TABLE reviewed (id char(36) PRIMARY KEY);
INSERT INTO reviewed SELECT key_of('reviewed', n) FROM numbers WHERE n <= 20;
CREATE TABLE numbers_too (id bigint PRIMARY KEY);
INSERT INTO numbers_too SELECT n FROM numbers WHERE n <= 20;
CREATE TABLE done (id binary(16) PRIMARY KEY);
INSERT INTO done SELECT UNHEX(REPLACE(key_of('done', n), '-', '')) FROM numbers WHERE n <= 20;

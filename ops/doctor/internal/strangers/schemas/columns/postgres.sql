-- Columns with defaults, and tables with no row: each case is a move of its own.
--
-- move: made.id
-- move: constant.id
-- move: emptied.id
-- either: emptied
-- move: sequence.id
-- either: sequence
-- move: own_function.id
-- move: nobody.id
-- with: nobody_refers.nobody_id
-- move: only_key.id
-- move: last.id
-- move: char40.id
-- move: bytes.id
-- move: hexes.id
-- from: hex
-- found: hexes_of.hex_id
-- move: raw.id
-- from: bytes
-- found: raw_of.raw_id
-- move: raw_mixed.id
-- from: bytes
-- stops: raw_mixed.id
-- move: forms.id
-- refused: forms_of.form_id
--
-- Nothing in the expressions of these indexes and checks moves.
-- move: beside.id
-- unnamed: beside_email beside_check beside_part
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
-- refused: seen
-- move: numbers_too.id
-- refused: numbers_too.id
-- move: nowhere
-- unknown: nowhere
-- move: uuids.id
-- refused: uuids.id
CREATE TABLE made (id text DEFAULT gen_random_uuid()::text PRIMARY KEY, n int);
INSERT INTO made (id, n) SELECT key_of('made', n), n FROM numbers WHERE n <= 20;
CREATE VIEW seen AS SELECT id FROM made;

CREATE TABLE constant (id text PRIMARY KEY, boss_id text NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', n int);
INSERT INTO constant (id, n) SELECT key_of('constant', n), n FROM numbers WHERE n <= 20;

-- A default that is no UUID.
CREATE TABLE emptied (id text DEFAULT '' PRIMARY KEY, n int);
INSERT INTO emptied (id, n) SELECT key_of('emptied', n), n FROM numbers WHERE n <= 20;
CREATE SEQUENCE sequence_of;
CREATE TABLE sequence (id text DEFAULT lpad(to_hex(nextval('sequence_of')), 32, '0') PRIMARY KEY, n int);
INSERT INTO sequence (id, n) SELECT key_of('sequence', n), n FROM numbers WHERE n <= 20;
CREATE FUNCTION new_id() RETURNS text LANGUAGE sql AS 'SELECT gen_random_uuid()::text';
CREATE TABLE own_function (id varchar(36) NOT NULL DEFAULT new_id() PRIMARY KEY, n int);
INSERT INTO own_function (n) SELECT n FROM numbers WHERE n <= 20;

CREATE TABLE nobody (id text PRIMARY KEY, n int);
CREATE TABLE nobody_refers (n int PRIMARY KEY, nobody_id text NOT NULL);
CREATE TABLE only_key (id text PRIMARY KEY);
INSERT INTO only_key SELECT key_of('only_key', n) FROM numbers WHERE n <= 20;
CREATE TABLE last (a text, b int, id text PRIMARY KEY);
INSERT INTO last SELECT 'a', n, key_of('last', n) FROM numbers WHERE n <= 20;
CREATE TABLE char40 (id char(40) PRIMARY KEY, n int);
INSERT INTO char40 SELECT key_of('char40', n), n FROM numbers WHERE n <= 20;
CREATE TABLE bytes (id bytea PRIMARY KEY, n int);
INSERT INTO bytes SELECT convert_to(key_of('bytes', n), 'UTF8'), n FROM numbers WHERE n <= 20;
CREATE TABLE hexes (id char(32) PRIMARY KEY, n int);
CREATE TABLE hexes_of (hex_id char(32), n int);
INSERT INTO hexes SELECT replace(key_of('hexes', n), '-', ''), n FROM numbers WHERE n <= 20;
INSERT INTO hexes_of SELECT upper(replace(key_of('hexes', n), '-', '')), n FROM numbers WHERE n <= 20;
CREATE TABLE raw (id bytea PRIMARY KEY, n int);
CREATE TABLE raw_of (raw_id bytea, n int);
INSERT INTO raw SELECT decode(replace(key_of('raw', n), '-', ''), 'hex'), n FROM numbers WHERE n <= 20;
INSERT INTO raw_of SELECT decode(replace(key_of('raw', n), '-', ''), 'hex'), n FROM numbers WHERE n <= 20;
CREATE TABLE raw_mixed (id bytea PRIMARY KEY, n int);
INSERT INTO raw_mixed SELECT CASE WHEN n = 3 THEN convert_to(key_of('raw_mixed', n), 'UTF8') ELSE decode(replace(key_of('raw_mixed', n), '-', ''), 'hex') END, n FROM numbers WHERE n <= 20;

-- The same keys in two forms, which a program joins by an expression.
CREATE TABLE forms (id text PRIMARY KEY, n int);
CREATE TABLE forms_of (n int, form_id text);
INSERT INTO forms SELECT key_of('forms', n), n FROM numbers WHERE n <= 20;
INSERT INTO forms_of SELECT n, replace(key_of('forms', n), '-', '') FROM numbers WHERE n <= 20;

CREATE TABLE beside (id text PRIMARY KEY, email text, n int, CONSTRAINT beside_check CHECK (length(email) > 1));
CREATE INDEX beside_email ON beside (lower(email), id);
CREATE UNIQUE INDEX beside_part ON beside (id) WHERE email LIKE '%@%' AND n > 0;
INSERT INTO beside SELECT key_of('beside', n), n || '@example.com', n FROM numbers WHERE n <= 20;

CREATE TABLE reviewed (id text PRIMARY KEY);
INSERT INTO reviewed SELECT key_of('reviewed', n) FROM numbers WHERE n <= 20;
CREATE TABLE numbers_too (id bigint PRIMARY KEY);
INSERT INTO numbers_too SELECT n FROM numbers WHERE n <= 20;
CREATE TABLE uuids (id uuid PRIMARY KEY);
INSERT INTO uuids SELECT key_of('uuids', n)::uuid FROM numbers WHERE n <= 20;

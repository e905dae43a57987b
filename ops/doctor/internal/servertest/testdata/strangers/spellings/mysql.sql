-- One UUID in two spellings, and rows that refer to nothing. Each case is a move of its own: whatever cannot be moved is
-- counted before the first change.
--
-- Two rows whose keys are one UUID.
-- move: twins.id
-- stops: twins.id
--
-- Two rows of a unique index of two columns, whose references are one UUID.
-- move: fans.id
-- with: votes.fan_id
-- stops: votes
--
-- Two rows of a unique index of a reference that has a foreign key.
-- move: hosts.id
-- stops: guests
--
-- Programs in two languages: one writes keys in lower case, the other references in upper case. Nothing joined; now all does.
-- move: makers.id
-- with: parts.maker_id
--
-- The same under a collation that ignores the case, with a foreign key.
-- move: cooks.id
--
-- References to nothing. They move and still refer to nothing.
-- move: books.id
-- with: loans.book_id
--
-- A foreign key that rows break, because they came while it was off.
-- move: rivers.id
-- stops: bridges
--
-- Empty texts, spaces, braces and line ends are no UUIDs.
-- move: empties.id
-- stops: empties.id
-- move: spaces.id
-- stops: spaces.id
-- move: braces.id
-- stops: braces.id
-- move: lines.id
-- stops: lines.id
-- move: plain.id
-- stops: plain.id
CREATE TABLE twins (id varchar(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, name varchar(40));
INSERT INTO twins SELECT key_of('twins', n), n FROM numbers WHERE n <= 20 UNION ALL SELECT UPPER(key_of('twins', n)), 'upper' FROM numbers WHERE n <= 3;

CREATE TABLE fans (id varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PRIMARY KEY, name varchar(40));
CREATE TABLE votes (fan_id varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, song int NOT NULL, UNIQUE KEY one_vote (fan_id, song));
INSERT INTO fans SELECT key_of('fans', n), n FROM numbers WHERE n <= 20;
INSERT INTO votes SELECT key_of('fans', n), n % 7 FROM numbers WHERE n <= 20 UNION ALL SELECT UPPER(key_of('fans', n)), n % 7 FROM numbers WHERE n <= 2;

CREATE TABLE hosts (id varchar(36) CHARACTER SET latin1 COLLATE latin1_bin PRIMARY KEY, name varchar(40));
CREATE TABLE guests (host_id varchar(36) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL, seat int, UNIQUE KEY one_seat (host_id, seat), CONSTRAINT guests_host FOREIGN KEY (host_id) REFERENCES hosts (id));
INSERT INTO hosts SELECT key_of('hosts', n), n FROM numbers WHERE n <= 10 UNION ALL SELECT UPPER(key_of('hosts', 1)), 'upper';
INSERT INTO guests SELECT id, 1 FROM hosts;

CREATE TABLE makers (id varchar(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, name varchar(40));
CREATE TABLE parts (n int PRIMARY KEY, maker_id varchar(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, KEY parts_maker (maker_id));
INSERT INTO makers SELECT key_of('makers', n), n FROM numbers WHERE n <= 20;
INSERT INTO parts SELECT n, CASE WHEN n % 2 = 0 THEN UPPER(key_of('makers', n DIV 2)) ELSE key_of('makers', 1 + n DIV 2) END FROM numbers WHERE n <= 39 AND n > 1;

CREATE TABLE cooks (id char(36) CHARACTER SET ascii PRIMARY KEY, name varchar(40));
CREATE TABLE dishes (n int PRIMARY KEY, cook_id char(36) CHARACTER SET ascii NOT NULL, CONSTRAINT dishes_cook FOREIGN KEY (cook_id) REFERENCES cooks (id) ON DELETE CASCADE);
INSERT INTO cooks SELECT CASE n % 2 WHEN 0 THEN UPPER(key_of('cooks', n)) ELSE key_of('cooks', n) END, n FROM numbers WHERE n <= 20;
INSERT INTO dishes SELECT n, CASE n % 3 WHEN 0 THEN UPPER(key_of('cooks', 1 + n DIV 2)) ELSE key_of('cooks', 1 + n DIV 2) END FROM numbers WHERE n < 40;

CREATE TABLE books (id char(36) PRIMARY KEY, title varchar(40));
CREATE TABLE loans (n int PRIMARY KEY, book_id char(36));
INSERT INTO books SELECT key_of('books', n), n FROM numbers WHERE n <= 20;
INSERT INTO loans SELECT n, CASE WHEN n % 5 > 0 THEN key_of('books', n) END FROM numbers WHERE n <= 30;

CREATE TABLE rivers (id char(36) PRIMARY KEY, name varchar(40));
CREATE TABLE bridges (n int PRIMARY KEY, river_id char(36), CONSTRAINT bridges_river FOREIGN KEY (river_id) REFERENCES rivers (id));
INSERT INTO rivers SELECT key_of('rivers', n), n FROM numbers WHERE n <= 10;
SET foreign_key_checks = 0;
INSERT INTO bridges SELECT n, key_of('rivers', n) FROM numbers WHERE n <= 15;
SET foreign_key_checks = 1;

CREATE TABLE empties (id varchar(36) PRIMARY KEY, ref_id varchar(36));
INSERT INTO empties SELECT CASE WHEN n = 3 THEN '' ELSE key_of('empties', n) END, '' FROM numbers WHERE n <= 10;
CREATE TABLE spaces (id varchar(40) PRIMARY KEY);
INSERT INTO spaces SELECT CONCAT(key_of('spaces', n), CASE WHEN n = 3 THEN ' ' ELSE '' END) FROM numbers WHERE n <= 10;
CREATE TABLE braces (id varchar(40) PRIMARY KEY);
INSERT INTO braces SELECT CASE WHEN n = 3 THEN CONCAT('{', key_of('braces', n), '}') ELSE key_of('braces', n) END FROM numbers WHERE n <= 10;
CREATE TABLE `lines` (id varchar(40) PRIMARY KEY);
INSERT INTO `lines` SELECT CONCAT(key_of('lines', n), CASE WHEN n = 3 THEN CHAR(10) ELSE '' END) FROM numbers WHERE n <= 10;
CREATE TABLE plain (id varchar(36) PRIMARY KEY);
INSERT INTO plain SELECT CASE WHEN n = 3 THEN REPLACE(key_of('plain', n), '-', '') ELSE key_of('plain', n) END FROM numbers WHERE n <= 10;

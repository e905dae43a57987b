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
-- References to nothing. They move and still refer to nothing.
-- move: books.id
-- with: loans.book_id
--
-- A foreign key that is not checked, with rows that break it.
-- move: trees.id
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
CREATE TABLE twins (id text COLLATE "C" PRIMARY KEY, name text);
INSERT INTO twins SELECT key_of('twins', n), n::text FROM numbers WHERE n <= 20 UNION ALL SELECT upper(key_of('twins', n)), 'upper' FROM numbers WHERE n <= 3;

CREATE TABLE fans (id text PRIMARY KEY, name text);
CREATE TABLE votes (fan_id text NOT NULL, song int NOT NULL, UNIQUE (fan_id, song));
INSERT INTO fans SELECT key_of('fans', n), n::text FROM numbers WHERE n <= 20;
INSERT INTO votes SELECT key_of('fans', n), n % 7 FROM numbers WHERE n <= 20 UNION ALL SELECT upper(key_of('fans', n)), n % 7 FROM numbers WHERE n <= 2;

CREATE TABLE hosts (id varchar(36) PRIMARY KEY, name text);
CREATE TABLE guests (host_id varchar(36) NOT NULL REFERENCES hosts (id), seat int, CONSTRAINT one_seat UNIQUE (host_id, seat));
INSERT INTO hosts SELECT key_of('hosts', n), n::text FROM numbers WHERE n <= 10 UNION ALL SELECT upper(key_of('hosts', 1)), 'upper';
INSERT INTO guests SELECT id, 1 FROM hosts;

CREATE TABLE makers (id varchar(36) COLLATE "C" PRIMARY KEY, name text);
CREATE TABLE parts (n int PRIMARY KEY, maker_id varchar(36) COLLATE "C" NOT NULL);
CREATE INDEX parts_maker ON parts (maker_id);
INSERT INTO makers SELECT key_of('makers', n), n::text FROM numbers WHERE n <= 20;
INSERT INTO parts SELECT n, CASE WHEN n % 2 = 0 THEN upper(key_of('makers', n / 2)) ELSE key_of('makers', 1 + n / 2) END FROM numbers WHERE n <= 39 AND n > 1;

CREATE TABLE books (id char(36) PRIMARY KEY, title text);
CREATE TABLE loans (n int PRIMARY KEY, book_id char(36));
INSERT INTO books SELECT key_of('books', n), n::text FROM numbers WHERE n <= 20;
INSERT INTO loans SELECT n, CASE WHEN n % 5 > 0 THEN key_of('books', n) END FROM numbers WHERE n <= 30;

CREATE TABLE trees (id text PRIMARY KEY, name text);
CREATE TABLE leaves (n int PRIMARY KEY, tree_id text);
INSERT INTO trees SELECT key_of('trees', n), n::text FROM numbers WHERE n <= 10;
INSERT INTO leaves SELECT n, key_of('trees', n) FROM numbers WHERE n <= 15;
ALTER TABLE leaves ADD CONSTRAINT leaves_tree FOREIGN KEY (tree_id) REFERENCES trees (id) NOT VALID;

CREATE TABLE rivers (id text PRIMARY KEY, name text);
CREATE TABLE bridges (n int PRIMARY KEY, river_id text REFERENCES rivers (id));
INSERT INTO rivers SELECT key_of('rivers', n), n::text FROM numbers WHERE n <= 10;
SET session_replication_role = replica;
INSERT INTO bridges SELECT n, key_of('rivers', n) FROM numbers WHERE n <= 15;
RESET session_replication_role;

CREATE TABLE empties (id text PRIMARY KEY, ref_id text);
INSERT INTO empties SELECT CASE WHEN n = 3 THEN '' ELSE key_of('empties', n) END, '' FROM numbers WHERE n <= 10;
CREATE TABLE spaces (id text PRIMARY KEY);
INSERT INTO spaces SELECT key_of('spaces', n) || CASE WHEN n = 3 THEN ' ' ELSE '' END FROM numbers WHERE n <= 10;
CREATE TABLE braces (id text PRIMARY KEY);
INSERT INTO braces SELECT CASE WHEN n = 3 THEN '{' || key_of('braces', n) || '}' ELSE key_of('braces', n) END FROM numbers WHERE n <= 10;
CREATE TABLE lines (id text PRIMARY KEY);
INSERT INTO lines SELECT key_of('lines', n) || CASE WHEN n = 3 THEN E'\n' ELSE '' END FROM numbers WHERE n <= 10;
CREATE TABLE plain (id text PRIMARY KEY);
INSERT INTO plain SELECT CASE WHEN n = 3 THEN replace(key_of('plain', n), '-', '') ELSE key_of('plain', n) END FROM numbers WHERE n <= 10;

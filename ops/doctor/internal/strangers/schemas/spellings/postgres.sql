-- One UUID in two spellings, and rows that refer to nothing. Each case is a move of its own: whatever cannot be moved is
-- counted before the first change.
--
-- Two rows whose keys are one UUID.
-- move: twins.id
-- stops: twins
--
-- Two rows of a unique index of two columns, whose references are one UUID.
-- move: fans.id
-- found: votes.fan_id
-- stops: votes
--
-- Two rows of a unique index of a reference that has a foreign key.
-- move: hosts.id
-- stops: hosts
--
-- Programs in two languages: one writes keys in lower case, the other references in upper case. Nothing joined; now all does.
-- move: makers.id
-- found: parts.maker_id
--
-- References to nothing. They move and still refer to nothing.
-- move: books.id
-- found: loans.book_id
--
-- A foreign key that is not checked, with rows that break it.
-- move: trees.id
--
-- A foreign key that rows break, because they came while it was off.
-- move: rivers.id

-- stops: bridges
--
-- Columns with keys of two tables. Whoever reads the first hundred values sees keys of one.
-- move: firsts.id
-- stops: trails.subject_id
-- move: thirds.id
-- stops: paths.subject_id
--
-- A key without a unique index, and a reference to it.
-- move: loose.id
-- either: loose_parts.loose_id
--
-- Two columns with keys of a system elsewhere, which a program joins.
-- move: visits.visitor_uid
-- either: buys.visitor_uid
--
-- Keys inside of texts.
-- move: listed.id
-- noted: lists.listed_ids urls.url
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

-- A column with keys of two tables, of which those of one come late.
CREATE TABLE firsts (id varchar(36) PRIMARY KEY);
CREATE TABLE seconds (id varchar(36) PRIMARY KEY);
CREATE TABLE trails (n int PRIMARY KEY, subject_id varchar(36) NOT NULL);
CREATE TABLE thirds (id varchar(36) PRIMARY KEY);
CREATE TABLE fourths (id varchar(36) PRIMARY KEY);
CREATE TABLE paths (n int PRIMARY KEY, subject_id varchar(36) NOT NULL);
INSERT INTO firsts SELECT key_of('firsts', n) FROM numbers WHERE n <= 150;
INSERT INTO seconds SELECT key_of('seconds', n) FROM numbers WHERE n <= 20;
INSERT INTO trails SELECT n, CASE WHEN n <= 150 THEN key_of('firsts', n) ELSE key_of('seconds', n - 150) END FROM numbers WHERE n <= 170;
INSERT INTO thirds SELECT key_of('thirds', n) FROM numbers WHERE n <= 20;
INSERT INTO fourths SELECT key_of('fourths', n) FROM numbers WHERE n <= 150;
INSERT INTO paths SELECT n, CASE WHEN n <= 150 THEN key_of('fourths', n) ELSE key_of('thirds', n - 150) END FROM numbers WHERE n <= 170;

CREATE TABLE loose (id varchar(36) NOT NULL, version int NOT NULL);
CREATE INDEX loose_id ON loose (id);
CREATE TABLE loose_parts (n int PRIMARY KEY, loose_id varchar(36));
INSERT INTO loose SELECT key_of('loose', 1 + n % 10), n FROM numbers WHERE n <= 20;
INSERT INTO loose_parts SELECT n, key_of('loose', n) FROM numbers WHERE n <= 10;
CREATE TABLE visits (n int PRIMARY KEY, visitor_uid varchar(36));
CREATE TABLE buys (n int PRIMARY KEY, visitor_uid varchar(36));
INSERT INTO visits SELECT n, key_of('visitors', n) FROM numbers WHERE n <= 20;
INSERT INTO buys SELECT n, key_of('visitors', 1 + n % 5) FROM numbers WHERE n <= 20;
CREATE TABLE listed (id varchar(36) PRIMARY KEY);
CREATE TABLE lists (n int PRIMARY KEY, listed_ids varchar(2000));
CREATE TABLE urls (n int PRIMARY KEY, url varchar(200));
INSERT INTO listed SELECT key_of('listed', n) FROM numbers WHERE n <= 20;
INSERT INTO lists SELECT n, key_of('listed', n) || ',' || key_of('listed', n + 1) FROM numbers WHERE n < 20;
INSERT INTO urls SELECT n, 'gid://app/Listed/' || key_of('listed', n) FROM numbers WHERE n <= 20;

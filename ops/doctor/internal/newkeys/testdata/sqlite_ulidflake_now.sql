-- Gives rows new keys, ulidflake in columns of type INT, on SQLite 3.54.1:
--   users.id, dated by the move, in the order of the old keys
--   orders.id, dated by the move, in the order of the old keys
--   users.manager_id, which references users.id
--   orders.user_id, which references users.id
--   friends.friend_id, which references users.id
--   friends.user_id, which references users.id
--   notes.user_id, which references users.id

-- Rehearse it on a copy. A program with package migrations/sqlitefunc runs it on one connection; the sqlite3 shell has not
-- its functions. It is one transaction, which writes the tables again and needs space for that: if a statement fails, run
-- ROLLBACK and PRAGMA foreign_keys = ON, and nothing has changed. In WAL mode others read the old tables meanwhile.
-- The order of columns, constraints and options of the tables stay; indexes and triggers are created again. Afterwards old
-- keys in statements find no row, without an error, and new rows get their keys from a default, which only programs with
-- sqlitefunc can call: start the new version of the programs then. Open connections read the new schema by themselves.
PRAGMA foreign_keys = OFF;
PRAGMA legacy_alter_table = ON; -- views and triggers keep the names of the tables
BEGIN IMMEDIATE;

-- What stops the script. The error has the name of the constraint.
CREATE TEMPORARY TABLE sortid_move_stop (
  changed INT CONSTRAINT "the schema is not that of the plan, or the move is done: print the script again" CHECK (changed = 0),
  orphans INT CONSTRAINT "rows reference a row that is not there: correct them" CHECK (orphans = 0)
);
INSERT INTO temp.sortid_move_stop (changed) SELECT schema_version <> 8 FROM pragma_schema_version;
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM pragma_foreign_key_check;
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "users" AS c WHERE c."manager_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."manager_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "orders" AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."user_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "friends" AS c WHERE c."friend_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."friend_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "friends" AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."user_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "notes" AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."user_id");

-- The new keys.
CREATE TEMPORARY TABLE sortid_move_keys_1_id AS SELECT old_key, sortid_ulidflake_at(at, n) AS new_key FROM (SELECT "id" AS old_key, printf('%s.%03dZ', strftime('%Y-%m-%dT%H:%M:%S', (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ((count(*) OVER () - 1) / 1048575 - (row_number() OVER (ORDER BY "id") - 1) / 1048575)) / 1000, 'unixepoch'), (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ((count(*) OVER () - 1) / 1048575 - (row_number() OVER (ORDER BY "id") - 1) / 1048575)) % 1000) AS at, (row_number() OVER (ORDER BY "id") - 1) % 1048575 + 1 AS n FROM "users");
CREATE UNIQUE INDEX temp.sortid_move_keys_1_id_old ON sortid_move_keys_1_id (old_key);
CREATE TEMPORARY TABLE sortid_move_keys_2_id AS SELECT old_key, sortid_ulidflake_at(at, n) AS new_key FROM (SELECT "id" AS old_key, printf('%s.%03dZ', strftime('%Y-%m-%dT%H:%M:%S', (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ((count(*) OVER () - 1) / 1048575 - (row_number() OVER (ORDER BY "id") - 1) / 1048575)) / 1000, 'unixepoch'), (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) - ((count(*) OVER () - 1) / 1048575 - (row_number() OVER (ORDER BY "id") - 1) / 1048575)) % 1000) AS at, (row_number() OVER (ORDER BY "id") - 1) % 1048575 + 1 AS n FROM "orders");
CREATE UNIQUE INDEX temp.sortid_move_keys_2_id_old ON sortid_move_keys_2_id (old_key);

-- The new tables.
CREATE TABLE "sortid_new_users" (id INT NOT NULL DEFAULT (sortid_ulidflake_new()) PRIMARY KEY, /* the boss, or NULL */ manager_id INT REFERENCES users (id) ON DELETE SET NULL, [name] TEXT NOT NULL UNIQUE COLLATE NOCASE, -- a name
 created_at TEXT NOT NULL, CONSTRAINT no_self CHECK (manager_id <> id), CHECK (length(name) < 40));
INSERT INTO "sortid_new_users" ("id", "manager_id", "name", "created_at") SELECT (SELECT k.new_key FROM temp.sortid_move_keys_1_id AS k WHERE k.old_key = t."id"), (SELECT k.new_key FROM temp.sortid_move_keys_1_id AS k WHERE k.old_key = t."manager_id"), t."name", t."created_at" FROM "users" AS t ORDER BY 1;
CREATE TABLE "sortid_new_orders" (
  "id" INT NOT NULL DEFAULT (sortid_ulidflake_new()) PRIMARY KEY,
  user_id INT NOT NULL,
  note TEXT,
  created_at TEXT NOT NULL,
  twice AS (note || note) VIRTUAL,
  UNIQUE (user_id, note),
  CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO "sortid_new_orders" ("id", "user_id", "note", "created_at") SELECT (SELECT k.new_key FROM temp.sortid_move_keys_2_id AS k WHERE k.old_key = t."id"), (SELECT k.new_key FROM temp.sortid_move_keys_1_id AS k WHERE k.old_key = t."user_id"), t."note", t."created_at" FROM "orders" AS t ORDER BY 1;
CREATE TABLE "sortid_new_friends" (user_id INT NOT NULL REFERENCES users, friend_id INT NOT NULL REFERENCES users, PRIMARY KEY (user_id, friend_id)) WITHOUT ROWID;
INSERT INTO "sortid_new_friends" ("user_id", "friend_id") SELECT (SELECT k.new_key FROM temp.sortid_move_keys_1_id AS k WHERE k.old_key = t."user_id"), (SELECT k.new_key FROM temp.sortid_move_keys_1_id AS k WHERE k.old_key = t."friend_id") FROM "friends" AS t;
CREATE TABLE "sortid_new_notes" (n INTEGER PRIMARY KEY AUTOINCREMENT, user_id INT, text TEXT) STRICT;
INSERT INTO "sortid_new_notes" ("n", "user_id", "text") SELECT t."n", (SELECT k.new_key FROM temp.sortid_move_keys_1_id AS k WHERE k.old_key = t."user_id"), t."text" FROM "notes" AS t;

-- They take the place of the old ones.
DROP TABLE "users";
ALTER TABLE "sortid_new_users" RENAME TO "users";
DROP TABLE "orders";
ALTER TABLE "sortid_new_orders" RENAME TO "orders";
DROP TABLE "friends";
ALTER TABLE "sortid_new_friends" RENAME TO "friends";
INSERT INTO sqlite_sequence (name, seq) SELECT 'sortid_new_notes', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'sortid_new_notes') AND true;
UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM sqlite_sequence WHERE name IN ('sortid_new_notes', 'notes')) WHERE name = 'sortid_new_notes';
DROP TABLE "notes";
ALTER TABLE "sortid_new_notes" RENAME TO "notes";
CREATE UNIQUE INDEX managed ON users (manager_id, name) WHERE manager_id IS NOT NULL;
CREATE TRIGGER noted AFTER INSERT ON users BEGIN UPDATE users SET name = name || '' WHERE rowid = new.rowid; END;
CREATE INDEX orders_recent ON orders (user_id, created_at DESC);
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM pragma_foreign_key_check;
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "users" AS c WHERE c."manager_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."manager_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "orders" AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."user_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "friends" AS c WHERE c."friend_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."friend_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "friends" AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."user_id");
INSERT INTO temp.sortid_move_stop (orphans) SELECT count(*) FROM "notes" AS c WHERE c."user_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "users" AS p WHERE p."id" = c."user_id");
DROP TABLE temp.sortid_move_stop;
DROP TABLE temp.sortid_move_keys_1_id;
DROP TABLE temp.sortid_move_keys_2_id;
COMMIT;
PRAGMA legacy_alter_table = OFF;
PRAGMA foreign_keys = ON;

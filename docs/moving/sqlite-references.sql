-- Gives users (id, manager_id, name, created_at), where manager_id can be NULL, and the join
-- table friends (user_id, friend_id) Wijis as keys in the order of created_at, on SQLite.
-- docs/moving.md says what to do before.
-- List the columns of your tables.

PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

-- ROLLBACK if the check returns a row: a row without its parent.
PRAGMA foreign_key_check;

CREATE TEMPORARY TABLE user_keys AS SELECT id AS old_id, sortid_wiji_at(created_at) AS new_id FROM users;
CREATE UNIQUE INDEX temp.user_keys_id ON user_keys (old_id);

CREATE TABLE new_users (
  id         BLOB NOT NULL PRIMARY KEY DEFAULT (sortid_wiji_new()) CHECK (sortid_wiji_valid(id)),
  manager_id BLOB REFERENCES users (id),
  name       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
INSERT INTO new_users SELECT k.new_id, m.new_id, u.name, u.created_at
FROM users AS u JOIN user_keys AS k ON k.old_id = u.id LEFT JOIN user_keys AS m ON m.old_id = u.manager_id ORDER BY 1;

CREATE TABLE new_friends (
  user_id   BLOB NOT NULL REFERENCES users (id),
  friend_id BLOB NOT NULL REFERENCES users (id),
  PRIMARY KEY (user_id, friend_id)
);
INSERT INTO new_friends SELECT u.new_id, o.new_id
FROM friends AS f LEFT JOIN user_keys AS u ON u.old_id = f.user_id LEFT JOIN user_keys AS o ON o.old_id = f.friend_id ORDER BY 1, 2;

DROP TABLE friends;
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;
ALTER TABLE new_friends RENAME TO friends;
CREATE INDEX users_manager_id ON users (manager_id);
CREATE INDEX friends_friend_id ON friends (friend_id);
-- As above.
PRAGMA foreign_key_check;
COMMIT;
PRAGMA foreign_keys = ON;

-- Gives users (id, name, created_at), orders (id, user_id, name, created_at) and items (id,
-- order_id, name, created_at) Wijis as keys in the order of created_at, on SQLite.
-- docs/moving.md says what to do before.
-- List the columns of your tables.

PRAGMA foreign_keys = OFF;
BEGIN IMMEDIATE;

-- ROLLBACK if the check returns a row: a row without its parent.
PRAGMA foreign_key_check;

CREATE TEMPORARY TABLE user_keys AS SELECT id AS old_id, sortid_wiji_at(created_at) AS new_id FROM users;
CREATE TEMPORARY TABLE order_keys AS SELECT id AS old_id, sortid_wiji_at(created_at) AS new_id FROM orders;
CREATE UNIQUE INDEX temp.user_keys_id ON user_keys (old_id);
CREATE UNIQUE INDEX temp.order_keys_id ON order_keys (old_id);

CREATE TABLE new_users (
  id         BLOB NOT NULL PRIMARY KEY DEFAULT (sortid_wiji_new()) CHECK (sortid_wiji_valid(id)),
  name       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
INSERT INTO new_users SELECT k.new_id, u.name, u.created_at
FROM users AS u JOIN user_keys AS k ON k.old_id = u.id ORDER BY 1;

CREATE TABLE new_orders (
  id         BLOB NOT NULL PRIMARY KEY DEFAULT (sortid_wiji_new()) CHECK (sortid_wiji_valid(id)),
  user_id    BLOB NOT NULL REFERENCES users (id),
  name       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
INSERT INTO new_orders SELECT k.new_id, p.new_id, o.name, o.created_at
FROM orders AS o JOIN order_keys AS k ON k.old_id = o.id LEFT JOIN user_keys AS p ON p.old_id = o.user_id ORDER BY 1;

CREATE TABLE new_items (
  id         BLOB NOT NULL PRIMARY KEY DEFAULT (sortid_wiji_new()) CHECK (sortid_wiji_valid(id)),
  order_id   BLOB NOT NULL REFERENCES orders (id),
  name       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
INSERT INTO new_items SELECT sortid_wiji_at(i.created_at), p.new_id, i.name, i.created_at
FROM items AS i LEFT JOIN order_keys AS p ON p.old_id = i.order_id ORDER BY 1;

DROP TABLE items;
DROP TABLE orders;
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;
ALTER TABLE new_orders RENAME TO orders;
ALTER TABLE new_items RENAME TO items;
CREATE INDEX orders_user_id ON orders (user_id);
CREATE INDEX items_order_id ON items (order_id);
-- As above.
PRAGMA foreign_key_check;
COMMIT;
PRAGMA foreign_keys = ON;

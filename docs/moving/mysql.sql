-- Gives users (id, name, created_at), orders (id, user_id, name, created_at) and items (id,
-- order_id, name, created_at) Wijis as keys in the order of created_at, on MySQL and MariaDB.
-- docs/moving.md says what to do before.

-- The preflight stops if anything else names the columns that the last step drops: an index or a
-- key of several columns, a check, a view, a trigger, partitions. Add what brings it back, then its
-- name to the list. It adds the new columns itself: without them no later step changes a table, even if
-- the client goes on after an error.
DROP PROCEDURE IF EXISTS begin_move;
DELIMITER //
CREATE PROCEDURE begin_move()
BEGIN
  DECLARE others TEXT;
  SELECT LEFT(CONCAT('the script has no line for: ', GROUP_CONCAT(name SEPARATOR ', ')), 128) INTO others FROM (
    SELECT s.index_name AS name FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.index_name <> 'PRIMARY'
    AND s.table_name IN ('users', 'orders', 'items') GROUP BY s.table_name, s.index_name
    HAVING MAX((s.table_name, s.column_name) IN (('users', 'id'), ('orders', 'id'), ('orders', 'user_id'), ('items', 'id'), ('items', 'order_id'))) AND (COUNT(*) > 1 OR MIN(s.non_unique) = 0)
    UNION ALL SELECT k.constraint_name FROM information_schema.key_column_usage AS k WHERE k.referenced_table_schema = DATABASE()
    AND (k.referenced_table_name, k.referenced_column_name) IN (('users', 'id'), ('orders', 'id'), ('orders', 'user_id'), ('items', 'id'), ('items', 'order_id')) AND (k.table_name, k.column_name) NOT IN (('users', 'id'), ('orders', 'id'), ('orders', 'user_id'), ('items', 'id'), ('items', 'order_id'))
    UNION ALL SELECT t.constraint_name FROM information_schema.table_constraints AS t WHERE t.table_schema = DATABASE()
    AND t.constraint_type = 'CHECK' AND t.table_name IN ('users', 'orders', 'items')
    UNION ALL SELECT c.column_name FROM information_schema.columns AS c WHERE c.table_schema = DATABASE()
    AND c.table_name IN ('users', 'orders', 'items') AND COALESCE(c.generation_expression, '') <> ''
    UNION ALL SELECT v.table_name FROM information_schema.views AS v WHERE v.table_schema = DATABASE() AND v.view_definition REGEXP 'users|orders|items'
    UNION ALL SELECT g.trigger_name FROM information_schema.triggers AS g WHERE g.trigger_schema = DATABASE() AND g.event_object_table IN ('users', 'orders', 'items')
    UNION ALL SELECT DISTINCT p.partition_name FROM information_schema.partitions AS p WHERE p.table_schema = DATABASE() AND p.partition_name IS NOT NULL
    AND p.table_name IN ('users', 'orders', 'items')
  ) AS found WHERE name NOT IN ('');
  IF others IS NOT NULL THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = others;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'users' AND column_name = 'new_id') THEN
    ALTER TABLE users ADD COLUMN new_id BINARY(16), ADD UNIQUE KEY users_new_id (new_id), ALGORITHM = INPLACE, LOCK = NONE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'orders' AND column_name = 'new_id') THEN
    ALTER TABLE orders ADD COLUMN new_id BINARY(16), ADD COLUMN new_user_id BINARY(16),
      ADD UNIQUE KEY orders_new_id (new_id), ADD KEY orders_new_user_id (new_user_id), ALGORITHM = INPLACE, LOCK = NONE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'items' AND column_name = 'new_id') THEN
    ALTER TABLE items ADD COLUMN new_id BINARY(16), ADD COLUMN new_order_id BINARY(16),
      ADD UNIQUE KEY items_new_id (new_id), ADD KEY items_new_order_id (new_order_id), ALGORITHM = INPLACE, LOCK = NONE;
  END IF;
END //
DELIMITER ;
CALL begin_move();
DROP PROCEDURE begin_move;

-- sortid_wiji_at takes a time in UTC: docs/moving.md has the expression for a TIMESTAMP column.
-- A procedure that fails with a conflict (1213, or 3101 in a group) goes on where it ended when
-- it is called again. Begin with the parents, and create the trigger for UPDATE first: a row
-- that is inserted before the second trigger gets its keys from the procedure.
CREATE TRIGGER users_new_keys BEFORE INSERT ON users FOR EACH ROW
  SET NEW.new_id = sortid_wiji_at(NEW.created_at);
DELIMITER //
CREATE PROCEDURE fill_users()
BEGIN
  REPEAT
    UPDATE users SET new_id = sortid_wiji_at(created_at) WHERE new_id IS NULL LIMIT 1000;
  UNTIL ROW_COUNT() = 0 END REPEAT;
END //
DELIMITER ;
CALL fill_users();

CREATE TRIGGER orders_new_parents BEFORE UPDATE ON orders FOR EACH ROW
  SET NEW.new_user_id = (SELECT new_id FROM users WHERE id = NEW.user_id);
CREATE TRIGGER orders_new_keys BEFORE INSERT ON orders FOR EACH ROW
  SET NEW.new_id = sortid_wiji_at(NEW.created_at), NEW.new_user_id = (SELECT new_id FROM users WHERE id = NEW.user_id);
DELIMITER //
CREATE PROCEDURE fill_orders()
BEGIN
  REPEAT
    UPDATE orders SET new_id = sortid_wiji_at(created_at) WHERE new_id IS NULL LIMIT 1000;
  UNTIL ROW_COUNT() = 0 END REPEAT;
END //
DELIMITER ;
CALL fill_orders();

CREATE TRIGGER items_new_parents BEFORE UPDATE ON items FOR EACH ROW
  SET NEW.new_order_id = (SELECT new_id FROM orders WHERE id = NEW.order_id);
CREATE TRIGGER items_new_keys BEFORE INSERT ON items FOR EACH ROW
  SET NEW.new_id = sortid_wiji_at(NEW.created_at), NEW.new_order_id = (SELECT new_id FROM orders WHERE id = NEW.order_id);
DELIMITER //
CREATE PROCEDURE fill_items()
BEGIN
  REPEAT
    UPDATE items SET new_id = sortid_wiji_at(created_at) WHERE new_id IS NULL LIMIT 1000;
  UNTIL ROW_COUNT() = 0 END REPEAT;
END //
DELIMITER ;
CALL fill_items();

-- Make the new columns the primary keys. The server rebuilds the tables while they are in use.
-- The old references must accept NULL, because no statement sets them after the last step:
-- write their own type for BIGINT. Do the same for an old key without AUTO_INCREMENT and
-- default.
ALTER TABLE users MODIFY new_id BINARY(16) NOT NULL DEFAULT 0x00000000000000000000000000000000,
  DROP PRIMARY KEY, ADD PRIMARY KEY (new_id), DROP KEY users_new_id, ADD UNIQUE KEY users_old_id (id), ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE orders MODIFY new_id BINARY(16) NOT NULL DEFAULT 0x00000000000000000000000000000000,
  DROP PRIMARY KEY, ADD PRIMARY KEY (new_id), DROP KEY orders_new_id, ADD UNIQUE KEY orders_old_id (id),
  MODIFY new_user_id BINARY(16) NOT NULL, MODIFY user_id BIGINT NULL, ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE items MODIFY new_id BINARY(16) NOT NULL DEFAULT 0x00000000000000000000000000000000,
  DROP PRIMARY KEY, ADD PRIMARY KEY (new_id), DROP KEY items_new_id, ADD UNIQUE KEY items_old_id (id),
  MODIFY new_order_id BINARY(16) NOT NULL, MODIFY order_id BIGINT NULL, ALGORITHM = INPLACE, LOCK = NONE;

-- The server adds a foreign key to a table in use if it does not have to check the rows. The
-- queries check them: both must return 0.
SET SESSION foreign_key_checks = 0;
ALTER TABLE orders ADD CONSTRAINT orders_parent FOREIGN KEY (new_user_id) REFERENCES users (new_id), ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE items ADD CONSTRAINT items_parent FOREIGN KEY (new_order_id) REFERENCES orders (new_id), ALGORITHM = INPLACE, LOCK = NONE;
SET SESSION foreign_key_checks = 1;

SELECT COUNT(*) FROM orders LEFT JOIN users ON users.id = orders.user_id WHERE orders.user_id IS NOT NULL AND NOT users.new_id <=> orders.new_user_id;
SELECT COUNT(*) FROM items LEFT JOIN orders ON orders.id = items.order_id WHERE items.order_id IS NOT NULL AND NOT orders.new_id <=> items.new_order_id;

-- The last step changes names only, of tables with their new primary keys; other sessions wait meanwhile. On MariaDB a waiting INSERT
-- can fail with error 1305, because its trigger is new: repeat it. orders_user and items_order
-- are the old foreign keys.
LOCK TABLES users WRITE, orders WRITE, items WRITE;
ALTER TABLE items DROP FOREIGN KEY items_order, RENAME KEY items_old_id TO items_old_key, RENAME COLUMN id TO old_id, RENAME COLUMN new_id TO id,
  RENAME COLUMN order_id TO old_order_id, RENAME COLUMN new_order_id TO order_id;
ALTER TABLE orders DROP FOREIGN KEY orders_user, RENAME KEY orders_old_id TO orders_old_key, RENAME COLUMN id TO old_id, RENAME COLUMN new_id TO id,
  RENAME COLUMN user_id TO old_user_id, RENAME COLUMN new_user_id TO user_id;
ALTER TABLE users RENAME KEY users_old_id TO users_old_key, RENAME COLUMN id TO old_id, RENAME COLUMN new_id TO id;
CREATE TRIGGER users_id BEFORE INSERT ON users FOR EACH ROW FOLLOWS users_new_keys
  SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new());
CREATE TRIGGER orders_id BEFORE INSERT ON orders FOR EACH ROW FOLLOWS orders_new_keys
  SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new());
CREATE TRIGGER items_id BEFORE INSERT ON items FOR EACH ROW FOLLOWS items_new_keys
  SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new());
DROP TRIGGER users_new_keys;
DROP TRIGGER orders_new_keys;
DROP TRIGGER orders_new_parents;
DROP TRIGGER items_new_keys;
DROP TRIGGER items_new_parents;
UNLOCK TABLES;

-- When nothing reads the old columns:
ALTER TABLE users DROP COLUMN old_id, ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE orders DROP COLUMN old_id, DROP COLUMN old_user_id, ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE items DROP COLUMN old_id, DROP COLUMN old_order_id, ALGORITHM = INPLACE, LOCK = NONE;
DROP PROCEDURE fill_users;
DROP PROCEDURE fill_orders;
DROP PROCEDURE fill_items;

-- Gives users (id, manager_id, name, created_at), where manager_id can be NULL, and the join
-- table friends (user_id, friend_id) Wijis as keys in the order of created_at, on MySQL and
-- MariaDB. docs/moving.md says what to do before.

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
    AND s.table_name IN ('users', 'friends') GROUP BY s.table_name, s.index_name
    HAVING MAX((s.table_name, s.column_name) IN (('users', 'id'), ('users', 'manager_id'), ('friends', 'user_id'), ('friends', 'friend_id'))) AND (COUNT(*) > 1 OR MIN(s.non_unique) = 0)
    UNION ALL SELECT k.constraint_name FROM information_schema.key_column_usage AS k WHERE k.referenced_table_schema = DATABASE()
    AND (k.referenced_table_name, k.referenced_column_name) IN (('users', 'id'), ('users', 'manager_id'), ('friends', 'user_id'), ('friends', 'friend_id')) AND (k.table_name, k.column_name) NOT IN (('users', 'id'), ('users', 'manager_id'), ('friends', 'user_id'), ('friends', 'friend_id'))
    UNION ALL SELECT t.constraint_name FROM information_schema.table_constraints AS t WHERE t.table_schema = DATABASE()
    AND t.constraint_type = 'CHECK' AND t.table_name IN ('users', 'friends')
    UNION ALL SELECT c.column_name FROM information_schema.columns AS c WHERE c.table_schema = DATABASE()
    AND c.table_name IN ('users', 'friends') AND COALESCE(c.generation_expression, '') <> ''
    UNION ALL SELECT v.table_name FROM information_schema.views AS v WHERE v.table_schema = DATABASE() AND v.view_definition REGEXP 'users|friends'
    UNION ALL SELECT g.trigger_name FROM information_schema.triggers AS g WHERE g.trigger_schema = DATABASE() AND g.event_object_table IN ('users', 'friends')
    UNION ALL SELECT DISTINCT p.partition_name FROM information_schema.partitions AS p WHERE p.table_schema = DATABASE() AND p.partition_name IS NOT NULL
    AND p.table_name IN ('users', 'friends')
  ) AS found WHERE name NOT IN ('');
  IF others IS NOT NULL THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = others;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'users' AND column_name = 'new_id') THEN
    ALTER TABLE users ADD COLUMN new_id BINARY(16), ADD UNIQUE KEY users_new_id (new_id), ALGORITHM = INPLACE, LOCK = NONE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'users' AND column_name = 'new_manager_id') THEN
    ALTER TABLE users ADD COLUMN new_manager_id BINARY(16), ADD KEY users_new_manager_id (new_manager_id), ALGORITHM = INPLACE, LOCK = NONE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'friends' AND column_name = 'new_user_id') THEN
    ALTER TABLE friends ADD COLUMN new_user_id BINARY(16), ADD COLUMN new_friend_id BINARY(16), ADD KEY friends_new_user_id (new_user_id),
      ALGORITHM = INPLACE, LOCK = NONE;
  END IF;
END //
DELIMITER ;
CALL begin_move();
DROP PROCEDURE begin_move;

-- users_manager, friends_user and friends_friend are the old foreign keys. sortid_wiji_at takes
-- a time in UTC: docs/moving.md has the expression for a TIMESTAMP column. A procedure that
-- fails with a conflict (1213, or 3101 in a group) goes on where it ended when it is called
-- again.
CREATE TRIGGER users_new_keys BEFORE INSERT ON users FOR EACH ROW
  SET NEW.new_id = sortid_wiji_at(NEW.created_at);
DELIMITER //
CREATE PROCEDURE fill_users()
BEGIN
  REPEAT
    UPDATE users SET new_id = sortid_wiji_at(created_at) WHERE new_id IS NULL LIMIT 1000;
  UNTIL ROW_COUNT() = 0 END REPEAT;
END //
CREATE PROCEDURE fill_managers()
BEGIN
  REPEAT
    UPDATE users SET new_manager_id = NULL WHERE new_manager_id IS NULL AND manager_id IS NOT NULL LIMIT 1000; -- the trigger sets it
  UNTIL ROW_COUNT() = 0 END REPEAT;
END //
CREATE PROCEDURE fill_friends()
BEGIN
  REPEAT
    UPDATE friends SET new_user_id = NULL WHERE new_user_id IS NULL LIMIT 1000; -- the trigger sets it
  UNTIL ROW_COUNT() = 0 END REPEAT;
END //
DELIMITER ;
CALL fill_users();

CREATE TRIGGER users_changed_managers BEFORE UPDATE ON users FOR EACH ROW
  SET NEW.new_manager_id = (SELECT u.new_id FROM users AS u WHERE u.id = NEW.manager_id);
CREATE TRIGGER users_new_managers BEFORE INSERT ON users FOR EACH ROW FOLLOWS users_new_keys
  SET NEW.new_manager_id = IF(NEW.manager_id = NEW.id, NEW.new_id, (SELECT u.new_id FROM users AS u WHERE u.id = NEW.manager_id));
CALL fill_managers();

CREATE TRIGGER friends_changed_keys BEFORE UPDATE ON friends FOR EACH ROW
  SET NEW.new_user_id = (SELECT new_id FROM users WHERE id = NEW.user_id), NEW.new_friend_id = (SELECT new_id FROM users WHERE id = NEW.friend_id);
CREATE TRIGGER friends_new_keys BEFORE INSERT ON friends FOR EACH ROW
  SET NEW.new_user_id = (SELECT new_id FROM users WHERE id = NEW.user_id), NEW.new_friend_id = (SELECT new_id FROM users WHERE id = NEW.friend_id);
CALL fill_friends();

ALTER TABLE users MODIFY new_id BINARY(16) NOT NULL DEFAULT 0x00000000000000000000000000000000,
  DROP PRIMARY KEY, ADD PRIMARY KEY (new_id), DROP KEY users_new_id, ADD UNIQUE KEY users_old_id (id), ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE friends MODIFY new_user_id BINARY(16) NOT NULL, MODIFY new_friend_id BINARY(16) NOT NULL,
  DROP PRIMARY KEY, ADD PRIMARY KEY (new_user_id, new_friend_id), DROP KEY friends_new_user_id, ADD KEY friends_new_friend_id (new_friend_id),
  ADD KEY friends_old_id (user_id), MODIFY user_id BIGINT NULL, MODIFY friend_id BIGINT NULL, ALGORITHM = INPLACE, LOCK = NONE;

SET SESSION foreign_key_checks = 0;
ALTER TABLE users ADD CONSTRAINT users_parent FOREIGN KEY (new_manager_id) REFERENCES users (new_id), ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE friends ADD CONSTRAINT friends_parent FOREIGN KEY (new_user_id) REFERENCES users (new_id),
  ADD CONSTRAINT friends_other FOREIGN KEY (new_friend_id) REFERENCES users (new_id), ALGORITHM = INPLACE, LOCK = NONE;
SET SESSION foreign_key_checks = 1;

-- The queries must return 0. Do not go on otherwise.
SELECT COUNT(*) FROM users AS u LEFT JOIN users AS m ON m.id = u.manager_id WHERE NOT m.new_id <=> u.new_manager_id;
SELECT COUNT(*) FROM friends AS f LEFT JOIN users AS u ON u.id = f.user_id LEFT JOIN users AS o ON o.id = f.friend_id
WHERE NOT (u.new_id <=> f.new_user_id AND o.new_id <=> f.new_friend_id);

-- The last step changes names only, of tables with their new primary keys; other sessions wait meanwhile.
LOCK TABLES users WRITE, friends WRITE;
ALTER TABLE friends DROP FOREIGN KEY friends_user, DROP FOREIGN KEY friends_friend, RENAME KEY friends_old_id TO friends_old_key,
  RENAME COLUMN user_id TO old_user_id, RENAME COLUMN new_user_id TO user_id,
  RENAME COLUMN friend_id TO old_friend_id, RENAME COLUMN new_friend_id TO friend_id;
ALTER TABLE users DROP FOREIGN KEY users_manager, RENAME KEY users_old_id TO users_old_key, RENAME COLUMN id TO old_id, RENAME COLUMN new_id TO id,
  RENAME COLUMN manager_id TO old_manager_id, RENAME COLUMN new_manager_id TO manager_id;
CREATE TRIGGER users_id BEFORE INSERT ON users FOR EACH ROW FOLLOWS users_new_keys
  SET NEW.id = COALESCE(NULLIF(NEW.id, 0x00000000000000000000000000000000), sortid_wiji_new());
DROP TRIGGER users_new_keys;
DROP TRIGGER users_new_managers;
DROP TRIGGER users_changed_managers;
DROP TRIGGER friends_new_keys;
DROP TRIGGER friends_changed_keys;
UNLOCK TABLES;

-- When nothing reads the old columns:
ALTER TABLE users DROP COLUMN old_id, DROP COLUMN old_manager_id, ALGORITHM = INPLACE, LOCK = NONE;
ALTER TABLE friends DROP COLUMN old_user_id, DROP COLUMN old_friend_id, ALGORITHM = INPLACE, LOCK = NONE;
DROP PROCEDURE fill_users;
DROP PROCEDURE fill_managers;
DROP PROCEDURE fill_friends;

-- Read this first:
--   -reviewed touch: nothing needs it
--   -reviewed touched: nothing needs it

-- Gives rows new keys, wiji in columns of type BINARY(16), on MariaDB 11.8.9-MariaDB-4 from Debian:
--   users.id, dated by created_at
--   orders.id, dated by created_at
--   users.manager_id, which references users.id
--   orders.user_id, which references users.id
--   friends.friend_id, which references users.id
--   friends.user_id, which references users.id
--   members.user_id, which references users.id
--   items.order_id, which references orders.id
--   logs.user_id, which references users.id

-- Rehearse it on a copy. Run it with mysql shop < move.sql, which ends at the first error; DELIMITER is a command of the
-- clients. Change nothing else of the tables until it is done. If it stops or is killed, correct the cause and run the
-- whole script again: it goes on where it ended. Until the switch the old keys work, and statements that write them set
-- the new ones too. To give up before the switch:
--   CALL sortid_move_give_up();
--   DROP PROCEDURE IF EXISTS sortid_move_alone;
--   DROP PROCEDURE IF EXISTS sortid_move_done;
--   DROP PROCEDURE IF EXISTS sortid_move_give_up;
--   DROP PROCEDURE IF EXISTS sortid_move_stop;
--   DROP PROCEDURE IF EXISTS sortid_move_before;
--   DROP PROCEDURE IF EXISTS sortid_move_prepare;
--   DROP PROCEDURE IF EXISTS sortid_move_fill;
--   DROP PROCEDURE IF EXISTS sortid_move_build;
--   DROP PROCEDURE IF EXISTS sortid_move_count;
--   DROP PROCEDURE IF EXISTS sortid_move_switch;
--   DROP PROCEDURE IF EXISTS sortid_move_resume;
--   DROP PROCEDURE IF EXISTS sortid_move_finish;

-- Readers and writers wait for a moment when columns and triggers are added, and during the switch, which changes names
-- only. The server writes each table three times more, while it is in use, and needs space for a copy of the largest one.
-- A writer may get a deadlock (1213): repeat its transaction, on MariaDB also after 1305, 1364 and 1467.
-- If the switch is killed, writers get errors (1054) until the script is run again and goes on: do it at once.
-- Stop the old programs before the switch, and start the new version afterwards. A statement with an old key finds no row,
-- without an error or with 1292 if sql_mode is strict; an old number 0 can find all rows; an old key that is written is
-- stored as its digits where no foreign key refuses it.
-- New rows get their keys from a default, in order from one tick of the clock to the next.
SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION group_concat_max_len = 1000000, SESSION lock_wait_timeout = 10, SESSION autocommit = 1, SESSION time_zone = '+00:00';
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
SET @sortid_move = 'fill', @sortid_move_counted = FALSE;

-- The plan: the objects that name the columns. The script stops if one is missing, another, or changed.
DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found;
CREATE TEMPORARY TABLE sortid_move_plan (kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), hash CHAR(64)) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
INSERT INTO sortid_move_plan VALUES
  ('column', 'friends', 'friend_id', '9d501020a40754be8b6fc1c5a7ac46679605e1f8879f5a293043085261100e3d'),
  ('column', 'friends', 'user_id', '9d501020a40754be8b6fc1c5a7ac46679605e1f8879f5a293043085261100e3d'),
  ('column', 'items', 'order_id', '9d501020a40754be8b6fc1c5a7ac46679605e1f8879f5a293043085261100e3d'),
  ('column', 'logs', 'user_id', 'e06c480b8fc9d3624a6c553a2fb0879d46828bc850c095f990fc46f634d1caf7'),
  ('column', 'members', 'user_id', '9d501020a40754be8b6fc1c5a7ac46679605e1f8879f5a293043085261100e3d'),
  ('column', 'orders', 'id', '414e96bf6771332e0faf9d6613bef2ba4e0157b7bba76816d24e33cfff0b3a5f'),
  ('column', 'orders', 'user_id', '9d501020a40754be8b6fc1c5a7ac46679605e1f8879f5a293043085261100e3d'),
  ('column', 'users', 'id', '414e96bf6771332e0faf9d6613bef2ba4e0157b7bba76816d24e33cfff0b3a5f'),
  ('column', 'users', 'manager_id', 'e06c480b8fc9d3624a6c553a2fb0879d46828bc850c095f990fc46f634d1caf7'),
  ('index', 'friends', 'PRIMARY', '84916994d25cea99911403fc3fa129c3d74ac93b15041b23c40391403c010f91'),
  ('index', 'friends', 'friends_friend', '131f995f6e8d49e3e04d21c24d877264c546eaa59966de413c23a0c77498c3fe'),
  ('index', 'items', 'PRIMARY', 'b74d6f4d5a808337a5e0ef0b0f43d85f83d27475c4e59db640da98150f20eac8'),
  ('index', 'logs', 'PRIMARY', 'ca4d7e15e0f4f7f3cd3677ae958e06600f1579924d0dcee7b8d4d966a0c29b67'),
  ('index', 'members', 'members_user', 'acd103e15f9a81a0114fa4363582e6658b0c35efd9efc32b5d5c0d8e0d572df1'),
  ('index', 'orders', 'PRIMARY', '1618c180d640504364503f06e9223c8a8d5987773fb0f91c0f61e494284e603e'),
  ('index', 'orders', 'one_note', 'ce987f823376584380d33b7041d36cfdd90092518e326eb58c7d0859da3919be'),
  ('index', 'orders', 'orders_recent', 'd083ee5ba5246b1f460cbc8316942a49e219663b5993efbe4d2e85cd9afa9123'),
  ('index', 'users', 'PRIMARY', '1618c180d640504364503f06e9223c8a8d5987773fb0f91c0f61e494284e603e'),
  ('index', 'users', 'users_manager', 'dce67ff1e066b65f7c5421e6541ff2073a8b6dfc399cbccd4de3ae32ffbbc8a9'),
  ('index', 'users', 'users_name', 'de2bbc89a2b2098ca06ba790d80a6c7456eea3121d27267e050a7e245213f47d'),
  ('index', 'users', 'users_tenant', 'e28d5889f99a2cb0a7c140495d27a5cb97fa9e799201abed9ad31ce8305e3832'),
  ('foreign key', 'friends', 'friends_friend', '975c7b3f3018cf8787f1dbc6467d87e0467e92863b303882971ad0cee41a9d77'),
  ('foreign key', 'friends', 'friends_user', '60d4359f07fed5d99c0fb7180ca0254c98937679b8b6f74afbd906572e9fc436'),
  ('foreign key', 'items', 'items_order', '2b3a1e87fa25d43cfd8a4531ae82ae49da04a4d8f9f17d80691f027a5e8d39f3'),
  ('foreign key', 'members', 'members_user', '869434a54f3a198d98da83686e4d6e203feb25a5cdcdd71ac15bba91e8585f9e'),
  ('foreign key', 'orders', 'orders_user', '0b0acd6d32c6495a9f4f8b98a3209c57ff67a9454ba18e699a2c8580f01fed32'),
  ('foreign key', 'users', 'users_manager', 'ed7204f726bc3f4052329df6aea34fb73c7231c9f72791ea210efa97cf5b279c'),
  ('trigger', 'logs', 'owned', '9be08150ff1307cca544dbf0e6062d85269053cb4ba580830d1e69d2de2a1726'),
  ('view', '', 'named', '9e475dfdc7c9a66390378e856035eab57b3de54ac7884ef6e6313bc49f22752c');
CREATE TEMPORARY TABLE sortid_move_found (kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), definition LONGTEXT, problem TEXT) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
DELIMITER //
CREATE PROCEDURE IF NOT EXISTS sortid_move_alone()
BEGIN
  DECLARE message TEXT;
  IF NOT COALESCE(IS_USED_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224))) = CONNECTION_ID(), FALSE) AND COALESCE(GET_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224)), 10), 0) <> 1 THEN
    SET message = CONCAT('another session has begun a script of new keys in this database: wait until it ends, or KILL ', COALESCE(IS_USED_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224))), 'it'));
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
END //
CALL sortid_move_alone() //
DROP PROCEDURE IF EXISTS sortid_move_done //
DROP PROCEDURE IF EXISTS sortid_move_give_up //
DROP PROCEDURE IF EXISTS sortid_move_stop //
DROP PROCEDURE IF EXISTS sortid_move_before //
DROP PROCEDURE IF EXISTS sortid_move_prepare //
DROP PROCEDURE IF EXISTS sortid_move_fill //
DROP PROCEDURE IF EXISTS sortid_move_build //
DROP PROCEDURE IF EXISTS sortid_move_count //
DROP PROCEDURE IF EXISTS sortid_move_switch //
DROP PROCEDURE IF EXISTS sortid_move_resume //
DROP PROCEDURE IF EXISTS sortid_move_finish //
CREATE PROCEDURE sortid_move_done()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'id' AND c.column_type LIKE 'binary(16)' AND LOWER(c.column_default) LIKE '%random_bytes%') AND NOT (((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id'))
    OR ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id'))
    OR ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id'))
    OR ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id'))
    OR ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id'))
    OR ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_new_user_id'))) AND NOT (((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_old_id'))
    OR ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_old_id'))
    OR ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_old_friend_id'))
    OR ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_old_user_id'))
    OR ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_old_order_id'))
    OR ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_old_user_id'))) THEN
    DO RELEASE_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224)));
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the move is done: nothing is left but the procedures sortid_move_alone and sortid_move_done';
  END IF;
END //
CALL sortid_move_done() //
CREATE PROCEDURE sortid_move_give_up()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  CALL sortid_move_alone();
  IF (((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_old_id'))
    OR ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_old_id'))
    OR ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_old_friend_id'))
    OR ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_old_user_id'))
    OR ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_old_order_id'))
    OR ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_old_user_id'))) OR EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'id' AND c.column_type LIKE 'binary(16)' AND LOWER(c.column_default) LIKE '%random_bytes%') THEN
    DO RELEASE_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224)));
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the switch is done: it cannot be undone';
  END IF;
  DROP TRIGGER IF EXISTS sortid_move_1_insert;
  DROP TRIGGER IF EXISTS sortid_move_1_update;
  DROP TRIGGER IF EXISTS sortid_move_1_delete;
  DROP TRIGGER IF EXISTS sortid_move_2_insert;
  DROP TRIGGER IF EXISTS sortid_move_2_update;
  DROP TRIGGER IF EXISTS sortid_move_2_delete;
  DROP TRIGGER IF EXISTS sortid_move_3_insert;
  DROP TRIGGER IF EXISTS sortid_move_3_update;
  DROP TRIGGER IF EXISTS sortid_move_3_delete;
  DROP TRIGGER IF EXISTS sortid_move_4_insert;
  DROP TRIGGER IF EXISTS sortid_move_4_update;
  DROP TRIGGER IF EXISTS sortid_move_4_delete;
  DROP TRIGGER IF EXISTS sortid_move_5_insert;
  DROP TRIGGER IF EXISTS sortid_move_5_update;
  DROP TRIGGER IF EXISTS sortid_move_5_delete;
  DROP TRIGGER IF EXISTS sortid_move_6_insert;
  DROP TRIGGER IF EXISTS sortid_move_6_update;
  DROP TRIGGER IF EXISTS sortid_move_6_delete;
  IF ((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'users' AND s.index_name = 'sortid_old_pk') AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id')) THEN
    SET SESSION foreign_key_checks = 0;
    ALTER TABLE `users`
      DROP KEY `sortid_move_1`,
      DROP KEY `sortid_move_2`,
      DROP PRIMARY KEY,
      ADD PRIMARY KEY (`id`),
      DROP KEY sortid_old_pk,
      DROP KEY sortid_move_fill_1,
      DROP COLUMN `sortid_new_id`,
      DROP KEY sortid_move_fill_2,
      DROP COLUMN `sortid_new_manager_id`;
    SET SESSION foreign_key_checks = 1;
  END IF;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id'));
    IF more THEN
      ALTER TABLE `users`
        DROP KEY sortid_move_fill_1,
        DROP COLUMN `sortid_new_id`,
        DROP KEY sortid_move_fill_2,
        DROP COLUMN `sortid_new_manager_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  IF ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'orders' AND s.index_name = 'sortid_old_pk') AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id')) THEN
    SET SESSION foreign_key_checks = 0;
    ALTER TABLE `orders`
      DROP KEY `sortid_move_3`,
      DROP KEY `sortid_move_4`,
      DROP PRIMARY KEY,
      ADD PRIMARY KEY (`id`),
      DROP KEY sortid_old_pk,
      DROP KEY sortid_move_fill_1,
      DROP COLUMN `sortid_new_id`,
      DROP KEY sortid_move_fill_2,
      DROP COLUMN `sortid_new_user_id`;
    SET SESSION foreign_key_checks = 1;
  END IF;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id'));
    IF more THEN
      ALTER TABLE `orders`
        DROP KEY sortid_move_fill_1,
        DROP COLUMN `sortid_new_id`,
        DROP KEY sortid_move_fill_2,
        DROP COLUMN `sortid_new_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  IF ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'friends' AND s.index_name = 'sortid_old_pk') AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id')) THEN
    SET SESSION foreign_key_checks = 0;
    ALTER TABLE `friends`
      DROP KEY `sortid_move_5`,
      DROP PRIMARY KEY,
      ADD PRIMARY KEY (`user_id`,`friend_id`),
      DROP KEY sortid_old_pk,
      DROP KEY sortid_move_fill_1,
      DROP COLUMN `sortid_new_friend_id`,
      DROP KEY sortid_move_fill_2,
      DROP COLUMN `sortid_new_user_id`;
    SET SESSION foreign_key_checks = 1;
  END IF;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id'));
    IF more THEN
      ALTER TABLE `friends`
        DROP KEY sortid_move_fill_1,
        DROP COLUMN `sortid_new_friend_id`,
        DROP KEY sortid_move_fill_2,
        DROP COLUMN `sortid_new_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  IF ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'members' AND s.index_name = 'sortid_move_6') AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id')) THEN
    SET SESSION foreign_key_checks = 0;
    ALTER TABLE `members`
      DROP KEY `sortid_move_6`,
      DROP KEY sortid_move_fill_1,
      DROP COLUMN `sortid_new_user_id`;
    SET SESSION foreign_key_checks = 1;
  END IF;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id'));
    IF more THEN
      ALTER TABLE `members`
        DROP KEY sortid_move_fill_1,
        DROP COLUMN `sortid_new_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  IF ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'items' AND s.index_name = 'sortid_old_pk') AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id')) THEN
    SET SESSION foreign_key_checks = 0;
    ALTER TABLE `items`
      DROP PRIMARY KEY,
      ADD PRIMARY KEY (`order_id`,`n`),
      DROP KEY sortid_old_pk,
      DROP KEY sortid_move_fill_1,
      DROP COLUMN `sortid_new_order_id`;
    SET SESSION foreign_key_checks = 1;
  END IF;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id'));
    IF more THEN
      ALTER TABLE `items`
        DROP KEY sortid_move_fill_1,
        DROP COLUMN `sortid_new_order_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_new_user_id'));
    IF more THEN
      ALTER TABLE `logs`
        DROP KEY sortid_move_fill_1,
        DROP COLUMN `sortid_new_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  DO RELEASE_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224)));
END //
CREATE PROCEDURE sortid_move_stop()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  DECLARE found, planned BIGINT;
  DELETE FROM sortid_move_found;
  INSERT INTO sortid_move_found
SELECT 'column' AS kind, c.table_name AS relation, c.column_name AS name, CONCAT_WS(' ', c.column_type, c.is_nullable, c.column_default, c.extra, c.collation_name) AS definition, '' AS problem
FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND (c.table_name, c.column_name) IN (('users', 'id'), ('orders', 'id'), ('users', 'manager_id'), ('orders', 'user_id'), ('friends', 'friend_id'), ('friends', 'user_id'), ('members', 'user_id'), ('items', 'order_id'), ('logs', 'user_id'))
UNION ALL
SELECT 'index', s.table_name, s.index_name, GROUP_CONCAT(CONCAT_WS(' ', s.non_unique, s.column_name, s.sub_part, s.collation) ORDER BY s.seq_in_index),
  CASE WHEN MAX((s.table_name, s.column_name) IN (('users', 'id'), ('orders', 'id'), ('users', 'manager_id'), ('orders', 'user_id'), ('friends', 'friend_id'), ('friends', 'user_id'), ('members', 'user_id'), ('items', 'order_id'), ('logs', 'user_id')) AND s.sub_part IS NOT NULL) THEN 'it holds a part of each text: drop it before and create another afterwards'
    WHEN MAX((s.table_name, s.column_name) IN (('users', 'id'), ('orders', 'id'), ('users', 'manager_id'), ('orders', 'user_id'), ('friends', 'friend_id'), ('friends', 'user_id'), ('members', 'user_id'), ('items', 'order_id'), ('logs', 'user_id')) AND s.index_type <> 'BTREE' AND s.index_type <> 'HASH') THEN 'its type is of texts alone: drop it before' ELSE '' END
FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name IN ('users', 'orders', 'friends', 'members', 'items', 'logs') GROUP BY s.table_name, s.index_name
UNION ALL
SELECT 'foreign key', k.table_name, k.constraint_name,
  GROUP_CONCAT(CONCAT_WS(' ', k.column_name, k.referenced_table_name, k.referenced_column_name, r.update_rule, r.delete_rule) ORDER BY k.ordinal_position),
  CASE WHEN k.referenced_table_schema <> DATABASE() THEN CONCAT('it is of the database ', k.table_schema, ': drop it before and add it afterwards') ELSE '' END
FROM information_schema.key_column_usage AS k
JOIN information_schema.referential_constraints AS r ON r.constraint_schema = DATABASE() AND r.table_name = k.table_name AND r.constraint_name = k.constraint_name
WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL AND (k.table_name, k.constraint_name) IN (
  SELECT u.table_name, u.constraint_name FROM information_schema.key_column_usage AS u WHERE u.table_schema = DATABASE() AND u.referenced_table_name IS NOT NULL
  AND ((u.table_name, u.column_name) IN (('users', 'id'), ('orders', 'id'), ('users', 'manager_id'), ('orders', 'user_id'), ('friends', 'friend_id'), ('friends', 'user_id'), ('members', 'user_id'), ('items', 'order_id'), ('logs', 'user_id')) OR (u.referenced_table_schema = DATABASE() AND (u.referenced_table_name, u.referenced_column_name) IN (('users', 'id'), ('orders', 'id'), ('users', 'manager_id'), ('orders', 'user_id'), ('friends', 'friend_id'), ('friends', 'user_id'), ('members', 'user_id'), ('items', 'order_id'), ('logs', 'user_id')))))
GROUP BY k.table_schema, k.referenced_table_schema, k.table_name, k.constraint_name
UNION ALL
SELECT 'foreign key', k.table_name, k.constraint_name, GROUP_CONCAT(CONCAT_WS(' ', k.column_name, k.referenced_table_name, k.referenced_column_name) ORDER BY k.ordinal_position),
  CONCAT('it is of the database ', k.table_schema, ': drop it before and add it afterwards')
FROM information_schema.key_column_usage AS k
WHERE k.table_schema <> DATABASE() AND k.referenced_table_schema = DATABASE() AND (k.referenced_table_name, k.referenced_column_name) IN (('users', 'id'), ('orders', 'id'), ('users', 'manager_id'), ('orders', 'user_id'), ('friends', 'friend_id'), ('friends', 'user_id'), ('members', 'user_id'), ('items', 'order_id'), ('logs', 'user_id'))
GROUP BY k.table_schema, k.table_name, k.constraint_name
UNION ALL
SELECT 'check', c.table_name, c.constraint_name, c.check_clause, '' FROM information_schema.check_constraints AS c WHERE c.constraint_schema = DATABASE() AND ((c.table_name = 'users' AND c.check_clause REGEXP '(?i)(^|[^a-z0-9_$])(id|manager_id)($|[^a-z0-9_$])') OR (c.table_name = 'orders' AND c.check_clause REGEXP '(?i)(^|[^a-z0-9_$])(id|user_id)($|[^a-z0-9_$])') OR (c.table_name = 'friends' AND c.check_clause REGEXP '(?i)(^|[^a-z0-9_$])(friend_id|user_id)($|[^a-z0-9_$])') OR (c.table_name = 'members' AND c.check_clause REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])') OR (c.table_name = 'items' AND c.check_clause REGEXP '(?i)(^|[^a-z0-9_$])(order_id)($|[^a-z0-9_$])') OR (c.table_name = 'logs' AND c.check_clause REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])'))
UNION ALL
SELECT 'generated column', c.table_name, c.column_name, c.generation_expression, 'it, or an index of it, is computed from the texts: drop it before and add it afterwards'
FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND ((c.table_name = 'users' AND c.generation_expression REGEXP '(?i)(^|[^a-z0-9_$])(id|manager_id)($|[^a-z0-9_$])') OR (c.table_name = 'orders' AND c.generation_expression REGEXP '(?i)(^|[^a-z0-9_$])(id|user_id)($|[^a-z0-9_$])') OR (c.table_name = 'friends' AND c.generation_expression REGEXP '(?i)(^|[^a-z0-9_$])(friend_id|user_id)($|[^a-z0-9_$])') OR (c.table_name = 'members' AND c.generation_expression REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])') OR (c.table_name = 'items' AND c.generation_expression REGEXP '(?i)(^|[^a-z0-9_$])(order_id)($|[^a-z0-9_$])') OR (c.table_name = 'logs' AND c.generation_expression REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])'))

UNION ALL
SELECT DISTINCT 'partition key', p.table_name, p.table_name, CONCAT_WS(' ', p.partition_expression, p.subpartition_expression), 'a table cannot be partitioned by a column that changes its type'
FROM information_schema.partitions AS p WHERE p.table_schema = DATABASE() AND ((p.table_name = 'users' AND CONCAT_WS(' ', p.partition_expression, p.subpartition_expression) REGEXP '(?i)(^|[^a-z0-9_$])(id|manager_id)($|[^a-z0-9_$])') OR (p.table_name = 'orders' AND CONCAT_WS(' ', p.partition_expression, p.subpartition_expression) REGEXP '(?i)(^|[^a-z0-9_$])(id|user_id)($|[^a-z0-9_$])') OR (p.table_name = 'friends' AND CONCAT_WS(' ', p.partition_expression, p.subpartition_expression) REGEXP '(?i)(^|[^a-z0-9_$])(friend_id|user_id)($|[^a-z0-9_$])') OR (p.table_name = 'members' AND CONCAT_WS(' ', p.partition_expression, p.subpartition_expression) REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])') OR (p.table_name = 'items' AND CONCAT_WS(' ', p.partition_expression, p.subpartition_expression) REGEXP '(?i)(^|[^a-z0-9_$])(order_id)($|[^a-z0-9_$])') OR (p.table_name = 'logs' AND CONCAT_WS(' ', p.partition_expression, p.subpartition_expression) REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])'))
UNION ALL
SELECT 'trigger', t.event_object_table, t.trigger_name, t.action_statement, '' FROM information_schema.triggers AS t
WHERE t.event_object_schema = DATABASE() AND (((t.event_object_table = 'users' AND t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(id|manager_id)($|[^a-z0-9_$])') OR (t.event_object_table = 'orders' AND t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(id|user_id)($|[^a-z0-9_$])') OR (t.event_object_table = 'friends' AND t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(friend_id|user_id)($|[^a-z0-9_$])') OR (t.event_object_table = 'members' AND t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])') OR (t.event_object_table = 'items' AND t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(order_id)($|[^a-z0-9_$])') OR (t.event_object_table = 'logs' AND t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(user_id)($|[^a-z0-9_$])')) OR (t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(users|orders|friends|members|items|logs|named)($|[^a-z0-9_$])' AND (t.action_statement REGEXP '(?i)(^|[^a-z0-9_$])(id|id|manager_id|user_id|friend_id|user_id|user_id|order_id|user_id)($|[^a-z0-9_$])' OR t.action_statement LIKE '%*%')))
UNION ALL
SELECT 'view', '', v.table_name, v.view_definition, CASE WHEN v.view_definition = '' THEN 'the account may not read it: use one with SHOW VIEW' ELSE '' END
FROM information_schema.views AS v WHERE v.table_schema = DATABASE() AND (v.view_definition = '' OR (v.view_definition REGEXP '(?i)(^|[^a-z0-9_$])(users|orders|friends|members|items|logs|named)($|[^a-z0-9_$])' AND (v.view_definition REGEXP '(?i)(^|[^a-z0-9_$])(id|id|manager_id|user_id|friend_id|user_id|user_id|order_id|user_id)($|[^a-z0-9_$])' OR v.view_definition LIKE '%*%')))
UNION ALL
SELECT 'routine', '', r.routine_name, COALESCE(r.routine_definition, ''), CASE WHEN r.routine_definition IS NULL THEN 'the account may not read it: use one with SHOW_ROUTINE' ELSE '' END
FROM information_schema.routines AS r WHERE r.routine_schema = DATABASE() AND r.routine_name NOT LIKE 'sortid\_%' AND (r.routine_definition IS NULL OR (r.routine_definition REGEXP '(?i)(^|[^a-z0-9_$])(users|orders|friends|members|items|logs|named)($|[^a-z0-9_$])' AND (r.routine_definition REGEXP '(?i)(^|[^a-z0-9_$])(id|id|manager_id|user_id|friend_id|user_id|user_id|order_id|user_id)($|[^a-z0-9_$])' OR r.routine_definition LIKE '%*%')))
UNION ALL
SELECT 'event', '', e.event_name, e.event_definition, '' FROM information_schema.events AS e WHERE e.event_schema = DATABASE() AND (e.event_definition REGEXP '(?i)(^|[^a-z0-9_$])(users|orders|friends|members|items|logs|named)($|[^a-z0-9_$])' AND (e.event_definition REGEXP '(?i)(^|[^a-z0-9_$])(id|id|manager_id|user_id|friend_id|user_id|user_id|order_id|user_id)($|[^a-z0-9_$])' OR e.event_definition LIKE '%*%'))
UNION ALL
SELECT 'cluster', '', 'wsrep_on', '', '' FROM information_schema.global_variables AS g WHERE g.variable_name = 'WSREP_ON' AND g.variable_value = 'ON';
  SELECT GROUP_CONCAT(CASE WHEN p.kind IS NULL THEN CONCAT_WS(' ', f.kind, f.name, f.relation) END SEPARATOR ', '), COUNT(p.kind) INTO message, found FROM sortid_move_found AS f
  LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  SET planned = (SELECT COUNT(*) FROM sortid_move_plan);
  IF message IS NOT NULL OR found <> planned THEN
    SET message = LEFT(CONCAT('the schema is not that of the plan, print the script again: ', COALESCE(message, 'something is gone')), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
END //
CREATE PROCEDURE sortid_move_before()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  SET n = (SELECT COUNT(*) FROM `users` WHERE `created_at` IS NULL OR NOT `created_at` BETWEEN '1970-01-01 00:00:00' AND '2540-11-07 23:35:09.481983');
  IF n > 0 THEN
    SET message = LEFT(CONCAT('users.created_at: ', n, ' rows have no time, or one out of the range of wiji: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `orders` WHERE `created_at` IS NULL OR NOT `created_at` BETWEEN '1970-01-01 00:00:00' AND '2540-11-07 23:35:09.481983');
  IF n > 0 THEN
    SET message = LEFT(CONCAT('orders.created_at: ', n, ' rows have no time, or one out of the range of wiji: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `users` AS c LEFT JOIN `users` AS p ON p.`id` = c.`manager_id` WHERE c.`manager_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('users.manager_id: ', n, ' rows reference no row of users: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `orders` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('orders.user_id: ', n, ' rows reference no row of users: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `friends` AS c LEFT JOIN `users` AS p ON p.`id` = c.`friend_id` WHERE c.`friend_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('friends.friend_id: ', n, ' rows reference no row of users: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `friends` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('friends.user_id: ', n, ' rows reference no row of users: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `members` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('members.user_id: ', n, ' rows reference no row of users: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `items` AS c LEFT JOIN `orders` AS p ON p.`id` = c.`order_id` WHERE c.`order_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('items.order_id: ', n, ' rows reference no row of orders: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `logs` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND p.`id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('logs.user_id: ', n, ' rows reference no row of users: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
END //
CREATE PROCEDURE sortid_move_prepare()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  IF NOT (((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id'))
    OR ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id'))
    OR ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id'))
    OR ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id'))
    OR ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id'))
    OR ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_new_user_id'))) THEN
    CALL sortid_move_stop();
    CALL sortid_move_before();
  END IF;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id'));
    IF more THEN
      ALTER TABLE `users`
        ADD COLUMN `sortid_new_id` binary(16) NULL INVISIBLE COMMENT 'it''s the user' AFTER `id`,
        ADD UNIQUE KEY sortid_move_fill_1 (`sortid_new_id`),
        ADD COLUMN `sortid_new_manager_id` binary(16) NULL INVISIBLE AFTER `manager_id`,
        ADD KEY sortid_move_fill_2 (`sortid_new_manager_id`, `manager_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id'));
    IF more THEN
      ALTER TABLE `orders`
        ADD COLUMN `sortid_new_id` binary(16) NULL INVISIBLE COMMENT 'it''s the user' AFTER `id`,
        ADD UNIQUE KEY sortid_move_fill_1 (`sortid_new_id`),
        ADD COLUMN `sortid_new_user_id` binary(16) NULL INVISIBLE AFTER `user_id`,
        ADD KEY sortid_move_fill_2 (`sortid_new_user_id`, `user_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id'));
    IF more THEN
      ALTER TABLE `friends`
        ADD COLUMN `sortid_new_friend_id` binary(16) NULL INVISIBLE AFTER `friend_id`,
        ADD KEY sortid_move_fill_1 (`sortid_new_friend_id`, `friend_id`),
        ADD COLUMN `sortid_new_user_id` binary(16) NULL INVISIBLE AFTER `user_id`,
        ADD KEY sortid_move_fill_2 (`sortid_new_user_id`, `user_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id'));
    IF more THEN
      ALTER TABLE `members`
        ADD COLUMN `sortid_new_user_id` binary(16) NULL INVISIBLE AFTER `user_id`,
        ADD KEY sortid_move_fill_1 (`sortid_new_user_id`, `user_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id'));
    IF more THEN
      ALTER TABLE `items`
        ADD COLUMN `sortid_new_order_id` binary(16) NULL INVISIBLE AFTER `order_id`,
        ADD KEY sortid_move_fill_1 (`sortid_new_order_id`, `order_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_new_user_id'));
    IF more THEN
      ALTER TABLE `logs`
        ADD COLUMN `sortid_new_user_id` binary(16) NULL INVISIBLE AFTER `user_id`,
        ADD KEY sortid_move_fill_1 (`sortid_new_user_id`, `user_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
END //
CREATE PROCEDURE sortid_move_fill()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  DECLARE failed BOOLEAN DEFAULT FALSE;
  DECLARE CONTINUE HANDLER FOR 1213, 1205 SET failed = TRUE;
  REPEAT
    SET failed = FALSE;
    UPDATE `users` SET `id` = `id` WHERE `sortid_new_id` IS NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `orders` SET `id` = `id` WHERE `sortid_new_id` IS NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `users` SET `manager_id` = `manager_id` WHERE `sortid_new_manager_id` IS NULL AND `manager_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `orders` SET `user_id` = `user_id` WHERE `sortid_new_user_id` IS NULL AND `user_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `friends` SET `friend_id` = `friend_id` WHERE `sortid_new_friend_id` IS NULL AND `friend_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `friends` SET `user_id` = `user_id` WHERE `sortid_new_user_id` IS NULL AND `user_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `members` SET `user_id` = `user_id` WHERE `sortid_new_user_id` IS NULL AND `user_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `items` SET `order_id` = `order_id` WHERE `sortid_new_order_id` IS NULL AND `order_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
  REPEAT
    SET failed = FALSE;
    UPDATE `logs` SET `user_id` = `user_id` WHERE `sortid_new_user_id` IS NULL AND `user_id` IS NOT NULL LIMIT 1000;
    SET n = ROW_COUNT();
  UNTIL n = 0 AND NOT failed END REPEAT;
END //
CREATE PROCEDURE sortid_move_build()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  SET SESSION foreign_key_checks = 0; -- the old columns keep their values
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id') AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'users' AND s.index_name = 'sortid_old_pk'));
    IF more THEN
      ALTER TABLE `users`
        MODIFY COLUMN `sortid_new_id` binary(16) NOT NULL DEFAULT (UNHEX(CONCAT(LPAD(HEX((TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))), 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))) INVISIBLE COMMENT 'it''s the user',
        DROP PRIMARY KEY,
        ADD PRIMARY KEY (`sortid_new_id`),
        ADD UNIQUE KEY sortid_move_1 (`tenant`,`sortid_new_id`),
        ADD KEY sortid_move_2 (`sortid_new_manager_id`),
        ADD UNIQUE KEY sortid_old_pk (`id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id') AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'orders' AND s.index_name = 'sortid_old_pk'));
    IF more THEN
      ALTER TABLE `orders`
        MODIFY COLUMN `sortid_new_id` binary(16) NOT NULL DEFAULT (UNHEX(CONCAT(LPAD(HEX((TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))), 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))) INVISIBLE COMMENT 'it''s the user',
        MODIFY COLUMN `sortid_new_user_id` binary(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 INVISIBLE,
        DROP PRIMARY KEY,
        ADD PRIMARY KEY (`sortid_new_id`),
        ADD UNIQUE KEY sortid_move_3 (`sortid_new_user_id`,`note`),
        ADD KEY sortid_move_4 (`sortid_new_user_id`,`created_at` DESC),
        ADD UNIQUE KEY sortid_old_pk (`id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id') AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'friends' AND s.index_name = 'sortid_old_pk'));
    IF more THEN
      ALTER TABLE `friends`
        MODIFY COLUMN `sortid_new_friend_id` binary(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 INVISIBLE,
        MODIFY COLUMN `sortid_new_user_id` binary(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 INVISIBLE,
        DROP PRIMARY KEY,
        ADD PRIMARY KEY (`sortid_new_user_id`,`sortid_new_friend_id`),
        ADD KEY sortid_move_5 (`sortid_new_friend_id`),
        ADD UNIQUE KEY sortid_old_pk (`user_id`,`friend_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id') AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'members' AND s.index_name = 'sortid_move_6'));
    IF more THEN
      ALTER TABLE `members`
        MODIFY COLUMN `sortid_new_user_id` binary(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 INVISIBLE,
        ADD KEY sortid_move_6 (`tenant`,`sortid_new_user_id`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id') AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'items' AND s.index_name = 'sortid_old_pk'));
    IF more THEN
      ALTER TABLE `items`
        MODIFY COLUMN `sortid_new_order_id` binary(16) NOT NULL DEFAULT 0x00000000000000000000000000000000 INVISIBLE,
        DROP PRIMARY KEY,
        ADD PRIMARY KEY (`sortid_new_order_id`,`n`),
        ADD UNIQUE KEY sortid_old_pk (`order_id`,`n`), ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET SESSION foreign_key_checks = 1;
END //
CREATE PROCEDURE sortid_move_count()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  IF ((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'users' AND s.index_name = 'sortid_old_pk')) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the keys of users are not built: run the script again';
  END IF;
  IF ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'orders' AND s.index_name = 'sortid_old_pk')) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the keys of orders are not built: run the script again';
  END IF;
  IF ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'friends' AND s.index_name = 'sortid_old_pk')) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the keys of friends are not built: run the script again';
  END IF;
  IF ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'members' AND s.index_name = 'sortid_move_6')) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the keys of members are not built: run the script again';
  END IF;
  IF ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND NOT EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = 'items' AND s.index_name = 'sortid_old_pk')) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the keys of items are not built: run the script again';
  END IF;
  SET n = (SELECT COUNT(*) FROM `users` WHERE `sortid_new_id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('users.id: ', n, ' rows have no new key: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `orders` WHERE `sortid_new_id` IS NULL);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('orders.id: ', n, ' rows have no new key: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `users` AS c LEFT JOIN `users` AS p ON p.`id` = c.`manager_id` WHERE c.`manager_id` IS NOT NULL AND NOT c.`sortid_new_manager_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('users.manager_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `orders` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND NOT c.`sortid_new_user_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('orders.user_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `friends` AS c LEFT JOIN `users` AS p ON p.`id` = c.`friend_id` WHERE c.`friend_id` IS NOT NULL AND NOT c.`sortid_new_friend_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('friends.friend_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `friends` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND NOT c.`sortid_new_user_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('friends.user_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `members` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND NOT c.`sortid_new_user_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('members.user_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `items` AS c LEFT JOIN `orders` AS p ON p.`id` = c.`order_id` WHERE c.`order_id` IS NOT NULL AND NOT c.`sortid_new_order_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('items.order_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET n = (SELECT COUNT(*) FROM `logs` AS c LEFT JOIN `users` AS p ON p.`id` = c.`user_id` WHERE c.`user_id` IS NOT NULL AND NOT c.`sortid_new_user_id` <=> p.`sortid_new_id`);
  IF n > 0 THEN
    SET message = LEFT(CONCAT('logs.user_id: ', n, ' rows have another new key than the row that they reference: correct them'), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;
  END IF;
  SET @sortid_move_counted = TRUE;
END //
CREATE PROCEDURE sortid_move_switch(again BOOLEAN)
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  DECLARE locked BOOLEAN DEFAULT FALSE;
  BEGIN -- under LOCK TABLES a table has no other name
    DECLARE CONTINUE HANDLER FOR 1100 SET locked = TRUE;
    SELECT COUNT(*) INTO n FROM (SELECT 1 FROM `users` AS sortid_move_other LIMIT 1) AS one;
  END;
  IF NOT locked OR NOT again AND NOT COALESCE(@sortid_move_counted, FALSE) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the tables are not locked, or not counted: run the script again';
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id') THEN
    UPDATE `users` SET `sortid_new_manager_id` = NULL WHERE `manager_id` IS NULL AND `sortid_new_manager_id` IS NOT NULL; -- foreign keys run no triggers
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_new_user_id') THEN
    ALTER TABLE `logs`
      DROP KEY sortid_move_fill_1,
      CHANGE COLUMN `user_id` `sortid_old_user_id` bigint(20) DEFAULT NULL,
      CHANGE COLUMN `sortid_new_user_id` `user_id` binary(16) NULL, ALGORITHM=INPLACE, LOCK=NONE;
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id') THEN
    ALTER TABLE `items`
      DROP FOREIGN KEY `items_order`,
      DROP KEY sortid_old_pk,
      DROP KEY sortid_move_fill_1,
      CHANGE COLUMN `order_id` `sortid_old_order_id` bigint(20) NOT NULL DEFAULT 0,
      CHANGE COLUMN `sortid_new_order_id` `order_id` binary(16) NOT NULL, ALGORITHM=INPLACE, LOCK=NONE;
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id') THEN
    ALTER TABLE `members`
      DROP FOREIGN KEY `members_user`,
      DROP KEY `members_user`,
      RENAME KEY sortid_move_6 TO `members_user`,
      DROP KEY sortid_move_fill_1,
      CHANGE COLUMN `user_id` `sortid_old_user_id` bigint(20) NOT NULL DEFAULT 0,
      CHANGE COLUMN `sortid_new_user_id` `user_id` binary(16) NOT NULL, ALGORITHM=INPLACE, LOCK=NONE;
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id') THEN
    ALTER TABLE `friends`
      DROP FOREIGN KEY `friends_friend`,
      DROP FOREIGN KEY `friends_user`,
      DROP KEY `friends_friend`,
      RENAME KEY sortid_move_5 TO `friends_friend`,
      DROP KEY sortid_old_pk,
      DROP KEY sortid_move_fill_1,
      CHANGE COLUMN `friend_id` `sortid_old_friend_id` bigint(20) NOT NULL DEFAULT 0,
      CHANGE COLUMN `sortid_new_friend_id` `friend_id` binary(16) NOT NULL,
      DROP KEY sortid_move_fill_2,
      CHANGE COLUMN `user_id` `sortid_old_user_id` bigint(20) NOT NULL DEFAULT 0,
      CHANGE COLUMN `sortid_new_user_id` `user_id` binary(16) NOT NULL, ALGORITHM=INPLACE, LOCK=NONE;
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id') THEN
    ALTER TABLE `orders`
      DROP FOREIGN KEY `orders_user`,
      DROP KEY `one_note`,
      RENAME KEY sortid_move_3 TO `one_note`,
      DROP KEY `orders_recent`,
      RENAME KEY sortid_move_4 TO `orders_recent`,
      DROP KEY sortid_move_fill_1,
      CHANGE COLUMN `id` `sortid_old_id` bigint(20) NOT NULL AUTO_INCREMENT COMMENT 'it''s the user',
      CHANGE COLUMN `sortid_new_id` `id` binary(16) NOT NULL DEFAULT (UNHEX(CONCAT(LPAD(HEX((TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))), 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))) COMMENT 'it''s the user',
      DROP KEY sortid_move_fill_2,
      CHANGE COLUMN `user_id` `sortid_old_user_id` bigint(20) NOT NULL DEFAULT 0,
      CHANGE COLUMN `sortid_new_user_id` `user_id` binary(16) NOT NULL, ALGORITHM=INPLACE, LOCK=NONE;
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id') AND EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'users_manager') THEN
    ALTER TABLE `users`
      DROP FOREIGN KEY `users_manager`;
  END IF;
  IF EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id') THEN
    ALTER TABLE `users`
      DROP KEY `users_tenant`,
      RENAME KEY sortid_move_1 TO `users_tenant`,
      DROP KEY `users_manager`,
      RENAME KEY sortid_move_2 TO `users_manager`,
      DROP KEY sortid_move_fill_1,
      CHANGE COLUMN `id` `sortid_old_id` bigint(20) NOT NULL AUTO_INCREMENT COMMENT 'it''s the user',
      CHANGE COLUMN `sortid_new_id` `id` binary(16) NOT NULL DEFAULT (UNHEX(CONCAT(LPAD(HEX((TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))), 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))) COMMENT 'it''s the user',
      DROP KEY sortid_move_fill_2,
      CHANGE COLUMN `manager_id` `sortid_old_manager_id` bigint(20) DEFAULT NULL,
      CHANGE COLUMN `sortid_new_manager_id` `manager_id` binary(16) NULL, ALGORITHM=INPLACE, LOCK=NONE;
  END IF;
  IF again THEN
    SET SESSION foreign_key_checks = 1; -- others may have written in between
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'users_manager') THEN
    ALTER TABLE `users`
      ADD CONSTRAINT `users_manager` FOREIGN KEY (`manager_id`) REFERENCES `users` (`id`) ON DELETE SET NULL;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'orders_user') THEN
    ALTER TABLE `orders`
      ADD CONSTRAINT `orders_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'friends_friend') THEN
    ALTER TABLE `friends`
      ADD CONSTRAINT `friends_friend` FOREIGN KEY (`friend_id`) REFERENCES `users` (`id`) ON DELETE CASCADE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'friends_user') THEN
    ALTER TABLE `friends`
      ADD CONSTRAINT `friends_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'members_user') THEN
    ALTER TABLE `members`
      ADD CONSTRAINT `members_user` FOREIGN KEY (`tenant`, `user_id`) REFERENCES `users` (`tenant`, `id`) ON DELETE CASCADE;
  END IF;
  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = 'items_order') THEN
    ALTER TABLE `items`
      ADD CONSTRAINT `items_order` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE;
  END IF;
  DROP TRIGGER IF EXISTS sortid_move_1_insert;
  DROP TRIGGER IF EXISTS sortid_move_1_update;
  DROP TRIGGER IF EXISTS sortid_move_1_delete;
  DROP TRIGGER IF EXISTS sortid_move_2_insert;
  DROP TRIGGER IF EXISTS sortid_move_2_update;
  DROP TRIGGER IF EXISTS sortid_move_2_delete;
  DROP TRIGGER IF EXISTS sortid_move_3_insert;
  DROP TRIGGER IF EXISTS sortid_move_3_update;
  DROP TRIGGER IF EXISTS sortid_move_3_delete;
  DROP TRIGGER IF EXISTS sortid_move_4_insert;
  DROP TRIGGER IF EXISTS sortid_move_4_update;
  DROP TRIGGER IF EXISTS sortid_move_4_delete;
  DROP TRIGGER IF EXISTS sortid_move_5_insert;
  DROP TRIGGER IF EXISTS sortid_move_5_update;
  DROP TRIGGER IF EXISTS sortid_move_5_delete;
  DROP TRIGGER IF EXISTS sortid_move_6_insert;
  DROP TRIGGER IF EXISTS sortid_move_6_update;
  DROP TRIGGER IF EXISTS sortid_move_6_delete;
END //
CREATE PROCEDURE sortid_move_resume()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  IF (EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_old_id')
    OR EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_old_id')
    OR EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_old_friend_id')
    OR EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_old_user_id')
    OR EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_old_order_id')
    OR EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_old_user_id')) THEN
    CALL sortid_move_switch(TRUE);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the switch, which was interrupted, is done: run what follows it in the script';
  END IF;
END //
CREATE PROCEDURE sortid_move_finish()
BEGIN
  DECLARE n, tries BIGINT DEFAULT 0;
  DECLARE more BOOLEAN;
  DECLARE message TEXT;
  CALL sortid_move_alone();
  IF (((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_new_id'))
    OR ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_new_id'))
    OR ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_new_friend_id'))
    OR ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_new_user_id'))
    OR ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_new_order_id'))
    OR ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_new_user_id'))) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the tables have not switched: run the script again';
  END IF;
  DROP TRIGGER IF EXISTS sortid_move_1_insert;
  DROP TRIGGER IF EXISTS sortid_move_1_update;
  DROP TRIGGER IF EXISTS sortid_move_1_delete;
  DROP TRIGGER IF EXISTS sortid_move_2_insert;
  DROP TRIGGER IF EXISTS sortid_move_2_update;
  DROP TRIGGER IF EXISTS sortid_move_2_delete;
  DROP TRIGGER IF EXISTS sortid_move_3_insert;
  DROP TRIGGER IF EXISTS sortid_move_3_update;
  DROP TRIGGER IF EXISTS sortid_move_3_delete;
  DROP TRIGGER IF EXISTS sortid_move_4_insert;
  DROP TRIGGER IF EXISTS sortid_move_4_update;
  DROP TRIGGER IF EXISTS sortid_move_4_delete;
  DROP TRIGGER IF EXISTS sortid_move_5_insert;
  DROP TRIGGER IF EXISTS sortid_move_5_update;
  DROP TRIGGER IF EXISTS sortid_move_5_delete;
  DROP TRIGGER IF EXISTS sortid_move_6_insert;
  DROP TRIGGER IF EXISTS sortid_move_6_update;
  DROP TRIGGER IF EXISTS sortid_move_6_delete;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `users` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'users' AND c.column_name = 'sortid_old_id'));
    IF more THEN
      ALTER TABLE `users`
        DROP KEY sortid_old_pk,
        DROP COLUMN `sortid_old_id`,
        DROP COLUMN `sortid_old_manager_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `orders` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'orders' AND c.column_name = 'sortid_old_id'));
    IF more THEN
      ALTER TABLE `orders`
        DROP KEY sortid_old_pk,
        DROP COLUMN `sortid_old_id`,
        DROP COLUMN `sortid_old_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `friends` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'friends' AND c.column_name = 'sortid_old_friend_id'));
    IF more THEN
      ALTER TABLE `friends`
        DROP COLUMN `sortid_old_friend_id`,
        DROP COLUMN `sortid_old_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `members` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'members' AND c.column_name = 'sortid_old_user_id'));
    IF more THEN
      ALTER TABLE `members`
        DROP COLUMN `sortid_old_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `items` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'items' AND c.column_name = 'sortid_old_order_id'));
    IF more THEN
      ALTER TABLE `items`
        DROP COLUMN `sortid_old_order_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
  SET tries = 0, more = TRUE;
  WHILE more DO BEGIN
    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN
      SET tries = tries + 1;
      IF tries = 10 THEN
        RESIGNAL;
      END IF;
      DO SLEEP(0.2);
    END;
    SET more = ((SELECT COUNT(*) FROM `logs` WHERE FALSE) = 0 AND EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = 'logs' AND c.column_name = 'sortid_old_user_id'));
    IF more THEN
      ALTER TABLE `logs`
        DROP COLUMN `sortid_old_user_id`, ALGORITHM=INPLACE, LOCK=NONE;
    END IF;
  END; END WHILE;
END //
DELIMITER ;

-- If the switch was interrupted, it goes on, and ends with an error that says so.
LOCK TABLES `users` WRITE, `orders` WRITE, `friends` WRITE, `members` WRITE, `items` WRITE, `logs` WRITE;
SET SESSION foreign_key_checks = 0;
CALL sortid_move_resume();
SET SESSION foreign_key_checks = 1;
UNLOCK TABLES;

-- The preflight, the new columns, and the triggers that set them in rows that are inserted and changed.
CALL sortid_move_prepare();
DELIMITER //
CREATE TRIGGER IF NOT EXISTS sortid_move_1_update BEFORE UPDATE ON `users` FOR EACH ROW
BEGIN
  IF @sortid_move = 'fill' THEN -- whatever other triggers have set
    SET NEW.`id` = OLD.`id`;
    SET NEW.`tenant` = OLD.`tenant`;
    SET NEW.`manager_id` = OLD.`manager_id`;
    SET NEW.`name` = OLD.`name`;
    SET NEW.`created_at` = OLD.`created_at`;
    SET NEW.`updated_at` = OLD.`updated_at`;
    SET NEW.`sortid_new_id` = COALESCE(OLD.`sortid_new_id`, sortid_wiji_at(OLD.`created_at`));
  ELSE
    SET NEW.`sortid_new_id` = OLD.`sortid_new_id`;
  END IF;
  IF NEW.`manager_id` IS NULL THEN
    SET NEW.`sortid_new_manager_id` = NULL;
  ELSEIF NEW.`manager_id` = NEW.`id` THEN
    SET NEW.`sortid_new_manager_id` = NEW.`sortid_new_id`;
  ELSEIF OLD.`manager_id` = NEW.`manager_id` AND OLD.`sortid_new_manager_id` IS NOT NULL THEN
    SET NEW.`sortid_new_manager_id` = OLD.`sortid_new_manager_id`;
  ELSE
    SET NEW.`sortid_new_manager_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`manager_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_1_insert BEFORE INSERT ON `users` FOR EACH ROW
BEGIN
  SET NEW.`sortid_new_id` = sortid_wiji_new();
  IF NEW.`manager_id` IS NULL THEN
    SET NEW.`sortid_new_manager_id` = NULL;
  ELSEIF NEW.`manager_id` = NEW.`id` THEN
    SET NEW.`sortid_new_manager_id` = NEW.`sortid_new_id`;
  ELSE
    SET NEW.`sortid_new_manager_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`manager_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_1_delete BEFORE DELETE ON `users` FOR EACH ROW
BEGIN
  DO (SELECT c.`sortid_new_id` FROM `orders` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_friend_id` FROM `friends` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `members` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_order_id` FROM `items` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `logs` AS c LIMIT 0);
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_2_update BEFORE UPDATE ON `orders` FOR EACH ROW
BEGIN
  IF @sortid_move = 'fill' THEN -- whatever other triggers have set
    SET NEW.`id` = OLD.`id`;
    SET NEW.`user_id` = OLD.`user_id`;
    SET NEW.`note` = OLD.`note`;
    SET NEW.`created_at` = OLD.`created_at`;
    SET NEW.`sortid_new_id` = COALESCE(OLD.`sortid_new_id`, sortid_wiji_at(OLD.`created_at`));
  ELSE
    SET NEW.`sortid_new_id` = OLD.`sortid_new_id`;
  END IF;
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSEIF OLD.`user_id` = NEW.`user_id` AND OLD.`sortid_new_user_id` IS NOT NULL THEN
    SET NEW.`sortid_new_user_id` = OLD.`sortid_new_user_id`;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_2_insert BEFORE INSERT ON `orders` FOR EACH ROW
BEGIN
  SET NEW.`sortid_new_id` = sortid_wiji_new();
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_2_delete BEFORE DELETE ON `orders` FOR EACH ROW
BEGIN
  DO (SELECT c.`sortid_new_id` FROM `users` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_friend_id` FROM `friends` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `members` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_order_id` FROM `items` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `logs` AS c LIMIT 0);
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_3_update BEFORE UPDATE ON `friends` FOR EACH ROW
BEGIN
  IF @sortid_move = 'fill' THEN -- whatever other triggers have set
    SET NEW.`user_id` = OLD.`user_id`;
    SET NEW.`friend_id` = OLD.`friend_id`;
  END IF;
  IF NEW.`friend_id` IS NULL THEN
    SET NEW.`sortid_new_friend_id` = NULL;
  ELSEIF OLD.`friend_id` = NEW.`friend_id` AND OLD.`sortid_new_friend_id` IS NOT NULL THEN
    SET NEW.`sortid_new_friend_id` = OLD.`sortid_new_friend_id`;
  ELSE
    SET NEW.`sortid_new_friend_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`friend_id` LOCK IN SHARE MODE);
  END IF;
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSEIF OLD.`user_id` = NEW.`user_id` AND OLD.`sortid_new_user_id` IS NOT NULL THEN
    SET NEW.`sortid_new_user_id` = OLD.`sortid_new_user_id`;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_3_insert BEFORE INSERT ON `friends` FOR EACH ROW
BEGIN
  IF NEW.`friend_id` IS NULL THEN
    SET NEW.`sortid_new_friend_id` = NULL;
  ELSE
    SET NEW.`sortid_new_friend_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`friend_id` LOCK IN SHARE MODE);
  END IF;
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_3_delete BEFORE DELETE ON `friends` FOR EACH ROW
BEGIN
  DO (SELECT c.`sortid_new_id` FROM `users` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_id` FROM `orders` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `members` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_order_id` FROM `items` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `logs` AS c LIMIT 0);
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_4_update BEFORE UPDATE ON `members` FOR EACH ROW
BEGIN
  IF @sortid_move = 'fill' THEN -- whatever other triggers have set
    SET NEW.`tenant` = OLD.`tenant`;
    SET NEW.`user_id` = OLD.`user_id`;
  END IF;
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSEIF OLD.`user_id` = NEW.`user_id` AND OLD.`sortid_new_user_id` IS NOT NULL THEN
    SET NEW.`sortid_new_user_id` = OLD.`sortid_new_user_id`;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_4_insert BEFORE INSERT ON `members` FOR EACH ROW
BEGIN
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_4_delete BEFORE DELETE ON `members` FOR EACH ROW
BEGIN
  DO (SELECT c.`sortid_new_id` FROM `users` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_id` FROM `orders` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_friend_id` FROM `friends` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_order_id` FROM `items` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `logs` AS c LIMIT 0);
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_5_update BEFORE UPDATE ON `items` FOR EACH ROW
BEGIN
  IF @sortid_move = 'fill' THEN -- whatever other triggers have set
    SET NEW.`order_id` = OLD.`order_id`;
    SET NEW.`n` = OLD.`n`;
  END IF;
  IF NEW.`order_id` IS NULL THEN
    SET NEW.`sortid_new_order_id` = NULL;
  ELSEIF OLD.`order_id` = NEW.`order_id` AND OLD.`sortid_new_order_id` IS NOT NULL THEN
    SET NEW.`sortid_new_order_id` = OLD.`sortid_new_order_id`;
  ELSE
    SET NEW.`sortid_new_order_id` = (SELECT p.`sortid_new_id` FROM `orders` AS p WHERE p.`id` = NEW.`order_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_5_insert BEFORE INSERT ON `items` FOR EACH ROW
BEGIN
  IF NEW.`order_id` IS NULL THEN
    SET NEW.`sortid_new_order_id` = NULL;
  ELSE
    SET NEW.`sortid_new_order_id` = (SELECT p.`sortid_new_id` FROM `orders` AS p WHERE p.`id` = NEW.`order_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_5_delete BEFORE DELETE ON `items` FOR EACH ROW
BEGIN
  DO (SELECT c.`sortid_new_id` FROM `users` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_id` FROM `orders` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_friend_id` FROM `friends` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `members` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `logs` AS c LIMIT 0);
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_6_update BEFORE UPDATE ON `logs` FOR EACH ROW
BEGIN
  IF @sortid_move = 'fill' THEN -- whatever other triggers have set
    SET NEW.`n` = OLD.`n`;
    SET NEW.`user_id` = OLD.`user_id`;
  END IF;
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSEIF OLD.`user_id` = NEW.`user_id` AND OLD.`sortid_new_user_id` IS NOT NULL THEN
    SET NEW.`sortid_new_user_id` = OLD.`sortid_new_user_id`;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_6_insert BEFORE INSERT ON `logs` FOR EACH ROW
BEGIN
  IF NEW.`user_id` IS NULL THEN
    SET NEW.`sortid_new_user_id` = NULL;
  ELSE
    SET NEW.`sortid_new_user_id` = (SELECT p.`sortid_new_id` FROM `users` AS p WHERE p.`id` = NEW.`user_id` LOCK IN SHARE MODE);
  END IF;
END //
CREATE TRIGGER IF NOT EXISTS sortid_move_6_delete BEFORE DELETE ON `logs` FOR EACH ROW
BEGIN
  DO (SELECT c.`sortid_new_id` FROM `users` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_id` FROM `orders` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_friend_id` FROM `friends` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_user_id` FROM `members` AS c LIMIT 0);
  DO (SELECT c.`sortid_new_order_id` FROM `items` AS c LIMIT 0);
END //
DELIMITER ;

-- The rows that are there, a thousand in a transaction, then the indexes, while the tables are in use.
CALL sortid_move_fill();
CALL sortid_move_build();

-- The switch. If other transactions hold the tables for 10 seconds, or a count is not 0, nothing changes: run the script again.
CALL sortid_move_count();
LOCK TABLES `users` WRITE, `orders` WRITE, `friends` WRITE, `members` WRITE, `items` WRITE, `logs` WRITE;
SET SESSION foreign_key_checks = 0;
CALL sortid_move_switch(FALSE);
SET SESSION foreign_key_checks = 1;
UNLOCK TABLES;

-- After the switch.
CALL sortid_move_finish();
DROP PROCEDURE IF EXISTS sortid_move_alone;
DROP PROCEDURE IF EXISTS sortid_move_done;
DROP PROCEDURE IF EXISTS sortid_move_give_up;
DROP PROCEDURE IF EXISTS sortid_move_stop;
DROP PROCEDURE IF EXISTS sortid_move_before;
DROP PROCEDURE IF EXISTS sortid_move_prepare;
DROP PROCEDURE IF EXISTS sortid_move_fill;
DROP PROCEDURE IF EXISTS sortid_move_build;
DROP PROCEDURE IF EXISTS sortid_move_count;
DROP PROCEDURE IF EXISTS sortid_move_switch;
DROP PROCEDURE IF EXISTS sortid_move_resume;
DROP PROCEDURE IF EXISTS sortid_move_finish;
DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found;
DO RELEASE_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224)));
ANALYZE TABLE `users`;
ANALYZE TABLE `orders`;
ANALYZE TABLE `friends`;
ANALYZE TABLE `members`;
ANALYZE TABLE `items`;
ANALYZE TABLE `logs`;
-- notes: -reviewed touch: nothing needs it; -reviewed touched: nothing needs it

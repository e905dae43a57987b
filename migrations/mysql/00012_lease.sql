-- The table of package lease, from which the processes of a fleet claim node numbers for the
-- formats that need them: the profile snowish of uid11, the scalable layout of Ulid-Flake, and
-- SCRU160 with node bits.
--
-- The role that runs this file needs CREATE, and to remove the table DROP; a role that claims
-- numbers needs SELECT, INSERT and UPDATE on it. Do not delete rows: they say until which time a
-- number was used. Do not replicate the table between several primaries, except in a Galera cluster
-- or a group of Group Replication.
--
-- A session can have a number for some seconds, too:
--
--   CALL sortid_lease_claim(3600);        -- before a transaction
--   INSERT INTO t (id) VALUES (sortid_uid_snowish(NULL));
--   CALL sortid_lease_release();          -- before the session ends

-- +goose Up
SET @sortid_sql_mode = @@SESSION.sql_mode, @sortid_lock_wait = @@SESSION.lock_wait_timeout,
  @sortid_client = @@SESSION.character_set_client, @sortid_results = @@SESSION.character_set_results, @sortid_collation = @@SESSION.collation_connection;
SET @sortid_names = IF(@sortid_client = 'utf8mb4', 'SET collation_connection = utf8mb4_general_ci', 'SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 10;

-- Times are in milliseconds since 1970. name is a set of numbers, token counts the claims of a
-- number and renewal those of a claim. From expires on, by the server's clock, another process may
-- claim the number. By the clocks of the holders, no ID of this claim has a time before begins, and
-- none with the number has the time mark or a later one. holder is the host and the process.
CREATE TABLE IF NOT EXISTS sortid_lease (
  name    VARCHAR(63) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  number  INT UNSIGNED NOT NULL,
  token   BIGINT NOT NULL DEFAULT 0,
  renewal BIGINT NOT NULL DEFAULT 0,
  expires BIGINT NOT NULL DEFAULT 0,
  begins  BIGINT NOT NULL DEFAULT 0,
  mark    BIGINT NOT NULL DEFAULT 0,
  holder  VARCHAR(255) CHARACTER SET utf8mb4 NOT NULL DEFAULT '',
  PRIMARY KEY (name, number)
) ENGINE = InnoDB;

-- sortid_lease_claim claims a machine number for the session, for so many seconds, 1 to 86400, and
-- commits. If the session has one, it renews the claim. Inside a transaction it fails: a rollback
-- would take the claim back. It also fails if a crash can lose the commit, and if the table lacks
-- the claim that the session has. The variables @sortid_lease_… belong to these procedures.
/*!80000 DROP PROCEDURE IF EXISTS sortid_lease_claim */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_lease_claim(seconds INT)
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE present BIGINT DEFAULT sortid_internal_clock() DIV 1000;
  DECLARE until BIGINT DEFAULT present + 1000 * seconds;
  DECLARE chosen INT DEFAULT CAST(@sortid_lease_number AS SIGNED);
  DECLARE claims BIGINT DEFAULT CAST(@sortid_lease_token AS SIGNED);
  DECLARE marked BIGINT;
  DECLARE own VARCHAR(255) CHARACTER SET utf8mb4 DEFAULT CONCAT('session ', CONNECTION_ID(), ' of the server ', @@hostname);
  IF seconds IS NULL OR seconds NOT BETWEEN 1 AND 86400 THEN
    SET chosen = sortid_internal_fault('lease: seconds', COALESCE(seconds, 'NULL'), 'invalid setting: use 1 to 86400');
  END IF;
  -- MariaDB has 3, which syncs more often than 1.
  IF @@GLOBAL.innodb_flush_log_at_trx_commit NOT IN (1, 3) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush_log_at_trx_commit = 1';
  ELSEIF @@GLOBAL.log_bin AND @@GLOBAL.sync_binlog <> 1 THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'lease: claim of a number: commits are not durable with a binary log: SET GLOBAL sync_binlog = 1';
  END IF;
  BEGIN
    -- The servers refuse this statement inside a transaction.
    DECLARE EXIT HANDLER FOR 1568 SIGNAL SQLSTATE '25001'
      SET MESSAGE_TEXT = 'lease: claim of a number: a transaction is in progress: COMMIT it before CALL sortid_lease_claim';
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
  END;
  BEGIN
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
      ROLLBACK;
      RESIGNAL;
    END;
    START TRANSACTION;
    IF NOT EXISTS (SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'sortid_lease' AND engine = 'InnoDB') THEN
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'lease: claim of a number: commits are not durable: ALTER TABLE sortid_lease ENGINE = InnoDB';
    END IF;
    UPDATE sortid_lease SET renewal = renewal + 1, expires = until, mark = GREATEST(mark, until)
      WHERE name = 'snowish' AND number = chosen AND token = claims AND holder = own AND expires > present;
    IF chosen IS NULL OR ROW_COUNT() <> 1 THEN
      IF chosen IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sortid_lease WHERE name = 'snowish' AND number = chosen
          AND (token > claims OR token = claims AND holder = own AND mark >= CAST(@sortid_lease_mark AS SIGNED))) THEN
        SET @sortid_lease_mark = 0; -- the session makes no more IDs
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'lease: claim of a number: the table of claims went back: end all sessions with numbers, and wait until their claims end';
      END IF;
      SET chosen = NULL;
      -- A session that has not used a number since its claim ended still has the lock of sortid_uid_snowish.
      SELECT number, token + 1, mark INTO chosen, claims, marked FROM sortid_lease
        WHERE name = 'snowish' AND number < 1024 AND expires <= present AND mark <= present
          AND COALESCE(IS_USED_LOCK(CONCAT('sortid.snowish.', number)), CONNECTION_ID()) = CONNECTION_ID()
        ORDER BY mark, number LIMIT 1 FOR UPDATE SKIP LOCKED;
      IF chosen IS NULL THEN
        SELECT COUNT(*), 1, 0 INTO chosen, claims, marked FROM sortid_lease WHERE name = 'snowish' AND number < 1024;
        -- A number that a session of this server uses without a claim stays free.
        WHILE chosen < 1024 AND COALESCE(IS_USED_LOCK(CONCAT('sortid.snowish.', chosen)), CONNECTION_ID()) <> CONNECTION_ID() DO
          INSERT INTO sortid_lease (name, number) VALUES ('snowish', chosen);
          SET chosen = chosen + 1;
        END WHILE;
        IF chosen = 1024 THEN
          SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'lease: claim of a number: all 1024 numbers are taken: wait until a claim expires, or release numbers';
        END IF;
        INSERT INTO sortid_lease (name, number) VALUES ('snowish', chosen);
      END IF;
      UPDATE sortid_lease SET token = claims, renewal = 0, expires = until, begins = mark, mark = until, holder = own
        WHERE name = 'snowish' AND number = chosen;
    END IF;
    COMMIT;
  END;
  -- Only a claim that was committed counts. A renewal keeps the floor.
  IF marked IS NOT NULL THEN
    SET @sortid_lease_floor = (GREATEST(marked, 1321009871111) - 1321009871111 << 12) | 4095;
  END IF;
  SET @sortid_lease_number = chosen, @sortid_lease_token = claims, @sortid_lease_mark = until;
END
-- +goose StatementEnd

-- sortid_lease_release gives the number of the session back, so that another one can claim it at
-- once, and commits. Without a number it does nothing. Inside a transaction it fails.
/*!80000 DROP PROCEDURE IF EXISTS sortid_lease_release */ /*M! DO 0 */;
-- +goose StatementBegin
CREATE /*M! OR REPLACE */ PROCEDURE sortid_lease_release()
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE released INT DEFAULT CAST(@sortid_lease_number AS SIGNED);
  BEGIN
    DECLARE EXIT HANDLER FOR 1568 SIGNAL SQLSTATE '25001'
      SET MESSAGE_TEXT = 'lease: release of a number: a transaction is in progress: COMMIT it before CALL sortid_lease_release';
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
  END;
  -- First the session stops to use it.
  SET @sortid_lease_number = NULL;
  START TRANSACTION;
  UPDATE sortid_lease SET renewal = renewal + 1, expires = 0, mark = (CAST(@sortid_lease_floor AS SIGNED) >> 12) + 1321009871112
    WHERE name = 'snowish' AND number = released AND token = CAST(@sortid_lease_token AS SIGNED);
  COMMIT;
  IF released IS NOT NULL THEN
    DO RELEASE_LOCK(CONCAT('sortid.snowish.', released));
  END IF;
END
-- +goose StatementEnd

SET SESSION sql_mode = @sortid_sql_mode, lock_wait_timeout = @sortid_lock_wait;
SET @sortid_names = CONCAT('SET collation_connection = ', @sortid_collation, IF(@sortid_client = 'utf8mb4', ' ',
  CONCAT(', character_set_client = ', @sortid_client, ', character_set_results = ', IFNULL(@sortid_results, 'NULL'))));
PREPARE sortid_names FROM @sortid_names;
EXECUTE sortid_names;
DEALLOCATE PREPARE sortid_names;

-- +goose Down
DROP PROCEDURE IF EXISTS sortid_lease_release;
DROP PROCEDURE IF EXISTS sortid_lease_claim;
DROP TABLE IF EXISTS sortid_lease;

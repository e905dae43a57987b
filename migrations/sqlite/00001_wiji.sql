-- A generator of Wijis in SQLite's own SQL, for databases whose program does not
-- have the functions of package sqlitefunc. SQLite 3.41 or later.
--
--   UPDATE sortid_wiji SET made = made + 1;      makes an ID
--   SELECT id FROM sortid_wiji;                  is the last one that was made
--
-- IDs increase throughout the database, over all connections, because SQLite has
-- one writer at a time. A rollback also restores the state row; each ID therefore
-- gets a new random field (52 bits), so an ID that was rolled back is not made
-- again. The clock ticks in milliseconds; a millisecond that is used up continues in
-- its microseconds and has 65,536,000 IDs.
--
-- The files can run again, over an earlier version: they keep the state and replace the
-- trigger. Each begins with DROP TRIGGER, which writes, so that its transaction waits for
-- other writers; after a read SQLite would refuse to wait. A version that needs other
-- columns adds another table.

-- +goose Up
DROP TRIGGER IF EXISTS sortid_wiji_next;

CREATE TABLE IF NOT EXISTS sortid_wiji (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  made     INTEGER NOT NULL, -- how many were made
  micros   INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  id       BLOB,
  CONSTRAINT "wiji: the clock is outside the format's lifetime, 1970 to 2540-11-07: set it right"
    CHECK (micros BETWEEN 0 AND 18014398509481983)
);

INSERT OR IGNORE INTO sortid_wiji (one, made, micros, sequence) VALUES (1, 0, 0, 0);

-- +goose StatementBegin
CREATE TRIGGER sortid_wiji_next AFTER UPDATE OF made ON sortid_wiji
BEGIN
  -- If the clock goes back, the last time is held. If it goes back by more than ten
  -- seconds, it was wrong before, and the generator follows it.
  UPDATE sortid_wiji SET (micros, sequence) = (
    SELECT CASE WHEN now > micros OR now < micros - 10000000 THEN now ELSE micros + (sequence = 65535) END,
           CASE WHEN now > micros OR now < micros - 10000000 OR sequence = 65535 THEN 0 ELSE sequence + 1 END
    FROM (SELECT CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER) * 1000 AS now)
  );
  UPDATE sortid_wiji SET id = unhex(printf('%014x%04x1%s', micros, sequence, substr(hex(randomblob(7)), 1, 13)));
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE sortid_wiji;

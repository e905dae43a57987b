-- A generator of ULIDs in SQLite's own SQL; 00001_wiji.sql says how it is
-- used and what it promises.
--
-- The first 32 of an ID's 80 random bits count within a millisecond, from a random
-- start below 2^31; the other 48 are random in each ID.

-- +goose Up
DROP TRIGGER IF EXISTS sortid_ulid_next;

CREATE TABLE IF NOT EXISTS sortid_ulid (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  made    INTEGER NOT NULL, -- how many were made
  millis  INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  id      BLOB,
  CONSTRAINT "ulid: the clock is outside the format's lifetime, 1970 to 10889-08-02: set it right"
    CHECK (millis BETWEEN 0 AND 281474976710655),
  CONSTRAINT "ulid: overflow: the millisecond is used up: try again in the next one"
    CHECK (counter <= 4294967295)
);

INSERT OR IGNORE INTO sortid_ulid (one, made, millis, counter) VALUES (1, 0, 0, 0);

-- +goose StatementBegin
CREATE TRIGGER sortid_ulid_next AFTER UPDATE OF made ON sortid_ulid
BEGIN
  UPDATE sortid_ulid SET (millis, counter) = (
    SELECT CASE WHEN now > millis OR now < millis - 10000 THEN now ELSE millis END,
           CASE WHEN now > millis OR now < millis - 10000 THEN random() & 2147483647 ELSE counter + 1 END
    FROM (SELECT CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER) AS now)
  );
  UPDATE sortid_ulid SET id = unhex(printf('%012x%08x%s', millis, counter, hex(randomblob(6))));
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE sortid_ulid;

-- A generator of SCRU160s in SQLite's own SQL; 00001_wiji.sql says how it is
-- used and what it promises.
--
-- The counter is longer by all 16 bits of random16, as the specification permits,
-- and begins at a random number below 2^31 in each millisecond. The last 80 bits are
-- random in each ID.

-- +goose Up
DROP TRIGGER IF EXISTS sortid_scru_next;

CREATE TABLE IF NOT EXISTS sortid_scru (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  made    INTEGER NOT NULL, -- how many were made
  millis  INTEGER NOT NULL,
  counter INTEGER NOT NULL, -- 32 bits: the fields counter and random16
  id      BLOB,
  CONSTRAINT "scru160: the clock is outside the format's lifetime, after 1970-01-01 and before 10889-08-02: set it right"
    CHECK (id IS NULL OR millis BETWEEN 1 AND 281474976710654),
  CONSTRAINT "scru160: sequence exhausted: the millisecond is used up: try again in the next one"
    CHECK (counter <= 4294967295)
);

INSERT OR IGNORE INTO sortid_scru (one, made, millis, counter) VALUES (1, 0, 0, 0);

-- +goose StatementBegin
CREATE TRIGGER sortid_scru_next AFTER UPDATE OF made ON sortid_scru
BEGIN
  UPDATE sortid_scru SET (millis, counter) = (
    SELECT CASE WHEN now > millis OR now < millis - 10000 THEN now ELSE millis END,
           CASE WHEN now > millis OR now < millis - 10000 THEN random() & 2147483647 ELSE counter + 1 END
    FROM (SELECT CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER) AS now)
  );
  UPDATE sortid_scru SET id = unhex(printf('%012x%08x%s', millis, counter, hex(randomblob(10))));
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE sortid_scru;

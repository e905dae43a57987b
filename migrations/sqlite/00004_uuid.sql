-- A generator of UUIDv7s in SQLite's own SQL; 00001_wiji.sql says how it is used and what it
-- promises. Its name contains no digit, as those of the functions on other servers.
--
-- rand_a counts within a millisecond, from 0 on. It is a time in steps of 1/4096 ms that begins
-- with the millisecond, as SQLite's clock does (RFC 9562, section 6.2, method 3), and carries into
-- the next millisecond. The 62 bits of rand_b are random in each ID.

-- +goose Up
DROP TRIGGER IF EXISTS sortid_uuid_next;

CREATE TABLE IF NOT EXISTS sortid_uuid (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  made    INTEGER NOT NULL, -- how many were made
  millis  INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  id      BLOB,
  CONSTRAINT "uuidv7: the clock is outside the format's lifetime, 1970 to 10889-08-02: set it right"
    CHECK (millis BETWEEN 0 AND 281474976710655)
);

INSERT OR IGNORE INTO sortid_uuid (one, made, millis, counter) VALUES (1, 0, 0, 0);

-- +goose StatementBegin
CREATE TRIGGER sortid_uuid_next AFTER UPDATE OF made ON sortid_uuid
BEGIN
  UPDATE sortid_uuid SET (millis, counter) = (
    SELECT CASE WHEN now > millis OR now < millis - 10000 THEN now ELSE millis + (counter = 4095) END,
           CASE WHEN now > millis OR now < millis - 10000 THEN 0 ELSE (counter + 1) & 4095 END
    FROM (SELECT CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER) AS now)
  );
  UPDATE sortid_uuid SET id = unhex(printf('%012x7%03x%02x%s', millis, counter, random() & 63 | 128, hex(randomblob(7))));
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE sortid_uuid;

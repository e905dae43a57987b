-- The table of package lease, from which the processes of a fleet claim node numbers for the
-- formats that need them: the profile snowish of uid11, the scalable layout of Ulid-Flake, and
-- SCRU160 with node bits. Do not delete rows: they say until which time a number was used.

-- +goose Up
-- Times are in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS sortid_lease (
  name    TEXT NOT NULL,               -- of a set of numbers
  number  INTEGER NOT NULL CHECK (number >= 0),
  token   INTEGER NOT NULL DEFAULT 0,  -- how often the number was claimed
  renewal INTEGER NOT NULL DEFAULT 0,  -- the number of the last renewal of this claim
  expires INTEGER NOT NULL DEFAULT 0,  -- by the server's clock: from then on another process may claim the number
  begins  INTEGER NOT NULL DEFAULT 0,  -- by the clocks of the holders: no ID of this claim has an earlier time
  mark    INTEGER NOT NULL DEFAULT 0,  -- likewise: no ID with this number has this time or a later one
  holder  TEXT NOT NULL DEFAULT '',    -- the host and the process
  PRIMARY KEY (name, number)
);

-- +goose Down
DROP TABLE sortid_lease;

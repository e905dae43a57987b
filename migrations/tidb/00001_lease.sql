-- The table of package lease, from which the processes of a fleet claim node numbers for the
-- formats that need them: the profile snowish of uid11, the scalable layout of Ulid-Flake, and
-- SCRU160 with node bits. It is all that TiDB can have of these migrations: TiDB has no stored
-- functions and no triggers, so IDs come from the client.
--
-- The role that runs this file needs CREATE, and to remove the table DROP; a role that claims
-- numbers needs SELECT, INSERT and UPDATE on it. Do not delete rows: they say until which time a
-- number was used. Do not replicate the table between several clusters.

-- +goose Up
-- Times are in milliseconds since 1970. name is a set of numbers, token counts the claims of a
-- number and renewal those of a claim. From expires on, by the clock of a TiDB server, another
-- process may claim the number. By the clocks of the holders, no ID of this claim has a time before
-- begins, and none with the number has the time mark or a later one. holder is the host and the process.
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

-- +goose Down
DROP TABLE IF EXISTS sortid_lease;

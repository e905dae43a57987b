CREATE TABLE accounts (
    id     BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    parent BLOB REFERENCES accounts (id),
    name   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE users (
    id      BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    manager BLOB REFERENCES users (id),
    name    TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE accounts (
    id     BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    parent BLOB REFERENCES accounts (id),
    name   TEXT NOT NULL
) WITHOUT ROWID;

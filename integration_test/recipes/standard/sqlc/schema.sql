CREATE TABLE orders (
    id     BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    parent BLOB REFERENCES orders (id)
) WITHOUT ROWID;

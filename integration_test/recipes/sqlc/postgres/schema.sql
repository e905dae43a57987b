CREATE TABLE accounts (
    id     uuid PRIMARY KEY,
    parent uuid REFERENCES accounts (id),
    name   text NOT NULL
);

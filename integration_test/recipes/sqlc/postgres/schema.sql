CREATE TABLE accounts (
    id     uuid PRIMARY KEY,
    parent uuid REFERENCES accounts (id),
    name   text NOT NULL
);

CREATE TABLE users (
    id      uuid PRIMARY KEY,
    manager uuid REFERENCES users (id),
    name    text NOT NULL
);

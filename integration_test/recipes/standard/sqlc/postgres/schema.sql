CREATE TABLE orders (
    id     uuid PRIMARY KEY,
    parent uuid REFERENCES orders (id)
);

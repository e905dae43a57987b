-- name: InsertOrder :exec
INSERT INTO orders (id, parent) VALUES ($1, $2);

-- name: InsertOrders :copyfrom
INSERT INTO orders (id, parent) VALUES ($1, $2);

-- name: GetOrder :one
SELECT id, parent FROM orders WHERE id = $1;

-- name: ListOrders :many
SELECT id, parent FROM orders WHERE id = ANY (sqlc.arg(ids)::uuid[]) ORDER BY id;

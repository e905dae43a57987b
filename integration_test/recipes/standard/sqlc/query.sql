-- name: InsertOrder :exec
INSERT INTO orders (id, parent) VALUES (?, ?);

-- name: GetOrder :one
SELECT id, parent FROM orders WHERE id = ?;

-- name: ListOrders :many
SELECT id, parent FROM orders WHERE id IN (sqlc.slice('ids')) ORDER BY id;

-- name: InsertAccount :exec
INSERT INTO accounts (id, parent, name) VALUES (?, ?, ?);

-- name: GetAccount :one
SELECT id, parent, name FROM accounts WHERE id = ?;

-- name: ListAccounts :many
SELECT id, parent, name FROM accounts WHERE id IN (sqlc.slice('ids')) ORDER BY id;

-- name: ListChildren :many
SELECT id, parent, name FROM accounts WHERE parent = ? ORDER BY id;

-- name: ListBetween :many
SELECT id, parent, name FROM accounts
WHERE id >= sqlc.arg(from_id) AND id < sqlc.arg(until_id) ORDER BY id;

-- name: InsertUser :exec
INSERT INTO users (id, manager, name) VALUES (?, ?, ?);

-- name: GetUser :one
SELECT id, manager, name FROM users WHERE id = ?;

-- name: ListUsers :many
SELECT id, manager, name FROM users WHERE id IN (sqlc.slice('ids')) ORDER BY id;

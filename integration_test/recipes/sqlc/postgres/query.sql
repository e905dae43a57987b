-- name: InsertAccount :exec
INSERT INTO accounts (id, parent, name) VALUES ($1, $2, $3);

-- name: GetAccount :one
SELECT id, parent, name FROM accounts WHERE id = $1;

-- name: ListAccounts :many
SELECT id, parent, name FROM accounts WHERE id = ANY (sqlc.arg(ids)::uuid[]) ORDER BY id;

-- name: ListChildren :many
SELECT id, parent, name FROM accounts WHERE parent = $1 ORDER BY id;

-- name: InsertUser :exec
INSERT INTO users (id, manager, name) VALUES ($1, $2, $3);

-- name: GetUser :one
SELECT id, manager, name FROM users WHERE id = $1;

-- name: ListUsersOf :many
SELECT id, manager, name FROM users WHERE manager = $1 ORDER BY id;

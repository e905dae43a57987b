module github.com/sortid/sortid/pgxtype

go 1.25.0

require (
	// The lowest version on which the tests pass, so that pgxtype never raises the pgx of
	// a program. Versions before 5.5.0 are not tested. Do not update it: the workspace
	// tests the newest.
	github.com/jackc/pgx/v5 v5.5.0
	github.com/sortid/sortid v0.0.0
)

require (
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20221227161230-091c0ba34f0a // indirect
	github.com/jackc/puddle/v2 v2.2.1 // indirect
	golang.org/x/crypto v0.9.0 // indirect
	golang.org/x/sync v0.1.0 // indirect
	golang.org/x/text v0.9.0 // indirect
)

replace github.com/sortid/sortid => ..

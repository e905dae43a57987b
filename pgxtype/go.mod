module github.com/sortid/sortid/pgxtype

go 1.25.0

require (
	// The lowest version on which all tests pass, so that pgxtype does not raise the pgx
	// of a program. In exec mode, pgx 5.5 sends a sqltype.NullUUID that is NULL as the
	// text "NULL". Do not update it: the workspace tests the newest.
	github.com/jackc/pgx/v5 v5.6.0
	github.com/sortid/sortid v0.0.0
)

require (
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20221227161230-091c0ba34f0a // indirect
	github.com/jackc/puddle/v2 v2.2.1 // indirect
	golang.org/x/crypto v0.17.0 // indirect
	golang.org/x/sync v0.1.0 // indirect
	golang.org/x/text v0.14.0 // indirect
)

replace github.com/sortid/sortid => ..

module github.com/sortid/sortid/pgxtype

go 1.25.0

require (
	// The lowest version without known vulnerabilities, so that pgxtype does not raise the
	// pgx of a program further: CVE-2026-33815 and -33816 are fixed in 5.9.0, CVE-2026-41889
	// in 5.9.2. Do not update it without need: the workspace tests the newest.
	github.com/jackc/pgx/v5 v5.9.2
	github.com/sortid/sortid v0.0.0
)

require (
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.2 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/text v0.39.0 // indirect; the lowest version without GO-2026-5970
)

replace github.com/sortid/sortid => ..

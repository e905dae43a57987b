module github.com/sortid/sortid/migrations/sqlitefunc

go 1.25.0

require (
	github.com/sortid/sortid v0.0.0
	// The first version with FunctionImpl.VolatileArgs, and it works with Go 1.25. Do not
	// update it: the workspace tests the newest.
	modernc.org/sqlite v1.51.0
)

require (
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/ncruces/go-strftime v1.0.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	golang.org/x/sys v0.44.0 // indirect; the first version without GO-2026-5024
	modernc.org/libc v1.72.3 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.11.0 // indirect
)

replace github.com/sortid/sortid => ../..

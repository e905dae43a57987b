// Package dbserver gives tests and benchmarks a PostgreSQL, MySQL or MariaDB
// server: the first that is to be had of a server whose DSN was given, a
// container, and the server binaries of this machine started on a scratch
// directory.
//
// # Choosing
//
// These environment variables say which server to take; KIND is POSTGRES, MYSQL or
// MARIADB, and [Options] go before them:
//
//	SORTID_KIND_DSN       a server that runs already: a URL or keywords as pgx takes
//	                      them, a go-sql-driver/mysql DSN, or a mysql:// URL
//	SORTID_KIND_IMAGE     an image for a container, in place of the usual one
//	SORTID_KIND_BINDIR    the directory of the server's binaries
//	SORTID_SERVER_SOURCE  dsn, container or binary: no other source is tried
//
// What was asked for by name is never replaced in silence: a DSN that does not
// answer, an image that does not start and a directory without binaries are errors.
// Only when nothing was asked for is one source tried after the other, and
// [Server.Why] tells how that ended. Where no source has a server the error is an
// [*UnavailableError].
//
// PostgreSQL must be version 13 or later.
//
// # What is left behind
//
// [Server.Close] removes all that [Open] and [Server.NewDatabase] made, and a
// context that ends while Open works does the same. A program that a signal should
// be able to end must therefore catch it, for instance with
// [os/signal.NotifyContext], and close its servers.
//
// A process that is killed cannot clean up. On Linux its server binaries end with
// it; a container runs on unless testcontainers' reaper is at work. Both are found
// by a lock file that their owner no longer holds, and removed, the next time that
// a server is opened from the same source.
package dbserver

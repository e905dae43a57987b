// Package dbserver opens a PostgreSQL, MySQL or MariaDB server for tests and benchmarks.
// It uses a server whose DSN is given, or else starts a container.
//
// # Which server
//
// These environment variables choose the server; KIND is POSTGRES, MYSQL or MARIADB.
// [Options] take precedence over them.
//
//	SORTID_KIND_DSN       a running server: a URL or keywords as pgx takes them, a
//	                      go-sql-driver/mysql DSN, or a mysql:// URL
//	SORTID_KIND_IMAGE     the image for a container
//	SORTID_SERVER_SOURCE  dsn or container: the only source to try
//
// A server that is asked for by name is never replaced by another: a DSN that does not
// answer and an image that does not start are errors. [Server.Why] says which server Open
// took. If nothing is asked for and there is no Docker, the error is an
// [*UnavailableError].
//
// PostgreSQL must be version 13 or later.
//
// # Cleaning up
//
// [Server.Close] removes what [Open] and [Server.NewDatabase] made. If the context ends
// while Open works, Open removes it too. A program that can be ended by a signal must
// catch the signal, for instance with [os/signal.NotifyContext], and close its servers.
//
// A process that is killed cannot clean up. Its containers are removed by testcontainers' reaper
// unless TESTCONTAINERS_RYUK_DISABLED is set; then remove them by their label:
//
//	docker rm --force --volumes $(docker ps --all --quiet --filter label=com.github.sortid.dbserver)
//	docker network rm $(docker network ls --quiet --filter label=com.github.sortid.dbserver)
//	docker volume rm $(docker volume ls --quiet --filter label=com.github.sortid.dbserver)
package dbserver

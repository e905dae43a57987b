// Package migrationtools runs the files of sortid migrations by the tools that read them: up, an
// upgrade with another format, and down, on each server. Package integration_test/documents does
// so by the servers' clients.
package migrationtools

// Package migrationtools runs the files of sortid migrations by golang-migrate, Atlas and dbmate:
// up, an upgrade with another format, and down, on each server. The tests below
// integration_test/migrations do so by goose, and package integration_test/documents by the
// servers' clients.
package migrationtools

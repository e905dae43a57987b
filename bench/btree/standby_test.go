package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/internal/dbserver"
)

// A server that is read-only, as a standby is, is refused.
func TestReadOnly(t *testing.T) {
	server, _ := enginetest.Boxed(t, dbserver.MariaDB, 700, map[string]string{"read-only": "ON"})
	args := []string{"-keys", "wiji", "-scenario", "insert", "-rows", "600", "-batch", "10", "-repeat", "1", "-dsn", "mariadb=" + server.DSN()}
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), args, &stdout, &stderr); code != exitFailure || !strings.Contains(stderr.String(), "standby or read-only") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}

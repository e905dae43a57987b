package server

import (
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// A product that only speaks the protocol is refused by name, with what to do.
func TestRefuseProduct(t *testing.T) {
	for _, c := range []struct {
		kind           dbserver.Kind
		short, version string
		product        string // "" if it is not refused
	}{
		{dbserver.Postgres, "18.6", "PostgreSQL 18.6 (Debian 18.6-3) on x86_64-pc-linux-gnu, compiled by x86_64-linux-gnu-gcc (Debian 16.2.0-1) 16.2.0, 64-bit", ""},
		{dbserver.MySQL, "9.7.4", "9.7.4", ""},
		{dbserver.MariaDB, "11.8.9-MariaDB", "11.8.9-MariaDB-ubu2404", ""},
		{dbserver.Postgres, "13.0.0", "CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15 21:28:29, go1.22.2 X:nocoverageredesign)", "CockroachDB"},
		{dbserver.Postgres, "11.2-YB-2024.2.0.0-b0", "PostgreSQL 11.2-YB-2024.2.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit", "YugabyteDB"},
		{dbserver.MySQL, "8.0.11-TiDB-v8.5.2", "8.0.11-TiDB-v8.5.2", "TiDB"},
	} {
		err := refuseProduct(&dbserver.Server{Kind: c.kind, Version: c.short}, c.version)
		if c.product == "" {
			if err != nil {
				t.Errorf("%s: %v", c.version, err)
			}
			continue
		}
		for _, words := range []string{string(c.kind) + ": ", c.product, "reads the pages", "give the DSN of a " + c.kind.Title()} {
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %v, want an error with %q", c.version, err, words)
			}
		}
	}
}

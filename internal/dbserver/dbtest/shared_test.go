package dbtest

import (
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// TestOptions: a package uses the shared server unless it needs its own, or the environment chooses one.
func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		name        string
		environment map[string]string
		own, onDisk bool
		shared      bool
	}{
		{"no shared server", nil, false, false, false},
		{"shared", map[string]string{"SORTID_SHARED_MYSQL_DSN": "root@tcp(a)/"}, false, false, true},
		{"of another kind", map[string]string{"SORTID_SHARED_MARIADB_DSN": "root@tcp(a)/"}, false, false, false},
		{"its own", map[string]string{"SORTID_SHARED_MYSQL_DSN": "root@tcp(a)/"}, true, false, false},
		{"files", map[string]string{"SORTID_SHARED_MYSQL_DSN": "root@tcp(a)/"}, false, true, false},
		{"a DSN", map[string]string{"SORTID_SHARED_MYSQL_DSN": "root@tcp(a)/", "SORTID_MYSQL_DSN": "root@tcp(b)/"}, false, false, false},
		{"an image", map[string]string{"SORTID_SHARED_MYSQL_DSN": "root@tcp(a)/", "SORTID_MYSQL_IMAGE": "mysql:8.0"}, false, false, false},
		{"a source", map[string]string{"SORTID_SHARED_MYSQL_DSN": "root@tcp(a)/", "SORTID_SERVER_SOURCE": "container"}, false, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{"SORTID_SHARED_MYSQL_DATA", "SORTID_SHARED_MYSQL_DSN", "SORTID_SHARED_MARIADB_DSN", "SORTID_MYSQL_DSN", "SORTID_MYSQL_IMAGE", "SORTID_SERVER_SOURCE"} {
				t.Setenv(name, tt.environment[name])
			}
			Own, OnDisk = tt.own, tt.onDisk
			defer func() { Own, OnDisk = false, false }()
			o := options(dbserver.MySQL)
			if shared := o.DSN == "root@tcp(a)/"; shared != tt.shared || shared == (len(o.Settings) > 0) {
				t.Errorf("options %+v, want a shared server: %v", o, tt.shared)
			}
		})
	}
}

// TestSharedOptions: a commit is durable, there are connections for the pools of all packages, and MySQL alone needs to be
// told what to leave out.
func TestSharedOptions(t *testing.T) {
	for kind, want := range map[dbserver.Kind]map[string]string{
		dbserver.Postgres: {"max_connections": "1000", "fsync": "on"},
		dbserver.MySQL:    {"max_connections": "1000", "innodb_flush_log_at_trx_commit": "1", "sync_binlog": "1", "skip_log_bin": "", "performance_schema_instrument": "%=OFF"},
		dbserver.MariaDB:  {"max_connections": "1000", "innodb_flush_log_at_trx_commit": "1", "sync_binlog": "1"},
	} {
		settings := SharedOptions(kind, false).Settings
		for name, value := range want {
			if got, ok := settings[name]; !ok || got != value {
				t.Errorf("%s: %s is %q, want %q", kind, name, got, value)
			}
		}
		if _, ok := settings["skip_log_bin"]; ok != (kind == dbserver.MySQL) {
			t.Errorf("%s: settings %v", kind, settings)
		}
		if settings := SharedOptions(kind, true).Settings; len(settings) != len(ownOptions(kind).Settings) {
			t.Errorf("%s: settings of a server for all: %v", kind, settings)
		}
	}
}

// TestData: the servers that a package starts begin with the data of the test run, of their own kind, if there are some.
func TestData(t *testing.T) {
	for text, want := range map[string]bool{"": false, "mysql:9.7 volume password": true} {
		t.Setenv("SORTID_SHARED_MYSQL_DATA", text)
		t.Setenv("SORTID_SHARED_MARIADB_DATA", "")
		if d := ownOptions(dbserver.MySQL).Data; (d != nil) != want {
			t.Errorf("%q: data %v", text, d)
		}
		if d := ownOptions(dbserver.MariaDB).Data; d != nil {
			t.Errorf("%q: data %v of another kind", text, d)
		}
	}
}

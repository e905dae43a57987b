package servertest

import (
	"fmt"
	"testing"

	"github.com/moby/moby/api/types/container"

	"github.com/sortid/sortid/internal/dbserver"
)

// copied copies the server of a connection string to a directory and starts a standby
// there.
const copied = `pg_basebackup -d "$1" -D "$2" -R -c fast && exec postgres -D "$2" -c listen_addresses='*'`

// Standby starts a hot standby of a PostgreSQL server, with data on a disk of so many
// megabytes. It replays the primary's log until it is promoted.
func (b *Box) Standby(t *testing.T, megabytes int) *Box {
	t.Helper()
	b.admit(t)
	s := boxed(t, b.kind)
	// The image must not have this directory: the disk would get its owner.
	const disk = "/standby"
	primary := fmt.Sprintf("host=%s user=postgres password=%s", b.address(t), b.password)
	s.run(t, container.Config{
		// The image runs any command but the server's as it is, as this user.
		User: "postgres", Cmd: []string{"bash", "-c", copied, "standby", primary, disk + "/data"},
	}, container.HostConfig{Tmpfs: map[string]string{disk: fmt.Sprintf("size=%dm,mode=1777", megabytes)}})
	return s
}

// admit allows replication connections, which "all" in pg_hba.conf does not include.
func (b *Box) admit(t *testing.T) {
	t.Helper()
	db, err := (&dbserver.Database{Server: b.Server, DSN: b.DSN()}).Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var list string
	if err := db.QueryRowContext(t.Context(), "SHOW hba_file").Scan(&list); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"COPY (SELECT 'host replication all all scram-sha-256') TO PROGRAM 'cat >> " + list + "'",
		"SELECT pg_reload_conf()",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// address returns the address at which other containers reach this one.
func (b *Box) address(t *testing.T) string {
	t.Helper()
	for _, n := range b.inspect(t).NetworkSettings.Networks {
		if n.IPAddress.IsValid() {
			return n.IPAddress.String()
		}
	}
	t.Fatal("the container is in no network")
	return ""
}

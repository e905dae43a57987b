// Package servertest gives tests a server of their own in a container, to do to it what
// nobody may do to one that is shared: to kill it, or to fill its disk.
package servertest

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	dockerclient "github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Box is a server in a container.
type Box struct {
	*dbserver.Server
	id     string
	docker *testcontainers.DockerClient
}

// images are on the machine wherever the other tests ran in containers.
var images = map[dbserver.Kind]string{dbserver.Postgres: "postgres:18", dbserver.MySQL: "mysql:9.7", dbserver.MariaDB: "mariadb:11.8"}

// directories hold the servers' data.
var directories = map[dbserver.Kind]string{dbserver.Postgres: "/var/lib/postgresql", dbserver.MySQL: "/var/lib/mysql", dbserver.MariaDB: "/var/lib/mysql"}

// ports are the servers' own.
var ports = map[dbserver.Kind]network.Port{
	dbserver.Postgres: network.MustParsePort("5432/tcp"), dbserver.MySQL: network.MustParsePort("3306/tcp"), dbserver.MariaDB: network.MustParsePort("3306/tcp"),
}

const loopback = "127.0.0.1"

// patience is how long a server may take to answer.
const patience = 2 * time.Minute

// Start starts a server whose data are on a disk of so many megabytes, and with so
// many arguments of its own. Where there is no Docker or no image the test is skipped, or
// fails if servers are required; the container is removed when the test is done.
func Start(t *testing.T, kind dbserver.Kind, megabytes int, args ...string) *Box {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		dbtest.Missing(t, fmt.Sprint("there is no Docker: ", err))
	}
	if _, err := c.ImageInspect(t.Context(), images[kind]); err != nil {
		dbtest.Missing(t, fmt.Sprint("there is no image: ", err))
	}
	password := "boxed"
	made, err := c.ContainerCreate(t.Context(), dockerclient.ContainerCreateOptions{
		Config: &container.Config{
			Image: images[kind], Cmd: args,
			Env: []string{
				"POSTGRES_PASSWORD=" + password, "MYSQL_ROOT_PASSWORD=" + password, "MARIADB_ROOT_PASSWORD=" + password,
				"MYSQL_ROOT_HOST=%", "MARIADB_ROOT_HOST=%",
			},
		},
		HostConfig: &container.HostConfig{
			// A port of this machine refuses at once when the server is gone.
			PortBindings: network.PortMap{ports[kind]: {{HostIP: netip.MustParseAddr(loopback)}}},
			Tmpfs:        map[string]string{directories[kind]: fmt.Sprintf("size=%dm", megabytes)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &Box{id: made.ID, docker: c}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err := c.ContainerRemove(ctx, b.id, dockerclient.ContainerRemoveOptions{Force: true, RemoveVolumes: true}); err != nil {
			t.Error(err)
		}
		c.Close()
	})
	if _, err := c.ContainerStart(t.Context(), b.id, dockerclient.ContainerStartOptions{}); err != nil {
		t.Fatal(err)
	}
	b.await(t, kind, password)
	return b
}

// await opens the server once it answers.
func (b *Box) await(t *testing.T, kind dbserver.Kind, password string) {
	t.Helper()
	info, err := b.docker.ContainerInspect(t.Context(), b.id, dockerclient.ContainerInspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	address := net.JoinHostPort(loopback, info.Container.NetworkSettings.Ports[ports[kind]][0].HostPort)
	dsn := fmt.Sprintf("root:%s@tcp(%s)/", password, address)
	if kind == dbserver.Postgres {
		dsn = fmt.Sprintf("postgres://postgres:%s@%s/postgres?sslmode=disable", password, address)
	}
	for began := time.Now(); ; {
		b.Server, err = dbserver.Open(t.Context(), kind, dbserver.Options{DSN: dsn, StartTimeout: 5 * time.Second})
		if err == nil {
			break
		}
		if time.Since(began) > patience {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
	}
	t.Cleanup(func() { _ = b.Server.Close() }) // it may be dead
}

// Kill ends the server at once, as a loss of power would.
func (b *Box) Kill(t *testing.T) {
	t.Helper()
	if _, err := b.docker.ContainerKill(t.Context(), b.id, dockerclient.ContainerKillOptions{Signal: "KILL"}); err != nil {
		t.Fatal(err)
	}
}

// Package servertest starts a server in a container for one test, which may kill it or
// fill its disk.
package servertest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/api/types/network"
	dockerclient "github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Box is a server in a container.
type Box struct {
	*dbserver.Server
	kind   dbserver.Kind
	id     string
	docker *testcontainers.DockerClient
	volume string // holds the data of StartKept, else empty

	password  string                 // of the server's account
	published atomic.Pointer[string] // the address of the container that was started last
}

// images holds the images of package dbserver.
var images = map[dbserver.Kind]string{dbserver.Postgres: "postgres:18", dbserver.MySQL: "mysql:9.7", dbserver.MariaDB: "mariadb:11.8"}

// directories are where the images keep the servers' data.
var directories = map[dbserver.Kind]string{dbserver.Postgres: "/var/lib/postgresql", dbserver.MySQL: "/var/lib/mysql", dbserver.MariaDB: "/var/lib/mysql"}

// ports holds the ports of the servers in their containers.
var ports = map[dbserver.Kind]network.Port{
	dbserver.Postgres: network.MustParsePort("5432/tcp"), dbserver.MySQL: network.MustParsePort("3306/tcp"), dbserver.MariaDB: network.MustParsePort("3306/tcp"),
}

const loopback = "127.0.0.1"

// Start starts a server with the arguments given, whose data are on a disk of so many
// megabytes. Without Docker or the image it skips the test, or fails it if servers are
// required. The container is removed when the test ends.
func Start(t *testing.T, kind dbserver.Kind, megabytes int, args ...string) *Box {
	t.Helper()
	b := boxed(t, kind)
	b.begin(t, container.Config{Cmd: args}, container.HostConfig{Tmpfs: map[string]string{directories[kind]: fmt.Sprintf("size=%dm", megabytes)}})
	return b
}

// StartKept is [Start] for a server whose data survive [Box.Kill], for [Box.Restart].
func StartKept(t *testing.T, kind dbserver.Kind, args ...string) *Box {
	t.Helper()
	b := boxed(t, kind)
	made, err := b.docker.VolumeCreate(t.Context(), dockerclient.VolumeCreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b.volume = made.Volume.Name
	b.begin(t, container.Config{Cmd: args}, b.kept())
	return b
}

// begin runs a container for the first time, on the data with which the servers of the test run begin, if there are some.
func (b *Box) begin(t *testing.T, config container.Config, host container.HostConfig) {
	t.Helper()
	if d := dbtest.Data(b.kind); d != nil {
		b.password = d.Password()
		config.Entrypoint, host.Mounts = d.Entrypoint(directories[b.kind]), append(host.Mounts, d.Mount())
	}
	b.run(t, config, host)
}

// Restart starts a killed server of [StartKept] on its data, with these arguments. Its
// address changes.
func (b *Box) Restart(t *testing.T, args ...string) {
	t.Helper()
	_ = b.Server.Close() // fails: the server was killed
	if err := b.remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.run(t, container.Config{Cmd: args}, b.kept())
}

// boxed returns a box without a container. Its contents are removed when the test ends.
func boxed(t *testing.T, kind dbserver.Kind) *Box {
	t.Helper()
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		dbtest.Missing(t, fmt.Sprint("there is no Docker: ", err))
	}
	b := &Box{kind: kind, docker: c, password: "boxed"}
	t.Cleanup(func() {
		ctx := await.Context(t)
		if err := b.remove(ctx); err != nil {
			t.Error(err)
		}
		if b.volume != "" {
			if _, err := c.VolumeRemove(ctx, b.volume, dockerclient.VolumeRemoveOptions{}); err != nil {
				t.Error(err)
			}
		}
		_ = c.Close()
	})
	if _, err := c.ImageInspect(t.Context(), images[kind]); err != nil {
		dbtest.Missing(t, fmt.Sprint("there is no image: ", err))
	}
	return b
}

func (b *Box) remove(ctx context.Context) error {
	if b.id == "" {
		return nil
	}
	_, err := b.docker.ContainerRemove(ctx, b.id, dockerclient.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	b.id = ""
	return err
}

func (b *Box) kept() container.HostConfig {
	return container.HostConfig{Mounts: []mount.Mount{{Type: mount.TypeVolume, Source: b.volume, Target: directories[b.kind]}}}
}

// run starts a container with the configuration and the settings that all boxes have in
// common, and returns when the server in it answers.
func (b *Box) run(t *testing.T, config container.Config, host container.HostConfig) {
	t.Helper()
	config.Image = images[b.kind]
	config.Env = []string{
		"POSTGRES_PASSWORD=" + b.password, "MYSQL_ROOT_PASSWORD=" + b.password, "MARIADB_ROOT_PASSWORD=" + b.password,
		"MYSQL_ROOT_HOST=%", "MARIADB_ROOT_HOST=%",
	}
	// A port of this machine refuses connections at once when the server is gone.
	host.PortBindings = network.PortMap{ports[b.kind]: {{HostIP: netip.MustParseAddr(loopback)}}}
	made, err := b.docker.ContainerCreate(t.Context(), dockerclient.ContainerCreateOptions{Config: &config, HostConfig: &host})
	if err != nil {
		t.Fatal(err)
	}
	b.id = made.ID
	err = dbserver.OnFreePort(func() error {
		_, err := b.docker.ContainerStart(t.Context(), b.id, dockerclient.ContainerStartOptions{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	address := net.JoinHostPort(loopback, b.inspect(t).NetworkSettings.Ports[ports[b.kind]][0].HostPort)
	b.published.Store(&address)
	b.await(t, address)
}

func (b *Box) inspect(t *testing.T) container.InspectResponse {
	t.Helper()
	info, err := b.docker.ContainerInspect(t.Context(), b.id, dockerclient.ContainerInspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return info.Container
}

// log returns the end of the container's log.
func (b *Box) log(t *testing.T) string {
	t.Helper()
	r, err := b.docker.ContainerLogs(t.Context(), b.id, dockerclient.ContainerLogsOptions{ShowStdout: true, ShowStderr: true, Tail: "20"})
	if err != nil {
		return err.Error()
	}
	defer r.Close()
	var said bytes.Buffer
	if _, err := stdcopy.StdCopy(&said, &said, r); err != nil {
		return err.Error()
	}
	return said.String()
}

// Dial connects to the server at the address that it has now, which a [Box.Restart] changes.
// It is safe for concurrent use, and connects to a server that is still starting, too.
func (b *Box) Dial(ctx context.Context) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "tcp", *b.published.Load())
}

// await opens the server at an address once it answers.
func (b *Box) await(t *testing.T, address string) {
	t.Helper()
	dsn := fmt.Sprintf("root:%s@tcp(%s)/", b.password, address)
	if b.kind == dbserver.Postgres {
		dsn = fmt.Sprintf("postgres://postgres:%s@%s/postgres?sslmode=disable", b.password, address)
	}
	var server *dbserver.Server
	await.Until(t, "an answer of the server", func() bool {
		var err error
		server, err = dbserver.Open(t.Context(), b.kind, dbserver.Options{DSN: dsn, StartTimeout: 5 * time.Second})
		if state := b.inspect(t).State; err != nil && !state.Running {
			t.Fatalf("the container ended with code %d: %v\n%s", state.ExitCode, err, b.log(t))
		}
		return err == nil
	})
	b.Server = server
	t.Cleanup(func() { _ = server.Close() }) // the test may have killed it
}

// Kill ends the server at once, before it can write anything.
func (b *Box) Kill(t *testing.T) {
	t.Helper()
	if _, err := b.docker.ContainerKill(t.Context(), b.id, dockerclient.ContainerKillOptions{Signal: "KILL"}); err != nil {
		t.Fatal(err)
	}
}

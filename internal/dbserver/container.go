package dbserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/log"
)

// ContainerLabel is the label of containers and volumes that this package makes, and of clusters'
// networks. Its value is the number of the process that made them.
const ContainerLabel = "com.github.sortid.dbserver"

func label() map[string]string { return map[string]string{ContainerLabel: strconv.Itoa(os.Getpid())} }

// Errors of a machine that cannot run containers.
var (
	ErrNoDocker    = errors.New("the Docker Engine does not answer")
	ErrNoContainer = errors.New("no container can be made")
)

// quiet replaces testcontainers' logger, which writes to standard error, where the
// programs that use this package show their progress.
var quiet = sync.OnceFunc(func() { log.SetDefault(log.NewNoopLogger()) })

// Docker connects to the Docker Engine as testcontainers does. If testcontainers panics,
// as it does on some machines without Docker, Docker returns an error. It silences
// testcontainers' logger.
func Docker(ctx context.Context) (c *testcontainers.DockerClient, err error) {
	quiet()
	defer func() {
		if r := recover(); r != nil {
			c, err = nil, fmt.Errorf("testcontainers panicked: %v", r)
		}
	}()
	return testcontainers.NewDockerClientWithOpts(ctx)
}

// pingTimeout is how long the Docker Engine may take to answer a ping.
const pingTimeout = 60 * time.Second

// pingDocker returns ErrNoDocker at once if no Docker Engine answers.
func pingDocker(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	c, err := Docker(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoDocker, err)
	}
	defer c.Close()
	if _, err := c.Ping(ctx, client.PingOptions{}); err != nil {
		return fmt.Errorf("%w: %w", ErrNoDocker, err)
	}
	return nil
}

// box is a container with a server in it.
type box struct {
	*testcontainers.DockerContainer
	account
	kind  Kind
	image string
	// begin is what the server begins with, if not nil.
	begin *Data
	// extra is what the container has in addition.
	extra []testcontainers.ContainerCustomizer
}

// openContainer starts a container of the image and waits until the server in it
// answers.
func openContainer(ctx context.Context, c config) (*Server, error) {
	if err := pingDocker(ctx); err != nil {
		return nil, err
	}
	c.log(fmt.Sprintf("starting %s in a container of %s, which is pulled if it is missing", c.kind.Title(), c.image))
	b := newBox(c)
	if err := b.create(ctx, c); err != nil {
		return nil, errors.Join(containerError(c.image, err), b.remove())
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("within %v", c.timeout))
	defer cancel()
	var f found
	err := OnFreePort(func() error { return b.Start(ctx) })
	if err == nil {
		f, err = await(ctx, c.kind, b.addresses, b.alive)
	}
	if err == nil && c.direct {
		f = b.directly(ctx, f)
	}
	if err != nil {
		return nil, errors.Join(b.failed(err), b.remove())
	}
	s := newServer(c.kind, SourceContainer, "a container of "+c.image, f, b.remove)
	s.processor = b.processorTime
	return s, nil
}

// OnFreePort starts a container, and again if another program has just taken the port that
// Docker chose for it: Docker then chooses another one.
func OnFreePort(start func() error) error {
	const tries = 5
	for i := 1; ; i++ {
		err := start()
		if err == nil || i == tries || !strings.Contains(err.Error(), "address already in use") {
			return err
		}
	}
}

// newBox returns a box without a container, whose account has a random password, or that of the data. On
// MySQL and MariaDB the account is root: the images restrict any other to one database.
func newBox(c config) *box {
	b := &box{kind: c.kind, image: c.image, account: account{user: "root", password: rand.Text(), database: accountName}}
	if c.kind == Postgres {
		b.user = accountName
	}
	if d := c.data; d != nil && d.image == c.image {
		b.password, b.begin = d.password, d
	}
	return b
}

// sharedMemory is the size of a container's /dev/shm in bytes. Docker's default of 64 MB
// is too little for PostgreSQL's parallel workers.
const sharedMemory = 256 << 20

// create makes the container without starting it, after pulling the image if it is
// missing. If ctx ends during the pull, create stops. It does not interrupt the request
// that makes the container: the engine could make it all the same, and nobody would
// remove it.
func (b *box) create(ctx context.Context, c config) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("testcontainers panicked: %v", r)
		}
	}()
	creating, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	keep := context.AfterFunc(ctx, cancel)
	hook := func(context.Context, testcontainers.ContainerRequest) error {
		if !keep() {
			return context.Cause(ctx)
		}
		return nil
	}
	options := []testcontainers.ContainerCustomizer{
		testcontainers.WithNoStart(),
		testcontainers.WithLogger(log.NewNoopLogger()),
		testcontainers.WithLabels(label()),
		testcontainers.WithAdditionalLifecycleHooks(testcontainers.ContainerLifecycleHooks{PreCreates: []testcontainers.ContainerRequestHook{hook}}),
		testcontainers.WithHostConfigModifier(func(h *container.HostConfig) { h.ShmSize = sharedMemory }),
		testcontainers.WithExposedPorts(b.port()),
		testcontainers.WithEnv(b.environment()),
		testcontainers.WithCmd(b.command(c.settings)...),
	}
	if d := b.begin; d != nil {
		options = append(options, testcontainers.WithEntrypoint(d.Entrypoint(b.data())...),
			testcontainers.WithHostConfigModifier(func(h *container.HostConfig) { h.Mounts = append(h.Mounts, d.Mount()) }))
	}
	if c.inMemory {
		options = append(options, testcontainers.WithTmpfs(map[string]string{b.data(): ""}))
	}
	b.DockerContainer, err = testcontainers.Run(creating, b.image, append(options, b.extra...)...)
	return err
}

// environment sets up the account, by the variables that the official images read.
func (b *box) environment() map[string]string {
	switch b.kind {
	case Postgres:
		return map[string]string{"POSTGRES_USER": b.user, "POSTGRES_PASSWORD": b.password, "POSTGRES_DB": b.database}
	case MySQL:
		return map[string]string{"MYSQL_ROOT_PASSWORD": b.password, "MYSQL_DATABASE": b.database}
	}
	return map[string]string{"MARIADB_ROOT_PASSWORD": b.password, "MARIADB_DATABASE": b.database}
}

// command returns the arguments of the image's entry point.
func (b *box) command(settings map[string]string) []string {
	if b.kind == Postgres {
		return append([]string{"postgres"}, postgresSettings(settings)...)
	}
	return mysqlSettings(settings)
}

// sortedSettings returns settings as arguments, sorted by name, so that the same settings
// always give the same command.
func sortedSettings(settings map[string]string, format func(name, value string) []string) (args []string) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, format(name, settings[name])...)
	}
	return args
}

// postgresSettings and mysqlSettings return settings as arguments of the server.
func postgresSettings(settings map[string]string) []string {
	return sortedSettings(settings, func(name, value string) []string {
		return []string{"-c", name + "=" + value}
	})
}

func mysqlSettings(settings map[string]string) []string {
	return sortedSettings(settings, func(name, value string) []string {
		if value == "" {
			return []string{"--" + name}
		}
		return []string{"--" + name + "=" + value}
	})
}

// data returns the directory of the image in which the data are.
func (b *box) data() string {
	if b.kind == Postgres {
		return "/var/lib/postgresql"
	}
	return "/var/lib/mysql"
}

func (b *box) port() string {
	if b.kind == Postgres {
		return "5432/tcp"
	}
	return "3306/tcp"
}

// addresses returns the DSNs by which the server in the container may be reached from
// here. Docker assigns the published ports of IPv4 and IPv6 separately, so that each
// number is tried on the loopback address of its protocol. With the first number the
// host that testcontainers names is tried as well: a remote engine's, or the gateway if
// testcontainers takes this machine for a container. The random password keeps another
// server from answering.
func (b *box) addresses(ctx context.Context) ([]string, error) {
	port, err := network.ParsePort(b.port())
	if err != nil {
		return nil, err
	}
	info, err := b.Inspect(ctx)
	if err != nil {
		return nil, fmt.Errorf("the container cannot be inspected: %w", err)
	}
	host, err := b.Host(ctx)
	if err != nil {
		return nil, fmt.Errorf("the address of the Docker Engine is not known: %w", err)
	}
	var dsns []string
	for i, published := range info.NetworkSettings.Ports[port] {
		loopback := "127.0.0.1"
		if published.HostIP.Is6() {
			loopback = "::1"
		}
		dsns = append(dsns, b.dsn(b.kind, net.JoinHostPort(loopback, published.HostPort)))
		if i == 0 && host != loopback && host != "localhost" {
			dsns = append(dsns, b.dsn(b.kind, net.JoinHostPort(host, published.HostPort)))
		}
	}
	return dsns, nil
}

// directTimeout is how long a server may take to answer at its container's own address, which
// a machine reaches at once or never.
const directTimeout = time.Second

// directly returns the server at its container's own address, or as it was found if this
// machine does not reach it there.
func (b *box) directly(ctx context.Context, published found) found {
	ctx, cancel := context.WithTimeout(ctx, directTimeout)
	defer cancel()
	own := ask(ctx, b.kind, b.ownAddresses)
	if own.err != nil {
		return published
	}
	published.db.Close()
	return own
}

// ownAddresses returns the DSNs of the container's own addresses.
func (b *box) ownAddresses(ctx context.Context) ([]string, error) {
	info, err := b.Inspect(ctx)
	if err != nil {
		return nil, err
	}
	port, _, _ := strings.Cut(b.port(), "/")
	var dsns []string
	for _, n := range info.NetworkSettings.Networks {
		if n != nil && n.IPAddress.IsValid() {
			dsns = append(dsns, b.dsn(b.kind, net.JoinHostPort(n.IPAddress.String(), port)))
		}
	}
	return dsns, nil
}

// alive returns nil while the container runs, and then how it ended.
func (b *box) alive(ctx context.Context) error {
	state, err := b.State(ctx)
	if err != nil {
		return fmt.Errorf("the container's state cannot be read: %w", err)
	}
	if !state.Running {
		return fmt.Errorf("the container ended with code %d", state.ExitCode)
	}
	return nil
}

// failed adds the end of the container's log to the reason.
func (b *box) failed(err error) error {
	e := &StartError{Name: "the container of " + b.image, Err: err}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	r, logErr := b.Logs(ctx)
	if logErr != nil {
		return e
	}
	defer r.Close()
	if text, err := io.ReadAll(r); err == nil {
		e.Log = tail(string(text))
	}
	return e
}

// remove kills and removes the container, if there is one. The server gets no time to
// write what nobody reads any more.
func (b *box) remove() error {
	if b.DockerContainer == nil {
		return nil
	}
	if err := testcontainers.TerminateContainer(b.DockerContainer, testcontainers.StopTimeout(0)); err != nil {
		return &leftoverError{fmt.Errorf("the container %s is left behind: %w: remove it with docker rm --force --volumes", b.ID[:12], err)}
	}
	return nil
}

// containerError explains why a container could not be made. testcontainers' reaper has
// its own image, which may be missing where the server's is not.
func containerError(image string, err error) error {
	if strings.Contains(err.Error(), "reaper") {
		err = fmt.Errorf("%w: set TESTCONTAINERS_RYUK_DISABLED=true if the reaper's image is not available", err)
	}
	return fmt.Errorf("%w of %s: %w", ErrNoContainer, image, err)
}

package dbserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"

	"github.com/moby/moby/api/types/container"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/log"
	"github.com/testcontainers/testcontainers-go/modules/mariadb"
	"github.com/testcontainers/testcontainers-go/modules/mysql"
	"github.com/testcontainers/testcontainers-go/modules/postgres"
)

// box is a container with a server in it.
type box struct {
	testcontainers.Container
	account
	kind  Kind
	image string
}

// openContainer starts a container of the image.
func openContainer(ctx context.Context, c config) (*Server, error) {
	if err := dockerAnswers(ctx); err != nil {
		return nil, err
	}
	sweepContainers(ctx, c.log)
	l, err := newLease(containerRole)
	if err != nil {
		return nil, err
	}
	// The container is removed by its label and not by what the start returned: a
	// start that is broken off may return nothing and yet have made a container.
	stop := func() error {
		return errors.Join(removeContainersOf(l), l.release())
	}
	server, err := startContainer(ctx, c, l, stop)
	if err != nil {
		return nil, errors.Join(err, stop())
	}
	return server, nil
}

// startContainer makes a container, which may pull its image, starts it and waits
// until the server answers.
func startContainer(ctx context.Context, c config, l *lease, stop func() error) (*Server, error) {
	c.log(fmt.Sprintf("starting %s in a container of %s, which is pulled if it is not here", c.kind.Title(), c.image))
	b, err := createContainer(ctx, c, l)
	if err != nil {
		return nil, containerError(c.image, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("within %v", c.timeout))
	defer cancel()
	if err := b.Start(ctx); err != nil {
		return nil, b.failed(err)
	}
	f, err := await(ctx, c.kind, b.addresses, b.alive)
	if err != nil {
		return nil, b.failed(err)
	}
	return newServer(c.kind, SourceContainer, "a container of "+c.image, f, stop), nil
}

// errNoContainer says that a container could not even be made.
var errNoContainer = errors.New("no container can be made")

// containerError explains why a container could not be made. The reaper has an
// image of its own, which may be missing where the server's is not.
func containerError(image string, err error) error {
	if strings.Contains(err.Error(), "reaper") {
		err = fmt.Errorf("%w: set TESTCONTAINERS_RYUK_DISABLED=true if the reaper's image is not to be had here", err)
	}
	return fmt.Errorf("%w of %s: %w", errNoContainer, image, err)
}

// createContainer makes a container that is not started yet.
func createContainer(ctx context.Context, c config, l *lease) (b *box, err error) {
	// testcontainers panics where it finds no Docker in places that it expects it.
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("testcontainers panicked: %v", r)
		}
	}()
	b = &box{kind: c.kind, image: c.image, account: account{user: accountName, password: rand.Text(), database: accountName}}
	options := []testcontainers.ContainerCustomizer{
		testcontainers.WithLogger(log.NewNoopLogger()),
		testcontainers.WithLabels(map[string]string{leaseLabel: l.dir}),
		testcontainers.WithName(filepath.Base(l.dir)),
		testcontainers.WithHostConfigModifier(func(h *container.HostConfig) { h.ShmSize = sharedMemory }),
		testcontainers.WithNoStart(),
	}
	b.Container, err = b.create(ctx, c, options)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// sharedMemory is the size of a container's /dev/shm in bytes. Docker's 64 MB are
// too little for PostgreSQL's parallel workers.
const sharedMemory = 256 << 20

// create has the kind's module make the container. The modules set accounts up and
// would wait for lines in the log that only some builds print: await does that
// better.
func (b *box) create(ctx context.Context, c config, options []testcontainers.ContainerCustomizer) (testcontainers.Container, error) {
	noWait := testcontainers.CustomizeRequestOption(func(r *testcontainers.GenericContainerRequest) error {
		r.WaitingFor = nil
		return nil
	})
	options = append(options, noWait)
	switch b.kind {
	case Postgres:
		// The module's own command turns fsync off, which is the caller's to say.
		command := append([]string{"postgres"}, postgresSettings(c.settings)...)
		m, err := postgres.Run(ctx, b.image, append(options, testcontainers.WithCmd(command...),
			postgres.WithUsername(b.user), postgres.WithPassword(b.password), postgres.WithDatabase(b.database))...)
		if err != nil {
			return nil, err
		}
		return m.Container, nil
	case MySQL:
		b.user = "root" // another user would have rights on one database only
		m, err := mysql.Run(ctx, b.image, append(options, testcontainers.WithCmd(mysqlSettings(c.settings)...),
			mysql.WithUsername(b.user), mysql.WithPassword(b.password), mysql.WithDatabase(b.database))...)
		if err != nil {
			return nil, err
		}
		return m.Container, nil
	}
	b.user = "root"
	m, err := mariadb.Run(ctx, b.image, append(options, testcontainers.WithCmd(mysqlSettings(c.settings)...),
		mariadb.WithUsername(b.user), mariadb.WithPassword(b.password), mariadb.WithDatabase(b.database))...)
	if err != nil {
		return nil, err
	}
	return m.Container, nil
}

// addresses returns the DSNs at which the server in the container may be reached
// from here. Where testcontainers believes to be in a container itself it names
// the gateway, which is wrong on a machine that only looks like one; the loopback
// address is right there. A password that nobody else has keeps the question from
// being answered by another server.
func (b *box) addresses(ctx context.Context) ([]string, error) {
	port := "3306/tcp"
	if b.kind == Postgres {
		port = "5432/tcp"
	}
	endpoint, err := b.PortEndpoint(ctx, port, "")
	if err != nil {
		return nil, fmt.Errorf("its port: %w", err)
	}
	host, mapped, err := net.SplitHostPort(endpoint)
	if err != nil {
		return nil, fmt.Errorf("its port: %w", err)
	}
	const loopback = "127.0.0.1"
	dsns := []string{b.dsn(b.kind, net.JoinHostPort(loopback, mapped))}
	if host != loopback {
		dsns = append(dsns, b.dsn(b.kind, endpoint))
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

// failed joins the reason with the end of the container's log.
func (b *box) failed(err error) error {
	e := &StartError{What: "the container of " + b.image, Err: err}
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

// quiet takes testcontainers' own logger away once: it writes to standard error,
// where the programs that use this package show their progress.
var quiet = sync.OnceFunc(func() { log.SetDefault(log.NewNoopLogger()) })

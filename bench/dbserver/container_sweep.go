package dbserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
)

// leaseLabel is the label of containers that are made here. Its value is the
// directory of their lease.
const leaseLabel = "com.github.sortid.dbserver.lease"

// dockerTimeout is how long the Docker Engine may take for a request that is
// nothing to it.
const dockerTimeout = 20 * time.Second

// errNoDocker says that there is no Docker Engine to talk to.
var errNoDocker = errors.New("the Docker Engine does not answer")

// Docker connects to the Docker Engine in the way that testcontainers does, which
// panics where it finds none in places that it expects it: here that is an error. It
// takes testcontainers' own logger away.
func Docker(ctx context.Context) (c *testcontainers.DockerClient, err error) {
	quiet()
	defer func() {
		if r := recover(); r != nil {
			c, err = nil, fmt.Errorf("testcontainers panicked: %v", r)
		}
	}()
	return testcontainers.NewDockerClientWithOpts(ctx)
}

// reachDocker is Docker whose error is errNoDocker.
func reachDocker(ctx context.Context) (*testcontainers.DockerClient, error) {
	c, err := Docker(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoDocker, err)
	}
	return c, nil
}

// dockerAnswers asks the engine for a sign of life, so that its absence is told in
// plain words and at once.
func dockerAnswers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, dockerTimeout)
	defer cancel()
	c, err := reachDocker(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.Ping(ctx, client.PingOptions{}); err != nil {
		return fmt.Errorf("%w: %w", errNoDocker, err)
	}
	return nil
}

// labelled lists the containers that carry a label, running or not.
func labelled(ctx context.Context, c *testcontainers.DockerClient, label string) ([]container.Summary, error) {
	list, err := c.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: make(client.Filters).Add("label", label)})
	return list.Items, err
}

func remove(ctx context.Context, c *testcontainers.DockerClient, id string) error {
	_, err := c.ContainerRemove(ctx, id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	return err
}

// removeContainersOf removes the containers of a lease, in time of its own.
func removeContainersOf(l *lease) error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := tryRemove(ctx, l); err != nil {
		return &leftoverError{fmt.Errorf("a container is left behind: %w: remove those that docker ps -aq --filter label=%s=%s lists", err, leaseLabel, l.dir)}
	}
	return nil
}

// How often and at which distance the list of containers is asked for one that a
// start which was broken off may still bring forth.
const (
	lateAttempts = 4
	lateInterval = 500 * time.Millisecond
)

func tryRemove(ctx context.Context, l *lease) error {
	c, err := reachDocker(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for range lateAttempts {
		list, err := labelled(ctx, c, leaseLabel+"="+l.dir)
		if err != nil {
			return err
		}
		var errs []error
		for _, item := range list {
			errs = append(errs, remove(ctx, c, item.ID))
		}
		if len(list) > 0 {
			return errors.Join(errs...)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lateInterval):
		}
	}
	return nil
}

// sweepContainers removes the containers whose owners are gone, and their leases.
// What cannot be removed is left: it does no harm to the server that is about to
// be opened.
func sweepContainers(ctx context.Context, log func(string)) {
	ctx, cancel := context.WithTimeout(ctx, closeTimeout)
	defer cancel()
	c, err := reachDocker(ctx)
	if err != nil {
		return
	}
	defer c.Close()
	list, err := labelled(ctx, c, leaseLabel)
	if err != nil {
		return
	}
	for _, item := range list {
		if sweepContainer(ctx, c, item) {
			log("removed the container " + item.ID[:12] + " of a process that was killed")
		}
	}
	// What has no container any more is only a directory.
	sweepLeases(containerRole, log)
}

// sweepContainer removes a container if its owner is gone, and reports whether it
// did.
func sweepContainer(ctx context.Context, c *testcontainers.DockerClient, item container.Summary) bool {
	dir := item.Labels[leaseLabel]
	if l := adopt(dir); l != nil {
		return remove(ctx, c, item.ID) == nil && l.release() == nil
	}
	return forgotten(dir, item) && remove(ctx, c, item.ID) == nil
}

// forgottenAfter is how old a container must be that does not run and whose lease
// is not to be found, for it to be taken for abandoned: the machine was started
// anew and has emptied its directory of temporary files. A running one without a
// lease may belong to a process that sees another file system.
const forgottenAfter = time.Hour

func forgotten(dir string, item container.Summary) bool {
	_, err := os.Lstat(filepath.Join(dir, leaseFile))
	return errors.Is(err, fs.ErrNotExist) && item.State != container.StateRunning &&
		time.Since(time.Unix(item.Created, 0)) > forgottenAfter
}

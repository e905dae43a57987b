package clusters

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/network"

	"github.com/sortid/sortid/internal/dbserver"
)

// startTimeout is how long a step of the start may take: the first node, or a node that
// joins. It takes seconds, and minutes beside other servers on two cores.
const startTimeout = 5 * time.Minute

// pollInterval is the time between two questions to a node.
const pollInterval = 100 * time.Millisecond

// containers holds the containers of a cluster in their network.
type containers struct {
	network *testcontainers.DockerNetwork
	nodes   []*dbserver.Node
	secret  string // of the account by which nodes replicate, and of the servers' account

	removed sync.Once
}

// nodeName is the name by which the other nodes reach a node, which is counted from 0.
func nodeName(node int) string {
	return "node" + strconv.Itoa(node+1)
}

// supervise runs the server of a node. If killNode ends the server, supervise keeps the
// container with its address and published port, and runs the server again when
// startNode removes the file.
const supervise = `while :; do
  %s
  docker-entrypoint.sh "$@" $extra
  code=$?
  [ -e /tmp/down ] || exit $code
  while [ -e /tmp/down ]; do sleep 0.1; done
done`

// killNode kills every process but the first one, which runs supervise.
const killNode = "touch /tmp/down; kill -KILL -1"

const startNode = "rm -f /tmp/down"

// cutNode stops every process but the first one, and healNode lets them go on.
const (
	cutNode  = "kill -STOP -1"
	healNode = "kill -CONT -1"
)

// start starts a cluster in containers.
func (c *Cluster) start(ctx context.Context, log func(string)) error {
	if source := os.Getenv("SORTID_SERVER_SOURCE"); source != "" && dbserver.Source(source) != dbserver.SourceContainer {
		return fmt.Errorf("%w: SORTID_SERVER_SOURCE is %s: set %s", dbserver.ErrNoContainer, source, c.Kind.DSNsVariable())
	}
	log(fmt.Sprintf("starting %s in %d containers, whose image is pulled if it is missing", c.Kind.Title(), Nodes))
	c.containers = &containers{secret: rand.Text()}
	if err := c.containers.create(ctx, c.Kind); err != nil {
		return err
	}
	if c.Kind == Galera {
		// The first node is the cluster that the second one joins, and so on: a node that
		// sends its data to another one is not available to a third.
		for i := range c.containers.nodes {
			if err := c.startNodes(ctx, i); err != nil {
				return err
			}
		}
		return nil
	}
	if err := c.startNodes(ctx, 0, 1, 2); err != nil || c.Kind != GroupReplication {
		return err
	}
	return c.formGroup(ctx)
}

// create makes the network and the containers without starting them.
func (c *containers) create(ctx context.Context, kind Kind) (err error) {
	docker, err := dbserver.Docker(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", dbserver.ErrNoDocker, err)
	}
	if err := docker.Close(); err != nil {
		return err
	}
	label := map[string]string{dbserver.ContainerLabel: strconv.Itoa(os.Getpid())}
	if c.network, err = network.New(context.WithoutCancel(ctx), network.WithLabels(label)); err != nil {
		return fmt.Errorf("%w: a network for them cannot be created: %w", dbserver.ErrNoContainer, err)
	}
	for i := range Nodes {
		n, err := dbserver.NewNode(ctx, kind.Server(), dbserver.NodeOptions{
			Settings: nodeSettings(kind, i), Password: c.secret,
			Extra: []testcontainers.ContainerCustomizer{
				network.WithNetwork([]string{nodeName(i)}, c.network),
				testcontainers.WithEntrypoint("sh", "-c", fmt.Sprintf(supervise, nodePreparation(kind, i)), "node"),
			},
		})
		if n != nil {
			c.nodes = append(c.nodes, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nodePreparation returns the shell commands that come before the start of a node's
// server. They may set extra to options of the server.
func nodePreparation(kind Kind, node int) string {
	switch {
	case kind == LogicalReplication:
		return "extra="
	case kind == GroupReplication:
		// A server that was a member accepts no writes before it is one again: it would
		// execute them alone, and could not join any more.
		return "extra=; [ ! -d /var/lib/mysql/mysql ] || extra=--loose-group-replication-start-on-boot=ON"
	case node == 0:
		return "extra=; [ -f /var/lib/mysql/grastate.dat ] || extra=--wsrep-new-cluster"
	}
	// A node that joins receives all data: with this directory the image creates none.
	return "extra=; mkdir -p /var/lib/mysql/mysql"
}

// nodeSettings returns the settings that make a server a node, and keep it small.
func nodeSettings(kind Kind, node int) map[string]string {
	switch kind {
	case Galera:
		return galeraSettings(node)
	case GroupReplication:
		return groupSettings(node)
	}
	return map[string]string{
		"wal_level": "logical", "track_commit_timestamp": "on", "max_connections": "200", "fsync": "off",
		"max_replication_slots": "40", "max_wal_senders": "40", "max_worker_processes": "60",
		"max_logical_replication_workers": "40",
	}
}

// startNodes starts containers and waits until their servers answer and are ready. The
// servers become nodes of the cluster.
func (c *Cluster) startNodes(ctx context.Context, nodes ...int) error {
	ctx, cancel := limit(ctx)
	defer cancel()
	for _, i := range nodes {
		if err := c.containers.nodes[i].Start(ctx); err != nil {
			return c.containers.nodes[i].Failed(err)
		}
	}
	for _, i := range nodes {
		n := c.containers.nodes[i]
		node, err := n.Await(ctx, fmt.Sprintf("%s of %s in a container of %s", nodeName(i), c.Kind.Title(), n.Image()))
		if err != nil {
			return err
		}
		c.Nodes = append(c.Nodes, node)
		if c.Kind == GroupReplication {
			continue // a server alone is not ready, see formGroup
		}
		if err := c.awaitReady(ctx, node); err != nil {
			return n.Failed(err)
		}
	}
	return nil
}

// limit ends a context when a step of the start has taken too long.
func limit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("within %v", startTimeout))
}

// awaitReady waits until a node is ready.
func (c *Cluster) awaitReady(ctx context.Context, node *dbserver.Server) error {
	return poll(ctx, func() error { return c.ready(ctx, node) })
}

// poll calls do at intervals until it returns nil or the context ends, and then returns
// the last error.
func poll(ctx context.Context, do func() error) error {
	for {
		err := do()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-time.After(pollInterval):
		}
	}
}

// Kill ends the server of a node at once, before it can write anything, as a crash does.
// The node is counted from 0.
func (c *Cluster) Kill(ctx context.Context, node int) error {
	if err := c.exec(ctx, node, killNode); err != nil {
		return fmt.Errorf("clusters: killing %s of %s: %w", nodeName(node), c.Kind.Title(), err)
	}
	return nil
}

// Start starts the server of a node that Kill ended, and returns when it has joined the
// cluster again and accepts writes.
func (c *Cluster) Start(ctx context.Context, node int) error {
	if err := c.restart(ctx, node); err != nil {
		return fmt.Errorf("clusters: starting %s of %s: %w", nodeName(node), c.Kind.Title(), err)
	}
	return nil
}

func (c *Cluster) restart(ctx context.Context, node int) error {
	if c.containers == nil {
		return errFixed
	}
	ctx, cancel := limit(ctx)
	defer cancel()
	if c.Kind == GroupReplication {
		if err := poll(ctx, func() error { return c.removedFromGroup(ctx, node) }); err != nil {
			return err
		}
	}
	if err := c.exec(ctx, node, startNode); err != nil {
		return err
	}
	n := c.containers.nodes[node]
	if err := n.Again(ctx, c.Nodes[node]); err != nil {
		return err
	}
	if c.Kind == GroupReplication {
		if err := poll(ctx, func() error { return joinGroup(ctx, c.Nodes[node]) }); err != nil {
			return n.Failed(err)
		}
	}
	if err := c.awaitReady(ctx, c.Nodes[node]); err != nil {
		return n.Failed(err)
	}
	return nil
}

// Cut cuts a node off, as a network does that fails: its server neither receives nor sends
// anything, and connections to it stay open. The node is counted from 0.
func (c *Cluster) Cut(ctx context.Context, node int) error {
	if err := c.exec(ctx, node, cutNode); err != nil {
		return fmt.Errorf("clusters: cutting off %s of %s: %w", nodeName(node), c.Kind.Title(), err)
	}
	return nil
}

// Heal ends Cut of nodes, and returns when all nodes accept writes and have had all others as
// members for healTime. All nodes must be running.
func (c *Cluster) Heal(ctx context.Context, nodes ...int) error {
	err := c.heal(ctx, nodes)
	if err != nil {
		return fmt.Errorf("clusters: healing %s: %w", c.Kind.Title(), err)
	}
	return nil
}

// healTime is the time within which a node notices that others were silent, and removes them.
const healTime = 10 * time.Second

func (c *Cluster) heal(ctx context.Context, nodes []int) error {
	for _, node := range nodes {
		if err := c.exec(ctx, node, healNode); err != nil {
			return fmt.Errorf("%s: %w", nodeName(node), err)
		}
	}
	ctx, cancel := limit(ctx)
	defer cancel()
	var since time.Time
	return poll(ctx, func() error {
		err := c.complete(ctx)
		switch {
		case err != nil:
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		}
		if err == nil && time.Since(since) < healTime {
			err = errors.New("its nodes have just found each other")
		}
		return err
	})
}

// complete returns nil if each node is ready and has all others as members.
func (c *Cluster) complete(ctx context.Context) error {
	for i, node := range c.Nodes {
		if err := c.ready(ctx, node); err != nil {
			return fmt.Errorf("%s: %w", nodeName(i), err)
		}
		if n, err := c.members(ctx, node); err != nil {
			return err
		} else if n < len(c.Nodes) {
			return fmt.Errorf("%s has only %d nodes in its cluster", nodeName(i), n)
		}
	}
	return nil
}

// members returns how many nodes are in the cluster of a node. Logical replication has no members: all nodes count.
func (c *Cluster) members(ctx context.Context, node *dbserver.Server) (n int, err error) {
	switch c.Kind {
	case Galera:
		size, err := galeraStatus(ctx, node, "wsrep_cluster_size")
		return int(size), err
	case GroupReplication:
		return n, node.Query(ctx, &n, "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE'")
	}
	return len(c.Nodes), nil
}

// errFixed reports that the nodes of a cluster belong to somebody else.
var errFixed = errors.New("only nodes that Open started can be killed and started: leave out the DSNs")

// exec runs shell commands in the container of a node.
func (c *Cluster) exec(ctx context.Context, node int, script string) error {
	if c.containers == nil {
		return errFixed
	}
	code, output, err := c.containers.nodes[node].Exec(ctx, []string{"sh", "-c", script})
	if err != nil {
		return err
	}
	said, err := io.ReadAll(output)
	if code != 0 {
		return fmt.Errorf("%q in the container: exit code %d: %s", script, code, said)
	}
	return err
}

// remove removes the containers that no Server owns yet, and the network.
func (c *containers) remove() (err error) {
	c.removed.Do(func() {
		var errs []error
		for _, n := range c.nodes {
			errs = append(errs, n.Remove())
		}
		if c.network != nil {
			ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
			defer cancel()
			if err := c.network.Remove(ctx); err != nil {
				errs = append(errs, fmt.Errorf("the network %s is left behind: %w: remove it with docker network rm", c.network.Name, err))
			}
		}
		err = errors.Join(errs...)
	})
	return err
}

// closeTimeout bounds each step of Close, which does not depend on the caller's context.
const closeTimeout = 30 * time.Second

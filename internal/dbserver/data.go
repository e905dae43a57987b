package dbserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
)

// Data is a data directory of MySQL or MariaDB in a Docker volume. Servers in containers of the same image begin with a
// copy of it, see [Options]: to initialise one of their own takes most of the time of their start.
type Data struct {
	image, volume, password string
}

// NewData has a server initialise a data directory, in a container of the image that the environment asks for, and ends
// it. The caller closes the Data after the last container that has its volume is removed.
func NewData(ctx context.Context, kind Kind) (*Data, error) {
	if kind == Postgres {
		return nil, errors.New("dbserver: PostgreSQL initialises its data in a second: start it without Data")
	}
	// At its default size the redo log would be most of what each server copies. A server resizes it when it starts.
	small := map[Kind]map[string]string{MySQL: {"innodb_redo_log_capacity": "8M"}, MariaDB: {"innodb_log_file_size": "8M"}}[kind]
	c, err := resolve(kind, Options{Source: SourceContainer, Settings: small}, os.Getenv)
	if err != nil {
		return nil, err
	}
	if err := pingDocker(ctx); err != nil {
		return nil, c.unavailable(err)
	}
	b := newBox(c)
	d := &Data{image: b.image, volume: "sortid_" + string(kind) + "_" + strings.ToLower(rand.Text()[:10]), password: b.password}
	made := mount.Mount{Type: mount.TypeVolume, Source: d.volume, Target: b.data(), VolumeOptions: &mount.VolumeOptions{Labels: label()}}
	b.extra = []testcontainers.ContainerCustomizer{testcontainers.WithHostConfigModifier(func(h *container.HostConfig) { h.Mounts = append(h.Mounts, made) })}
	if err := b.create(ctx, c); err != nil {
		why := c.unavailable(containerError(c.image, err))
		if left := errors.Join(b.remove(), d.Close()); left != nil {
			return nil, fmt.Errorf("%v; %w", why, left) //nolint:errorlint // what is left behind is no reason to go on without a server
		}
		return nil, why
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("within %v", c.timeout))
	defer cancel()
	if err = b.initialise(ctx); err != nil {
		err = fmt.Errorf("dbserver: the data of %s: %w", kind.Title(), b.failed(err))
	}
	if err = errors.Join(err, b.remove()); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// initialise returns when the server has answered and ended.
func (b *box) initialise(ctx context.Context) error {
	if err := OnFreePort(func() error { return b.Start(ctx) }); err != nil {
		return err
	}
	f, err := await(ctx, b.kind, b.addresses, b.alive)
	if err != nil {
		return err
	}
	f.db.Close()
	timeout := closeTimeout
	if err := b.Stop(ctx, &timeout); err != nil {
		return err
	}
	state, err := b.State(ctx)
	if err == nil && state.ExitCode != 0 {
		err = fmt.Errorf("the server ended with code %d", state.ExitCode)
	}
	return err
}

// Close removes the volume. It waits for a while if a container still has it.
func (d *Data) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	c, err := Docker(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for {
		_, err := c.VolumeRemove(ctx, d.volume, client.VolumeRemoveOptions{Force: true})
		if err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "in use") || ctx.Err() != nil {
			return &leftoverError{fmt.Errorf("dbserver: the volume %s is left behind: %w: remove the containers that have it, and it with docker volume rm", d.volume, err)}
		}
		select {
		case <-ctx.Done():
		case <-time.After(pollInterval):
		}
	}
}

// Encode returns a text from which [ParseData] makes the same Data in another process. It has the password of the
// account in the data.
func (d *Data) Encode() string { return d.image + " " + d.volume + " " + d.password }

// ParseData returns the Data of a text.
func ParseData(s string) (*Data, error) {
	p := strings.Fields(s)
	if len(p) != 3 {
		return nil, fmt.Errorf("dbserver: %d words in place of the image, the volume and the password of Data", len(p))
	}
	return &Data{image: p[0], volume: p[1], password: p[2]}, nil
}

// initialised is the directory of a container in which the volume is.
const initialised = "/initialised"

// Entrypoint returns that of a container of the image whose server keeps its data in a directory: it copies the data
// from the [Data.Mount] before the server starts. The server's account is root with [Data.Password]. The file auto.cnf has the
// identity of the server that made the data, and two of the same cannot replicate each other.
func (d *Data) Entrypoint(directory string) []string {
	// An image has the arguments of its own entry point alone: the name of the server, which MariaDB's has no other for.
	const server = `if [ $# -eq 0 ]; then set -- mysqld; if command -v mariadbd >/dev/null; then set -- mariadbd; fi; fi`
	script := fmt.Sprintf(`set -e; mkdir -p %[1]s; cp -a %[2]s/. %[1]s; rm -f %[1]s/auto.cnf; %[3]s; exec docker-entrypoint.sh "$@"`, directory, initialised, server)
	return []string{"sh", "-c", script, "sh"}
}

// Mount returns that of the volume.
func (d *Data) Mount() mount.Mount {
	return mount.Mount{Type: mount.TypeVolume, Source: d.volume, Target: initialised, ReadOnly: true}
}

// Password returns the password of the account in the data.
func (d *Data) Password() string { return d.password }

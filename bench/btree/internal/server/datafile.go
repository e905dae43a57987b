package server

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/go-sql-driver/mysql"
	"github.com/moby/moby/api/types/container"
	dockerclient "github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/bench/dbserver"
)

// DataFile is an open file of a server's data directory.
type DataFile struct {
	io.Reader
	// From says where it was read.
	From  string
	close func() error
}

// Close closes the file.
func (f *DataFile) Close() error { return f.close() }

// OpenDataFile opens a file of the server's data directory, by its path on the
// server: on this machine, or in a container on it that is the server's. The error
// says why it cannot be had in either.
//
// A directory of the same name on this machine may be another server's: who reads the
// file must see from what is in it that it is the right one.
func (s *Session) OpenDataFile(ctx context.Context, name string) (*DataFile, error) {
	inside, err := s.openInContainer(ctx, name)
	if err == nil {
		return inside, nil
	}
	f, here := os.Open(filepath.FromSlash(name))
	if here == nil {
		return &DataFile{Reader: f, From: "the data directory on this machine", close: f.Close}, nil
	}
	// Without its name, which differs from run to run as the database's does.
	if e, ok := errors.AsType[*fs.PathError](here); ok {
		here = e.Err
	}
	return nil, fmt.Errorf("the server's data directory cannot be read here (%w) or in its container (%w)", here, err)
}

// openInContainer opens the file in the container that the server runs in.
func (s *Session) openInContainer(ctx context.Context, name string) (*DataFile, error) {
	var host string
	if err := s.QueryRowContext(ctx, "SELECT @@hostname").Scan(&host); err != nil {
		return nil, err
	}
	c, err := dbserver.Docker(ctx)
	if err != nil {
		return nil, fmt.Errorf("the Docker Engine does not answer: %w", err)
	}
	list, err := c.ContainerList(ctx, dockerclient.ContainerListOptions{})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the Docker Engine does not answer: %w", err), c.Close())
	}
	for _, item := range list.Items {
		if !s.isContainer(item, host) {
			continue
		}
		f, err := openInside(ctx, c, item.ID, name)
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		return f, nil
	}
	return nil, errors.Join(errors.New("no container here is the server's"), c.Close())
}

// openInside opens a file of a container, which comes as an archive; the file owns the
// connection to the Docker Engine.
func openInside(ctx context.Context, c *testcontainers.DockerClient, id, name string) (*DataFile, error) {
	out, err := c.CopyFromContainer(ctx, id, dockerclient.CopyFromContainerOptions{SourcePath: name})
	if err != nil {
		return nil, fmt.Errorf("the file cannot be copied: %w", err)
	}
	for t := tar.NewReader(out.Content); ; {
		h, err := t.Next()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("what was copied cannot be read: %w", err), out.Content.Close())
		}
		if h.Typeflag == tar.TypeReg && path.Base(h.Name) == path.Base(name) {
			closing := func() error { return errors.Join(out.Content.Close(), c.Close()) }
			return &DataFile{Reader: t, From: "the server's container", close: closing}, nil
		}
	}
}

// isContainer reports whether a container is the server's: by its name for itself, as
// the server calls its machine, or by the port of the DSN.
func (s *Session) isContainer(item container.Summary, host string) bool {
	if len(host) >= 12 && strings.HasPrefix(item.ID, host) {
		return true
	}
	c, err := mysql.ParseDSN(s.database.dsn)
	if err != nil {
		return false
	}
	name, port, err := net.SplitHostPort(c.Addr)
	ip := net.ParseIP(name)
	if err != nil || name != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return false
	}
	for _, p := range item.Ports {
		if fmt.Sprint(p.PublicPort) == port {
			return true
		}
	}
	return false
}

package server

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	dockerclient "github.com/moby/moby/client"

	"github.com/sortid/sortid/internal/dbserver"
)

// DataFile is an open file of a server's data directory.
type DataFile struct {
	io.Reader
	// From says where the file was read.
	From  string
	close func() error
}

// Close closes the file.
func (f *DataFile) Close() error { return f.close() }

// OpenDataFile opens a file of the server's data directory, by its path on the
// server. The server runs in a container on this machine, or on this machine itself;
// if the file is in neither place, the error says why.
//
// The file may belong to another server that uses the same path: the caller must check
// the content.
func (s *Session) OpenDataFile(ctx context.Context, name string) (*DataFile, error) {
	f, inside := s.openInContainer(ctx, name)
	if inside == nil {
		return f, nil
	}
	local, here := os.Open(filepath.FromSlash(name))
	if here == nil {
		return &DataFile{Reader: local, From: "the data directory on this machine", close: local.Close}, nil
	}
	// Without the file's name, which differs from run to run as the database's does.
	if e, ok := errors.AsType[*fs.PathError](here); ok {
		here = e.Err
	}
	return nil, fmt.Errorf("the server's data directory cannot be read on this machine (%w) or in its container (%w)", here, inside)
}

// openInContainer opens the file in the container that the server runs in. The file
// owns the connection to the Docker Engine.
func (s *Session) openInContainer(ctx context.Context, name string) (*DataFile, error) {
	var host string
	if err := s.QueryRowContext(ctx, "SELECT @@hostname").Scan(&host); err != nil {
		return nil, err
	}
	c, err := dbserver.Docker(ctx)
	if err != nil {
		return nil, fmt.Errorf("the Docker Engine does not answer: %w", err)
	}
	content, err := openByHostName(ctx, c, host, name)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &DataFile{Reader: content, From: "the server's container", close: func() error {
		return errors.Join(content.Close(), c.Close())
	}}, nil
}

// containers has the requests to the Docker Engine that lead to a container's file.
type containers interface {
	ContainerList(context.Context, dockerclient.ContainerListOptions) (dockerclient.ContainerListResult, error)
	ContainerInspect(context.Context, string, dockerclient.ContainerInspectOptions) (dockerclient.ContainerInspectResult, error)
	CopyFromContainer(context.Context, string, dockerclient.CopyFromContainerOptions) (dockerclient.CopyFromContainerResult, error)
}

// errNoContainer reports that no running container has the server's host name.
var errNoContainer = errors.New("no container on this machine has the server's host name")

// openByHostName opens a file of the running container whose host name is host. A
// published port does not identify a container: Docker assigns the ports of IPv4 and
// IPv6 separately, so that two containers can publish the same number. Several
// containers may have the same host name; the first that has the file is taken.
func openByHostName(ctx context.Context, c containers, host, name string) (io.ReadCloser, error) {
	list, err := c.ContainerList(ctx, dockerclient.ContainerListOptions{})
	if err != nil {
		return nil, fmt.Errorf("the Docker Engine does not answer: %w", err)
	}
	failed := errNoContainer
	for _, item := range list.Items {
		// A container that cannot be inspected has ended since it was listed.
		info, err := c.ContainerInspect(ctx, item.ID, dockerclient.ContainerInspectOptions{})
		if err != nil || info.Container.Config == nil || info.Container.Config.Hostname != host {
			continue
		}
		f, err := openInside(ctx, c, item.ID, name)
		if err == nil {
			return f, nil
		}
		failed = err
	}
	return nil, failed
}

// archived is a file inside an archive that is closed with it.
type archived struct {
	io.Reader
	io.Closer
}

// openInside opens a file of a container, which the Docker Engine sends as an archive.
func openInside(ctx context.Context, c containers, id, name string) (io.ReadCloser, error) {
	out, err := c.CopyFromContainer(ctx, id, dockerclient.CopyFromContainerOptions{SourcePath: name})
	if err != nil {
		return nil, fmt.Errorf("the file cannot be copied: %w", err)
	}
	for t := tar.NewReader(out.Content); ; {
		h, err := t.Next()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("the copied archive cannot be read: %w", err), out.Content.Close())
		}
		if h.Typeflag == tar.TypeReg && path.Base(h.Name) == path.Base(name) {
			return archived{t, out.Content}, nil
		}
	}
}

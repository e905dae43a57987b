package server

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/network"
	dockerclient "github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// fakeContainer is one container of a fakeEngine.
type fakeContainer struct {
	id, host, file string
	ports          []container.PortSummary
	gone           bool // since the list was made
}

type fakeEngine []fakeContainer

func (e fakeEngine) ContainerList(context.Context, dockerclient.ContainerListOptions) (r dockerclient.ContainerListResult, err error) {
	for _, c := range e {
		r.Items = append(r.Items, container.Summary{ID: c.id, Ports: c.ports})
	}
	return r, nil
}

func (e fakeEngine) ContainerInspect(_ context.Context, id string, _ dockerclient.ContainerInspectOptions) (r dockerclient.ContainerInspectResult, err error) {
	for _, c := range e {
		if c.id == id && !c.gone {
			r.Container.Config = &container.Config{Hostname: c.host}
			return r, nil
		}
	}
	return r, errors.New("no such container")
}

func (e fakeEngine) CopyFromContainer(_ context.Context, id string, _ dockerclient.CopyFromContainerOptions) (r dockerclient.CopyFromContainerResult, err error) {
	for _, c := range e {
		if c.id == id && c.file != "" {
			var b bytes.Buffer
			t := tar.NewWriter(&b)
			if err := t.WriteHeader(&tar.Header{Name: "item.ibd", Typeflag: tar.TypeReg, Size: int64(len(c.file))}); err != nil {
				return r, err
			}
			if _, err := t.Write([]byte(c.file)); err != nil {
				return r, err
			}
			r.Content = io.NopCloser(&b)
			return r, nil
		}
	}
	return r, errors.New("could not find the file")
}

// A container is the server's by its host name alone, whichever ports others publish.
func TestOpenByHostName(t *testing.T) {
	const id = "0e56f5fc67d0aabbccddeeff"
	published := []container.PortSummary{{PrivatePort: 3306, PublicPort: 53306}}
	decoy := fakeContainer{id: "ffff00000000", host: "ffff00000000", file: "decoy", ports: published}
	for name, c := range map[string]struct {
		host    string
		engine  fakeEngine
		want    string
		problem string
	}{
		"Docker's own host name":          {id[:12], fakeEngine{decoy, {id: id, host: id[:12], file: "right", ports: published}}, "right", ""},
		"a host name of the user's":       {"database-1", fakeEngine{decoy, {id: id, host: "database-1", file: "right"}}, "right", ""},
		"another container's ID":          {id[:12], fakeEngine{decoy, {id: id, host: "database-1", file: "wrong"}}, "", errNoContainer.Error()},
		"a port that leads elsewhere":     {"database-1", fakeEngine{decoy}, "", errNoContainer.Error()},
		"the same host name twice":        {"db", fakeEngine{decoy, {id: "a", host: "db"}, {id: "b", host: "db", file: "right"}}, "right", ""},
		"no such file":                    {"db", fakeEngine{decoy, {id: "a", host: "db"}}, "", "could not find the file"},
		"a container that has ended":      {"db", fakeEngine{{id: "a", host: "db", file: "old", gone: true}, {id: "b", host: "db", file: "right"}}, "right", ""},
		"no container":                    {"db", nil, "", errNoContainer.Error()},
		"a beginning of a container's ID": {id[:2], fakeEngine{{id: id, host: id[:12], file: "wrong"}}, "", errNoContainer.Error()},
	} {
		f, err := openByHostName(t.Context(), c.engine, c.host, "/var/lib/mysql/d/item.ibd")
		if c.problem != "" {
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%s: %v, want %q", name, err, c.problem)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := io.ReadAll(f); string(got) != c.want || err != nil {
			t.Errorf("%s: read %q, %v, want %q", name, got, err, c.want)
		}
	}
}

// Two containers publish the same port number, one on each of two addresses of this
// machine, and have a file of the same name. The file comes from the one with the host
// name, which is of the user's choice or Docker's.
func TestTwoContainersOfOnePort(t *testing.T) {
	c, err := dbserver.Docker(t.Context())
	if err != nil {
		dbtest.Missing(t, fmt.Sprint("there is no Docker: ", err))
	}
	t.Cleanup(func() { c.Close() })
	const image = "mysql:9.7"
	if _, err := c.ImageInspect(t.Context(), image); err != nil {
		dbtest.Missing(t, fmt.Sprint("there is no image: ", err))
	}
	first := runScript(t, c, image, "127.0.0.1", "", "database-of-a-test")
	info, err := c.ContainerInspect(t.Context(), first, dockerclient.ContainerInspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	port := info.Container.NetworkSettings.Ports[mysqlPort][0].HostPort
	second := runScript(t, c, image, "127.0.0.2", port, "")
	for host, want := range map[string]string{"database-of-a-test": "database-of-a-test", second[:12]: second[:12]} {
		f, err := openByHostName(t.Context(), c, host, writtenFile)
		if err != nil {
			t.Fatalf("%s: %v", host, err)
		}
		got, err := io.ReadAll(f)
		if err := errors.Join(err, f.Close()); err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("the file of %s is %q, %v", host, got, err)
		}
	}
}

var mysqlPort = network.MustParsePort("3306/tcp")

// writtenFile has a container's own host name.
const writtenFile = "/tmp/item.ibd"

// runScript runs a container that writes its host name into writtenFile, and returns its
// ID once the file is there.
func runScript(t *testing.T, c *testcontainers.DockerClient, image, address, port, host string) string {
	t.Helper()
	made, err := c.ContainerCreate(t.Context(), dockerclient.ContainerCreateOptions{
		Config: &container.Config{
			Image: image, Hostname: host,
			Entrypoint: []string{"bash", "-c", `echo "$HOSTNAME" > ` + writtenFile + ` && echo written && exec sleep 600`},
		},
		HostConfig: &container.HostConfig{PortBindings: network.PortMap{mysqlPort: {{HostIP: netip.MustParseAddr(address), HostPort: port}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := c.ContainerRemove(context.Background(), made.ID, dockerclient.ContainerRemoveOptions{Force: true, RemoveVolumes: true}); err != nil {
			t.Error(err)
		}
	})
	if _, err := c.ContainerStart(t.Context(), made.ID, dockerclient.ContainerStartOptions{}); err != nil {
		t.Fatal(err)
	}
	logs, err := c.ContainerLogs(t.Context(), made.ID, dockerclient.ContainerLogsOptions{ShowStdout: true, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	defer logs.Close()
	if _, err := io.ReadFull(logs, make([]byte, 8+len("written"))); err != nil { // 8 bytes of header
		t.Fatalf("the container has not written its file: %v", err)
	}
	return made.ID
}

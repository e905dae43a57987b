package server

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/moby/moby/api/types/container"
	dockerclient "github.com/moby/moby/client"
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

package postgres_test

import (
	"bytes"
	"context"
	"fmt"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// command is a client program of the server's own version: pg_dump refuses a server
// that is newer than itself.
type command []string

// client finds a program among those of this machine, or in the server's image. The
// container sees the network of this machine, where the server's port is.
func client(t testing.TB, name string) command {
	t.Helper()
	major, _, _ := strings.Cut(dbtest.Server(t, dbserver.Postgres).Version, ".")
	paths, err := filepath.Glob("/usr/lib/postgresql/" + major + "/bin/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if path, err := osexec.LookPath(name); err == nil {
		paths = append(paths, path)
	}
	for _, path := range paths {
		// pg_dump (PostgreSQL) 18.6 (Debian 18.6-3)
		said, err := osexec.Command(path, "--version").Output()
		if err == nil && strings.HasPrefix(string(said), name+" (PostgreSQL) "+major+".") {
			return command{path}
		}
	}
	image := "postgres:" + major
	if osexec.Command("docker", "image", "inspect", image).Run() == nil {
		return command{"docker", "run", "--rm", "-i", "--network", "host", image, name}
	}
	dbtest.Missing(t, fmt.Sprintf("there is no %s of PostgreSQL %s, and no image %s: install one of them", name, major, image))
	return nil
}

// run runs the program with an input, and returns what it writes.
func (c command) run(t testing.TB, input string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := osexec.CommandContext(ctx, c[0], append(slices.Clone(c[1:]), args...)...)
	cmd.Stdin = strings.NewReader(input)
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v %v: %v: %s", c, args, err, failed.String())
	}
	return out.String()
}

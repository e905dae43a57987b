package dbserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// scratch is the directory of a server that is started from a binary, with the account
// that may log in.
type scratch struct {
	dir string
	account
	// identity is the user that the server's programs run as.
	identity *identity
	// home is the server's part of the directory; it belongs to the identity.
	home string
}

func (s *scratch) data() string { return filepath.Join(s.home, "data") }

// logPath is outside home: this process opens the file, and the server only writes.
func (s *scratch) logPath() string { return filepath.Join(s.dir, "server.log") }

// program starts the server of one kind from binaries. Its commands run as the scratch
// directory's identity.
type program interface {
	// bin returns the directory of the binaries.
	bin() string
	// prepare makes the data directory with the scratch directory's account.
	prepare(ctx context.Context, s *scratch) error
	// server returns the command that starts the server on a port of 127.0.0.1.
	server(s *scratch, port int, settings map[string]string) *exec.Cmd
	// polite reports whether the server must be asked to end before it is killed.
	polite() bool
}

// openBinary starts a server of this machine in a scratch directory.
func openBinary(ctx context.Context, c config) (*Server, error) {
	p, err := findProgram(ctx, c.kind, c.binDir)
	if err != nil {
		return nil, err
	}
	s, err := newScratch(c.kind)
	if err != nil {
		return nil, err
	}
	server, err := start(ctx, c, p, s)
	if err != nil {
		return nil, errors.Join(err, s.release())
	}
	return server, nil
}

func newScratch(kind Kind) (*scratch, error) {
	i, err := unprivileged(kind)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sortid-"+string(kind)+"-")
	if err != nil {
		return nil, fmt.Errorf("no scratch directory can be made: %w: set TMPDIR to a directory that can be written to", err)
	}
	s := &scratch{
		dir: dir, identity: i, home: filepath.Join(dir, "home"),
		account: account{user: accountName, password: rand.Text()},
	}
	// A server that runs as another user must be able to reach its part of the
	// directory, though not to list the whole.
	if err := errors.Join(os.Chmod(dir, 0o711), os.Mkdir(s.home, 0o700), i.give(s.home)); err != nil {
		return nil, errors.Join(fmt.Errorf("the scratch directory: %w", err), s.release())
	}
	return s, nil
}

// release removes the directory.
func (s *scratch) release() error {
	if err := os.RemoveAll(s.dir); err != nil {
		return &leftoverError{fmt.Errorf("the scratch directory is left behind: %w: remove it by hand", err)}
	}
	return nil
}

// accountName is the user of servers that this package starts.
const accountName = "sortid"

// portAttempts bounds how many ports are tried. Another program may take a free port
// before the server does.
const portAttempts = 3

func start(ctx context.Context, c config, p program, s *scratch) (*Server, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, fmt.Errorf("within %v", c.timeout))
	defer cancel()
	c.log(fmt.Sprintf("starting %s from the binaries in %s", c.kind.Title(), p.bin()))
	if err := p.prepare(ctx, s); err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		server, err := launch(ctx, c, p, s)
		if e, ok := errors.AsType[*StartError](err); ok && attempt < portAttempts && portTaken(e.Log) {
			continue
		}
		return server, err
	}
}

// portTaken reports whether a server's log says that its port is in use: all servers
// print the system's message.
func portTaken(log string) bool {
	return strings.Contains(strings.ToLower(log), "address already in use")
}

// launch starts the server on a free port and waits until it answers. If that fails, it
// leaves no process behind.
func launch(ctx context.Context, c config, p program, s *scratch) (*Server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	proc, err := s.spawnServer(p.server(s, port, c.settings))
	if err != nil {
		return nil, err
	}
	dsn := s.dsn(c.kind, fmt.Sprintf("127.0.0.1:%d", port))
	here := func(context.Context) ([]string, error) { return []string{dsn}, nil }
	f, err := await(ctx, c.kind, here, proc.alive)
	if err != nil {
		ended := proc.end(p.polite())
		return nil, errors.Join(&StartError{Name: proc.cmd.Path, Err: err, Log: tailFile(s.logPath())}, ended)
	}
	stop := func() error {
		return errors.Join(proc.end(p.polite()), s.release())
	}
	return newServer(c.kind, SourceBinary, "the binaries in "+p.bin()+" in a scratch directory", f, stop), nil
}

// spawnServer starts the server's command with its output in the log file.
func (s *scratch) spawnServer(cmd *exec.Cmd) (*process, error) {
	log, err := os.Create(s.logPath())
	if err != nil {
		return nil, fmt.Errorf("the log file: %w", err)
	}
	defer func() { _ = log.Close() }() // the server has its own handle
	cmd.Stdout, cmd.Stderr = log, log
	proc, err := spawn(cmd)
	if err != nil {
		return nil, &StartError{Name: cmd.Path, Err: err}
	}
	return proc, nil
}

// command returns a command that runs as the scratch directory's identity in its home.
// Of this process's environment it gets only the variables by which programs and
// libraries are found: others, such as PGPORT and MYSQL_HOME, would change the server.
func (s *scratch) command(path string, args ...string) *exec.Cmd {
	cmd := exec.Command(path, args...) //nolint:noctx // a server outlives the call that starts it
	cmd.Dir = s.home
	cmd.Env = []string{"HOME=" + s.home, "TMPDIR=" + s.home, "LC_ALL=C"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "TZ", "SystemRoot"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	isolate(cmd, s.identity)
	return cmd
}

// write writes a file in the server's home that only the server can read.
func (s *scratch) write(name, text string) (path string, err error) {
	path = filepath.Join(s.home, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return "", err
	}
	return path, s.identity.give(path)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it does not wait
	if err != nil {
		return 0, fmt.Errorf("no port is free: %w", err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	return port, l.Close()
}

// sortedSettings returns settings as arguments, sorted by name, so that the same settings
// always give the same command.
func sortedSettings(settings map[string]string, format func(name, value string) []string) (args []string) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, format(name, settings[name])...)
	}
	return args
}

// postgresSettings and mysqlSettings return settings as arguments of the server, of a
// binary or a container.
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

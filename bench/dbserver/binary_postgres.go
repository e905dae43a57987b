package dbserver

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
)

// postgresProgram is PostgreSQL's server, with the program that makes a data directory.
type postgresProgram struct {
	dir, daemon, initdb string
}

func postgresIn(dir string) (program, error) {
	daemon, err := executable(dir, "postgres")
	if err != nil {
		return nil, err
	}
	initdb, err := executable(dir, "initdb")
	if err != nil {
		return nil, err
	}
	return postgresProgram{dir, daemon, initdb}, nil
}

func (p postgresProgram) bin() string { return p.dir }

// polite returns true: a killed server leaves shared memory behind.
func (postgresProgram) polite() bool { return true }

func (p postgresProgram) prepare(ctx context.Context, s *scratch) error {
	s.database = "postgres"
	password, err := s.write("password", s.password+"\n")
	if err != nil {
		return fmt.Errorf("the password file: %w", err)
	}
	return run(ctx, s.command(p.initdb,
		"--pgdata", s.data(), "--username", s.user, "--pwfile", password, "--auth", "scram-sha-256",
		// NewDatabase names the locale of each database; C is always available.
		"--encoding", "UTF8", "--locale", "C",
		// The data need not survive a power failure.
		"--no-sync"))
}

func (p postgresProgram) server(s *scratch, port int, settings map[string]string) *exec.Cmd {
	args := []string{
		"-D", s.data(), "-c", "listen_addresses=127.0.0.1", "-c", "port=" + strconv.Itoa(port),
		// The path of a socket is limited to some hundred bytes, and TMPDIR may be long.
		"-c", "unix_socket_directories=",
	}
	return s.command(p.daemon, append(args, postgresSettings(settings)...)...)
}

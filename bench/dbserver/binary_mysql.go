package dbserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// mysqlProgram is the server of MySQL or MariaDB.
type mysqlProgram struct {
	dir, daemon string
	// base is the argument that names the directory of the server's messages and
	// system tables; empty if the server finds it.
	base []string
	// install is the program that makes a data directory; empty if the server does.
	install string
}

func mysqlIn(ctx context.Context, dir string) (program, error) {
	daemon, err := executable(dir, "mysqld")
	if err != nil {
		return nil, err
	}
	maria, err := isMariaDB(ctx, daemon)
	if err != nil {
		return nil, err
	}
	if maria {
		return nil, fmt.Errorf("%s is MariaDB", daemon)
	}
	return mysqlProgram{dir: dir, daemon: daemon}, nil
}

func mariadbIn(ctx context.Context, dir string) (program, error) {
	daemon, err := executable(dir, "mariadbd", "mysqld")
	if err != nil {
		return nil, err
	}
	maria, err := isMariaDB(ctx, daemon)
	if err != nil {
		return nil, err
	}
	if !maria {
		return nil, fmt.Errorf("%s is MySQL", daemon)
	}
	install, err := mariadbInstall(dir)
	if err != nil {
		return nil, err
	}
	return mysqlProgram{dir: dir, daemon: daemon, base: mariadbBase(daemon), install: install}, nil
}

// mariadbBase returns the argument that names the directory of an installation. MariaDB
// looks in the directory that was set when it was built, which is wrong for an unpacked
// archive; MySQL looks near its binary.
func mariadbBase(daemon string) []string {
	if path, err := filepath.EvalSymlinks(daemon); err == nil {
		daemon = path
	}
	base := filepath.Dir(filepath.Dir(daemon))
	if info, err := os.Stat(filepath.Join(base, "share")); err != nil || !info.IsDir() {
		return nil
	}
	return []string{"--basedir=" + base}
}

// mariadbInstall finds the program that makes data directories. Packages install it
// beside the server, or in the bin or scripts directory next to the server's.
func mariadbInstall(dir string) (string, error) {
	var errs []error
	for _, place := range []string{dir, filepath.Join(dir, "..", "bin"), filepath.Join(dir, "..", "scripts")} {
		path, err := executable(place, "mariadb-install-db", "mysql_install_db")
		if err == nil {
			return path, nil
		}
		errs = append(errs, err)
	}
	return "", errors.Join(errs...)
}

func (p mysqlProgram) bin() string { return p.dir }

// polite returns false: a killed server leaves nothing outside its directory, and a
// server that shuts down first writes pages that nobody reads.
func (mysqlProgram) polite() bool { return false }

func (p mysqlProgram) prepare(ctx context.Context, s *scratch) error {
	// The server creates the account when it starts, before it listens.
	_, err := s.write("init.sql", fmt.Sprintf("CREATE USER IF NOT EXISTS '%[1]s'@'%%' IDENTIFIED BY '%[2]s';\n"+
		"GRANT ALL PRIVILEGES ON *.* TO '%[1]s'@'%%' WITH GRANT OPTION;\n"+
		"ALTER USER 'root'@'localhost' IDENTIFIED BY '%[2]s';\n", s.user, s.password))
	if err != nil {
		return fmt.Errorf("the script that makes the account: %w", err)
	}
	if p.install == "" {
		return run(ctx, s.command(p.daemon, "--no-defaults", "--initialize-insecure", "--datadir="+s.data()))
	}
	args := append([]string{"--no-defaults"}, p.base...) // --no-defaults must be the first
	return run(ctx, s.command(p.install, append(args, "--datadir="+s.data(),
		"--auth-root-authentication-method=normal", "--skip-test-db")...))
}

func (p mysqlProgram) server(s *scratch, port int, settings map[string]string) *exec.Cmd {
	args := []string{
		"--datadir=" + s.data(), "--init-file=" + filepath.Join(s.home, "init.sql"),
		"--bind-address=127.0.0.1", "--port=" + strconv.Itoa(port),
		// A relative name is below the data directory. The path of a socket is limited
		// to some hundred bytes, and TMPDIR may be long.
		"--socket=server.sock", "--pid-file=server.pid",
		// MySQL's X protocol would listen on a fixed port; MariaDB has no such option.
		"--loose-mysqlx=OFF",
	}
	args = slices.Concat([]string{"--no-defaults"}, p.base, args, mysqlSettings(settings))
	return s.command(p.daemon, args...)
}

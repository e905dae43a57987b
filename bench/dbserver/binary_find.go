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
	"strings"
	"time"
	"unicode"
)

// usualDirs are where packages install servers that are not on the PATH. A star matches
// a version.
var usualDirs = map[Kind][]string{
	Postgres: {
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql@*/bin",
		"/usr/local/opt/postgresql@*/bin", "/Library/PostgreSQL/*/bin", `C:\Program Files\PostgreSQL\*\bin`,
	},
	MySQL: {
		"/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/opt/homebrew/opt/mysql/bin", "/opt/homebrew/opt/mysql@*/bin",
		"/usr/local/opt/mysql/bin", "/usr/local/opt/mysql@*/bin",
	},
	MariaDB: {
		"/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin", "/opt/homebrew/opt/mariadb/bin", "/opt/homebrew/opt/mariadb@*/bin",
		"/usr/local/opt/mariadb/bin", "/usr/local/opt/mariadb@*/bin",
	},
}

// errNoBinaries reports that a search found no binaries.
var errNoBinaries = errors.New("the server's binaries are neither on the PATH nor in the usual directories")

// findProgram looks for a server's binaries: in dir if it is not empty, else on the PATH
// and then in the usual directories, the newest version first.
func findProgram(ctx context.Context, kind Kind, dir string) (program, error) {
	if dir != "" {
		p, err := programIn(ctx, kind, dir)
		if err != nil {
			return nil, fmt.Errorf("the directory %s cannot be used: %w", dir, err)
		}
		return p, nil
	}
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for _, pattern := range usualDirs[kind] {
		dirs = append(dirs, newestFirst(pattern)...)
	}
	for _, dir := range dirs {
		if p, err := programIn(ctx, kind, dir); err == nil {
			return p, nil
		}
	}
	return nil, errNoBinaries
}

func programIn(ctx context.Context, kind Kind, dir string) (program, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	switch kind {
	case Postgres:
		return postgresIn(dir)
	case MySQL:
		return mysqlIn(ctx, dir)
	}
	return mariadbIn(ctx, dir)
}

// newestFirst returns the directories that match a pattern, the newest version first. It
// compares versions as numbers: 18 comes before 9.6.
func newestFirst(pattern string) []string {
	dirs, err := filepath.Glob(pattern)
	if err != nil {
		return nil
	}
	slices.SortFunc(dirs, func(a, b string) int {
		return slices.Compare(numbers(b), numbers(a))
	})
	return dirs
}

// numbers returns the numbers in a path, in order.
func numbers(path string) (all []int) {
	for _, field := range strings.FieldsFunc(path, func(r rune) bool { return !unicode.IsDigit(r) }) {
		n, err := strconv.Atoi(field)
		if err == nil {
			all = append(all, n)
		}
	}
	return all
}

// executable returns the path of the first of the named programs in the directory.
func executable(dir string, names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no program %s in %s", strings.Join(names, " or "), dir)
}

// versionTimeout is how long a program may take to print its version.
const versionTimeout = 20 * time.Second

// isMariaDB reports whether a program is MariaDB's: MariaDB's packages install a mysqld
// too.
func isMariaDB(ctx context.Context, path string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--no-defaults", "--version").CombinedOutput()
	if err != nil {
		return false, fmt.Errorf("%s --version fails: %w", path, err)
	}
	return strings.Contains(string(out), "MariaDB"), nil
}

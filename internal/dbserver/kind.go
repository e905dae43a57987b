package dbserver

import (
	"fmt"
	"strings"
)

// Kind is a kind of database server.
type Kind string

// The kinds of servers.
const (
	Postgres Kind = "postgres"
	MySQL    Kind = "mysql"
	MariaDB  Kind = "mariadb"
)

// Kinds returns all kinds, in a fixed order.
func Kinds() []Kind {
	return []Kind{Postgres, MySQL, MariaDB}
}

// Title returns the product's name, such as PostgreSQL.
func (k Kind) Title() string {
	switch k {
	case Postgres:
		return "PostgreSQL"
	case MySQL:
		return "MySQL"
	case MariaDB:
		return "MariaDB"
	}
	return string(k)
}

// Driver returns the name of the database/sql driver that takes the DSNs. This package
// registers it.
func (k Kind) Driver() string {
	if k == Postgres {
		return "pgx"
	}
	return "mysql"
}

// DSNVariable returns the name of the environment variable that holds the DSN of a
// server of this kind.
func (k Kind) DSNVariable() string {
	return k.variable("DSN")
}

// variable returns the name of an environment variable for this kind.
func (k Kind) variable(what string) string {
	return "SORTID_" + strings.ToUpper(string(k)) + "_" + what
}

// Chosen reports whether variables of the environment ask for a certain server of this kind,
// or for a source.
func (k Kind) Chosen(getenv func(string) string) bool {
	return getenv(k.DSNVariable()) != "" || getenv(k.variable("IMAGE")) != "" || getenv(sourceVariable) != ""
}

// image returns the default image.
func (k Kind) image() string {
	switch k {
	case Postgres:
		return "postgres:18"
	case MySQL:
		return "mysql:9.7"
	}
	return "mariadb:11.8"
}

// check returns an error if the kind is unknown.
func (k Kind) check() error {
	switch k {
	case Postgres, MySQL, MariaDB:
		return nil
	}
	return fmt.Errorf("dbserver: %q: unknown kind of server: choose %s, %s or %s", string(k), Postgres, MySQL, MariaDB)
}

// Source says where a server comes from.
type Source string

// The sources.
const (
	// SourceDSN is a running server.
	SourceDSN Source = "dsn"
	// SourceContainer is a container that Open starts.
	SourceContainer Source = "container"
)

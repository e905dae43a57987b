package engine

import "slices"

// Names of the engines.
const (
	SQLite    = "sqlite"
	Simulator = "sim"
	Postgres  = "postgres"
	MySQL     = "mysql"
	MariaDB   = "mariadb"
)

// Local returns the names of the engines that need nothing installed.
func Local() []string { return []string{SQLite, Simulator} }

// Servers returns the names of the engines that are database servers.
func Servers() []string { return []string{Postgres, MySQL, MariaDB} }

// Names returns the names of all engines.
func Names() []string { return slices.Concat(Local(), Servers()) }

// IsServer reports whether an engine of that name is a database server.
func IsServer(name string) bool { return slices.Contains(Servers(), name) }

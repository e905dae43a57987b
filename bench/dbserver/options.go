package dbserver

import (
	"fmt"
	"time"
)

// DefaultStartTimeout is how long a server may take until it answers, from the
// start of its container or process on. The pull of an image does not count.
const DefaultStartTimeout = 2 * time.Minute

// sourceVariable names the environment variable that allows one source alone.
const sourceVariable = "SORTID_SERVER_SOURCE"

// Options say which server to take and how to start it. The zero value takes the
// first that is to be had. Of DSN, Image and BinDir at most one can be set, and it
// decides the source.
type Options struct {
	// DSN is the server to take. The account must be allowed to create databases.
	DSN string
	// Image is the image to make a container of.
	Image string
	// BinDir is the directory that holds the server's binaries.
	BinDir string
	// Source allows one source alone; empty means that DSN, Image, BinDir and
	// the environment decide.
	Source Source
	// Settings are the server's own settings, by name, for a server that is
	// started here: shared_buffers and 128MB, or innodb_buffer_pool_size and
	// 128M. A MySQL or MariaDB setting with an empty value is given as a bare
	// option, such as skip-log-bin. A server that runs already keeps the settings
	// that it has.
	Settings map[string]string
	// StartTimeout is how long a server may take to answer; 0 or less means
	// [DefaultStartTimeout].
	StartTimeout time.Duration
	// Log is told, a line a call, what is being done; nil means that nobody
	// listens. It is called by the goroutine that calls Open.
	Log func(line string)
}

// config is Options and environment as one: what Open has to do.
type config struct {
	kind Kind
	// only is the single source that may be tried, or empty; onlyFrom names who
	// asked for it.
	only     Source
	onlyFrom string

	dsn, dsnFrom       string
	image, imageFrom   string
	binDir, binDirFrom string

	settings map[string]string
	timeout  time.Duration
	log      func(string)
}

// resolve joins options and environment. An option goes before any variable.
func resolve(kind Kind, o Options, getenv func(string) string) (config, error) {
	if err := kind.check(); err != nil {
		return config{}, err
	}
	c := config{kind: kind, image: kind.image(), settings: o.Settings, timeout: o.StartTimeout, log: o.Log}
	if c.timeout <= 0 {
		c.timeout = DefaultStartTimeout
	}
	if c.log == nil {
		c.log = func(string) {}
	}
	if err := c.askedByOptions(o); err != nil {
		return config{}, err
	}
	if err := c.askedByEnvironment(getenv); err != nil {
		return config{}, err
	}
	if c.only == SourceDSN && c.dsn == "" {
		return config{}, c.unavailable(nil)
	}
	return c, nil
}

// askedByOptions takes what Options name. Two that contradict each other are an
// error, because either choice would surprise.
func (c *config) askedByOptions(o Options) error {
	if o.Source != "" {
		if err := c.restrict(o.Source, "the option Source"); err != nil {
			return err
		}
	}
	for _, ask := range []struct {
		value, name string
		source      Source
		to, from    *string
	}{
		{o.DSN, "the option DSN", SourceDSN, &c.dsn, &c.dsnFrom},
		{o.Image, "the option Image", SourceContainer, &c.image, &c.imageFrom},
		{o.BinDir, "the option BinDir", SourceBinary, &c.binDir, &c.binDirFrom},
	} {
		if ask.value == "" {
			continue
		}
		if c.only != "" && c.only != ask.source {
			return fmt.Errorf("dbserver: %s asks for the source %s and %s for %s: give one of them", c.onlyFrom, c.only, ask.name, ask.source)
		}
		if err := c.restrict(ask.source, ask.name); err != nil {
			return err
		}
		*ask.to, *ask.from = ask.value, ask.name
	}
	return nil
}

// askedByEnvironment fills in what the options left open. The variables for
// different sources may be set side by side: SORTID_SERVER_SOURCE chooses, or else
// the order of the sources.
func (c *config) askedByEnvironment(getenv func(string) string) error {
	if v := getenv(sourceVariable); v != "" && c.only == "" {
		if err := c.restrict(Source(v), sourceVariable); err != nil {
			return err
		}
	}
	for _, ask := range []struct {
		name     string
		source   Source
		to, from *string
	}{
		{c.kind.DSNVariable(), SourceDSN, &c.dsn, &c.dsnFrom},
		{c.kind.variable("IMAGE"), SourceContainer, &c.image, &c.imageFrom},
		{c.kind.variable("BINDIR"), SourceBinary, &c.binDir, &c.binDirFrom},
	} {
		v := getenv(ask.name)
		if v == "" || *ask.from != "" || c.only != "" && c.only != ask.source {
			continue
		}
		*ask.to, *ask.from = v, ask.name
		if err := c.restrict(ask.source, ask.name); err != nil {
			return err
		}
	}
	return nil
}

// restrict allows one source alone, on behalf of the option or variable from.
func (c *config) restrict(s Source, from string) error {
	switch s {
	case SourceDSN, SourceContainer, SourceBinary:
	default:
		return fmt.Errorf("dbserver: %s is %q, which is no source of servers: set it to %s, %s or %s", from, string(s), SourceDSN, SourceContainer, SourceBinary)
	}
	if c.only == "" {
		c.only, c.onlyFrom = s, from
	}
	return nil
}

// named reports whether a certain server, image or directory was asked for, and
// not just any of a source.
func (c *config) named() bool {
	return c.dsnFrom != "" || c.imageFrom != "" || c.binDirFrom != ""
}

// sources returns what is to be tried, in order.
func (c *config) sources() []Source {
	if c.only != "" {
		return []Source{c.only}
	}
	return []Source{SourceContainer, SourceBinary}
}

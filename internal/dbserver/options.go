package dbserver

import (
	"fmt"
	"time"
)

// DefaultStartTimeout is how long a server may take to answer after its container or
// process was started. The pull of an image does not count.
const DefaultStartTimeout = 5 * time.Minute

// sourceVariable names the environment variable that sets the only source to try.
const sourceVariable = "SORTID_SERVER_SOURCE"

// Options say which server to open and how to start it. The zero value opens
// what the environment asks for, or else a container. At most one of DSN and Image can be set; it decides the source.
type Options struct {
	// DSN is a running server. The account must have the right to create databases.
	DSN string
	// Image is the image of the container to start.
	Image string
	// Source is the only source to try. If it is empty, DSN, Image and the environment
	// decide.
	Source Source
	// Settings holds settings of a server that Open starts, by name: shared_buffers and
	// 128MB, or innodb_buffer_pool_size and 128M. A MySQL or MariaDB setting with an
	// empty value becomes an option without a value, such as --skip-log-bin. A server
	// that is running keeps its settings.
	Settings map[string]string
	// InMemory keeps the data of a container in the memory of the machine, some 200 MB at first, for tests: nothing is
	// flushed to a disk, and nothing is left if the container stops.
	InMemory bool
	// Data, if not nil, is what a container of its image begins with; others ignore it. Settings that only the
	// initialisation takes, such as innodb_page_size, cannot differ from those of the image then.
	Data *Data
	// Direct connects to a container at its own address if this machine reaches it, as on Linux, without the proxy of a
	// published port, which copies each byte: a round trip takes a third of the time. A connection to a container that
	// is gone waits for minutes there, so it is for servers that nobody ends while they are used.
	Direct bool
	// StartTimeout is how long the server may take to answer; 0 or less means
	// [DefaultStartTimeout].
	StartTimeout time.Duration
	// Log, if not nil, receives progress messages, one line per call, on the goroutine
	// that calls Open.
	Log func(line string)
}

// config is what Options and environment ask for together.
type config struct {
	kind Kind
	// only is the only source to try, or empty; onlyFrom names the option or variable
	// that set it.
	only     Source
	onlyFrom string

	dsn, dsnFrom     string
	image, imageFrom string

	settings map[string]string
	inMemory bool
	data     *Data
	direct   bool
	timeout  time.Duration
	log      func(string)
}

// resolve joins options and environment. An option takes precedence over any variable.
func resolve(kind Kind, o Options, getenv func(string) string) (config, error) {
	if err := kind.check(); err != nil {
		return config{}, err
	}
	c := config{kind: kind, image: kind.image(), settings: o.Settings, inMemory: o.InMemory, data: o.Data, direct: o.Direct, timeout: o.StartTimeout, log: o.Log}
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

// askedByOptions applies the Options. Two that contradict each other are an error.
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
	} {
		if ask.value == "" {
			continue
		}
		if c.only != "" && c.only != ask.source {
			return fmt.Errorf("dbserver: %s asks for the source %s, %s for %s: set only one of them", c.onlyFrom, c.only, ask.name, ask.source)
		}
		if err := c.restrict(ask.source, ask.name); err != nil {
			return err
		}
		*ask.to, *ask.from = ask.value, ask.name
	}
	return nil
}

// askedByEnvironment applies the variables that no option overrides. Variables of
// several sources may be set at a time: SORTID_SERVER_SOURCE chooses among them, or else
// the order of the sources does.
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

// restrict sets the only source to try, for the option or variable from.
func (c *config) restrict(s Source, from string) error {
	switch s {
	case SourceDSN, SourceContainer:
	default:
		return fmt.Errorf("dbserver: %s is %q: unknown source of servers: set it to %s or %s", from, string(s), SourceDSN, SourceContainer)
	}
	if c.only == "" {
		c.only, c.onlyFrom = s, from
	}
	return nil
}

// named reports whether a certain server or image was asked for.
func (c *config) named() bool {
	return c.dsnFrom != "" || c.imageFrom != ""
}

// source returns where the server comes from.
func (c *config) source() Source {
	if c.only != "" {
		return c.only
	}
	return SourceContainer
}

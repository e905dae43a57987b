package lease

import (
	"crypto/rand"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
)

const (
	// DefaultTTL is the time to live of a claim if [Config.TTL] does not set it.
	DefaultTTL = 30 * time.Second
	// MinTTL is the least time to live of a claim.
	MinTTL = 100 * time.Millisecond
	// MaxTTL is the greatest time to live of a claim.
	MaxTTL = 24 * time.Hour
)

// Config is how a number is claimed. The zero value is ready to use. All processes that
// share a name must have the same TTL and Margin.
type Config struct {
	// Name is the set of numbers, so that two applications, or two tables of one, can use
	// the same database: 1 to 63 characters a to z, 0 to 9, '.', '_' and '-'. "" means the
	// format's name: "snowish", "ulidflake" or "scru160". Processes whose IDs must differ
	// need the same name.
	Name string
	// TTL is the time after which a claim expires unless it is renewed, [MinTTL] to
	// [MaxTTL]; 0 means [DefaultTTL]. The number of a process that was killed is free after
	// it. A claim is renewed three times within TTL less Margin.
	TTL time.Duration
	// Margin is how long before the end of TTL a generator without a renewal stops making
	// IDs, up to half of TTL; 0 means a tenth of TTL. It must exceed the difference between
	// the clocks of a cluster's servers, and the time within which the program is paused
	// while it makes an ID.
	Margin time.Duration
	// Observe, if not nil, is called for each [Event], by one goroutine at a time. It must
	// return soon and must not call the generator.
	Observe func(Event)
}

var validName = regexp.MustCompile(`^[a-z0-9._-]{1,63}$`)

// complete returns the configuration with its defaults.
func (c Config) complete(format string) (Config, error) {
	if c.Name == "" {
		c.Name = format
	}
	if c.TTL == 0 {
		c.TTL = DefaultTTL
	}
	if c.Margin == 0 {
		c.Margin = c.TTL / 10
	}
	if c.Observe == nil {
		c.Observe = func(Event) {}
	}
	switch {
	case !validName.MatchString(c.Name):
		return c, c.refuse("Name is " + strconv.Quote(c.Name[:min(len(c.Name), 64)]) + ": use 1 to 63 characters a to z, 0 to 9, '.', '_' and '-'")
	case c.TTL < MinTTL || c.TTL > MaxTTL:
		return c, c.refuse(fmt.Sprintf("TTL is %v: use %v to %v", c.TTL, MinTTL, MaxTTL))
	case c.Margin < 0 || c.Margin > c.TTL/2:
		return c, c.refuse(fmt.Sprintf("Margin is %v and TTL is %v: use up to half of TTL", c.Margin, c.TTL))
	}
	return c, nil
}

func (c Config) refuse(detail string) error {
	return fault("claim of a number", id.ErrConfig, detail, nil)
}

// usableFor is how long after the beginning of a claim or a renewal the generator makes IDs.
func (c Config) usableFor() time.Duration { return c.TTL - c.Margin }

// interval is the time between two renewals, and the greatest time for one statement.
func (c Config) interval() time.Duration { return c.usableFor() / 3 }

// retry is the time after which a renewal or a claim that failed is tried again.
func (c Config) retry() time.Duration { return c.interval() / 4 }

// holder names the process, for people who read the table, and differs from that of any other one.
func holder() string {
	host, _ := os.Hostname() // "" if it is unknown
	return holderOf(host, os.Getpid(), strings.ToLower(rand.Text()[:13]))
}

// holderOf cuts the host name, so that the column, of 255 characters, has room for the rest.
func holderOf(host string, pid int, random string) string {
	if host == "" {
		host = "?"
	}
	return host[:min(len(host), 200)] + " " + strconv.Itoa(pid) + " " + random
}

package scalar

import (
	"context"
	"database/sql/driver"
	"fmt"
	"sync"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// flakeSettings holds the arguments of sortid_ulidflake_new_with.
type flakeSettings struct {
	scalability id.Node // not set for the stand-alone layout
	entropy     int
}

// The generators with settings, which all connections of the process share: one
// for each setting, made when it is asked for first.
var (
	flakeGenerators   = cache[flakeSettings, ulidflake.Generator]{}
	snowishGenerators = cache[id.Node, uid11.Generator]{}
	sequential        = uid11.Generator{Profile: uid11.TSSeqRand}
	fullRandom        = uid11.Generator{Profile: uid11.FullRandom}
)

// cache has a value for each key.
type cache[K comparable, V any] struct{ values sync.Map }

func (c *cache[K, V]) get(key K, build func() *V) *V {
	v, ok := c.values.Load(key)
	if !ok {
		v, _ = c.values.LoadOrStore(key, build())
	}
	return v.(*V)
}

// maxWait is how long a generator waits for the clock, as the default generators do.
const maxWait = 10 * time.Second

// newFlake makes a Ulid-Flake with settings, of which NULL stands for the default.
func newFlake(args []driver.Value) (ulidflake.ID, error) {
	settings := flakeSettings{entropy: 1}
	if args[0] != nil {
		n, err := setting("ulidflake", "scalability", args[0], 0, ulidflake.MaxMachine)
		if err != nil {
			return 0, err
		}
		settings.scalability = id.NodeOf(int(n))
	}
	if args[1] != nil {
		most := int64(3)
		if scalable := args[0] != nil; scalable {
			most = 2
		}
		n, err := setting("ulidflake", "entropy_bytes", args[1], 1, most)
		if err != nil {
			return 0, err
		}
		settings.entropy = int(n)
	}
	g := flakeGenerators.get(settings, func() *ulidflake.Generator {
		_, scalable := settings.scalability.Number()
		return &ulidflake.Generator{Scalable: scalable, Machine: settings.scalability, EntropyBytes: settings.entropy}
	})
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	return g.NewWait(ctx)
}

// newSnowish makes a uid11 of the profile Snowish.
func newSnowish(args []driver.Value) (uid11.ID, error) {
	n, err := setting("uid11", "machine", args[0], 0, uid11.MaxMachine)
	if err != nil {
		return 0, err
	}
	machine := id.NodeOf(int(n))
	return snowishGenerators.get(machine, func() *uid11.Generator {
		return &uid11.Generator{Profile: uid11.Snowish, Machine: machine}
	}).New()
}

// setting reads a generator's setting.
func setting(library, name string, v driver.Value, least, most int64) (int64, error) {
	n, ok := v.(int64)
	if !ok || n < least || n > most {
		return 0, fmt.Errorf("%s: %s %s: invalid setting: use %d to %d", library, name, literal(v), least, most)
	}
	return n, nil
}

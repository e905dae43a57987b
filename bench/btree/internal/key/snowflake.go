package key

import (
	"database/sql/driver"
	"fmt"
	"sync"
	"time"

	"github.com/bwmarrin/snowflake"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// newSnowflake uses one node of bwmarrin/snowflake for each source. Its clock cannot be set:
// the timestamps of keys that are ahead are moved instead, and with another clock than the
// system's a node makes the same keys by itself.
func newSnowflake(o Options) Source {
	number := int64(o.Number) % (1 << snowflake.NodeBits)
	s := &generated[counter64]{
		name: "snowflake", clock: o.clock(), tick: time.Millisecond,
		wrap: func(v counter64) driver.Valuer { return sqltype.Int64[counter64]{V: v} },
	}
	if o.Clock != nil {
		s.make = (&node{number: number, now: o.now()}).next
		return s
	}
	peer, err := snowflake.NewNode(number)
	s.make = func() (counter64, error) {
		if err != nil {
			return 0, err
		}
		return counter64(peer.Generate()), nil
	}
	return s
}

// node makes Snowflakes as a node of bwmarrin/snowflake does: the milliseconds since Epoch,
// the node's number, and a step that counts within a millisecond.
type node struct {
	number int64
	now    func() time.Time

	mu           sync.Mutex
	millis, step int64
}

// next returns the next key, or id.ErrExhausted if the millisecond has none left.
func (n *node) next() (counter64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := n.now().UnixMilli() - snowflake.Epoch
	switch {
	case now != n.millis:
		n.millis, n.step = now, 0
	case n.step == 1<<snowflake.StepBits-1:
		return 0, fmt.Errorf("snowflake: millisecond %d: %w", now, id.ErrExhausted)
	default:
		n.step++
	}
	return counter64(now<<(snowflake.NodeBits+snowflake.StepBits) | n.number<<snowflake.StepBits | n.step), nil
}

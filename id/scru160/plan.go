package scru160

import (
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/fault"
)

const (
	defaultBits = 16 // the width of the counter field
	altBits     = 6  // the part of it that counts in the alternative usage
	fieldBits   = 16 // the width of random16
)

// plan is the layout that follows from a generator's settings. A tick is a
// millisecond, or a microsecond in the alternative counter usage. The field random16
// has the parts
//
//	 15                                            0
//	+--------------+------------+-------------------+
//	| more counter | node       | random            |
//	+--------------+------------+-------------------+
type plan struct {
	unit    time.Duration // the duration of a tick
	first   int64         // the first tick that is not reserved
	span    uint64        // from there to the last one
	layout  clock.Layout  // of the counter that counts within a tick
	initial uint64        // the bits of its random initial value
	more    uint8         // the number of its bits in random16
	node    uint32        // the node number, in its place in random16
	random  uint32        // the bits of random16 that are random
}

// newPlan checks the settings of a generator.
func newPlan(g *Generator) (*plan, error) {
	width := defaultBits + g.CounterBits
	node, isSet := g.Node.Number()
	if g.Micros {
		width = altBits + g.CounterBits
	}
	switch {
	case g.CounterBits < 0 || g.CounterBits > fieldBits:
		return nil, settingFault("CounterBits", g.CounterBits, "use 0 to 16, the bits of random16")
	case g.NodeBits < 0 || g.NodeBits > fieldBits-g.CounterBits:
		return nil, settingFault("NodeBits", g.NodeBits,
			"use 0 to "+strconv.Itoa(fieldBits-g.CounterBits)+", the bits of random16 less CounterBits")
	case g.NodeBits > 0 && !isSet:
		return nil, settingFault("NodeBits", g.NodeBits,
			"Node is not set: set it to id.NodeOf(n), with another n for each generator that runs at the same time")
	case isSet && (g.NodeBits == 0 || node>>g.NodeBits != 0):
		return nil, settingFault("Node", node, "it does not fit NodeBits, which is "+strconv.Itoa(g.NodeBits))
	case g.Headroom < 0 || g.Headroom >= width:
		return nil, settingFault("Headroom", g.Headroom, "use 0 to "+strconv.Itoa(width-1)+
			", less than the "+strconv.Itoa(width)+" bits of the counter")
	}
	free := fieldBits - g.CounterBits - g.NodeBits
	p := &plan{
		unit:  time.Millisecond,
		first: 1,
		span:  MaxTimestamp - 2,
		// Four bits or more are the guard that clock.Layout asks for.
		layout:  clock.Layout{Bits: uint8(max(width+4, 20)), Max: 1<<width - 1},
		initial: 1<<(width-1-g.Headroom) - 1,
		more:    uint8(g.CounterBits),
		node:    uint32(node) << free,
		random:  1<<free - 1,
	}
	if g.Micros {
		p.unit, p.first, p.span = time.Microsecond, 1000, (MaxTimestamp-1)*1000-1
	}
	return p, nil
}

func settingFault(name string, value int, detail string) error {
	return fault.Generate(format, "new ID", id.ErrConfig, name+" is "+strconv.Itoa(value)+": "+detail, nil)
}

// covers reports whether generators may use the tick now.
func (p *plan) covers(now int64) bool { return uint64(now-p.first) <= p.span }

// time returns the beginning of a tick.
func (p *plan) time(now int64) time.Time {
	if p.unit == time.Microsecond {
		return time.UnixMicro(now)
	}
	return time.UnixMilli(now)
}

// check returns an error if the plan does not cover the tick now (section Reserved
// IDs).
func (p *plan) check(now int64) error {
	at := p.time(now)
	switch {
	case p.covers(now):
		return nil
	case at.Before(minTime) || at.After(maxTime.Add(time.Millisecond-1)):
		return fault.Range(format, at, minTime, maxTime, id.ErrRange)
	}
	return fault.Generate(format, "new ID", id.ErrReserved, "the clock shows "+at.UTC().Format(time.RFC3339Nano)+
		", and generators must not use the first and the last millisecond of the format: set the clock right", nil)
}

// words returns the words of an ID for [ID.set]: of a tick, the number within it, and
// 96 random bits, 32 of them in the low half of hi.
func (p *plan) words(tick int64, number, hi, lo uint64) (uint32, uint64, uint64) {
	if p.unit == time.Microsecond {
		number |= uint64(tick%1000) << (altBits + p.more)
		tick /= 1000
	}
	// The counter and random16 as one field, so that the counter can extend into it.
	field := uint32(number)<<(fieldBits-p.more) | p.node | uint32(hi>>16)&p.random
	return uint32(tick >> 16), uint64(tick)<<48 | uint64(field)<<16 | hi&0xFFFF, lo
}

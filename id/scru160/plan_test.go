package scru160_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

// TestLayoutOfExtension: counter bits first, then the node, then randomness.
func TestLayoutOfRandom16(t *testing.T) {
	for _, tt := range []struct {
		name     string
		g        *scru160.Generator
		ones     uint16 // random16 and counter of the first ID, with all random bits set
		counter  uint16
		zeros    uint16 // with none set
		second   uint16 // random16 of the ID after it
		counter2 uint16
	}{
		{"default", &scru160.Generator{}, 0xFFFF, 0x7FFF, 0, 0, 1},
		{"node", &scru160.Generator{NodeBits: 10, Node: id.NodeOf(0x155)}, 0x557F, 0x7FFF, 0x5540, 0x5540, 1},
		{"node of 16 bits", &scru160.Generator{NodeBits: 16, Node: id.NodeOf(0xBEEF)}, 0xBEEF, 0x7FFF, 0xBEEF, 0xBEEF, 1},
		{"node 0", &scru160.Generator{NodeBits: 8, Node: id.NodeOf(0)}, 0x00FF, 0x7FFF, 0, 0, 1},
		{"longer counter", &scru160.Generator{CounterBits: 4}, 0xFFFF, 0x7FFF, 0, 0x1000, 0},
		{"counter of 32 bits", &scru160.Generator{CounterBits: 16}, 0xFFFF, 0x7FFF, 0, 1, 0},
		{"longer counter and node", &scru160.Generator{CounterBits: 4, NodeBits: 8, Node: id.NodeOf(0xA5)}, 0xFA5F, 0x7FFF, 0x0A50, 0x1A50, 0},
		{"longer counter and node fill it", &scru160.Generator{CounterBits: 8, NodeBits: 8, Node: id.NodeOf(0xA5)}, 0xFFA5, 0x7FFF, 0x00A5, 0x01A5, 0},
		{"headroom", &scru160.Generator{Headroom: 1}, 0xFFFF, 0x3FFF, 0, 0, 1},
		{"all the headroom", &scru160.Generator{Headroom: 15}, 0xFFFF, 0, 0, 0, 1},
		{"headroom of a longer counter", &scru160.Generator{CounterBits: 4, Headroom: 16}, 0x7FFF, 0, 0, 0x1000, 0},
		{"micros", &scru160.Generator{Micros: true}, 0xFFFF, 7<<6 | 31, 0, 0, 7<<6 | 1},
		{"micros, longer counter", &scru160.Generator{Micros: true, CounterBits: 2}, 0xFFFF, 7<<6 | 31, 0, 0x4000, 7 << 6},
		{"micros, headroom", &scru160.Generator{Micros: true, Headroom: 5}, 0xFFFF, 7 << 6, 0, 0, 7<<6 | 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := idtest.NewClock(time.UnixMicro(1_007))
			one := copyOf(tt.g)
			one.Clock, one.Rand = c.Read, idtest.Repeat(0xFF)
			if x := idtest.Must(one.New()); x.Extension() != tt.ones || x.Counter() != tt.counter {
				t.Errorf("with randomness of ones: random16 %04x, counter %04x, want %04x and %04x", x.Extension(), x.Counter(), tt.ones, tt.counter)
			}
			null := copyOf(tt.g)
			null.Clock, null.Rand = c.Read, idtest.Repeat(0)
			base := uint16(0)
			if tt.g.Micros {
				base = 7 << 6
			}
			if x := idtest.Must(null.New()); x.Extension() != tt.zeros || x.Counter() != base {
				t.Errorf("with randomness of zeros: random16 %04x, counter %04x, want %04x", x.Extension(), x.Counter(), tt.zeros)
			}
			if x := idtest.Must(null.New()); x.Extension() != tt.second || x.Counter() != tt.counter2 {
				t.Errorf("the second ID: random16 %04x, counter %04x, want %04x and %04x", x.Extension(), x.Counter(), tt.second, tt.counter2)
			}
		})
	}
}

// copyOf returns a generator of the same settings.
func copyOf(g *scru160.Generator) *scru160.Generator {
	return &scru160.Generator{
		Micros: g.Micros, CounterBits: g.CounterBits, Headroom: g.Headroom, NodeBits: g.NodeBits, Node: g.Node,
	}
}

func TestSettings(t *testing.T) {
	for name, g := range map[string]*scru160.Generator{
		"CounterBits is -1:":             {CounterBits: -1},
		"CounterBits is 17:":             {CounterBits: 17},
		"NodeBits is -1:":                {NodeBits: -1},
		"NodeBits is 17:":                {NodeBits: 17},
		"NodeBits is 9:":                 {NodeBits: 9, CounterBits: 8},
		"NodeBits is 1:":                 {NodeBits: 1, CounterBits: 16},
		"NodeBits is 8:":                 {NodeBits: 8},
		"NodeBits is 1: Node is not set": {NodeBits: 1},
		"NodeBits is 4:":                 {NodeBits: 4, CounterBits: 12},
		"Node is 0:":                     {Node: id.NodeOf(0)},
		"Node is 1:":                     {Node: id.NodeOf(1)},
		"Node is -1:":                    {Node: id.NodeOf(-1), NodeBits: 16},
		"Node is 65536:":                 {Node: id.NodeOf(65536), NodeBits: 16},
		"Node is 1024:":                  {Node: id.NodeOf(1024), NodeBits: 10},
		"Headroom is -1:":                {Headroom: -1},
		"Headroom is 16: use 0 to 15, less than the 16 bits of the counter": {Headroom: 16},
		"Headroom is 32:":     {Headroom: 32, CounterBits: 16},
		"Headroom is 6:":      {Headroom: 6, Micros: true},
		"Headroom is 22:":     {Headroom: 22, CounterBits: 16, Micros: true},
		"CounterBits is 100:": {CounterBits: 100, NodeBits: -100},
	} {
		g.Clock, g.Rand = idtest.NewClock(time.UnixMicro(1_000)).Read, idtest.Repeat(0)
		for range 2 {
			x, err := g.New()
			var e *id.GenerateError
			if !errors.Is(err, id.ErrConfig) || !errors.As(err, &e) || !x.IsZero() || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v, %v", name, x, err)
			}
		}
	}
	for name, g := range map[string]*scru160.Generator{
		"the widest counter":         {CounterBits: 16, Headroom: 31},
		"the widest of microseconds": {CounterBits: 16, Headroom: 21, Micros: true},
		"the widest node":            {NodeBits: 16, Node: id.NodeOf(0xFFFF)},
	} {
		if x, err := g.New(); err != nil || x.IsReserved() {
			t.Errorf("%s: %v, %v", name, x, err)
		}
	}
}

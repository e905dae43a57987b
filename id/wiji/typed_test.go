package wiji_test

import (
	"testing"
	"time"

	"github.com/sortid/sortid/id/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/wiji"
)

type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

// typedFormat returns the format of the typed IDs of a kind whose prefix has n characters.
func typedFormat[K any](n int) idtest.Format[wiji.For[K]] {
	return idtest.Format[wiji.For[K]]{
		Name: "wiji", Size: 16, TextSize: n + 26, Resolution: time.Microsecond,
		First: time.UnixMicro(0), Last: time.UnixMicro(wiji.MaxTextTimestamp),
		Monotonic: true,
		New:       wiji.NewFor[K], Parse: wiji.ParseFor[K], MustParse: wiji.MustParseFor[K],
		FromBytes: wiji.FromBytesFor[K], Valid: wiji.ValidFor[K],
		Min:   func() wiji.For[K] { return wiji.For[K](wiji.Min()) },
		Max:   func() wiji.For[K] { return wiji.For[K](wiji.Max()) },
		MinAt: wiji.MinAtFor[K], MaxAt: wiji.MaxAtFor[K],
		Generator: func(clock func() time.Time) func() (wiji.For[K], error) {
			g := &wiji.Generator{Clock: clock}
			return func() (wiji.For[K], error) {
				x, err := g.New()
				return wiji.For[K](x), err
			}
		},
		Readers: map[string]func(string) error{"UnmarshalParam": new(wiji.For[K]).UnmarshalParam},
	}
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user](0)) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order](len("order_"))) })
}

func TestTypedMethods(t *testing.T) {
	ids := []wiji.ID{wiji.New(), wiji.Min(), wiji.Max(), {}}
	typedtest.Methods[wiji.ID, wiji.For[user]](t, ids)
	typedtest.Unprefixed[wiji.ID, wiji.For[order]](t, ids)
}

func TestParam(t *testing.T) {
	typedtest.Param(t, wiji.New())
	typedtest.Param(t, wiji.NewFor[user]())
	typedtest.Param(t, wiji.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user](0)) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order](len("order_"))) })
}

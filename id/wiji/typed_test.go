package wiji_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/wiji"
)

// The kinds of typed IDs: without and with a prefix.
type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

func typedFormat[K any](mark string) idtest.Format[wiji.For[K]] {
	return typedtest.Format(format(), mark, typedtest.Functions[wiji.For[K]]{
		New: wiji.NewFor[K], Parse: wiji.ParseFor[K],
	})
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user]("")) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order]("order_")) })
}

func TestTypedMethods(t *testing.T) {
	ids := []wiji.ID{wiji.New(), wiji.Min(), wiji.Max(), {}}
	typedtest.Methods[wiji.ID, wiji.For[user]](t, ids)
	typedtest.Unprefixed[wiji.ID, wiji.For[order]](t, ids)
}

func TestTypedText(t *testing.T) {
	typedtest.Text(t, format(), "order_", wiji.ParseFor[order])
}

func TestParam(t *testing.T) {
	typedtest.Param(t, wiji.New())
	typedtest.Param(t, wiji.NewFor[user]())
	typedtest.Param(t, wiji.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user]("")) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order]("order_")) })
}

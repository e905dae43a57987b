package scru160_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/scru160"
)

// The kinds of typed IDs: without and with a prefix.
type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

func typedFormat[K any](mark string) idtest.Format[scru160.For[K]] {
	return typedtest.Format(format(), mark, typedtest.Functions[scru160.For[K]]{
		New: scru160.NewFor[K], Parse: scru160.ParseFor[K],
	})
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user]("")) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order]("order_")) })
}

func TestTypedMethods(t *testing.T) {
	ids := []scru160.ID{scru160.New(), scru160.Min(), scru160.Max(), {}}
	typedtest.Methods[scru160.ID, scru160.For[user]](t, ids)
	typedtest.Unprefixed[scru160.ID, scru160.For[order]](t, ids)
}

func TestTypedText(t *testing.T) {
	typedtest.Text(t, format(), "order_", scru160.ParseFor[order])
}

func TestParam(t *testing.T) {
	typedtest.Param(t, scru160.New())
	typedtest.Param(t, scru160.NewFor[user]())
	typedtest.Param(t, scru160.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user]("")) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order]("order_")) })
}

package ulidflake_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/ulidflake"
)

// The kinds of typed IDs: without and with a prefix.
type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

func typedFormat[K any](mark string) idtest.Format[ulidflake.For[K]] {
	return typedtest.Format(format(), mark, typedtest.Functions[ulidflake.For[K]]{
		New: ulidflake.NewFor[K], Parse: ulidflake.ParseFor[K],
	})
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user]("")) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order]("order_")) })
}

func TestTypedMethods(t *testing.T) {
	ids := []ulidflake.ID{ulidflake.New(), ulidflake.Min(), ulidflake.Max(), 0}
	typedtest.Methods[ulidflake.ID, ulidflake.For[user]](t, ids)
	typedtest.Unprefixed[ulidflake.ID, ulidflake.For[order]](t, ids)
}

func TestTypedText(t *testing.T) {
	typedtest.Text(t, format(), "order_", ulidflake.ParseFor[order])
}

func TestParam(t *testing.T) {
	typedtest.Param(t, ulidflake.New())
	typedtest.Param(t, ulidflake.NewFor[user]())
	typedtest.Param(t, ulidflake.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user]("")) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order]("order_")) })
}

package uid11_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/uid11"
)

// The kinds of typed IDs: without and with a prefix.
type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

func typedFormat[K any](mark string) idtest.Format[uid11.For[K]] {
	return typedtest.Format(format(), mark, typedtest.Functions[uid11.For[K]]{
		New: uid11.NewFor[K], Parse: uid11.ParseFor[K],
	})
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user]("")) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order]("order_")) })
}

func TestTypedMethods(t *testing.T) {
	ids := []uid11.ID{uid11.New(), uid11.Min(), uid11.Max(), 0}
	typedtest.Methods[uid11.ID, uid11.For[user]](t, ids)
	typedtest.Unprefixed[uid11.ID, uid11.For[order]](t, ids)
}

func TestTypedText(t *testing.T) {
	typedtest.Text(t, format(), "order_", uid11.ParseFor[order])
}

func TestParam(t *testing.T) {
	typedtest.Param(t, uid11.New())
	typedtest.Param(t, uid11.NewFor[user]())
	typedtest.Param(t, uid11.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user]("")) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order]("order_")) })
}

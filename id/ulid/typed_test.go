package ulid_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/ulid"
)

// The kinds of typed IDs: without and with a prefix.
type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

func typedFormat[K any](mark string) idtest.Format[ulid.For[K]] {
	return typedtest.Format(format(true), mark, typedtest.Functions[ulid.For[K]]{
		New: ulid.NewFor[K], Parse: ulid.ParseFor[K],
	})
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user]("")) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order]("order_")) })
}

func TestTypedMethods(t *testing.T) {
	ids := []ulid.ID{ulid.New(), ulid.Min(), ulid.Max(), {}}
	typedtest.Methods[ulid.ID, ulid.For[user]](t, ids)
	typedtest.Unprefixed[ulid.ID, ulid.For[order]](t, ids)
}

func TestTypedText(t *testing.T) {
	typedtest.Text(t, format(true), "order_", ulid.ParseFor[order])
}

func TestParam(t *testing.T) {
	typedtest.Param(t, ulid.New())
	typedtest.Param(t, ulid.NewFor[user]())
	typedtest.Param(t, ulid.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user]("")) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order]("order_")) })
}

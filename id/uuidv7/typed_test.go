package uuidv7_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/internal/typedtest"
	"github.com/sortid/sortid/id/uuidv7"
)

// The kinds of typed IDs: without and with a prefix.
type (
	user  struct{ _ [1000]byte }
	order struct{}
)

func (*order) IDPrefix() string { return "order" }

func typedFormat[K any](mark string) idtest.Format[uuidv7.For[K]] {
	f := format()
	if mark != "" {
		f.TextSize = 26 // of a TypeID, without the prefix
	}
	return typedtest.Format(f, mark, typedtest.Functions[uuidv7.For[K]]{
		New: uuidv7.NewFor[K], Parse: uuidv7.ParseFor[K],
	})
}

func TestConformanceTyped(t *testing.T) {
	t.Run("plain", func(t *testing.T) { idtest.Run(t, typedFormat[user]("")) })
	t.Run("prefix", func(t *testing.T) { idtest.Run(t, typedFormat[order]("order_")) })
}

func TestTypedMethods(t *testing.T) {
	ids := []uuidv7.ID{uuidv7.New(), uuidv7.Min(), uuidv7.Max(), {}}
	typedtest.Methods[uuidv7.ID, uuidv7.For[user]](t, ids)
	typedtest.Unprefixed[uuidv7.ID, uuidv7.For[order]](t, ids)
}

func TestParam(t *testing.T) {
	typedtest.Param(t, uuidv7.New())
	typedtest.Param(t, uuidv7.NewFor[user]())
	typedtest.Param(t, uuidv7.NewFor[order]())
}

func BenchmarkTyped(b *testing.B) {
	b.Run("plain", func(b *testing.B) { idtest.Bench(b, typedFormat[user]("")) })
	b.Run("prefix", func(b *testing.B) { idtest.Bench(b, typedFormat[order]("order_")) })
}

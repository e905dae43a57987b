package peers

import (
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

// BenchmarkTyped compares typed IDs with plain ones: "user" is a kind without a prefix.
func BenchmarkTyped(b *testing.B) {
	type user struct{}
	x := wiji.New()
	text := x.String()
	plain, plainParse := appendOf(x), loop(func() wiji.ID { y, _ := wiji.Parse(text); return y })
	b.Run("text/without-prefix", func(b *testing.B) { against(b, 1, appendOf(wiji.For[user](x)), plain) })
	b.Run("text/prefix", func(b *testing.B) { against(b, 1.5, appendOf(wiji.For[account](x)), plain) })
	b.Run("parse/without-prefix", func(b *testing.B) {
		against(b, 1, loop(func() wiji.For[user] { y, _ := wiji.ParseFor[user](text); return y }), plainParse)
	})
	prefixed := wiji.For[account](x).String()
	b.Run("parse/prefix", func(b *testing.B) {
		against(b, 1.5, loop(func() wiji.For[account] { y, _ := wiji.ParseFor[account](prefixed); return y }), plainParse)
	})
}

// appendOf makes a turn that writes the text of an ID.
func appendOf[T interface{ AppendText([]byte) ([]byte, error) }](x T) func(int) {
	return func(n int) {
		buf := make([]byte, 0, 64)
		for range n {
			buf, _ = x.AppendText(buf[:0])
		}
	}
}

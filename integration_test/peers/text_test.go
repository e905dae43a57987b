package peers

import (
	"math/big"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
)

// The loops of the codecs are written out: a call through a function value would
// take a tenth of what is measured.

func BenchmarkEncode(b *testing.B) {
	w, u, o, g := wiji.New(), ulid.New(), oklog.Make(), google.New()
	marshalTo := func(n int) {
		x, dst := o, make([]byte, 26)
		for range n {
			_ = x.MarshalTextTo(dst)
		}
	}
	googleString := func(n int) {
		x := g
		for range n {
			text = x.String()
		}
	}
	b.Run("wiji/oklog", func(b *testing.B) {
		against(b, 0.5, func(n int) {
			x, buf := w, make([]byte, 0, 64)
			for range n {
				buf, _ = x.AppendText(buf[:0])
			}
		}, marshalTo)
	})
	b.Run("ulid/oklog", func(b *testing.B) {
		against(b, 0.5, func(n int) {
			x, buf := u, make([]byte, 0, 64)
			for range n {
				buf, _ = x.AppendText(buf[:0])
			}
		}, marshalTo)
	})
	b.Run("wiji-string/oklog", func(b *testing.B) { against(b, 0, loop(w.String), loop(o.String)) })
	// google/uuid has no way to append: its text always takes an allocation.
	b.Run("wiji-uuid/google", func(b *testing.B) {
		against(b, 0.3, func(n int) {
			x, buf := w, make([]byte, 0, 64)
			for range n {
				buf = x.AppendUUID(buf[:0])
			}
		}, googleString)
	})
	b.Run("wiji-uuid-string/google", func(b *testing.B) {
		against(b, 0, func(n int) {
			x := w
			for range n {
				text = x.UUID()
			}
		}, googleString)
	})
}

// text keeps strings alive, so that they are really allocated.
var text string

func BenchmarkParse(b *testing.B) {
	w, u, g := wiji.New(), ulid.New(), google.New()
	wt, ut, wu, gt := w.String(), u.String(), w.UUID(), g.String()
	strict := func(n int) {
		var x oklog.ULID
		for range n {
			x, _ = oklog.ParseStrict(ut)
		}
		sinkOklog = x
	}
	uuid := func(n int) {
		var x wiji.ID
		for range n {
			x, _ = wiji.Parse(wu)
		}
		sinkWiji = x
	}
	b.Run("wiji/oklog-strict", func(b *testing.B) {
		against(b, 0.4, func(n int) {
			var x wiji.ID
			for range n {
				x, _ = wiji.Parse(wt)
			}
			sinkWiji = x
		}, strict)
	})
	b.Run("ulid/oklog-strict", func(b *testing.B) {
		against(b, 0.4, func(n int) {
			var x ulid.ID
			for range n {
				x, _ = ulid.Parse(ut)
			}
			sinkULID = x
		}, strict)
	})
	b.Run("wiji-uuid/google", func(b *testing.B) {
		against(b, 0.4, uuid, func(n int) {
			var x google.UUID
			for range n {
				x, _ = google.Parse(gt)
			}
			sinkGoogle = x
		})
	})
	b.Run("wiji-uuid/gofrs", func(b *testing.B) {
		against(b, 0, uuid, loop(func() gofrs.UUID { x, _ := gofrs.FromString(gt); return x }))
	})
}

var (
	sinkWiji   wiji.ID
	sinkULID   ulid.ID
	sinkOklog  oklog.ULID
	sinkGoogle google.UUID
)

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// bigEncode is Base58 as the libraries for any length do it, with math/big.
func bigEncode(v uint64) string {
	x, mod, radix := new(big.Int).SetUint64(v), new(big.Int), big.NewInt(58)
	var out [11]byte
	for i := range out {
		x.DivMod(x, radix, mod)
		out[len(out)-1-i] = base58[mod.Int64()]
	}
	return string(out[:])
}

func bigDecode(s string) uint64 {
	x, radix := new(big.Int), big.NewInt(58)
	for i := range len(s) {
		for v := range int64(58) {
			if base58[v] == s[i] {
				x.Add(x.Mul(x, radix), big.NewInt(v))
				break
			}
		}
	}
	return x.Uint64()
}

func BenchmarkBase58(b *testing.B) {
	x := uid11.New()
	s := x.String()
	if bigEncode(uint64(x)) != s || bigDecode(s) != uint64(x) {
		b.Fatalf("the implementation with math/big disagrees: %s, %s", bigEncode(uint64(x)), s)
	}
	b.Run("encode/math-big", func(b *testing.B) {
		against(b, 1.0/5, loop(x.String), loop(func() string { return bigEncode(uint64(x)) }))
	})
	b.Run("decode/math-big", func(b *testing.B) {
		against(b, 1.0/5, loop(func() uid11.ID { y, _ := uid11.Parse(s); return y }), loop(func() uint64 { return bigDecode(s) }))
	})
}

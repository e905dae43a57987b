package answer

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

func TestRatioText(t *testing.T) {
	for q, want := range map[float64]string{
		0.004: "0.00x", 0.36: "0.36x", 9.99: "9.99x", 9.994: "9.99x", 9.995: "10.0x", 9.999: "10.0x", 12.34: "12.3x", 99.94: "99.9x", 99.95: "100x", 99.96: "100x",
		640: "640x", 999.4: "999x", 999.5: "1.0kx", 1234: "1.2kx",
	} {
		if got := ratioText(q); got != want {
			t.Errorf("ratioText(%v) = %s, want %s", q, got, want)
		}
	}
}

func TestSizeText(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0 B", 7.6: "8 B", 1023: "1023 B", 1024: "1.00 KiB", 9.99 * 1024: "9.99 KiB", 10 * 1024: "10.0 KiB", 99.9 * 1024: "99.9 KiB", 100 * 1024: "100 KiB",
		1 << 20: "1.00 MiB", 1 << 30: "1.00 GiB", 1 << 40: "1.00 TiB", 1 << 50: "1024 TiB",
	} {
		if got := sizeText(v); got != want {
			t.Errorf("sizeText(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Margin, "5 %"},
		{between("3", "3"), "3"}, {between("3", "4"), "3 to 4"},
		{Settings(nil), ""}, {Settings([]engine.Setting{{Name: "fsync", Value: "on"}, {Name: "wal", Value: "replica"}}), "fsync on, wal replica"},
		{Heading(metric.Named(metric.TransactionP50)), "latency, p50 ms"}, {Heading(metric.Named(metric.LeafPages)), "leaf pages"},
		{Heading(metric.Named(metric.LogBytes)), "log B/row"}, {LegendHeading(metric.Metric{Head: "check-\npoint\n/row a\nb"}), "checkpoint/row a b"},
		{asSubject([]string{"a"}), "a is"}, {asSubject([]string{"a", "b"}), "a and b are"},
		{decided([]string{"size"}), "Size is decided"}, {decided([]string{"size", "order"}), "Size and order are decided"},
		{pages(1234.4), "1,234"}, {pages(1234.5), "1,235"},
		{parenthesized("7", true), "(7)"}, {parenthesized("7", false), "7"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

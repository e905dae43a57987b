package price

import (
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

func TestParse(t *testing.T) {
	for s, want := range map[string]Price{
		"gib=0.12": {GiB: .12}, "gib=0.12,million-io=0.2,iops=0.065": {.12, .2, .065}, "iops=1e-3, gib=2": {GiB: 2, IOPS: .001},
	} {
		p, err := Parse(s)
		if err != nil || p != want || p.Zero() {
			t.Errorf("%q: %+v, %v", s, p, err)
		}
		if again, err := Parse(p.String()); err != nil || again != p {
			t.Errorf("%q comes back as %+v, %v", p.String(), again, err)
		}
	}
	for s, want := range map[string]string{
		"": "not a price", "0.12": "not a price", "gb=1": `"gb=1" is not a price`, "gib": "more than 0", "gib=": "more than 0", "gib=0": "more than 0",
		"gib=-1": "more than 0", "gib=NaN": "more than 0", "gib=Inf": "more than 0", "gib=1e999": "more than 0", "gib=1€": `"1€"`,
		"gib=1,gib=2": "gib is given twice", "gib=1,": "not a price",
	} {
		if p, err := Parse(s); err == nil || !strings.Contains(err.Error(), want) || !p.Zero() {
			t.Errorf("%q: %+v, %v; want %s", s, p, err, want)
		}
	}
}

// A billion rows of 64 bytes are 59.6 GiB. With half a page a row they take 500 million
// pages, 190 a second.
func TestMonth(t *testing.T) {
	r := metric.Readings{
		metric.BytesPerRow: metric.Value(64), metric.PagesRead: metric.Value(.3), metric.FilePagesWritten: metric.Value(.2),
		metric.PagesWritten: metric.Value(7),
	}
	for s, want := range map[string]float64{
		"gib=0.1": 5.96046, "million-io=0.2": 100, "iops=0.5": 95.0644, "gib=0.1,million-io=0.2,iops=0.5": 201.0249,
	} {
		p, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Month(r); got.Missing != "" || math.Abs(got.Value-want) > 1e-4*want {
			t.Errorf("%s: %+v, want %v", s, got, want)
		}
	}
	log := metric.Readings{metric.PagesRead: metric.Value(0), metric.FilePagesWritten: metric.Missing("none"), metric.PagesWritten: metric.Value(.5)}
	if got := (Price{MillionIO: .2}).Month(log); got.Value != 100 {
		t.Errorf("pages of the log: %+v", got)
	}
	for name, missing := range map[string]Price{metric.BytesPerRow: {GiB: 1}, metric.PagesRead: {IOPS: 1}} {
		less := metric.Readings{metric.FilePagesWritten: metric.Value(1), metric.BytesPerRow: metric.Value(1), metric.PagesRead: metric.Value(1)}
		less[name] = metric.Missing("hidden " + name)
		if got := missing.Month(less); got.Missing != "hidden "+name {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := (Price{GiB: 1}).Month(metric.Readings{metric.BytesPerRow: metric.Value(0)}); got.Missing != "" {
		t.Errorf("storage alone: %+v", got)
	}
}

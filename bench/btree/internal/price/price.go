// Package price computes what a billion rows cost a month, at prices that a user gives.
package price

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Price is what a user pays, in any currency. The zero value has no prices.
type Price struct {
	// GiB is the price of a GiB of storage for a month.
	GiB float64 `json:"gib_month,omitempty"`
	// MillionIO is the price of a million reads and writes of pages.
	MillionIO float64 `json:"million_io,omitempty"`
	// IOPS is the price of one read or write of a page per second, provisioned for a month.
	IOPS float64 `json:"iops_month,omitempty"`
}

const (
	billion = 1e9
	million = 1e6
	gib     = 1 << 30
	// monthSeconds is the length of a month: a twelfth of 365.25 days.
	monthSeconds = 365.25 / 12 * 24 * 60 * 60
)

// names are the prices in the order of String.
func (p *Price) names() []struct {
	name string
	to   *float64
} {
	return []struct {
		name string
		to   *float64
	}{{"gib", &p.GiB}, {"million-io", &p.MillionIO}, {"iops", &p.IOPS}}
}

// Parse reads prices such as "gib=0.12,million-io=0.2".
func Parse(s string) (Price, error) {
	var p Price
	for part := range strings.SplitSeq(s, ",") {
		if err := p.set(part); err != nil {
			return Price{}, err
		}
	}
	return p, nil
}

// set reads one price.
func (p *Price) set(part string) error {
	name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
	for _, n := range p.names() {
		if n.name != name {
			continue
		}
		v, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil || !(v > 0) || math.IsInf(v, 0):
			return fmt.Errorf("%s is %q: it must be a number more than 0, such as %s=0.12", name, value, name)
		case *n.to != 0:
			return fmt.Errorf("%s is given twice: give it once", name)
		}
		*n.to = v
		return nil
	}
	return fmt.Errorf("%q is not a price: give gib=, million-io= or iops= with a number, such as gib=0.12,million-io=0.2", part)
}

// Zero reports whether there are no prices.
func (p Price) Zero() bool { return p == Price{} }

// String writes the prices as Parse reads them.
func (p Price) String() string {
	var list []string
	for _, n := range p.names() {
		if *n.to != 0 {
			list = append(list, n.name+"="+strconv.FormatFloat(*n.to, 'g', -1, 64))
		}
	}
	return strings.Join(list, ",")
}

// Storage returns the price of so many bytes for a month.
func (p Price) Storage(bytes float64) float64 { return bytes / gib * p.GiB }

// Month returns the cost of a month of the tree of a billion rows, into which a billion rows
// are inserted in that month. The readings have the bytes of the tree and the pages that are
// read and written for a row.
func (p Price) Month(r metric.Readings) metric.Reading {
	var sum float64
	if p.GiB > 0 {
		size := r.Get(metric.BytesPerRow)
		if size.Missing != "" {
			return size
		}
		sum += p.Storage(size.Value * billion)
	}
	if p.MillionIO == 0 && p.IOPS == 0 {
		return metric.Value(sum)
	}
	read, written := r.Get(metric.PagesRead), r.Get(metric.FilePagesWritten)
	if written.Missing != "" {
		written = r.Get(metric.PagesWritten)
	}
	switch {
	case read.Missing != "":
		return read
	case written.Missing != "":
		return written
	}
	pages := (read.Value + written.Value) * billion
	return metric.Value(sum + pages/million*p.MillionIO + pages/monthSeconds*p.IOPS)
}

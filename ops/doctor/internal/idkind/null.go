package idkind

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// null is the model of a business key that the evidence for a kind must refute: each place,
// a character of the text or half a byte, has the values that it has in the column, and they do not
// depend on each other. So what is constant in the column, such as a prefix, is evidence once
// and not in each value.
type null struct {
	values   []decoded // of one length
	shuffled [][]byte  // values of the model; see shuffle
	varies   []byte    // the bits that are not the same in all values
	decode   func(text string) []byte
}

// shuffles is how many values of the model there are for each value.
const shuffles = 4

// nullOf returns the model of values of one length, whose texts decode reads.
func nullOf(values []decoded, decode func(text string) []byte) null {
	m := null{values: values, varies: make([]byte, len(values[0].raw)), decode: decode}
	for _, v := range values {
		for i := range m.varies {
			m.varies[i] |= v.raw[i] ^ values[0].raw[i]
		}
	}
	return m
}

// shuffle makes values of the model.
func (m null) shuffle() null {
	values, rng := m.values, rand.New(rand.NewPCG(1, 5)) // the same answer each time
	pick := func() *decoded { return &values[rng.IntN(len(values))] }
	m.shuffled = make([][]byte, 0, shuffles*len(values))
	for range shuffles * len(values) {
		var made []byte
		if m.isText() {
			text := make([]byte, len(values[0].text))
			for i := range text {
				text[i] = pick().text[i]
			}
			made = m.decode(string(text))
		} else {
			made = make([]byte, len(m.varies))
			for i := range made {
				made[i] = pick().raw[i]&0xF0 | pick().raw[i]&0xF
			}
		}
		if len(made) == len(m.varies) {
			m.shuffled = append(m.shuffled, made)
		}
	}
	return m
}

// isText reports whether the places are characters, and not bytes.
func (m null) isText() bool { return m.values[0].text != "" }

// written returns the value as it is stored.
func (d decoded) written() string {
	if d.text != "" {
		return d.text
	}
	return string(d.raw)
}

// varying reports whether one of the bits varies.
func (m null) varying(f field) bool {
	for i := max(0, f.first); i < min(f.end, 8*len(m.varies)); i++ {
		if m.varies[i/8]&(0x80>>(i%8)) != 0 {
			return true
		}
	}
	return false
}

// fieldShare returns the share of the model's values that have the fields of a kind. A field
// beside constant bits may be one with them, as the end of a prefix.
func (m null) fieldShare(c candidate) float64 {
	const beside = 8
	share := 1.0
	for _, f := range c.fields {
		if m.varying(field{f.first - beside, f.first}) && m.varying(field{f.end, f.end + beside}) {
			share *= f.share()
		}
	}
	return share
}

// evidence returns the evidence that values are of a kind: the negative common logarithm of
// the probability that those of the model look the same.
func (m null) evidence(c candidate, p Part, now time.Time) float64 {
	n, all := len(m.values), float64(shuffles*len(m.values))
	below, above, fit := 0.0, 0.0, 0.0
	for _, v := range m.shuffled {
		if c.time == nil {
			if c.fits(v) {
				fit++
			}
			continue
		}
		t, ok := c.time(v)
		if !ok {
			continue
		}
		if plausible(t, now) {
			fit++
		}
		switch {
		case t.Before(p.Oldest):
			below++
		case t.After(p.Newest):
			above++
		}
	}
	fields, decimal := m.fieldShare(c), m.decimal(c)
	if share := max(fit/all, c.share); p.Values < n && share < fields && !decimal {
		return evidence(p.Values, n, share)
	}
	e := evidence(p.Values, n, fields)
	const most = 0.95
	if float64(p.Values) < most*float64(n) {
		return e
	}
	e += math.Log10(fields / c.share) // what does not count for each value counts once
	if c.time != nil && p.Values == n {
		age := min(max(now.Sub(p.Newest), time.Second), now.Sub(first))
		e += math.Log10(float64(now.Sub(first)) / float64(age))
	}
	if c.time == nil || decimal {
		return e
	}
	// A period begins and ends anywhere, and places that do not depend on each other go on
	// beyond both ends. Serial numbers go on beyond the last alone: the first are zeros, and
	// of so many of the model ten are below the first with a chance of 1 in 20,000.
	const zeros = 10
	k, beyond := float64(p.Values-1), 2*min(below, above)/all
	if k*min(below, above) >= zeros*all {
		beyond = (below + above) / all
	}
	beyond = min(beyond, 1-1/all) // of a few values, all of the model may be beyond
	return e + max(0, -k*math.Log10(1-beyond)-math.Log10(1+k*beyond))
}

// decimal reports whether the places of a text that hold the time have decimal digits alone
// where they vary. The digits of a time in another base have all others as well.
func (m null) decimal(c candidate) bool {
	if !m.isText() || c.lead == 0 {
		return false
	}
	first, bits := m.values[0].text, 8*len(m.varies)
	for i := range (c.lead*len(first) + bits - 1) / bits {
		if varies, decimal := m.place(i); varies && !decimal {
			return false
		}
	}
	return true
}

// place reports whether a character varies, and whether it has decimal digits alone.
func (m null) place(i int) (varies, decimal bool) {
	first := m.values[0].written()[i]
	decimal = true
	for _, d := range m.values {
		c := d.written()[i]
		varies, decimal = varies || c != first, decimal && c >= '0' && c <= '9'
	}
	return varies, decimal
}

// business returns why texts or bytes are a business key, or "".
func (m null) business() string {
	const least = 20
	switch {
	case len(m.values) < least:
	case m.isDecimal():
		return "decimal numbers with a constant part"
	case m.isPadded():
		return "serial numbers with leading zeros"
	}
	return ""
}

// isReadable reports whether bytes are those of a text that is none of an ID. Of random bytes
// a third is a character.
func (m null) isReadable() bool {
	return !m.isText() && !slices.ContainsFunc(m.values, func(d decoded) bool {
		return slices.ContainsFunc(d.raw, func(b byte) bool { return b < ' ' || b > '~' })
	})
}

// isDecimal reports whether a text has decimal digits in all places that vary: of IDs in
// hexadecimal digits, ten of sixteen are decimal.
func (m null) isDecimal() bool {
	if !m.isText() && !m.isReadable() {
		return false
	}
	first, e, constant := m.values[0].written(), 0.0, false
	for i := range len(first) {
		varies, decimal := m.place(i)
		switch {
		case varies && !decimal:
			return false
		case varies:
			e += evidence(len(m.values), len(m.values), 10.0/16)
		case !decimal && first[i] != '-':
			constant = true
		}
	}
	return constant && e >= certain
}

// isPadded reports whether all values have zeros in the same places, and digits that vary
// behind them.
func (m null) isPadded() bool {
	const digits = 6 // in base 16
	zeros := 0
	for i := range 2 * len(m.varies) {
		varies := m.varying(field{4 * i, 4*i + 4})
		switch {
		case varies && zeros >= digits:
			return true
		case varies || m.values[0].raw[i/2]>>(4*(1-i%2))&0xF != 0:
			zeros = 0
		default:
			zeros++
		}
	}
	return false
}

package idkind

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Hints holds what is known beside the values.
type Hints struct {
	// Now is the time of the sample; zero means the present.
	Now time.Time
	// Rows is how many rows the table has, 0 if nobody knows.
	Rows float64
	// Times holds values of the same rows that grow with time, such as those of a column created_at;
	// nil if there are none.
	Times []any
	// TimesChange is whether later changes of a row set another time, so that values that do not
	// grow with the Times may be in order all the same.
	TimesChange bool
	// Numeric is whether the column compares its values as numbers, of which some are no integers.
	Numeric bool
	// Placed is whether the values are in the order of the rows' places, and these are not
	// in the order of the values by the table's design.
	Placed bool
	// ByLastGroup is whether the column sorts as MariaDB's type UUID.
	ByLastGroup bool
}

// Of returns the kind of the values: int64, uint64, []byte, or string for a text. It
// ignores nil.
func Of(values []any, h Hints) Result {
	r := Result{Form: Other}
	if h.Now.IsZero() {
		h.Now = time.Now()
	}
	r.sees(values, h)
	list := r.collect(values)
	if len(list) == 0 {
		return r
	}
	r.Form = commonForm(list)
	if r.Repeats() {
		h.Rows = 0 // of a tenant's ID, they say nothing about how many numbers there are
	}
	var raw []decoded
	var numbers []int64
	var only alphabets
	for _, d := range list {
		switch {
		case d.form != r.Form:
			r.Unfit++
			continue
		case d.form == Integer || d.form == Decimal:
			numbers = append(numbers, d.number)
			if d.unsigned || d.number > 0 {
				r.Greatest = max(r.Greatest, uint64(d.number))
			}
			if d.form == Decimal && len(d.text) > 1 && d.text[0] == '0' {
				r.Business = "numbers with leading zeros"
			}
		case d.form != Other:
			raw = append(raw, d)
			only.see(d)
		}
		r.note(d)
	}
	switch {
	case only.digits >= leastTexts && only.digits == len(raw):
		r.Business = "numbers that are too long for 64 bits"
		return r
	case only.hex >= leastTexts && only.hex == len(raw): // those of base 32 have others as well
		r.Form, r.Unfit = Other, r.Distinct
		return r
	}
	if texts, ok := asTexts(list, r.Form); ok {
		x := r
		if x.Unfit, x.Spelling = len(list)-len(texts), ""; x.ofTexts(texts, h) {
			return x
		}
	}
	switch {
	case numbers != nil:
		if r.Form == Integer {
			r.Length = 8
		}
		r.integers(numbers, h)
	case raw != nil:
		r.binaries(raw, plain, h)
	default:
		r.Unfit = r.Distinct
	}
	return r
}

// alphabets counts texts that have digits of a smaller base alone. Of leastTexts texts of IDs,
// one has another character.
type alphabets struct{ digits, hex int }

const leastTexts = 3

// see counts a text.
func (a *alphabets) see(d decoded) {
	if d.text == "" {
		return
	}
	if strings.Trim(d.text, digits) == "" {
		a.digits++
	}
	if d.form != Hex && !d.form.IsUUID() && strings.Trim(strings.ToLower(d.text), hexDigits) == "" {
		a.hex++
	}
}

// collect decodes the different values.
func (r *Result) collect(values []any) []decoded {
	seen, list := make(map[string]bool, len(values)), make([]decoded, 0, len(values))
	for _, v := range values {
		if v == nil {
			continue
		}
		r.Sampled++
		d := decode(v)
		key := string(d.form) + string(d.raw) + d.prefix + d.text
		if d.form == Integer {
			key += strconv.FormatInt(d.number, 10)
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		r.Distinct++
		switch {
		case d.unsigned && d.number < 0:
			r.Unsigned++
		case d.number < 0:
			r.Negative++
		}
		if isZero(d) {
			r.Zeros++
			continue
		}
		list = append(list, d)
	}
	return list
}

// isZero reports whether all bits are zero. The integer 0 is an ordinary one.
func isZero(d decoded) bool {
	return len(d.raw) > 0 && !slices.ContainsFunc(d.raw, func(b byte) bool { return b != 0 })
}

// commonForm returns the form of the most values.
func commonForm(list []decoded) Form {
	count := make(map[Form]int)
	for _, d := range list {
		count[d.form]++
	}
	best := list[0].form
	for _, d := range list {
		if count[d.form] > count[best] {
			best = d.form
		}
	}
	return best
}

// note takes over what a value says besides its ID.
func (r *Result) note(d decoded) {
	if s := spelling(d.text); s != "" && !r.Form.HasBothCases() && r.Form != Text {
		if r.Spelling == "" {
			r.Spelling = s
		} else if r.Spelling != s {
			r.Spelling = Mixed
		}
	}
	if r.Prefix == "" {
		r.Prefix = d.prefix
	}
	r.InBytes = r.InBytes || d.bytes
	r.Padded = r.Padded || d.padded
	switch {
	case d.text != "":
		r.Length = max(r.Length, len(d.text)+len(d.prefix))
		if d.prefix != "" {
			r.Length = max(r.Length, len(d.text)+len(d.prefix)+1)
		}
	default:
		r.Length = max(r.Length, len(d.raw))
	}
}

// binaries finds the kinds of values of bytes. Integers of eight bytes are told apart as
// integers are.
func (r *Result) binaries(list []decoded, n notation, h Hints) {
	size := len(list[0].raw)
	same := slices.DeleteFunc(slices.Clone(list), func(d decoded) bool { return len(d.raw) != size || len(d.text) != len(list[0].text) })
	r.Unfit += len(list) - len(same)
	if size == 8 {
		numbers := make([]int64, len(same))
		for i, d := range same {
			numbers[i] = int64(binary.BigEndian.Uint64(d.raw))
		}
		r.integers(numbers, h)
		return
	}
	model := nullOf(same, n.bytes)
	if r.Business = model.business(); r.Business != "" {
		return
	}
	kinds := n.candidates(size, h.Now)
	if model.isReadable() {
		kinds = nil
	}
	left := same
	for len(left) > 0 && len(kinds) > 0 {
		part, rest := best(left, n, kinds, h.Now)
		if -part.Chance < likely || len(r.Parts) > 0 && -part.Chance < certain {
			break
		}
		if -part.Chance < certain {
			part.Rivals = []string{businessKey}
		}
		r.Parts = append(r.Parts, part)
		left = rest
	}
	if len(left) > len(same)/2 { // a kind of few values may be chance in texts of another alphabet
		r.Parts, left = nil, same
	}
	if size >= 8 && (len(r.Parts) == 0 || len(left) > len(same)/20) && spread(left) {
		r.Parts = append(r.Parts, Part{Kind: Kind{Name: "random bytes or a hash", Order: Random}, Values: len(left), values: left})
		left = nil
	}
	r.Unfit += len(left)
	if len(r.Parts) == 0 {
		r.clocked(left, h.Now)
	}
	r.order(h)
	slices.SortStableFunc(r.Parts, func(a, b Part) int { return b.Values - a.Values })
}

// best returns the kind with the strongest evidence, and the values that do not fit it.
func best(values []decoded, n notation, list []candidate, now time.Time) (top Part, rest []decoded) {
	var kind candidate
	model := nullOf(values, n.bytes).shuffle()
	for _, c := range list {
		p := Part{Kind: c.Kind}
		for _, d := range values {
			if t, ok := c.test(d.raw, now); ok {
				p.Values++
				p.see(t)
			}
		}
		p.Chance = math.Log10(float64(len(list))) - model.evidence(c, p, now)
		if p.Chance < top.Chance {
			top, kind = p, c
		}
	}
	if top.Chance == 0 {
		return top, nil
	}
	for _, d := range values {
		if _, ok := kind.test(d.raw, now); ok {
			top.values = append(top.values, d)
		} else {
			rest = append(rest, d)
		}
	}
	return top, rest
}

// test reports whether a value is of the kind, and when it was made.
func (c candidate) test(v []byte, now time.Time) (time.Time, bool) {
	if c.time == nil {
		return time.Time{}, c.fits(v)
	}
	t, ok := c.time(v)
	return t, ok && plausible(t, now)
}

// see extends the span of times.
func (p *Part) see(t time.Time) {
	t = t.UTC()
	if p.Oldest.IsZero() || t.Before(p.Oldest) {
		p.Oldest = t
	}
	if t.After(p.Newest) {
		p.Newest = t
	}
}

// evidence returns how improbable it is that k or more of n random values fit, if a share
// of them fits: the negative common logarithm of Chernoff's bound.
func evidence(k, n int, share float64) float64 {
	f := float64(k) / float64(n)
	if f <= share {
		return 0
	}
	d := f * math.Log(f/share)
	if f < 1 {
		d += (1 - f) * math.Log((1-f)/(1-share))
	}
	return float64(n) * d / math.Ln10
}

// spread reports whether the first bytes of the values are spread as evenly as those of
// random ones: by a chi-squared test over 16 classes, at the level of 1 in 10,000.
func spread(values []decoded) bool {
	const classes, least, limit = 16, 80, 44.3
	if len(values) < least {
		return false
	}
	var count [classes]float64
	for _, v := range values {
		count[v.raw[0]>>4]++
	}
	return chiSquared(count[:]) < limit
}

// chiSquared returns how far counts are from equal ones: the statistic of the chi-squared test.
func chiSquared(counts []float64) float64 {
	total, sum := 0.0, 0.0
	for _, n := range counts {
		total += n
	}
	mean := total / float64(len(counts))
	for _, n := range counts {
		sum += (n - mean) * (n - mean) / mean
	}
	return sum
}

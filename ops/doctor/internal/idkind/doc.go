// Package idkind says by statistics which kind of ID the values of a column are. No single
// value shows that: a random value looks like a UUID of version 4 once in 64 times. A
// thousand values do, and the package states how likely as many values of a business key
// would look the same.
package idkind

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Order says where new IDs of a kind belong among the old ones.
type Order string

// The orders.
const (
	// Ordered IDs are greater than the ones before.
	Ordered Order = "ordered"
	// Random IDs belong anywhere.
	Random Order = "random"
	// Unknown is the order of values whose kind does not say it.
	Unknown Order = "unknown"
)

// Kind is a kind of ID.
type Kind struct {
	// Name is the kind's usual name, such as UUIDv4, or ULID.
	Name string `json:"name"`
	// Order is the order of new IDs, in the order of the raw bytes.
	Order Order `json:"order"`
	// Swapped reports whether UUID_TO_BIN(x, 1) changed the order of the bytes.
	Swapped bool `json:"swapped"`
	// Microsoft reports whether the first three groups of the UUID have their bytes in
	// Microsoft's order, the low ones first.
	Microsoft bool `json:"microsoft"`
	// Clock is where the values show a time, of kinds that have none; empty if they show none.
	Clock Clock `json:"clock,omitempty"`
}

// Part is a kind of ID with the sampled values that are of it.
type Part struct {
	Kind
	// Values is how many different values fit the kind, and no kind before it.
	Values int `json:"values"`
	// Chance is the common logarithm of the probability that as many values of a business
	// key would fit one of the kinds. It is an upper bound (Chernoff, Bonferroni). The key
	// has the constant parts and the digits of these values, or for integers their range.
	Chance float64 `json:"log10_chance"`
	// Oldest and Newest are the times of the IDs; zero for kinds without a time, and for
	// layouts whose epoch is not known.
	Oldest time.Time `json:"oldest,omitzero"`
	Newest time.Time `json:"newest,omitzero"`
	// Rivals holds the other answers that the values do not exclude.
	Rivals []string `json:"rivals"`

	values []decoded // of bytes
	layout float64   // the chance of integers with such bits, whatever their epoch is
}

// Result says which IDs the values are.
type Result struct {
	// Sampled is how many values were read, without NULL, and Distinct how many
	// different ones there are.
	Sampled  int `json:"sampled"`
	Distinct int `json:"distinct"`
	// Form is how the IDs are written.
	Form Form `json:"form"`
	// Business is why the values are a business key and no IDs, such as numbers with a check
	// digit; empty if nothing shows that. There are no Parts then.
	Business string `json:"business_key,omitempty"`
	// Parts holds the kinds, the one with the most values first. It is empty if the values
	// are no IDs.
	Parts []Part `json:"parts"`
	// Unfit is how many different values fit none of the Parts.
	Unfit int `json:"unfit"`
	// Zeros is how many values have zero bits only, Negative how many are integers below
	// zero.
	Zeros    int `json:"zeros"`
	Negative int `json:"negative"`
	// Unsigned is how many are integers of 2^63 and more.
	Unsigned int `json:"unsigned"`
	// Greatest is the greatest of the integers, 0 for other forms and if none is above 0. JSON has
	// it as text: programs that read numbers as float64 change IDs above 2^53.
	Greatest uint64 `json:"greatest,omitempty,string"`
	// Spelling is how letters of a text are written.
	Spelling Spelling `json:"spelling,omitempty"`
	// Prefix is the prefix of typed IDs, such as user in user_01h455vb4pex5vsknk084sn02q.
	Prefix string `json:"prefix,omitempty"`
	// Place is the rank correlation of the values with the places of their rows, from -1 to
	// 1; 0 if the sample does not show the places.
	Place float64 `json:"place,omitempty"`
	// Time is the rank correlation of the values with a column of the same rows that grows with
	// time; 0 if there is none.
	Time float64 `json:"time,omitempty"`
	// InBytes reports whether a text is stored as bytes, and Padded whether the server
	// filled the column up behind it.
	InBytes bool `json:"text_in_bytes"`
	Padded  bool `json:"padded"`
	// Length is the greatest number of bytes of a value, as stored without padding; 8 for
	// integers.
	Length int `json:"length"`

	seen Order // where new values belong by what the rows show, whatever their kind is; "" for Unknown
}

// The evidence for a kind that makes it likely and certain: the chance is 10 to the minus
// so many.
const (
	likely  = 3
	certain = 9
)

// Sureness returns the words for how sure a kind is.
func (p Part) Sureness() string {
	switch {
	case -p.Chance >= certain:
		return "certain"
	case -p.Chance >= likely:
		return "likely"
	}
	return "a guess"
}

// IsNumber reports whether the values are numbers, so that an integer column can hold them:
// decimal texts are, if they are IDs of a known layout.
func (r Result) IsNumber() bool {
	return r.Form == Integer || r.Form == Decimal && len(r.Parts) > 0 && r.Parts[0].Order == Ordered && -min(r.Parts[0].Chance, r.Parts[0].layout) >= certain
}

// IsKnown reports whether the values are likely those of a known generator: a column of hashes
// or of numbers from elsewhere is none.
func (r Result) IsKnown() bool { return len(r.Parts) > 0 && -r.Parts[0].Chance >= likely }

// Rivals returns the other kinds that the values of the first part do not exclude.
func (r Result) Rivals() []string {
	if len(r.Parts) == 0 {
		return nil
	}
	return r.Parts[0].Rivals
}

// Repeats reports whether values occur more than once, as a tenant's ID at the beginning of
// a key does: new rows then belong to one of some places, not to any.
func (r Result) Repeats() bool { return r.Distinct < r.Sampled*9/10 }

// growing is the rank correlation with the rows' places or times of values that grow with them.
const growing = 0.9

// sees sets what the rows show of the order of their values.
func (r *Result) sees(values []any, h Hints) {
	if h.Numeric {
		values = asNumbers(values)
	}
	var list []trend
	random := false // whether values that do not grow with a witness are in no order
	if h.Placed {
		if t, ok := trendOf(values, nil); ok {
			r.Place, list, random = t.correlation, append(list, t), true
		}
	}
	if len(h.Times) == len(values) {
		if t, ok := trendOf(values, h.Times); ok {
			r.Time, list = t.correlation, append(list, t)
			if random = random || !h.TimesChange; t.isRandom() && !h.TimesChange && r.Place > growing {
				return // the rows were sorted, or the times are not those of the rows
			}
		}
	}
	grows := func(t trend) bool { return t.correlation > growing }
	switch {
	case slices.ContainsFunc(list, grows):
		r.seen = Ordered
	case random && !slices.ContainsFunc(list, func(t trend) bool { return !t.isRandom() }):
		r.seen = Random
	}
}

// Seen returns the order that the rows show, whatever the kind is.
func (r Result) Seen() Order { return cmp.Or(r.seen, Unknown) }

// IsInPlace reports whether the rows lie in the order of the values: that contradicts a kind
// whose values are random, unless the rows were sorted.
func (r Result) IsInPlace() bool {
	return math.Abs(r.Place) > growing
}

// StartsOver reports whether the low bytes of a time are first because of Microsoft's byte
// order: the IDs are in order for some minutes, then start over.
func (r Result) StartsOver() bool {
	return len(r.Parts) > 0 && (r.Parts[0].Microsoft && r.Parts[0].Clock == "" && !r.Parts[0].Oldest.IsZero() || r.Parts[0].Clock == ClockMixed)
}

// IsGenerated reports whether a program generates the values as random IDs. Random bytes
// without a version may be hashes as well.
func (r Result) IsGenerated() bool {
	return r.IsKnown() && r.Parts[0].Order == Random
}

// IsID reports whether the values are IDs.
func (r Result) IsID() bool { return len(r.Parts) > 0 }

// Order returns the order of the IDs: that of the kind with the most values, or what the rows show if
// this has none or is not certain.
func (r Result) Order() Order {
	switch {
	case len(r.Parts) == 0 || r.Parts[0].Order == Unknown:
		return r.Seen()
	case -r.Parts[0].Chance >= certain:
	case r.Parts[0].Order == Random && r.seen == Ordered && r.Time <= growing:
		return Unknown // random values are in the order of their places if the rows were sorted
	default:
		return cmp.Or(r.seen, r.Parts[0].Order)
	}
	return r.Parts[0].Order
}

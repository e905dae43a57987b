package idkind

import (
	"math"
	"slices"
	"strings"
)

// isRandomText reports whether texts of one length have random characters: in most of their places
// all characters of the alphabet are as frequent, and in the first one that varies they come from all
// of it. Of times and numbers, the first place has a few neighbours, and of names some characters are
// frequent.
//
// A sample by key has runs of neighbours, which begin alike: so the places behind decide.
func isRandomText(values []decoded) bool {
	const leastValues, leastPlaces, leastCharacters = 80, 8, 16
	if len(values) < leastValues {
		return false
	}
	var all [256]bool
	var places []placeCount
	for i := range len(values[0].text) {
		p := countPlace(values, i)
		if p.different < 2 {
			continue
		}
		places = append(places, p)
		for c, n := range p.count {
			all[c] = all[c] || n > 0
		}
	}
	characters := 0
	for _, is := range all {
		if is {
			characters++
		}
	}
	if len(places) < leastPlaces || characters < leastCharacters || !places[0].isFromAll(all) {
		return false
	}
	even := 0
	for _, p := range places {
		if p.isEven() && 2*p.different >= characters {
			even++
		}
	}
	return 2*even > len(places)
}

// placeCount counts the characters in one place of texts.
type placeCount struct {
	count     [256]float64
	different int
}

func countPlace(values []decoded, i int) placeCount {
	var p placeCount
	for _, v := range values {
		c := v.text[i]
		if p.count[c]++; p.count[c] == 1 {
			p.different++
		}
	}
	return p
}

// isEven reports whether the characters that occur are as frequent as those of random texts: by a
// chi-squared test at the level of 1 in 10,000.
func (p placeCount) isEven() bool {
	occurring := slices.DeleteFunc(slices.Clone(p.count[:]), func(n float64) bool { return n == 0 })
	// Wilson's and Hilferty's approximation of the quantile.
	const quantile = 3.719
	free := float64(p.different - 1)
	limit := free * math.Pow(1-2/(9*free)+quantile*math.Sqrt(2/(9*free)), 3)
	return chiSquared(occurring) <= limit
}

// isFromAll reports whether the characters of a place are from the whole alphabet, or from all of
// its letters, as the first one of a name must be.
func (p placeCount) isFromAll(all [256]bool) bool {
	letters := true
	for c, n := range p.count {
		letters = letters && (n == 0 || strings.IndexByte(digits+"-_", byte(c)) < 0)
	}
	rank, size := 0, 0
	least, greatest := -1, 0
	for c, is := range all {
		if !is || letters && strings.IndexByte(digits+"-_", byte(c)) >= 0 {
			continue
		}
		if p.count[c] > 0 {
			if greatest = rank; least < 0 {
				least = rank
			}
		}
		rank++
		size++
	}
	const end = 6 // a sixth of the alphabet
	return 2*p.different >= size && end*least <= size && end*(size-1-greatest) <= size
}

package idkind

import "strconv"

// check is a rule for the last digit of numbers that people copy.
type check struct {
	what  string
	holds func(digits []int) bool
}

// checks holds the usual checks. One number in ten keeps the rule by chance, in 97 of the last
// one.
var checks = []check{
	{"numbers with a check digit (Luhn), such as those of cards, telephones and SIMs", luhn},
	{"numbers with a check digit (GTIN), such as ISBN and EAN", func(d []int) bool { return weighted(d, 3, 1)%10 == 0 }},
	{"numbers with a check digit (modulo 11)", func(d []int) bool { return rising(d)%11 == 0 }},
	{"numbers with two check digits (modulo 97)", func(d []int) bool {
		n := 0
		for _, x := range d {
			n = (10*n + x) % 97
		}
		return n == 1
	}},
}

// luhn is the rule of ISO/IEC 7812: every second digit from the right counts twice.
func luhn(digits []int) bool {
	sum := 0
	for i, d := range digits {
		if (len(digits)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// weighted returns the sum of the digits times the weights, which alternate from the second
// digit from the right.
func weighted(digits []int, odd, even int) int {
	sum := 0
	for i, d := range digits {
		if (len(digits)-i)%2 == 0 {
			sum += odd * d
		} else {
			sum += even * d
		}
	}
	return sum
}

// rising returns the sum of the digits times 1, 2, 3 and so on from the right, as in ISBN-10.
func rising(digits []int) int {
	sum := 0
	for i, d := range digits {
		sum += (len(digits) - i) * d
	}
	return sum
}

// checked returns the rule of check digits that most numbers keep, and so many as no numbers do
// by chance, or "". Of those at regular distances, a fifth may keep one.
func checked(numbers []int64) string {
	const least = 7 // shorter numbers are counters
	var list [][]int
	for _, n := range numbers {
		if d := digitsOf(n); len(d) >= least {
			list = append(list, d)
		}
	}
	for _, c := range checks {
		kept := 0
		for _, d := range list {
			if c.holds(d) {
				kept++
			}
		}
		// 0.1 is the greatest share of the rules, and there are four.
		if kept > len(numbers)*3/4 && evidence(kept, len(numbers), 0.1) >= certain {
			return c.what
		}
	}
	return ""
}

// rounded returns why numbers with the same last digits are a business key, or "".
func rounded(numbers []int64) string {
	const modulus, least = 1000, 20
	for _, n := range numbers {
		if n%modulus != numbers[0]%modulus {
			return ""
		}
	}
	if len(numbers) < least {
		return ""
	}
	return "numbers that end in the same three digits"
}

// digitsOf returns the decimal digits of a number, the first one first; none of a negative
// one.
func digitsOf(n int64) []int {
	if n <= 0 {
		return nil
	}
	text := strconv.FormatInt(n, 10)
	list := make([]int, len(text))
	for i := range text {
		list[i] = int(text[i] - '0')
	}
	return list
}

// cells returns why numbers are cells of the grid H3, or "": of these, the first bits are those
// of a cell, and behind as many digits of three bits as the resolution says all are 7.
func cells(numbers []int64) string {
	const (
		mode, digits, bits   = 1, 15, 3
		modeAt, resolutionAt = 59, 52
		unused, cells        = 7, 122
	)
	for _, n := range numbers {
		resolution := int(n >> resolutionAt & 0xF)
		if n>>modeAt != mode || n>>56&7 != 0 || n>>45&0x7F >= cells {
			return ""
		}
		for i := range digits {
			if digit := n >> (bits * (digits - 1 - i)) & unused; (digit == unused) != (i >= resolution) {
				return ""
			}
		}
	}
	const least = 20
	if len(numbers) < least {
		return ""
	}
	return "cells of the grid H3"
}

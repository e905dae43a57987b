// Package english puts numbers and lists into words and breaks lines, the same in the
// reports of the benchmark and of the doctor.
package english

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Integer writes a whole number with commas, such as "30,000".
func Integer[N int | int64 | uint64](n N) string {
	s := fmt.Sprint(n)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number of things, such as "6 trials".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Integer(n) + " " + thing
}

// Or joins numbers by "or".
func Or(values []int) string {
	var list []string
	for _, v := range values {
		list = append(list, Integer(v))
	}
	return strings.Join(list, " or ")
}

// Amounts writes the values of an axis that counts things, such as "1 or 8 writers".
func Amounts(values []int, thing string) string {
	if len(values) == 1 {
		return Count(values[0], thing)
	}
	return Or(values) + " " + thing + "s"
}

// Join joins names by a separator.
func Join[T ~string](values []T, sep string) string {
	var list []string
	for _, v := range values {
		list = append(list, string(v))
	}
	return strings.Join(list, sep)
}

// And joins names as a sentence does: "a, b and c".
func And(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Once returns the list without repetitions.
func Once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Duration writes a duration in the units that a person would use.
func Duration(d time.Duration) string {
	switch minutes := int64(d.Round(time.Minute) / time.Minute); {
	case d < 90*time.Second:
		return fmt.Sprintf("%d s", max(1, int64(d.Round(time.Second)/time.Second)))
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
}

package column

import (
	"encoding/hex"
	"strconv"
)

// MaxShown is how much of an input an error shows, in bytes.
const MaxShown = 64

// IsPrintable reports whether b looks like text to an engineer who reads a log: it is
// not empty, and all of it is printable ASCII.
func IsPrintable[S ~string | ~[]byte](b S) bool {
	for i := range len(b) {
		if b[i] < ' ' || b[i] > '~' {
			return false
		}
	}
	return len(b) > 0
}

// Quote returns the beginning of an input in quotes.
func Quote[S ~string | ~[]byte](s S) string {
	if len(s) <= MaxShown {
		return strconv.Quote(string(s))
	}
	return strconv.Quote(string(s[:MaxShown])) + "…"
}

// QuoteBytes returns the beginning of an input in quotes, and its length.
func QuoteBytes(b []byte) string { return Quote(b) + counted(b) }

// Hex returns the beginning of an input in hexadecimal digits, and its length.
func Hex(b []byte) string {
	return "0x" + hex.EncodeToString(b[:min(len(b), MaxShown/2)]) + counted(b)
}

func counted(b []byte) string { return " (" + strconv.Itoa(len(b)) + " bytes)" }

package trial

import (
	"strconv"
	"strings"
)

// Limits of a buffer pool in bytes. InnoDB accepts no less.
const (
	leastPool = 5 << 20
	mostPool  = 1 << 40
)

// units of sizes, which are powers of 1024, the larger ones first.
var units = []struct {
	name  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}}

// PoolBytes reads the size of a buffer pool such as 64MB. It returns false for other texts and
// for the default, "".
func PoolBytes(s string) (int64, bool) {
	for _, u := range units {
		if digits, ok := strings.CutSuffix(strings.ToLower(s), strings.ToLower(u.name)); ok {
			n, err := strconv.ParseInt(digits, 10, 64)
			return n * u.bytes, err == nil && n > 0 && n <= mostPool/u.bytes
		}
	}
	return 0, false
}

// PoolName writes a size in the largest unit that it is a whole number of; 0 is "".
func PoolName(n int64) string {
	for _, u := range units {
		if n > 0 && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return ""
}

// PoolShare reads a buffer pool that is a share of the key's tree, such as 25%. It returns false for
// other texts.
func PoolShare(s string) (float64, bool) {
	digits, ok := strings.CutSuffix(s, "%")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return float64(n) / 100, err == nil && n > 0 && n <= mostShare
}

// mostShare is the largest share of the tree in percent.
const mostShare = 10_000

// poolText says a buffer pool in a sentence.
func poolText(s string) string {
	if _, ok := PoolShare(s); ok {
		return strings.TrimSuffix(s, "%") + " % of the index"
	}
	return s
}

package btreebench

import (
	"fmt"
	"strconv"
	"strings"
)

// units of sizes, the larger ones first.
var units = []struct {
	name  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}}

// poolSize reads a size such as 64MB, in units of 1024. "" is 0.
func poolSize(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	for _, u := range units {
		digits, ok := strings.CutSuffix(strings.ToLower(s), strings.ToLower(u.name))
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 1 || n*u.bytes < leastPool || n > mostPool/u.bytes {
			break
		}
		return n * u.bytes, nil
	}
	return 0, fmt.Errorf("%q is no size of a pool: it must be from 5MB to 1024GB, written like 64MB", s)
}

// PoolSize returns a size as results have it, such as 64MB. An empty size, or
// "usual", is the database's own and is "". A size that is not understood is an error
// that says how one is written.
func PoolSize(s string) (string, error) {
	if s == UsualPool {
		s = ""
	}
	n, err := poolSize(s)
	if err != nil {
		return "", err
	}
	return poolName(n), nil
}

// UsualPool is the database's own pool on the command line.
const UsualPool = "usual"

// What a pool can have in bytes: InnoDB takes no less than the least.
const (
	leastPool = 5 << 20
	mostPool  = 1 << 40
)

// poolName writes a size as results have it: in the largest unit that it is a whole
// number of.
func poolName(n int64) string {
	for _, u := range units {
		if n > 0 && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return ""
}

package btreebench

import (
	"fmt"
	"strconv"
	"strings"
)

// DefaultBufferPool is the name of the engine's default buffer pool on the command line.
const DefaultBufferPool = "default"

// Limits of a buffer pool in bytes. InnoDB accepts no less.
const (
	leastPool = 5 << 20
	mostPool  = 1 << 40
)

// units of sizes, the larger ones first.
var units = []struct {
	name  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}}

// BufferPoolSize returns a size as results write it, such as "64MB" for "65536kB". For ""
// and "default" it returns "". Units are powers of 1024; sizes are 5MB to 1024GB.
func BufferPoolSize(s string) (string, error) {
	if s == DefaultBufferPool {
		s = ""
	}
	n, err := poolBytes(s)
	if err != nil {
		return "", err
	}
	return poolName(n), nil
}

// poolBytes reads a size such as 64MB. "" is 0.
func poolBytes(s string) (int64, error) {
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
	return 0, fmt.Errorf("%q is not the size of a buffer pool: it must be from 5MB to 1024GB, such as 64MB", s)
}

// poolName writes a size in the largest unit that it is a whole number of; 0 is "".
func poolName(n int64) string {
	for _, u := range units {
		if n > 0 && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return ""
}

package trial

import (
	"strconv"
	"strings"
)

// PoolBytes reads the size of a buffer pool as results write it: a number with B, kB, MB, GB or TB, which are
// powers of 1024.
func PoolBytes(s string) (float64, bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	for i, unit := range []string{"B", "KB", "MB", "GB", "TB"} {
		digits := strings.TrimSuffix(s, unit)
		if v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); err == nil && digits != s && v > 0 {
			for range i {
				v *= 1024
			}
			return v, true
		}
	}
	return 0, false
}

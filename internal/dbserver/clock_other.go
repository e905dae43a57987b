//go:build !linux

package dbserver

import "time"

// clockOf is known on Linux only.
func clockOf(int) (time.Duration, bool) { return 0, false }

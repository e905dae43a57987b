//go:build !linux

package instance

// RestoreMovesClocks returns false: CRIU is a program for Linux.
func RestoreMovesClocks() bool { return false }

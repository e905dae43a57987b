//go:build !go1.27

package columntype

// generateStandard returns false: the standard library has no UUID before Go 1.27.
func generateStandard(any) bool { return false }

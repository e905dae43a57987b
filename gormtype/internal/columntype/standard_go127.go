//go:build go1.27

package columntype

import standard "uuid"

// generateStandard sets v to a new ID if it points to the standard library's UUID, which
// has no Generate method.
func generateStandard(v any) bool {
	u, ok := v.(*standard.UUID)
	if ok {
		*u = standard.NewV7()
	}
	return ok
}

package engine

import "errors"

// Missing is the error of a method that has no value to return although nothing failed:
// a privilege is missing, or the engine has no such thing. The trial goes on, and the
// result holds the reason in place of the value.
type Missing struct {
	// Reason is a part of a sentence in one line, as that of metric.Missing.
	Reason string
}

func (m *Missing) Error() string { return m.Reason }

// MissingReason returns the reason of a *Missing in err's tree, and whether there is one.
func MissingReason(err error) (string, bool) {
	m, ok := errors.AsType[*Missing](err)
	if !ok {
		return "", false
	}
	return m.Reason, true
}

package mysql

import "testing"

// The figures stay what they are, where they are read from the tables' files.
func TestGolden(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		if e.noFiles != "" {
			t.Skip(e.noFiles)
		}
		subject(e).Golden(t, []string{Clustered})
	})
}

// Each metric that the server shows is plausible.
func TestPlausible(t *testing.T) {
	each(t, func(t *testing.T, e *Engine) {
		if e.noFiles != "" {
			t.Skip(e.noFiles)
		}
		subject(e).Plausible(t)
	})
}

package engine

import (
	"errors"
	"fmt"
	"testing"
)

func TestMissingReason(t *testing.T) {
	blank := &Missing{Reason: "no privilege"}
	for _, err := range []error{blank, fmt.Errorf("reading: %w", blank)} {
		if why, ok := MissingReason(err); !ok || why != "no privilege" {
			t.Errorf("%v: %q, %v", err, why, ok)
		}
	}
	for _, err := range []error{nil, errors.New("broken")} {
		if why, ok := MissingReason(err); ok || why != "" {
			t.Errorf("%v: %q, %v", err, why, ok)
		}
	}
}

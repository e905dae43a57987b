package typedtest

import (
	"encoding"
	"flag"
	"fmt"
	"io"
	"testing"
)

// Param tests the ways in which web frameworks and package flag set an ID: they read its
// text and refuse everything else.
func Param[T interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
}, P interface {
	*T
	encoding.TextUnmarshaler
	UnmarshalParam(param string) error
}](t *testing.T, x T) {
	var got, zero T
	if err := P(&got).UnmarshalParam(x.String()); err != nil || got != x {
		t.Errorf("UnmarshalParam(%q) gives %v, %v", x, got, err)
	}
	for _, bad := range []string{"", "?", x.String() + " "} {
		got = x
		if err := P(&got).UnmarshalParam(bad); err == nil || got != zero {
			t.Errorf("UnmarshalParam(%q) gives %v, %v", bad, got, err)
		}
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(P(&got), "id", zero, "")
	if err := flags.Parse([]string{"-id", x.String()}); err != nil || got != x {
		t.Errorf("the flag -id=%v gives %v, %v", x, got, err)
	}
	if err := flags.Parse([]string{"-id", "?"}); err == nil {
		t.Errorf("the flag -id=? gives %v", got)
	}
}

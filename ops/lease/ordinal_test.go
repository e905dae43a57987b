package lease

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

func TestOrdinal(t *testing.T) {
	for host, want := range map[string]int{"web-0": 0, "web-3": 3, "a-b-17": 17, "web-31": 31, "x--5": 5, "x-5": 5} {
		node, err := Ordinal(host, 31)
		if err != nil || node != id.NodeOf(want) {
			t.Errorf("%s: %v, %v, want %d", host, node, err, want)
		}
	}
	for host, want := range map[string]id.Reason{
		"web-32": id.ErrRange, "web-99999999999999999999": id.ErrRange,
		"": id.ErrConfig, "web": id.ErrConfig, "web-": id.ErrConfig, "-3": id.ErrConfig, "3": id.ErrConfig, "web-03": id.ErrConfig,
		"web-3.web.default": id.ErrConfig, "web-+3": id.ErrConfig, "web-3\x00": id.ErrConfig, "web-٣": id.ErrConfig,
	} {
		node, err := Ordinal(host, 31)
		if !errors.Is(err, want) || node != (id.Node{}) {
			t.Errorf("%q: %v, %v, want %v", host, node, err, want)
		}
	}
}

// The errors show the name, cut, and say what is wrong with it.
func TestOrdinalErrors(t *testing.T) {
	const (
		prefix = "lease: ordinal of a host name: "
		name   = " is not a name, a hyphen and a number without leading zeros: use it in a StatefulSet, or use Acquire"
	)
	long := strings.Repeat("x", 64)
	for host, want := range map[string]string{
		"web":                             prefix + `invalid setting: "web"` + name,
		long:                              prefix + `invalid setting: "` + long + `"` + name,
		long + "x":                        prefix + `invalid setting: "` + long + `"` + name,
		long + "-7d4b":                    prefix + `invalid setting: "` + long + `"` + name,
		"web-32":                          prefix + `out of range: "web-32" is above the greatest number, 31: run fewer replicas`,
		long + "-1000":                    prefix + `out of range: "` + long + `" is above the greatest number, 31: run fewer replicas`,
		"web-" + "9999999999999999999999": prefix + `out of range: "web-9999999999999999999999" is above the greatest number, 31: run fewer replicas`,
	} {
		if _, err := Ordinal(host, 31); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", host, err, want)
		}
	}
}

// FuzzOrdinal: what is accepted is written in one way and within the limit.
func FuzzOrdinal(f *testing.F) {
	for _, host := range []string{"web-3", "web", "web-03", "a-b-1023", "-1", "web-18446744073709551616"} {
		f.Add(host, 1023)
	}
	f.Fuzz(func(t *testing.T, host string, limit int) {
		node, err := Ordinal(host, limit)
		number, ok := node.Number()
		if ok != (err == nil) {
			t.Fatalf("%q: %v, %v", host, node, err)
		}
		if ok && (number < 0 || number > limit || !strings.HasSuffix(host, "-"+strconv.Itoa(number))) {
			t.Fatalf("%q: %d with the limit %d", host, number, limit)
		}
		if err != nil && len(err.Error()) > 700 {
			t.Fatalf("%q: a message of %d bytes", host, len(err.Error()))
		}
	})
}

package lease

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// The defaults, the bounds of each setting, and the errors beyond them.
func TestConfig(t *testing.T) {
	const (
		names = `: use 1 to 63 characters a to z, 0 to 9, '.', '_' and '-'`
		ttls  = ": use 100ms to 24h0m0s"
		half  = ": use up to half of TTL"
	)
	for _, x := range []struct {
		config Config
		want   Config
		err    string
	}{
		{Config{}, Config{Name: "snowish", TTL: 30 * time.Second, Margin: 3 * time.Second}, ""},
		{Config{Name: "a.b_c-9", TTL: 10 * time.Second}, Config{Name: "a.b_c-9", TTL: 10 * time.Second, Margin: time.Second}, ""},
		{Config{Name: strings.Repeat("z", 63)}, Config{Name: strings.Repeat("z", 63), TTL: 30 * time.Second, Margin: 3 * time.Second}, ""},
		{Config{Name: strings.Repeat("z", 64)}, Config{}, `Name is "` + strings.Repeat("z", 64) + `"` + names},
		{Config{Name: strings.Repeat("z", 65)}, Config{}, `Name is "` + strings.Repeat("z", 64) + `"` + names},
		{Config{Name: "a'b"}, Config{}, `Name is "a'b"` + names},
		{Config{Name: "A"}, Config{}, `Name is "A"` + names},
		{Config{Name: "a\n"}, Config{}, `Name is "a\n"` + names},
		{Config{TTL: 100 * time.Millisecond}, Config{Name: "snowish", TTL: 100 * time.Millisecond, Margin: 10 * time.Millisecond}, ""},
		{Config{TTL: 100*time.Millisecond - 1}, Config{}, "TTL is 99.999999ms" + ttls},
		{Config{TTL: -time.Second}, Config{}, "TTL is -1s" + ttls},
		{Config{TTL: 24 * time.Hour}, Config{Name: "snowish", TTL: 24 * time.Hour, Margin: 144 * time.Minute}, ""},
		{Config{TTL: 24*time.Hour + 1}, Config{}, "TTL is 24h0m0.000000001s" + ttls},
		{Config{Margin: 1}, Config{Name: "snowish", TTL: 30 * time.Second, Margin: 1}, ""},
		{Config{Margin: -1}, Config{}, "Margin is -1ns and TTL is 30s" + half},
		{Config{Margin: 15 * time.Second}, Config{Name: "snowish", TTL: 30 * time.Second, Margin: 15 * time.Second}, ""},
		{Config{Margin: 15*time.Second + 1}, Config{}, "Margin is 15.000000001s and TTL is 30s" + half},
	} {
		got, err := x.config.complete("snowish")
		if x.err != "" {
			if want := "lease: claim of a number: invalid setting: " + x.err; !errors.Is(err, id.ErrConfig) || err.Error() != want {
				t.Errorf("%+v: %v, want %s", x.config, err, want)
			}
			continue
		}
		if err != nil || got.Name != x.want.Name || got.TTL != x.want.TTL || got.Margin != x.want.Margin {
			t.Errorf("%+v: %+v, %v, want %+v", x.config, got, err, x.want)
			continue
		}
		got.Observe(Event{}) // which is never nil
	}
	seen := 0
	c, err := Config{Observe: func(Event) { seen++ }}.complete("snowish")
	if c.Observe(Event{}); err != nil || seen != 1 {
		t.Errorf("%d events are observed, want 1, %v", seen, err)
	}
}

// The times that follow from TTL and Margin: three renewals within the usable time, and four tries for each.
func TestTimes(t *testing.T) {
	c := Config{TTL: 30 * time.Second, Margin: 6 * time.Second}
	if c.usableFor() != 24*time.Second || c.interval() != 8*time.Second || c.retry() != 2*time.Second {
		t.Errorf("usable for %v, a renewal each %v, a retry after %v; want 24s, 8s, 2s", c.usableFor(), c.interval(), c.retry())
	}
}

// A holder fits the column, says which process it is, and differs from any other.
func TestHolder(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	a, b := strings.Split(holder(), " "), strings.Split(holder(), " ")
	if len(a) != 3 || a[0] != host || a[1] != strconv.Itoa(os.Getpid()) {
		t.Fatalf("%q, want %s, %d and a random text", a, host, os.Getpid())
	}
	if len(a[2]) != 13 || strings.ToLower(a[2]) != a[2] || a[2] == b[2] {
		t.Errorf("the random texts are %s and %s", a[2], b[2])
	}
	if unknown := holderOf("", 7, "abc"); unknown != "? 7 abc" {
		t.Errorf("the holder without a host name is %q", unknown)
	}
	if long := holderOf(strings.Repeat("h", 300), 4194304, "abcdefghijklm"); long != strings.Repeat("h", 200)+" 4194304 abcdefghijklm" {
		t.Errorf("the holder with a long host name is %q", long)
	}
}

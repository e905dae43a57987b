package dbserver

import "testing"

func TestAsked(t *testing.T) {
	none := []Attempt{{SourceContainer, errNoDocker}}
	for _, c := range []struct {
		image, version string
		failed         []Attempt
		want           string
	}{
		{"postgres:18", "18.6 (Debian 18.6-3)", none, ""},
		{"postgres:18", "15.18 (Debian 15.18-0+deb12u1)", none, "18"},
		{"postgres:18", "15.18", nil, ""}, // as a variable asks
		{"postgres:1", "18.6", none, "1"},
		{"mariadb:11.8", "11.8.9-MariaDB", none, ""},
		{"mariadb:11.8", "10.11.14-MariaDB", none, "11.8"},
	} {
		cfg := config{image: c.image}
		if got := cfg.asked(&Server{Version: c.version}, c.failed); got != c.want {
			t.Errorf("%s instead of %s: %q, want %q", c.version, c.image, got, c.want)
		}
	}
}

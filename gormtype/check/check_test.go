package check

import "testing"

func TestSwaps(t *testing.T) {
	for expression, want := range map[string]bool{
		"": false, "uuid_to_bin(uuid())": false, "UUID_TO_BIN(UUID(), 1)": true, "(uuid_to_bin(uuid(), true))": true,
		"uuid_to_bin(uuid(),0)": false, "f(x, 1)": false,
	} {
		if got := swaps(expression); got != want {
			t.Errorf("%s: got %v", expression, got)
		}
	}
}

func TestPostgresOrder(t *testing.T) {
	for _, c := range []struct {
		provider, locale string
		want             order
	}{
		{"c", "C", byteOrder}, {"c", "POSIX", byteOrder}, {"c", "C.UTF-8", byteOrder}, {"c", "C.utf8", byteOrder},
		{"c", "en_US.UTF-8", otherOrder}, {"i", "C", otherOrder}, {"b", "C.UTF-8", byteOrder},
	} {
		if got := postgresOrder(c.provider, c.locale); got != c.want {
			t.Errorf("%s %s: got %v", c.provider, c.locale, got)
		}
	}
}

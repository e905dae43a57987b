package strangers

import (
	"slices"
	"testing"
)

func TestSplitSQL(t *testing.T) {
	for _, c := range []struct {
		server string
		script string
		want   []string
	}{
		{postgres, "SELECT 'a;''b', \"c;\"\"d\" -- e;\n;\nDO $$ f; $x$; $$; DO $x$ 'g; $$ $x$; h", []string{"SELECT 'a;''b', \"c;\"\"d\"", "DO $$ f; $x$; $$", "DO $x$ 'g; $$ $x$"}},
		{"mysql", "SELECT 'a;\\';', `b;``c`, \"d;\" -- e;\n;\nDELIMITER //\nf; g //\nDELIMITER ;\nh;", []string{"SELECT 'a;\\';', `b;``c`, \"d;\"", "f; g", "h"}},
	} {
		if got := Split(c.server, c.script); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

package columntype

import "testing"

func TestAffinity(t *testing.T) {
	for name, want := range map[string]string{
		"integer": "INTEGER", "bigint": "INTEGER", "varchar": "TEXT", "text": "TEXT", "blob": "BLOB", "": "BLOB",
		"double": "REAL", "uuid": "NUMERIC", "string": "NUMERIC", "charint": "INTEGER", "floating point": "INTEGER",
	} {
		if got := Affinity(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

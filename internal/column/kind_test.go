package column

import "testing"

// TestKinds: a kind has the name of the column's type in PostgreSQL, which names no other.
func TestKinds(t *testing.T) {
	for kind, name := range map[Kind]string{KindUUID: "uuid", KindBytea: "bytea", KindText: "text", KindInt8: "int8"} {
		if kind == 0 || kind.String() != name || KindNamed(name) != kind {
			t.Errorf("kind %d has the name %s, and %s is the kind %d", kind, kind, name, KindNamed(name))
		}
	}
	for _, name := range []string{"", "no column", "int4", "UUID"} {
		if KindNamed(name) != 0 {
			t.Errorf("%q is the kind %s", name, KindNamed(name))
		}
	}
	if Kind(0).String() != "no column" || Kinds != 5 {
		t.Errorf("the zero kind is %s, and there are %d", Kind(0), Kinds)
	}
}

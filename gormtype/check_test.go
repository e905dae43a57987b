package gormtype

import (
	"maps"
	"testing"
)

func TestSqliteCollations(t *testing.T) {
	for ddl, want := range map[string]map[string]string{
		"CREATE TABLE t (a text, b text)":                                 {},
		"CREATE TABLE t (a text COLLATE NOCASE, b text)":                  {"a": "NOCASE"},
		"CREATE TABLE `t` (`a` text NOT NULL collate `x`,\"b c\" text)":   {"a": "x"},
		"CREATE TABLE t (a varchar(5) COLLATE rtrim)":                     {"a": "rtrim"},
		"CREATE TABLE t (a, [b] COLLATE [y])":                             {"b": "y"},
		"CREATE TABLE t (a CHECK (a COLLATE nocase > ',('), b COLLATE z)": {"b": "z"},
		"CREATE TABLE t (a -- COLLATE x, (\n, b /* COLLATE y */ text)":    {},
		"CREATE TABLE t (a DEFAULT ') COLLATE x', b COLLATE y":            {"b": "y"},
		"":                     {},
		"(":                    {},
		"CREATE TABLE t ('a":   {},
		"CREATE TABLE t (a /*": {},
	} {
		if got := sqliteCollations(tokens(ddl, sqlite)); !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", ddl, got, want)
		}
	}
}

func TestSqliteAffinity(t *testing.T) {
	for name, want := range map[string]string{
		"integer": "INTEGER", "bigint": "INTEGER", "varchar": "TEXT", "text": "TEXT", "blob": "BLOB", "": "BLOB",
		"double": "REAL", "uuid": "NUMERIC", "string": "NUMERIC", "charint": "INTEGER", "floating point": "INTEGER",
	} {
		if got := sqliteAffinity(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

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

func FuzzTokens(f *testing.F) {
	f.Add("CREATE TABLE t (a text COLLATE NOCASE, [b] /* c */ 'd' -- e\n)")
	f.Add("BEGIN NEW.id := $a$ x $a$; # 'a\\'b'\n END")
	f.Fuzz(func(t *testing.T, ddl string) {
		for _, dl := range []dialect{postgres, mysql, sqlite} {
			total := 0
			for rest := ddl; rest != ""; {
				n := tokenLength(rest, dl)
				if n <= 0 || n > len(rest) {
					t.Fatalf("a token of %d bytes in %q", n, rest)
				}
				total, rest = total+n, rest[n:]
			}
			if total != len(ddl) {
				t.Fatalf("%d of %d bytes", total, len(ddl))
			}
			for _, token := range tokens(ddl, dl) {
				if ddl[token.at:token.at+len(token.text)] != token.text {
					t.Fatalf("%q is not at %d", token.text, token.at)
				}
			}
		}
		for column, collation := range sqliteCollations(tokens(ddl, sqlite)) {
			if len(column)+len(collation) > len(ddl) {
				t.Fatalf("%q and %q come from nowhere", column, collation)
			}
		}
	})
}

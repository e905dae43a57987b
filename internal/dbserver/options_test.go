package dbserver

import (
	"strings"
	"testing"
)

// The options go before the environment, what is asked for by name is the only source,
// and without any name a container is started.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		env     map[string]string
		source  Source
		want    string // the DSN, image or directory that is taken
	}{
		{"nothing", Options{}, nil, SourceContainer, "mysql:9.7"},
		{"option DSN", Options{DSN: "a"}, nil, SourceDSN, "a"},
		{"option Image", Options{Image: "a"}, nil, SourceContainer, "a"},
		{"option Source and Image", Options{Source: SourceContainer, Image: "a"}, nil, SourceContainer, "a"},
		{"variable DSN", Options{}, map[string]string{"SORTID_MYSQL_DSN": "e"}, SourceDSN, "e"},
		{"another kind's variable", Options{}, map[string]string{"SORTID_MARIADB_DSN": "e"}, SourceContainer, "mysql:9.7"},
		{"variable IMAGE", Options{}, map[string]string{"SORTID_MYSQL_IMAGE": "e"}, SourceContainer, "e"},
		{"variables DSN and IMAGE", Options{}, map[string]string{"SORTID_MYSQL_DSN": "e", "SORTID_MYSQL_IMAGE": "i"}, SourceDSN, "e"},
		{"variable SOURCE before DSN", Options{}, map[string]string{"SORTID_SERVER_SOURCE": "container", "SORTID_MYSQL_DSN": "e", "SORTID_MYSQL_IMAGE": "i"}, SourceContainer, "i"},
		{"option before variable of the same", Options{DSN: "a"}, map[string]string{"SORTID_MYSQL_DSN": "e"}, SourceDSN, "a"},
		{"option before variable of another", Options{Image: "a"}, map[string]string{"SORTID_MYSQL_DSN": "e", "SORTID_SERVER_SOURCE": "dsn"}, SourceContainer, "a"},
		{"option Source with variable", Options{Source: SourceContainer}, map[string]string{"SORTID_MYSQL_DSN": "e", "SORTID_MYSQL_IMAGE": "i"}, SourceContainer, "i"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := resolve(MySQL, c.options, func(name string) string { return c.env[name] })
			if err != nil {
				t.Fatal(err)
			}
			if got.source() != c.source {
				t.Errorf("the source is %s, want %s", got.source(), c.source)
			}
			taken := map[Source]string{SourceDSN: got.dsn, SourceContainer: got.image}[got.source()]
			if taken != c.want {
				t.Errorf("%s is %q, want %q", got.source(), taken, c.want)
			}
			if got.timeout != DefaultStartTimeout || got.log == nil {
				t.Errorf("timeout %v, log set %v: want the defaults", got.timeout, got.log != nil)
			}
		})
	}
}

func TestResolveErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		kind    Kind
		options Options
		env     map[string]string
		want    []string
	}{
		{"kind", "oracle", Options{}, nil, []string{`"oracle"`, "choose"}},
		{"two options", MySQL, Options{DSN: "a", Image: "b"}, nil, []string{"option DSN", "option Image", "set only one"}},
		{"Source against Image", MySQL, Options{Source: SourceDSN, Image: "b"}, nil, []string{"option Source", "option Image"}},
		{"no such source", MySQL, Options{Source: "cloud"}, nil, []string{"option Source", `"cloud"`, "set it to"}},
		{"no such source in a variable", MySQL, Options{}, map[string]string{"SORTID_SERVER_SOURCE": "cloud"}, []string{"SORTID_SERVER_SOURCE", `"cloud"`}},
		{"no DSN", MySQL, Options{Source: SourceDSN}, nil, []string{"option Source", "set SORTID_MYSQL_DSN"}},
		{"no DSN of this kind", MySQL, Options{}, map[string]string{"SORTID_SERVER_SOURCE": "dsn", "SORTID_POSTGRES_DSN": "e"}, []string{"SORTID_SERVER_SOURCE", "set SORTID_MYSQL_DSN"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := resolve(c.kind, c.options, func(name string) string { return c.env[name] })
			if err == nil {
				t.Fatal("no error")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("the error does not say %q: %v", w, err)
				}
			}
		})
	}
}

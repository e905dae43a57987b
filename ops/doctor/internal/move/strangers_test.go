package move

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

// The schemas of strangers are refused as their files say, or have a script: of that, the file of expected texts has the
// statements that change the schema, and the notes.
func TestStrangers(t *testing.T) {
	servers := map[string]string{"postgres": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB"}
	for name, on := range map[string][]string{
		"columns": {"postgres", "mysql", "mariadb"}, "cycles": {"postgres", "mysql"}, "kinds": {"postgres", "mysql", "mariadb"}, "names": {"postgres", "mysql"}, "spellings": {"postgres", "mysql"},
		"identity": {"mysql"}, "wiki": {"postgres"}, "scheduling": {"mariadb"}, "social": {"postgres"}, "shop": {"mysql"},
	} {
		for _, server := range on {
			product := servers[server]
			t.Run(name+"/"+server, func(t *testing.T) {
				const other = "sortid_recorded_other"
				f := strangers.Read(t, name, server, "sortid_recorded", other)
				file := filepath.Join("testdata", "strangers", name+"_"+server)
				statements := f.Statements
				if strings.Contains(strings.Join(statements, "\n"), other) {
					statements = slices.Concat([]string{"DROP DATABASE IF EXISTS " + other, "CREATE DATABASE " + other}, statements)
				}
				s := recorded.Open(t, file+".json", product, statements)
				if len(statements) > len(f.Statements) {
					defer s.Then(t, "DROP DATABASE "+other)
				}
				var text strings.Builder
				for i, c := range f.Cases {
					if len(c.Before) > 0 { // what the refusal asks for
						s.Then(t, c.Before...)
					}
					o := Options{Columns: c.Columns, From: c.From, Reviewed: c.Reviewed, With: c.With, Leave: c.Leave}
					if len(c.Refused) == 0 {
						o.Leave = slices.Concat(o.Leave, f.Leave)
					}
					m, err := Of(t.Context(), s, o)
					var refused *RefusedError
					c.Printed(t, m.Script, err, errors.As(err, &refused))
					fmt.Fprintf(&text, "== %d %v\n", i+1, c)
					if err != nil {
						text.WriteString(err.Error() + "\n")
						continue
					}
					list := slices.DeleteFunc(changes.FindAllString(m.Script, -1), func(s string) bool {
						return strings.Contains(s, "sortid_move_") && !strings.Contains(s, "pg_temp.sortid_move_text")
					})
					text.WriteString(strings.Join(list, "\n") + "\n-- tables: " + strings.Join(m.Tables, ", ") + "\n-- notes: " + strings.Join(m.Notes, "; ") + "\n")
				}
				recorded.Compare(t, file+".txt", text.String())
			})
		}
	}
}

// changes matches a statement of a script that changes the schema.
var changes = regexp.MustCompile(`(?m)^ *(ALTER|CREATE|DROP|COMMENT|GRANT|REVOKE|UPDATE|CLUSTER) [^;]*;`)

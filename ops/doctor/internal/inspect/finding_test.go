package inspect

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Hashes may be no IDs: there is no finding about how they are written.
func TestHashes(t *testing.T) {
	for _, c := range []struct {
		column  source.Column
		product string
		write   func(sum [16]byte, i int) any
	}{
		{source.Column{Type: "varchar(32)", Class: source.Text, Collation: "utf8mb4_0900_ai_ci", Collating: source.Caseless}, "MySQL", asHex},
		{source.Column{Type: "text", Class: source.Text, Collation: "en-x-icu", Collating: source.ByLanguage}, "PostgreSQL", asHex},
		{source.Column{Type: "char(64)", Class: source.Text, Length: 64}, "PostgreSQL", asHex},
		{source.Column{Type: "text", Class: source.Text}, "PostgreSQL", func(sum [16]byte, i int) any {
			return map[bool]func(string) string{true: strings.ToUpper, false: strings.ToLower}[i%2 == 0](hex.EncodeToString(sum[:]))
		}},
		{source.Column{Type: "bytea", Class: source.Bytes}, "PostgreSQL", func(sum [16]byte, _ int) any { return sum[:] }},
		{source.Column{Type: "bytea", Class: source.Bytes}, "PostgreSQL", func(sum [16]byte, i int) any { return []byte(asHex(sum, i).(string)) }},
		{source.Column{Type: "uuid", Class: source.UUID}, "MariaDB", func(sum [16]byte, _ int) any { return sum[:] }},
	} {
		var values []any
		for i := range 400 {
			values = append(values, c.write(md5.Sum(fmt.Append(nil, i)), i))
		}
		c.column.Name = "id"
		one := inspected{
			table: &source.Table{Name: "t", Columns: []source.Column{c.column}, Indexes: []source.Index{{Name: "t", Columns: []string{"id"}, Primary: true, Prefix: 8}}},
			ids:   map[string]idkind.Result{"id": idkind.Of(values, idkind.Hints{})},
		}
		r := Report{Server: source.Server{Product: c.product}}
		if !one.ids["id"].IsID() {
			t.Fatalf("%s: not a primary key that the doctor shows: %+v", c.column.Type, one.ids["id"])
		}
		if r.find(one, []inspected{one}); len(r.Findings) > 0 {
			t.Errorf("%s: %+v", c.column.Type, r.Findings)
		}
	}
}

func asHex(sum [16]byte, _ int) any { return hex.EncodeToString(sum[:]) }

package script

import (
	"slices"
	"strings"
	"testing"
)

func aScript() *Script {
	var s Script
	s.Comment("What it does:\n\n  all")
	s.Framing("BEGIN")
	s.Statement("CREATE PROCEDURE p()\nBEGIN\n  SELECT 1;\nEND")
	s.Statement("SELECT %d;", 5)
	s.Statement("  ")
	s.Framing("COMMIT")
	return &s
}

// Each tool gets the statements as it reads them, and one that has a transaction of its own no other.
func TestText(t *testing.T) {
	const head = "-- What it does:\n\n--   all\n"
	const procedure = "CREATE PROCEDURE p()\nBEGIN\n  SELECT 1;\nEND"
	pgDown, myDown := noWayBack["PostgreSQL"]+"\n", noWayBack["MySQL"]+"\n"
	for _, c := range []struct{ product, tool, want string }{
		{"PostgreSQL", "", head + "BEGIN;\n" + procedure + ";\nSELECT 5;\nCOMMIT;\n"},
		{"PostgreSQL", "psql", head + "BEGIN;\n" + procedure + ";\nSELECT 5;\nCOMMIT;\n"},
		{"PostgreSQL", "golang-migrate", head + "BEGIN;\n" + procedure + ";\nSELECT 5;\nCOMMIT;\n"},
		{"PostgreSQL", "tern", head + procedure + ";\nSELECT 5;\n---- create above / drop below ----\n" + pgDown},
		{"PostgreSQL", "flyway", head + procedure + ";\nSELECT 5;\n"},
		{"PostgreSQL", "dbmate", "-- migrate:up\n" + head + procedure + ";\nSELECT 5;\n-- migrate:down\n" + pgDown},
		{"MySQL", "", head + "BEGIN;\nDELIMITER //\n" + procedure + " //\nDELIMITER ;\nSELECT 5;\nCOMMIT;\n"},
		{"MariaDB", "mysql", head + "BEGIN;\nDELIMITER //\n" + procedure + " //\nDELIMITER ;\nSELECT 5;\nCOMMIT;\n"},
		{"MySQL", "goose", "-- +goose Up\n" + head + "-- +goose StatementBegin\n" + procedure + "\n-- +goose StatementEnd\nSELECT 5;\n-- +goose Down\n" + myDown},
		{"PostgreSQL", "goose", "-- +goose Up\n" + head + "-- +goose StatementBegin\n" + procedure + "\n-- +goose StatementEnd\nSELECT 5;\n-- +goose Down\n" + pgDown},
		{"PostgreSQL", "atlas", "-- atlas:delimiter -- end of statement\n\n" + head + procedure + "\n-- end of statement\nSELECT 5\n-- end of statement\n"},
		{"MySQL", "golang-migrate", head + "BEGIN;\n" + procedure + ";\nSELECT 5;\nCOMMIT;\n"},
		{"MariaDB", "dbmate", "-- migrate:up\n" + head + procedure + ";\nSELECT 5;\n-- migrate:down\n" + myDown},
		{"MySQL", "flyway", head + "BEGIN;\nDELIMITER //\n" + procedure + " //\nDELIMITER ;\nSELECT 5;\nCOMMIT;\n"},
		{"MySQL", "atlas", "-- atlas:delimiter -- end of statement\n\n" + head + procedure + "\n-- end of statement\nSELECT 5\n-- end of statement\n"},
	} {
		if got, err := aScript().Text(c.tool, c.product); got != c.want || err != nil {
			t.Errorf("%s, %s: %v\n%s\nwant\n%s", c.product, c.tool, err, got, c.want)
		}
	}
	for _, c := range []struct{ product, tool, want string }{
		{"MySQL", "tern", "goose"}, {"PostgreSQL", "mysql", "psql"}, {"PostgreSQL", "liquibase", "tern"},
	} {
		if text, err := aScript().Text(c.tool, c.product); err == nil || text != "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %q, %v", c.product, c.tool, text, err)
		}
	}
	if list := aScript().Statements(); len(list) != 4 || list[1] != procedure {
		t.Errorf("statements %q", list)
	}
}

// An empty line stands between parts, and is no statement.
func TestBlank(t *testing.T) {
	var s Script
	s.Statement("SELECT 1")
	s.Blank()
	s.Statement("SELECT 2;")
	if got, err := s.Text("", "PostgreSQL"); got != "SELECT 1;\n\nSELECT 2;\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got := s.Statements(); !slices.Equal(got, []string{"SELECT 1", "SELECT 2"}) {
		t.Errorf("statements %q", got)
	}
}

func TestTools(t *testing.T) {
	for product, want := range map[string]string{"PostgreSQL": "psql goose golang-migrate atlas dbmate flyway tern", "MySQL": "mysql goose golang-migrate atlas dbmate flyway", "MariaDB": "mysql goose golang-migrate atlas dbmate flyway"} {
		if got := strings.Join(Tools(product), " "); got != want {
			t.Errorf("%s: %s", product, got)
		}
	}
}

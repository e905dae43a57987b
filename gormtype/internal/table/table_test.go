package table

import (
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Name{
		"users": {"", "users"}, "auth.users": {"auth", "users"}, `"auth"."users"`: {"auth", "users"}, "`auth`.`users`": {"auth", "users"},
		"db.auth.users": {"auth", "users"}, "": {}, ".users": {"", "users"}, "a.users": {"a", "users"}, ".a.users": {"a", "users"},
	} {
		if got := Parse(text); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// TestIsOf: GORM has the table of a statement without its schema, or its alias, in Table.
func TestIsOf(t *testing.T) {
	for _, c := range []struct {
		table, expr string
		name        Name
		alias       string
		want        bool
	}{
		{"users", "", Name{"", "users"}, "users", true},
		{"users", "", Name{"auth", "users"}, "users", false},
		{"users", `"auth"."users"`, Name{"auth", "users"}, "users", true},
		{"users", `"auth"."users"`, Name{"", "users"}, "users", false},
		{"users", `"auth"."users"`, Name{"crm", "users"}, "users", false},
		{"u", "users AS u", Name{"", "users"}, "u", true},
		{"u", "users AS u", Name{"", "users"}, "x", false},
		{"u", "users_2 AS u", Name{"", "users"}, "u", false},
		{"u", "auth.users u", Name{"auth", "users"}, "u", true},
		{"u", "`my users` AS u", Name{"", "my users"}, "u", true},
		{"users", "auth.users u", Name{"auth", "users"}, "u", true}, // GORM finds no alias behind a schema
		{"u", "users\n AS u", Name{"", "users"}, "u", true},
		{"users", "users u JOIN teams t ON t.id = u.team_id", Name{"", "users"}, "u", true},
		{"users", "users u JOIN teams t ON t.id = u.team_id", Name{"", "teams"}, "t", false},
		{"users", "users_2 u", Name{"", "users"}, "u", false},
		{"x", "(?) AS x", Name{"", "users"}, "x", false},
		{"u", "auth.users", Name{"crm", "users"}, "users", false},
		{"u", "auth.users", Name{"auth", "users"}, "users", true},
		{"u", "db.auth.users", Name{"", "db.auth.users"}, "db.auth.users", true},
		{"u", "db.auth.users", Name{"", "db.auth.users"}, "x", false},
		{"u", "users\tu", Name{"", "users"}, "u", true},
		{"u", " users u", Name{"", "users"}, "u", true},
		{"u", "users", Name{"crm", "users"}, "", false},
		{"u", "users AS", Name{"", "users"}, "AS", false},
	} {
		stmt := &gorm.Statement{Table: c.table}
		if c.expr != "" {
			stmt.TableExpr = &clause.Expr{SQL: c.expr}
		}
		if got := c.name.IsOf(stmt, c.alias); got != c.want {
			t.Errorf("%v of %s, %s: %t", c.name, c.table, c.expr, got)
		}
	}
}

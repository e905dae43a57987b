package servertest

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/present"
)

// filled is a table of a schema, with the columns of its keys and their values.
type filled struct {
	table, create, columns string
	values                 []keys
}

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// again returns the same values as another series that was made before, in turn.
func again(list *[]any) keys {
	i := 0
	return func() any { i++; return (*list)[i%len(*list)] }
}

// remember keeps the values for again.
func remember(next keys, list *[]any) keys {
	return func() any {
		v := next()
		*list = append(*list, v)
		return v
	}
}

func hash() any { return hex.EncodeToString([]byte(token(alphanumeric, "", 32)().(string))) }

// laravelSchema is that of Laravel 11 with HasUuids, in the default collation.
func laravelSchema() []filled {
	var orders []any
	email := distinct(func() any { return fmt.Sprintf("user%d@example.com", rand.Uint32()) })
	return []filled{
		{"users", "id bigint unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(255) NOT NULL DEFAULT 'someone', email varchar(255) NOT NULL, password varchar(255) NOT NULL DEFAULT 'x', UNIQUE KEY users_email_unique (email)", "id, email", []keys{counting(1), email}},
		{"password_reset_tokens", "email varchar(255) PRIMARY KEY, token varchar(255) NOT NULL", "email, token", []keys{email, hash}},
		{"sessions", "id varchar(255) PRIMARY KEY, user_id bigint unsigned, payload longtext NOT NULL, last_activity int NOT NULL DEFAULT 0, KEY sessions_user_id_index (user_id)", "id, user_id, payload", []keys{token(alphanumeric, "", 40), counting(1), hash}},
		{"personal_access_tokens", "id bigint unsigned AUTO_INCREMENT PRIMARY KEY, token varchar(64) NOT NULL, UNIQUE KEY personal_access_tokens_token_unique (token)", "id, token", []keys{counting(1), hash}},
		{"orders", "id char(36) PRIMARY KEY, note varchar(100)", "id, note", []keys{remember(asText(laravel()), &orders), hash}},
		{"order_items", "id char(36) PRIMARY KEY, order_id char(36) NOT NULL, FOREIGN KEY (order_id) REFERENCES orders (id)", "id, order_id", []keys{asText(laravel()), again(&orders)}},
	}
}

// wordPressSchema is that of WordPress 6.
func wordPressSchema() []filled {
	id := func(name string) string {
		return name + " bigint unsigned NOT NULL AUTO_INCREMENT, PRIMARY KEY (" + name + ")"
	}
	word := distinct(func() any { return fmt.Sprintf("option_%x", rand.Uint32()) })
	return []filled{
		{"wp_posts", id("ID") + ", post_name varchar(200) NOT NULL DEFAULT '', post_content longtext NOT NULL, KEY post_name (post_name(191))", "ID, post_content", []keys{counting(1), hash}},
		{"wp_postmeta", id("meta_id") + ", post_id bigint unsigned NOT NULL DEFAULT 0, meta_key varchar(255), KEY post_id (post_id)", "meta_id, meta_key", []keys{counting(1), word}},
		{"wp_options", id("option_id") + ", option_name varchar(191) NOT NULL DEFAULT '', option_value longtext NOT NULL, UNIQUE KEY option_name (option_name)", "option_id, option_name, option_value", []keys{counting(1), word, hash}},
		{"wp_users", id("ID") + ", user_login varchar(60) NOT NULL DEFAULT '', KEY user_login_key (user_login)", "ID, user_login", []keys{counting(1), word}},
		{"wp_term_relationships", "object_id bigint unsigned NOT NULL, term_taxonomy_id bigint unsigned NOT NULL, PRIMARY KEY (object_id, term_taxonomy_id)", "object_id, term_taxonomy_id", []keys{counting(1), func() any { return rand.IntN(20) }}},
	}
}

// uuidSchema is one of MariaDB's type UUID.
func uuidSchema() []filled {
	return []filled{
		{"v4", "id uuid PRIMARY KEY, note varchar(100)", "id, note", []keys{asText(v4), hash}},
		{"v7", "id uuid PRIMARY KEY, note varchar(100)", "id, note", []keys{asText(v7), hash}},
		{"v1", "id uuid PRIMARY KEY, note varchar(100)", "id, note", []keys{asText(v1), hash}},
		{"laravel", "id uuid PRIMARY KEY, note varchar(100)", "id, note", []keys{asText(laravel()), hash}},
	}
}

// Whole schemas of others have the findings that they deserve and no others. With -v the test
// prints the reports.
func TestWholeSchemas(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   dbserver.Kind
		schema []filled
		want   []string
	}{
		{"laravel", dbserver.MySQL, laravelSchema(), []string{"error caseless-text sessions", "info caseless-text order_items", "info caseless-text order_items", "info caseless-text orders", "warning text-key order_items", "warning text-key order_items", "warning text-key orders"}},
		{"wordpress", dbserver.MySQL, wordPressSchema(), nil},
		{"uuid", dbserver.MariaDB, uuidSchema(), []string{"warning mariadb-uuid laravel", "warning random-key v4"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := dbtest.Open(t, c.kind)
			db := open(t, c.kind.Driver(), d.DSN)
			for _, f := range c.schema {
				execute(t, db, "CREATE TABLE "+f.table+" ("+f.create+")")
				fill(t, db, c.kind, f.table, many, f.columns, f.values...)
				execute(t, db, "ANALYZE TABLE "+f.table)
			}
			r := run(t, inspect.Options{DSN: d.DSN})
			var got []string
			for _, f := range r.Findings {
				got = append(got, f.Severity.String()+" "+string(f.Name)+" "+f.Table)
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
			var b bytes.Buffer
			if err := present.Terminal(&b, r, true); err != nil {
				t.Fatal(err)
			}
			t.Logf("\n%s", &b)
		})
	}
}

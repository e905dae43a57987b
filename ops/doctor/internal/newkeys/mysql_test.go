package newkeys

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/source"
)

const showCreate = "CREATE TABLE `my ``orders` (\n" +
	"  `id` bigint NOT NULL AUTO_INCREMENT COMMENT 'it''s, the `id`',\n" +
	"  `user_id` bigint DEFAULT NULL,\n" +
	"  `user` varchar(36) NOT NULL DEFAULT (concat(`id`,_utf8mb4'x')),\n" +
	"  `twice` bigint GENERATED ALWAYS AS ((`n` * 2)) VIRTUAL,\n" +
	"  PRIMARY KEY (`id`),\n" +
	"  UNIQUE KEY `one_``note` (`user_id`,`note`(20)) COMMENT 'of (`user_id`)',\n" +
	"  KEY `recent` (`note`,`user_id` DESC) /*!80000 INVISIBLE */,\n" +
	"  KEY `user` (`user`),\n" +
	"  CONSTRAINT `orders_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE SET NULL,\n" +
	"  CONSTRAINT `orders_shop` FOREIGN KEY (`shop`) REFERENCES `shops` (`id`),\n" +
	"  CONSTRAINT `orders_name` FOREIGN KEY (`shop`) REFERENCES `users` (`name`),\n" +
	"  CONSTRAINT `orders_other` FOREIGN KEY (`shop`) REFERENCES `users` (`id`) ON UPDATE CASCADE\n" +
	") ENGINE=InnoDB"

// SHOW CREATE TABLE is read line by line: the keys and foreign keys of columns that move, with all that follows them.
func TestMyParse(t *testing.T) {
	p := &myPlan{plan: &plan{}}
	t1 := p.plan.table("my `orders")
	t1.columns = []*column{{table: t1, name: "id", temp: "new_id"}, {table: t1, name: "user_id", temp: "new_user_id"}}
	users := p.plan.table("users")
	users.columns = []*column{{table: users, name: "id", temp: "new_id"}}
	m := p.parse(t1, showCreate)
	if want := []string{"id", "user_id", "user", "twice"}; !slices.Equal(t1.all, want) || !slices.Equal(m.plain, want[:3]) {
		t.Errorf("the columns are %q, %q that are not generated", t1.all, m.plain)
	}
	if got, want := m.defined["id"], "bigint NOT NULL AUTO_INCREMENT COMMENT 'it''s, the `id`'"; got != want {
		t.Errorf("id is %s, want %s", got, want)
	}
	var got []string
	for _, k := range m.keys {
		got = append(got, strings.Join([]string{k.name, k.kind, p.temporary(t1, k.list), k.rest}, "|"))
	}
	want := []string{"|PRIMARY KEY|(`new_id`)|", "one_`note|UNIQUE KEY|(`new_user_id`,`note`(20))| COMMENT 'of (`user_id`)'", "recent|KEY|(`note`,`new_user_id` DESC)| /*!80000 INVISIBLE */"}
	if !slices.Equal(got, want) {
		t.Errorf("the keys are %q, want %q", got, want)
	}
	if f := []myForeign{{"orders_user", "users", "FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE SET NULL"}, {"orders_other", "users", "FOREIGN KEY (`shop`) REFERENCES `users` (`id`) ON UPDATE CASCADE"}}; !slices.Equal(m.foreign, f) {
		t.Errorf("the foreign keys are %q, want %q", m.foreign, f)
	}
}

// silent is a server that answers nothing.
type silent struct{ source.Source }

func (silent) Query(context.Context, string, func(*sql.Rows) error) error { return nil }

// The least versions of the servers.
func TestVersions(t *testing.T) {
	for _, c := range []struct{ product, version, want string }{
		{"MySQL", "9.7.4-2", ""}, {"MySQL", "8.0.29", ""}, {"MySQL", "8.0.100", ""}, {"MySQL", "8.1.0", ""},
		{"MySQL", "8.0.28", "the server is MySQL 8.0.28: the script needs MySQL 8.0.29 or later"}, {"MySQL", "7.9.30", "the server is MySQL 7.9.30: the script needs MySQL 8.0.29 or later"},
		{"MariaDB", "10.11.2-MariaDB-1", ""}, {"MariaDB", "11.0.2", ""}, {"MariaDB", "10.10.9", "the server is MariaDB 10.10.9: the script needs MariaDB 10.11 or later"}, {"MariaDB", "9.11.0", "the server is MariaDB 9.11.0: the script needs MariaDB 10.11 or later"},
		{"MySQL", "new", "the version \"new\" of the server: expected integer"},
	} {
		p := &myPlan{plan: &plan{db: silent{}, server: source.Server{Product: c.product, Version: c.version}}}
		got := ""
		if err := p.writable(t.Context()); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %s: %s", c.product, c.version, got)
		}
	}
}

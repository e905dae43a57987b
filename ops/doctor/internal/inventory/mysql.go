package inventory

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/source"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

var (
	//go:embed mysql.sql
	mysqlObjects string
	//go:embed mysql_only.sql
	mysqlOnly string
	//go:embed mariadb_only.sql
	mariaDBOnly string
)

const (
	myTables = `SELECT t.table_name, t.table_type, c.column_name, c.data_type FROM information_schema.tables AS t
JOIN information_schema.columns AS c ON c.table_schema = DATABASE() AND c.table_name = t.table_name
WHERE t.table_schema = DATABASE() AND t.table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY t.table_name, c.ordinal_position`
	myKeys = `SELECT k.table_name, k.constraint_name, k.column_name, k.referenced_table_name, k.referenced_column_name FROM information_schema.key_column_usage AS k
WHERE k.table_schema = DATABASE() AND k.referenced_table_schema = DATABASE() ORDER BY k.table_name, k.constraint_name, k.ordinal_position`
)

// mysql reads the information schema of MySQL and MariaDB.
type mysql struct{ server source.Server }

func (m *mysql) objects(ctx context.Context, db database) ([]Object, error) {
	file, parts := mysqlObjects+";\n"+mysqlOnly, []string{
		"{{column}}", ", c.srs_id AS srs", "{{part}}", "COALESCE(s.column_name, CONCAT('(', s.expression, ')'))", "{{hidden}}", "CASE MAX(s.is_visible) WHEN 'NO' THEN 'yes' END",
		"{{view}}", "",
	}
	if m.server.Product == "MariaDB" {
		file, parts = mysqlObjects+";\n"+mariaDBOnly, []string{
			"{{column}}", "", "{{part}}", "s.column_name", "{{hidden}}", "CASE MAX(s.ignored) WHEN 'YES' THEN 'yes' END", "{{view}}", ", v.algorithm AS algorithm",
		}
	}
	c, err := collect(ctx, db, statementsOf(strings.NewReplacer(parts...).Replace(file)))
	if err != nil {
		return nil, err
	}
	// A text of the catalog names the database, and a copy of it has another name.
	own := strings.NewReplacer(sqltext.MyQuote(m.server.Database)+".", "")
	for _, o := range c.list {
		for name, value := range o.Properties {
			o.Properties[name] = own.Replace(value)
		}
		if o.Kind == "sequence" {
			if err := sequence(ctx, db, o); err != nil {
				return nil, err
			}
		}
	}
	return c.sorted(), nil
}

// sequence reads what a sequence of MariaDB counts.
func sequence(ctx context.Context, db database, o Object) error {
	return db.Query(ctx, "SELECT CONCAT_WS(' ', 'START', start_value, 'INCREMENT', increment, 'MINVALUE', minimum_value, 'MAXVALUE', maximum_value, 'CACHE', cache_size, 'CYCLE', cycle_option) FROM "+sqltext.MyQuote(o.Name),
		func(rows *sql.Rows) error {
			var counts string
			err := rows.Scan(&counts)
			o.Properties["counts"] = counts
			return err
		})
}

func (m *mysql) tables(ctx context.Context, db database) ([]*table, error) {
	var list []*table
	byName := map[string]*table{}
	err := db.Query(ctx, myTables, func(rows *sql.Rows) error {
		var name, sort, kind string
		c := new(column)
		if err := rows.Scan(&name, &sort, &c.name, &kind); err != nil {
			return err
		}
		t := byName[name]
		if t == nil {
			t = &table{name: name, from: sqltext.MyQuote(name)}
			if sort == "SYSTEM VERSIONED" {
				t.from += " FOR SYSTEM_TIME ALL"
			}
			byName[name], list = t, append(list, t)
		}
		c.expression = sqltext.MyQuote(c.name)
		if strings.EqualFold(kind, "float") { // whose text has six digits only
			c.expression = fmt.Sprintf("(%s + 0e0)", c.expression)
		}
		t.columns = append(t.columns, c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, keysOf(ctx, db, myKeys, byName)
}

package main

import (
	"embed"
	"strings"
	"text/template"
)

//go:embed partition_*.sql
var partitionFiles embed.FS

// partitionSQL are the templates of the SQL: name is an identifier, text a literal. Comments get
// plain names.
var partitionSQL = template.Must(template.New("").Funcs(template.FuncMap{"text": quoteText}).ParseFS(partitionFiles, "partition_*.sql"))

// render sets the SQL.
func (d *partitioning) render() error {
	file := "partition_mysql.sql"
	if d.Server == postgres {
		file = "partition_postgres.sql"
	}
	var b strings.Builder
	err := partitionSQL.ExecuteTemplate(&b, file, d)
	d.SQL = b.String()
	return err
}

// ColumnSQL returns the column as an identifier.
func (d *partitioning) ColumnSQL() string { return quoteName(d.Server, d.Column) }

// Method returns how the catalogue of MySQL and MariaDB writes that the column divides the table.
func (d *partitioning) Method() string { return "RANGE COLUMNS(" + d.ColumnSQL() + ")" }

// Client returns the client of MySQL or MariaDB.
func (d *partitioning) Client() string {
	if d.Server == mariadb {
		return "mariadb"
	}
	return "mysql"
}

// Sibling returns the name of a procedure in the schema of the table, in SQL.
func (d *partitioning) Sibling(procedure string) string {
	return tableName{server: d.Server, schema: d.Table.schema, name: procedure}.SQL()
}

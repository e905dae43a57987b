package source

import "database/sql"

// referenceOf returns a function that adds a row to the references of its table. A row is a
// column of a foreign key: the table, the key, the referenced table, the column and the
// referenced one. The rows of a key follow one another.
func referenceOf(tables map[string]*Table) func(*sql.Rows) error {
	last := ""
	return func(rows *sql.Rows) error {
		var table, name, from, to string
		var r Reference
		if err := rows.Scan(&table, &name, &r.Table, &from, &to); err != nil {
			return err
		}
		t := tables[table]
		if t == nil {
			return nil
		}
		if same := table + "\x00" + name; last != same {
			last = same
			t.References = append(t.References, r)
		}
		f := &t.References[len(t.References)-1]
		f.Columns, f.To = append(f.Columns, from), append(f.To, to)
		return nil
	}
}

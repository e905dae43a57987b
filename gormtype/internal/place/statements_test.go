package place

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// say returns what is known of the place of a placeholder: what the statement does with the value, with which columns, and then
// all that is true of it.
func (s *Statement) say(site Site) string {
	said := map[Use]string{Unknown: "?", TakesText: "text", Casts: "cast", Compares: "=", Sets: ":="}[site.Use] + sayColumns(site.Columns)
	if site.Type != "" {
		said += " " + site.Type
	}
	if site.Within != nil {
		said += " in " + sayColumns(site.Within)
	}
	if site.Beside != nil {
		said += " beside " + sayColumns(site.Beside)
	}
	if site.Table.Table != "" {
		said += " row of " + site.Table.Table
	}
	if site.Operator[1] > 0 {
		said += " op " + s.sql[site.Operator[0]:site.Operator[1]]
	}
	for _, f := range []struct {
		isTrue bool
		word   string
	}{{site.IsTyped, "typed"}, {site.IsInner, "inner"}, {site.IsArray, "array"}, {site.IsPattern, "pattern"}, {site.IsNullTest, "null"}} {
		if f.isTrue {
			said += " " + f.word
		}
	}
	return said
}

// sayColumns returns the names of columns, with the number of their query if it is not the first one.
func sayColumns(columns []Column) string {
	var said []string
	for _, c := range columns {
		name := strings.TrimLeft(c.Schema+"."+c.Qualifier+"."+c.Name, ".")
		if c.Query > 0 {
			name += fmt.Sprint("@", c.Query)
		}
		if c.IsOwn {
			name += "!"
		}
		said = append(said, name)
	}
	return strings.Join(said, "+")
}

// sayTables returns the tables of each query, with the query that one is, behind the number of the query around it.
func (s *Statement) sayTables() string {
	var said []string
	for q := range s.Queries() {
		var tables []string
		for _, src := range s.Sources(q) {
			table := strings.TrimLeft(src.Schema+"."+src.Table, ".")
			if src.Alias != src.Table {
				table += " " + src.Alias
			}
			if src.Query >= 0 {
				table += fmt.Sprint("=", src.Query)
			}
			tables = append(tables, strings.TrimSpace(table))
		}
		own := strings.Join(tables, ", ")
		if parent := s.Parent(q); parent > 0 {
			own += fmt.Sprint(" in ", parent)
		}
		if written, ok := s.Written(q); ok {
			own += " writes " + written.Table
		}
		said = append(said, own)
	}
	return strings.Join(said, "; ")
}

// sayResult returns the columns that a statement returns under the names id, x and column1 and as its only item, and of which its only item
// is made.
func (s *Statement) sayResult() string {
	var said []string
	result := s.Result()
	for _, name := range []string{"id", "x", "column1", ""} {
		columns := sayColumns(s.Output(result, name))
		isItem, isAll := s.Returns(result, name)
		if columns != "" || isItem || isAll && name == "" {
			said = append(said, fmt.Sprintf("%s:%s%s%s", name, columns, map[bool]string{true: " item"}[isItem], map[bool]string{true: " all"}[isAll && name == ""]))
		}
		if alias := s.Alias(Column{Name: name}, result.Query); !slices.Equal(alias, s.Alias(Column{Name: strings.ToUpper(name)}, result.Query)) || s.Alias(Column{Name: name, Qualifier: "t"}, result.Query) != nil ||
			(alias != nil) != (isItem && columns != "") || alias != nil && sayColumns(alias) != columns {
			said = append(said, "alias "+sayColumns(alias))
		}
	}
	if columns, isOne := s.Mentioned(); columns != nil {
		said = append(said, "made of "+sayColumns(columns)+map[bool]string{true: " as it is"}[isOne])
	}
	return strings.Join(said, ", ")
}

// TestStatements: the places of all placeholders of a statement, in their order, the tables of each query, and the columns of its result.
// A column has the number of its query behind @, and ! if a table of that query has it. A table has the query that it is behind =.
func TestStatements(t *testing.T) {
	dialects := map[string]Dialect{"SQLite": SQLite, "MySQL": MySQL, "PostgreSQL": Postgres}
	var s Statement // whose memory one statement after the other takes
	for dialect, statements := range statements {
		for _, c := range statements {
			if !s.Parse(c.sql, dialects[dialect]) {
				t.Errorf("%s is not parsed", c.sql)
				continue
			}
			var places []string
			holders, sites := s.Holders()
			for _, h := range holders {
				places = append(places, s.say(sites[h.Place]))
			}
			if got := strings.Join(places, ", "); got != c.places {
				t.Errorf("%s %s:\n the places are %s\n           want %s", dialect, c.sql, got, c.places)
			}
			if got := s.sayTables(); got != c.tables {
				t.Errorf("%s %s:\n the tables are %s\n           want %s", dialect, c.sql, got, c.tables)
			}
			if got := s.sayResult(); got != c.result {
				t.Errorf("%s %s:\n the result is %s\n          want %s", dialect, c.sql, got, c.result)
			}
		}
	}
}

type statement struct{ sql, places, tables, result string }

var statements = map[string][]statement{
	"SQLite": {
		// SQLite: comparisons.
		{"SELECT 1 FROM t WHERE id = ?",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t WHERE NOT id <> ?",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id NOT IN (?, ?)",
			"=id typed, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id IN ?",
			"?", "t", ""},
		{"SELECT 1 FROM t WHERE id <> (?, ?)",
			"=id op <> typed, =id op <> typed", "t", ""},
		{"SELECT 1 FROM t WHERE (id) NOT <> (?, ?)",
			"=id op <> typed, =id op <> typed", "t", ""},
		{"SELECT 1 FROM t WHERE (id, n) = (?, ?)",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE (id, n) = ((?), ?)",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE (?, n) = (id, ?)",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE (?, ?) = id",
			"?, ?", "t", ""},
		{"SELECT 1 FROM t WHERE (id, n) IN ((?, ?), (?, ?))",
			"=id typed, =n typed, =id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE (id, n) IN (SELECT ?, ?)",
			"=id inner, =n inner", "t; ", ""},
		{"SELECT 1 FROM t WHERE (id, n) = (?, ?, ?)",
			"=id typed, =n typed, ?", "t", ""},
		{"SELECT 1 FROM t WHERE ? IN (id, ?)",
			"=id, =id", "t", ""},
		{"SELECT 1 FROM t WHERE ? = ? AND id = ?",
			"?, ?, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id BETWEEN ? AND ? AND n = ?",
			"=id typed, =id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE ? BETWEEN id AND ?",
			"=id, ?", "t", ""},
		{"SELECT 1 FROM t WHERE id NOT BETWEEN ? AND ? OR n = ?",
			"=id typed, =id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id BETWEEN ? OR n = ?",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id LIKE ? AND n NOT LIKE ?",
			"=id typed pattern, =n typed pattern", "t", ""},
		{"SELECT 1 FROM t WHERE id GLOB ? OR id REGEXP ? OR id MATCH ?",
			"=id typed pattern, =id typed pattern, =id typed pattern", "t", ""},
		{"SELECT 1 FROM t WHERE ? LIKE id",
			"?", "t", ""},
		{"SELECT 1 FROM t WHERE id IS ? AND n IS NOT ?",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE ? IS NULL OR id = ?",
			"text null, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id IS NULL AND n = ?",
			"=n typed", "t", ""},
		{"SELECT 1 FROM t WHERE (?) IS NOT NULL AND ? IS NULL",
			"?, text null", "t", ""},
		{"SELECT 1 FROM t WHERE id IS TRUE AND n = ?",
			"=n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id IS NOT DISTINCT FROM ? AND n IS DISTINCT FROM ?",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id IN main.u AND n = ?",
			"=n typed", "t", ""},
		{"WITH u AS (SELECT ?) SELECT 1 FROM t WHERE id IN u AND n = ?",
			"=id inner, =n typed", "t; ", ""},
		{"WITH u AS (SELECT ?, ?) SELECT 1 FROM t WHERE (id, n) NOT IN u",
			"=id inner, =n inner", "t; ", ""},
		{"SELECT 1 FROM t WHERE id IN 5 AND n = ?",
			"=n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id MEMBER OF (?) AND ? MEMBER OF (doc)",
			"? beside id, text typed", "t", ""},
		{"SELECT 1 FROM t WHERE id == ? AND n <= ? AND m >= ? AND x < ? AND y > ? AND z != ?",
			"=id typed, =n typed, =m typed, =x typed, =y typed, =z typed", "t", ""},
		{"SELECT 1 FROM t WHERE a.b.c = ?",
			"=a.b.c typed", "t", ""},
		{"SELECT 1 FROM t WHERE main.t.id = ? AND \"t\".\"id\" = ? AND [id] = ? AND `id` = ?",
			"=main.t.id typed, =t.id typed, =id typed, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = ? COLLATE NOCASE AND ? COLLATE BINARY = n",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id COLLATE NOCASE = ? AND n = ?",
			"=id typed, =n typed", "t", ""},
		// Operators.
		{"SELECT 1 FROM t WHERE id = ? + 1 AND n = 1 + ? AND m = -?",
			"=id typed, ?, ?", "t", ""},
		{"SELECT 1 FROM t WHERE id = ? + 1 + 2",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = +? AND n = NOT ? AND m = - ?",
			"=id typed, =n typed, ?", "t", ""},
		{"SELECT 1 FROM t WHERE id = ? || 'x' AND n = 'x' || ? || m",
			"text beside id typed, text beside n typed", "t", ""},
		{"SELECT 1 FROM t WHERE a || ? = id",
			"text beside id typed", "t", ""},
		{"SELECT 1 FROM t WHERE doc->>'a' = ? AND doc->'b' = ? AND doc->>? = ?",
			"text in doc typed, text in doc typed, text typed, text in doc typed", "t", ""},
		{"SELECT 1 FROM t WHERE (doc->>'a') = ? AND u.doc->>'b' IN (?, ?)",
			"text in doc typed, text in u.doc typed, text in u.doc typed", "t", ""},
		{"SELECT 1 FROM t WHERE json_extract(t.doc, '$.a') = ? AND json_extract(doc, ?) = 'x'",
			"text in t.doc typed, text", "t", ""},
		{"SELECT 1 FROM t WHERE COALESCE(doc->>'a', other->>'b') = ?",
			"text in doc+other typed", "t", ""},
		{"SELECT 1 FROM t WHERE f(doc) || 'x' = ?",
			"text in doc typed", "t", ""},
		{"SELECT 1 FROM t WHERE (SELECT doc) ->> 'a' = ?",
			"text in SELECT+doc typed", "t; ", ""},
		{"SELECT 1 FROM t WHERE id = CAST(? AS TEXT) AND n = CAST(? AS BLOB) AND CAST(? AS INTEGER) = 5",
			"=id beside id typed inner, =n typed inner, cast INTEGER", "t", ""},
		{"SELECT 1 FROM t WHERE CAST(id AS TEXT) = ? AND CAST(n AS INTEGER) = ?",
			"text in id+AS+TEXT typed, cast INTEGER", "t", ""},
		{"SELECT 1 FROM t WHERE CAST(CAST(? AS INTEGER) AS TEXT) = id",
			"=id beside id typed inner", "t", ""},
		{"SELECT 1 FROM t WHERE CAST(? AS TEXT) IS NULL OR id = CAST(? AS TEXT)",
			"cast TEXT null, =id beside id typed inner", "t", ""},
		{"SELECT 1 FROM t WHERE COALESCE(CAST(n AS INTEGER), 5) = ?",
			"cast INTEGER", "t", ""},
		{"SELECT 1 FROM t WHERE f(?) = id AND id = g(n, ?)",
			"?, ?", "t", ""},
		{"SELECT 1 FROM t WHERE upper(?) = id AND length(?) = n",
			"text beside id typed, text typed", "t", ""},
		{"SELECT 1 FROM t WHERE COALESCE(?, id) = ? AND NULLIF(n, ?) = ?",
			"=id typed inner, =id typed, =n typed inner, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE COALESCE(?, ?) = n AND COALESCE(?) = m",
			"=n inner, =n inner, =m inner", "t", ""},
		{"SELECT 1 FROM t WHERE IIF(?, id, ?) = n AND IIF(n = 1, ?, ?) = id",
			"?, =n typed inner, =id inner, =id inner", "t", ""},
		{"SELECT 1 FROM t WHERE nth_value(id, ?) OVER (ORDER BY n) = ? AND first_value(?) OVER w = id",
			"?, =id typed, =id inner", "t", ""},
		{"SELECT 1 FROM t WHERE lag(id, ?, ?) OVER () = ?",
			"?, =id typed inner, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE max(id) FILTER (WHERE n = ?) = ?",
			"=n typed, =id typed", "t", ""},
		{"SELECT FIELD(id, ?, ?) FROM t",
			"=id typed, =id typed", "t", "made of id"},
		{"SELECT FIELD(?, id, ref), FIELD() FROM t",
			"=ref typed", "t", ""},
		{"SELECT 1 FROM t WHERE TRIM(BOTH ? FROM id) = ? AND TRIM(LEADING FROM ?) = n AND TRIM(TRAILING ? FROM ?) = m",
			"text in BOTH+FROM+id typed, text in BOTH+FROM+id typed, text in LEADING+FROM beside n typed, text in TRAILING+FROM beside m typed, text in TRAILING+FROM beside m typed", "t", ""},
		{"SELECT 1 FROM t WHERE CASE id WHEN ? THEN ? ELSE ? END = ref",
			"=id typed, =ref inner, =ref inner", "t", ""},
		{"SELECT 1 FROM t WHERE CASE WHEN id = ? THEN ? WHEN n = ? THEN ref END = ?",
			"=id typed, =ref typed inner, =n typed, =ref typed", "t", ""},
		{"SELECT 1 FROM t WHERE CASE ? WHEN id THEN 1 WHEN ref THEN 2 END = n",
			"=ref", "t", ""},
		{"SELECT CASE WHEN ? THEN 1 END, CASE END, CASE x y WHEN ? THEN 2 END FROM t WHERE id = ?",
			"?, =x typed, =id typed", "t", ""},
		{"SELECT (CASE id WHEN ? THEN 1), ? FROM t WHERE id = ?",
			"=id typed, ?, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE ROW(id, n) = ROW(?, ?)",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = ((((?)))) AND ((n)) = (((?)))",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE ((id, n)) = ((?, ?))",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE x'00ff' = ? AND id = 'a' 'b' AND n = ?",
			"?, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE 'a' = ? AND 5 = ? AND NULL = ? AND current_timestamp = ?",
			"text typed, ?, ?, =current_timestamp typed", "t", ""},
		{"SELECT 1 FROM t WHERE 1.5 = ? AND .5 < ? AND 1e5 > ? AND id = ?",
			"?, ?, ?, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE t.* = ? AND * = ?",
			"?, ?", "t", ""},
		{"SELECT 1 FROM t WHERE exists (SELECT 1 FROM u WHERE u.id = t.id AND u.n = ?) AND id = ?",
			"=u.n@1 typed, =id typed", "t; u", ""},
		{"SELECT a.x y, ? z, id = ? FROM t a",
			"?, =id typed", "t a", ""},
		{"SELECT DISTINCT ?, ALL id FROM t",
			"?", "t", "id:id item"},
		{"SELECT ALL ?, id FROM t WHERE id = ?",
			"?, =id typed", "t", "id:id item"},
		// Queries.
		{"SELECT 1 FROM t WHERE id = (SELECT ?) AND n IN (SELECT ? UNION SELECT ?)",
			"=id inner, =n inner, =n inner", "t; ; ; ", ""},
		{"SELECT 1 FROM t WHERE (SELECT max(id) FROM u) = ? AND (SELECT u.id, 2 FROM u) = (?, ?)",
			"=id@1 typed, =u.id@2 typed, ?", "t; u; u", ""},
		{"SELECT 1 FROM t WHERE ? = (SELECT id FROM u WHERE n = ?)",
			"=id@1 typed, =n@1 typed", "t; u", ""},
		{"SELECT id FROM t UNION ALL SELECT ? UNION DISTINCT SELECT ? EXCEPT SELECT ? INTERSECT SELECT ?",
			"=id typed inner, =id typed inner, =id typed inner, =id typed inner", "t; ; ; ; ", "id:id item, :id, made of id as it is"},
		{"SELECT id, n FROM t UNION SELECT ?, ? UNION SELECT ?",
			"=id typed inner, =n typed inner, =id typed inner", "t; ; ", "id:id item"},
		{"SELECT * FROM t UNION SELECT ?",
			"?", "t; ", "id:id!, x:x!, column1:column1!, : all"},
		{"(SELECT ?) UNION (SELECT id FROM t)",
			"=id@3 typed inner", "; ; ; t in 2", ":id@3, made of id@3 as it is"},
		{"((SELECT ?)) UNION ALL (SELECT id FROM t)",
			"?", "; ; ; t in 2", ""},
		{"SELECT 1 FROM (SELECT * FROM (SELECT ? AS x UNION SELECT ?) b) c JOIN t ON t.id = c.x",
			"=t.id inner, =t.id inner", "c=1, t; b=2;  in 1;  in 1", ""},
		{"SELECT 1 FROM (SELECT *, 1 FROM (SELECT ? AS x) b) c JOIN t ON t.id = c.x",
			"?", "c=1, t; b=2;  in 1", ""},
		{"SELECT 1 FROM (SELECT b.* FROM (SELECT ? AS x) b, u) c JOIN t ON t.id = c.x",
			"?", "c=1, t; b=2, u;  in 1", ""},
		{"SELECT 1 FROM (SELECT * FROM (SELECT ?) b (y)) c JOIN t ON t.id = c.y",
			"?", "c=1, t; b=2;  in 1", ""},
		{"SELECT 1 FROM (SELECT * FROM (SELECT id FROM u) b) c WHERE c.id = ?",
			"=c.id typed", "c=1; b=2; u in 1", ""},
		{"SELECT 1 FROM (VALUES (?, 1), (?, 2)) v JOIN t ON t.id = v.column1 AND t.n = v.column2",
			"=t.id inner, =t.id inner", "v=1, t; ; ", ""},
		{"SELECT 1 FROM (VALUES (?, ?)) v JOIN t ON t.id = column2 AND t.n = v.column3 AND t.m = v.column0",
			"?, =t.id inner", "v=1, t; ", ""},
		{"SELECT 1 FROM (SELECT ? AS a) v JOIN t ON t.id = v.column1",
			"?", "v=1, t; ", ""},
		{"SELECT 1 FROM (SELECT ? AS column1, ? AS b) v JOIN t ON t.id = v.column1 AND t.n = v.column2",
			"=t.id inner, ?", "v=1, t; ", ""},
		{"SELECT 1 FROM (VALUES (?)) v (x) JOIN t ON t.id = v.x",
			"=t.id inner", "v=1, t; ", ""},
		{"SELECT 1 FROM (VALUES (?)) v (x, y) JOIN t ON t.id = v.y AND t.n = v.z",
			"?", "v=1, t; ", ""},
		{"SELECT 1 FROM (SELECT ? AS x) AS v, t WHERE V.X = t.id",
			"=t.id inner", "v=1, t; ", ""},
		{`SELECT 1 FROM t, (SELECT ? x, ? AS "y") v WHERE id = x AND n = y`,
			"=id inner, =n inner", "t, v=1; ", ""},
		{"SELECT 1 FROM (t JOIN u ON t.id = ?) JOIN w ON w.id = ? WHERE u.id = ?",
			"=t.id@1 typed, =w.id typed, =u.id typed", "t, u, w; ", ""},
		{"SELECT 1 FROM ((SELECT ? AS x) UNION SELECT ?) v JOIN t ON t.id = v.x",
			"=t.id inner, =t.id inner", "v=1, t; =2;  in 1; ", ""},
		{"SELECT 1 FROM ((SELECT id FROM u) UNION (SELECT ?)) v WHERE v.id = ?",
			"=id@2 typed inner, =v.id typed", "v=1; =2; u in 1; ;  in 3", ""},
		{"SELECT 1 FROM (t, u) WHERE t.id = ? AND u.id = ?",
			"=t.id typed, =u.id typed", "t, u; ", ""},
		{"SELECT 1 FROM t WHERE id IN (SELECT x FROM (SELECT ? AS x) v WHERE x <> ?)",
			"=id inner, =x@1", "t; v=2;  in 1", ""},
		{"SELECT 1 FROM (SELECT ? AS x) v WHERE EXISTS (SELECT 1 FROM t WHERE t.id = v.x)",
			"=t.id@2 inner", "v=1; ; t", ""},
		{"SELECT 1 FROM (SELECT ? AS x) v WHERE EXISTS (SELECT 1 FROM t WHERE id = x)",
			"?", "v=1; ; t", ""},
		{"SELECT 1 FROM (SELECT ? AS x) v WHERE EXISTS (SELECT 1 FROM (SELECT ? AS x) w WHERE x = ?)",
			"?, ?, =x@2", "v=1; ; w=3;  in 2", ""},
		{"SELECT max(x) FROM (SELECT ? AS x) v GROUP BY x HAVING x = id LIMIT ? OFFSET ?",
			"=id inner, ?, ?", "v=1; ", ":x, made of x as it is"},
		{"SELECT a FROM t ORDER BY id = ?, ? LIMIT ?",
			"=id typed, ?, ?", "t", ":a, made of a as it is"},
		{"SELECT 1 FROM t GROUP BY id, n HAVING max(id) = ? WINDOW w AS (ORDER BY ?)",
			"=id typed, ?", "t", ""},
		{"SELECT 1; SELECT 1 FROM t WHERE id = ?",
			"=id@1 typed", "; t", ""},
		{"SELECT id FROM t WHERE n = ?;",
			"=n typed", "t", "id:id item, :id, made of id as it is"},
		{"SELECT 1 FROM t) WHERE id = ?",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t WHERE value = ? AND values = ?",
			"=value typed, ?", "t", ""},
		{"SELECT value FROM t WHERE id = ?",
			"=id typed", "t", ":value, made of value as it is"},
		{"SELECT REPLACE(a, ?, 'b') FROM t WHERE REPLACE(id, '-', '') = ? AND n = ?",
			"text in a typed, ?, =n typed", "t", "made of a"},
		{"SELECT 1 FROM t NATURAL JOIN u LEFT OUTER JOIN v USING (id, n) CROSS JOIN w WHERE t.id = ? AND v.id = ?",
			"=t.id typed, =v.id typed", "t, u, v, w", ""},
		{"SELECT 1 FROM t INDEXED BY i WHERE id = ?",
			"=id typed", "t", ""},
		{"SELECT 1 FROM json_each(?) j, t WHERE t.id = j.value AND t.n = j.key AND t.m = j.atom AND t.o = j.other",
			"? beside t.o", "json_each j, t", ""},
		{"SELECT 1 FROM json_each(?), t WHERE t.id = value AND t.n = type",
			"? beside t.id", "json_each, t", ""},
		{"SELECT 1 FROM json_each(?) WHERE type = id",
			"? beside id", "json_each", ""},
		{"SELECT 1 FROM generate_series(?, 5) g, t WHERE t.id = g.value",
			"?", "generate_series g, t", ""},
		{"SELECT 1 FROM t WHERE id IN (SELECT value FROM json_each(doc, ?))",
			"? beside id", "t; json_each", ""},
		// WITH.
		{"WITH v AS (SELECT ? AS x), w (y) AS (SELECT x FROM v) SELECT 1 FROM t, w WHERE t.id = w.y",
			"=t.id inner", "t, w=2; ; v=1", ""},
		{"WITH v AS (SELECT id FROM v) SELECT 1 FROM v WHERE id = ?",
			"=id typed", "v=1; v", ""},
		{"WITH RECURSIVE v (x) AS (SELECT ? UNION ALL SELECT x FROM v) SELECT 1 FROM t JOIN v ON t.id = v.x",
			"=t.id inner", "t, v=1; ; v=1", ""},
		{"WITH RECURSIVE v AS (SELECT id FROM t WHERE n = ? UNION SELECT t.id FROM t JOIN v ON t.ref = v.id) SELECT 1 FROM v WHERE id = ?",
			"=n@1 typed, =id typed", "v=1; t; t, v=1", ""},
		{"WITH v AS MATERIALIZED (SELECT ? AS x), w AS NOT MATERIALIZED (SELECT ? AS y) SELECT 1 FROM t, v, w WHERE t.id = v.x AND t.n = w.y",
			"=t.id inner, =t.n inner", "t, v=1, w=2; ; ", ""},
		{"WITH v AS (SELECT ? AS x) SELECT 1 FROM main.v, t WHERE t.id = v.x",
			"?", "main.v, t; ", ""},
		{"WITH v (SELECT 1) SELECT 1 FROM t WHERE id = ?",
			"=id typed", "t; ", ""},
		{"WITH v AS 5 SELECT 1 FROM t WHERE id = ?",
			"=id typed", "t", ""},
		{"WITH v AS (INSERT INTO t (id) VALUES (?) RETURNING id) SELECT 1 FROM v WHERE id = ?",
			":=id@1 typed, =id typed", "v=1; t writes t", ""},
		{"WITH v AS (DELETE FROM t WHERE id = ? RETURNING *) SELECT 1 FROM v WHERE id = ?",
			"=id@1 typed, =id typed", "v=1; t writes t", ""},
		{"WITH v AS (SELECT ? AS x) UPDATE t SET ref = x FROM v WHERE t.id = ?",
			":=ref inner, =t.id typed", "t, v=1; ", ""},
		{"WITH RECURSIVE v (r, x) AS (SELECT ?, ? UNION ALL SELECT v.r, u.ref FROM u JOIN v ON u.id = v.x) SELECT 1 FROM t JOIN v ON t.id = v.r AND t.n = ?",
			"=t.id inner, =u.id@2 inner, =t.n typed", "t, v=1; ; u, v=1", ""},
		{"WITH RECURSIVE v (r) AS (SELECT ? UNION ALL SELECT b FROM a JOIN v ON r = a.id) SELECT r FROM v",
			"=a.id@2 inner", "v=1; ; a, v=1", ":r, made of r as it is"},
		// INSERT.
		{"INSERT INTO t (id, n) VALUES (?, ?), (?, ?), (?)",
			":=id typed, :=n typed, :=id typed, :=n typed, :=id typed", "t writes t", ""},
		{"INSERT INTO t (id) VALUES (?, ?)",
			":=id typed, ?", "t writes t", ""},
		{"INSERT INTO t VALUES (?, ?)",
			":= row of t typed, := row of t typed", "t writes t", ""},
		{"INSERT INTO t VALUES (upper(?), ?), (COALESCE(?, 'x'), 5)",
			"text row of t typed, := row of t typed, := row of t inner", "t writes t", ""},
		{"INSERT INTO t DEFAULT VALUES RETURNING id = ?",
			"=id typed", "t writes t", "made of id"},
		{"INSERT OR IGNORE INTO t (id) VALUES (?)",
			":=id typed", "t writes t", ""},
		{"INSERT INTO main.t AS x (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET n = ?, id = excluded.id WHERE x.id = ? RETURNING id, n = ?",
			":=id typed, :=n typed, =x.id typed, =n typed", "main.t x writes t", "id:id item"},
		{"INSERT INTO t (id, n) SELECT ?, n FROM u WHERE u.id = ? ON CONFLICT (id) DO UPDATE SET n = ? RETURNING id = ?",
			":=id typed inner, =u.id@1 typed, :=n typed, =id typed", "t writes t; u", "made of id"},
		{"INSERT INTO t (id) SELECT ? UNION SELECT ? UNION ALL SELECT id FROM u",
			":=id inner, :=id inner", "t writes t; ; ; u", ":id@3, made of id@3 as it is"},
		{"INSERT INTO t (id) (SELECT ?) ON CONFLICT DO NOTHING RETURNING id",
			":=id typed inner", "t writes t;  writes t", "id:id item, :id, made of id as it is"},
		{"INSERT INTO t (id, n) SELECT * FROM (SELECT ?, ?) v",
			":=id inner, :=n inner", "t writes t; v=2;  in 1", ""},
		{"INSERT INTO t SELECT ?, n FROM u",
			":= row of t typed inner", "t writes t; u", ""},
		{"INSERT INTO t (id, n) WITH v AS (SELECT ? AS x) SELECT x, ? FROM v",
			":=id inner, :=n typed inner", "t writes t;  writes t; v=1", "x:x@2 item"},
		{"INSERT INTO t (id) VALUES ((SELECT id FROM u WHERE n = ?)), (COALESCE(?, ?)), (?)",
			"=n@1 typed, :=id inner, :=id inner, :=id typed", "t writes t; u writes t", ""},
		{"REPLACE INTO t (id) VALUES (?)",
			":=id typed", "t writes t", ""},
		{"INSERT INTO t (id) VALUES (CASE WHEN ? THEN ? ELSE ? END)",
			"?, :=id inner, :=id inner", "t writes t", ""},
		{"INSERT INTO t (n, id) VALUES (1 x, ?)",
			":=id typed", "t writes t", ""},
		// UPDATE and DELETE.
		{"UPDATE t SET id = ?, n = COALESCE(?, n), (a, b) = (?, ?), c = (SELECT ?) WHERE id = ? AND n IN (?, ?)",
			":=id typed, :=n typed inner, :=a typed, :=b typed, :=c inner, =id typed, =n typed, =n typed", "t; ", ""},
		{"UPDATE t SET id = ? FROM u WHERE u.id = ? RETURNING id, ref = ?",
			":=id typed, =u.id typed, =ref typed", "t, u writes t", "id:id item"},
		{"UPDATE OR IGNORE t SET id = ?",
			":=id typed", "t", ""},
		{"UPDATE t SET n = n + ?, id = ?",
			"?, :=id typed", "t", ""},
		{"UPDATE t SET n = a AT TIME ZONE ?, id = ? WHERE ref = ?",
			"?, :=id typed, =ref typed", "t", ""},
		{"UPDATE t SET id := ?",
			":=id typed", "t", ""},
		{"UPDATE t SET n WHERE id = ?",
			"=id typed", "t", ""},
		{"UPDATE t SET id = id = ?, n = ?",
			"=id typed, :=n typed", "t", ""},
		{"UPDATE t x SET x.id = ? WHERE x.n = ?",
			":=x.id typed, =x.n typed", "t x", ""},
		{"DELETE FROM t WHERE id = ? RETURNING id",
			"=id typed", "t writes t", "id:id item, :id, made of id as it is"},
		{"DELETE FROM t USING u WHERE t.id = u.id AND u.n = ?",
			"=u.n typed", "t, u", ""},
		{"DELETE FROM t WHERE id IN (?) ORDER BY n = ? LIMIT ?",
			"=id typed, =n typed, ?", "t", ""},
		{"MERGE INTO t USING (SELECT ? AS x) v ON t.id = v.x WHEN MATCHED AND t.n = ? THEN UPDATE SET ref = ? WHEN NOT MATCHED THEN INSERT (id, n) VALUES (v.x, ?)",
			":=id inner, =t.n typed, :=ref typed, :=n typed", "t, v=1 writes t;  writes t", ""},
		{"MERGE INTO t USING u ON t.id = ? WHEN MATCHED THEN DELETE",
			"=t.id typed", "t, u writes t", ""},
		// PostgreSQL.
		{"SELECT (n) FROM t GROUP BY (n) HAVING (SELECT id FROM u)",
			"", "t; u", ":n, made of n as it is"},
		{"SELECT 1 FROM t WHERE REPLACE(?, '-', '') = id",
			"text beside id typed", "t", ""},
		{"SELECT 1 FROM t WHERE EXISTS(VALUES (?)) AND id = ?",
			"?, =id typed", "t; ", ""},
		{"INSERT INTO t (id) VALUES (?) ON CONFLICT (value) DO UPDATE SET n = 1 WHERE value = ?",
			":=id typed, =value typed", "t writes t", ""},
		{"INSERT INTO t (id) SELECT ? FROM u RETURNING id = ?",
			":=id typed inner, =id typed", "t writes t; u", "made of id"},
		{"INSERT INTO t (SELECT ?, n FROM u)",
			":= row of t typed inner", "t writes t; u writes t", ""},
		{"INSERT INTO t (id, n) SELECT 5, x FROM ((SELECT ? AS x) UNION (SELECT ?)) v",
			":=n inner, :=n inner", "t writes t; v=2; =3 in 1;  in 2;  in 1;  in 4", "x:x@1 item"},
		{"INSERT INTO t (id) VALUES (?); SELECT ? FROM u",
			":=id typed, ?", "t writes t; u", ""},
		{"SELECT 1; INSERT INTO t (id) VALUES (?); SELECT ?",
			":=id@1 typed, ?", "; t writes t; ", ""},
		{"SELECT 1 FROM t WHERE ? + n IS NULL",
			"?", "t", ""},
		{"SELECT 1 FROM t WHERE (?, ?) IN ((id, n), (a, b))",
			"?, ?", "t", ""},
		{"SELECT id FROM t WHERE ? IN u",
			"?", "t", "id:id item, :id, made of id as it is"},
		{"SELECT 1 FROM t WHERE -id = ? AND ~n = ?",
			"?, ?", "t", ""},
		{"SELECT 1 FROM t WHERE json(?) = doc",
			"?", "t", ""},
		{"UPDATE OR REPLACE t SET id = ?",
			":=id typed", "t", ""},
		{"INSERT OR ROLLBACK INTO t (id) VALUES (?)",
			":=id typed", "t writes t", ""},
		{"SELECT 1 FROM (SELECT * FROM ((SELECT ? AS x) UNION (SELECT ?)) v) w JOIN t ON t.id = w.x",
			"=t.id inner, =t.id inner", "w=1, t; v=2; =3 in 1;  in 2;  in 1;  in 4", ""},
		{"WITH v AS (SELECT 1) SELECT (SELECT ?), id FROM t WHERE id = ?",
			"?, =id typed", "t; ; ", "id:id item"},
		{"SELECT 1 FROM t, (SELECT n FROM u) v, w WHERE t.id = ?",
			"=t.id typed", "t, v=1, w; u", ""},
		{"SELECT t.*, n FROM t",
			"", "t", "id:t.id!, x:t.x!, column1:t.column1!, :t.! all"},
		{"SELECT a AS id FROM t WHERE id = ?",
			"=id typed", "t", "id:a item, :a, made of a as it is"},
		{"SELECT 1 FROM (VALUES (1, 2, 3, 4, 5, 6, 7, 8, 9, ?)) v JOIN t ON t.id = v.column10",
			"=t.id inner", "v=1, t; ", ""},
		{"SELECT ? UNION SELECT id FROM t UNION SELECT ?",
			"=id@1 typed inner, =id@1 typed inner", "; t; ", ":id@1, made of id@1 as it is"},
		{"INSERT INTO t (id) VALUES (1) RETURNING ?",
			"?", "t writes t", ""},
	},
	"MySQL": {
		// MySQL.
		{"SELECT 1 FROM t WHERE id = ? # x = ?",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = 5 --?",
			"?", "t", ""},
		{`SELECT 1 FROM t WHERE id = "a ? \" ?" AND n = ?`,
			"=n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = 'a\\'?' AND n = ?",
			"=n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = ? || n = ? && m = ? XOR o = ?",
			"=id typed, =n typed, =m typed, =o typed", "t", ""},
		{"SELECT 1 FROM t WHERE id <=> ? AND NOT (n <=> ?)",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id RLIKE ? OR id NOT REGEXP ?",
			"=id typed pattern, =id typed pattern", "t", ""},
		{"SELECT 1 FROM t WHERE POSITION(? IN a) = 1 AND id IN (?)",
			"text in IN+a typed, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = _binary ? AND n = _utf8mb4'x' AND m = ?",
			"?, =m typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = CONVERT(?, CHAR) AND CONVERT(? USING utf8mb4) = n AND CONVERT(?, BINARY) = m AND CONVERT() = o",
			"? beside id, ? beside n, ?", "t", ""},
		{"SELECT 1 FROM t WHERE id = ? COLLATE utf8mb4_bin AND (? COLLATE utf8mb4_bin) = n",
			"=id beside id typed, =n beside n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = BINARY ? AND INTERVAL ? DAY = n",
			"=id typed, ?", "t", ""},
		{"SELECT 1 FROM t WHERE ELT(?, id, ?) = n",
			"?, =n typed inner", "t", ""},
		{"SELECT 1 FROM t PARTITION (p0, p1) AS x FORCE INDEX (i) WHERE x.id = ?",
			"=x.id typed", "t x", ""},
		{"SELECT 1 FROM t FOR SYSTEM_TIME AS OF ? x WHERE id = ?",
			"?, =id typed", "t x", ""},
		{"SELECT 1 FROM t FOR SYSTEM_TIME BETWEEN ? AND ? WHERE id = ?",
			"?, ?, =id typed", "t", ""},
		{"SELECT 1 FROM t FOR SYSTEM_TIME FROM ? TO ? WHERE id = ?",
			"?, ?, =id typed", "t", ""},
		{"SELECT 1 FROM t FOR SYSTEM_TIME ALL WHERE id = ?",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = ? FOR UPDATE",
			"=id typed", "t", ""},
		{"SELECT 1 FROM t STRAIGHT_JOIN u ON t.id = ? WHERE u.id = ?",
			"=t.id typed, =u.id typed", "t, u", ""},
		{"SELECT 1 FROM JSON_TABLE(?, '$[*]' COLUMNS (k CHAR(36) PATH '$')) j JOIN t ON t.id = j.k",
			"? beside t.id", "JSON_TABLE j, t", ""},
		{"SELECT 1 FROM JSON_TABLE(?, '$[*]' COLUMNS (k CHAR(36) PATH '$')) j, t WHERE t.id = k AND t.n = z",
			"? beside t.id", "JSON_TABLE j, t", ""},
		{"INSERT IGNORE INTO t (id, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n), id = IF(n = ?, ?, VALUES(id)), m = ?",
			":=id typed, :=n typed, =n typed, :=id typed inner, :=m typed", "t writes t", ""},
		{"INSERT INTO t (id, n) VALUES (?, ?) AS x ON DUPLICATE KEY UPDATE n = x.n, id = IF(x.id = ?, ?, x.id)",
			":=id typed, :=n typed, =x.id typed, :=id typed inner", "t, x=1 writes t;  writes t", ""},
		{"INSERT INTO t (id, n) VALUES (?, ?) AS x (a, b) ON DUPLICATE KEY UPDATE n = b, id = IF(x.a = ?, ?, a)",
			":=id typed, :=n typed, =x.a typed, :=id typed inner", "t, x=1 writes t;  writes t", ""},
		{"INSERT INTO t (id) SELECT ? FROM u ON DUPLICATE KEY UPDATE id = ?",
			":=id typed inner, :=id typed", "t writes t; u", ""},
		{"INSERT INTO t (id) VALUE (?), (?)",
			":=id typed, :=id typed", "t writes t", ""},
		{"INSERT INTO t SET id = ?, n = ?",
			":=id typed, :=n typed", "t writes t", ""},
		{"REPLACE DELAYED t VALUES ROW(?, ?)",
			":= row of t typed, := row of t typed", "t writes t", ""},
		{"INSERT LOW_PRIORITY INTO t (id) VALUES (?)",
			":=id typed", "t writes t", ""},
		{"UPDATE t, u SET t.id = ?, u.id = t.id WHERE u.n = ?",
			":=t.id typed, =u.n typed", "t, u", ""},
		{"UPDATE t JOIN (SELECT ? AS x) v ON v.x = t.id SET t.ref = ?",
			"=t.id inner, :=t.ref typed", "t, v=1; ", ""},
		{"UPDATE LOW_PRIORITY t SET id = ?",
			":=id typed", "t", ""},
		{"DELETE t FROM t JOIN u ON t.id = u.id WHERE u.id = ?",
			"=u.id typed", "t, u", ""},
		{"DELETE QUICK FROM t WHERE id = ?",
			"=id typed", "t", ""},
		{"SELECT INSERT(a, 1, 1, ?) FROM t WHERE INSERT(id, 1, 1, '') = ?",
			"?, ?", "t", "made of a"},
		{"SELECT 1 FROM t WHERE MATCH (a) AGAINST (? IN BOOLEAN MODE) AND id = ?",
			"?, =id typed", "t", ""},
		{"VALUES ROW(?, 1), ROW(?, 2)",
			"?, ?", "; ", "column1: item"},
		{"SELECT 1 FROM (VALUES ROW(?), ROW(?)) v (x) JOIN t ON t.id = v.x",
			"=t.id inner, =t.id inner", "v=1, t; ; ", ""},
		{"SELECT 1 FROM t, LATERAL (SELECT ? AS x) v WHERE t.id = v.x",
			"=t.id inner", "t, v=1; ", ""},
		{"SELECT 1 FROM t WHERE id = @x AND n = ?",
			"=n typed", "t", ""},
		{"SELECT 1 FROM t WHERE id IN (SELECT id FROM u WHERE n = ? LIMIT 1) LIMIT ?",
			"=n@1 typed, ?", "t; u", ""},
		// PostgreSQL.
		{"INSERT INTO t (id, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = (VALUES(n)), id = IF((VALUES(id)) = ?, id, ?)",
			":=id typed, :=n typed, =id typed, :=id typed inner", "t writes t", ""},
		{"SELECT 1 FROM t WHERE id NOT IN (?) AND n = ?",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE f(a) COLLATE utf8mb4_bin = ?",
			"?", "t", ""},
		{"SELECT 1 FROM t WHERE f(?, char) = id AND f(?, text) = id",
			"?, ?", "t", ""},
	},
	"PostgreSQL": {
		// PostgreSQL.
		{"SELECT 1 FROM t WHERE id = $1::uuid AND n = ($2)::bigint[] AND $3::text IS NULL",
			"=id typed inner, =n typed inner, cast TEXT null", "t", ""},
		{"SELECT 1 FROM t WHERE id = $1::uuid::text AND n = CAST($2 AS uuid)",
			"=id beside id typed inner, =n typed inner", "t", ""},
		{"SELECT 1 FROM t WHERE id::text = $1 AND n::varchar(5) = $2 AND m::timestamp with time zone = $3",
			"text in id+text typed, text in n typed, cast TIMESTAMP", "t", ""},
		{"SELECT 1 FROM t WHERE id = ANY($1) AND n <> ALL ($2) AND m = SOME(ARRAY[$3, $4])",
			"=id typed array, =n typed array, =m, =m", "t", ""},
		{"SELECT 1 FROM t WHERE id = ANY($1::uuid[]) AND n = ANY(ARRAY[$2]::bigint[]) AND m = ANY(SELECT $3)",
			"=id typed inner array, =n typed, =m inner", "t; ", ""},
		{"SELECT 1 FROM t WHERE id = (ARRAY[$1, $2])[1] AND (ARRAY[n, m])[$3] = $4 AND a[1] = $5",
			"=id inner, =id inner, ?, =n+m typed, ?", "t", ""},
		{"SELECT 1 FROM t WHERE (array_agg(id))[1] = $1 AND array_agg(n) = $2",
			"=id typed, =n typed array", "t", ""},
		{"SELECT 1 FROM t WHERE ARRAY(SELECT id) = $1 AND ARRAY [id] = ARRAY[$2]",
			"=id@1 typed array, =id", "t; ", ""},
		{"SELECT 1 FROM t WHERE COALESCE(ARRAY[id], ARRAY[n]) = $1 AND $2 = ANY(ids)",
			"?, =ids typed", "t", ""},
		{"SELECT 1 FROM t WHERE COALESCE(ids, ARRAY[$1]) = ARRAY[id]",
			"?", "t", ""},
		{"SELECT 1 FROM t WHERE id ~ $1 OR id !~* $2 OR id ILIKE $3 OR id SIMILAR TO $4",
			"=id typed pattern, =id typed pattern, =id typed pattern, =id typed pattern", "t", ""},
		{"SELECT 1 FROM t WHERE doc @> $1 AND doc->>'a' = $2 AND doc #>> $3 = 'x' AND doc <@ $4",
			"?, text in doc typed, text typed, ?", "t", ""},
		{"SELECT 1 FROM t WHERE to_json($1) = doc AND to_jsonb(id) = $2 AND json = $3",
			"text beside doc, text in id typed, =json typed", "t", ""},
		{"SELECT 1 FROM t WHERE concat(id, $1) = 'x' AND lower($2) = n AND position($3 in a) = 1 AND concat_ws($4, a) = b",
			"text in id, text beside n typed, text in in+a typed, text in a beside b", "t", ""},
		{"SELECT 1 FROM t WHERE uuid '00000000-0000-0000-0000-000000000000' = $1 AND date '2024-01-01' < $2",
			"cast UUID, cast DATE", "t", ""},
		{"SELECT 1 FROM t WHERE id = $1 AND n = $tag$ $2 $tag$ AND m = $$ $3 $$ AND o = $2",
			"=id typed, =o typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = E'a\\'$1' AND n = 'a\\' AND m = $1",
			"=m typed", "t", ""},
		{"SELECT 1 FROM t WHERE id BETWEEN SYMMETRIC $1 AND $2",
			"=id typed, =id typed", "t", ""},
		{"SELECT 1 FROM t WHERE id = $1 || $2 AND n = $3 && $4",
			"text beside id typed, text beside id typed, =n typed, ?", "t", ""},
		{"SELECT 1 FROM ONLY t * WHERE id = $1",
			"=id typed", "t", ""},
		{"SELECT DISTINCT ON (id = $1) id, $2 FROM t",
			"=id typed, ?", "t", "id:id item"},
		{"SELECT 1 FROM t TABLESAMPLE system ($1) WHERE id = $2",
			"?, =id typed", "t", ""},
		{"SELECT 1 FROM unnest($1::uuid[]) AS x (k) JOIN t ON t.id = x.k",
			"cast UUID", "unnest x, t", ""},
		{"SELECT 1 FROM json_array_elements_text($1) AS x (k) JOIN t ON t.id = x.k",
			"? beside t.id", "json_array_elements_text x, t", ""},
		{"SELECT 1 FROM t WHERE (id, n) = ANY(SELECT $1, $2)",
			"=id inner, =n inner", "t; ", ""},
		{"SELECT 1 FROM t FETCH FIRST $1 ROWS ONLY",
			"?", "t", ""},
		{"INSERT INTO t (id, ids) VALUES ($1, ARRAY[$2]) ON CONFLICT (id) DO UPDATE SET id = excluded.id, ids = array_append(t.ids, $3) WHERE t.n = $4",
			":=id typed, :=ids, ?, =t.n typed", "t writes t", ""},
		{"UPDATE t SET ids = $1, (id, n) = ROW($2, $3) WHERE CURRENT OF c",
			":=ids typed, :=id typed, :=n typed", "t", ""},
		{"UPDATE t SET id = v.x FROM (VALUES ($1::uuid, $2)) AS v (k, x) WHERE t.id = v.k",
			"=t.id inner, :=id inner", "t, v=1; ", ""},
		{"DELETE FROM t USING (SELECT $1 AS x) v WHERE t.id = v.x RETURNING old.id = $2",
			"=t.id inner, =old.id typed", "t, v=1 writes t;  writes t", "made of old.id"},
		{"WITH v AS (SELECT $1::uuid AS x) SELECT 1 FROM t, v WHERE t.id = v.x",
			"=t.id inner", "t, v=1; ", ""},
		{"SELECT t.id, count(*) FILTER (WHERE n = $1) FROM t GROUP BY t.id",
			"=n typed", "t", "id:t.id item"},
		{"WITH v AS (INSERT INTO t (id) VALUES ($1) RETURNING id), w AS (SELECT $2 AS x) SELECT 1 FROM v, w, u WHERE u.n = w.x",
			":=id@1 typed, =u.n inner", "v=1, w=2, u; t writes t; ", ""},
		{"SELECT 1 FROM t WHERE id NOT IN ($1) AND n = $2",
			"=id typed, =n typed", "t", ""},
		{"SELECT 1 FROM t WHERE x'00ff' = $1 AND E'a' = $2 AND b'1' = $3",
			"?, ?, ?", "t", ""},
		{"SELECT ARRAY[$1, id] FROM t",
			"=id typed", "t", "made of ARRAY+id"},
		{"SELECT $1::uuid::text, $2::uuid::text IS NULL",
			"cast UUID, cast UUID null", "", ""},
	},
}

// TestShared: placeholders that are compared with one expression have one place, which no other one has.
func TestShared(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 FROM t WHERE id IN (?, ?, ?)":                  "[1 1 1] of 2",
		"SELECT 1 FROM t WHERE id = ? OR id = ?":                 "[1 2] of 3",
		"SELECT ?, ?":                                            "[0 0] of 1",
		"INSERT INTO t (id, n) VALUES (?, ?), (?, ?)":            "[1 2 1 2] of 3",
		"SELECT 1 FROM t WHERE (id, n) IN ((?, ?), (?, ?))":      "[1 2 1 2] of 3",
		"SELECT 1 FROM t WHERE id IN (?, CAST(? AS BLOB), ?)":    "[1 2 1] of 3",
		"SELECT 1 FROM t WHERE id IN (?, COALESCE(?, 'x'), ?)":   "[1 2 3] of 4",
		"SELECT 1 FROM t WHERE id IN (?, ? COLLATE NOCASE, ?)":   "[1 1 1] of 2",
		"SELECT ? IS NULL, ?, ? IS NULL":                         "[1 0 2] of 3",
		"SELECT 1 FROM t WHERE id IN (LOWER(?), ?, UPPER(?), ?)": "[1 2 3 2] of 4",
		"SELECT ?, 'x' || ?, 'y' || ? FROM t WHERE id = ? || ?":  "[0 1 1 2 3] of 4",
	} {
		var places []int
		holders, sites := parse(sql, SQLite).Holders()
		for _, h := range holders {
			places = append(places, h.Place)
		}
		if got := fmt.Sprint(places, " of ", len(sites)); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

// TestHops: how many columns one comparison follows has no effect on the next one.
func TestHops(t *testing.T) {
	sql := "SELECT 1 FROM (SELECT ? AS x) v, t WHERE " + strings.Repeat("v.x = 1 AND ", 2*mostHops) + "v.x = t.id"
	if got := names(last(sql, SQLite).Columns); got != "t.id" {
		t.Errorf("the column is %q", got)
	}
}

// TestRow: the names of the columns of a new row of MySQL.
func TestRow(t *testing.T) {
	for sql, want := range map[string]string{
		"INSERT INTO t (id, n) VALUES (1, 2) AS x ON DUPLICATE KEY UPDATE n = 1":        "id: id, n: n, a: , b: ",
		"INSERT INTO t (id, n) VALUES (1, 2) AS x (a, b) ON DUPLICATE KEY UPDATE n = 1": "id: id, n: n, a: id, b: n",
	} {
		s := parse(sql, MySQL)
		var said []string
		for _, name := range []string{"id", "n", "a", "b"} {
			said = append(said, name+": "+names(s.Output(s.Sources(0)[1], name)))
		}
		if got := strings.Join(said, ", "); got != want || s.Parent(1) != 0 {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
	for _, q := range []int{0, 1} {
		if got := parse("SELECT 1; SELECT 2", MySQL).Parent(q); got != -1 {
			t.Errorf("query %d of two statements is in %d", q, got)
		}
	}
}

package move

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed mysql.sql
var myFound string

// mysql writes the script for MySQL and MariaDB. A generated column has the new value of
// each row, whatever happens, and takes the place of the old one. The tables are locked
// meanwhile: the server allows no such column below a foreign key with CASCADE.
func (p *plan) mysql(ctx context.Context) error {
	// SHOW CREATE TABLE shall quote names as the script does.
	for _, set := range []string{"SET SESSION sql_mode = ''", "SET SESSION group_concat_max_len = 1000000"} {
		if err := p.db.Query(ctx, set, func(*sql.Rows) error { return nil }); err != nil {
			return err
		}
	}
	for _, name := range p.options.Columns {
		table, c, ok := strings.Cut(name, ".")
		if !ok {
			return fmt.Errorf("%q: not a column: write table.column", name)
		}
		err := p.add(ctx, name, "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = "+myLiteral(table)+" AND column_name = "+myLiteral(c))
		if err != nil {
			return err
		}
	}
	if err := p.myJoined(ctx); err != nil {
		return err
	}
	tables := map[string]*myTable{}
	for _, name := range p.tables() {
		t, err := p.myRead(ctx, name)
		if err != nil {
			return err
		}
		tables[name] = t
	}
	items, err := p.myItems(ctx)
	if err != nil {
		return err
	}
	for _, i := range items {
		p.myTake(i, tables)
	}
	for _, name := range p.tables() {
		p.myColumns(tables[name])
	}
	if err := p.err(); err != nil {
		return err
	}
	p.myWrite(tables)
	return nil
}

// myItems reads the objects that name the columns, with the views of views.
func (p *plan) myItems(ctx context.Context) ([]item, error) {
	for {
		var list []item
		views := len(p.views)
		err := p.db.Query(ctx, p.myInventory(), func(rows *sql.Rows) error {
			var i item
			if err := rows.Scan(&i.kind, &i.table, &i.name, &i.definition, &i.problem); err != nil {
				return err
			}
			if i.kind == "view" && !slices.Contains(p.views, i.name) {
				p.views = append(p.views, i.name)
			}
			list = append(list, i)
			return nil
		})
		if err != nil || len(p.views) == views {
			return list, err
		}
	}
}

// myJoined adds the columns that foreign keys join to those of the plan.
func (p *plan) myJoined(ctx context.Context) error {
	for n := 0; n < len(p.columns); n++ {
		c := p.columns[n]
		table, name := myLiteral(c.table), myLiteral(c.name)
		err := p.add(ctx, "", "SELECT table_name, column_name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND referenced_table_name = "+table+" AND referenced_column_name = "+name+
			" UNION SELECT referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND table_name = "+table+" AND column_name = "+name+" ORDER BY 1, 2")
		if err != nil {
			return err
		}
	}
	return nil
}

// myTable is a table as SHOW CREATE TABLE prints it.
type myTable struct {
	name    string
	columns map[string]string // what follows the name of each
	all     []string          // the names of all columns
	keys    []myKey
	// constraints has the foreign keys and checks by their names, without CONSTRAINT.
	constraints map[string]string
	checks      []string
	changes     []string // of the switch
}

// text returns an expression for the text of a column, which may be stored as bytes.
func (t *myTable) text(name string) string {
	if kind := t.columns[name]; strings.HasPrefix(kind, "binary") || strings.HasPrefix(kind, "varbinary") {
		return "CONVERT(" + myQuote(name) + " USING latin1)"
	}
	return myQuote(name)
}

type myKey struct {
	line, drop string
	moves      bool
}

var (
	myName   = regexp.MustCompile("^`((?:[^`]|``)+)` ")
	myKeyed  = regexp.MustCompile("^(PRIMARY KEY|(?:UNIQUE |FULLTEXT |SPATIAL |VECTOR )?KEY `((?:[^`]|``)+)`) ")
	myConstr = regexp.MustCompile("^CONSTRAINT `((?:[^`]|``)+)` (.*)$")
	myTyped  = regexp.MustCompile(`^((?:var)?(?:char|binary)\(\d+\)|uuid)((?: CHARACTER SET \w+)?(?: COLLATE \w+)?)(.*)$`)
)

// myRead reads a table.
func (p *plan) myRead(ctx context.Context, name string) (*myTable, error) {
	t := &myTable{name: name, columns: map[string]string{}, constraints: map[string]string{}}
	var text string
	err := p.db.Query(ctx, "SHOW CREATE TABLE "+myQuote(name), func(rows *sql.Rows) error { return rows.Scan(new(string), &text) })
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(text, "CREATE TABLE") || !strings.Contains(text, "\n) ENGINE=InnoDB") {
		p.refuse("table %s: it is no table of InnoDB", name)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if m := myName.FindStringSubmatch(line); m != nil {
			column := strings.ReplaceAll(m[1], "``", "`")
			t.columns[column] = line[len(m[0]):]
			t.all = append(t.all, column)
		} else if m := myKeyed.FindStringSubmatch(line); m != nil {
			k := myKey{line: line, drop: "DROP KEY `" + m[2] + "`"}
			if m[2] == "" {
				k.drop = "DROP PRIMARY KEY"
			}
			for _, c := range p.of(name) {
				k.moves = k.moves || strings.Contains(line[len(m[0]):], myQuote(c))
			}
			t.keys = append(t.keys, k)
		} else if m := myConstr.FindStringSubmatch(line); m != nil {
			t.constraints[strings.ReplaceAll(m[1], "``", "`")] = m[2]
		}
	}
	return t, nil
}

// named returns a condition: the text has one of the names as a word.
func named(text string, names ...string) string {
	var list []string
	for _, n := range names {
		list = append(list, regexp.QuoteMeta(n))
	}
	return text + " REGEXP " + myLiteral(`(?i)(^|[^a-z0-9_$])(`+strings.Join(list, "|")+`)($|[^a-z0-9_$])`)
}

// myInventory returns the query of the preflight.
func (p *plan) myInventory() string {
	var pairs, tables, names []string
	for _, c := range p.columns {
		pairs = append(pairs, "("+myLiteral(c.table)+", "+myLiteral(c.name)+")")
		names = append(names, c.name)
	}
	for _, t := range p.tables() {
		tables = append(tables, myLiteral(t))
	}
	// own returns a condition: the text is of a table and has the name of one of its columns.
	own := func(table, text string) string {
		var list []string
		for _, t := range p.tables() {
			list = append(list, "("+table+" = "+myLiteral(t)+" AND "+named(text, p.of(t)...)+")")
		}
		return "(" + strings.Join(list, " OR ") + ")"
	}
	other := func(text string) string {
		return "(" + named(text, slices.Concat(p.tables(), p.views)...) + " AND (" + named(text, names...) + " OR " + text + " LIKE '%*%'))"
	}
	checks, checkTable, functional, wsrep := "information_schema.check_constraints AS c JOIN information_schema.table_constraints AS t ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name AND t.constraint_type = 'CHECK' WHERE c.constraint_schema = DATABASE()", "t.table_name",
		"UNION ALL SELECT 'index', s.table_name, CONCAT(s.index_name, ' of an expression'), s.expression, 'it is computed from the texts: drop it before and create it afterwards' FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.expression IS NOT NULL AND "+own("s.table_name", "s.expression"), "(SELECT 1) AS one WHERE FALSE"
	if p.server.Product == "MariaDB" {
		checks, checkTable, functional, wsrep = "information_schema.check_constraints AS c WHERE c.constraint_schema = DATABASE()", "c.table_name", "", "information_schema.global_variables AS g WHERE g.variable_name = 'WSREP_ON' AND g.variable_value = 'ON'"
	}
	return strings.TrimSuffix(strings.NewReplacer("{{columns}}", strings.Join(pairs, ", "), "{{tables}}", strings.Join(tables, ", "),
		"{{checks}}", checks, "{{check_table}}", checkTable, "{{check_named}}", own(checkTable, "c.check_clause"), "{{generated}}", own("c.table_name", "c.generation_expression"),
		"{{functional}}\n", functional+"\n", "{{partitioned}}", own("p.table_name", "CONCAT_WS(' ', p.partition_expression, p.subpartition_expression)"),
		"{{trigger_own}}", own("t.event_object_table", "t.action_statement"), "{{trigger_other}}", other("t.action_statement"),
		"{{view}}", other("v.view_definition"), "{{routine}}", other("r.routine_definition"), "{{event}}", other("e.event_definition"), "{{wsrep}}", wsrep).Replace(myFound), "\n")
}

// myTake adds what the script does with an object, or refuses it.
func (p *plan) myTake(i item, tables map[string]*myTable) {
	if i.problem != "" {
		p.refuse("%s: %s", i, i.problem)
		return
	}
	t := tables[i.table]
	switch i.kind {
	case "column":
		p.take(i, "a generated column takes its place and name")
	case "index":
		p.take(i, "stays, or is dropped and added again with its name")
	case "foreign key":
		p.take(i, "dropped, and added again with its name")
	case "check":
		if _, ok := t.constraints[i.name]; !ok {
			p.refuse("%s: it is part of a column: drop it before and add it afterwards", i)
		} else if keeps(i.definition, t.all, p.of(i.table)) || p.reviewed(i, "its expression "+i.definition+" may mean something else of bytes") {
			t.checks = append(t.checks, i.name)
			p.take(i, "dropped, and added again with its name")
		}
	case "cluster":
		if p.reviewed(i, "LOCK TABLES stops no writer of another node of Galera: stop them all") {
			p.take(i, "writers are stopped: reviewed")
		}
	default:
		if p.reviewed(i, "its text has the name of a column, and may read or write texts") {
			p.take(i, "stays as it is: reviewed")
		}
	}
}

// extra returns the name of the generated column beside a column.
func extra(name string) string { return "move_" + name }

// myColumns makes the changes of the switch of a table.
func (p *plan) myColumns(t *myTable) {
	for _, name := range p.of(t.name) {
		m := myTyped.FindStringSubmatch(t.columns[name])
		if m == nil {
			p.refuse("column %s.%s: it is %s: only CHAR, VARCHAR, BINARY, VARBINARY and MariaDB's UUID can be moved", t.name, name, t.columns[name])
			continue
		}
		rest, err := p.myDefault(m[3])
		if err != nil || strings.Contains(rest, "GENERATED ALWAYS") {
			p.refuse("column %s.%s: its definition %s cannot be moved: change it before", t.name, name, m[3])
			continue
		}
		if slices.Contains(t.all, extra(name)) {
			p.refuse("column %s.%s: the table has a column %s, which the script needs", t.name, name, extra(name))
		}
		t.changes = append(t.changes, "DROP COLUMN "+myQuote(name), fmt.Sprintf("CHANGE COLUMN %s %s binary(%d)%s", myQuote(extra(name)), myQuote(name), p.form.width, rest))
	}
	for _, name := range t.checks {
		t.changes = append([]string{"DROP CONSTRAINT " + myQuote(name)}, t.changes...)
	}
	// SHOW CREATE TABLE lists a key that is added as the last of its kind: those after the first
	// that changes are added again too, so that the order stays.
	changes := false
	var drop, add []string
	for _, k := range t.keys {
		if k.moves || changes && !strings.HasPrefix(k.line, "PRIMARY") {
			changes = changes || k.moves && !strings.HasPrefix(k.line, "PRIMARY")
			drop, add = append(drop, k.drop), append(add, "ADD "+k.line)
		}
	}
	t.changes = slices.Concat(drop, t.changes, add)
	for _, name := range t.checks {
		t.changes = append(t.changes, "ADD CONSTRAINT "+myQuote(name)+" "+t.constraints[name])
	}
}

// myDefault returns what follows the type of a column, with the bytes of its default.
func (p *plan) myDefault(rest string) (string, error) {
	before, after, ok := strings.Cut(rest, " DEFAULT ")
	if !ok || strings.HasPrefix(after, "NULL") {
		return rest, nil
	}
	open := strings.IndexByte(after, '(')
	if open < 0 || strings.ContainsAny(after[:open], "' ") {
		return "", fmt.Errorf("a default that is no expression: %s", after)
	}
	depth := 0
	for i, c := range after {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && i > open {
			expression := after[:i+1]
			if strings.Contains(expression, "'") {
				break // a parenthesis may be part of a text
			}
			return before + " DEFAULT (" + p.form.raw(expression) + ")" + after[i+1:], nil
		}
	}
	return "", fmt.Errorf("a default that cannot be read: %s", after)
}

// myWrite writes the script.
func (p *plan) myWrite(tables map[string]*myTable) {
	p.comment("Moves columns with %s to BINARY(%d), on %s %s:", p.form.holds, p.form.width, p.server.Product, p.server.Version)
	for _, c := range p.columns {
		p.comment("  %s.%s", c.table, c.name)
	}
	p.comment(`
Rehearse it on a copy. From LOCK TABLES to UNLOCK TABLES readers and writers of these tables wait, while
the server copies each table twice, which needs as much free space as the largest takes.
Every ALTER TABLE commits by itself, and all are in a procedure, which ends at the first error: a client
that goes on changes nothing more. Correct the cause, change nothing else of the tables, and run the whole
script again: it goes on where it ended. Until the first table has switched, these give up, and one that
fails has nothing to undo:
`)
	drop, add := p.myForeignKeys(tables)
	for _, t := range p.tables() {
		p.comment("ALTER TABLE %s %s;", myQuote(t), strings.Join(slices.Concat(p.myEach(t, func(c string) string { return "DROP COLUMN " + myQuote(extra(c)) }), add[t]), ", "))
	}
	p.comment(`
From the switch on programs must write bytes: with an sql_mode that is not strict, the server cuts a text
to %d bytes and stores it.
`, p.form.width)
	p.write("UNLOCK TABLES;")
	p.write("SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION group_concat_max_len = 1000000, SESSION lock_wait_timeout = 10, SESSION autocommit = 1;\n")
	p.myPreflight(tables)
	p.myRun(tables, drop, add)
	p.write("DELIMITER ;")
	p.write("CALL sortid_move_stop();\n")
	var locks []string
	for _, t := range p.tables() {
		locks = append(locks, myQuote(t)+" WRITE")
	}
	p.comment("From here on readers and writers wait. If other transactions hold the tables for 10 seconds, it fails: repeat it.")
	p.write("LOCK TABLES %s;", strings.Join(locks, ", "))
	p.write("CALL sortid_move_run();")
	p.write("UNLOCK TABLES;")
	p.write("SET SESSION foreign_key_checks = 1;\n")
	for _, name := range myProcedures {
		p.write("DROP PROCEDURE sortid_move_%s;", name)
	}
	p.write("DROP TEMPORARY TABLE sortid_move_plan, sortid_move_found;")
	for _, t := range p.tables() {
		p.write("ANALYZE TABLE %s;", myQuote(t))
	}
}

// myEach returns what f returns for the columns of a table.
func (p *plan) myEach(table string, f func(column string) string) (list []string) {
	for _, name := range p.of(table) {
		list = append(list, f(name))
	}
	return list
}

// myRun writes the procedure that changes the tables. A table is as it was, or has the generated columns and no
// foreign key, or has switched, each by one statement, so that the procedure goes on after an end at any of them.
func (p *plan) myRun(tables map[string]*myTable, drop, add map[string][]string) {
	p.write("CREATE PROCEDURE sortid_move_run()\nBEGIN")
	p.write("  DECLARE n BIGINT;\n  DECLARE locked BOOLEAN DEFAULT FALSE;\n  DECLARE again BOOLEAN DEFAULT %s;", p.myBegun(p.columns...))
	p.comment("Under LOCK TABLES a table has no other name.")
	p.write("  BEGIN\n    DECLARE CONTINUE HANDLER FOR 1100 SET locked = TRUE;\n    SELECT COUNT(*) INTO n FROM (SELECT 1 FROM %s AS sortid_move_other LIMIT 1) AS one;\n  END;", myQuote(p.tables()[0]))
	p.write("  IF NOT locked THEN\n    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the tables are not locked: run the script again';\n  END IF;")
	p.write("  IF NOT again THEN\n    CALL sortid_move_stop();\n    CALL sortid_move_count();\n  END IF;\n")
	p.comment("These change no row. Each copy of a table takes as long as its size.")
	for _, t := range p.tables() {
		list := slices.Concat(drop[t], p.myEach(t, func(c string) string {
			return fmt.Sprintf("ADD COLUMN %s BINARY(%d) GENERATED ALWAYS AS (%s) STORED INVISIBLE AFTER %s", myQuote(extra(c)), p.form.width, p.form.raw(tables[t].text(c)), myQuote(c))
		}))
		p.myAlter("NOT "+p.myBegun(column{t, p.of(t)[0]}), t, list)
	}
	p.write("  CALL sortid_move_filled();\n")
	p.comment("The switch.")
	for _, t := range p.tables() {
		p.myAlter(myHas(column{t, p.of(t)[0]}), t, tables[t].changes)
	}
	p.comment("\nThe keys are those that the old ones joined: the server need not read the rows again, unless others wrote in between.")
	p.write("  IF NOT again THEN\n    SET SESSION foreign_key_checks = 0;\n  END IF;")
	for _, t := range p.tables() {
		if len(add[t]) > 0 {
			p.write("  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = %s AND c.constraint_name = %s) THEN\n    ALTER TABLE %s %s;\n  END IF;",
				myLiteral(t), myLiteral(p.myKeys(t)[0].name), myQuote(t), strings.Join(add[t], ", "))
		}
	}
	p.write("END //")
}

// myAlter writes a change of a table, under a condition.
func (p *plan) myAlter(condition, table string, list []string) {
	p.changes = append(p.changes, fmt.Sprintf("ALTER TABLE %s\n  %s;", myQuote(table), strings.Join(list, ",\n  ")))
	p.write("  IF %s THEN\n    ALTER TABLE %s\n      %s;\n  END IF;", condition, myQuote(table), strings.Join(list, ",\n      "))
}

// myHas returns a condition: a column has its generated column beside it.
func myHas(c column) string {
	return "EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = " + myLiteral(c.table) + " AND c.column_name = " + myLiteral(extra(c.name)) + ")"
}

// myBegun returns a condition: one of the columns is not as it was, because the script has begun.
func (p *plan) myBegun(columns ...column) string {
	var extras, names []string
	for _, c := range columns {
		extras = append(extras, "("+myLiteral(c.table)+", "+myLiteral(extra(c.name))+")")
		names = append(names, "("+myLiteral(c.table)+", "+myLiteral(c.name)+")")
	}
	return fmt.Sprintf("EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND ((c.table_name, c.column_name) IN (%s) OR (c.table_name, c.column_name) IN (%s) AND c.column_type = 'binary(%d)'))",
		strings.Join(extras, ", "), strings.Join(names, ", "), p.form.width)
}

// myKeys returns the foreign keys of a table.
func (p *plan) myKeys(table string) (list []item) {
	for _, i := range p.items {
		if i.kind == "foreign key" && i.table == table {
			list = append(list, i)
		}
	}
	return list
}

// myForeignKeys returns the changes of each table that drop and add its foreign keys.
func (p *plan) myForeignKeys(tables map[string]*myTable) (drop, add map[string][]string) {
	drop, add = map[string][]string{}, map[string][]string{}
	for _, t := range p.tables() {
		for _, i := range p.myKeys(t) {
			drop[t] = append(drop[t], "DROP FOREIGN KEY "+myQuote(i.name))
			add[t] = append(add[t], "ADD CONSTRAINT "+myQuote(i.name)+" "+tables[t].constraints[i.name])
		}
	}
	return drop, add
}

// myProcedures are those that stop the script.
var myProcedures = []string{"stop", "count", "filled", "run"}

// myStop is the end of the procedure that lists and stops. If the script has begun, the tables are not as they were.
const myStop = `  SELECT f.kind, f.relation, f.name, COALESCE(p.step, 'NO LINE IN THE PLAN') AS step FROM sortid_move_found AS f
  LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  SELECT GROUP_CONCAT(CASE WHEN p.kind IS NULL THEN CONCAT_WS(' ', f.kind, f.name, f.relation) END SEPARATOR ', '), COUNT(p.kind) INTO missing, found FROM sortid_move_found AS f
  LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  SELECT COUNT(*) INTO planned FROM sortid_move_plan;
  IF NOT begun AND (missing IS NOT NULL OR found <> planned) THEN
    SET missing = LEFT(CONCAT('the schema is not that of the plan, print the script again: ', COALESCE(missing, 'something is gone')), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = missing;
  END IF;
END //`

// myPreflight writes the list of objects and the procedures that stop.
func (p *plan) myPreflight(tables map[string]*myTable) {
	p.comment("The plan: what becomes of each object that names the columns.")
	p.write("DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found;")
	p.write("CREATE TEMPORARY TABLE sortid_move_plan (kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), hash CHAR(64), step VARCHAR(100)) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;")
	p.write("INSERT INTO sortid_move_plan VALUES")
	for n, i := range p.items {
		p.write("  (%s, %s, %s, '%s', %s)%s", myLiteral(i.kind), myLiteral(i.table), myLiteral(i.name), i.hash(), myLiteral(p.steps[n]), ending(n, len(p.items)))
	}
	p.comment("\nThe preflight lists the objects that name the columns now, and stops if one has no line in the plan.")
	p.write("CREATE TEMPORARY TABLE sortid_move_found (kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), definition LONGTEXT, problem TEXT) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;")
	for _, name := range myProcedures {
		p.write("DROP PROCEDURE IF EXISTS sortid_move_%s;", name)
	}
	p.write("DELIMITER //")
	p.write("CREATE PROCEDURE sortid_move_stop()\nBEGIN\n  DECLARE missing TEXT;\n  DECLARE found, planned BIGINT;\n  DECLARE begun BOOLEAN DEFAULT %s;\n  DELETE FROM sortid_move_found;\n  INSERT INTO sortid_move_found\n%s;", p.myBegun(p.columns...), p.myInventory())
	p.write(myStop)
	p.myCount("count", tables, nil, func(c column) string { return p.form.raw(tables[c.table].text(c.name)) })
	p.myCount("filled", tables, myHas, func(c column) string { return myQuote(extra(c.name)) })
}

// myCount writes a procedure that stops if the new value of a row does not give back the old. It passes over columns
// that do not fulfil the condition only, if there is one.
func (p *plan) myCount(name string, tables map[string]*myTable, only, value func(column) string) {
	p.write("CREATE PROCEDURE sortid_move_%s()\nBEGIN\n  DECLARE message TEXT;\n  DECLARE n BIGINT DEFAULT 0;", name)
	for _, c := range p.columns {
		text := tables[c.table].text(c.name)
		count := fmt.Sprintf("SELECT COUNT(*) INTO n FROM %s WHERE NOT (CAST(%s AS BINARY) <=> CAST(%s AS BINARY));", myQuote(c.table), p.form.same(text), p.form.back(value(c)))
		if only != nil {
			count = "IF " + only(c) + " THEN\n    " + count + "\n  END IF;"
		}
		p.write("  %s", count)
		p.write("  IF n > 0 THEN\n    SET message = LEFT(CONCAT(%s, ': ', n, ' rows hold no %s: correct them'), 128);\n    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;\n  END IF;", myLiteral(c.table+"."+c.name), p.form.holds)
	}
	p.write("END //")
}

// myLiteral writes a text for any sql_mode but NO_BACKSLASH_ESCAPES.
func myLiteral(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", "''") + "'"
}

// myQuote quotes a name.
func myQuote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

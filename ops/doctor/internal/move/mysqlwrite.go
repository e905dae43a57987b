package move

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// myWrite writes the script.
func (p *plan) myWrite(tables map[string]*myTable, references []myReference) {
	drop, add := p.myForeignKeys(tables)
	p.myHead(add)
	p.out.Statement("UNLOCK TABLES")
	p.out.Statement("SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION group_concat_max_len = 1000000, SESSION lock_wait_timeout = 10, SESSION autocommit = 1")
	p.myPreflight()
	p.myCount(tables)
	p.myFilled(tables)
	p.myOrphans(references)
	p.myRun(tables, drop, add)
	p.out.Statement("CALL sortid_move_stop()")
	var locks []string
	for _, t := range p.tables() {
		locks = append(locks, myQuote(t)+" WRITE")
	}
	for _, r := range references {
		locks = append(locks, myQuote(r.parent)+" AS "+r.alias+" READ")
	}
	p.out.Comment("\nFrom here on readers and writers wait. If other transactions hold the tables for 10 seconds, it fails: repeat it.")
	p.out.Statement("LOCK TABLES %s", strings.Join(locks, ", "))
	p.out.Statement("CALL sortid_move_run()")
	p.out.Statement("UNLOCK TABLES")
	p.out.Statement("SET SESSION foreign_key_checks = 1")
	p.out.Blank()
	for _, name := range myProcedures {
		p.out.Statement("DROP PROCEDURE sortid_move_%s", name)
	}
	p.out.Statement("DROP TEMPORARY TABLE sortid_move_plan, sortid_move_found")
	for _, t := range p.tables() {
		p.out.Statement("ANALYZE TABLE %s", myQuote(t))
		for _, h := range tables[t].histograms {
			p.out.Statement("%s", h)
		}
	}
	p.out.Statement("SELECT IF(%s, 'The keys have moved. Programs that compare them with texts find no row, and get no error: start the new ones.', 'The keys have NOT all moved: see the first error, and the first lines of the script.') AS now",
		p.mySwitched(fmt.Sprintf("= %d", len(p.columns)), p.columns...))
}

// myHead writes what the script does, which locks it takes, how to give up, and what programs meet.
func (p *plan) myHead(add map[string][]string) {
	p.out.Comment("Moves columns with %s to BINARY(%d), on %s %s:", p.form.holds, p.form.width, p.server.Product, p.server.Version)
	for _, c := range p.columns {
		p.out.Comment("  %s", c)
	}
	p.notesHead()
	p.out.Comment(`
Rehearse it on a copy. From LOCK TABLES to UNLOCK TABLES readers and writers of these tables wait, while the
server copies each table twice, and then builds its other indexes in order: filled by the copy, they would be a
fourth larger. Unique keys hold all the time. That needs as much free space as the largest table takes.

Running programs: stop them before. After the switch an UPDATE, DELETE or SELECT with the text of a key finds no
row, without an error; an INSERT of a text fails, or with an sql_mode that is not strict stores %d bytes of it.
Start versions that send bytes.

Every ALTER TABLE commits by itself, and all are in a procedure, which ends at the first error: a client
that goes on changes nothing more. Correct the cause, change nothing else of the tables, and run the whole
script again: it goes on where it ended. Until the first table has switched, these give up, and one that
fails has nothing to undo:
`, p.form.width)
	for _, t := range p.tables() {
		p.out.Comment("ALTER TABLE %s %s;", myQuote(t), strings.Join(slices.Concat(p.myEach(t, func(c string) string { return "DROP COLUMN " + myQuote(extra(c)) }), add[t]), ", "))
	}
	p.out.Blank()
}

// myEach returns what f returns for the columns of a table.
func (p *plan) myEach(table string, f func(column string) string) (list []string) {
	for _, name := range p.of(table) {
		list = append(list, f(name))
	}
	return list
}

// myRun writes the procedure that changes the tables. A table is as it was, or has the generated columns and no
// foreign key, or has switched, with or without its other indexes, each by one statement, so that the procedure goes
// on after an end at any of them.
func (p *plan) myRun(tables map[string]*myTable, drop, add map[string][]string) {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE PROCEDURE sortid_move_run()\nBEGIN\n  DECLARE n BIGINT;\n  DECLARE locked BOOLEAN DEFAULT FALSE;\n  DECLARE again BOOLEAN DEFAULT %s;\n", p.myBegun(p.columns...))
	b.WriteString("-- Under LOCK TABLES a table has no other name.\n")
	fmt.Fprintf(&b, "  BEGIN\n    DECLARE CONTINUE HANDLER FOR 1100 SET locked = TRUE;\n    SELECT COUNT(*) INTO n FROM (SELECT 1 FROM %s AS sortid_move_other LIMIT 1) AS one;\n  END;\n", myQuote(p.tables()[0]))
	b.WriteString("  IF NOT locked THEN\n    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the tables are not locked: run the script again';\n  END IF;\n")
	b.WriteString("  IF NOT again THEN\n    CALL sortid_move_stop();\n    CALL sortid_move_count();\n  END IF;\n  CALL sortid_move_orphans();\n\n")
	b.WriteString("-- These change no row. Each copy of a table takes as long as its size.\n")
	for _, t := range p.tables() {
		p.myAlter(&b, "NOT "+p.myBegun(joined.Column{Table: t, Name: p.of(t)[0]}), t, slices.Concat(drop[t], p.myEach(t, func(c string) string {
			return fmt.Sprintf("ADD COLUMN %s BINARY(%d) GENERATED ALWAYS AS (%s) STORED%s AFTER %s", myQuote(extra(c)), p.form.width, p.form.raw(tables[t].text(c)), p.myInvisible(), myQuote(c))
		})))
	}
	b.WriteString("  CALL sortid_move_filled();\n\n-- The switch, and the indexes that it drops.\n")
	for _, t := range p.tables() {
		p.myAlter(&b, myHas(joined.Column{Table: t, Name: p.of(t)[0]}), t, tables[t].changes)
		if later := tables[t].later; len(later) > 0 {
			p.myAlter(&b, "NOT "+myHasKey(t, tables[t].last), t, later)
		}
	}
	b.WriteString("\n-- The keys are those that the old ones joined: the server need not read the rows again, unless others wrote in between.\n")
	b.WriteString("  IF NOT again THEN\n    SET SESSION foreign_key_checks = 0;\n  END IF;\n")
	for _, t := range p.tables() {
		if len(add[t]) > 0 {
			fmt.Fprintf(&b, "  IF NOT EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = %s AND c.constraint_name = %s) THEN\n    ALTER TABLE %s %s;\n  END IF;\n",
				myLiteral(t), myLiteral(p.myKeys(t)[0].Name), myQuote(t), strings.Join(add[t], ", "))
		}
	}
	p.out.Statement("%sEND", b.String())
}

// myInvisible returns the attribute that hides a column from SELECT *, which MySQL has from 8.0.23 on.
func (p *plan) myInvisible() string {
	var major, minor, patch int
	if _, err := fmt.Sscanf(p.server.Version, "%d.%d.%d", &major, &minor, &patch); p.server.Product == "MySQL" && (err != nil || major < 8 || major == 8 && minor == 0 && patch < 23) {
		return ""
	}
	return " INVISIBLE"
}

// myAlter writes a change of a table, under a condition.
func (p *plan) myAlter(b *strings.Builder, condition, table string, list []string) {
	p.changes = append(p.changes, fmt.Sprintf("ALTER TABLE %s\n  %s;", myQuote(table), strings.Join(list, ",\n  ")))
	fmt.Fprintf(b, "  IF %s THEN\n    ALTER TABLE %s\n      %s;\n  END IF;\n", condition, myQuote(table), strings.Join(list, ",\n      "))
}

// myHas returns a condition: a column has its generated column beside it.
func myHas(c joined.Column) string {
	return "EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = " + myLiteral(c.Table) + " AND c.column_name = " + myLiteral(extra(c.Name)) + ")"
}

// myHasKey returns a condition: a table has an index.
func myHasKey(table, name string) string {
	return "EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = " + myLiteral(table) + " AND s.index_name = " + myLiteral(name) + ")"
}

// myPairs returns pairs of literals: the table of each column, and what a function makes of its name.
func myPairs(columns []joined.Column, name func(string) string) string {
	var list []string
	for _, c := range columns {
		list = append(list, "("+myLiteral(c.Table)+", "+myLiteral(name(c.Name))+")")
	}
	return strings.Join(list, ", ")
}

// plainly returns a name as it is.
func plainly(name string) string { return name }

// mySwitched returns a condition: so many of the columns have their new type.
func (p *plan) mySwitched(count string, columns ...joined.Column) string {
	return fmt.Sprintf("(SELECT COUNT(*) FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND (c.table_name, c.column_name) IN (%s) AND c.column_type = 'binary(%d)') %s", myPairs(columns, plainly), p.form.width, count)
}

// myBegun returns a condition: one of the columns is not as it was, because the script has begun.
func (p *plan) myBegun(columns ...joined.Column) string {
	return fmt.Sprintf("(EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND (c.table_name, c.column_name) IN (%s)) OR %s)", myPairs(columns, extra), p.mySwitched("> 0", columns...))
}

// myKeys returns the foreign keys of a table.
func (p *plan) myKeys(table string) (list []Object) {
	for _, i := range p.items {
		if i.Kind == "foreign key" && i.Table == table {
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
			drop[t] = append(drop[t], "DROP FOREIGN KEY "+myQuote(i.Name))
			add[t] = append(add[t], "ADD CONSTRAINT "+myQuote(i.Name)+" "+tables[t].constraints[i.Name])
		}
	}
	return drop, add
}

// myReference is a foreign key between two tables of the plan. Its parent has another name in a
// statement, which LOCK TABLES has to know.
type myReference struct {
	child, parent, alias string
	columns, parents     []string
}

var myForeign = regexp.MustCompile("^FOREIGN KEY \\(((?:`(?:[^`]|``)+`(?:, ?)?)+)\\) REFERENCES `((?:[^`]|``)+)` \\(((?:`(?:[^`]|``)+`(?:, ?)?)+)\\)")

// myReferences reads the foreign keys of the tables.
func (p *plan) myReferences(tables map[string]*myTable) []myReference {
	var list []myReference
	for _, t := range p.tables() {
		for _, i := range p.myKeys(t) {
			m := myForeign.FindStringSubmatch(tables[t].constraints[i.Name])
			if m == nil {
				p.Refuse("%s: its definition cannot be read: %s", i, tables[t].constraints[i.Name])
				continue
			}
			r := myReference{child: t, parent: strings.ReplaceAll(m[2], "``", "`"), alias: fmt.Sprintf("sortid_move_%d", len(list))}
			for _, part := range myParts("(" + m[1] + ")") {
				r.columns = append(r.columns, part.column)
			}
			for _, part := range myParts("(" + m[3] + ")") {
				r.parents = append(r.parents, part.column)
			}
			if parent := tables[r.parent]; p.server.Product == "MySQL" && parent != nil && !parent.isUnique(r.parents) {
				p.Refuse("%s: it references columns of %s that are no unique key, which the server adds no more (restrict_fk_on_non_standard_key): make them one, or drop it before", i, r.parent)
			}
			list = append(list, r)
		}
	}
	return list
}

// isUnique reports whether a unique key has just these columns.
func (t *myTable) isUnique(columns []string) bool {
	return slices.ContainsFunc(t.keys, func(k myKey) bool {
		if k.name != "PRIMARY" && !strings.HasPrefix(k.line, "UNIQUE") || len(k.parts) != len(columns) {
			return false
		}
		return !slices.ContainsFunc(k.parts, func(part myPart) bool { return part.prefix != "" || !slices.Contains(columns, part.column) })
	})
}

// myProcedures are those that the script makes.
var myProcedures = []string{"stop", "count", "filled", "orphans", "run"}

// myStop is the end of the procedure that lists and stops. If the script has begun, the tables are not as they were.
const myStop = `  IF begun THEN
    SELECT IF(ended, 'the columns have moved already: only keys that are missing are added', 'the script has begun before: it goes on') AS state;
  ELSE
    SELECT f.kind, f.relation, f.name, COALESCE(p.step, 'NO LINE IN THE PLAN') AS step FROM sortid_move_found AS f
    LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  END IF;
  SELECT GROUP_CONCAT(CASE WHEN p.kind IS NULL THEN CONCAT_WS(' ', f.kind, f.name, f.relation) END SEPARATOR ', '), COUNT(p.kind) INTO missing, found FROM sortid_move_found AS f
  LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  SELECT COUNT(*) INTO planned FROM sortid_move_plan;
  IF NOT begun AND (missing IS NOT NULL OR found <> planned) THEN
    SET missing = LEFT(CONCAT('the schema is not that of the plan, print the script again: ', COALESCE(missing, 'something is gone')), 128);
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = missing;
  END IF;
END`

// myPreflight writes the list of objects and the procedure that stops.
func (p *plan) myPreflight() {
	p.out.Comment("\nThe plan: what becomes of each object that names the columns.")
	p.out.Statement("DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found")
	p.out.Statement("CREATE TEMPORARY TABLE sortid_move_plan (n INT AUTO_INCREMENT PRIMARY KEY, kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), hash CHAR(64), step VARCHAR(100)) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
	var lines []string
	for n, i := range p.items {
		lines = append(lines, fmt.Sprintf("(%s, %s, %s, '%s', %s)", myLiteral(i.Kind), myLiteral(i.Table), myLiteral(i.Name), i.Hash(), myLiteral(p.steps[n])))
	}
	p.out.Statement("INSERT INTO sortid_move_plan (kind, relation, name, hash, step) VALUES\n  %s", list(lines))
	p.out.Comment("\nThe preflight lists the objects that name the columns now, and stops if one has no line in the plan.")
	p.out.Statement("CREATE TEMPORARY TABLE sortid_move_found (n INT AUTO_INCREMENT PRIMARY KEY, kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), definition LONGTEXT, problem TEXT) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
	for _, name := range myProcedures {
		p.out.Statement("DROP PROCEDURE IF EXISTS sortid_move_%s", name)
	}
	p.out.Statement("CREATE PROCEDURE sortid_move_stop()\nBEGIN\n  DECLARE missing TEXT;\n  DECLARE found, planned BIGINT;\n  DECLARE begun BOOLEAN DEFAULT %s;\n  DECLARE ended BOOLEAN DEFAULT %s;\n  DELETE FROM sortid_move_found;\n  INSERT INTO sortid_move_found (kind, relation, name, definition, problem)\n%s;\n%s",
		p.myBegun(p.columns...), p.mySwitched(fmt.Sprintf("= %d", len(p.columns)), p.columns...), p.myDependents(), myStop)
}

// mySignal returns the statements that stop with a message if n is not 0.
func mySignal(before, after string) string {
	return fmt.Sprintf("  IF n > 0 THEN\n    SET message = LEFT(CONCAT(%s, ': ', n, %s), 128);\n    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;\n  END IF;\n", myLiteral(before), myLiteral(" "+after))
}

// different returns a condition: the new value of a row does not give back the old, or is as empty as it.
func (p *plan) different(text, value string) string {
	return fmt.Sprintf("NOT (CAST(%s AS BINARY) <=> CAST(%s AS BINARY)) OR %s = ''", p.form.same(text), p.form.back(value), text)
}

// myCount writes the procedure that stops if a row would not be moved, or two keys would become one.
func (p *plan) myCount(tables map[string]*myTable) {
	var b strings.Builder
	b.WriteString("CREATE PROCEDURE sortid_move_count()\nBEGIN\n  DECLARE message TEXT;\n  DECLARE n BIGINT;\n")
	for i := range p.columns {
		fmt.Fprintf(&b, "  DECLARE cased_%d BIGINT;\n", i)
	}
	for i, c := range p.columns {
		text := tables[c.Table].text(c.Name)
		fmt.Fprintf(&b, "  SELECT COUNT(CASE WHEN %s THEN 1 END), COALESCE(SUM(CAST(%s AS BINARY) <> CAST(%s AS BINARY)), 0) INTO n, cased_%d FROM %s;\n", p.different(text, p.form.raw(text)), text, p.form.same(text), i, myQuote(c.Table))
		b.WriteString(mySignal(c.String(), "rows hold no "+p.form.holds+": correct them"))
	}
	for _, t := range p.tables() {
		for _, k := range tables[t].keys {
			if k.moves && (k.name == "PRIMARY" || strings.HasPrefix(k.line, "UNIQUE")) {
				p.myDuplicates(&b, tables[t], k)
			}
		}
	}
	p.out.Statement("%sEND", b.String())
}

// myDuplicates writes the count of keys that differ in their case alone, if any does.
func (p *plan) myDuplicates(b *strings.Builder, t *myTable, k myKey) {
	var cased, keys, set []string
	for _, part := range k.parts {
		expression := part.expression
		switch i := slices.Index(p.columns, joined.Column{Table: t.name, Name: part.column}); {
		case i >= 0:
			cased = append(cased, fmt.Sprintf("cased_%d > 0", i))
			expression = p.form.same(t.text(part.column))
		case part.prefix != "":
			expression = "LEFT(" + myQuote(part.column) + ", " + part.prefix + ")"
		case part.column != "":
			expression = myQuote(part.column)
		}
		keys, set = append(keys, expression), append(set, "("+expression+") IS NOT NULL")
	}
	fmt.Fprintf(b, "  IF %s THEN\n    SELECT COUNT(*) INTO n FROM (SELECT 1 FROM %s WHERE %s GROUP BY %s HAVING COUNT(*) > 1) AS twice;\n  %s  END IF;\n",
		strings.Join(cased, " OR "), myQuote(t.name), strings.Join(set, " AND "), strings.Join(keys, ", "), mySignal("index "+k.name+" of "+t.name, "keys in two cases become one: keep one row of each"))
}

// myFilled writes the procedure that stops if a generated column does not give back the text.
func (p *plan) myFilled(tables map[string]*myTable) {
	var b strings.Builder
	b.WriteString("CREATE PROCEDURE sortid_move_filled()\nBEGIN\n  DECLARE message TEXT;\n  DECLARE n BIGINT DEFAULT 0;\n")
	for _, c := range p.columns {
		fmt.Fprintf(&b, "  IF %s THEN\n    SELECT COUNT(*) INTO n FROM %s WHERE %s;\n  END IF;\n", myHas(c), myQuote(c.Table), p.different(tables[c.Table].text(c.Name), myQuote(extra(c.Name))))
		b.WriteString(mySignal(c.String(), "rows hold no "+p.form.holds+": correct them"))
	}
	p.out.Statement("%sEND", b.String())
}

// myOrphans writes the procedure that stops if a reference has no key. Others may have written some while the script was
// broken off; two tables of which one has switched are compared by the server, when the foreign key is added.
func (p *plan) myOrphans(references []myReference) {
	var b strings.Builder
	b.WriteString("CREATE PROCEDURE sortid_move_orphans()\nBEGIN\n  DECLARE message TEXT;\n  DECLARE n BIGINT DEFAULT 0;\n")
	for _, r := range references {
		var set, same []string
		for k, name := range r.columns {
			c := myQuote(r.child) + "." + myQuote(name)
			set, same = append(set, c+" IS NOT NULL"), append(same, r.alias+"."+myQuote(r.parents[k])+" = "+c)
		}
		child, parent := joined.Column{Table: r.child, Name: p.of(r.child)[0]}, joined.Column{Table: r.parent, Name: p.of(r.parent)[0]}
		fmt.Fprintf(&b, "  IF (%s) = (%s) THEN\n    SELECT COUNT(*) INTO n FROM %s WHERE %s AND NOT EXISTS (SELECT 1 FROM %s AS %s WHERE %s);\n  END IF;\n",
			p.mySwitched("> 0", child), p.mySwitched("> 0", parent), myQuote(r.child), strings.Join(set, " AND "), myQuote(r.parent), r.alias, strings.Join(same, " AND "))
		b.WriteString(mySignal(r.child+"."+strings.Join(r.columns, ", "), "rows reference no row of "+r.parent+": correct them"))
	}
	p.out.Statement("%sEND", b.String())
}

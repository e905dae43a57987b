package newkeys

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// myProcedures are those of the script, the one that gives up first.
var myProcedures = []string{"done", "give_up", "stop", "before", "prepare", "fill", "build", "count", "switch", "resume", "finish"}

const myOldKey = "sortid_old_pk" // the key of old columns that were the primary key

// script writes the script.
func (p *myPlan) script() {
	p.head()
	p.write("SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION group_concat_max_len = 1000000, SESSION lock_wait_timeout = 10, SESSION autocommit = 1, SESSION time_zone = '+00:00';")
	p.write("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;")
	p.write("SET @sortid_move = 'fill', @sortid_move_counted = FALSE;\n")
	p.inventory()
	for _, name := range myProcedures {
		p.write("DROP PROCEDURE IF EXISTS sortid_move_%s;", name)
	}
	p.write("DELIMITER //")
	p.procedure("done", "", when(p.isDone()+" AND NOT "+p.any(hasNew)+" AND NOT "+p.any(p.hasOld), signal("the move is done: nothing is left but this procedure, sortid_move_done")))
	p.write("CALL sortid_move_done() //")
	p.giveUp()
	p.stop()
	p.before()
	p.prepare()
	p.fill()
	p.build()
	p.count()
	p.change()
	p.resume()
	p.finish()
	p.write("DELIMITER ;\n")
	p.comment("If the switch was interrupted, it goes on, and ends with an error that says so.")
	p.locked("CALL sortid_move_resume();")
	p.comment("\nThe preflight, the new columns, and the triggers that set them in rows that are inserted and changed.")
	p.write("CALL sortid_move_prepare();")
	p.write("DELIMITER //")
	for _, t := range p.plan.tables {
		p.triggers(t)
	}
	p.write("DELIMITER ;\n")
	p.comment("The rows that are there, a thousand in a transaction, then the indexes, while the tables are in use.")
	p.write("CALL sortid_move_fill();\nCALL sortid_move_build();\n")
	p.comment("The switch. If other transactions hold the tables for 10 seconds, or a count is not 0, nothing changes: run the script again.")
	p.write("CALL sortid_move_count();")
	p.locked("CALL sortid_move_switch(FALSE);")
	p.comment("\nAfter the switch.")
	p.write("CALL sortid_move_finish();")
	for _, name := range myProcedures {
		p.write("DROP PROCEDURE sortid_move_%s;", name)
	}
	p.write("DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found;")
	for _, t := range p.plan.tables {
		p.write("ANALYZE TABLE %s;", myQuote(t.name))
		for _, c := range t.keys() {
			if p.options.KeepOld == KeepColumn {
				p.comment("When nothing reads the old keys: ALTER TABLE %s DROP COLUMN %s, ALGORITHM=INPLACE, LOCK=NONE;", myQuote(t.name), myQuote(c.oldColumn(true)))
			}
		}
	}
}

// locked writes a statement during which all tables are locked.
func (p *myPlan) locked(statement string) {
	var list []string
	for _, t := range p.plan.tables {
		list = append(list, myQuote(t.name)+" WRITE")
	}
	p.write("LOCK TABLES %s;\nSET SESSION foreign_key_checks = 0;\n%s\nSET SESSION foreign_key_checks = 1;\nUNLOCK TABLES;", strings.Join(list, ", "), statement)
}

func (p *myPlan) head() {
	p.comment("Gives rows new keys, %s in columns of type %s, on %s %s:", p.format.name, strings.ToUpper(p.myType()), p.server.Product, p.server.Version)
	for _, c := range p.columns() {
		switch {
		case c.root != nil:
			p.comment("  %s, which references %s", c, c.root)
		case c.table.clock.column == "":
			p.comment("  %s, dated by the move, in the order of the old keys", c)
		case c.table.clock.kind == "timestamp":
			p.comment("  %s, dated by %s", c, c.table.clock.column)
		default:
			p.comment("  %s, dated by %s, which is taken as UTC", c, c.table.clock.column)
		}
	}
	p.comment(`
Rehearse it on a copy. Run it with mysql shop < move.sql, which ends at the first error; DELIMITER is a command of the
clients. Change nothing else of the tables until it is done. If it stops or is killed, correct the cause and run the
whole script again: it goes on where it ended. Until the switch the old keys work, and statements that write them set
the new ones too. To give up before the switch:
`)
	p.comment("  CALL sortid_move_give_up();")
	for _, name := range myProcedures {
		p.comment("  DROP PROCEDURE IF EXISTS sortid_move_%s;", name)
	}
	p.comment(`
Readers and writers wait for a moment when columns and triggers are added, and during the switch, which changes names
only. The server writes each table three times more, while it is in use, and needs space for a copy of the largest one.
A writer may get a deadlock (1213): repeat its transaction, on MariaDB also after 1305, 1364 and 1467.
If the switch is killed, writers get errors (1054) until the script is run again and goes on: do it at once.
Stop the old programs before the switch, and start the new version afterwards. A statement with an old key finds no row,
without an error or with 1292 if sql_mode is strict; an old number 0 can find all rows; an old key that is written is
stored as its digits where no foreign key refuses it.
New rows get their keys from a default, in order from one tick of the clock to the next.
`)
	for _, c := range p.columns() {
		if c.root == nil && p.options.KeepOld == KeepColumn && p.old[c].counts {
			p.comment("%s.%s keeps AUTO_INCREMENT: new rows get numbers too.", c.table.name, c.oldColumn(true))
		}
	}
}

// inventory writes the plan: the objects that name the columns.
func (p *myPlan) inventory() {
	p.comment("The plan: the objects that name the columns. The script stops if one is missing, another, or changed.")
	p.write("DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found;")
	p.write("CREATE TEMPORARY TABLE sortid_move_plan (kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), hash CHAR(64)) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;")
	var rows []string
	for _, o := range p.items {
		rows = append(rows, fmt.Sprintf("  (%s, %s, %s, '%s')", myLiteral(o.Kind), myLiteral(o.Table), myLiteral(o.Name), o.Hash()))
	}
	p.write("INSERT INTO sortid_move_plan VALUES\n%s;", strings.Join(rows, ",\n"))
	p.write("CREATE TEMPORARY TABLE sortid_move_found (kind VARCHAR(64), relation VARCHAR(64), name VARCHAR(100), definition LONGTEXT, problem TEXT) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;")
}

// procedure writes a procedure.
func (p *myPlan) procedure(name, arguments string, lines ...string) {
	p.write("CREATE PROCEDURE sortid_move_%s(%s)\nBEGIN\n  DECLARE n, tries BIGINT DEFAULT 0;\n  DECLARE message TEXT;\n%s\nEND //", name, arguments, strings.Join(lines, "\n"))
}

// when returns lines that run under a condition.
func when(condition string, lines ...string) string {
	return "  IF " + condition + " THEN\n    " + strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n    ") + "\n  END IF;"
}

// until returns a statement that runs as long as a condition holds: it may end a deadlock with writers.
func until(condition, statement string) string {
	return "  SET tries = 0;\n  WHILE " + condition + " DO BEGIN\n    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN\n      SET tries = tries + 1;\n      IF tries = 10 THEN\n        RESIGNAL;\n      END IF;\n      DO SLEEP(0.2);\n    END;\n    " +
		strings.ReplaceAll(statement, "\n", "\n    ") + "\n  END; END WHILE;"
}

func signal(message string) string {
	return "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = " + myLiteral(message) + ";"
}

// counted returns the lines that stop if a count is not 0.
func counted(query, of, what string) string {
	return "  SET n = (" + query + ");\n" + when("n > 0", "SET message = LEFT(CONCAT("+myLiteral(of+": ")+", n, "+myLiteral(" "+what+": correct them")+"), 128);", "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;")
}

// alter returns the statement that changes a table.
func alter(t *table, list []string, options string) string {
	return "ALTER TABLE " + myQuote(t.name) + "\n  " + strings.Join(list, ",\n  ") + options + ";"
}

const online = ", ALGORITHM=INPLACE, LOCK=NONE"

// myHas is the condition that a table has a column.
func myHas(t *table, column string) string {
	return "EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = " + myLiteral(t.name) + " AND c.column_name = " + myLiteral(column) + ")"
}

// hasNew and hasOld are the conditions that a table has not switched, and that it has but keeps its old columns.
func hasNew(t *table) string { return myHas(t, t.columns[0].temp) }

func (p *myPlan) hasOld(t *table) string {
	return myHas(t, t.columns[0].oldColumn(p.options.KeepOld == KeepColumn))
}

// any joins conditions on the tables.
func (p *myPlan) any(condition func(*table) string) string {
	var list []string
	for _, t := range p.plan.tables {
		list = append(list, condition(t))
	}
	return "(" + strings.Join(list, "\n    OR ") + ")"
}

// isDone is the condition that a key has its new type and default.
func (p *myPlan) isDone() string {
	c := p.columns()[0]
	return "EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = " + myLiteral(c.table.name) + " AND c.column_name = " + myLiteral(c.name) +
		" AND c.column_type LIKE " + myLiteral(strings.Replace(p.myType(), "bigint", "bigint%", 1)) + " AND LOWER(c.column_default) LIKE '%random_bytes%')"
}

// hasKey is the condition that a table has a key.
func hasKey(t *table, name string) string {
	return "EXISTS (SELECT * FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.table_name = " + myLiteral(t.name) + " AND s.index_name = " + myLiteral(name) + ")"
}

// fillKey is the name of the key by which rows without a new value are found.
func fillKey(c *column) string {
	return fmt.Sprintf("sortid_move_fill_%d", slices.Index(c.table.columns, c)+1)
}

// newDefinition is the definition of a new column at one of three times.
func (p *myPlan) newDefinition(c *column, when string) string {
	s := p.myType()
	if c.notNull && when != "added" {
		s += " NOT NULL"
	} else {
		s += " NULL"
	}
	switch {
	case when == "added":
	case c.root == nil:
		s += " DEFAULT (" + myDefaults[p.format.name] + ")"
	case c.notNull && when == "built": // MariaDB hides no column without a default
		s += " DEFAULT " + map[bool]string{true: "0", false: "0x" + strings.Repeat("00", p.format.width)}[p.format.width == 8]
	}
	if when != "switched" || p.old[c].hidden {
		s += " INVISIBLE"
	}
	if c.comment != "" {
		s += " COMMENT " + myLiteral(c.comment)
	}
	return s
}

// isBuilt is the condition that a table has its new keys; empty if it needs none.
func (p *myPlan) isBuilt(t *table) string {
	if keys := p.tables[t].keys; len(keys) > 0 {
		return hasKey(t, cmp.Or(keys[0].temp, myOldKey))
	}
	for _, c := range t.columns {
		if c.notNull {
			return "EXISTS (SELECT * FROM information_schema.columns AS c WHERE c.table_schema = DATABASE() AND c.table_name = " + myLiteral(t.name) + " AND c.column_name = " + myLiteral(c.temp) + " AND c.is_nullable = 'NO')"
		}
	}
	return ""
}

// primary returns the primary key if it has a column that moves.
func (m *myTable) primary() (myKey, bool) {
	i := slices.IndexFunc(m.keys, func(k myKey) bool { return k.name == "" })
	if i < 0 {
		return myKey{}, false
	}
	return m.keys[i], true
}

// counter returns the old column with AUTO_INCREMENT, or nil.
func (p *myPlan) counter(t *table) *column {
	i := slices.IndexFunc(t.columns, func(c *column) bool { return p.old[c].counts })
	if i < 0 {
		return nil
	}
	return t.columns[i]
}

// oldKeyStays reports whether the key of the old columns is needed after the switch: the server numbers the rows by it,
// or it is kept.
func (p *myPlan) oldKeyStays(t *table) bool { return p.counter(t) != nil || p.keeps(t) }

// keeps reports whether the old key of a table is kept.
func (p *myPlan) keeps(t *table) bool { return p.options.KeepOld != "" && len(t.keys()) > 0 }

// giveUp writes what undoes the script before the switch.
func (p *myPlan) giveUp() {
	lines := []string{when(p.any(p.hasOld)+" OR "+p.isDone(), signal("the switch is done: it cannot be undone"))}
	for _, t := range p.plan.tables {
		m := p.tables[t]
		lines = append(lines, fmt.Sprintf("  DROP TRIGGER IF EXISTS sortid_move_%d_insert;\n  DROP TRIGGER IF EXISTS sortid_move_%[1]d_update;\n  DROP TRIGGER IF EXISTS sortid_move_%[1]d_delete;", t.number))
		var drop, built []string
		for _, k := range m.keys {
			if k.name != "" {
				built = append(built, "DROP KEY "+myQuote(k.temp))
			}
		}
		if k, ok := m.primary(); ok {
			built = append(built, "DROP PRIMARY KEY", "ADD PRIMARY KEY "+k.list+k.rest)
		}
		if p.hasOldKey(t) {
			built = append(built, "DROP KEY "+myOldKey)
		}
		for _, c := range t.columns {
			if p.isKept(c) {
				built = append(built, "MODIFY COLUMN "+myQuote(c.name)+" "+m.defined[c.name])
			}
			drop = append(drop, "DROP KEY "+fillKey(c), "DROP COLUMN "+myQuote(c.temp))
		}
		if condition := p.isBuilt(t); condition != "" {
			lines = append(lines, when(condition+" AND "+hasNew(t), "SET SESSION foreign_key_checks = 0;", alter(t, slices.Concat(built, drop), ""), "SET SESSION foreign_key_checks = 1;"))
		}
		lines = append(lines, until(hasNew(t), alter(t, drop, online)))
	}
	for _, t := range p.plan.tables {
		if p.numbered(t) {
			lines = append(lines, "  DROP TABLE IF EXISTS "+keysOf(t)+";")
		}
	}
	p.procedure("give_up", "", lines...)
}

// keysOf is the name of the table with the new keys of old rows.
func keysOf(t *table) string { return fmt.Sprintf("sortid_move_keys_%d", t.number) }

// isKept reports whether an old column becomes NULL in new rows, which is not so for a counter.
func (p *myPlan) isKept(c *column) bool {
	return c.root == nil && p.options.KeepOld != "" && !p.old[c].counts
}

// hasOldKey reports whether the old columns get a key in place of the primary key, or one for their counter, or because
// they are kept.
func (p *myPlan) hasOldKey(t *table) bool {
	_, ok := p.tables[t].primary()
	return ok || p.counter(t) != nil || p.keeps(t)
}

// oldKeyList is the columns of that key.
func (p *myPlan) oldKeyList(t *table) string {
	if k, ok := p.tables[t].primary(); ok && (p.counter(t) == nil || strings.HasPrefix(k.list, "("+myQuote(p.counter(t).name))) && !p.keeps(t) {
		return k.list
	}
	if c := p.counter(t); c != nil {
		return "(" + myQuote(c.name) + ")"
	}
	return "(" + myQuote(t.keys()[0].name) + ")"
}

func (p *myPlan) stop() {
	p.procedure("stop", "", "  DECLARE found, planned BIGINT;",
		"  DELETE FROM sortid_move_found;\n  INSERT INTO sortid_move_found\n"+p.query+";",
		`  SELECT GROUP_CONCAT(CASE WHEN p.kind IS NULL THEN CONCAT_WS(' ', f.kind, f.name, f.relation) END SEPARATOR ', '), COUNT(p.kind) INTO message, found FROM sortid_move_found AS f
  LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  SET planned = (SELECT COUNT(*) FROM sortid_move_plan);`,
		when("message IS NOT NULL OR found <> planned", "SET message = LEFT(CONCAT('the schema is not that of the plan, print the script again: ', COALESCE(message, 'something is gone')), 128);", "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;"))
}

// before writes what stops before the first change if a row would get no key.
func (p *myPlan) before() {
	var lines []string
	for _, t := range p.plan.tables {
		if len(t.keys()) > 0 && t.clock.column != "" {
			lines = append(lines, counted("SELECT COUNT(*) FROM "+myQuote(t.name)+" WHERE "+p.outside(t), t.name+"."+t.clock.column, "rows have no time, or one out of the range of "+p.format.name))
		}
	}
	for _, c := range p.references() {
		lines = append(lines, counted(fmt.Sprintf("SELECT COUNT(*) FROM %s AS c LEFT JOIN %s AS p ON p.%[3]s = c.%[4]s WHERE c.%[4]s IS NOT NULL AND p.%[3]s IS NULL", myQuote(c.table.name), myQuote(c.root.table.name), myQuote(c.root.name), myQuote(c.name)),
			c.String(), "rows reference no row of "+c.root.table.name))
	}
	p.procedure("before", "", lines...)
}

func (p *myPlan) prepare() {
	lines := []string{when("NOT "+p.any(hasNew), "CALL sortid_move_stop();", "CALL sortid_move_before();")}
	for _, t := range p.plan.tables {
		var list []string
		for _, c := range t.columns {
			kind, columns := "KEY", myQuote(c.temp)+", "+myQuote(c.name)
			if c.root == nil {
				kind, columns = "UNIQUE KEY", myQuote(c.temp)
			}
			list = append(list, fmt.Sprintf("ADD COLUMN %s %s AFTER %s", myQuote(c.temp), p.newDefinition(c, "added"), myQuote(c.name)), fmt.Sprintf("ADD %s %s (%s)", kind, fillKey(c), columns))
		}
		lines = append(lines, until("NOT "+hasNew(t), alter(t, list, online)))
		if p.numbered(t) {
			lines = append(lines, fmt.Sprintf("  CREATE TABLE IF NOT EXISTS %s (old_key %s PRIMARY KEY, new_key %s);", keysOf(t), p.old[t.keys()[0]].full, p.myType()))
		}
	}
	p.procedure("prepare", "", lines...)
}

// triggers writes the triggers of a table, which come after those that it has.
func (p *myPlan) triggers(t *table) {
	lookup := func(c *column) string {
		return fmt.Sprintf("(SELECT p.%s FROM %s AS p WHERE p.%s = NEW.%s LOCK IN SHARE MODE)", myQuote(c.root.temp), myQuote(c.root.table.name), myQuote(c.root.name), myQuote(c.name))
	}
	reference := func(c *column, changed string) string {
		s := fmt.Sprintf("  IF NEW.%s IS NULL THEN\n    SET NEW.%s = NULL;", myQuote(c.name), myQuote(c.temp))
		if c.root.table == t {
			s += fmt.Sprintf("\n  ELSEIF NEW.%s = NEW.%s THEN\n    SET NEW.%s = NEW.%s;", myQuote(c.name), myQuote(c.root.name), myQuote(c.temp), myQuote(c.root.temp))
		}
		return s + changed + fmt.Sprintf("\n  ELSE\n    SET NEW.%s = %s;\n  END IF;", myQuote(c.temp), lookup(c))
	}
	var insert, fill, update []string
	for _, name := range p.tables[t].plain {
		fill = append(fill, fmt.Sprintf("SET NEW.%s = OLD.%[1]s;", myQuote(name)))
	}
	var keep []string
	for _, c := range t.columns {
		temp, name := myQuote(c.temp), myQuote(c.name)
		if c.root == nil {
			insert = append(insert, fmt.Sprintf("  SET NEW.%s = sortid_%s_new();", temp, p.format.function))
			fill = append(fill, fmt.Sprintf("SET NEW.%s = COALESCE(OLD.%[1]s, %s);", temp, p.oldRowKey(c)))
			keep = append(keep, fmt.Sprintf("SET NEW.%s = OLD.%[1]s;", temp))
			continue
		}
		insert = append(insert, reference(c, ""))
		update = append(update, reference(c, fmt.Sprintf("\n  ELSEIF OLD.%[1]s = NEW.%[1]s AND OLD.%[2]s IS NOT NULL THEN\n    SET NEW.%[2]s = OLD.%[2]s;", name, temp)))
	}
	p.write("CREATE TRIGGER IF NOT EXISTS sortid_move_%d_update BEFORE UPDATE ON %s FOR EACH ROW\nBEGIN", t.number, myQuote(t.name))
	p.write("  IF @sortid_move = 'fill' THEN -- whatever other triggers have set\n    %s", strings.Join(fill, "\n    "))
	if len(keep) > 0 {
		p.write("  ELSE\n    %s", strings.Join(keep, "\n    "))
	}
	p.write("  END IF;\n%s\nEND //", strings.Join(update, "\n"))
	p.write("CREATE TRIGGER IF NOT EXISTS sortid_move_%d_insert BEFORE INSERT ON %s FOR EACH ROW\nBEGIN\n%s\nEND //", t.number, myQuote(t.name), strings.Join(insert, "\n"))
	p.deleteTrigger(t)
}

// deleteTrigger writes what refuses a DELETE while some tables have switched and others have not: the foreign keys that
// would delete other rows are gone then, and so are the columns that it names.
func (p *myPlan) deleteTrigger(t *table) {
	var list []string
	for _, o := range p.plan.tables {
		if o != t {
			list = append(list, fmt.Sprintf("  DO (SELECT c.%s FROM %s AS c LIMIT 0);", myQuote(o.columns[0].temp), myQuote(o.name)))
		}
	}
	if len(list) > 0 {
		p.write("CREATE TRIGGER IF NOT EXISTS sortid_move_%d_delete BEFORE DELETE ON %s FOR EACH ROW\nBEGIN\n%s\nEND //", t.number, myQuote(t.name), strings.Join(list, "\n"))
	}
}

// oldRowKey is the new key of a row that was there before its trigger.
func (p *myPlan) oldRowKey(c *column) string {
	if p.numbered(c.table) {
		return fmt.Sprintf("(SELECT k.new_key FROM %s AS k WHERE k.old_key = OLD.%s)", keysOf(c.table), myQuote(c.name))
	}
	return fmt.Sprintf("sortid_%s_at(OLD.%s)", p.format.function, myQuote(c.table.clock.column))
}

// fill writes what gives keys to the rows that are there, those that others reference first. The triggers set them.
func (p *myPlan) fill() {
	lines := []string{"  DECLARE failed BOOLEAN DEFAULT FALSE;\n  DECLARE CONTINUE HANDLER FOR 1213, 1205 SET failed = TRUE;"}
	one := func(c *column, condition string) {
		lines = append(lines, fmt.Sprintf("  REPEAT\n    SET failed = FALSE;\n    UPDATE %s SET %[2]s = %[2]s WHERE %[3]s IS NULL%[4]s LIMIT 1000;\n    SET n = ROW_COUNT();\n  UNTIL n = 0 AND NOT failed END REPEAT;", myQuote(c.table.name), myQuote(c.name), myQuote(c.temp), condition))
	}
	for _, t := range p.plan.tables {
		if p.numbered(t) {
			lines = append(lines, p.numberRows(t))
		}
		for _, c := range t.keys() {
			one(c, "")
		}
	}
	for _, t := range p.plan.tables {
		for _, c := range t.columns {
			if c.root != nil {
				one(c, " AND "+myQuote(c.name)+" IS NOT NULL")
			}
		}
	}
	p.procedure("fill", "", lines...)
}

// numberRows returns what numbers the rows of a table, once.
func (p *myPlan) numberRows(t *table) string {
	key := myQuote(t.keys()[0].name)
	var numbering string
	made := fmt.Sprintf("sortid_%s_at(s.at)", p.format.function)
	if p.format.size > 0 {
		made = fmt.Sprintf("sortid_%s_at(s.at, s.n)", p.format.function)
	}
	if c := myQuote(t.clock.column); t.clock.column != "" {
		numbering = fmt.Sprintf("%[1]s AS at, ROW_NUMBER() OVER (PARTITION BY sortid_%[2]s_min_at(%[1]s) ORDER BY %[1]s, %[3]s) AS n", c, p.format.function, key)
	} else {
		// The last row is dated now, and each before it a tick earlier.
		size := max(p.format.size-1, 1)
		row := fmt.Sprintf("CAST(ROW_NUMBER() OVER (ORDER BY %s) AS SIGNED)", key)
		numbering = fmt.Sprintf("UTC_TIMESTAMP(3) - INTERVAL (((COUNT(*) OVER () - 1) DIV %[1]d - (%[2]s - 1) DIV %[1]d) * %[3]d) MICROSECOND AS at, (%[2]s - 1) MOD %[1]d + 1 AS n", size, row, p.format.tick)
	}
	return when("NOT EXISTS (SELECT * FROM "+keysOf(t)+")", fmt.Sprintf("INSERT INTO %s (old_key, new_key) SELECT s.old_key, %s FROM (SELECT %s AS old_key, %s FROM %s WHERE %s IS NULL) AS s;", keysOf(t), made, key, numbering, myQuote(t.name), myQuote(t.keys()[0].temp)))
}

// build writes what builds the keys of the new columns: one statement a table, which makes them the primary key.
func (p *myPlan) build() {
	lines := []string{"  SET SESSION foreign_key_checks = 0; -- the old columns keep their values"}
	for _, t := range p.plan.tables {
		condition := p.isBuilt(t)
		if condition == "" {
			continue
		}
		var list []string
		for _, c := range t.columns {
			if c.notNull {
				list = append(list, "MODIFY COLUMN "+myQuote(c.temp)+" "+p.newDefinition(c, "built"))
			}
			if p.isKept(c) {
				list = append(list, "MODIFY COLUMN "+myQuote(c.name)+" "+p.old[c].full+" NULL")
			}
		}
		for _, k := range p.tables[t].keys {
			if k.name == "" {
				list = append(list, "DROP PRIMARY KEY", "ADD PRIMARY KEY "+p.temporary(t, k.list)+k.rest)
				continue
			}
			list = append(list, fmt.Sprintf("ADD %s %s %s%s", k.kind, k.temp, p.temporary(t, k.list), k.rest))
		}
		if p.hasOldKey(t) {
			list = append(list, "ADD UNIQUE KEY "+myOldKey+" "+p.oldKeyList(t))
		}
		lines = append(lines, until(hasNew(t)+" AND NOT "+condition, alter(t, list, online)))
	}
	p.procedure("build", "", append(lines, "  SET SESSION foreign_key_checks = 1;")...)
}

// count writes what stops if a row has not got its key.
func (p *myPlan) count() {
	var lines []string
	for _, t := range p.plan.tables {
		if condition := p.isBuilt(t); condition != "" {
			lines = append(lines, when("NOT "+condition, signal("the keys of "+t.name+" are not built: run the script again")))
		}
	}
	for _, c := range p.columns() {
		if c.root == nil {
			lines = append(lines, counted("SELECT COUNT(*) FROM "+myQuote(c.table.name)+" WHERE "+myQuote(c.temp)+" IS NULL", c.String(), "rows have no new key"))
			continue
		}
		lines = append(lines, counted(fmt.Sprintf("SELECT COUNT(*) FROM %s AS c LEFT JOIN %s AS p ON p.%s = c.%[4]s WHERE c.%[4]s IS NOT NULL AND NOT c.%s <=> p.%s", myQuote(c.table.name), myQuote(c.root.table.name), myQuote(c.root.name), myQuote(c.name), myQuote(c.temp), myQuote(c.root.temp)),
			c.String(), "rows have another new key than the row that they reference"))
	}
	p.procedure("count", "", append(lines, "  SET @sortid_move_counted = TRUE;")...)
}

// change writes the switch. Each table changes by one statement, so that it goes on after an end at any of them.
func (p *myPlan) change() {
	lines := []string{
		"  DECLARE locked BOOLEAN DEFAULT FALSE;",
		"  BEGIN -- under LOCK TABLES a table has no other name\n    DECLARE CONTINUE HANDLER FOR 1100 SET locked = TRUE;\n    SELECT COUNT(*) INTO n FROM (SELECT 1 FROM " + myQuote(p.plan.tables[0].name) + " AS sortid_move_other LIMIT 1) AS one;\n  END;",
		when("NOT locked OR NOT again AND NOT COALESCE(@sortid_move_counted, FALSE)", signal("the tables are not locked, or not counted: run the script again")),
	}
	for _, t := range p.plan.tables {
		for _, c := range t.columns {
			if p.old[c].cleared {
				lines = append(lines, when(hasNew(t), fmt.Sprintf("UPDATE %s SET %[2]s = NULL WHERE %[3]s IS NULL AND %[2]s IS NOT NULL; -- foreign keys run no triggers", myQuote(t.name), myQuote(c.temp), myQuote(c.name))))
			}
		}
	}
	// A table loses its foreign keys when it switches, and those that it references switch later.
	for i, t := range slices.Backward(p.plan.tables) {
		for _, o := range p.plan.tables[:i+1] {
			for _, f := range p.tables[o].foreign {
				if f.parent == t.name { // of a cycle, or to its own table
					lines = append(lines, when(hasNew(o)+" AND "+hasForeign(o, f.name), alter(o, []string{"DROP FOREIGN KEY " + myQuote(f.name)}, "")))
				}
			}
		}
		lines = append(lines, when(hasNew(t), alter(t, p.switching(i, t), online)))
	}
	lines = append(lines, when("again", "SET SESSION foreign_key_checks = 1; -- others may have written in between"))
	for _, t := range p.plan.tables {
		for _, f := range p.tables[t].foreign {
			lines = append(lines, when("NOT "+hasForeign(t, f.name), alter(t, []string{"ADD CONSTRAINT " + myQuote(f.name) + " " + f.definition}, "")))
		}
	}
	for _, t := range p.plan.tables {
		lines = append(lines, fmt.Sprintf("  DROP TRIGGER IF EXISTS sortid_move_%d_insert;\n  DROP TRIGGER IF EXISTS sortid_move_%[1]d_update;\n  DROP TRIGGER IF EXISTS sortid_move_%[1]d_delete;", t.number))
	}
	p.procedure("switch", "again BOOLEAN", lines...)
}

func hasForeign(t *table, name string) string {
	return "EXISTS (SELECT * FROM information_schema.table_constraints AS c WHERE c.table_schema = DATABASE() AND c.table_name = " + myLiteral(t.name) + " AND c.constraint_type = 'FOREIGN KEY' AND c.constraint_name = " + myLiteral(name) + ")"
}

// switching returns the changes of a table at the switch, all of names.
func (p *myPlan) switching(i int, t *table) (list []string) {
	m := p.tables[t]
	for _, f := range m.foreign {
		if !slices.ContainsFunc(p.plan.tables[i:], func(o *table) bool { return o.name == f.parent }) {
			list = append(list, "DROP FOREIGN KEY "+myQuote(f.name))
		}
	}
	for _, k := range m.keys {
		if k.name != "" {
			list = append(list, "DROP KEY "+myQuote(k.name), "RENAME KEY "+k.temp+" TO "+myQuote(k.name))
		}
	}
	if p.hasOldKey(t) && !p.oldKeyStays(t) {
		list = append(list, "DROP KEY "+myOldKey)
	}
	for _, c := range t.columns {
		list = append(list, "DROP KEY "+fillKey(c))
		list = append(list, fmt.Sprintf("CHANGE COLUMN %s %s %s", myQuote(c.name), myQuote(c.oldColumn(p.options.KeepOld == KeepColumn)), p.oldDefinition(c)),
			fmt.Sprintf("CHANGE COLUMN %s %s %s", myQuote(c.temp), myQuote(c.name), p.newDefinition(c, "switched")))
	}
	return list
}

// oldDefinition is the definition of an old column after the switch, which new rows do not set.
func (p *myPlan) oldDefinition(c *column) string {
	if p.isKept(c) {
		return p.old[c].full + " NULL"
	}
	s := p.tables[c.table].defined[c.name]
	if c.notNull && !p.old[c].counts && !strings.Contains(s, " DEFAULT ") {
		s += " DEFAULT " + myZeros[p.old[c].kind]
	}
	return s
}

// resume writes what goes on with a switch that was interrupted.
func (p *myPlan) resume() {
	p.procedure("resume", "", when(p.any(p.hasOld), "CALL sortid_move_switch(TRUE);", signal("the switch, which was interrupted, is done: run what follows it in the script")))
}

// finish writes what drops the old columns, or keeps them.
func (p *myPlan) finish() {
	lines := []string{when(p.any(hasNew), signal("the tables have not switched: run the script again"))}
	for _, t := range p.plan.tables {
		var list []string
		if p.options.KeepOld == KeepTable {
			for _, c := range t.keys() {
				name := cut(t.name, 40) + "_old_" + cut(c.name, 18) + "s"
				lines = append(lines, when(p.hasOld(t), fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s %s PRIMARY KEY, %s %s NOT NULL UNIQUE);", myQuote(name), myQuote("old_"+c.name), p.old[c].full, myQuote(c.name), p.myType()),
					fmt.Sprintf("INSERT IGNORE INTO %s SELECT %s, %s FROM %s WHERE %[2]s IS NOT NULL;", myQuote(name), myQuote(c.oldColumn(false)), myQuote(c.name), myQuote(t.name))))
			}
		}
		condition := p.hasOld(t)
		if p.hasOldKey(t) && p.oldKeyStays(t) {
			if p.options.KeepOld == KeepColumn && p.keeps(t) {
				list = append(list, "RENAME KEY "+myOldKey+" TO "+myQuote(t.keys()[0].oldColumn(true)))
				condition = hasKey(t, myOldKey)
			} else {
				list = append(list, "DROP KEY "+myOldKey)
			}
		}
		for _, c := range t.columns {
			if c.root == nil && p.options.KeepOld == KeepColumn {
				continue
			}
			list = append(list, "DROP COLUMN "+myQuote(c.oldColumn(false)))
		}
		lines = append(lines, until(condition, alter(t, list, online)))
		if p.numbered(t) {
			lines = append(lines, "  DROP TABLE IF EXISTS "+keysOf(t)+";")
		}
	}
	p.procedure("finish", "", lines...)
}

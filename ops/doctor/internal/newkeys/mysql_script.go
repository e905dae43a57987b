package newkeys

import (
	"cmp"
	"fmt"
	"strings"
)

// myProcedures are those of the script, the one that all sessions share first.
var myProcedures = []string{"alone", "done", "give_up", "stop", "before", "prepare", "fill", "build", "count", "switch", "resume", "finish"}

const myOldKey = "sortid_old_pk" // the key of old columns that were the primary key

// script writes the script.
func (p *myPlan) script() {
	p.head()
	p.write("SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION group_concat_max_len = 1000000, SESSION lock_wait_timeout = 10, SESSION autocommit = 1, SESSION time_zone = '+00:00';")
	p.write("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;")
	p.write("SET @sortid_move = 'fill', @sortid_move_counted = FALSE;\n")
	p.inventory()
	p.write("DELIMITER //")
	p.write("CREATE PROCEDURE IF NOT EXISTS sortid_move_alone()\nBEGIN\n  DECLARE message TEXT;\n%s\nEND //", alone())
	p.write("CALL sortid_move_alone() //")
	for _, name := range myProcedures[1:] {
		p.write("DROP PROCEDURE IF EXISTS sortid_move_%s //", name)
	}
	p.procedure("done", "", when(p.isDone()+" AND NOT "+p.any(opened(hasNew))+" AND NOT "+p.any(opened(p.hasOld)), release, signal("the move is done: nothing is left but the procedures sortid_move_alone and sortid_move_done")))
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
		p.write("DROP PROCEDURE IF EXISTS sortid_move_%s;", name)
	}
	p.write("DROP TEMPORARY TABLE IF EXISTS sortid_move_plan, sortid_move_found;")
	p.write("%s", release)
	for _, t := range p.plan.tables {
		p.write("ANALYZE TABLE %s;", myQuote(t.name))
		for _, c := range t.keys() {
			if p.options.KeepOld == KeepColumn {
				p.comment("When nothing reads the old keys: ALTER TABLE %s DROP COLUMN %s, ALGORITHM=INPLACE, LOCK=NONE;", myQuote(t.name), myQuote(c.oldColumn(true)))
			}
		}
	}
}

// myLock is the name of the lock of a session that has begun a script. A server's locks have names of 64 characters.
const myLock = "CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224))"

const release = "DO RELEASE_LOCK(" + myLock + ");"

// callAlone begins a procedure that users may call in a session of its own.
const callAlone = "  CALL sortid_move_alone();"

// alone returns what waits until no other session of the server runs a script in the database. The server goes on with a
// statement whose client is gone.
func alone() string {
	return when("NOT COALESCE(IS_USED_LOCK("+myLock+") = CONNECTION_ID(), FALSE) AND COALESCE(GET_LOCK("+myLock+", 10), 0) <> 1",
		"SET message = CONCAT('another session has begun a script of new keys in this database: wait until it ends, or KILL ', COALESCE(IS_USED_LOCK("+myLock+"), 'it'));",
		"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;")
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
	p.gives(strings.ToUpper(p.myType()), zoneless("timestamp"))
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
	p.write("CREATE PROCEDURE sortid_move_%s(%s)\nBEGIN\n  DECLARE n, tries BIGINT DEFAULT 0;\n  DECLARE more BOOLEAN;\n  DECLARE message TEXT;\n%s\nEND //", name, arguments, strings.Join(lines, "\n"))
}

// when returns lines that run under a condition.
func when(condition string, lines ...string) string {
	return "  IF " + condition + " THEN\n    " + strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n    ") + "\n  END IF;"
}

// until returns a statement that runs as long as a condition of its table holds: both may wait for other sessions, or end
// a deadlock with them.
func until(t *table, condition, statement string) string {
	return "  SET tries = 0, more = TRUE;\n  WHILE more DO BEGIN\n    DECLARE EXIT HANDLER FOR 1213, 1205 BEGIN\n      SET tries = tries + 1;\n      IF tries = 10 THEN\n        RESIGNAL;\n      END IF;\n      DO SLEEP(0.2);\n    END;\n" +
		"    SET more = " + openedBy(t, condition) + ";\n    IF more THEN\n      " + strings.ReplaceAll(statement, "\n", "\n      ") + "\n    END IF;\n  END; END WHILE;"
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

// hasNew and hasOld are the conditions that a table has not switched, and that it has but is not finished.
func hasNew(t *table) string { return myHas(t, t.columns[0].temp) }

func (p *myPlan) hasOld(t *table) string {
	if p.options.KeepOld == KeepColumn && p.keeps(t) {
		return "(" + hasKey(t, myOldKey) + " AND NOT " + hasNew(t) + ")"
	}
	return myHas(t, t.columns[0].oldColumn(false))
}

// openedBy returns a condition that waits for another session that is changing the table. MariaDB's information_schema
// leaves out such a table, and at once in a session that holds a lock of any kind. Under LOCK TABLES no other session
// changes the table, and a statement may not name it twice.
func openedBy(t *table, condition string) string {
	return "((SELECT COUNT(*) FROM " + myQuote(t.name) + " WHERE FALSE) = 0 AND " + condition + ")"
}

// opened returns such conditions.
func opened(condition func(*table) string) func(*table) string {
	return func(t *table) string { return openedBy(t, condition(t)) }
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

func (p *myPlan) stop() {
	p.procedure("stop", "", "  DECLARE found, planned BIGINT;",
		"  DELETE FROM sortid_move_found;\n  INSERT INTO sortid_move_found\n"+p.query+";",
		`  SELECT GROUP_CONCAT(CASE WHEN p.kind IS NULL THEN CONCAT_WS(' ', f.kind, f.name, f.relation) END SEPARATOR ', '), COUNT(p.kind) INTO message, found FROM sortid_move_found AS f
  LEFT JOIN sortid_move_plan AS p ON p.kind = f.kind AND p.relation = f.relation AND p.name = f.name AND p.hash = SHA2(f.definition, 256);
  SET planned = (SELECT COUNT(*) FROM sortid_move_plan);`,
		when("message IS NOT NULL OR found <> planned", "SET message = LEFT(CONCAT('the schema is not that of the plan, print the script again: ', COALESCE(message, 'something is gone')), 128);", "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = message;"))
}

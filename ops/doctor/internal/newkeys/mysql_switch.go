package newkeys

import (
	"fmt"
	"slices"
	"strings"
)

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
	lines := []string{callAlone, when(p.any(opened(p.hasOld))+" OR "+p.isDone(), release, signal("the switch is done: it cannot be undone"))}
	lines = append(lines, p.dropTriggers()...)
	for _, t := range p.plan.tables {
		m := p.tables[t]
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
			lines = append(lines, when(openedBy(t, condition+" AND "+hasNew(t)), "SET SESSION foreign_key_checks = 0;", alter(t, slices.Concat(built, drop), ""), "SET SESSION foreign_key_checks = 1;"))
		}
		lines = append(lines, until(t, hasNew(t), alter(t, drop, online)))
	}
	for _, t := range p.plan.tables {
		if p.numbered(t) {
			lines = append(lines, "  DROP TABLE IF EXISTS "+keysOf(t)+";")
		}
	}
	p.procedure("give_up", "", append(lines, "  "+release)...)
}

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

// count writes what stops if a row has not got its key.
func (p *myPlan) count() {
	var lines []string
	for _, t := range p.plan.tables {
		if condition := p.isBuilt(t); condition != "" {
			lines = append(lines, when(openedBy(t, "NOT "+condition), signal("the keys of "+t.name+" are not built: run the script again")))
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
	lines = append(lines, p.dropTriggers()...)
	p.procedure("switch", "again BOOLEAN", lines...)
}

// dropTriggers returns what drops the triggers that are there.
func (p *myPlan) dropTriggers() (lines []string) {
	for _, t := range p.plan.tables {
		lines = append(lines, fmt.Sprintf("  DROP TRIGGER IF EXISTS sortid_move_%d_insert;\n  DROP TRIGGER IF EXISTS sortid_move_%[1]d_update;\n  DROP TRIGGER IF EXISTS sortid_move_%[1]d_delete;", t.number))
	}
	return lines
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
	lines := []string{callAlone, when(p.any(opened(hasNew)), signal("the tables have not switched: run the script again"))}
	// After a switch that was killed and went on, MariaDB has had triggers of the last table: once in some 300 times.
	lines = append(lines, p.dropTriggers()...)
	for _, t := range p.plan.tables {
		var list []string
		if p.options.KeepOld == KeepTable {
			for _, c := range t.keys() {
				name := cut(t.name, 40) + "_old_" + cut(c.name, 18) + "s"
				lines = append(lines, when(openedBy(t, p.hasOld(t)), fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s %s PRIMARY KEY, %s %s NOT NULL UNIQUE);", myQuote(name), myQuote("old_"+c.name), p.old[c].full, myQuote(c.name), p.myType()),
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
		lines = append(lines, until(t, condition, alter(t, list, online)))
		if p.numbered(t) {
			lines = append(lines, "  DROP TABLE IF EXISTS "+keysOf(t)+";")
		}
	}
	p.procedure("finish", "", lines...)
}

package newkeys

import (
	"fmt"
	"slices"
	"strings"
)

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
		s += " DEFAULT (" + myDefaults[p.format.function] + ")"
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

// keysOf is the name of the table with the new keys of old rows.
func keysOf(t *table) string { return fmt.Sprintf("sortid_move_keys_%d", t.number) }

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
	lines := []string{when("NOT "+p.any(opened(hasNew)), "CALL sortid_move_stop();", "CALL sortid_move_before();")}
	for _, t := range p.plan.tables {
		var list []string
		for _, c := range t.columns {
			kind, columns := "KEY", myQuote(c.temp)+", "+myQuote(c.name)
			if c.root == nil {
				kind, columns = "UNIQUE KEY", myQuote(c.temp)
			}
			list = append(list, fmt.Sprintf("ADD COLUMN %s %s AFTER %s", myQuote(c.temp), p.newDefinition(c, "added"), myQuote(c.name)), fmt.Sprintf("ADD %s %s (%s)", kind, fillKey(c), columns))
		}
		lines = append(lines, until(t, "NOT "+hasNew(t), alter(t, list, online)))
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
		lines = append(lines, until(t, hasNew(t)+" AND NOT "+condition, alter(t, list, online)))
	}
	p.procedure("build", "", append(lines, "  SET SESSION foreign_key_checks = 1;")...)
}

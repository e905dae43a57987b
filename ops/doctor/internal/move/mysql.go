package move

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
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
	if err := p.SeesAll(ctx, p.db); err != nil {
		return err
	}
	if err := p.find(ctx, p.myResolve, p.myJoined); err != nil {
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
	if err := errors.Join(p.myHistograms(ctx, tables), p.myReferenced(ctx, tables, items), p.myRoom(ctx, tables), p.myElsewhere(ctx)); err != nil {
		return err
	}
	for _, i := range items {
		p.myTake(i, tables)
	}
	for _, name := range p.tables() {
		p.myColumns(tables[name])
	}
	references := p.myReferences(tables)
	if err := p.err(); err != nil {
		return err
	}
	p.myWrite(tables, references)
	return nil
}

// myItems reads the objects that name the columns, with the views of views.
func (p *plan) myItems(ctx context.Context) ([]Object, error) {
	for {
		var list []Object
		views := len(p.views)
		err := p.db.Query(ctx, p.myDependents(), func(rows *sql.Rows) error {
			var i Object
			if err := rows.Scan(&i.Kind, &i.Table, &i.Name, &i.Definition, &i.Problem); err != nil {
				return err
			}
			if i.Kind == "view" && !slices.Contains(p.views, i.Name) {
				p.views = append(p.views, i.Name)
			}
			list = append(list, i)
			return nil
		})
		if err != nil || len(p.views) == views {
			inOrder(list)
			return list, err
		}
	}
}

// inOrder sorts objects by their kinds, in the order in which these come, and by their names: the server returns those of
// one kind in any order, and a script that is printed again should be the same. MySQL needs no order among views.
func inOrder(list []Object) {
	kinds := make(map[string]int)
	for _, i := range list {
		if _, ok := kinds[i.Kind]; !ok {
			kinds[i.Kind] = len(kinds)
		}
	}
	slices.SortStableFunc(list, func(a, b Object) int {
		return cmp.Or(cmp.Compare(kinds[a.Kind], kinds[b.Kind]), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Name, b.Name))
	})
}

// myResolve returns the column that the user named.
func (p *plan) myResolve(ctx context.Context, name string) ([]joined.Column, error) {
	parts := nameParts(name, '`')
	if len(parts) != 2 {
		return nil, fmt.Errorf("%q: not a column: write table.column", name)
	}
	views, err := p.scanColumns(ctx, "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type LIKE '%VIEW%' AND table_name = "+myLiteral(parts[0]))
	if err == nil && len(views) > 0 {
		err = fmt.Errorf("%q: %s is a view: name the column of the table that it reads", name, parts[0])
	}
	if err != nil {
		return nil, err
	}
	return p.resolved(ctx, name, "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = "+myLiteral(parts[0])+" AND column_name = "+myLiteral(parts[1]))
}

// myJoined adds the columns that foreign keys join to those of the plan.
func (p *plan) myJoined(ctx context.Context) error {
	return p.addJoined(ctx, func(c joined.Column) string {
		table, name := myLiteral(c.Table), myLiteral(c.Name)
		return "SELECT table_name, column_name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND referenced_table_name = " + table + " AND referenced_column_name = " + name +
			" UNION SELECT referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND table_name = " + table + " AND column_name = " + name + " ORDER BY 1, 2"
	})
}

// myTable is a table as SHOW CREATE TABLE prints it.
type myTable struct {
	name    string
	wide    bool              // whether its character set is one of wideSets
	columns map[string]string // what follows the name of each
	all     []string          // the names of all columns
	keys    []myKey
	// constraints has the foreign keys and checks by their names, without CONSTRAINT.
	constraints map[string]string
	checks      []string
	changes     []string // of the switch
	referenced  []string // columns of foreign keys that the script does not touch
	later       []string // changes after the switch
	last        string   // the name of an index that they add
	histograms  []string // statements that bring them back
}

// wideSets matches a character set in which a digit has more bytes than one.
var wideSets = regexp.MustCompile(`CHAR(?:ACTER )?SET[ =](?:ucs2|utf16|utf16le|utf32)`)

// text returns an expression for the text of a column, which may be stored as bytes.
func (t *myTable) text(name string) string {
	switch kind := t.columns[name]; {
	case strings.HasPrefix(kind, "binary"), strings.HasPrefix(kind, "varbinary"):
		return "CONVERT(" + myQuote(name) + " USING latin1)"
	case wideSets.MatchString(kind), t.wide && !strings.Contains(kind, " CHARACTER SET "):
		return "CONVERT(" + myQuote(name) + " USING utf8mb4)"
	}
	return myQuote(name)
}

// myKey is an index as SHOW CREATE TABLE prints it.
type myKey struct {
	name, line, drop string
	parts            []myPart
	moves            bool
}

// isTree reports whether the index is a B+ tree of its own, which a procedure may add: it adds none of an expression.
func (k myKey) isTree() bool {
	return (strings.HasPrefix(k.line, "KEY") || strings.HasPrefix(k.line, "UNIQUE")) && !k.computes()
}

// computes reports whether a part of the index is an expression.
func (k myKey) computes() bool {
	return slices.ContainsFunc(k.parts, func(part myPart) bool { return part.expression != "" })
}

// myPart is a part of an index: a column, of which it may have a prefix, or an expression.
type myPart struct{ column, prefix, expression string }

var myKeyPart = regexp.MustCompile("^`((?:[^`]|``)+)`(?:\\((\\d+)\\))?")

// myParts reads what follows the name of an index: its parts in parentheses, of which names and texts may have some too.
func myParts(text string) []myPart {
	var list []myPart
	depth, from, quote := 0, 0, rune(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case c == '`' || c == '\'':
			quote = c
			continue
		case c == '(':
			if depth++; depth == 1 {
				from = i + 1
			}
			continue
		case c == ')':
			depth--
		}
		if depth == 0 && c == ')' || depth == 1 && c == ',' {
			list = append(list, myPartOf(strings.TrimSpace(text[from:i])))
			from = i + 1
		}
		if depth == 0 && c == ')' {
			break
		}
	}
	return list
}

func myPartOf(text string) myPart {
	if m := myKeyPart.FindStringSubmatch(text); m != nil {
		return myPart{column: strings.ReplaceAll(m[1], "``", "`"), prefix: m[2]}
	}
	return myPart{expression: text}
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
		p.Refuse("table %s: it is no table of InnoDB", name)
	}
	if strings.Contains(text, "WITH SYSTEM VERSIONING") {
		p.Refuse("table %s: it is system-versioned: the server changes no column below its history: move it by hand, or drop the versioning before (ALTER TABLE %s DROP SYSTEM VERSIONING), which deletes the history", name, myQuote(name))
	}
	_, options, _ := strings.Cut(text, "\n) ENGINE=")
	t.wide = wideSets.MatchString(options)
	if strings.Contains(text, "DEFAULT nextval(") {
		p.Refuse("table %s: a default is of a sequence, which the server does not find under LOCK TABLES: drop the default before and set it afterwards", name)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if m := myName.FindStringSubmatch(line); m != nil {
			column := strings.ReplaceAll(m[1], "``", "`")
			t.columns[column] = line[len(m[0]):]
			t.all = append(t.all, column)
		} else if m := myKeyed.FindStringSubmatch(line); m != nil {
			k := myKey{name: strings.ReplaceAll(m[2], "``", "`"), line: line, drop: "DROP KEY `" + m[2] + "`", parts: myParts(line[len(m[0])-1:])}
			if m[2] == "" {
				k.name, k.drop = "PRIMARY", "DROP PRIMARY KEY"
			}
			k.moves = slices.ContainsFunc(k.parts, func(part myPart) bool { return slices.Contains(p.of(name), part.column) })
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

// myDependents returns the query of the preflight.
func (p *plan) myDependents() string {
	var tables, names []string
	for _, c := range p.columns {
		names = append(names, c.Name)
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
	checks, checkTable, functional, wsrep := "information_schema.check_constraints AS c JOIN information_schema.table_constraints AS t ON t.constraint_schema = DATABASE() AND t.constraint_name = c.constraint_name AND t.constraint_type = 'CHECK' WHERE c.constraint_schema = DATABASE()", "t.table_name",
		"UNION ALL SELECT 'index', s.table_name, CONCAT(s.index_name, ' of an expression'), s.expression, 'it is computed from the texts: drop it before and create it afterwards' FROM information_schema.statistics AS s WHERE s.table_schema = DATABASE() AND s.expression IS NOT NULL AND "+own("s.table_name", "s.expression"), "(SELECT 1) AS one WHERE FALSE"
	if p.server.Product == "MariaDB" {
		checks, checkTable, functional, wsrep = "information_schema.check_constraints AS c WHERE c.constraint_schema = DATABASE()", "c.table_name", "", "information_schema.global_variables AS g WHERE g.variable_name = 'WSREP_ON' AND g.variable_value = 'ON'"
	}
	return strings.TrimSuffix(strings.NewReplacer("{{columns}}", myPairs(p.columns, plainly), "{{tables}}", strings.Join(tables, ", "),
		"{{checks}}", checks, "{{check_table}}", checkTable, "{{check_named}}", own(checkTable, "c.check_clause"), "{{generated}}", own("c.table_name", "c.generation_expression"),
		"{{functional}}\n", functional+"\n", "{{partitioned}}", own("p.table_name", "CONCAT_WS(' ', p.partition_expression, p.subpartition_expression)"),
		"{{trigger_own}}", own("t.event_object_table", "t.action_statement"), "{{trigger_other}}", other("t.action_statement"),
		"{{view}}", other("v.view_definition"), "{{routine}}", other("r.routine_definition"), "{{event}}", other("e.event_definition"), "{{wsrep}}", wsrep).Replace(myFound), "\n")
}

// myElsewhere takes what other databases have that names the tables. The script does not ask for it again: the server stops
// such a query if another session changes a table of any database.
func (p *plan) myElsewhere(ctx context.Context) error {
	var names []string
	for _, t := range p.tables() {
		names = append(names, regexp.QuoteMeta(t))
	}
	pattern := "CONCAT('(?i)(^|[^a-z0-9_$])`?', DATABASE(), '`?[.]`?', " + myLiteral("("+strings.Join(names, "|")+")($|[^a-z0-9_$])") + ")"
	for _, kind := range []struct{ name, view, schema, object, text string }{
		{"view", "views", "table_schema", "table_name", "view_definition"},
		{"trigger", "triggers", "trigger_schema", "trigger_name", "action_statement"},
		{"routine", "routines", "routine_schema", "routine_name", "routine_definition"},
		{"event", "events", "event_schema", "event_name", "event_definition"},
	} {
		query := fmt.Sprintf("SELECT CONCAT(%[2]s, '.', %[3]s), %[4]s FROM information_schema.%[1]s WHERE %[2]s <> DATABASE() AND %[4]s REGEXP %[5]s ORDER BY 1", kind.view, kind.schema, kind.object, kind.text, pattern)
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			i := Object{Kind: kind.name}
			err := rows.Scan(&i.Name, &i.Definition)
			if err == nil && p.reviewed(i, "it is of another database, and names a table that moves", i.Definition) {
				p.Note("%s stays as it is: reviewed", i)
			}
			return err
		})
		if err != nil {
			p.Note("the %s of other databases were not read, and may name the tables: %v", kind.view, err)
		}
	}
	return ctx.Err()
}

// myTake adds what the script does with an object, or refuses it.
func (p *plan) myTake(i Object, tables map[string]*myTable) {
	if i.Problem != "" {
		p.Refuse("%s: %s", i, i.Problem)
		return
	}
	t := tables[i.Table]
	switch i.Kind {
	case "column":
		p.take(i, "a generated column takes its place and name")
	case "index":
		p.take(i, "stays, or is dropped and added again with its name")
	case "foreign key":
		p.take(i, "dropped, and added again with its name")
	case "check":
		if _, ok := t.constraints[i.Name]; !ok {
			p.Refuse("%s: it is part of a column: drop it before and add it afterwards", i)
		} else if keeps(i.Definition, p.of(i.Table)) || p.reviewed(i, "its expression may mean something else of bytes", i.Definition) {
			t.checks = append(t.checks, i.Name)
			p.take(i, "dropped, and added again with its name")
		}
	case "cluster":
		if p.reviewed(i, "LOCK TABLES stops no writer of another node of Galera: stop them all", "") {
			p.take(i, "writers are stopped: reviewed")
		}
	default:
		if p.reviewed(i, "its text has the name of a column, and may read or write texts", i.Definition) {
			p.take(i, "stays as it is: reviewed")
		}
	}
}

var digitsOnly = regexp.MustCompile(`\d+`)

// extra returns the name of the generated column beside a column.
func extra(name string) string {
	const longest = 64
	if utf8.RuneCountInString(name)+len("move_") <= longest {
		return "move_" + name
	}
	sum := sha256.Sum256([]byte(name))
	return "move_" + string([]rune(name)[:40]) + "_" + hex.EncodeToString(sum[:4])
}

// myColumns makes the changes of the switch of a table.
func (p *plan) myColumns(t *myTable) {
	for _, name := range p.of(t.name) {
		m := myTyped.FindStringSubmatch(t.columns[name])
		if m == nil {
			p.Refuse("column %s.%s: it is %s: only CHAR, VARCHAR, BINARY, VARBINARY and MariaDB's UUID can be moved: change its type before, or add -leave %s.%s", t.name, name, t.columns[name], t.name, name)
			continue
		}
		if n, err := strconv.Atoi(digitsOnly.FindString(m[1])); err == nil && strings.Contains(m[1], "binary") && n < p.form.length {
			p.Refuse("column %s.%s: it is %s, which holds no %s: it has moved already, or holds something else", t.name, name, m[1], p.form.holds)
			continue
		}
		if p.server.Product == "MariaDB" && strings.Contains(t.text(name), "utf8mb4") {
			p.Refuse("column %s.%s: MariaDB converts its character set in no generated column: give it one of one byte a digit before, such as ascii", t.name, name)
			continue
		}
		rest, err := p.myDefault(m[3])
		if err != nil || strings.Contains(rest, "GENERATED ALWAYS") {
			p.Refuse("column %s.%s: its definition %s cannot be moved: change it before", t.name, name, m[3])
			continue
		}
		if slices.Contains(t.all, extra(name)) {
			p.Refuse("column %s.%s: the table has a column %s, which the script needs", t.name, name, extra(name))
		}
		t.changes = append(t.changes, "DROP COLUMN "+myQuote(name), fmt.Sprintf("CHANGE COLUMN %s %s binary(%d)%s", myQuote(extra(name)), myQuote(name), p.form.width, rest))
	}
	for _, k := range t.keys {
		if k.moves && k.computes() {
			p.Refuse("index %s of %s: it has an expression beside a column that moves: drop it before and create it afterwards", k.name, t.name)
		}
	}
	for _, name := range t.checks {
		t.changes = append([]string{"DROP CONSTRAINT " + myQuote(name)}, t.changes...)
	}
	t.myKeys()
	for _, name := range t.checks {
		t.changes = append(t.changes, "ADD CONSTRAINT "+myQuote(name)+" "+t.constraints[name])
	}
}

// myKeys divides the changes of keys. A copy of a table fills its indexes row by row, in the order of the primary key, and
// leaves them larger and their pages half empty: those are dropped with the switch and built in order afterwards. A unique
// one, and one that another foreign key needs, has another name meanwhile.
func (t *myTable) myKeys() {
	counted := t.counted()
	var drop, add, later []string
	for _, k := range t.keys {
		if !k.isTree() || k.name == counted {
			if k.moves {
				drop, add = append(drop, k.drop), append(add, "ADD "+k.line)
			}
			continue
		}
		drop, later = append(drop, k.drop), append(later, "ADD "+k.line)
		t.last = k.name
		if slices.Contains(t.referenced, k.parts[0].column) || strings.HasPrefix(k.line, "UNIQUE") {
			other := myQuote(extra(k.name))
			add, t.later = append(add, "ADD "+strings.Replace(k.line, myQuote(k.name), other, 1)), append(t.later, "DROP KEY "+other)
		}
	}
	t.changes, t.later = slices.Concat(drop, t.changes, add), append(t.later, later...)
}

// myReferenced reads the columns of foreign keys that the script does not touch, on either side: the server drops no index that
// one of them needs.
func (p *plan) myReferenced(ctx context.Context, tables map[string]*myTable, items []Object) error {
	planned := func(table, name string) bool {
		return slices.ContainsFunc(items, func(i Object) bool { return i.Kind == "foreign key" && i.Table == table && i.Name == name })
	}
	const query = "SELECT k.table_name, k.constraint_name, k.column_name, IF(k.referenced_table_schema = DATABASE(), k.referenced_table_name, ''), k.referenced_column_name, k.table_schema = DATABASE() " +
		"FROM information_schema.key_column_usage AS k WHERE k.referenced_table_name IS NOT NULL AND DATABASE() IN (k.table_schema, k.referenced_table_schema)"
	return p.db.Query(ctx, query, func(rows *sql.Rows) error {
		var child, name, column, parent, key string
		var own bool
		if err := rows.Scan(&child, &name, &column, &parent, &key, &own); err != nil || own && planned(child, name) {
			return err
		}
		if t := tables[child]; own && t != nil {
			t.referenced = append(t.referenced, column)
		}
		if t := tables[parent]; t != nil {
			t.referenced = append(t.referenced, key)
		}
		return nil
	})
}

// counted returns the name of the index that an AUTO_INCREMENT column needs at all times, empty if the table has none or
// the primary key is it.
func (t *myTable) counted() string {
	for _, name := range t.all {
		if !strings.Contains(t.columns[name], " AUTO_INCREMENT") {
			continue
		}
		for _, k := range t.keys {
			if k.parts[0].column == name {
				return k.name
			}
		}
	}
	return ""
}

// myHistograms reads what brings back the histograms of MySQL, which go with their columns.
func (p *plan) myHistograms(ctx context.Context, tables map[string]*myTable) error {
	if p.server.Product != "MySQL" {
		return nil
	}
	for _, c := range p.columns {
		query := "SELECT JSON_EXTRACT(histogram, '$.\"number-of-buckets-specified\"') FROM information_schema.column_statistics WHERE schema_name = DATABASE() AND table_name = " + myLiteral(c.Table) + " AND column_name = " + myLiteral(c.Name)
		err := p.db.Query(ctx, query, func(rows *sql.Rows) error {
			var buckets int
			err := rows.Scan(&buckets)
			t := tables[c.Table]
			t.histograms = append(t.histograms, fmt.Sprintf("ANALYZE TABLE %s UPDATE HISTOGRAM ON %s WITH %d BUCKETS", myQuote(c.Table), myQuote(c.Name), buckets))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Limits of a row, in columns and in bytes without those of texts stored elsewhere.
const (
	mostColumns  = 1017
	mostRowBytes = 65_535
)

// myRoom refuses tables in whose rows no more columns fit.
func (p *plan) myRoom(ctx context.Context, tables map[string]*myTable) error {
	for _, t := range p.tables() {
		// Types of other sizes take at most so many bytes.
		query := "SELECT SUM(CASE WHEN data_type IN ('char', 'varchar', 'binary', 'varbinary') THEN character_octet_length + 2 WHEN data_type = 'decimal' THEN 30 ELSE 12 END) " +
			"FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = " + myLiteral(t)
		var bytes int
		if err := p.db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&bytes) }); err != nil {
			return err
		}
		more := len(p.of(t))
		if all := len(tables[t].all); all+more > mostColumns || bytes+more*p.form.width > mostRowBytes {
			p.Refuse("table %s: its rows have %d columns with up to %d bytes: no column fits in beside them, as the script needs it", t, all, bytes)
		}
	}
	return nil
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

var myLiteral, myQuote = sqltext.MyLiteral, sqltext.MyQuote

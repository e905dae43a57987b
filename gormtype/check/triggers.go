package check

import (
	"database/sql"
	"regexp"
	"slices"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/table"
	"github.com/sortid/sortid/internal/finding"
)

// liveTrigger is a trigger on a table.
type liveTrigger struct {
	name string
	text string // of the trigger, with its condition
	// isBefore is true if the trigger can change the row that is stored.
	isBefore bool
}

func (live *liveTable) addTrigger(rows *sql.Rows) error {
	var t liveTrigger
	err := rows.Scan(&t.name, &t.text, &t.isBefore)
	t.text = comments.ReplaceAllString(t.text, " ")
	live.triggers = append(live.triggers, t)
	return err
}

var comments = regexp.MustCompile(`--[^\n]*|(?s:/\*.*?\*/)`)

// judgeTriggers reports triggers that assign the column, unless they look for NULL or a
// constant there. It does not read the program of a trigger.
func (c *checker) judgeTriggers(t target, triggers []liveTrigger) {
	for _, trigger := range triggers {
		if !trigger.assigns(table.Parse(t.table).Table, t.field.DBName) {
			continue
		}
		remedy := "look at it: it must keep an ID that a statement sets, as COALESCE(NEW." + t.field.DBName + ", …) does, or be dropped"
		if c.dialect == columntype.SQLite {
			remedy = "look at it: it must run only WHEN NEW." + t.field.DBName + " IS NULL, or be dropped"
		}
		c.report(t, finding.RewritingTrigger, "the trigger "+trigger.name+" assigns the column", remedy)
	}
}

func (t liveTrigger) assigns(table, column string) bool {
	const quote = "[\"`\\[\\]]?"
	name := quote + regexp.QuoteMeta(column) + `\b` + quote
	field := `new\s*\.\s*` + name
	if slices.ContainsFunc([]string{
		field + `\s+is\s+null`, `(\b(if|when|and|or)|\()\s*` + field + `\s*=\s*(0|x'|'|unhex|repeat|decode)`,
		`\b(coalesce|ifnull|nvl)\s*\(\s*(nullif\s*\(\s*)?` + field, `\bwhere\b[^;]*` + name + `\s+is\s+null`,
	}, func(guard string) bool { return matches(guard, t.text) }) {
		return false
	}
	own := quote + regexp.QuoteMeta(table) + `\b` + quote
	for _, update := range regexp.MustCompile(`(?i)\bupdate\s+(\w+\.)?`+own+`\s+set\b([^;]*)`).FindAllStringSubmatch(t.text, -1) {
		set := regexp.MustCompile(`(?i)\bwhere\b`).Split(update[2], 2)[0]
		if matches(`(^|,)\s*`+name+`\s*=`, set) {
			return true
		}
	}
	return t.isBefore && matches(`(\bset\b|\bthen\b|\bbegin\b|;|,)\s*`+field+`\s*:?=|\binto\s+`+field, t.text)
}

func matches(pattern, s string) bool { return regexp.MustCompile(`(?i)` + pattern).MatchString(s) }

package gormtype

import (
	"regexp"
	"slices"
)

// liveTrigger is a trigger on a table.
type liveTrigger struct {
	name string
	// condition is the condition on which the trigger fires, in SQL.
	condition string
	// body is the source of what it does.
	body string
	// before is true if the trigger can change the row that is stored.
	before bool
}

// judgeTriggers reports triggers that assign the column, unless they look for NULL or a
// constant there. It does not read the program of a trigger.
func (c *checker) judgeTriggers(t target, triggers []liveTrigger) {
	for _, trigger := range triggers {
		if !trigger.assigns(bareName(t.table), t.field.DBName) {
			continue
		}
		remedy := "look at it: it must keep an ID that a statement sets, as COALESCE(NEW." + t.field.DBName + ", …) does, or be dropped"
		if c.dialect == sqlite {
			remedy = "look at it: it must run only WHEN NEW." + t.field.DBName + " IS NULL, or be dropped"
		}
		c.report(t, RewritingTrigger, "the trigger "+trigger.name+" assigns the column", remedy)
	}
}

// comments are left out of a trigger, also texts, in which words mean nothing.
var comments = regexp.MustCompile(`--[^\n]*|(?s:/\*.*?\*/)`)

func (t liveTrigger) assigns(table, column string) bool {
	name := `["` + "`" + `\[]?` + regexp.QuoteMeta(column) + `\b["` + "`" + `\]]?`
	own := `["` + "`" + `\[]?` + regexp.QuoteMeta(table) + `\b["` + "`" + `\]]?`
	body := comments.ReplaceAllString(t.body, " ")
	if slices.ContainsFunc([]string{
		`new\s*\.\s*` + name + `\s+is\s+null`, `(\b(if|when|and|or)|\()\s*new\s*\.\s*` + name + `\s*=\s*(0|x'|'|unhex|repeat|decode)`,
		`\b(coalesce|ifnull|nvl)\s*\(\s*(nullif\s*\(\s*)?new\s*\.\s*` + name, `\bwhere\b[^;]*` + name + `\s+is\s+null`,
	}, func(guard string) bool { return matches(guard, t.condition+"\n"+body) }) {
		return false
	}
	for _, update := range regexp.MustCompile(`(?i)\bupdate\s+(\w+\.)?`+own+`\s+set\b([^;]*)`).FindAllStringSubmatch(body, -1) {
		set := regexp.MustCompile(`(?i)\bwhere\b`).Split(update[2], 2)[0]
		if matches(`(^|,)\s*`+name+`\s*=`, set) {
			return true
		}
	}
	return t.before && (matches(`(\bset\b|\bthen\b|\bbegin\b|;|,)\s*new\s*\.\s*`+name+`\s*:?=`, ";"+body) || matches(`\binto\s+new\s*\.\s*`+name, body))
}

func matches(pattern, s string) bool { return regexp.MustCompile(`(?i)` + pattern).MatchString(s) }

// until returns the place of a word outside parentheses, or the end.
func until(list []token, word string) int {
	depth := 0
	for i := range list {
		switch list[i].text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth <= 0 && list[i].is(word) {
			return i
		}
	}
	return len(list)
}

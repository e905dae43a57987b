package main

import (
	"math/big"
	"regexp"
	"strings"
)

// sqlToken matches what a mutant can have in place of: comments and texts come first, so that nothing in them is taken.
var sqlToken = regexp.MustCompile(`(?s)--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|"[^"]*"|` + "`[^`]*`" +
	`|[A-Za-z_$][A-Za-z0-9_$]*|[0-9]+\.[0-9]+|[0-9]+|<<|>>|<=|>=|<>|!=|:=|=>|\|\||&&|::|->>?|[<>=&|+*/%-]`)

// sqlOthers has the operators that replace an operator.
var sqlOthers = map[string]string{
	"<<": ">>", ">>": "<<", "&": "|", "|": "&", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "=", "!=": "=",
	"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "AND": "OR", "OR": "AND",
}

// sqlFunction matches the beginning of a routine, with its name.
var sqlFunction = regexp.MustCompile(`(?i)\bCREATE\s+(?:/\*M!\s+OR\s+REPLACE\s+\*/\s+|OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE|TABLE|VIEW|TRIGGER)\s+(?:IF NOT EXISTS\s+)?([A-Za-z0-9_.]+)`)

// sqlMutants returns the mutants of the upper half of a migration: digits by one, shifts, masks, signs, comparisons.
func sqlMutants(file string, source []byte) []mutant {
	text := string(source)
	if down := strings.Index(text, "-- +goose Down"); down >= 0 {
		text = text[:down]
	}
	var found []mutant
	routines := sqlFunction.FindAllStringSubmatchIndex(text, -1)
	for _, at := range sqlToken.FindAllStringIndex(text, -1) {
		token := text[at[0]:at[1]]
		scope := "head"
		for _, r := range routines {
			if r[0] < at[0] {
				scope = text[r[2]:r[3]]
			}
		}
		add := func(replacement string) {
			found = append(found, mutant{
				file: file, line: 1 + strings.Count(text[:at[0]], "\n"), scope: scope,
				start: at[0], end: at[1], old: token, new: replacement,
			})
		}
		if n, ok := new(big.Int).SetString(token, 10); ok {
			if sqlLength.MatchString(text[max(0, at[0]-60):at[0]]) {
				continue
			}
			add(new(big.Int).Add(n, big.NewInt(1)).String())
			if n.Sign() > 0 {
				add(new(big.Int).Sub(n, big.NewInt(1)).String())
			}
			continue
		}
		if other, ok := sqlOthers[strings.ToUpper(token)]; ok && !declares(text, at, token) {
			add(other)
		}
	}
	return found
}

// sqlLength matches what is before the length of a declared text or number. That of a CAST counts.
var sqlLength = regexp.MustCompile(`(?i)(?:^|[^S\s]\s+|[^A]S\s+)(?:VAR)?(?:CHAR|DECIMAL)\((?:[0-9]+,\s*)?$`)

var (
	sqlBetween = regexp.MustCompile(`(?i)\bBETWEEN\s+\S+$`)
	sqlSelect  = regexp.MustCompile(`(?i)\bSELECT$`)
	// sqlAssigns matches the beginning of the last statement of a text, if it assigns. A WHERE ends its assignments.
	sqlAssigns = regexp.MustCompile(`(?is)(?:;|\bTHEN|\bELSE|\bBEGIN|\bREPEAT|\bDO|StatementBegin|\n)\s*(?:SET|UPDATE\s+\S+\s+SET|EXECUTE\s+format\('UPDATE)\s([^;]*)$`)
	sqlTarget  = regexp.MustCompile(`(?:^|,)\s*(?:SESSION\s+|GLOBAL\s+)?[A-Za-z0-9_@.]+$`)
	// sqlOption matches what = follows in an option of a statement.
	sqlOption = regexp.MustCompile(`(?i)(?:\)\s*ENGINE|\b(?:ERRCODE|HINT|DETAIL|MESSAGE_TEXT|COMMENT)|\bSET\s+[A-Za-z0-9_@.]+)$`)
)

// declares reports whether an operator's token is none: the AND of BETWEEN, which has no OR, the OR of OR REPLACE, the =
// of an assignment or an option, or a * for all.
func declares(text string, at []int, token string) bool {
	before := strings.TrimRight(text[max(0, at[0]-60):at[0]], " \n")
	switch strings.ToUpper(token) {
	case "AND":
		return sqlBetween.MatchString(before)
	case "OR":
		return strings.HasPrefix(strings.TrimLeft(text[at[1]:], " \n"), "REPLACE")
	case "=":
		return sqlOption.MatchString(before) || assigns(strings.TrimRight(text[max(0, at[0]-2000):at[0]], " \n"))
	case "*":
		return strings.HasSuffix(before, "(") || sqlSelect.MatchString(before)
	}
	return false
}

// assigns reports whether a text ends with the name of a variable or a column to which its last statement assigns.
func assigns(text string) bool {
	last := sqlAssigns.FindStringSubmatch(text)
	if last == nil || strings.Count(last[1], "(") != strings.Count(last[1], ")") || strings.Contains(strings.ToUpper(last[1]), "WHERE") {
		return false
	}
	return sqlTarget.MatchString(last[1])
}

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
var sqlFunction = regexp.MustCompile(`(?i)\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE|TABLE|VIEW|TRIGGER)\s+(?:IF NOT EXISTS\s+)?([A-Za-z0-9_.]+)`)

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

// declares reports whether a token is no operator: the OR of OR REPLACE, the AND of BETWEEN, the = of SET, and a * for all.
func declares(text string, at []int, token string) bool {
	before := strings.TrimRight(text[max(0, at[0]-60):at[0]], " \n")
	switch strings.ToUpper(token) {
	case "AND":
		return regexp.MustCompile(`(?i)\bBETWEEN\s+\S+$`).MatchString(before)
	case "OR":
		return regexp.MustCompile(`(?i)\bCREATE$`).MatchString(before)
	case "=":
		return regexp.MustCompile(`(?i)\bSET\s+[A-Za-z0-9_@.]+$`).MatchString(before)
	case "*":
		return strings.HasSuffix(before, "(") || regexp.MustCompile(`(?i)\bSELECT$`).MatchString(before)
	}
	return false
}

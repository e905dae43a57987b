package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestRulesFindTheirExamples: every rule finds its example, and finds it across a line
// break, in a comment, in a string, in SQL and in Markdown.
func TestRulesFindTheirExamples(t *testing.T) {
	for _, r := range rules {
		wrapped := strings.ReplaceAll(r.example, " ", "\n")
		sources := map[string]string{
			"text.md":   "# Title\n\n" + wrapped + "\n",
			"text.sql":  "-- " + strings.ReplaceAll(wrapped, "\n", "\n-- ") + "\nSELECT 1;\n",
			"text.go":   "package p\n\n// " + strings.ReplaceAll(wrapped, "\n", "\n// ") + "\nvar x int\n",
			"block.go":  "package p\n\n/* " + wrapped + " */\nvar x int\n",
			"string.go": fmt.Sprintf("package p\n\nvar x = %q + %q\n", r.example[:len(r.example)/2], r.example[len(r.example)/2:]),
			"raw.go":    "package p\n\nvar x = `" + wrapped + "`\n",
			"run":       "# " + strings.ReplaceAll(wrapped, "\n", "\n# ") + "\n",
		}
		for name, source := range sources {
			if !strings.Contains(messages(name, source), r.instead) {
				t.Errorf("%s: %q is not found by its rule:\n%s", name, r.example, source)
			}
		}
	}
}

// TestAdviceIsClean: what a rule says to write breaks no rule.
func TestAdviceIsClean(t *testing.T) {
	for _, r := range rules {
		if found := messages("text.md", r.instead); found != "" {
			t.Errorf("%s", found)
		}
	}
}

// TestBadSentences holds sentences that were in the project once.
func TestBadSentences(t *testing.T) {
	for _, s := range []string{
		"All packages have one shape: who knows one knows all.",
		"The first that is to be had of: a DSN",
		"The tests are skipped where none is to be had.",
		"The text is an error in plain conditions, and in others nobody looks.",
		"All that a user notices is listed here.",
		"Log is told, a line a call, what is being done; nil means that nobody listens",
		"mend it, or leave Rand nil for crypto/rand",
		"A flag that no run heeds is an error before the first one",
		"What no run would use goes without a word.",
		"Every value has to be one that there is",
		"Who finds another goroutine at it goes on with its own reading, which is as good",
		"Who has but one half of it gets an error from the other",
		"Dialect is how a kind of server wants its statements",
		"It speaks only where no statement that is right could look like that",
		"was there to be started and did not come to answer",
		"events that are worth a word but no column",
		"grower makes one run",
		"a BINARY(16) column is one for sqltype.Binary",
		"each one does well to take its keys from a block",
		"which is known no better than as 0.94 to 1.58 times the counter's",
		"costs what seq16, the counter, costs, or less than 5 % more",
		"the dearest of room",
		"this is no result of this program",
		"There are no half pictures.",
		"what is no result is told where results are read, once",
		"Whoever makes a function on the server has all sessions load it again.",
		"- Who wants both sets both.",
		"It writes to a scratch directory of its own.",
	} {
		if messages("text.md", s) == "" {
			t.Errorf("nothing is found in %q", s)
		}
	}
}

// TestGoodSentences: normal English passes, and so does the advice of the style guide.
func TestGoodSentences(t *testing.T) {
	for _, s := range []string{
		"Learn one API and you know them all.",
		"Tests use the first available of:",
		"Tests are skipped when no server is available.",
		"Other conditions are not checked.",
		"Notable changes to this project.",
		"Log, if non-nil, receives progress messages, one line per call.",
		"fix Rand, or leave it nil to use crypto/rand",
		"A flag that affects no trial is rejected at startup.",
		"It is silently ignored.",
		"A goroutine that loses the race uses its own reading, which is just as valid.",
		"It was started but never became ready.",
		"notable events without a column of their own",
		"The server needs a directory of its own.",
		"A type that implements only one of the methods gets an error.",
		"Take each writer's keys from its own block.",
		"0.94x to 1.58x the counter's (95 % interval)",
		"The two cannot be told apart.",
		"The clock stands still. K stands for the key, and the fake stands in for the server.",
		"The high byte of a word that holds both.",
		"It amends the recommended settings.",
		"This is no longer true, and what is no longer needed is freed.",
		"Use the stand-alone layout.",
		"We looked at the page and told the server to stop.",
		"Nobody can guess the next ID.",
		"What does a random key cost? It depends on who reads the table, and when.",
		"Whatever the clock says, IDs increase. The user who made the row owns it.",
		"The functions show who holds the lock.",
		"It depends on what the server returns: who can say?",
		"The process goes on without errors.",
	} {
		for _, name := range []string{"text.md", "text.sql"} {
			if found := messages(name, s); found != "" {
				t.Errorf("%q: %s", s, found)
			}
		}
	}
	for _, source := range []string{
		"## What it does not do\n\nIt waits.",
		"| What it is | cost |\n|---|---|\n| a | b |",
	} {
		if found := messages("text.md", source); found != "" {
			t.Errorf("%q: %s", source, found)
		}
	}
	if found := messages("a.go", "package p\n\n// # What is left\n//\n// Nothing.\nvar heed, mended = 1, f(\"What it is\")\n"); found != "" {
		t.Error(found)
	}
}

// TestLines: a finding names the line of its phrase.
func TestLines(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"a.md", "One.\n\nTwo is\nto be\nhad.\n", `a.md:4: "to be had"`},
		{"a.go", "package p\n\n// One.\n//\n// Two is to be\n// had.\nvar x int\n", `a.go:5: "to be had"`},
		{"a.go", "package p\n\nvar x = `one\ntwo\nmend it`\n", `a.go:5: "mend"`},
		{"a.go", "package p\n\nvar x = \"one\\ntwo\" +\n\t\" and \" +\n\t\"mend it\"\n", `a.go:5: "mend"`},
		{"a.go", "package p\n\nvar (\n\tx = 1 // one\n\ty = 2 // begins anew\n)\n", `a.go:5: "anew"`},
		{"a.go", "package p\n/* one\ntwo\nmend */\n", `a.go:4: "mend"`},
		{"a.sql", "SELECT 1; -- one\n-- begins\n-- anew\n", `a.sql:3: "anew"`},
		{"ci", "#!/bin/sh\n# It is to be\n# had.\n", `ci:2: "to be had"`},
	} {
		if found := messages(c.name, c.source); !strings.HasPrefix(found, c.want) {
			t.Errorf("%q: %s, want %s", c.source, found, c.want)
		}
	}
}

// TestChecked: data and generated files are not prose.
func TestChecked(t *testing.T) {
	for name, want := range map[string]bool{
		"README.md": true, "id/wiji/id.go": true, "migrations/mysql/00001_common.sql": true, ".ci/run": true, "docker-compose.yml": true,
		"bench/go.sum": false, "id/wiji/testdata/wiji.json": false, "docs/report/report.html": false, "LICENSE": false,
		"integration_test/recipes/ent/client.go": false,
	} {
		if got := checked(name); got != want {
			t.Errorf("checked(%q) = %t", name, got)
		}
	}
}

// messages returns the findings of a source as the program prints them.
func messages(name, source string) string {
	var b strings.Builder
	report(&b, check(name, []byte(source)))
	return b.String()
}

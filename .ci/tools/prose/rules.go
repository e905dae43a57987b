package main

import (
	"regexp"
	"strings"
)

// A rule describes one phrase that the project does not write.
type rule struct {
	find    *regexp.Regexp // the phrase; group 1, if there is one, is the part to report
	except  *regexp.Regexp // longer phrases around it that are good English; nil for none
	skip    func(p passage, at int) bool
	instead string // what to write
	example string // a sentence that breaks the rule, for the tests
}

// phrase compiles a pattern that matches whole words, in any case, across line breaks.
// "(s|ed)?" and the like may be part of it.
func phrase(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.ReplaceAll(pattern, " ", `\s+`) + `)\b`)
}

// ban makes a rule of patterns for phrase; an empty exception means none.
func ban(pattern, exception, instead, example string) rule {
	r := rule{find: phrase(pattern), instead: instead, example: example}
	if exception != "" {
		r.except = phrase(exception)
	}
	return r
}

const (
	own   = `(?:its|their|your|our|my|his|one's) own`
	being = `(?:is|are|was|were|be|been|being)(?: not)?`
)

var rules = []rule{
	// Openers without an actor.
	{
		find:    regexp.MustCompile(`(?:\A\s*|[.!;:]["')` + "`" + `*]*\s+|(?:\A|\n)\s*(?:[-*]|\d+\.)\s+)((?:Who|Whoever|Whom|What|That\s+which)\s+[a-z][\w']*)`),
		except:  regexp.MustCompile(`What\s+follows`),
		skip:    question,
		instead: "name the actor: \"the caller must check …\", \"a type that has …\"",
		example: "Close ends it. Who reads the file must see that it is closed.",
	},
	{
		find:    regexp.MustCompile(`[;:,]\s+(who\s+(?:has|finds|reads|knows|asks|goes|gave|gives|wants|needs|makes|takes|sets|uses|calls)\b)[^,;:.?]*[,;:]`),
		skip:    question,
		instead: "name the actor: \"a caller that …\", \"if you know …\"",
		example: "All packages have one shape: who knows one knows all: read it.",
	},
	ban(`(?:if|for|because) who (?:has|finds|reads|knows|asks|goes|gave|wants|needs|makes|takes|holds) \w+`, "", `name the actor: "if the session that holds the lock …"`,
		"The lock is free in a moment, if who has it is running."),
	ban(`knows one knows all`, "", `"learn one API and you know them all"`, "All packages have one shape, so he that knows one knows all."),
	ban(`that which`, "", `"what" or the noun itself`, "It keeps that which was drawn."),
	ban(`has but one`, "", `"has only one"`, "A type that has but one half of it gets an error."),
	ban(`all that an? user`, "", `"notable changes", "everything a user …"`, "All that a user notices is listed here."),

	// Archaisms.
	ban(`(?:to )?be had`, "", `"available"`, "They are skipped where none is to be had."),
	ban(`heed(?:s|ed|ing|less|lessly)?`, "", `"use", "affect", "obey"`, "A flag that no run heeds is an error."),
	ban(`dear(?:er|est|ly)`, "", `"more expensive", "slower", "larger"`, "It names the dearest of room."),
	ban(`mend(?:s|ed|ing)?`, "", `"fix"`, "mend it, or leave Rand nil for crypto/rand"),
	ban(`anew`, "", `"again", "a new …", "restarts"`, "The generator begins anew."),
	ban(`alike`, "", `"the same", "identical", "equally"`, "Two generators alike make the same IDs."),
	ban(`whence|whereof|whereupon|thereof|therein|hitherto|henceforth|forthwith|betwixt|nigh|lest|perforce|hereby|whosoever|whatsoever`, "", "a plain word",
		"It waits, lest an ID come twice."),
	ban(being+` told`, being+` told apart`, `"receives", "reports", "the caller passes"`, "Log is told, and nil means that nobody is."),
	ban(`told (?:of|in its|in their|where|why|once|the time)`, "", `"reported"`, "It is counted, and told of."),
	ban(being+` (?:only )?looked at`, "", `"checked", "read", "inspected"`, "Pages beside the tree are not looked at."),
	ban(`not looked at`, "", `"not checked"`, "Not looked at are other expressions."),
	ban(`stands? (?:beside|behind|before|among|elsewhere|there|here|where|above|below|under|between|first|last|on|at|in)`, `stands? in for|stands? in the way`, `"is", "is written", "follows"`,
		"Beside the error stands no ID, and the ID stands beside the error."),
	ban(`(?:there|here|above|below|behind|beside|before)(?: it| them| the \w+)? stands?`, "", `"is", "is written"`, "Above it stands how full the pages are."),
	ban(`(?:without|worth|with) a word`, "", `"silently", "notable", "with a message"`, "What no run would use goes without a word."),
	ban(`goes without(?: saying)?`, "", `"is silently ignored", "is obvious"`, "The scenario that goes without saying."),
	ban(`does well to|do well to`, "", "an imperative: \"take …\"", "Each one does well to take its keys from a block."),
	ban(`an? (?:[\w-]+ ){1,2}of `+own, `(?:without|no|any|not|needs?|has|have|having) an? (?:[\w-]+ ){1,2}of `+own, `"its own …"`, "It writes to a directory of its own."),
	ban(`as (?:\S+ ){1,3}has it`, "", `"as … defines it", "as in …"`, "NULL is a blank, as the driver has it."),
	ban(`no half \w+`, "", `"atomically", "complete or not at all"`, "There are no half pictures."),
	ban(`nobody (?:looks|listens|asked|asks|heard|hears)`, "", `"is not checked", "is discarded", "was not requested"`, "In others nobody looks."),
	ban(`one that there is|that there is none`, "", `"valid", "missing"`, "Every value has to be one that there is."),
	ban(`a line a (?:call|row|run|minute|key|page)`, "", `"one line per …"`, "It writes a line a call."),
	ban(`at it goes on with`, "", `"uses"`, "A goroutine that finds another one at it goes on with its own reading."),
	ban(`wants its`, "", `"requires", "builds … for"`, "It is how a server wants its statements."),
	ban(`speaks only`, "", `"reports only"`, "It speaks only where nothing else is right."),
	ban(`did not come to|does not come to (?:answer|an end)|was there to be`, "", `"never became …"`, "It was started and did not come to answer."),
	ban(`growers?`, "", `"runner"`, "The grower makes one run."),
	ban(`(?:is|are) (?:one|ones) for (?:sqltype|gormtype|pgxtype)`, "", `"use sqltype.… for …"`, "A BINARY(16) column is one for sqltype.Binary."),
	ban(`known no better than`, "", `"0.94x to 1.58x (95 % interval)"`, "It is known no better than as 0.94 to 1.58 times the counter's."),
	ban(`costs what`, "", `"costs as much as", "within 5 % of"`, "It costs what the counter costs."),
	ban(`(?:this|what|that which) is no \w+`, `is no (?:longer|more|less|way|other|need|problem|better|worse|different|such|limit)`, `"not a …"`, "this is no result of this program"),
}

// question reports whether the sentence at that place ends with a question mark, or
// belongs to a heading, a title or a row of a table, where "What …" is usual.
func question(p passage, at int) bool {
	if p.title {
		return true
	}
	rest := p.text[at:]
	end := regexp.MustCompile(`[.!?](?:["')]*)(?:\s|$)`).FindStringIndex(rest)
	if end == nil {
		return len(strings.Fields(rest)) < 8 && !strings.ContainsAny(rest, ",:;")
	}
	return rest[end[0]] == '?'
}

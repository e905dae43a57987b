package report

import (
	"html/template"
	"regexp"
	"strings"
)

// flag matches a flag of the command in a sentence, with the value that follows it: a
// number or a size, and after some flags a list of words.
var flag = regexp.MustCompile(`(^|[\s(“])(-(?:preset|scenario|db|checkpoints|make|generators) [a-z0-9]+(?:[,-][a-z0-9]+)*|-[a-z]+(?: [0-9][0-9A-Za-z]*(?:,[0-9][0-9A-Za-z]*)*)?)`)

// prose writes a sentence for the page, its flags as code, which a line is not broken in
// if it has the room.
func prose(s string) template.HTML {
	var b strings.Builder
	last := 0
	for _, at := range flag.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(template.HTMLEscapeString(s[last:at[4]]))
		b.WriteString(`<code class="flag">` + template.HTMLEscapeString(s[at[4]:at[5]]) + `</code>`)
		last = at[5]
	}
	b.WriteString(template.HTMLEscapeString(s[last:]))
	return template.HTML(b.String())
}

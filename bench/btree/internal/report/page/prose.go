package page

import (
	"html/template"
	"regexp"
	"strings"
)

// flagText matches a flag of the command in a sentence, with its value: a number, a size or
// a list of them, and after some flags a list of names.
var flagText = regexp.MustCompile(`(^|[\s(“])(-(?:preset|scenario|db|checkpoints|make|generators) [a-z0-9]+(?:[,-][a-z0-9]+)*|-[a-z]+(?: [0-9][0-9A-Za-z]*(?:,[0-9][0-9A-Za-z]*)*)?)`)

// prose writes a sentence as HTML, with its flags as code.
func prose(s string) template.HTML {
	var b strings.Builder
	last := 0
	for _, at := range flagText.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(template.HTMLEscapeString(s[last:at[4]]))
		b.WriteString(`<code class="flag">` + template.HTMLEscapeString(s[at[4]:at[5]]) + `</code>`)
		last = at[5]
	}
	b.WriteString(template.HTMLEscapeString(s[last:]))
	return template.HTML(b.String())
}

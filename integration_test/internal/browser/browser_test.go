package browser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bad is a page with a problem of every sort.
const bad = `<!DOCTYPE html><html><head><style>
	@media (prefers-color-scheme: dark) { .faint { color: #888; background: #777 } }
	@media print { .paper { width: 5000px } }
	.cut { width: 90px; height: 2em; overflow: hidden; white-space: nowrap }
	a:focus { outline: none }
</style></head><body>
	<h1>One</h1><h3 id="a">Three</h3>
	<p class="faint">Nearly nothing.</p>
	<p class="paper">Paper.</p>
	<p class="cut">This is longer than its box.</p>
	<p style="width: 1000px">Wider than a tablet.</p>
	<p style="font-size: 9px">Small.</p>
	<a href="#nowhere">A link</a>
	<a href="#a" style="position: absolute; left: 0" tabindex="-1">Not by Tab</a>
	<svg width="100" height="20"><text x="95" y="10">beyond</text></svg>
	<details><summary>More</summary><p>Folded.</p></details>
	<img src="https://sortid.invalid/picture.png" alt="A picture">
	<script>console.log("hello")</script>
</body></html>`

// Every problem of a page is reported, in the views that have it.
func TestProblems(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.html")
	if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	found := look(t, file)
	for view, problems := range map[string][]string{
		"": {
			"the page has no language", "the page has no title", "skips a level", "is a figure without a text", "is not said to be a figure", "is cut off in its figure", "leads nowhere",
			"the page loads https://sortid.invalid/picture.png", "the console has a message: log",
		},
		"390 pixels, light: ":  {"scrolls sideways", "“This is longer than its box.” is 90 pixels wide", "is 9 pixels high", "“A link” does not show that it has the focus", "“Not by Tab” is not reached by the key Tab"},
		"820 pixels, dark: ":   {"scrolls sideways", "p.faint “Nearly nothing.” has a contrast of 1.26"},
		"1400 pixels, light: ": {"“This is longer than its box.” is 90 pixels wide"},
		"printed: ":            {"scrolls sideways", "is not printed"},
	} {
		for _, problem := range problems {
			if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, view) && strings.Contains(f, problem) }) {
				t.Errorf("%s%q is not found", view, problem)
			}
		}
	}
	for view, problem := range map[string]string{"1400 pixels, light: ": "scrolls sideways", "820 pixels, light: ": "has a contrast", "390 pixels, dark: ": "is not printed"} {
		if slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, view) && strings.Contains(f, problem) }) {
			t.Errorf("%s%q is found", view, problem)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(found, "\n"))
	}
}

package present

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/inspect"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// mostFindings is how many findings the terminal shows; -json has all.
const mostFindings = 20

// finding is one of several columns.
type finding struct {
	inspect.Finding
	where string
}

// grouped returns the findings, those of the same text together.
func grouped(list []inspect.Finding) []finding {
	var groups []finding
	for _, f := range list {
		i := slices.IndexFunc(groups, func(g finding) bool { return g.Text == f.Text })
		if i < 0 {
			groups = append(groups, finding{f, Where(f)})
			continue
		}
		groups[i].where += ", " + Where(f)
	}
	return groups
}

func findings(b *strings.Builder, all []inspect.Finding) {
	if len(all) == 0 {
		return
	}
	b.WriteString("\nWrong:\n")
	list := grouped(all)
	for _, f := range list[:min(len(list), mostFindings)] {
		words.Wrap(b, "- ", f.where+": "+f.Text+". "+f.Link)
	}
	if n := len(list) - mostFindings; n > 0 {
		fmt.Fprintf(b, "%d more: see -json.\n", n)
	}
}

// Where names the column, index or table of a finding.
func Where(f inspect.Finding) string {
	switch {
	case f.Column != "":
		return f.Table + "." + f.Column
	case f.Index != "":
		return f.Table + ", index " + f.Index
	}
	return f.Table
}

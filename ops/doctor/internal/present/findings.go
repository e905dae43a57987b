package present

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// group holds findings of the same text.
type group struct {
	inspect.Finding
	where []string
}

// grouped returns the findings, those of the same text together.
func grouped(list []inspect.Finding) []group {
	var groups []group
	for _, f := range list {
		i := slices.IndexFunc(groups, func(g group) bool { return g.Text == f.Text })
		if i < 0 {
			groups = append(groups, group{f, []string{f.Where()}})
			continue
		}
		groups[i].where = append(groups[i].where, f.Where())
	}
	// The worst first.
	slices.SortStableFunc(groups, func(a, b group) int { return int(b.Severity) - int(a.Severity) })
	return groups
}

// places names where the findings of a group are, the first so many of them.
func (g group) places(most int) string {
	if n := len(g.where) - most; n > 1 {
		return strings.Join(g.where[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(g.where, ", ")
}

func findings(b *strings.Builder, all []inspect.Finding, most int) {
	if len(all) == 0 {
		return
	}
	b.WriteString("\nWrong:\n")
	list := grouped(all)
	for _, f := range list[:min(len(list), most)] {
		english.Wrap(b, "- ", f.Severity.String()+": "+f.places(most)+": "+f.Text+". "+f.Link)
	}
	more(b, len(list)-most)
}

// more says how many lines were left out.
func more(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "%d more: see -v.\n", n)
	}
}

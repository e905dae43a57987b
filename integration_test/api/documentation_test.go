package api_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// page finds the name of a page in a comment.
var page = regexp.MustCompile(`\[?\bdocs/[a-z]+\.md\]?`)

// TestDocumentation: what pkg.go.dev shows of each public package. A synopsis is a sentence, in which a link would stay in
// brackets, and the name of a page is a link.
func TestDocumentation(t *testing.T) {
	const module = "github.com/sortid/sortid"
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles},
		module+"/...", module+"/gormtype/...", module+"/pgxtype/...", module+"/bench/...", module+"/doctor")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range list {
		if strings.Contains(p.PkgPath, "/internal") || strings.Contains(p.PkgPath, "/integration_test") {
			continue
		}
		seen++
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if file.Doc != nil {
				synopsis := new(doc.Package).Synopsis(file.Doc.Text())
				if strings.ContainsAny(synopsis, "[]") || !strings.HasSuffix(synopsis, ".") {
					t.Errorf("%s: the synopsis is %q", p.PkgPath, synopsis)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if group, ok := n.(*ast.CommentGroup); ok {
					for _, name := range page.FindAllString(group.Text(), -1) {
						if !strings.HasPrefix(name, "[") && !strings.Contains(group.Text(), "/blob/main/"+name) {
							t.Errorf("%s: %s is no link in %q", p.PkgPath, name, group.Text())
						}
					}
				}
				return true
			})
		}
	}
	if seen < 15 {
		t.Errorf("only %d packages were read", seen)
	}
}

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"slices"
)

// goMutants returns the mutants of a Go file: negated and dead conditions, bounds, constants by one, signs, removed
// statements, and nil in place of an error. None of them reads types, so a few do not compile.
func goMutants(file string, source []byte) ([]mutant, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, source, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(tree) {
		return nil, nil
	}
	m := &mutator{file: file, source: source, fset: fset}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil {
				continue
			}
			m.scope = functionName(d)
			m.function(d.Type, d.Body)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			for _, s := range d.Specs {
				if s, ok := s.(*ast.ValueSpec); ok {
					m.scope = s.Names[0].Name
					m.walk(s, false)
				}
			}
		}
	}
	return m.found, nil
}

// functionName returns the name of a function, with its receiver's type.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch u := t.(type) {
		case *ast.StarExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		case *ast.Ident:
			return u.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// mutator collects the mutants of a file.
type mutator struct {
	file   string
	scope  string // the declaration that the walk is in
	source []byte
	fset   *token.FileSet
	found  []mutant
}

// add adds the mutant that has a text in place of those between two positions.
func (m *mutator) add(from, to token.Pos, text string) {
	a, b := m.fset.Position(from), m.fset.Position(to)
	m.found = append(m.found, mutant{
		file: m.file, line: a.Line, scope: m.scope, start: a.Offset, end: b.Offset,
		old: string(m.source[a.Offset:b.Offset]), new: text,
	})
}

// text returns the source of a node.
func (m *mutator) text(n ast.Node) string {
	return string(m.source[m.fset.Position(n.Pos()).Offset:m.fset.Position(n.End()).Offset])
}

// function adds the mutants of a function's body.
func (m *mutator) function(t *ast.FuncType, body *ast.BlockStmt) {
	m.walk(body, returnsError(t))
}

// returnsError reports whether the last result of a function is an error.
func returnsError(t *ast.FuncType) bool {
	if t.Results == nil {
		return false
	}
	last, ok := t.Results.List[len(t.Results.List)-1].Type.(*ast.Ident)
	return ok && last.Name == "error"
}

// walk adds the mutants of a node; fails says whether the function around it returns an error.
func (m *mutator) walk(root ast.Node, fails bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			m.function(n.Type, n.Body)
			return false
		case *ast.IfStmt:
			m.condition(n.Cond, true)
		case *ast.ForStmt:
			m.condition(n.Cond, false)
		case *ast.BinaryExpr:
			m.operator(n)
		case *ast.UnaryExpr:
			if n.Op == token.SUB {
				m.add(n.Pos(), n.X.Pos(), "")
			}
		case *ast.BasicLit:
			m.constant(n)
		case *ast.Ident:
			m.boolean(n)
		case *ast.BlockStmt:
			m.statements(n.List)
		case *ast.CaseClause:
			m.statements(n.Body)
		case *ast.CommClause:
			m.statements(n.Body)
		case *ast.ReturnStmt:
			if fails && len(n.Results) > 0 {
				m.noError(n.Results[len(n.Results)-1])
			}
		case *ast.StructType:
			return false // the tags of fields are no statements
		}
		return true
	})
}

// condition adds a condition's negation and its constants; true in a loop would not end.
func (m *mutator) condition(c ast.Expr, constantTrue bool) {
	if c == nil {
		return
	}
	text := m.text(c)
	m.add(c.Pos(), c.End(), "!("+text+")")
	m.add(c.Pos(), c.End(), "("+text+") && false")
	if constantTrue {
		m.add(c.Pos(), c.End(), "("+text+") || true")
	}
}

// others has the operators that replace an operator.
var others = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.REM: "/",
	token.SHL: ">>", token.SHR: "<<", token.AND: "|", token.OR: "&", token.XOR: "&", token.AND_NOT: "&",
	token.LAND: "||", token.LOR: "&&",
}

func (m *mutator) operator(e *ast.BinaryExpr) {
	if text, ok := e.X.(*ast.BasicLit); ok && text.Kind == token.STRING && e.Op == token.ADD {
		return // texts are joined, and nothing else
	}
	m.add(e.OpPos, e.OpPos+token.Pos(len(e.Op.String())), others[e.Op])
}

// constant adds an integer that is greater by one, and one that is less.
func (m *mutator) constant(l *ast.BasicLit) {
	if l.Kind != token.INT && l.Kind != token.CHAR {
		return
	}
	if l.Kind == token.CHAR {
		m.add(l.Pos(), l.End(), "("+l.Value+" + 1)")
		return
	}
	n, ok := new(big.Int).SetString(l.Value, 0)
	if !ok {
		return
	}
	m.add(l.Pos(), l.End(), new(big.Int).Add(n, big.NewInt(1)).String())
	if n.Sign() > 0 {
		m.add(l.Pos(), l.End(), new(big.Int).Sub(n, big.NewInt(1)).String())
	}
}

func (m *mutator) boolean(i *ast.Ident) {
	switch i.Name {
	case "true":
		m.add(i.Pos(), i.End(), "false")
	case "false":
		m.add(i.Pos(), i.End(), "true")
	}
}

// noError adds nil in place of an error. The expression is still there, so that what it uses is used.
func (m *mutator) noError(e ast.Expr) {
	if i, ok := e.(*ast.Ident); ok && i.Name == "nil" {
		return
	}
	m.add(e.Pos(), e.End(), "func() error { _ = "+m.text(e)+"; return nil }()")
}

// statements removes each statement whose absence compiles.
func (m *mutator) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.SendStmt, *ast.IncDecStmt:
			m.add(s.Pos(), s.End(), "")
		case *ast.DeferStmt:
			m.add(s.Pos(), s.End(), "")
		case *ast.BranchStmt:
			if s.Tok != token.FALLTHROUGH && s.Tok != token.GOTO {
				m.add(s.Pos(), s.End(), "")
			}
		case *ast.ReturnStmt:
			if len(s.Results) == 0 {
				m.add(s.Pos(), s.End(), "")
			}
		case *ast.AssignStmt:
			blank := !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return m.text(e) != "_" })
			if s.Tok != token.DEFINE && !blank {
				// What it reads stays read: a variable or an import without a use does not compile.
				blanks := slices.Repeat([]byte("_, "), len(s.Lhs))
				m.add(s.Pos(), s.Rhs[0].Pos(), string(blanks[:len(blanks)-2])+" = ")
			}
		}
	}
}

package present

import (
	"encoding"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

const schemaFile = "../../../../docs/doctor.schema.json"

// schema is a JSON schema, or a part of one.
type schema struct {
	Ref         string `json:"$ref"`
	Description string
	Type        string
	Format      string
	Const       any
	Enum        []string
	Examples    []string
	Items       *schema
	OneOf       []*schema
	Required    []string
	Properties  map[string]*schema
	Defs        map[string]*schema `json:"$defs"`
}

// comparison compares the Go types of the JSON with its schema.
type comparison struct {
	*testing.T
	defs map[string]*schema
	used map[string]bool // of the defs
}

// Each field is described in the schema, and each described one is a field: a new field needs a property
// with a description, and a new constant a value in its enumeration.
func TestSchema(t *testing.T) {
	b, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	c := comparison{t, s.Defs, make(map[string]bool)}
	c.compare("doctor", reflect.TypeFor[document](), &s)
	for name := range s.Defs {
		if !c.used[name] {
			t.Errorf("$defs/%s is not used", name)
		}
	}
	names := finding.Names()
	names = names[:slices.Index(names, finding.MissingTable)] // the others are of models
	if got := s.Defs["finding"].Properties["name"].Examples; !slices.Equal(got, textsOf(names)) {
		t.Errorf("the examples of finding.name are %q, want %q", got, names)
	}
	if got := s.Properties["version"].Const; got != float64(version) {
		t.Errorf("version %v, want %d", got, version)
	}
}

func textsOf[T ~string](list []T) []string {
	var out []string
	for _, s := range list {
		out = append(out, string(s))
	}
	return out
}

// compare compares a type with the schema of its values.
func (c comparison) compare(name string, t reflect.Type, s *schema) {
	if def, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		c.used[def] = true
		if s = c.defs[def]; s == nil {
			c.Fatalf("%s: there is no $defs/%s", name, def)
		}
	}
	var want string
	switch {
	case t == reflect.TypeFor[source.Figure]():
		c.figure(name, s)
		return
	case t == reflect.TypeFor[time.Time]():
		if want = "string"; s.Format != "date-time" {
			c.Errorf("%s: the format is %q, want date-time", name, s.Format)
		}
	case t == reflect.TypeFor[finding.Severity]():
		want = "enum"
		if all := []string{finding.Info.String(), finding.Warning.String(), finding.Error.String()}; !slices.Equal(s.Enum, all) {
			c.Errorf("%s: the values are %q, want %q", name, s.Enum, all)
		}
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		want = "string"
	case t.Kind() == reflect.Pointer:
		c.compare(name, t.Elem(), s)
		return
	case t.Kind() == reflect.Slice:
		if want = "array"; s.Items == nil {
			c.Fatalf("%s: the schema has no items", name)
		}
		c.compare(name, t.Elem(), s.Items)
	case t.Kind() == reflect.Struct:
		want = "object"
		c.fields(name, t, s)
	case t.Kind() == reflect.String && t.PkgPath() != "" && t != reflect.TypeFor[finding.Name]():
		want = "enum"
		if all := c.constants(t); !slices.Equal(s.Enum, all) {
			c.Errorf("%s: the values are %q, want %q", name, s.Enum, all)
		}
	default:
		want = map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Float64: "number"}[t.Kind()]
	}
	got := s.Type
	switch {
	case s.Enum != nil && got == "":
		got = "enum"
	case s.Const != nil:
		got = "integer"
	}
	if got != want {
		c.Errorf("%s: the type is %q, want %q", name, got, want)
	}
}

// fields compares the fields of a struct with the properties of an object.
func (c comparison) fields(name string, t reflect.Type, s *schema) {
	var all, always []string
	for _, f := range reflect.VisibleFields(t) {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && tag == "" || !f.IsExported() || tag == "-" {
			continue
		}
		all = append(all, tag)
		if !strings.Contains(options, "omit") {
			always = append(always, tag)
		}
		p := s.Properties[tag]
		if p == nil {
			c.Errorf("%s.%s: docs/doctor.schema.json does not describe the field: add it to the properties", name, tag)
			continue
		}
		c.described(name+"."+tag, p)
		of := f.Type
		if strings.Contains(options, "string") {
			of = reflect.TypeFor[string]()
		}
		c.compare(name+"."+tag, of, p)
	}
	for property := range s.Properties {
		if !slices.Contains(all, property) {
			c.Errorf("%s.%s: the schema has a field that the JSON does not have", name, property)
		}
	}
	if slices.Sort(always); !slices.Equal(slices.Sorted(slices.Values(s.Required)), always) {
		c.Errorf("%s: required are %q, want all without omitempty and omitzero: %q", name, s.Required, always)
	}
}

// described fails if a property has no description.
func (c comparison) described(name string, p *schema) {
	def := c.defs[strings.TrimPrefix(p.Ref, "#/$defs/")]
	if p.Description == "" && (def == nil || def.Description == "") {
		c.Errorf("%s: the schema has no description", name)
	}
}

// figure compares the two forms of a figure.
func (c comparison) figure(name string, s *schema) {
	if len(s.OneOf) != 2 {
		c.Fatalf("%s: the schema does not have the two forms of a figure", name)
	}
	whole := &schema{Properties: make(map[string]*schema), Required: s.OneOf[0].Required}
	for _, form := range s.OneOf {
		maps.Copy(whole.Properties, form.Properties)
	}
	c.fields(name, reflect.TypeFor[source.Figure](), whole)
}

// constants returns the values of a type's constants, from the source of its package beside this one.
func (c comparison) constants(t reflect.Type) (values []string) {
	files, err := filepath.Glob("../" + path.Base(t.PkgPath()) + "/*.go")
	if err != nil {
		c.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			c.Fatal(err)
		}
		for _, d := range file.Decls {
			list, ok := d.(*ast.GenDecl)
			if !ok || list.Tok != token.CONST {
				continue
			}
			for _, spec := range list.Specs {
				v := spec.(*ast.ValueSpec)
				if of, ok := v.Type.(*ast.Ident); ok && of.Name == t.Name() {
					text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
					if err != nil {
						c.Fatal(err)
					}
					values = append(values, text)
				}
			}
		}
	}
	return values
}

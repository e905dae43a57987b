package matrix

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3gen"
	"github.com/oapi-codegen/runtime"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// resource has an ID of each size, a typed one and a column.
type resource struct {
	ID     wiji.ID                 `json:"id"`
	User   wiji.For[user]          `json:"user"`
	Number ulidflake.ID            `json:"number"`
	Column sqltype.Binary[wiji.ID] `json:"column"`
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// areStrings reports whether a schema has a string for each ID.
func areStrings(t *testing.T, schema any) bool {
	t.Helper()
	data, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Properties map[string]struct{ Type string }
	}
	if err := json.Unmarshal(data, &got); err != nil || len(got.Properties) != 4 {
		t.Fatalf("%s, %v", data, err)
	}
	for _, property := range got.Properties {
		if property.Type != "string" {
			return false
		}
	}
	return true
}

func testHuma(t *testing.T) {
	registry := huma.NewMapRegistry("#/schemas/", huma.DefaultSchemaNamer)
	if !areStrings(t, huma.SchemaFromType(registry, reflect.TypeFor[resource]())) {
		t.Error("an ID is no string")
	}
}

func testKinOpenAPI(t *testing.T) {
	schemaOf := func(options ...openapi3gen.Option) *openapi3.SchemaRef {
		ref, err := openapi3gen.NewSchemaRefForValue(&resource{}, openapi3.Schemas{}, options...)
		if err != nil {
			t.Fatal(err)
		}
		return ref
	}
	if areStrings(t, schemaOf()) {
		t.Error("kin-openapi takes IDs for strings now: change the table")
	}
	if !areStrings(t, schemaOf(openapi3gen.SchemaCustomizer(func(_ string, typ reflect.Type, _ reflect.StructTag, schema *openapi3.Schema) error {
		if typ.Implements(textMarshaler) {
			*schema = *openapi3.NewStringSchema()
		}
		return nil
	}))) {
		t.Error("with the line, an ID is no string")
	}
}

// testOapiCodegen: the parameters of a generated server, whose schema names the type by x-go-type.
func testOapiCodegen(t *testing.T) {
	parameter(t, wiji.New())
	parameter(t, wiji.NewFor[user]())
	parameter(t, ulidflake.New())
}

func parameter[T interface {
	comparable
	String() string
}](t *testing.T, x T) {
	t.Helper()
	var got T
	in := runtime.BindStyledParameterOptions{ParamLocation: runtime.ParamLocationPath, Required: true}
	if err := runtime.BindStyledParameterWithOptions("simple", "id", x.String(), &got, in); err != nil || got != x {
		t.Errorf("%T: %v, %v", x, got, err)
	}
	if err := runtime.BindStyledParameterWithOptions("simple", "id", "wrong", &got, in); err == nil {
		t.Errorf("%T: a wrong text is no error", x)
	}
	text, err := runtime.StyleParamWithOptions("simple", false, "id", x, runtime.StyleParamOptions{ParamLocation: runtime.ParamLocationPath})
	if err != nil || !strings.EqualFold(text, x.String()) {
		t.Errorf("%T: a client sends %q, %v", x, text, err)
	}
}

// Package present writes the report of an inspection for people and for programs.
package present

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// version is that of the JSON: a field that goes or means something else raises it.
const version = 1

// document is the JSON: see docs/doctor.schema.json.
type document struct {
	Version int `json:"version"`
	inspect.Report
}

// JSON writes the report as JSON. Lists without entries are empty, and not null.
func JSON(w io.Writer, r *inspect.Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false) // of statements
	return e.Encode(withLists(reflect.ValueOf(document{version, *r})).Interface())
}

// withLists returns a copy of a value with empty lists in place of nil ones.
func withLists(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(withLists(v.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(withLists(v.Field(i)))
			}
		}
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(withLists(v.Index(i)))
		}
	}
	return out
}

// Statements writes the statements of a dry run.
func Statements(w io.Writer, list []source.Statement) error {
	var b strings.Builder
	for _, s := range list {
		note := "  -- only without -dry-run"
		if s.Sent > 0 {
			note = ""
		}
		text, comment, _ := strings.Cut(s.Text, "  -- ")
		if comment != "" {
			comment = "  -- " + comment
		}
		fmt.Fprintf(&b, "%s;%s%s\n", text, comment, note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Package present writes the report of an inspection for people and for programs.
package present

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// version is that of the JSON: a field that goes or means something else raises it.
const version = 1

// JSON writes the report as JSON.
func JSON(w io.Writer, r *inspect.Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version int `json:"version"`
		*inspect.Report
	}{version, r})
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

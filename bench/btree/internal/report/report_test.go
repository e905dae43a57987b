package report

import (
	"bytes"
	"io"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
)

// Writing one form changes nothing in the answer that the others are written from.
func TestFormsShareAnAnswer(t *testing.T) {
	written := func(r Report, f func(Report, io.Writer) error) string {
		var b bytes.Buffer
		if err := f(r, &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	list := append([]form{{name: "verbose", write: Report.Verbose}}, forms...)
	shared := Of(reporttest.Rich())
	for range 2 {
		for _, f := range list {
			if written(shared, f.write) != written(Of(reporttest.Rich()), f.write) {
				t.Errorf("%s: the answer is another one after others were written", f.name)
			}
		}
		if _, err := (Dir{path: t.TempDir()}).WritePictures(shared); err != nil {
			t.Fatal(err)
		}
	}
}

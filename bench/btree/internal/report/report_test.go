package report

import (
	"bytes"
	"io"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
)

// Writing one form changes nothing in the answer that the others are written from.
func TestFormsShareAnAnswer(t *testing.T) {
	written := func(a *answer.Answer, f func(io.Writer, *answer.Answer) error) string {
		var b bytes.Buffer
		if err := f(&b, a); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	list := append([]form{{name: "verbose", write: Verbose}}, forms...)
	shared := answer.Of(reporttest.Rich())
	for range 2 {
		for _, f := range list {
			if written(shared, f.write) != written(answer.Of(reporttest.Rich()), f.write) {
				t.Errorf("%s: the answer is another one after others were written", f.name)
			}
		}
	}
}

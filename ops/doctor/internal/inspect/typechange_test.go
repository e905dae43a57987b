package inspect

import (
	"fmt"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Numbers as texts become integers, but not those behind a word, such as WordPress's option names.
func TestNumbersBehindAWord(t *testing.T) {
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	const twitter = 1_288_834_974_657
	for format, want := range map[string]bool{"%d": true, "_transient_%d": false} {
		var values []any
		for i := range 400 {
			values = append(values, fmt.Sprintf(format, (now.UnixMilli()-twitter-int64(i)*7_000_003)<<22|int64(i%3)<<12))
		}
		ids := idkind.Of(values, idkind.Hints{Now: now, Rows: 400})
		if _, to, ok := better(source.Server{Product: "MySQL"}, source.Column{Class: source.Text, Type: "varchar(191)"}, ids); ok != want {
			t.Errorf("%s: %q %v, of %+v", format, to, ok, ids)
		}
	}
}

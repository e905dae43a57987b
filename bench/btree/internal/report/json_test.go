package report

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

func TestJSONRoundTrip(t *testing.T) {
	for name, in := range map[string]trial.Result{"complete": reporttest.Sample(), "incomplete": reporttest.Incomplete()} {
		var b bytes.Buffer
		if err := Of(in).writeJSON(&b); err != nil {
			t.Fatal(err)
		}
		out, err := trial.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%s: got back\n%+v\nwant\n%+v", name, out, in)
		}
	}
}

func TestJSONSummary(t *testing.T) {
	var b bytes.Buffer
	if err := Of(reporttest.Sample()).writeJSON(&b); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Complete bool
		Verdicts []struct {
			Title     string
			Sentences []string
		}
		Summary []struct {
			Control string
			Keys    []struct {
				Key     string
				Trials  int
				Metrics map[string]struct {
					Median  *float64
					Finding string
					Ratio   *float64 `json:"ratio_to_control"`
					Missing string
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if !d.Complete || len(d.Summary) != 2 || d.Summary[0].Control != "counter" {
		t.Fatalf("got %+v", d)
	}
	if len(d.Verdicts) != 1 || d.Verdicts[0].Title != "db 1.2, 1,000 rows, payload of 100 bytes, 2 writers, batches of 10 rows" || len(d.Verdicts[0].Sentences) == 0 {
		t.Errorf("the verdicts are %+v", d.Verdicts)
	}
	line := d.Summary[0].Keys[1]
	pages := line.Metrics[metric.LeafPages]
	if line.Key != "uuidv4" || line.Trials != 10 || *pages.Median != 6004.5 || math.Abs(*pages.Ratio-6004.5/3004.5) > 1e-5 || pages.Finding != "worse" {
		t.Errorf("got %+v", line)
	}
	if line.Metrics[metric.PagesRead].Missing != "nobody counted" {
		t.Error("the reason of a missing reading is not in the summary")
	}
}

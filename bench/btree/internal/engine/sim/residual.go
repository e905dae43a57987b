package sim

import (
	_ "embed" // the records
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// record is the leaf fill of the trees of several writers, on a server and simulated.
type record struct {
	// Server and Version are the server's.
	Server  string `json:"server"`
	Version string `json:"version"`
	// Machine is "idle" if the server's machine did nothing else, and "busy" if it did: the
	// order of rows depends on it.
	Machine string `json:"machine"`
	// Layout is the simulator's.
	Layout string `json:"layout"`
	Key    string `json:"key"`
	// Make says when keys were made: for a "batch", "statement" or "row".
	Make string `json:"make"`
	// Writers inserted Rows rows with a payload of 100 bytes in transactions of Batch rows.
	Writers int `json:"writers"`
	Batch   int `json:"batch"`
	Rows    int `json:"rows"`
	// Trials is the number of trees of the server.
	Trials int `json:"trials"`
	// Measured and Simulated are the means in percent; the spreads are the standard
	// deviations of the trees.
	Measured        float64 `json:"measured_percent"`
	Spread          float64 `json:"spread_points"`
	Simulated       float64 `json:"simulated_percent"`
	SimulatedSpread float64 `json:"simulated_spread_points"`
}

// residual is how far the simulated leaf fill is from the server's, in percentage points.
func (r record) residual() float64 { return r.Simulated - r.Measured }

// window returns what was inserted.
func (r record) window() window { return window{r.Layout, r.Key, r.Make, r.Writers, r.Batch} }

//go:embed residuals.json
var recordsText []byte

// records are those of residuals.json, which TestRecordSeveralWriters writes.
var records = func() (list []record) {
	if err := json.Unmarshal(recordsText, &list); err != nil {
		panic("sim: residuals.json: " + err.Error())
	}
	return list
}()

// greatestResidual is the residual in percentage points up to which values are shown.
const greatestResidual = 2

// apart are the kinds for which only their own records count: the keys that several writers
// make at the same time alternate, so that their order depends on how long a key takes.
var apart = []string{"uuidv7", "uuidv7-google", "uuidv7-gofrs"}

// window is a number of keys in flight, and how they come about. The key is empty if it is
// not known.
type window struct {
	layout, key, make string
	writers, batch    int
}

// at returns the records at the recorded numbers of writers and batches next to those of a
// window: those of its key; if there are none, those of all kinds that are not apart.
func (w window) at(list []record) []record {
	var own, others []record
	for _, r := range list {
		switch {
		case r.Layout != w.layout || r.Make != w.make:
		case r.Key == w.key:
			own = append(own, r)
		case !slices.Contains(apart, r.Key) && !slices.Contains(apart, w.key):
			others = append(others, r)
		}
	}
	if own = w.nearest(own); len(own) > 0 {
		return own
	}
	return w.nearest(others)
}

func (w window) nearest(list []record) []record {
	list = nearest(list, w.writers, func(r record) int { return r.Writers })
	return nearest(list, w.batch, func(r record) int { return r.Batch })
}

// residualAt returns the greatest residual of a window, on an idle or a busy machine, or the
// reason why values are not shown.
func residualAt(list []record, w window) (greatest float64, missing string) {
	list = w.at(list)
	if len(list) == 0 {
		return 0, "no server was measured with such keys, writers and batches: measure one"
	}
	for _, r := range list {
		greatest = max(greatest, math.Abs(r.residual()))
	}
	if greatest > greatestResidual {
		return 0, fmt.Sprintf("the simulated leaf fill is more than %d points off: measure a server", greatestResidual)
	}
	return greatest, ""
}

// nearest returns the records whose value is v; if there are none, those with the next value
// below and those with the next one above; and none if one of the two is missing.
func nearest(list []record, v int, of func(record) int) []record {
	below, above := 0, math.MaxInt
	for _, r := range list {
		if n := of(r); n <= v {
			below = max(below, n)
		}
		if n := of(r); n >= v {
			above = min(above, n)
		}
	}
	if below == 0 || above == math.MaxInt {
		return nil
	}
	return slices.DeleteFunc(list, func(r record) bool { return of(r) != below && of(r) != above })
}

// Limit returns a *engine.Missing error if the values of several writers would not be shown.
func (e *Engine) Limit(layout, key, made string, writers, batch int) error {
	if writers < 2 {
		return nil
	}
	if _, missing := residualAt(records, window{layout, key, made, writers, batch}); missing != "" {
		return &engine.Missing{Reason: missing}
	}
	return nil
}

// doubt returns the residual of the tree in percentage points, and why its values are not
// shown, if they are not.
func (t *tree) doubt() (residual float64, missing string) {
	if t.queue.most < 2 {
		return 0, ""
	}
	return residualAt(records, window{layout: t.layout, key: t.kind, make: t.queue.made, writers: t.queue.most, batch: t.queue.batch})
}

// trusted returns the readings with the residual, or all of them as missing.
func (t *tree) trusted(r metric.Readings) metric.Readings {
	residual, missing := t.doubt()
	if missing == "" {
		r[metric.FillResidual] = metric.Value(math.Round(10*residual) / 10)
		return r
	}
	for name, v := range r {
		if v.Missing == "" {
			r[name] = metric.Missing(missing)
		}
	}
	return r
}

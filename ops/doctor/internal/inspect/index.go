package inspect

import (
	"context"
	"math"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Index is a B+ tree whose first column is of a key, or references one.
type Index struct {
	Table   string   `json:"table"`
	Name    string   `json:"index"`
	Columns []string `json:"columns"`
	Primary bool     `json:"primary"`
	// Clustered is whether it holds the rows.
	Clustered bool `json:"clustered"`
	// Order says where the entries of new rows belong: that of the first column.
	Order idkind.Order `json:"order"`
	source.Figures
}

// indexes reads indexes of a table and returns their figures by their names. The report
// has those whose first column is one of its columns.
func (r *Report) indexes(ctx context.Context, s source.Source, t inspected, list []source.Index) map[string]source.Figures {
	figures := make(map[string]source.Figures, len(list))
	if len(list) == 0 {
		return figures
	}
	for i, f := range s.Measure(ctx, t.table, list, t.sample) {
		x := list[i]
		figures[x.Name] = f
		if first := r.keyColumn(t.table.Name, x.Columns[0]); first != nil {
			r.Indexes = append(r.Indexes, Index{Table: t.table.Name, Name: x.Name, Columns: x.Columns, Primary: x.Primary, Clustered: x.Clustered, Order: entryOrder(*first), Figures: f})
		}
	}
	return figures
}

// entryOrder returns the order of new entries of an index by its first column. Entries of a value that many rows
// have, such as a tenant's or a country's, are in the order of the next column: each value has one place or many.
func entryOrder(first KeyColumn) idkind.Order {
	const rowsOfValue = 5
	if ids := first.IDs; first.Order == idkind.Random && ids.Distinct*rowsOfValue < ids.Sampled {
		return idkind.Unknown
	}
	return first.Order
}

// countRows estimates the rows of a table by the distances of neighbouring keys, if the
// keys are spread evenly: the server's own estimate is worse, or there is none.
func countRows(ctx context.Context, s source.Source, t *source.Table, sample source.Sample) {
	span := math.Exp2(64)
	least, ok1 := sample.Least.(int64)
	greatest, ok2 := sample.Greatest.(int64)
	switch {
	case ok1 && ok2:
		span = float64(greatest) - float64(least) + 1
	case !isEven(idkind.Of(sample.Values[firstKey(t)], idkind.Hints{})):
		return
	}
	const enough = 200
	if n, neighbours := idkind.Density(s.Runs(ctx, t, sample), span); neighbours >= enough {
		e := source.StandardErrors / math.Sqrt(float64(neighbours))
		t.Rows = source.About(n, n*(1-e), n*(1+e))
	}
}

// isEven reports whether all IDs are spread evenly over all bits.
func isEven(r idkind.Result) bool {
	return len(r.Parts) == 1 && r.Parts[0].Order == idkind.Random && !r.Parts[0].Swapped && r.Parts[0].Oldest.IsZero() && r.Unfit == 0 && r.Prefix == ""
}

// firstKey returns the first column of the key by which the rows are stored, or of the primary key.
func firstKey(t *source.Table) string {
	for _, x := range t.Indexes {
		if x.Primary || x.Clustered {
			return x.Columns[0]
		}
	}
	return ""
}

// rowsOf returns the number of rows, 0 if it is not known.
func rowsOf(t *source.Table) float64 {
	if t.Rows.Known() {
		return t.Rows.Value
	}
	return 0
}

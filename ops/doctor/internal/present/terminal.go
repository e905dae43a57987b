package present

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// mostLines is how many lines the terminal shows without -v.
const mostLines = 60

// Terminal writes the report in lines of at most [english.Width] characters. Unless verbose,
// it has at most mostLines of them, the worst first.
func Terminal(w io.Writer, r *inspect.Report, verbose bool) error {
	s := text(r, math.MaxInt)
	for most := 12; !verbose && most > 0 && strings.Count(s, "\n") > mostLines; most-- {
		s = text(r, most)
	}
	_, err := io.WriteString(w, s)
	return err
}

// text returns the report with so many lines in each of its parts.
func text(r *inspect.Report, most int) string {
	var b strings.Builder
	english.WrapIndented(&b, "", "", title(r))
	english.WrapIndented(&b, "", "", Headline(r))
	columns(&b, r, most)
	indexes(&b, r.Indexes, most)
	findings(&b, r.Findings, most)
	growth(&b, r.Changes, most)
	changes(&b, r.Changes, most)
	for _, n := range r.Notes[:min(len(r.Notes), most)] {
		english.Wrap(&b, "Note: ", n)
	}
	more(&b, len(r.Notes)-most)
	return b.String()
}

// columns writes the columns, those with findings first.
func columns(b *strings.Builder, r *inspect.Report, most int) {
	if len(r.Columns) == 0 {
		return
	}
	b.WriteString("\n")
	list := slices.Clone(r.Columns)
	worst := make(map[string]int)
	for _, f := range r.Findings {
		worst[f.Table+"."+f.Column] = max(worst[f.Table+"."+f.Column], int(f.Severity))
	}
	if len(list) > most {
		slices.SortStableFunc(list, func(a, b inspect.KeyColumn) int { return worst[b.Table+"."+b.Name] - worst[a.Table+"."+a.Name] })
	}
	table(b, columnRows(list[:min(len(list), most)]))
	more(b, len(list)-most)
}

// columnRows returns the rows of the table of columns; the first is its head.
func columnRows(list []inspect.KeyColumn) [][]string {
	rows := [][]string{{"column", "key", "type", "holds", "order", "sure"}}
	for _, c := range list {
		rows = append(rows, []string{c.Table + "." + c.Name, english.Join(c.Roles, ", "), c.Type, Holds(c), orders[c.Order], sure(c.IDs)})
	}
	return rows
}

// orders says where new values belong among the old ones.
var orders = map[idkind.Order]string{idkind.Ordered: "with time", idkind.Random: "random", idkind.Unknown: "unknown"}

// figure is a column of the table of indexes.
type figure struct {
	name  string
	of    func(inspect.Index) source.Figure
	write func(float64) string
}

var figures = []figure{
	{"rows", func(x inspect.Index) source.Figure { return x.Entries }, count},
	{"size", func(x inspect.Index) source.Figure { return x.Bytes }, Size},
	{"leaf pages", func(x inspect.Index) source.Figure { return x.Leaves }, count},
	{"fill", func(x inspect.Index) source.Figure { return x.Fill }, func(v float64) string { return fmt.Sprintf("%.0f %%", v) }},
}

// legend explains the figures.
const legend = "~ is an estimate."

// indexName names an index, with its table unless the name has that of the table.
func indexName(table, index string) string {
	if strings.Contains(index, table) {
		return index
	}
	return table + "." + index
}

// indexes writes the indexes; if not all, the largest.
func indexes(b *strings.Builder, list []inspect.Index, most int) {
	if len(list) == 0 {
		return
	}
	if len(list) > most {
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b inspect.Index) int { return cmp.Compare(b.Bytes.Value, a.Bytes.Value) })
	}
	rows, missing := indexRows(list[:min(len(list), most)])
	b.WriteString("\n")
	table(b, rows)
	more(b, len(list)-most)
	english.WrapIndented(b, "", "", legend)
	for _, why := range missing {
		english.Wrap(b, "", why)
	}
}

// indexRows returns the rows of the table of indexes, without the figures that no index has,
// and the reasons why figures are missing.
func indexRows(list []inspect.Index) (rows [][]string, missing []string) {
	rows = [][]string{{"index"}}
	for _, x := range list {
		rows = append(rows, []string{indexName(x.Table, x.Name)})
	}
	for _, f := range figures {
		known, blank := slices.ContainsFunc(list, func(x inspect.Index) bool { return f.of(x).Known() }), "No column "
		if known {
			rows[0], blank = append(rows[0], f.name), "Blank "
		}
		for i, x := range list {
			v := f.of(x)
			if known {
				rows[i+1] = append(rows[i+1], Figure(v, f.write))
			}
			if why := blank + f.name + ": " + v.Missing + "."; !v.Known() && !slices.Contains(missing, why) {
				missing = append(missing, why)
			}
		}
	}
	rows[0] = append(rows[0], "inserts")
	for i, x := range list {
		rows[i+1] = append(rows[i+1], inserts[x.Order])
	}
	return rows, missing
}

// inserts says which leaf pages new rows go to.
var inserts = map[idkind.Order]string{idkind.Ordered: "last page", idkind.Random: "any page", idkind.Unknown: "unknown"}

// Figure writes a figure, estimates with a ~ in front, and nothing if it is missing.
func Figure(f source.Figure, write func(float64) string) string {
	if !f.Known() {
		return ""
	}
	s := write(f.Value)
	if f.Estimate {
		s = "~" + s
	}
	return s
}

// count writes a number of things with three digits.
func count(v float64) string {
	switch a := math.Abs(v); {
	case a >= 1e9:
		return fmt.Sprintf("%.3g G", v/1e9)
	case a >= 1e6:
		return fmt.Sprintf("%.3g M", v/1e6)
	case a >= 1e5:
		return fmt.Sprintf("%.3g k", v/1e3)
	}
	return english.Integer(int(math.Round(v)))
}

// sizes holds the units of bytes.
var sizes = []string{"B", "KiB", "MiB", "GiB", "TiB"}

// Size writes a number of bytes.
func Size(v float64) string {
	i := 0
	for math.Abs(v) >= 1024 && i < len(sizes)-1 {
		v, i = v/1024, i+1
	}
	if i == 0 || math.Abs(v) >= 100 {
		return fmt.Sprintf("%.0f %s", v, sizes[i])
	}
	return fmt.Sprintf("%.1f %s", v, sizes[i])
}

// Sizes writes two numbers of bytes in the unit of the greater one.
func Sizes(low, high float64) string {
	s, unit, _ := strings.Cut(Size(high), " ")
	n := math.Pow(1024, float64(slices.Index(sizes, unit)))
	if _, decimals, _ := strings.Cut(s, "."); decimals != "" {
		return fmt.Sprintf("%.1f–%s %s", low/n, s, unit)
	}
	return fmt.Sprintf("%.0f–%s %s", low/n, s, unit)
}

// Holds says what a column holds, such as "UUIDv4 70 %, UUIDv7 30 %, UUID text".
func Holds(c inspect.KeyColumn) string {
	r := c.IDs
	switch {
	case c.Missing == source.Empty:
		return "– empty table"
	case c.Missing != "":
		return "– not read" // the notes and the JSON say why
	case r.Business != "":
		return "a business key, not an ID"
	case len(r.Parts) == 0:
		return values(r)
	}
	total := r.Unfit
	for _, p := range r.Parts {
		total += p.Values
	}
	var list []string
	for _, p := range r.Parts {
		s := p.String()
		if p.Values < total {
			s += fmt.Sprintf(" %.0f %%", 100*float64(p.Values)/float64(total))
		}
		list = append(list, s)
	}
	if r.Prefix != "" {
		list = append(list, "prefix "+r.Prefix)
	}
	if r.Form.IsText() && r.Form != idkind.Text {
		list = append(list, string(r.Form))
	}
	return strings.Join(list, ", ")
}

// values says what is known of values that are no IDs of a known kind.
func values(r idkind.Result) string {
	switch {
	case r.Sampled == 0:
		return "– NULL alone"
	case r.Distinct == r.Zeros:
		return "zero IDs alone"
	case r.Form != idkind.Other:
		return "an unknown kind, " + string(r.Form)
	}
	return "an unknown kind"
}

func sure(r idkind.Result) string {
	if r.Business != "" || len(r.Parts) == 0 {
		return ""
	}
	p := r.Parts[0]
	return fmt.Sprintf("%s (%s)", p.Sureness(), english.Integer(p.Values))
}

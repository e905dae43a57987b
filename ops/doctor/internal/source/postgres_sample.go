package source

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// A sample takes some rows of some pages.
const (
	samplePages = 100
	sampleRows  = 15 // of a page
)

// Sample reads rows at places that are spread evenly over the file, by their ctid: the
// server fetches the pages of these places and no other.
func (p *postgres) Sample(ctx context.Context, t *Table, columns []string) Sample {
	s := Sample{Values: make(map[string][]any), Lengths: make(map[string][]float64), Placed: !t.place.(*pgTable).sorted}
	p.size(ctx, t)
	if !t.Bytes.Known() {
		s.Missing = t.Bytes.Missing
		return s
	}
	blocks, places := p.places(t)
	if len(blocks) == 0 {
		s.Missing = Empty
		return s
	}
	var list []string
	for _, c := range columns {
		list = append(list, pgValue(t, c))
	}
	varies := p.varying(t)
	for _, c := range varies {
		list = append(list, "pg_column_size("+sqltext.PgQuote(c.Name)+")")
	}
	query := "SELECT " + strings.Join(list, ", ") + " FROM ONLY " + t.quoted +
		" WHERE ctid = ANY (ARRAY(SELECT format('(%s,%s)', b, r)::tid FROM unnest('{" + strings.Join(blocks, ",") + "}'::bigint[]) AS b, unnest('{" + strings.Join(places, ",") + "}'::int[]) AS r))"
	shown := query + "  -- about " + english.Count(samplePages*sampleRows, "row") + " on " + english.Count(len(blocks), "page")
	err := p.data(ctx, query, shown, func(rows *sql.Rows) error {
		row, err := scanAll(rows, len(list))
		if err != nil {
			return err
		}
		for i, c := range columns {
			s.Values[c] = append(s.Values[c], row[i])
		}
		s.add(varies, row[len(columns):])
		return nil
	})
	if err != nil {
		return noSample(err)
	}
	if s.Rows == 0 {
		s.Missing = NoRow
		if t.place.(*pgTable).hidden {
			s.Missing = "row-level security hides the rows from the account"
		}
	}
	return s
}

// Runs returns nil: the statistics say how many rows there are.
func (p *postgres) Runs(context.Context, *Table, Sample) []idkind.Run { return nil }

// add adds a row's lengths, nil for NULL.
func (s *Sample) add(columns []Column, sizes []any) {
	s.Rows++
	for i, c := range columns {
		n, _ := sizes[i].(int64)
		s.Lengths[c.Name] = append(s.Lengths[c.Name], float64(n))
	}
}

// places returns the numbers of pages, and those of rows on each: the same on all, so that
// pages of many short rows count for more than those of few long ones. Of few pages it returns
// more rows.
func (p *postgres) places(t *Table) (blocks, rows []string) {
	size := t.place.(*pgTable).blocks
	rng := rand.New(rand.NewPCG(1, 1)) // the same places each time
	pages := int(min(size, samplePages))
	for i := range pages {
		blocks = append(blocks, fmt.Sprint(int64((float64(i)+rng.Float64())*size/float64(pages))))
	}
	most := (p.blockSize - pgPageHeader) / (aligned(pgRowHeader, pgAlign) + pgLinePointer) // on a page
	perPage := 100.0
	if t.Rows.Known() && t.Rows.Value > 0 && pages > 0 {
		perPage = max(1, t.Rows.Value/size)
	}
	n := float64(samplePages*sampleRows) / float64(max(pages, 1)) * float64(most) / perPage
	for _, i := range rng.Perm(most)[:min(most, int(n)+1)] {
		rows = append(rows, fmt.Sprint(i+1))
	}
	return blocks, rows
}

// pgValue selects a column in a form that all drivers read in the same way.
func pgValue(t *Table, name string) string {
	q := sqltext.PgQuote(name)
	switch c, _ := t.Column(name); c.Class {
	case UUID:
		return "decode(replace(" + q + "::text, '-', ''), 'hex')"
	case Text:
		return "left(" + q + "::text, 100)"
	case Bytes:
		return "substring(" + q + " FROM 1 FOR 100)"
	case Integer:
		return q + "::bigint"
	}
	return q + "::text"
}

// varying returns the columns whose width is not fixed.
func (p *postgres) varying(t *Table) []Column {
	var list []Column
	for _, c := range t.Columns {
		if c.fixed == 0 {
			list = append(list, c)
		}
	}
	return list
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// page is a row of pageinspect: a leaf page of the index, by block numbers. Before and after are
// 0 for none.
type page struct{ number, before, after int }

// multiPage is the first version that has bt_multi_page_stats.
const multiPage = 160000

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(ctx context.Context) ([]uint32, error) {
	if missing := t.engine.extensions[inspect]; missing != "" {
		return nil, &engine.Missing{Reason: missing}
	}
	pages, err := t.pages(ctx)
	switch {
	case t.engine.Is(err, client.Refused):
		return nil, &engine.Missing{Reason: t.engine.Reason("the server does not show the pages", err)}
	case err != nil:
		return nil, t.engine.Explain("cannot read the index's pages", err)
	}
	return inKeyOrder(pages)
}

// inKeyOrder returns the leaf pages in key order, by their links. If the links do not
// connect all pages, the index is damaged.
func inKeyOrder(pages []page) ([]uint32, error) {
	first := 0
	next := make(map[int]page, len(pages))
	for _, p := range pages {
		if _, twice := next[p.number]; twice || p.number <= 0 || int64(p.number) > math.MaxUint32 {
			return nil, fmt.Errorf("postgres: leaf page %d: a page must be listed once, with a number above 0", p.number)
		}
		next[p.number] = p
		if p.before == 0 {
			first = p.number
		}
	}
	leaves := make([]uint32, 0, len(pages))
	for number := first; number != 0; {
		p, ok := next[number]
		if !ok {
			return nil, errDamaged
		}
		delete(next, number) // a page that is linked twice is not found again
		leaves = append(leaves, uint32(number))
		number = p.after
	}
	if len(next) > 0 {
		return nil, errDamaged
	}
	return leaves, nil
}

var errDamaged = errors.New("postgres: the leaf pages are not linked to one another: the index is damaged: check it with amcheck")

// pages reads the leaf pages in the order of the file. Its first page is the meta page.
func (t *tree) pages(ctx context.Context) ([]page, error) {
	var count int
	if err := t.engine.QueryRowContext(ctx, "SELECT pg_relation_size('"+index+"') / current_setting('block_size')::bigint").Scan(&count); err != nil {
		return nil, err
	}
	if count < 2 {
		return nil, nil
	}
	from := "bt_multi_page_stats('" + index + "', 1, -1) AS s"
	if t.engine.number < multiPage {
		from = "generate_series(1, pg_relation_size('" + index + "') / current_setting('block_size')::bigint - 1) AS page, LATERAL bt_page_stats('" + index + "', page::int) AS s"
	}
	rows, err := t.engine.QueryContext(ctx, "SELECT s.blkno, s.btpo_prev, s.btpo_next FROM "+from+" WHERE s.type = 'l'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var pages []page
	for rows.Next() {
		var p page
		if err := rows.Scan(&p.number, &p.before, &p.after); err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, rows.Err()
}

// order adds the readings of the leaf pages' order.
func (t *tree) order(ctx context.Context, r metric.Readings) error {
	leaves, err := t.Leaves(ctx)
	if why, missing := engine.MissingReason(err); missing {
		maps.Copy(r, metric.NoOrder(why))
		return nil
	}
	if err != nil {
		return err
	}
	maps.Copy(r, metric.Order(leaves, t.Rows(), t.engine.blockSize))
	return nil
}

package postgres

import (
	"context"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// page is a leaf page of the index.
type page struct {
	after int // the number of the next leaf in key order; 0 for none
	free  int // bytes
}

// A page's header and its links take pageOverhead bytes. What the server reports as free
// is less by the item pointer that another entry would need.
const (
	pageOverhead = 24 + 16
	itemPointer  = 4
)

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(ctx context.Context) ([]engine.Leaf, error) {
	if why := t.engine.Product.Store; why != "" {
		return nil, &engine.Missing{Reason: why}
	}
	if missing := t.engine.extensions[inspect]; missing != "" {
		return nil, &engine.Missing{Reason: missing}
	}
	first, pages, err := t.pages(ctx)
	switch {
	case t.engine.Is(err, client.Refused):
		return nil, &engine.Missing{Reason: t.engine.Reason("the server does not show the pages", err)}
	case err != nil:
		return nil, t.engine.Explain("cannot read the index's pages", err)
	}
	leaves := make([]engine.Leaf, 0, len(pages))
	usable := float64(t.engine.blockSize - pageOverhead)
	for number := first; number != 0 && len(leaves) < len(pages); {
		p := pages[number]
		free := 0
		if p.free > 0 {
			free = p.free + itemPointer
		}
		leaves = append(leaves, engine.Leaf{Page: uint32(number), Fill: float32(100 * (1 - float64(free)/usable))})
		number = p.after
	}
	if len(leaves) != len(pages) {
		return nil, errors.New("postgres: the leaf pages are not linked to one another: the index is damaged: check it with amcheck")
	}
	return leaves, nil
}

// pages reads the leaf pages by their numbers and returns the number of the first in key
// order. The first page of the file is the meta page.
func (t *tree) pages(ctx context.Context) (first int, pages map[int]page, err error) {
	var count int
	if err := t.engine.QueryRowContext(ctx, "SELECT pg_relation_size('"+t.plan.index+"') / current_setting('block_size')::bigint").Scan(&count); err != nil {
		return 0, nil, err
	}
	if count < 2 {
		return 0, nil, nil
	}
	from := "bt_multi_page_stats('" + t.plan.index + "', 1, -1) AS s"
	if t.engine.number < multiPage {
		from = "generate_series(1, pg_relation_size('" + t.plan.index + "') / current_setting('block_size')::bigint - 1) AS page, LATERAL bt_page_stats('" + t.plan.index + "', page::int) AS s"
	}
	rows, err := t.engine.QueryContext(ctx, "SELECT s.blkno, s.btpo_prev, s.btpo_next, s.free_size FROM "+from+" WHERE s.type = 'l'")
	if err != nil {
		return 0, nil, err
	}
	defer rows.Close()
	pages = make(map[int]page)
	for rows.Next() {
		var number, before int
		var p page
		if err := rows.Scan(&number, &before, &p.after, &p.free); err != nil {
			return 0, nil, err
		}
		pages[number] = p
		if before == 0 {
			first = number
		}
	}
	return first, pages, rows.Err()
}

// multiPage is the first version that has bt_multi_page_stats.
const multiPage = 160000

// order adds the fragmentation.
func (t *tree) order(ctx context.Context, r metric.Readings) error {
	leaves, err := t.Leaves(ctx)
	if why, missing := engine.MissingReason(err); missing {
		r[metric.Fragmentation] = metric.Missing(why)
		return nil
	}
	if err != nil {
		return err
	}
	numbers := make([]int, len(leaves))
	for i, l := range leaves {
		numbers[i] = int(l.Page)
	}
	r[metric.Fragmentation] = metric.Value(100 * engine.Fragmentation(numbers))
	return nil
}

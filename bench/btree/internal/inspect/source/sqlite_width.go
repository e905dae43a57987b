package source

import (
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/sim"
)

// RowWidth and EntryWidth are not known: the simulator has no rules for SQLite's pages.
func (s *sqlite) RowWidth(*Table, Sample) Figure { return Unknown(noRules) }

// EntryWidth is not known, as RowWidth is not.
func (s *sqlite) EntryWidth(*Table, Index, Sample) Figure { return Unknown(noRules) }

const noRules = "the simulator has no rules for SQLite"

// Tree returns an error.
func (s *sqlite) Tree(Index, int) (sim.Rules, error) { return sim.Rules{}, errors.New(noRules) }

// Grain returns the alignment of entries.
func (s *sqlite) Grain() (unit, offset int) { return 1, 0 }

// HeapPage returns 0: the rows are in a tree.
func (s *sqlite) HeapPage() int { return 0 }

// PageSize returns the page size of the file.
func (s *sqlite) PageSize() int { return s.pageSize }

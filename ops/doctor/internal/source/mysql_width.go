package source

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/leafpage"
)

// Sizes of a record of InnoDB's row formats COMPACT and DYNAMIC, in bytes.
const (
	myHeader      = 5
	myTransaction = 6 + 7 // and roll pointer
	myRowID       = 6     // of a table that is stored by no key
	myShort       = 127   // the longest value whose length takes one byte, if the column may be longer than 255
)

// rowWidth returns the mean size of a record of the clustered index.
func (m *mysql) rowWidth(t *Table, s Sample) Figure {
	system := myTransaction
	if !t.clusters {
		system += myRowID
	}
	fields := make([]field, len(t.Columns))
	for i, c := range t.Columns {
		fields[i] = field{column: c.Name}
	}
	if t.clusters { // a part of a column is in the key, and the column is in the row
		for _, f := range t.Indexes[0].fields() {
			if f.part > 0 {
				fields = append(fields, f)
			}
		}
	}
	return recordWidth(t, fields, s, system)
}

// field is a column of a record, or so many characters or bytes of it, if part is not 0.
type field struct {
	column string
	part   int
}

// fields are those of the entries of an index.
func (x Index) fields() []field {
	list := make([]field, len(x.Columns))
	for i, c := range x.Columns {
		list[i].column = c
		if i < len(x.Parts) {
			list[i].part = x.Parts[i]
		}
	}
	return list
}

// entryWidth returns the mean size of a record on the leaf pages of an index. Those of a
// secondary index end with the key by which the rows are stored.
func (m *mysql) entryWidth(t *Table, x Index, s Sample) Figure {
	if t.twoKeys {
		return Unknown("the server does not show by which of two keys it stores the rows")
	}
	if x.Clustered {
		return m.rowWidth(t, s)
	}
	if !t.clusters {
		return recordWidth(t, x.fields(), s, myRowID)
	}
	list := x.fields()
	for _, key := range t.Indexes[0].fields() {
		// InnoDB leaves a column out if the entry has the whole of it; it adds a part in any case.
		if key.part > 0 || !slices.Contains(list, key) {
			list = append(list, key)
		}
	}
	return recordWidth(t, list, s, 0)
}

// recordWidth returns the mean size of records with the fields.
func recordWidth(t *Table, fields []field, s Sample, system int) Figure {
	nullable := 0
	widths := make([]float64, s.Rows)
	for _, f := range fields {
		c, ok := t.Column(f.column)
		if !ok {
			return Unknown("the index is on an expression")
		}
		if c.Nullable {
			nullable++
		}
		for row := range widths {
			n, ok := s.length(c, row)
			if !ok {
				return Unknown("the rows are long: the lengths of " + f.column + " were not read")
			}
			if n > 0 || !c.Nullable { // of an empty text and NULL, no length is shown
				n = max(n, c.least)
			}
			if f.part > 0 && n > f.part {
				if !c.ofBytes() {
					return Unknown("the index has a part of " + f.column + ", whose characters have up to four bytes")
				}
				n = f.part
			}
			widths[row] += float64(n)
			if c.fixed == 0 && n > 0 { // NULL takes a bit
				widths[row] += float64(lengthBytes(c, n))
			}
		}
	}
	for row := range widths {
		widths[row] += float64(myHeader + system + (nullable+7)/8)
	}
	return meanOf(widths)
}

// ofBytes reports whether each character of a column has one byte.
func (c Column) ofBytes() bool {
	return c.Class == Bytes || c.longest == c.Length && !strings.HasSuffix(c.Type, "text")
}

// lengthBytes is what the length of a value takes.
func lengthBytes(c Column, n int) int {
	if c.longest > 255 && n > myShort {
		return 2
	}
	return 1
}

// tree returns the rules of InnoDB for records of so many bytes. Which of them are the key
// makes no difference on the leaf pages.
func (m *mysql) tree(x Index, entry int) (leafpage.Rules, error) {
	const widest, page = 16, 16 << 10
	if m.pageSize != page {
		return leafpage.Rules{}, fmt.Errorf("the simulator has no rules for pages of %d bytes", m.pageSize)
	}
	key := min(widest, entry-myHeader-myTransaction-1) // rows may be narrower, as those of two integers are
	o := leafpage.InnoDBOptions{Key: key, MariaDB: m.mariaDB}
	if x.Clustered {
		o.Payload = entry - myHeader - key - myTransaction - 1
		if o.Payload > 255 { // its length takes two bytes
			o.Payload--
		}
		return leafpage.InnoDB(o)
	}
	o.Key, o.Primary = (entry-myHeader)/2, (entry-myHeader+1)/2
	return leafpage.InnoDB(o)
}

// Predict simulates InnoDB.
func (m *mysql) Predict(_ context.Context, t *Table, x Index, s Sample, rows Figure, f Filling) Pages {
	return m.layout(x).simulated(m.entryWidth(t, x, s), rows, f)
}

func (m *mysql) layout(x Index) layout {
	return layout{unit: 1, rules: func(entry int) (leafpage.Rules, error) { return m.tree(x, entry) }}
}

// Rewritten is not known: InnoDB orders the rows of a table without such a key by a
// number that it does not show.
func (m *mysql) Rewritten(context.Context, *Table, Sample, Figure) Figure {
	return Unknown("the table has no primary key")
}

// Storage describes InnoDB.
func (m *mysql) Storage() Storage { return Storage{PageSize: m.pageSize, Spare: true, Together: true} }

package source

import (
	"slices"
	"strings"
	"testing"
)

// A record of InnoDB has a header, its columns with the lengths of those that vary, and a bit for each that may be NULL.
// The clustered index has the transaction besides, and a secondary one the primary key.
func TestRecordsOfInnoDB(t *testing.T) {
	fixed := func(name string, size int) Column { return Column{Name: name, fixed: size} }
	nullable := func(c Column) Column { c.Nullable = true; return c }
	text, long, padded := Column{Name: "text", longest: 255}, Column{Name: "long", longest: 256}, Column{Name: "padded", least: 36}
	raw, latin := Column{Name: "raw", Class: Bytes, Length: 20, longest: 20}, Column{Name: "latin", Class: Text, Type: "varchar(20)", Length: 20, longest: 20}
	wide, body := Column{Name: "wide", Class: Text, Type: "varchar(20)", Length: 20, longest: 80}, Column{Name: "body", Class: Text, Type: "tinytext", Length: 255, longest: 255}
	partOf := func(column string, part int) Index {
		return Index{Columns: []string{column}, Parts: []int{part}}
	}
	table := func(columns ...Column) *Table {
		return &Table{clusters: true, Columns: columns, Indexes: []Index{{Name: "PRIMARY", Columns: []string{columns[0].Name}, Clustered: true}}}
	}
	of := func(columns ...string) Index { return Index{Columns: columns} }
	for _, c := range []struct {
		what    string
		table   *Table
		index   Index
		lengths map[string][]float64
		want    float64
		missing string
	}{
		{"rows", table(fixed("id", 16), fixed("n", 4)), holdsRowsBy("id"), nil, 5 + 13 + 20, ""},
		{"rows without a primary key", &Table{Columns: []Column{fixed("id", 16)}}, holdsRowsBy(""), nil, 5 + 13 + 6 + 16, ""},
		{"a secondary index", table(fixed("id", 16), fixed("n", 4)), of("n"), nil, 5 + 20, ""},
		{"a secondary index with the key in it", table(fixed("id", 16), fixed("n", 4)), of("n", "id"), nil, 5 + 20, ""},
		{"a secondary index without a primary key", &Table{Columns: []Column{fixed("n", 4)}}, of("n"), nil, 5 + 4 + 6, ""},
		{"a part of bytes", table(fixed("id", 8), raw), partOf("raw", 7), map[string][]float64{"raw": {5, 16}}, 5 + 8 + 1 + 6, ""},
		{"a part of characters of one byte", table(fixed("id", 8), latin), partOf("latin", 7), map[string][]float64{"latin": {6, 16}}, 5 + 8 + 1 + 6.5, ""},
		{"a part of all of them", table(fixed("id", 8), latin), partOf("latin", 16), map[string][]float64{"latin": {16, 16}}, 5 + 8 + 17, ""},
		{"a part of other characters", table(fixed("id", 8), wide), partOf("wide", 7), map[string][]float64{"wide": {6, 8}}, 0, "the index has a part of wide, whose characters have up to four bytes"},
		{"a part that is never full", table(fixed("id", 8), wide), partOf("wide", 8), map[string][]float64{"wide": {6, 8}}, 5 + 8 + 8, ""},
		{"a part of a TEXT", table(fixed("id", 8), body), partOf("body", 7), map[string][]float64{"body": {6, 8}}, 0, "the index has a part of body, whose characters have up to four bytes"},
		{"a part of the second column", table(fixed("id", 8), latin, fixed("n", 4)), Index{Columns: []string{"n", "latin"}, Parts: []int{0, 5}}, map[string][]float64{"latin": {16, 16}}, 5 + 8 + 4 + 6, ""},
		{"a part of the key", &Table{clusters: true, Columns: []Column{latin, fixed("n", 4)}, Indexes: []Index{partOf("latin", 5)}}, of("n"), map[string][]float64{"latin": {16, 16}}, 5 + 4 + 6, ""},
		{"a part of the key, and all of it", &Table{clusters: true, Columns: []Column{latin}, Indexes: []Index{partOf("latin", 5)}}, of("latin"), map[string][]float64{"latin": {16, 16}}, 5 + 17 + 6, ""},
		{"the same part of the key", &Table{clusters: true, Columns: []Column{latin}, Indexes: []Index{partOf("latin", 5)}}, partOf("latin", 5), map[string][]float64{"latin": {16, 16}}, 5 + 6 + 6, ""},
		{"rows by a part of a column", &Table{clusters: true, Columns: []Column{latin}, Indexes: []Index{partOf("latin", 5)}}, holdsRowsBy("latin"), map[string][]float64{"latin": {16, 16}}, 5 + 13 + 17 + 6, ""},
		{"one of two keys", &Table{twoKeys: true, Columns: []Column{latin}}, of("latin"), map[string][]float64{"latin": {16, 16}}, 0, "the server does not show by which of two keys it stores the rows"},
		{"all of the key, and a part of it", table(latin), partOf("latin", 5), map[string][]float64{"latin": {16, 16}}, 5 + 6 + 17, ""},
		{"an expression", table(fixed("id", 16)), of(""), nil, 0, "the index is on an expression"},
		{"long rows", table(fixed("id", 16), text), of("text"), nil, 0, "the rows are long: the lengths of text were not read"},
		{"a text", table(fixed("id", 8), text), of("text"), map[string][]float64{"text": {200, 200}}, 5 + 8 + 201, ""},
		{"a text of a column for more", table(fixed("id", 8), long), of("long"), map[string][]float64{"long": {128, 128}}, 5 + 8 + 130, ""},
		{"a short text of a column for more", table(fixed("id", 8), long), of("long"), map[string][]float64{"long": {127, 127}}, 5 + 8 + 128, ""},
		{"a padded text", table(fixed("id", 8), padded), of("padded"), map[string][]float64{"padded": {20, 40}}, 5 + 8 + 39, ""},
		{"an empty padded text", table(fixed("id", 8), padded), of("padded"), map[string][]float64{"padded": {0, 0}}, 5 + 8 + 37, ""},
		{"one of two may be NULL", table(fixed("id", 8), nullable(text)), of("text"), map[string][]float64{"text": {0, 20}}, 5 + 8 + 1 + 10.5, ""},
		{"NULL in a padded column", table(fixed("id", 8), nullable(padded)), of("padded"), map[string][]float64{"padded": {0, 0}}, 5 + 8 + 1, ""},
		{"eight that may be NULL", table(fixed("id", 8), nullable(fixed("a", 1)), nullable(fixed("b", 1)), nullable(fixed("c", 1)), nullable(fixed("d", 1)), nullable(fixed("e", 1)), nullable(fixed("f", 1)), nullable(fixed("g", 1)), nullable(fixed("h", 1))), holdsRowsBy("id"), nil, 5 + 13 + 16 + 1, ""},
		{"nine that may be NULL", table(nullable(fixed("id", 8)), nullable(fixed("a", 1)), nullable(fixed("b", 1)), nullable(fixed("c", 1)), nullable(fixed("d", 1)), nullable(fixed("e", 1)), nullable(fixed("f", 1)), nullable(fixed("g", 1)), nullable(fixed("h", 1))), holdsRowsBy("id"), nil, 5 + 13 + 16 + 2, ""},
	} {
		got := (&mysql{pageSize: 16 << 10}).entryWidth(c.table, c.index, Sample{Rows: 2, Lengths: c.lengths})
		if got.Value != c.want || got.Missing != c.missing {
			t.Errorf("%s: %+v, want %g", c.what, got, c.want)
		}
	}
}

func holdsRowsBy(column string) Index { return Index{Columns: []string{column}, Clustered: true} }

// The rules of the simulator are those of records of the same size, also of rows that are narrower than a UUID: 50,000
// rows of a BIGINT and an INT had 101 leaf pages on MySQL and on MariaDB.
func TestTreesOfInnoDB(t *testing.T) {
	table := &Table{clusters: true, Columns: []Column{{Name: "id", fixed: 8}, {Name: "n", fixed: 4}, {Name: "token", fixed: 16}}, Indexes: []Index{holdsRowsBy("id")}}
	narrow, wide := table.With(Column{Name: "token"}), &Table{clusters: true, Columns: []Column{{Name: "id", fixed: 16}, {Name: "x", fixed: 300}}, Indexes: []Index{holdsRowsBy("id")}}
	narrow.Columns = narrow.Columns[:2]
	for _, c := range []struct {
		what    string
		table   *Table
		index   Index
		page    int
		want    float64
		missing string
	}{
		{"a BIGINT and an INT", narrow, narrow.Indexes[0], 16 << 10, 101, ""},
		{"with a UUID", table, table.Indexes[0], 16 << 10, 154, ""},
		{"a payload whose length takes two bytes", wide, wide.Indexes[0], 16 << 10, 1112, ""},
		{"a secondary index", table, Index{Columns: []string{"token"}}, 16 << 10, 92, ""},
		{"other pages", table, table.Indexes[0], 8 << 10, 0, "the simulator has no rules for pages of 8192 bytes"},
	} {
		got := (&mysql{pageSize: c.page}).Predict(t.Context(), c.table, c.index, Sample{Rows: 2}, Exactly(50_000), InOrder)
		if got.Leaves.Value != c.want || got.Leaves.Missing != c.missing {
			t.Errorf("%s: %+v, want %g", c.what, got.Leaves, c.want)
		}
	}
	if got := (&mysql{}).Rewritten(t.Context(), table, Sample{}, Exactly(1)); got.Missing != "the table has no primary key" {
		t.Errorf("rows in no index: %+v", got)
	}
	if got, want := (&mysql{pageSize: 4096}).Storage(), (Storage{PageSize: 4096, Spare: true, Together: true}); got != want {
		t.Errorf("storage %+v", got)
	}
}

// The figures of an index are those of the statistics, if the rows have not changed much since.
func TestPagesOfInnoDB(t *testing.T) {
	const page = 1000
	const old = "the statistics of the pages are older than the rows: run ANALYZE TABLE"
	for _, c := range []struct {
		what                                 string
		counted, rows, changes, size, leaves float64 // of the statistics; 0 for none
		partitioned, compressed, clustered   bool
		bytes, leafPages, fill               Figure
		method                               string
	}{
		{what: "as they were", counted: 1000, rows: 1000, size: 50, leaves: 40, bytes: Exactly(50_000), leafPages: Exactly(40), fill: Figure{Value: 52.5, Low: 52.5, High: 52.5, Estimate: true}, method: "persistent statistics"},
		{what: "a tenth more", counted: 1000, rows: 1100, size: 50, leaves: 40, bytes: Exactly(50_000), leafPages: About(44, 40, 48), fill: Figure{Value: 57.75, Low: 57.75, High: 57.75, Estimate: true}, method: "persistent statistics"},
		{what: "a tenth less", counted: 1000, rows: 900, size: 50, leaves: 40, bytes: Exactly(50_000), leafPages: About(36, 36, 48), fill: Figure{Value: 47.25, Low: 47.25, High: 47.25, Estimate: true}, method: "persistent statistics"},
		{what: "a tenth others", counted: 1000, rows: 1000, changes: 100, size: 50, leaves: 40, bytes: Exactly(50_000), leafPages: About(40, 36, 48), fill: Figure{Value: 52.5, Low: 52.5, High: 52.5, Estimate: true}, method: "persistent statistics"},
		{what: "an eighth others", counted: 1000, rows: 1000, changes: 125, size: 50, leaves: 40, bytes: Unknown(old), leafPages: Unknown(old), fill: Unknown(old), method: "persistent statistics"},
		{what: "more rows than fit", counted: 2000, rows: 2000, size: 50, leaves: 41.9, bytes: Unknown(old), leafPages: Unknown(old), fill: Unknown(old), method: "persistent statistics"},
		{what: "as many rows as fit", counted: 2000, rows: 2000, size: 50, leaves: 42, bytes: Exactly(50_000), leafPages: Exactly(42), fill: Figure{Value: 100, Low: 100, High: 100, Estimate: true}, method: "persistent statistics"},
		{what: "nothing", rows: 1000, bytes: Unknown("none"), leafPages: Unknown("none"), fill: Unknown("the server does not show it"), method: "persistent statistics"},
		{what: "the size of the table alone", rows: 1000, clustered: true, bytes: Exactly(90_000), leafPages: Figure{Value: 87.3, Low: 81, High: 90, Estimate: true, AtMost: true}, fill: Figure{Value: 1000 * 39.0 / 873, Low: 1000 * 39.0 / 873, High: 1000 * 39.0 / 873, Estimate: true}, method: "estimate"},
		{what: "a partitioned table", counted: 1000, rows: 1000, size: 50, leaves: 10, partitioned: true, bytes: Unknown(old), leafPages: Unknown(old), fill: Unknown(old), method: "persistent statistics"},
		{what: "a partitioned table of full pages", counted: 1000, rows: 1000, size: 50, leaves: 25, partitioned: true, bytes: Exactly(50_000), leafPages: Figure{Value: 25, Low: 25, High: 42, AtMost: true}, fill: Figure{Value: 84, Low: 84, High: 84, Estimate: true}, method: "persistent statistics"},
		{what: "compressed", counted: 1000, rows: 1000, size: 50, leaves: 40, compressed: true, bytes: Unknown("the pages are compressed, and the server does not show to what size"), leafPages: Unknown("the pages are compressed, and the server does not show to what size"), fill: Unknown("the pages are compressed, and the server does not show to what size")},
	} {
		look := func(values map[string]float64) *lookup {
			l := &lookup{values: map[[3]string]float64{}, missing: "none"}
			for name, v := range values {
				index := "i"
				if name == "rows" || name == "changes" {
					index = ""
				}
				if v > 0 {
					l.values[[3]string{"t", index, name}] = v
				}
			}
			return l
		}
		m := &mysql{pageSize: page, statistics: look(map[string]float64{"rows": c.counted, "size": c.size, "n_leaf_pages": c.leaves}), changes: look(map[string]float64{"changes": c.changes})}
		index := Index{Name: "i", Columns: []string{"n"}, Clustered: c.clustered}
		table := &Table{Name: "t", clusters: true, Rows: Exactly(c.rows), Bytes: Exactly(90_000), Columns: []Column{{Name: "id", fixed: 12}, {Name: "n", fixed: 4}}, Indexes: []Index{holdsRowsBy("id")}, place: &myTable{rows: c.rows, partitioned: c.partitioned, compressed: c.compressed}}
		if c.clustered { // 5 + 13 + 16 and the 5 of the number
			table.Columns = append(table.Columns, Column{Name: "x", fixed: 5})
		}
		got := m.Measure(t.Context(), table, []Index{index}, Sample{Rows: 2})[0]
		if !near(got.Bytes, c.bytes) || !near(got.Leaves, c.leafPages) || !near(got.Fill, c.fill) || got.Method != c.method || got.Entries != table.Rows {
			t.Errorf("%s: bytes %+v, leaf pages %+v, fill %+v, %s", c.what, got.Bytes, got.Leaves, got.Fill, got.Method)
		}
	}
}

// The figures of a partitioned table are the sums of those of its partitions.
func TestLookup(t *testing.T) {
	l := &lookup{values: map[[3]string]float64{{"t", "i", "size"}: 5, {"u#p#", "i", "size"}: 7}, missing: "none"}
	plain, partitioned := &myTable{}, &myTable{partitioned: true}
	for _, c := range []struct {
		table string
		place *myTable
		index string
		want  Figure
	}{
		{"t", plain, "i", Exactly(5)}, {"t", plain, "j", Unknown("none")}, {"u", partitioned, "i", Exactly(7)}, {"u", plain, "i", Unknown("none")}, {"t", partitioned, "i", Exactly(5)},
	} {
		if got := l.figure(&Table{Name: c.table, place: c.place}, c.index, "size"); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

func TestTypesOfMySQL(t *testing.T) {
	for _, c := range []struct {
		kind, full string
		length     int
		class      Class
		fixed      int
		greatest   uint64
		unsigned   uint64
	}{
		{"uuid", "uuid", 0, UUID, 16, 0, 0}, {"binary", "binary(16)", 16, Bytes, 16, 0, 0}, {"varbinary", "varbinary(16)", 16, Bytes, 0, 0, 0}, {"char", "char(36)", 36, Text, 0, 0, 0}, {"longtext", "longtext", 0, Text, 0, 0, 0},
		{"tinyint", "tinyint(1)", 0, Integer, 1, 127, 255}, {"smallint", "smallint", 0, Integer, 2, 32767, 65535}, {"mediumint", "mediumint", 0, Integer, 3, 8388607, 16777215}, {"int", "int", 0, Integer, 4, 2147483647, 4294967295}, {"bigint", "bigint", 0, Integer, 8, 1<<63 - 1, 1<<64 - 1},
		{"decimal", "decimal(20,0)", 0, Numeric, 9, 0, 0}, {"decimal", "decimal(10,2)", 0, Numeric, 5, 0, 0}, {"decimal", "decimal(18)", 0, Numeric, 8, 0, 0}, {"float", "float", 0, Numeric, 4, 0, 0}, {"double", "double", 0, Numeric, 8, 0, 0},
		{"datetime", "datetime", 0, Other, 5, 0, 0}, {"datetime", "datetime(6)", 0, Other, 8, 0, 0}, {"timestamp", "timestamp(3)", 0, Other, 6, 0, 0}, {"time", "time(1)", 0, Other, 4, 0, 0}, {"date", "date", 0, Other, 3, 0, 0}, {"json", "json", 0, Other, 0, 0, 0}, {"year", "year", 0, Other, 1, 0, 0},
	} {
		if class, fixed := myClass(c.kind), myFixed(c.kind, c.full, c.length); class != c.class || fixed != c.fixed || myGreatest(c.kind, false) != c.greatest || myGreatest(c.kind, true) != c.unsigned {
			t.Errorf("%s: %s, %d, %d, %d", c.full, class, fixed, myGreatest(c.kind, false), myGreatest(c.kind, true))
		}
	}
	for digits, want := range map[int]int{0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 4, 10: 5, 18: 8, 20: 9} {
		if got := decimalBytes(digits); got != want {
			t.Errorf("%d digits: %d bytes", digits, got)
		}
	}
}

// Values come as integers, texts and bytes, whatever the driver makes of them.
func TestMyValue(t *testing.T) {
	for _, c := range []struct {
		class Class
		value any
		want  any
	}{
		{Text, []byte("a"), "a"}, {Integer, []byte("-7"), int64(-7)}, {Integer, []byte("18446744073709551615"), uint64(1<<64 - 1)}, {Integer, []byte("x"), "x"}, {Integer, int64(7), int64(7)}, {Numeric, []byte("1.5"), "1.5"}, {Text, nil, nil},
	} {
		if got := myValue(Column{Class: c.class}, c.value); got != c.want {
			t.Errorf("%s %v: %v", c.class, c.value, got)
		}
	}
	if got := myValue(Column{Class: Bytes}, []byte{1}).([]byte); !slices.Equal(got, []byte{1}) {
		t.Errorf("bytes: %v", got)
	}
	if got := myValue(Column{Class: UUID}, []byte("00000000-0000-0000-0000-0000000000ff")).([]byte); len(got) != 16 || got[15] != 0xff {
		t.Errorf("a UUID: %v", got)
	}
	if got := myValue(Column{Class: UUID}, []byte("?")); got != "?" {
		t.Errorf("no UUID: %v", got)
	}
}

// A sample is read by the primary key, if the rows are in its order and probes can be placed in it.
func TestKeysOf(t *testing.T) {
	for _, c := range []struct {
		class    Class
		clusters bool
		prefix   int
		want     []string
	}{
		{Text, true, 0, []string{"`id`", "`n`"}}, {Integer, true, 0, []string{"`id`", "`n`"}}, {Other, true, 0, nil}, {Numeric, true, 0, nil}, {Text, false, 0, nil}, {Text, true, 1, nil},
	} {
		table := &Table{clusters: c.clusters, Columns: []Column{{Name: "id", Class: c.class}, {Name: "n", Class: Other}}, Indexes: []Index{{Columns: []string{"id", "n"}, Parts: []int{c.prefix, 0}}}}
		if got := keysOf(table); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q", c, got)
		}
	}
	table := &Table{quoted: "`t`", clusters: true, Indexes: []Index{{Name: "PRIMARY"}}}
	if got := inOrderOfRows(table); got != "`t` FORCE INDEX (`PRIMARY`)" {
		t.Error(got)
	}
	if table.clusters = false; inOrderOfRows(table) != "`t`" {
		t.Error(inOrderOfRows(table))
	}
}

// MariaDB sorts UUIDs of the versions 1 to 5 by their last group first: probes are placed in that order.
func TestRegrouped(t *testing.T) {
	uuid := func(version, variant byte) []byte {
		b := []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
		b[6], b[8] = version<<4|6, variant
		return b
	}
	for _, c := range []struct {
		version, variant byte
		want             bool
	}{{1, 0x80, true}, {5, 0xBF, true}, {6, 0x80, false}, {7, 0x80, false}, {4, 0x7F, false}, {0, 0x80, true}} {
		if got := isRegrouped(uuid(c.version, c.variant)); got != c.want {
			t.Errorf("version %d, variant %x: %v", c.version, c.variant, got)
		}
	}
	zero := uuid(0, 0x80)
	if zero[6] = 0; isRegrouped(zero) {
		t.Error("a byte of zero is no version")
	}
	if got, want := regrouped(uuid(4, 0x80)), []byte{10, 11, 12, 13, 14, 15, 0x80, 9, 0x46, 7, 4, 5, 0, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	if got := regrouped(uuid(7, 0x80)); !slices.Equal(got, uuid(7, 0x80)) {
		t.Errorf("%x", got)
	}
	low, high := uuid(4, 0x80), slices.Clone(uuid(4, 0x80))
	high[10] = 0xff
	starts := startsOf(Column{Class: UUID}, low, high)
	if len(starts) != probes || starts[0] != "'00010203-0405-4607-8009-0a0b0c0d0e0f'" || !slices.IsSortedFunc(starts, func(a, b string) int { return slices.Compare([]byte(a[25:]), []byte(b[25:])) }) {
		t.Errorf("starts %q", starts)
	}
	plain, other := uuid(7, 0x80), slices.Clone(uuid(7, 0x80))
	other[0] = 0xff
	if starts := startsOf(Column{Class: UUID}, plain, other); len(starts) != probes || starts[0] != "'00010203-0405-7607-8009-0a0b0c0d0e0f'" || !slices.IsSorted(starts) {
		t.Errorf("starts %q", starts)
	}
	for _, c := range [][2]any{{low, plain}, {low, "x"}, {"x", low}, {low[:15], low}, {low, low[:15]}, {nil, nil}} {
		if got := startsOf(Column{Class: UUID}, c[0], c[1]); got != nil {
			t.Errorf("%v: %q", c, got)
		}
	}
	if got := startsOf(Column{Class: Integer}, int64(1), int64(1000)); len(got) != probes || got[0] != "1" {
		t.Errorf("integers: %q", got)
	}
}

// The index by which InnoDB stores the rows is the first one.
func TestCluster(t *testing.T) {
	plain, unique := Index{Name: "a", Columns: []string{"n"}}, Index{Name: "b", Columns: []string{"m"}, Unique: true}
	other, primary := Index{Name: "c", Columns: []string{"y", "x"}, Unique: true}, Index{Name: "PRIMARY", Columns: []string{"id"}, Primary: true, Unique: true}
	shown := func(names ...string) (list []Column) {
		for _, name := range []string{"id", "m", "n", "x", "y"} {
			list = append(list, Column{Name: name, primary: slices.Contains(names, name)})
		}
		return list
	}
	for _, c := range []struct {
		what, engine string
		indexes      []Index
		columns      []Column
		want         string
		order        string
	}{
		{"a primary key", "InnoDB", []Index{plain, primary, unique}, shown("id"), "PRIMARY", "PRIMARY a b"},
		{"a unique key", "InnoDB", []Index{plain, unique, other}, shown("m"), "b", "b a c"},
		{"a unique key of two columns", "InnoDB", []Index{plain, unique, other}, shown("x", "y"), "c", "c a b"},
		{"a unique key of columns that may be NULL", "InnoDB", []Index{plain, unique}, shown(), "", "a b"},
		{"another index of the columns", "InnoDB", []Index{{Name: "a", Columns: []string{"m"}}, unique}, shown("m"), "b", "b a"},
		{"no index", "InnoDB", nil, shown(), "", ""},
		{"a part of the columns", "InnoDB", []Index{{Name: "a", Columns: []string{"m"}, Unique: true, Parts: []int{5}}, unique}, shown("m"), "b", "b a"},
		{"two keys of the same columns", "InnoDB", []Index{{Name: "a", Columns: []string{"x", "y"}, Unique: true}, other}, shown("x", "y"), "", "a c"},
		{"another engine", "MyISAM", []Index{primary}, shown("id"), "", "PRIMARY"},
	} {
		table := &Table{Columns: c.columns, Indexes: slices.Clone(c.indexes), place: &myTable{engine: c.engine}, HasPrimary: slices.ContainsFunc(c.indexes, func(x Index) bool { return x.Primary })}
		table.cluster()
		if two := strings.HasPrefix(c.what, "two"); table.twoKeys != two {
			t.Errorf("%s: two keys %t", c.what, !two)
		}
		var order, clustered []string
		for _, x := range table.Indexes {
			if order = append(order, x.Name); x.Clustered {
				clustered = append(clustered, x.Name)
			}
		}
		if strings.Join(order, " ") != c.order || strings.Join(clustered, " ") != c.want || table.Clusters() != (c.want != "") {
			t.Errorf("%s: %q, clustered is %q, %t, want %q and %q", c.what, order, clustered, table.Clusters(), c.order, c.want)
		}
	}
}

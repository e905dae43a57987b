package metric

// Names of the metrics, for engines to fill in their readings.
const (
	RowsPerSecond = "rows_per_second"
	LeafPages     = "leaf_pages"
	LeafFill      = "leaf_fill_percent"
	Fragmentation = "fragmentation_percent"
	PageSplits    = "page_splits"
	BytesPerRow   = "bytes_per_row"
	PagesWritten  = "pages_written_per_row"
	PagesRead     = "pages_read_per_row"
	LogBytes      = "log_bytes_per_row"
	TickWaits     = "tick_waits"
	Duplicates    = "duplicate_keys"
)

var list = []Metric{
	{
		Name: RowsPerSecond, Head: "rows/s", Unit: "rows/s", Better: Higher, Print: whole, Spread: true,
		About: "keys made and rows committed per second, as the client sees it; ± is the 95% interval of the median",
	},
	{
		Name: LeafPages, Head: "leaf\npages", Unit: "leaf-pages", Better: Lower, Print: whole,
		About: "pages on the lowest level of the key's tree",
	},
	{
		Name: LeafFill, Head: "leaf\nfill", Unit: "leaf-fill-%", Better: Higher, Print: decimals(1, "%"),
		About: "bytes in use on the leaf pages, of all their bytes",
	},
	{
		Name: Fragmentation, Head: "frag-\nmented", Unit: "fragmented-%", Better: Lower, Print: decimals(1, "%"),
		About: "leaf pages that do not follow their predecessor in key order as the tree's next leaf in the file",
	},
	{
		Name: PageSplits, Head: "page\nsplits", Unit: "page-splits", Better: Lower, Print: whole,
		About: "leaf pages that the inserts added to the tree",
	},
	{
		Name: BytesPerRow, Head: "bytes\n/row", Unit: "tree-B/row", Better: Lower, Print: decimals(1, ""),
		About: "all pages of the key's tree, leaf or not, divided by the rows",
	},
	{
		Name: PagesWritten, Head: "written\n/row", Unit: "pages-written/row", Better: Lower, Print: decimals(3, ""),
		About: "pages written to the log per row, by the table and its index together",
	},
	{
		Name: PagesRead, Head: "read\n/row", Unit: "pages-read/row", Better: Lower, Print: decimals(3, ""),
		About: "pages fetched from the file because the page cache did not hold them, per row",
	},
	{
		Name: LogBytes, Head: "log\nB/row", Unit: "log-B/row", Better: Lower, Print: whole, Unless: PagesWritten,
		About: "bytes that went to the write-ahead or redo log per row, for the table and its index together",
	},
	{
		Name: TickWaits, Unit: "tick-waits", Better: Lower, Print: whole,
		Note:  "used up its tick and waited for the next one, as its format asks",
		About: "times that a key source waited for its format's next tick because the generator said that it had no key left",
	},
	{
		Name: Duplicates, Unit: "duplicate-keys", Better: Lower, Print: whole,
		Note:  "made a key that was already there, and another one in its place, as its format asks",
		About: "keys that were already in the table, so that another was made and the INSERT repeated",
	},
}

// All returns every metric, in the order of the table's columns.
func All() []Metric { return append([]Metric(nil), list...) }

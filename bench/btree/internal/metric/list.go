package metric

import "slices"

// Names of the metrics, for engines to fill in their readings.
const (
	RowsPerSecond = "rows_per_second"
	ProcessorTime = "processor_us_per_row"
	LeafPages     = "leaf_pages"
	LeafFill      = "leaf_fill_percent"
	PageSplits    = "page_splits_per_1000_rows"
	BytesPerRow   = "bytes_per_row"
	PagesWritten  = "pages_written_per_row"
	PagesRead     = "pages_read_per_row"
	PageRequests  = "page_requests_per_row"
	BufferHits    = "buffer_hits_percent"
	LogBytes      = "log_bytes_per_row"
	WholePages    = "whole_pages_per_row"
	TickWaits     = "tick_waits"
	Duplicates    = "duplicate_keys"
)

// Names of metrics of the leaf pages' order in the file, which Order fills in.
const (
	RangePages   = "range_pages"
	RangeSkipped = "range_skipped_bytes"
	Neighbours   = "neighbours_apart_pages"
)

// LeafError is the name of the metric of how far an estimate of the simulator may be off.
const LeafError = "leaf_pages_error_percent"

// Names of metrics of rows that are updated.
const (
	Bloat              = "bloat_ratio"
	HotUpdates         = "hot_updates_percent"
	RecentUpdates      = "recent_updates_per_second"
	RecentUpdateReads  = "recent_update_pages_read"
	RecentUpdateWrites = "recent_update_pages_written"
	RecentUpdateLog    = "recent_update_log_bytes"
)

// Names of metrics of a table with other indexes.
const (
	IndexBytes = "other_index_bytes_per_row"
	TotalBytes = "total_bytes_per_row"
)

// FileBytes is the name of the metric of the size of a table's files.
const FileBytes = "file_bytes_per_row"

var list = slices.Concat(inserts, latencies, mixed, byTime, byKey)

var inserts = []Metric{
	{
		Name: RowsPerSecond, Extent: Span, Head: "rows/s", Unit: "rows/s", Better: Higher, Print: whole, Spread: true,
		Verdict: &Phrases{Noun: "time", Say: "takes %s", More: "longer", Less: "less time", Times: "as long", Values: "inserts %s rows/s (a counter %s)"},
		About:   "keys made and rows committed per second, as the client sees it; ± is the 95% interval of the median",
	},
	{
		Name: ProcessorTime, Extent: Span, Head: "CPU\n/row", Unit: "processor-us/row", Better: Lower, Print: decimals(1, "µs"),
		Verdict: &Phrases{Noun: "processor time", Say: "takes %s", More: "more processor time", Less: "less processor time", Times: "the processor time", Values: "takes %s of processor time a row (a counter %s)"},
		About:   "processor time of the server's processes per row, or of this program with SQLite",
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
		Name: Bloat, Phase: ChangePhase, Head: "bloat", Title: "bloat", Unit: "bloat", Better: Lower, Print: decimals(2, "x"),
		Verdict: &Phrases{Noun: "bloat", Values: "grows to %s the leaf pages of the first fill (a counter %s)"},
		About:   "leaf pages at the end, divided by those after the first fill, which had as many rows",
	},
	{
		Name: HotUpdates, Extent: Span, Phase: ChangePhase, Head: "HOT", Title: "HOT updates", Unit: "hot-updates-%", Better: Higher, Print: decimals(1, "%"),
		About: "updates of PostgreSQL that found room on the row's page and wrote no index, of all updates",
	},
	{
		Name: RecentUpdates, Extent: Span, Phase: ChangePhase, Head: "recent\n/s", Title: "updates/s of recent rows", Unit: "recent-updates/s", Better: Higher, Print: whole, Spread: true,
		About: "updates per second of the last hundredth of the rows, after all others",
	},
	{
		Name: RecentUpdateReads, Extent: Span, Title: "pages read an update of recent rows", Unit: "recent-update-pages-read", Better: Lower, Print: decimals(3, ""),
		About: "pages fetched per update of the last hundredth of the rows, because the buffer pool did not hold them",
	},
	{
		Name: RecentUpdateWrites, Extent: Span, Title: "pages written an update of recent rows", Unit: "recent-update-pages-written", Better: Lower, Print: decimals(3, ""),
		Verdict: &Phrases{Noun: "updates of recent rows", Say: "writes %s for updates of recent rows", Times: "the pages", Values: "writes %s pages an update of recent rows (a counter %s)", Print: decimals(2, "")},
		About:   "pages written to the log per update of the last hundredth of the rows",
	},
	{
		Name: RecentUpdateLog, Extent: Span, Title: "log B an update of recent rows", Unit: "recent-update-log-B", Better: Lower, Print: whole, Unless: RecentUpdateWrites,
		Verdict: &Phrases{Noun: "updates of recent rows", Say: "writes %s for updates of recent rows", More: "more log", Less: "less log", Times: "the log", Values: "writes %s bytes of log an update of recent rows (a counter %s)"},
		About:   "bytes that went to the write-ahead or redo log per update of the last hundredth of the rows",
	},
	{
		Name: RangePages, Head: "range\npages", Unit: "range-pages", Better: Lower, Print: decimals(1, ""),
		About: "leaf pages that 1,000 rows in key order are on, on average",
	},
	{
		Name: RangeSkipped, Head: "range\nskips", Unit: "range-skipped-B", Better: Lower, Print: bytes,
		About: "bytes in the file between those pages, which a reader of the range skips, on average",
	},
	{
		Name: Neighbours, Head: "pages\napart", Unit: "neighbours-apart-pages", Better: Lower, Print: whole, Negligible: ReadAhead,
		Verdict: &Phrases{Noun: "order", Values: "leaves neighbouring pages %s apart (a counter %s)"},
		About:   "median distance in the file, in pages, of leaf pages that are neighbours in key order: 1 if they follow one another",
	},
	{
		Name: BytesPerRow, Head: "bytes\n/row", Unit: "tree-B/row", Better: Lower, Print: decimals(1, ""),
		Verdict: &Phrases{Noun: "size", Say: "makes the index %s", More: "larger", Less: "smaller", Times: "as large", Values: "takes %s bytes a row (a counter %s)"},
		About:   "all pages of the key's tree, leaf or not, divided by the rows",
	},
	{
		Name: IndexBytes, Phase: IndexPhase, Head: "others\nB/row", Title: "other indexes, bytes a row", Unit: "other-indexes-B/row", Better: Lower, Print: decimals(1, ""),
		Verdict: &Phrases{Noun: "size of the other indexes", Say: "makes the other indexes %s", More: "larger", Less: "smaller", Times: "as large", Values: "has %s bytes a row in the other indexes (a counter %s)"},
		About:   "all pages of the table's other indexes divided by the rows",
	},
	{
		Name: TotalBytes, Phase: IndexPhase, Head: "total\nB/row", Title: "table and indexes, bytes a row", Unit: "total-B/row", Better: Lower, Print: decimals(1, ""),
		About: "all pages of the table and its indexes divided by the rows",
	},
	{
		Name: PagesWritten, Extent: PerRow, Counted: true, Head: "written\n/row", Unit: "pages-written/row", Better: Lower, Print: decimals(3, ""),
		Verdict: &Phrases{Noun: "pages written", Say: "writes %s", Times: "the pages", Values: "writes %s pages a row (a counter %s)", Print: decimals(2, "")},
		About:   "pages written to the log per row, by the table and its index together",
	},
	{
		Name: PagesRead, Extent: PerRow, Counted: true, Head: "read\n/row", Unit: "pages-read/row", Better: Lower, Print: decimals(3, ""), Negligible: .05,
		Verdict: &Phrases{Noun: "pages read", Say: "reads %s", Times: "the pages", Values: "reads %s pages a row (a counter %s)", Print: decimals(2, "")},
		About:   "pages fetched from the file because the buffer pool did not hold them, per row",
	},
	{
		Name: LogBytes, Extent: PerRow, Counted: true, Head: "log\nB/row", Unit: "log-B/row", Better: Lower, Print: whole, Unless: PagesWritten,
		Verdict: &Phrases{Noun: "log", Say: "writes %s", More: "more log", Less: "less log", Times: "the log", Values: "writes %s bytes of log a row (a counter %s)"},
		About:   "bytes that went to the write-ahead or redo log per row, for the table and its index together",
	},
	{
		Name: WholePages, Extent: PerRow, Counted: true, Head: "whole\npages", Unit: "whole-pages/row", Better: Lower, Print: decimals(4, ""), Negligible: .0005,
		About: "pages written whole per row, so that a crash loses none: to the log of PostgreSQL at the first change after a checkpoint, to the files of InnoDB, and there first to the doublewrite buffer",
	},
	{
		Name: PageSplits, Extent: PerRow, Head: "splits\n/1000", Unit: "page-splits/1000-rows", Better: Lower, Print: decimals(2, ""),
		About: "page splits per 1,000 rows: of the leaf pages of the key's tree, or of all its pages where the server counts them together",
	},
	{
		Name: BufferHits, Head: "buffer\nhits", Unit: "buffer-hits-%", Better: Higher, Print: decimals(2, "%"),
		About: "pages that the buffer pool held, of all that were asked of it",
	},
	{
		Name: PageRequests, Extent: PerRow, Title: "pages asked of the buffer pool a row", Unit: "page-requests/row", Better: Lower, Print: decimals(2, ""),
		About: "pages that were asked of the buffer pool per row, whether it held them or not",
	},
	{
		Name: LeafError, Title: "error of leaf pages", Unit: "leaf-pages-error-%", Better: Lower, Print: decimals(2, "%"),
		About: "standard error of a simulated number of leaf pages that is an estimate, of that number; exact ones have none",
	},
	{
		Name: TickWaits, Extent: Span, Title: "waits for a tick", Unit: "tick-waits", Better: Lower, Print: whole,
		Note:  "used up its tick and waited for the next one, as its format asks",
		About: "times that a key source waited for its format's next tick because the generator had no key left",
	},
	{
		Name: Duplicates, Extent: Span, Title: "duplicate keys", Unit: "duplicate-keys", Better: Lower, Print: whole,
		Note:  "made a key that was already there, and another one in its place, as its format asks",
		About: "keys that were already in the table, so that another was made and the INSERT repeated",
	},
	{
		Name: FileBytes, Title: "files, bytes a row", Unit: "file-B/row", Better: Lower, Print: decimals(1, ""),
		About: "the files of the table and all of its indexes, space for later included, divided by the rows",
	},
}

// All returns every metric, in the order of the table's columns.
func All() []Metric { return append([]Metric(nil), list...) }

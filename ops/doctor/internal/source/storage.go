package source

// Storage says how a server stores rows and indexes.
type Storage struct {
	// PageSize is the size of a page in bytes.
	PageSize int
	// Spare is whether files keep many free pages, so that the bytes of an index are those
	// of its leaf pages in use.
	Spare bool
	// Together is whether a rebuild is one of a table with all its indexes.
	Together bool
}

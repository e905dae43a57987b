package sqlitetree

// File is a database file, whose trees take one page after the other as they need them. It is not
// for concurrent use.
type File struct {
	size  int // bytes of a page
	pages uint32
}

// NewFile returns a file with pages of so many bytes and a schema that is on the first of them.
func NewFile(pageSize int) *File { return &File{size: pageSize, pages: 1} }

// lockByte is the place in a file that SQLite locks. Its page is left free.
const lockByte = 1 << 30

// next adds a page and returns its number.
func (f *File) next() uint32 {
	f.pages++
	if int(f.pages-1) == lockByte/f.size {
		f.pages++
	}
	return f.pages
}

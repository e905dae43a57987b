package metric

// AddHits adds the share of the requested pages that the buffer pool held, if an engine has counted the
// requests.
func (r Readings) AddHits() {
	asked, ok := r[PageRequests]
	read := r.Get(PagesRead)
	switch {
	case !ok:
	case asked.Missing != "":
		r[BufferHits] = asked
	case read.Missing != "":
		r[BufferHits] = read
	case asked.Value <= 0:
		r[BufferHits] = Missing("no page was asked of the buffer pool")
	default:
		r[BufferHits] = Value(100 * (1 - read.Value/asked.Value))
	}
}

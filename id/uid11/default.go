package uid11

// standard is the package's default generator. It makes xids and keeps nothing
// from one to the next, so that no clock can lead it astray.
var standard Generator

// New makes an xid, from the system clock and crypto/rand (section 8.3). It is
// safe for concurrent use and does not allocate. Within a millisecond, xids have
// no order.
//
// New panics if the system clock shows a time before 2011-11-11T11:11:11.111Z or
// past [MaxTimestamp]; [Generator.New] and [ID.Generate] return that as an error.
func New() ID {
	x, err := standard.xid()
	if err != nil {
		panic(err)
	}
	return x
}

// Generate sets x to a new xid: it is how a column type fills a key. It fails
// where [New] panics, and x becomes the zero ID.
func (x *ID) Generate() (err error) {
	*x, err = standard.xid()
	return err
}

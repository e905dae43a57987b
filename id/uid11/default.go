package uid11

// standard is the default generator. It makes xids, which have no state that a wrong
// clock could spoil.
var standard Generator

// New returns a new xid of the package's default generator, which is safe for
// concurrent use (section 8.3). It does not allocate. Within a millisecond, xids have
// no order. They have no sequence either, so only a [Generator] of another profile
// has blocks of consecutive IDs ([Generator.Block]).
//
// New panics if the system clock shows a time before 2011-11-11T11:11:11.111Z or
// after [MaxTimestamp]. [ID.Generate] and [Generator.New] return that as an error.
func New() ID {
	x, err := standard.xid()
	if err != nil {
		panic(err)
	}
	return x
}

// Generate sets x to a new ID of the default generator, as [New] returns it. Column
// types call it to fill a key. It returns the errors with which New panics, and then
// sets x to the zero ID.
func (x *ID) Generate() (err error) {
	*x, err = standard.xid()
	return err
}

package idcorpus

import (
	_ "unsafe" // for linkname

	gofrs "github.com/gofrs/uuid/v5"
)

// google/uuid keeps the last time for the life of a process, and so does gofrs/uuid's generator (which typeid uses);
// a set that begins before the end of the set before it would be stuck at that end. reset makes them as in a new process.

//go:linkname googleLastV7 github.com/google/uuid.lastV7time
var googleLastV7 int64

//go:linkname googleLast github.com/google/uuid.lasttime
var googleLast uint64

func reset() {
	googleLastV7, googleLast = 0, 0
	gofrs.DefaultGenerator = gofrs.NewGen()
}

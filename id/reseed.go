package id

import "github.com/sortid/sortid/id/internal/instance"

// Reseed makes all generators of the process discard the randomness that they drew and
// keep: buffers, the random field of Wiji, the present millisecond's random field of
// ULID and Ulid-Flake, and blocks that are in use. It is safe for concurrent use.
//
// Call it in each copy of the process before the copy makes IDs: from the resume hook
// of a hypervisor or a function service after it restored a snapshot, and from what
// runs after a restore of CRIU. sortid notices most copies by itself, but a restored
// snapshot only after its wall clock was corrected; [docs/nodes.md] has the details.
//
// Reseed does not help a generator whose Rand is set and returns the same bytes in each
// copy, nor two copies with the same node number.
//
// [docs/nodes.md]: https://github.com/sortid/sortid/blob/main/docs/nodes.md
func Reseed() { instance.Renew() }

package leafpage

import "slices"

// slots say where on its page each record is, counted from the bottom, and which places
// are garbage. It makes a difference in MariaDB alone: records that move to a lower page
// are deleted one by one, and one that is the topmost then leaves free space, not
// garbage.
type slots struct {
	of   []int16 // by the record's place in the order of the keys
	free []int16 // the next to be taken is the last
}

// insert gives a new record at a place of the order the next free slot, or a new one on
// top of so many.
func (s *slots) insert(at, heap int) {
	slot := int16(heap)
	if n := len(s.free); n > 0 {
		slot, s.free = s.free[n-1], s.free[:n-1]
	}
	s.of = slices.Insert(s.of, at, slot)
}

// fill is a page whose n records were copied to it in their order.
func (s *slots) fill(n int) {
	s.of, s.free = s.of[:0], s.free[:0]
	for i := range n {
		s.of = append(s.of, int16(i))
	}
}

// deleteLast makes all records but the first n garbage; the least of them is taken
// first.
func (s *slots) deleteLast(n int) {
	for i := len(s.of) - 1; i >= n; i-- {
		s.free = append(s.free, s.of[i])
	}
	s.of = s.of[:n]
}

// deleteFirst deletes the first n records one by one from a page that has had room for
// heap of them, and returns for how many it has afterwards.
func (s *slots) deleteFirst(n, heap int) int {
	for _, slot := range s.of[:n] {
		if int(slot) == heap-1 {
			heap--
		} else {
			s.free = append(s.free, slot)
		}
	}
	s.of = slices.Delete(s.of, 0, n)
	return heap
}

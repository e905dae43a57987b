package id

import "strconv"

// Node is the number of a generator among those of an application: the machine of a
// Snowish generator, the scalability of a Ulid-Flake generator, the node of a SCRU160
// generator. Generators that run at the same time need different numbers. [NodeOf] sets
// a number; the formats say which are in range.
//
// The zero value is a number that was never set. A generator that needs a number
// returns an error for it, because many processes with the number 0 would make the same
// IDs.
type Node struct {
	number int
	set    bool
}

// NodeOf returns the node with the given number.
func NodeOf(number int) Node { return Node{number, true} }

// Number returns the number. If none was set, ok is false and the number is 0.
func (n Node) Number() (number int, ok bool) { return n.number, n.set }

// String returns the number in decimal, or "not set".
func (n Node) String() string {
	if !n.set {
		return "not set"
	}
	return strconv.Itoa(n.number)
}

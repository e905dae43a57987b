// Package store writes the two words of an ID of 16 bytes. Go copies such an array by a load
// of 16 bytes. After two stores of 8, the processor would make that load wait until both have
// reached the cache (amd64: store forwarding), which takes as long as half of a parser. On
// other processors, and with the tag purego, the two stores remain.
package store

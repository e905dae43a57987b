// Package standard is the recipe for the standard library's uuid, which Go 1.27 has. Its tests
// run with that release alone.
package standard

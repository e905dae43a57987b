// Package servertest has the tests of the doctor that need servers. It is a module of its
// own, so that the doctor requires nothing but drivers.
package servertest

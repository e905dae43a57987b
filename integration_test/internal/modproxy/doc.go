// Package modproxy publishes the modules of this repository to a module proxy in
// a folder, so that programs outside the repository can build with a version that
// has not been released.
package modproxy

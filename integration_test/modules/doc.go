// Package modules tests what the modules of this repository do to programs that
// import them: the tests publish every module to a module proxy in a folder, at a
// version that nobody else uses, and build programs outside the repository with
// it.
//
// Programs with requirements of their own need those from the module cache or the
// network. If a module is in neither, the test is skipped; with
// SORTID_REQUIRE_SERVERS=1 it fails instead.
package modules

// Package plain asks what becomes of an ID that has no column type: in a field, in an argument, and in the
// destination of a query.
package plain

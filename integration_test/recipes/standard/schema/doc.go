// Package schema describes tables with keys of the standard library's uuid to ent.
package schema

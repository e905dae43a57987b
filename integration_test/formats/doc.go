// Package formats runs the programs of docs/formats.md, in TypeScript and Python, on the
// test vectors of all formats.
package formats

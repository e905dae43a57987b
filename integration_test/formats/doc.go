// Package formats runs the programs of docs/formats.md, in TypeScript and Python, on the
// test vectors of all formats, and exchanges IDs with libraries of other languages.
package formats

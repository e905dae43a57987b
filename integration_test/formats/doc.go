// Package formats runs the programs of docs/formats.md, in TypeScript and Python, on the
// test vectors of all formats, and compares their zero IDs with that of google/uuid.
package formats

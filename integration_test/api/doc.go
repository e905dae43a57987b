// Package api tests what the compiler makes of the exported API: which programs it refuses,
// and that all formats use the same words.
package api

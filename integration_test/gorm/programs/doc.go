// Package programs asks whether a program does with an ID what it does with a uint key, whatever connections,
// sessions and plugins it has: it compares the outcome of each line.
package programs

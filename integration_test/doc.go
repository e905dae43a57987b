// Package integration_test holds no code: its tests use the module as another
// program does, from outside.
package integration_test

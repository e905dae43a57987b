// Package btreebench checks what the flags of the program ask for, opens the engines, runs
// the plan and returns the result.
package btreebench

// Package beside asks whether the plugin leaves alone what is not its own: statements of models without IDs, and
// the callbacks, pools and dialectors of other libraries.
package beside

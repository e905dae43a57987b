//go:build !race

package idtest

const raceDetector = false

// Package idtesting makes IDs for tests: the same ones in each run for golden files, valid
// random ones for testing/quick, fuzz corpora and fakers, and IDs of a chosen time.
//
// A [Source] is the clock and the randomness of a generator of any format:
//
//	src := idtesting.NewSource(1, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
//	seq := wiji.Generator{Clock: src.Now, Rand: src}
//	id, err := seq.New() // the same ID in each run
//
// # The default generator
//
// No test can replace the generator behind wiji.New: parallel tests and production code share
// it. Let the code under test take its IDs from a func() (wiji.ID, error), and pass
// [wiji.Generator.New] of a Source in the test. With GORM, set a generator of the *gorm.DB.
//
// # Package testing/synctest
//
// In a bubble, the clock of New is that of the bubble. It begins at 2000-01-01T00:00:00Z, and
// moves while all goroutines sleep. Where New needs a later tick, it sleeps. Ulid-Flake begins
// in 2024 and the xid in 2011: sleep until then, or use a Source, whose clock moves by itself.
package idtesting

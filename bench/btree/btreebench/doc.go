// Package btreebench runs the benchmark of bench/btree from a program: the same
// databases, keys and scenarios, with progress, cancellation and results as values.
// The program btree is this package with flags; its documentation says what is
// measured, and how.
//
//	cfg, err := btreebench.Preset("quick")
//	…
//	cfg.Keys = []string{"wiji", "uuidv7"}
//	res, err := btreebench.Run(ctx, cfg)
//	…
//	err = res.Write(os.Stdout, btreebench.Table)
package btreebench

package btreebench_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sortid/sortid/bench/btree/btreebench"
)

// The simulator needs no database: it shows at once how full sequential keys leave
// PostgreSQL's and InnoDB's leaf pages.
func Example() {
	res, err := btreebench.Run(context.Background(), btreebench.Config{
		Engines: []string{"sim"}, Keys: []string{"wiji"}, Rows: []int{100_000}, Repeats: 1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fill := make(map[string]float64)
	for _, m := range res.Trials() {
		if m.Key == "wiji" && m.Scenario == "insert" {
			fill[m.Layout] = m.Readings.Get("leaf_fill_percent").Value
		}
	}
	fmt.Printf("PostgreSQL %.0f %%, InnoDB %.0f %%\n", fill["nbtree"], fill["innodb"])
	// Output: PostgreSQL 90 %, InnoDB 92 %
}

// LoadFiles loads saved results and merges them.
func ExampleLoadFiles() {
	res, err := btreebench.LoadFiles("monday/results.json", "tuesday/results.json")
	if err != nil {
		fmt.Println("no results:", errors.Is(err, fs.ErrNotExist))
		return
	}
	if err := res.Write(os.Stdout, btreebench.Table); err != nil {
		fmt.Println(err)
	}
	// Output: no results: true
}

// Metrics explains the names of readings, and says which way they improve.
func ExampleMetrics() {
	for _, m := range btreebench.Metrics() {
		if m.Name == "leaf_fill_percent" {
			fmt.Printf("%s: %s (higher is better: %t)\n", m.Unit, m.About, m.HigherIsBetter)
		}
	}
	// Output: leaf-fill-%: bytes in use on the leaf pages, of all their bytes (higher is better: true)
}

package faults_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

// The flags that doc.go explains.
var (
	killsFlag = flag.Int("kills", 3, "kill each server so many times")
	lazyFlag  = flag.Bool("lazy", false, "do not flush commits to disk")
	rekeyFlag = flag.Bool("rekey", false, "make new keys for each attempt")
)

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childVariable); dsn != "" {
		if err := serveChild(dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	dbtest.Main(m)
}

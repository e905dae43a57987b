package dbserver_test

import (
	"context"
	"fmt"
	"os"

	"github.com/sortid/sortid/bench/dbserver"
)

// ownerVariable makes the test binary open a server of that kind, print its DSN
// and wait to be killed.
const ownerVariable = "DBSERVER_TEST_OWNER"

func own(kind dbserver.Kind) {
	s, err := dbserver.Open(context.Background(), kind, dbserver.Options{Source: dbserver.SourceBinary})
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	fmt.Println(s.DSN())
	select {}
}

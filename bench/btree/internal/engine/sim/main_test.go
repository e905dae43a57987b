package sim

import (
	"flag"
	"testing"

	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

var everyKey = flag.Bool("every-key", false, "compare the leaf pages of every kind of key, and not of a few, with servers")

func TestMain(m *testing.M) {
	dbtest.OnDisk = true
	dbtest.Main(m)
}

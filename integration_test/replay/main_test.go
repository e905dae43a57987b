// Package replay compares the model of leaf pages with servers: its tests insert the same keys
// in the same order into both and demand the same trees.
package replay

import (
	"testing"

	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

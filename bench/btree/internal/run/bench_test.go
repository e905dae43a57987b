package run

import (
	"testing"

	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) {
	dbtest.Own = true // the log and the buffer pool are those of the server
	dbtest.Main(m)
}

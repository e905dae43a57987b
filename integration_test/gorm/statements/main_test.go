package statements_test

import (
	"testing"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
)

func TestMain(m *testing.M) { gormtest.Main(m) }

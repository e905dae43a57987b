package ulid_test

import (
	"testing"

	"github.com/sortid/sortid/id/internal/idtest"
)

func BenchmarkFormat(b *testing.B) { idtest.Bench(b, format(true)) }

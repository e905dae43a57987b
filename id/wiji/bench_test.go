package wiji_test

import (
	"testing"

	"github.com/sortid/sortid/id/idtest"
)

func BenchmarkFormat(b *testing.B) { idtest.Bench(b, format()) }

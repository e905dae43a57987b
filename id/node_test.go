package id_test

import (
	"testing"

	"github.com/sortid/sortid/id"
)

func TestNode(t *testing.T) {
	for _, c := range []struct {
		node   id.Node
		number int
		set    bool
		text   string
	}{
		{id.Node{}, 0, false, "not set"},
		{id.NodeOf(0), 0, true, "0"},
		{id.NodeOf(1023), 1023, true, "1023"},
		{id.NodeOf(-1), -1, true, "-1"},
	} {
		if n, ok := c.node.Number(); n != c.number || ok != c.set || c.node.String() != c.text {
			t.Errorf("%+v: %d, %v, %q", c, n, ok, c.node.String())
		}
	}
	if id.NodeOf(0) == (id.Node{}) {
		t.Error("the number 0 equals none")
	}
}

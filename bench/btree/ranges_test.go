package main

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/ranges"
)

func TestRanges(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"ranges", "-engines", "cockroachdb", "-keys", "uuidv4,wiji", "-rows", "20000", "-rate", "2000", "-nodes", "5", "-buckets", "8"}
	if code := command(t.Context(), args, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if out := stdout.String(); !regexp.MustCompile(`(?m)^(UUIDv4, )?Wiji +100 %  100 %     1/1 `).MatchString(out) || !strings.Contains(out, "8/8") {
		t.Errorf("got\n%s", out)
	}
	fits(t, stdout.String())
	stdout.Reset()
	if code := command(t.Context(), append(args, "-json"), &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	var r ranges.Report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil || len(r.Tables) != 4 || r.Nodes != 5 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestRangesArguments(t *testing.T) {
	for _, args := range [][]string{{"a"}, {"-nodes", "0"}, {"-keys", "identity"}, {"-engines", "mysql"}, {"-writers", "8"}} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), append([]string{"ranges"}, args...), &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "btree ranges -h") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"ranges", "-h"}, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "-buckets N") {
		t.Errorf("exit code %d, %s", code, &stdout)
	}
	fits(t, stdout.String())
	if code := command(t.Context(), []string{"ranges", "-rows", "5"}, &stdout, &stderr); code != exitFailure || !strings.Contains(stderr.String(), "200000 rows or more") {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code := command(ctx, []string{"ranges"}, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}

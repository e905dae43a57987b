package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/scale"
)

func TestScale(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"scale", "-rows", "2e9", "-nodes", "1,4", "-keys", "uuidv4,wiji", "-servers", "mariadb", "-memory", "32"}
	if code := command(t.Context(), args, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if out := stdout.String(); strings.Count(out, "    2e9 ") != 4 || !strings.Contains(out, "    2e9     4  wiji ") || strings.Contains(out, "PostgreSQL") {
		t.Errorf("got\n%s", out)
	}
	fits(t, stdout.String())
	stdout.Reset()
	if code := command(t.Context(), append(args, "-json"), &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	var r scale.Report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil || len(r.Lines) != 4 || r.Options.Memory != 32e9 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestScaleArguments(t *testing.T) {
	for _, args := range [][]string{{"a"}, {"-rows", "1"}, {"-rows", "1.5e-3"}, {"-rows", "many"}, {"-nodes", "0"}, {"-keys", "xid"}, {"-servers", "sqlite"}} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), append([]string{"scale"}, args...), &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "btree scale -h") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"scale", "-h"}, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "(1e9,1e11)") {
		t.Errorf("exit code %d, %s", code, &stdout)
	}
	fits(t, stdout.String())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code := command(ctx, []string{"scale"}, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}

package report

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
)

// A limit of the size of files does what a full disk does: a write stops in the middle.
// No file is left in part, the small ones are written, and the error says what to do.
func TestFilesWhereLargeOnesFail(t *testing.T) {
	dir := t.TempDir()
	f, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names, err := limited(t, 20480, func() ([]string, error) {
		names, err := f.Write(Of(reporttest.Rich()))
		pictures, failed := f.WritePictures(Of(reporttest.Rich()))
		return append(names, pictures...), errors.Join(err, failed)
	})
	if !errors.Is(err, syscall.EFBIG) {
		t.Fatalf("the error is %v", err)
	}
	for _, want := range []string{"results.html", "more picture", "the trials were not saved"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v has no %q", err, want)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(names, filepath.Join(dir, e.Name())) {
			t.Errorf("%s is there, and was not said to be written", e.Name())
		}
		if info, err := e.Info(); err != nil || info.Size() >= 20480 {
			t.Errorf("%s was cut off: %v, %v", e.Name(), info, err)
		}
	}
	written := strings.Join(names, " ")
	if !strings.Contains(written, "answer-postgres-primary.svg") || strings.Contains(written, "order-postgres-primary.svg") {
		t.Errorf("wrote %v", names)
	}
}

// limited calls a function while files can have so many bytes only.
func limited(t *testing.T, size uint64, do func() ([]string, error)) ([]string, error) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	names, err := do()
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	return names, err
}
